//! What cannot be read is counted and told, and the rest is read.

use super::{Unwatched, file, found, keys_of, pairs, read_as};
use redeal::import::{ColumnChoice, ImportError, ListFormat, ListOptions, MAX_ROW_BYTES, read};
use redeal::keys::{KeyType, RowWatch};
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

fn error(name: &str, bytes: &[u8], options: &ListOptions) -> ImportError {
    read_as(name, bytes, options).unwrap_err()
}

#[test]
fn rows_that_cannot_be_read_have_their_place_and_reason() {
    let text = "user_id,count\r\nann,1\r\n\r\nbob,many\r\ncar,-5\r\ndan,1,2\r\neve\r\nfay,\r\ngus,2.0\r\nhal,18446744073709551616\n\
                \"ida\nb\",1.5\nann,9";
    let (keys, facts) = found("keys.csv", text);
    assert_eq!(keys, pairs(&[("ann", 10), ("gus", 2)]));
    let rejected: Vec<(u64, usize, &str)> =
        facts.first_rejected.iter().map(|row| (row.line, row.column, row.reason.as_str())).collect();
    assert_eq!(
        rejected,
        [
            (4, 5, "load \"many\" is not a whole number of records"),
            (5, 5, "load \"-5\" is below 0: 0 and more records are allowed"),
            (6, 1, "this row has 3 columns: 2 expected, as in the first row"),
            (7, 1, "this row has 1 column: 2 expected, as in the first row"),
            (8, 5, "load is empty: a whole number of records is needed"),
            (10, 5, "load \"18446744073709551616\" is more than 2^64 - 1 records"),
            (12, 4, "load \"1.5\" is not a whole number of records"),
        ]
    );
    assert_eq!((facts.rows, facts.rejected), (3, 7));
}

#[test]
fn the_first_twenty_are_kept_and_all_are_counted() {
    let (_, facts) = found("keys.txt", &format!("a\t1\n{}", "b\tx\n".repeat(1000)));
    assert_eq!((facts.rows, facts.rejected, facts.first_rejected.len()), (1, 1000, 20));
    assert_eq!(facts.first_rejected.iter().map(|row| row.line).collect::<Vec<_>>(), (2..=21).collect::<Vec<_>>());
}

#[test]
fn how_many_may_be_unreadable_can_be_told() {
    let text = "a\t1\nb\tx\nc\t1\nd\t1\n";
    let with = |share| ListOptions { rejected_at_most: Some(share), ..ListOptions::default() };
    assert!(read_as("keys.txt", text.as_bytes(), &with(0.25)).is_ok());
    let told = error("keys.txt", text.as_bytes(), &with(0.2));
    assert_eq!(told.at, Some((2, 3)));
    assert!(told.message.starts_with("load \"x\" is not a whole number of records (key, tab, load)"), "{told}");
    assert!(error("keys.txt", text.as_bytes(), &with(1.5)).message.contains("a share from 0 to 1 is allowed"));
    // Where no row is left there is nothing to go on with.
    let told = error("keys.txt", b"b\tx\nc\ty\n", &ListOptions { format: ListFormat::Lines, ..ListOptions::default() });
    assert_eq!(told.at, Some((1, 3)));
    assert!(told.message.ends_with("; no row can be read, 2 in all"), "{told}");
    assert!(error("keys.txt", b"\n\n", &ListOptions::default()).message.starts_with("holds no key"));
    assert!(error("keys.csv", b"key,count\n", &ListOptions::default()).message.starts_with("holds no key"));
}

#[test]
fn bytes_that_are_no_text_are_rejected_where_keys_are_text() {
    let bytes = b"key,count\nr\xc3\xa9\xff,1\nok,2\n";
    let (keys, facts) = keys_of("keys.csv", bytes, &ListOptions::default());
    assert_eq!(keys, pairs(&[("ok", 2)]));
    let row = &facts.first_rejected[0];
    assert_eq!((row.line, row.column, row.reason.as_str()), (2, 3, "this byte is not UTF-8 text"));
    let (keys, facts) = keys_of("keys.csv", bytes, &ListOptions { key_type: KeyType::Bytes, ..ListOptions::default() });
    assert_eq!((keys.len(), facts.rejected), (2, 0));
}

