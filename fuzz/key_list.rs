//! Lists of keys: the first bytes are the options, the others the file.

use flate2::Compression;
use flate2::write::GzEncoder;
use redeal::import::{ColumnChoice, HeaderRow, ListFormat, ListOptions, preview, read};
use redeal::keys::{KeySource, KeyType, RowWatch};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fs;
use std::io::Write as _;

/// Bytes of the options.
const OPTIONS: usize = 8;

struct Unwatched;

impl RowWatch for Unwatched {
    fn advance(&self, _: u64) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Reads a list and asks for its first rows.
pub fn run(data: &[u8]) {
    let Some((head, list)) = data.split_first_chunk::<OPTIONS>() else { return };
    let folder = tempfile::tempdir().expect("a folder for a moment");
    let ending = ["", ".csv", ".tsv", ".jsonl", ".txt", ".csv.gz"][usize::from(head[6]) % 6];
    let path = folder.path().join(format!("keys{ending}"));
    fs::write(&path, packed(list, head[7])).expect("a list is written");
    let options = options(*head);
    let shown = preview(&path, &options);
    let Ok(source) = read(&path, &options, None, &Unwatched) else { return };
    // What can be read can be shown, with the columns that were read.
    let shown = shown.expect("the first rows of a list that can be read");
    let KeySource::Listed(listed) = source else { panic!("a list as short as this is held in memory") };
    let facts = listed.facts().expect("a list from a file knows where it is from");
    assert_eq!((&shown.columns[shown.key], shown.header), (&facts.key_column, facts.header));
    assert!(facts.rows >= facts.null_rows + facts.empty_rows && facts.rows >= facts.distinct);
    assert_eq!(facts.rejected > 0, !facts.first_rejected.is_empty());
    assert!(listed.iter().try_fold(0_u64, |sum, key| sum.checked_add(key.load)).is_some());
}

/// As it is, or compressed by us: changed bytes of a compressed file hardly ever reach the reader of rows.
fn packed(list: &[u8], how: u8) -> Vec<u8> {
    match how % 3 {
        0 => list.to_vec(),
        1 => {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
            gzip.write_all(list).expect("memory takes what is written");
            gzip.finish().expect("memory takes what is written")
        }
        _ => compress_to_vec(list, CompressionLevel::Uncompressed),
    }
}

fn options(head: [u8; OPTIONS]) -> ListOptions {
    let of = |count: usize, at: usize| usize::from(head[at]) % count;
    ListOptions {
        key_type: KeyType::ALL[of(KeyType::ALL.len(), 0)],
        format: ListFormat::ALL[of(ListFormat::ALL.len(), 1)],
        delimiter: [None, Some(','), Some(';'), Some('\t'), Some('|'), Some(' '), Some('"'), Some('é')][of(8, 2)],
        header: HeaderRow::ALL[of(HeaderRow::ALL.len(), 3)],
        key: column(head[4] & 7),
        load: column(head[4] >> 3 & 7),
        state_bytes: column(head[4] >> 6),
        rejected_at_most: [None, Some(0.0), Some(0.5), Some(1.0), Some(f64::NAN), Some(-1.0)][of(6, 5)],
    }
}

fn column(choice: u8) -> ColumnChoice {
    match choice {
        0 | 1 => ColumnChoice::Auto,
        2 => ColumnChoice::Without,
        3 => ColumnChoice::Name("key".to_owned()),
        number => ColumnChoice::Number(u32::from(number - 4)),
    }
}
