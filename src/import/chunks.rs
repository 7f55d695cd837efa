//! A stream of text cut into blocks that end where a row ends.

use super::MAX_ROW_BYTES;
use super::quotes::{Close, Passing, closing};
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
    /// Why it holds no rows but one that cannot be read.
    pub broken: Option<Broken>,
}

/// Why a row cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken {
    pub reason: &'static str,
    /// Bytes of the block before the defect.
    pub offset: usize,
}

/// Cuts a stream into blocks, one after the other.
///
/// Where quotes may hold line ends, a row ends at the first line end outside of them; a quote opens a field only right at its
/// beginning. A quoted field that does not close within a few lines spoils the line alone that it begins in: reading goes on with the
/// next one. A row that is too long is passed over to its end, none of it held.
pub(super) struct Chunks {
    text: Box<dyn Read + Send>,
    /// Delimiter of fields that may be quoted; none where a row is a line.
    quoting: Option<u8>,
    block_bytes: usize,
    /// What was read; up to `start` it was handed out.
    buffer: Vec<u8>,
    start: usize,
    line: u64,
    at_end: bool,
    is_first: bool,
}

/// Where a buffer can be cut.
#[derive(Debug, PartialEq, Eq)]
enum Cut {
    /// After so many bytes.
    At(usize),
    /// The row that begins the buffer has a quote here that opens a field and does not close.
    Stray(usize),
    /// The row that begins the buffer is longer than a row may be.
    TooLong,
    /// Not before more is read.
    Later,
}

pub(super) const TOO_LONG: &str = "this row is longer than 1048576 bytes, the most that a row may have";
const NOT_CLOSED: &str =
    "a quote opened here does not close within 8 lines: write a quote inside of a field twice, or close it";

impl Chunks {
    pub fn new(text: Box<dyn Read + Send>, quoting: Option<u8>, block_bytes: usize) -> Self {
        let (block_bytes, buffer) = (block_bytes.max(1), Vec::new());
        Self { text, quoting, block_bytes, buffer, start: 0, line: 1, at_end: false, is_first: true }
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
            self.buffer.clear();
            self.start = 0;
        }
        filled
    }

    fn fill(&mut self, block: &mut Block) -> io::Result<bool> {
        block.bytes.clear();
        // What is left of a large buffer is not moved to the front for each line of it.
        if self.left().len() <= self.block_bytes / 2 {
            self.read_to(self.block_bytes)?;
        }
        loop {
            if self.is_first && self.left().starts_with(b"\xef\xbb\xbf") {
                self.start += 3;
            }
            if self.left().is_empty() {
                return Ok(false);
            }
            match cut(self.left(), self.quoting, self.at_end) {
                Cut::At(end) => self.hand_out(block, end, None),
                Cut::Stray(quote) => {
                    let rest = &self.left()[quote..];
                    let end = quote + memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
                    self.hand_out(block, end, Some(Broken { reason: NOT_CLOSED, offset: quote }));
                }
                Cut::TooLong => {
                    self.hand_out(block, 0, Some(Broken { reason: TOO_LONG, offset: 0 }));
                    self.pass_over_row()?;
                }
                Cut::Later => {
                    self.read_to(self.left().len() + self.block_bytes)?;
                    continue;
                }
            }
            return Ok(true);
        }
    }

    fn left(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads on until there are so many bytes, or all.
    fn read_to(&mut self, wanted: usize) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        if !self.at_end && self.buffer.len() < wanted {
            let missing = (wanted - self.buffer.len()) as u64;
            let read = self.text.by_ref().take(missing).read_to_end(&mut self.buffer)?;
            self.at_end = (read as u64) < missing;
        }
        Ok(())
    }

    /// The next `end` bytes are the block, the others are kept.
    fn hand_out(&mut self, block: &mut Block, end: usize, broken: Option<Broken>) {
        block.bytes.extend_from_slice(&self.left()[..end]);
        self.start += end;
        block.line = self.line;
        block.broken = broken;
        block.is_first = std::mem::take(&mut self.is_first);
        self.line += memchr_iter(b'\n', &block.bytes).count() as u64;
    }

    /// Goes on behind the row that begins the buffer.
    fn pass_over_row(&mut self) -> io::Result<()> {
        let mut row = Passing::new(self.quoting);
        loop {
            let (passed, is_over) = row.pass(self.left());
            self.line += memchr_iter(b'\n', &self.left()[..passed]).count() as u64;
            self.start += passed;
            if is_over || self.at_end {
                return Ok(());
            }
            self.read_to(self.block_bytes)?;
        }
    }
}

fn cut(bytes: &[u8], quoting: Option<u8>, at_end: bool) -> Cut {
    let (end, open) = match quoting {
        None => (memrchr(b'\n', bytes).map_or(0, |at| at + 1), Open::No),
        Some(delimiter) => last_row_end(bytes, delimiter, at_end),
    };
    let is_too_long = bytes.len() - end > MAX_ROW_BYTES + 2;
    match open {
        _ if end > 0 && !(at_end && open == Open::No) => Cut::At(end),
        Open::No if at_end => Cut::At(bytes.len()),
        Open::Stray(quote) => Cut::Stray(quote),
        // Where one field over several lines is what makes it long, that is a quote too many rather than a row too long.
        Open::Yet(quote)
            if is_too_long && bytes.len() - quote > MAX_ROW_BYTES / 2 && memchr(b'\n', &bytes[quote..]).is_some() =>
        {
            Cut::Stray(quote)
        }
        Open::No | Open::Yet(_) if is_too_long => Cut::TooLong,
        Open::No | Open::Yet(_) => Cut::Later,
    }
}