#[test]
fn keys_of_another_type_and_lines_that_are_no_objects() {
    let options = ListOptions { key_type: KeyType::I32, ..ListOptions::default() };
    let (keys, facts) = keys_of("keys.csv", b"id,count\n7,1\n2147483648,1\nx,1\n", &options);
    assert_eq!((keys, facts.rejected), (pairs(&[("7", 1)]), 2));
    assert!(facts.first_rejected[0].reason.starts_with("\"2147483648\" is not a key of type i32"));
    let text = "{\"key\": \"a\"}\n[1]\n{\"key\": \"b\"\n{\"key\": [1]}\n{\"key\": 1.5}\n{\"key\": true}\n";
    let (keys, facts) = found("keys.jsonl", text);
    assert_eq!(keys, pairs(&[("a", 1), ("true", 1)]));
    assert_eq!(facts.first_rejected.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 3, 4, 5]);
}

#[test]
fn a_row_that_is_too_long_is_one_row() {
    let long = "x".repeat(MAX_ROW_BYTES + 1);
    for (name, head) in [("keys.csv", "key,count\n"), ("keys.txt", "")] {
        let end = if head.is_empty() { "" } else { ",1" };
        let fits = "y".repeat(MAX_ROW_BYTES - end.len());
        let text = format!("{head}a{end}\n{long}{end}\n{fits}{end}\nb{end}\n");
        let (keys, facts) = found(name, &text);
        assert_eq!((keys.len(), facts.rejected), (3, 1), "{name}");
        assert!(facts.first_rejected[0].reason.starts_with("this row is longer than 1048576 bytes"));
    }
    // A quote that is never closed spoils its line, not the rest of the file.
    let (keys, facts) = found("keys.csv", "key,count\na,1\n\"b,2\nc,3\nd,4\n");
    assert_eq!(keys, pairs(&[("a", 1), ("c", 3), ("d", 4)]));
    assert!(facts.first_rejected[0].reason.starts_with("a quote opened here does not close"));
}

/// One quote too many in 20 000 rows costs its own line, whether fields are quoted elsewhere or not.
#[test]
fn one_stray_quote_costs_one_line() {
    for quote in ["", "\""] {
        let row = |at: u32| format!("{quote}k{at}{quote},1\n");
        let rows = |from: u32, to: u32| (from..to).map(row).collect::<String>();
        let text = format!("key,count\n{}\"broken,4\n{}", rows(0, 10_000), rows(10_000, 20_000));
        let (keys, facts) = found("keys.csv", &text);
        assert_eq!((keys.len(), facts.rows, facts.rejected), (20_000, 20_000, 1));
        let rejected = &facts.first_rejected[0];
        assert_eq!((rejected.line, rejected.column), (10_002, 1));
        assert!(rejected.reason.starts_with("a quote opened here does not close"), "{}", rejected.reason);
    }
}

/// 1.2 MB of quoted fields in one row: one row that is too long, behind which reading goes on.
#[test]
fn a_long_row_of_quoted_fields_is_one_row() {
    let row = "\"x\n\",".repeat(240_000);
    let (keys, facts) = found("keys.csv", &format!("key,count\na,1\n{row}\nb,2\n"));
    assert_eq!(keys, pairs(&[("a", 1), ("b", 2)]));
    assert_eq!((facts.rejected, facts.first_rejected[0].line), (1, 3));
    assert!(facts.first_rejected[0].reason.starts_with("this row is longer than 1048576 bytes"));
}

#[test]
fn thousands_may_be_separated_in_a_quoted_load() {
    let (keys, facts) = found("keys.csv", "key,count\na,\"1,429\"\nb,1 429\nc,1'429\n");
    assert_eq!((keys, facts.rejected), (pairs(&[("a", 1429), ("b", 1429), ("c", 1429)]), 0));
}

