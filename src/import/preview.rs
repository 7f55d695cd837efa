//! How a list would be read, for whoever chooses the columns.

use super::chunks::{Block, Chunks};
use super::error::ImportError;
use super::open::open;
use super::options::{ListFormat, ListOptions};
use super::pass::take_off_header;
use super::read::{check, head_of, words};
use super::returns::mended;
use super::rows::{Counts, RowReader, Wanted};
use super::sniff::Head;
use super::table::{Kind, Layout};
use crate::keys::RejectedRow;
use std::io::Cursor;
use std::path::Path;

/// A list as it would be read, with its first rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// What it is, as in `CSV, separated by commas, gzip`.
    pub format: String,
    /// How its rows are written; never [`ListFormat::Auto`].
    pub kind: ListFormat,
    /// What stands between two fields; `None` where there is nothing of the kind.
    pub delimiter: Option<char>,
    /// Whether the first row was taken for the names of the columns.
    pub header: bool,
    /// The columns' names; `column 1` and so on where they have none.
    pub columns: Vec<String>,
    /// The first rows, at most ten, a text a column; what is missing is empty.
    pub rows: Vec<Vec<String>>,
    /// Index of the column of the keys.
    pub key: usize,
    /// Index of the column of the loads.
    pub load: Option<usize>,
    /// Index of the column of the bytes of state.
    pub state_bytes: Option<usize>,
    /// What may have been meant otherwise, in sentences.
    pub remarks: Vec<String>,
    /// Whether what was looked at, 64 KiB or the first two lines, is all there is.
    pub is_whole: bool,
    /// Rows in it that can be read, those without a key included.
    pub readable: u64,
    /// Rows in it that cannot be read and would be left out.
    pub rejected: u64,
    /// The first of them, at most 20.
    pub first_rejected: Vec<RejectedRow>,
    /// Rows in it whose key is null.
    pub null_rows: u64,
    /// Records of those rows.
    pub null_load: u64,
    /// Rows in it whose key is the empty text.
    pub empty_rows: u64,
}

/// How a list would be read, with its first rows.
///
/// # Errors
/// As [`read`](super::read), as far as the first rows tell; rows that cannot be read are told in the preview.
pub fn preview(path: &Path, options: &ListOptions) -> Result<Preview, ImportError> {
    check(options)?;
    let mut opened = open(path)?;
    let (bytes, is_whole) = head_of(&mut opened)?;
    let head = Head::new(&bytes, is_whole, path, options)?;
    let layout = head.layout(options)?;
    let (rows, format) = (head.shown(&layout), words(&layout, opened.compression));
    let (kind, delimiter) = match layout.kind {
        Kind::Table { delimiter: b'\t' } => (ListFormat::Tsv, Some('\t')),
        Kind::Table { delimiter } => (ListFormat::Csv, Some(char::from(delimiter))),
        Kind::JsonLines => (ListFormat::JsonLines, None),
        Kind::Lines => (ListFormat::Lines, None),
    };
    let counts = counts(bytes, is_whole, &layout);
    Ok(Preview {
        format,
        kind,
        delimiter,
        header: layout.header,
        columns: layout.columns,
        rows,
        key: layout.key,
        load: layout.load,
        state_bytes: layout.state,
        remarks: layout.remarks,
        is_whole,
        readable: counts.rows,
        rejected: counts.rejected.count,
        first_rejected: counts.rejected.first,
        null_rows: counts.null_rows,
        null_load: u64::try_from(counts.null_load).unwrap_or(u64::MAX),
        empty_rows: counts.empty_rows,
    })
}

/// Reads the whole rows of the first bytes as a pass would.
fn counts(bytes: Vec<u8>, is_whole: bool, layout: &Layout) -> Counts {
    // A block that is as long as what there is leaves a row unread that goes on behind it; one that is longer ends with the list.
    let block_bytes = bytes.len() + usize::from(is_whole);
    let text = mended(Box::new(Cursor::new(bytes)), layout.returns);
    let mut chunks = Chunks::new(text, layout.kind.quoting(), block_bytes);
    let (mut reader, mut block, mut header) = (RowReader::new(Wanted::all(layout)), Block::default(), layout.header);
    while chunks.next(&mut block).unwrap_or(false) {
        // What does not end here may well end later.
        if !is_whole && block.broken.is_some() {
            break;
        }
        if header && block.broken.is_none() {
            header = !take_off_header(&mut block, layout.kind);
        }
        reader.read(&block, &mut |_| true);
        if !is_whole {
            break;
        }
    }
    reader.counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn previewed(text: &str) -> Preview {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.csv");
        fs::write(&path, text).unwrap();
        preview(&path, &ListOptions::default()).unwrap()
    }

    #[test]
    fn rows_that_cannot_be_read_are_told_with_their_lines() {
        let found = previewed("user,records\na,1\nb,x\n,3\n\"\",2\n");
        assert_eq!((found.kind, found.delimiter, found.header), (ListFormat::Csv, Some(','), true));
        assert_eq!((found.key, found.load, found.is_whole), (0, Some(1), true));
        assert_eq!((found.readable, found.rejected), (3, 1));
        assert_eq!((found.null_rows, found.null_load, found.empty_rows), (1, 3, 1));
        let row = &found.first_rejected[0];
        assert_eq!((row.line, row.column), (3, 3));
        assert!(row.reason.contains("not a whole number of records"), "{}", row.reason);
    }

    #[test]
    fn a_row_that_goes_on_behind_the_first_bytes_is_not_judged() {
        // Twelve bytes a row: 64 KiB end within one.
        let found = previewed(&"user00000,1\n".repeat(10_000));
        assert!(!found.is_whole && found.rejected == 0, "{found:?}");
        assert_eq!(found.readable, (1 << 16) / 12);
        let quoted = format!("user,n\na,1\n\"{}", "x\n".repeat(50_000));
        let found = previewed(&quoted);
        assert_eq!((found.readable, found.rejected), (1, 0), "{found:?}");
    }
}
