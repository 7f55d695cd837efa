//! Every format and compression gives the same keys with the same loads.

use super::{keys_of, pairs, pool};
use flate2::write::GzEncoder;
use redeal::import::{ColumnChoice, HeaderRow, ListFormat, ListOptions};
use redeal::keys::{KeyType, Value};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

/// Some thousand rows of keys that repeat, with everything in them that a delimiter or a quote could break.
fn rows() -> Vec<(String, u64, u64)> {
    let mut state = 7_u64;
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    let extra = ["", ", Ltd", " \"x\"", ";|", "é北"];
    let key = |number: u64| format!("user-{number}{}", extra[(number % 5) as usize]);
    (0..5000).map(|_| (key(next(900)), next(1000), next(100_000))).collect()
}

fn expected() -> (Vec<(String, u64)>, Vec<u64>) {
    let mut sums: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for (key, load, bytes) in rows() {
        let sum = sums.entry(key).or_default();
        *sum = (sum.0 + load, sum.1 + bytes);
    }
    sums.into_iter().map(|(key, (load, bytes))| ((key, load), bytes)).unzip()
}

fn table(delimiter: char) -> String {
    let mut text = format!("bytes{delimiter}user_id{delimiter}count\n");
    for (key, load, bytes) in rows() {
        let _ = writeln!(text, "{bytes}{delimiter}\"{}\"{delimiter}{load}", key.replace('"', "\"\""));
    }
    text
}

fn json() -> String {
    let mut text = String::new();
    for (key, load, bytes) in rows() {
        let row = serde_json::json!({"nested": {"count": 3}, "bytes": bytes, "user_id": key, "count": load});
        let _ = writeln!(text, "{row}");
    }
    text
}

fn lines() -> String {
    rows().iter().fold(String::new(), |text, (key, load, _)| format!("{text}{key}\t{load}\n"))
}

/// Two members, as where files are put together.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let (head, tail) = bytes.split_at(bytes.len() / 3);
    let member = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    [member(head), member(tail)].concat()
}

/// Two frames with one between them that is to be passed over.
pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    let (head, tail) = bytes.split_at(bytes.len() / 3);
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    let frame = |bytes: &[u8]| compress_to_vec(bytes, CompressionLevel::Fastest);
    [frame(head), skipped, frame(tail)].concat()
}

#[test]
fn every_format_and_compression_gives_the_same_keys() {
    let (loads, bytes) = expected();
    let columns = ListOptions {
        key: ColumnChoice::Name("user_id".to_owned()),
        load: ColumnChoice::Name("count".to_owned()),
        state_bytes: ColumnChoice::Name("bytes".to_owned()),
        ..ListOptions::default()
    };
    let numbers = ListOptions {
        key: ColumnChoice::Number(2),
        load: ColumnChoice::Number(3),
        state_bytes: ColumnChoice::Number(1),
        header: HeaderRow::Yes,
        format: ListFormat::Csv,
        delimiter: Some(';'),
        ..ListOptions::default()
    };
    let windows = table(';').replace('\n', "\r\n");
    let texts = [
        (table(','), columns.clone(), "CSV, separated by commas"),
        (table(';'), columns.clone(), "CSV, separated by semicolons"),
        (format!("\u{feff}{windows}"), numbers, "CSV, separated by semicolons"),
        (table('|'), columns.clone(), "CSV, separated by bars"),
        (table('\t'), columns.clone(), "TSV"),
        (json(), columns, "JSON lines"),
        (lines(), ListOptions::default(), "one key a line, a load after a tab"),
        (lines().trim_end().to_owned(), ListOptions::default(), "one key a line, a load after a tab"),
    ];
    for (text, options, format) in texts {
        let plain = text.as_bytes();
        for (packed, name) in [(plain.to_vec(), ""), (gzip(plain), ", gzip"), (zstd(plain), ", zstd")] {
            // The name says nothing: the first bytes do.
            let keys = super::read_as("keys.dat", &packed, &options).unwrap();
            let facts = keys.facts().unwrap();
            assert_eq!(facts.format, format!("{format}{name}"));
            let found: Vec<(String, u64)> = keys.iter().map(|listed| (listed.key.to_string(), listed.load)).collect();
            assert_eq!(found, loads, "{format}{name}");
            assert_eq!((facts.rows, facts.rejected, facts.distinct), (5000, 0, loads.len() as u64));
            let has_state = !format.starts_with("one key");
            assert_eq!(keys.state_bytes(), has_state.then_some(&bytes[..]), "{format}{name}");
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let (text, options) =
        (table(',').repeat(40), ListOptions { load: ColumnChoice::Without, ..ListOptions::default() });
    let of = |threads| pool(threads).install(|| keys_of("keys.csv", text.as_bytes(), &options));
    let one = of(1);
    // 39 headers further down: fields that are no numbers would be rejected, but no column is asked for numbers.
    assert_eq!(one.1.rows, 40 * 5001 - 1);
    assert_eq!((of(2), of(8)), (one.clone(), one));
}

#[test]
fn quoted_fields_may_hold_line_ends() {
    let text = "key,count\n\"a\nb\",1\n\"a\r\nb\",2\r\n\"say \"\"hi\"\"\",3\n\"\n\n\",4";
    let (keys, facts) = super::found("keys.csv", text);
    assert_eq!(keys, pairs(&[("\n\n", 4), ("a\nb", 1), ("a\r\nb", 2), ("say \"hi\"", 3)]));
    assert_eq!((facts.rejected, facts.header), (0, true));
}

#[test]
fn numbers_are_one_key_however_they_are_written() {
    let options = ListOptions { key_type: KeyType::I64, ..ListOptions::default() };
    let (keys, _) = keys_of("keys.csv", b"id,count\n5,1\n05,2\n-7,4\n", &options);
    assert_eq!(keys, pairs(&[("-7", 4), ("5", 3)]));
    let json = b"{\"id\": 5, \"count\": 1}\n{\"count\": \"2\", \"id\": \"05\"}\n\n{\"id\": -7, \"count\": 4.0e0}\n";
    let (keys, facts) = keys_of("keys.jsonl", json, &options);
    // A load may be written as a real number, a key may not: what it would be to the engine is another matter.
    assert_eq!((keys, facts.rejected), (pairs(&[("-7", 4), ("5", 3)]), 0));
    let (keys, facts) = keys_of("keys.jsonl", b"{\"id\": 5.0, \"count\": 1}\n{\"id\": 6, \"count\": 1}\n", &options);
    assert_eq!((keys, facts.first_rejected[0].line), (pairs(&[("6", 1)]), 1));
}

#[test]
fn bytes_are_any_bytes() {
    let options = ListOptions { key_type: KeyType::Bytes, ..ListOptions::default() };
    let keys = super::read_as("keys.csv", b"key,count\n\xff\xfe,1\n\"a,\"\"\x80\",2\n", &options).unwrap();
    let found: Vec<Value> = keys.iter().map(|listed| listed.key.clone()).collect();
    assert_eq!(found, [Value::Bytes(b"a,\"\x80".to_vec()), Value::Bytes(vec![0xff, 0xfe])]);
}