#[test]
fn loads_and_states_that_add_up_to_too_much_are_told() {
    let most = "key,count,state_bytes\na,18446744073709551615,1\n";
    assert!(read_as("keys.csv", most.as_bytes(), &ListOptions::default()).is_ok());
    let told = error("keys.csv", format!("{most}b,1,1\n").as_bytes(), &ListOptions::default());
    assert_eq!(told.message, "the loads of all keys add up to more than 2^64 - 1 records");
    let told = error("keys.csv", format!("{most}b,0,18446744073709551615\n").as_bytes(), &ListOptions::default());
    assert_eq!(told.message, "the state of all keys adds up to more than 2^64 - 1 bytes");
}

#[test]
fn compressed_data_that_is_cut_off_is_no_list() {
    let text = (0..20_000).fold(String::new(), |text, number| text + &format!("user-{number}\t{number}\n"));
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    let gzip = encoder.finish().unwrap();
    let zstd = ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    for (name, whole) in [("gzip", gzip), ("zstd", zstd)] {
        for length in [whole.len() - 1, whole.len() / 2, 11, 5] {
            let told = error("keys.txt", &whole[..length], &ListOptions::default()).message;
            assert!(told.contains(&format!("the {name} data is damaged or cut off")), "{name}, {length}: {told}");
        }
        let mut damaged = whole.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 0x55;
        // What is damaged may still unpack, but the checksum tells; ours of zstd has none.
        let read = read_as("keys.txt", &damaged, &ListOptions::default());
        assert!(read.is_err() || name == "zstd", "{name}");
    }
}

/// 64 MB of nothing in 64 kB: it is one row that is too long, of which only a block is held at a time.
#[test]
fn a_bomb_is_a_row_that_is_too_long() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..64 {
        encoder.write_all(&vec![0; 1 << 20]).unwrap();
    }
    encoder.write_all(b"\na,1\n").unwrap();
    let bomb = encoder.finish().unwrap();
    assert!(bomb.len() < 100_000);
    let options = ListOptions { format: ListFormat::Lines, ..ListOptions::default() };
    let (keys, facts) = keys_of("keys.gz", &bomb, &options);
    assert_eq!((keys, facts.rejected), (pairs(&[("a,1", 1)]), 1));
}

#[test]
fn files_that_are_no_list_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let told = |path: &std::path::Path| read(path, &ListOptions::default(), None, &Unwatched).unwrap_err().message;
    assert_eq!(told(folder.path()), "is a folder: a key file is needed");
    assert!(told(&folder.path().join("none.csv")).starts_with("cannot be read: "));
    assert_eq!(error("keys.csv", b"\xff\xfek\0", &ListOptions::default()).message, "is UTF-16 text: save it as UTF-8");
    let without = ListOptions { delimiter: Some('"'), ..ListOptions::default() };
    assert!(error("keys.csv", b"a", &without).message.contains("one ASCII character is needed"));
    let missing = ListOptions { key: ColumnChoice::Name("user".to_owned()), ..ListOptions::default() };
    assert_eq!(
        error("keys.csv", b"id,count\nx,1\n", &missing).message,
        "the column of the keys is told to be \"user\": there are 1 \"id\", 2 \"count\""
    );
    let missing = ListOptions { load: ColumnChoice::Number(3), ..ListOptions::default() };
    assert!(error("keys.csv", b"id,count\nx,1\n", &missing).message.contains("is told to be 3: there are 1 \"id\""));
}

/// Stops after so many bytes.
struct Stopping(AtomicU64);

impl RowWatch for Stopping {
    fn advance(&self, done: u64) {
        self.0.fetch_add(done, Ordering::Relaxed);
    }
    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 1_000_000
    }
}

#[test]
fn reading_can_be_stopped() {
    let text = "user-1\t5\n".repeat(1_000_000);
    let (_folder, path) = file("keys.txt", text.as_bytes());
    let watch = Stopping(AtomicU64::new(0));
    assert!(read(&path, &ListOptions::default(), None, &watch).unwrap_err().cancelled);
    // A few blocks at most after the stop.
    assert!(watch.0.load(Ordering::Relaxed) < 9_000_000);
}