/// Whether a quoted field of the last row is open at the end of a buffer, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    No,
    /// More may close it.
    Yet(usize),
    /// It does not close.
    Stray(usize),
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
        match closing(bytes, quote + 1, delimiter, at_end) {
            Close::At(close) => at = close + 1,
            Close::Later => return (row, Open::Yet(quote)),
            Close::Never => return (row, Open::Stray(quote)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &[u8], quoting: Option<u8>, size: usize) -> Vec<(u64, Vec<u8>, Option<Broken>)> {
        let mut chunks = Chunks::new(Box::new(io::Cursor::new(text.to_vec())), quoting, size);
        let (mut all, mut block) = (Vec::new(), Block::default());
        while chunks.next(&mut block).unwrap() {
            all.push((block.line, block.bytes.clone(), block.broken));
        }
        all
    }

    /// What was cut, without what cannot be read.
    fn good(blocks: &[(u64, Vec<u8>, Option<Broken>)]) -> Vec<u8> {
        blocks.iter().filter(|block| block.2.is_none()).flat_map(|block| block.1.clone()).collect()
    }

    #[test]
    fn rows_are_never_cut() {
        let text = b"a,1\n\"b\n\"\"\",2\r\nc\"d,\"x\ny\"\n\ne";
        for size in 1..40 {
            let blocks = blocks(text, Some(b','), size);
            assert_eq!(blocks.iter().flat_map(|(_, bytes, _)| bytes.clone()).collect::<Vec<u8>>(), text, "{size}");
            let mut place = 0;
            for (line, bytes, broken) in &blocks {
                assert_eq!(*broken, None, "{size}");
                let starts = [&b"a,1"[..], b"\"b", b"c\"d", b"\n", b"e"];
                assert!(starts.iter().any(|start| bytes.starts_with(start)), "{size}: {bytes:?}");
                assert_eq!(*line, 1 + memchr_iter(b'\n', &text[..place]).count() as u64, "{size}");
                place += bytes.len();
            }
        }
    }

    #[test]
    fn a_quote_that_never_closes_spoils_one_line() {
        // The second: closed by the next field's opening quote, as nothing but text shows. The third: after more lines than a field has.
        let rows = "x,1\n".repeat(9);
        for (text, left) in [
            ("a,1\n\"b,2\nc,3\nd,4\n", "a,1\nc,3\nd,4\n".to_owned()),
            ("a,1\n\"b,2\n\"c\",3\nd,4\n", "a,1\n\"c\",3\nd,4\n".to_owned()),
            (&format!("a,1\n\"b,2\n{rows}\"c\",3\n"), format!("a,1\n{rows}\"c\",3\n")),
        ] {
            for size in [1, 5, 1000] {
                let blocks = blocks(text.as_bytes(), Some(b','), size);
                let broken: Vec<_> = blocks.iter().filter(|block| block.2.is_some()).collect();
                let expected = (2, b"\"b,2\n".to_vec(), Some(Broken { reason: NOT_CLOSED, offset: 0 }));
                assert_eq!(broken, [&expected], "{size}");
                assert_eq!(good(&blocks), left.as_bytes());
            }
        }
        // A field of eight line ends closes, and the place of a stray quote is told behind it.
        let text = format!("\"{}\",1\na,\"b\nc,3\n", "x\n".repeat(8));
        let blocks = blocks(text.as_bytes(), Some(b','), 1000);
        let broken = blocks.iter().find(|block| block.2.is_some()).unwrap();
        assert_eq!((broken.0, broken.2.unwrap().offset), (10, 2));
    }

    /// A stray quote in every line: each is looked at with the few lines behind it, nothing is copied along.
    #[test]
    fn a_stray_quote_in_every_line_is_as_many_broken_lines() {
        let text = "\"b,2\n".repeat(100_000);
        let blocks = blocks(text.as_bytes(), Some(b','), 1 << 20);
        assert!(blocks.len() == 100_000 && blocks.iter().all(|block| block.2.is_some()));
    }

    #[test]
    fn a_long_row_is_passed_over_without_being_held() {
        let long = vec![b'x'; 5 * MAX_ROW_BYTES];
        // The same of quoted fields, each with a line end.
        let quoted = b"\"x\ny\",".repeat(MAX_ROW_BYTES / 3);
        for (quoting, row) in [(None, &long), (Some(b','), &long), (Some(b','), &quoted)] {
            let text = [b"a\n", &row[..], b"\"z\"\nb"].concat();
            let lines = memchr_iter(b'\n', row).count() as u64;
            let blocks = blocks(&text, quoting, 1 << 16);
            assert!(blocks.iter().all(|(_, bytes, _)| bytes.len() <= MAX_ROW_BYTES + (1 << 17)));
            let broken: Vec<_> = blocks.iter().filter_map(|block| Some((block.0, block.2?.reason))).collect();
            assert_eq!(broken, [(2, TOO_LONG)]);
            assert_eq!(blocks.last().unwrap(), &(3 + lines, b"b".to_vec(), None));
        }
    }
}
