//! Lines of key files and key streams: one at a time, none longer than a key may be.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes, its end not counted. Kafka's largest record is as long by default.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Keys from a file or a stream, one a line, as bytes.
#[derive(Debug)]
pub struct KeyLines<R> {
    input: R,
    line: Vec<u8>,
    /// Whether a byte order mark before the first line would still be dropped.
    at_mark: bool,
}

/// A line that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum BadLine {
    /// The system's reason.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// More than [`MAX_LINE_BYTES`].
    #[error("this line is longer than {MAX_LINE_BYTES} bytes, the most that a key may have")]
    TooLong,
}

impl<R: BufRead> KeyLines<R> {
    /// Lines of text. A byte order mark that an editor put before the first one is no part of it.
    pub const fn of_text(input: R) -> Self {
        Self { input, line: Vec::new(), at_mark: true }
    }

    /// Lines of any bytes, each taken as it is.
    pub const fn of_bytes(input: R) -> Self {
        Self { input, line: Vec::new(), at_mark: false }
    }

    /// Where the lines come from.
    pub const fn input(&self) -> &R {
        &self.input
    }

    /// The next line without its end, `\n` or `\r\n`; `None` after the last.
    ///
    /// # Errors
    /// [`BadLine`] where the system cannot read on, or the line is too long.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, BadLine> {
        self.line.clear();
        // A line of the greatest length and its end: whatever is cut there is longer.
        let most = MAX_LINE_BYTES as u64 + 2;
        if self.input.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if self.line.pop_if(|byte| *byte == b'\n').is_some() {
            self.line.pop_if(|byte| *byte == b'\r');
        }
        if std::mem::take(&mut self.at_mark) && self.line.starts_with("\u{feff}".as_bytes()) {
            self.line.drain(.."\u{feff}".len());
        }
        if self.line.len() > MAX_LINE_BYTES { Err(BadLine::TooLong) } else { Ok(Some(&self.line)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_is_not_read_for_ever() {
        let most = vec![b'a'; MAX_LINE_BYTES];
        let fits = [&most[..], b"\r\n", &most[..], b"\nb"].concat();
        let mut lines = KeyLines::of_text(&fits[..]);
        for length in [MAX_LINE_BYTES, MAX_LINE_BYTES, 1] {
            assert_eq!(lines.next_line().unwrap().unwrap().len(), length);
        }
        assert!(lines.next_line().unwrap().is_none());
        let mut lines = KeyLines::of_text(io::BufReader::new(io::repeat(b'a')));
        assert!(matches!(lines.next_line(), Err(BadLine::TooLong)));
    }

    #[test]
    fn a_mark_is_dropped_from_text_alone() {
        let marked = "\u{feff}a\n\u{feff}b\n".as_bytes();
        let mut lines = KeyLines::of_text(marked);
        assert_eq!(lines.next_line().unwrap().unwrap(), b"a");
        assert_eq!(lines.next_line().unwrap().unwrap(), "\u{feff}b".as_bytes());
        assert_eq!(KeyLines::of_bytes(marked).next_line().unwrap().unwrap(), "\u{feff}a".as_bytes());
    }
}
