//! A stream of text cut into blocks that end where a row ends.

use super::MAX_ROW_BYTES;
use memchr::{memchr, memchr_iter, memrchr};
use std::io::{self, Read};

/// Whole rows.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub bytes: Vec<u8>,
    /// The line that it begins with, 1 = the first.
    pub line: u64,
    /// Whether it begins the file.
    pub is_first: bool,
    /// Why it holds no rows but one line that cannot be read.
    pub broken: Option<&'static str>,
}

/// Cuts a stream into blocks, one after the other.
///
/// Where quotes may hold line ends, a row ends at the first line end outside of them; a quote opens a field only right at its
/// beginning. A quoted field that does not close within the longest row spoils its first line alone: reading goes on with the
/// next one.
pub(super) struct Chunks {
    text: Box<dyn Read + Send>,
    /// Delimiter of fields that may be quoted; none where a row is a line.
    quoting: Option<u8>,
    block_bytes: usize,
    /// Read but not handed out.
    rest: Vec<u8>,
    line: u64,
    at_end: bool,
    is_first: bool,
}

/// Where a buffer can be cut.
#[derive(Debug, PartialEq, Eq)]
enum Cut {
    /// After so many bytes.
    At(usize),
    /// The row that begins the buffer cannot be read: its first line is to be passed over.
    Broken(&'static str),
    /// Not before more is read.
    Later,
}

pub(super) const TOO_LONG: &str = "this row is longer than 1048576 bytes, the most that a row may have";
const NOT_CLOSED: &str =
    "a quote that opens a field here is not closed within 1048576 bytes, the most that a row may have";

impl Chunks {
    pub fn new(text: Box<dyn Read + Send>, quoting: Option<u8>, block_bytes: usize) -> Self {
        let block_bytes = block_bytes.max(1);
        Self { text, quoting, block_bytes, rest: Vec::new(), line: 1, at_end: false, is_first: true }
    }

    /// The line that the next block begins with.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Fills a block. False after the last one; after an error as well.
    pub fn next(&mut self, block: &mut Block) -> io::Result<bool> {
        let filled = self.fill(block);
        if filled.is_err() {
            self.at_end = true;
            self.rest.clear();
        }
        filled
    }

    fn fill(&mut self, block: &mut Block) -> io::Result<bool> {
        block.bytes.clear();
        block.bytes.append(&mut self.rest);
        let mut wanted = self.block_bytes;
        loop {
            self.read_to(&mut block.bytes, wanted)?;
            if self.is_first && self.line == 1 && block.bytes.starts_with(b"\xef\xbb\xbf") {
                block.bytes.drain(..3);
            }
            if block.bytes.is_empty() {
                return Ok(false);
            }
            match cut(&block.bytes, self.quoting, self.at_end) {
                Cut::At(end) => {
                    self.hand_out(block, end, None);
                    return Ok(true);
                }
                Cut::Broken(reason) => {
                    self.pass_over_line(block, reason)?;
                    return Ok(true);
                }
                Cut::Later => wanted = block.bytes.len() + self.block_bytes,
            }
        }
    }

    /// Reads on until there are so many bytes, or all.
    fn read_to(&mut self, bytes: &mut Vec<u8>, wanted: usize) -> io::Result<()> {
        if !self.at_end && bytes.len() < wanted {
            let missing = (wanted - bytes.len()) as u64;
            let read = self.text.by_ref().take(missing).read_to_end(bytes)?;
            self.at_end = (read as u64) < missing;
        }
        Ok(())
    }

    /// The first `end` bytes are the block, the others are kept.
    fn hand_out(&mut self, block: &mut Block, end: usize, broken: Option<&'static str>) {
        self.rest.extend_from_slice(&block.bytes[end..]);
        block.bytes.truncate(end);
        block.line = self.line;
        block.broken = broken;
        block.is_first = std::mem::take(&mut self.is_first);
        self.line += memchr_iter(b'\n', &block.bytes).count() as u64;
    }

    /// Hands out the first line without reading it; of a long one only its beginning is held.
    fn pass_over_line(&mut self, block: &mut Block, reason: &'static str) -> io::Result<()> {
        let mut line_end = memchr(b'\n', &block.bytes);
        while line_end.is_none() && !self.at_end {
            block.bytes.clear();
            self.read_to(&mut block.bytes, self.block_bytes)?;
            line_end = memchr(b'\n', &block.bytes);
        }
        let end = line_end.map_or(block.bytes.len(), |at| at + 1);
        self.hand_out(block, end, Some(if end > MAX_ROW_BYTES { TOO_LONG } else { reason }));
        Ok(())
    }
}

fn cut(bytes: &[u8], quoting: Option<u8>, at_end: bool) -> Cut {
    let (end, open) = match quoting {
        None => (memrchr(b'\n', bytes).map_or(0, |at| at + 1), Open::No),
        Some(delimiter) => last_row_end(bytes, delimiter, at_end),
    };
    match open {
        _ if end > 0 && !(at_end && open == Open::No) => Cut::At(end),
        Open::No if at_end => Cut::At(bytes.len()),
        Open::No if bytes.len() > MAX_ROW_BYTES + 2 => Cut::Broken(TOO_LONG),
        Open::ForGood => Cut::Broken(NOT_CLOSED),
        Open::No | Open::Yet => Cut::Later,
    }
}

/// Whether a quoted field of the last row is open at the end of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    No,
    /// More may close it.
    Yet,
    /// It is not closed within the longest row.
    ForGood,
}

/// Where the last whole row of a buffer ends (0 = none does), and whether a quoted field after it is open.
fn last_row_end(bytes: &[u8], delimiter: u8, at_end: bool) -> (usize, Open) {
    // Everything before `at` is looked through, rows up to `row` are whole.
    let (mut at, mut row) = (0, 0);
    loop {
        let quote = memchr(b'"', &bytes[at..]).map(|found| at + found);
        if let Some(line_end) = memrchr(b'\n', &bytes[at..quote.unwrap_or(bytes.len())]) {
            row = at + line_end + 1;
        }
        let Some(quote) = quote else { return (row, Open::No) };
        if quote != row && bytes[quote - 1] != delimiter {
            at = quote + 1;
            continue;
        }
        match closing_quote(bytes, quote + 1, at_end) {
            Some(close) if close - row <= MAX_ROW_BYTES => at = close + 1,
            None if !at_end && bytes.len() - row <= MAX_ROW_BYTES + 1 => return (row, Open::Yet),
            _ => return (row, Open::ForGood),
        }
    }
}

/// The quote that closes a field; `None` where the bytes do not tell.
pub(super) fn closing_quote(bytes: &[u8], from: usize, at_end: bool) -> Option<usize> {
    let mut at = from;
    loop {
        let quote = at + memchr(b'"', &bytes[at..])?;
        match bytes.get(quote + 1) {
            Some(b'"') => at = quote + 2,
            None if !at_end => return None,
            _ => return Some(quote),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &[u8], quoting: Option<u8>, size: usize) -> Vec<(u64, Vec<u8>, bool)> {
        let mut chunks = Chunks::new(Box::new(io::Cursor::new(text.to_vec())), quoting, size);
        let (mut all, mut block) = (Vec::new(), Block::default());
        while chunks.next(&mut block).unwrap() {
            all.push((block.line, block.bytes.clone(), block.broken.is_some()));
        }
        all
    }

    #[test]
    fn rows_are_never_cut() {
        let text = b"a,1\n\"b\n\"\"\",2\r\nc\"d,\"x\ny\"\n\ne";
        for size in 1..40 {
            let blocks = blocks(text, Some(b','), size);
            assert_eq!(blocks.iter().flat_map(|(_, bytes, _)| bytes.clone()).collect::<Vec<u8>>(), text, "{size}");
            let mut place = 0;
            for (line, bytes, broken) in &blocks {
                assert!(!broken, "{size}");
                let starts = [&b"a,1"[..], b"\"b", b"c\"d", b"\n", b"e"];
                assert!(starts.iter().any(|start| bytes.starts_with(start)), "{size}: {bytes:?}");
                assert_eq!(*line, 1 + memchr_iter(b'\n', &text[..place]).count() as u64, "{size}");
                place += bytes.len();
            }
        }
    }

    #[test]
    fn a_quote_that_never_closes_spoils_one_line() {
        for size in [1, 5, 1000] {
            let blocks = blocks(b"a\n\"b\nc\nd\n", Some(b','), size);
            let broken: Vec<_> = blocks.iter().filter(|(.., broken)| *broken).collect();
            assert_eq!(broken, [&(2, b"\"b\n".to_vec(), true)], "{size}");
            let good: Vec<u8> = blocks.iter().filter(|block| !block.2).flat_map(|block| block.1.clone()).collect();
            assert_eq!(good, b"a\nc\nd\n");
        }
    }

    #[test]
    fn a_long_line_is_passed_over_without_being_held() {
        let long = vec![b'x'; 5 * MAX_ROW_BYTES];
        let text = [b"a\n", &long[..], b"\nb"].concat();
        for quoting in [None, Some(b',')] {
            let blocks = blocks(&text, quoting, 1 << 16);
            assert!(blocks.iter().all(|(_, bytes, _)| bytes.len() <= MAX_ROW_BYTES + (1 << 17)));
            assert_eq!(blocks.iter().filter(|block| block.2).map(|block| block.0).collect::<Vec<_>>(), [2]);
            assert_eq!(blocks.last().unwrap(), &(3, b"b".to_vec(), false));
        }
    }
}
