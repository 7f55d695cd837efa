//! No key, and the empty key: as the engines take them.

use super::{found, keys_of, pairs};
use redeal::import::{ListFormat, ListOptions};
use redeal::keys::KeyType;
use redeal::scenario::parse;
use redeal::simulate::{Report, Unwatched, simulate};

/// Three records without a key, five with the empty one, seven of "a".
const TEXT: &str = "key,count\n,3\n\"\",5\na,7\n";

fn report(engine: &str, text: &str) -> Report {
    let (folder, _) = super::file("keys.csv", text.as_bytes());
    let scenario = format!(
        "Scenario(format: 1, name: \"none\", engine: {engine}, buckets: Fixed(256), widths: [2], keys: File(path: \"keys.csv\"))"
    );
    simulate(&parse(&scenario).unwrap().job(folder.path()).unwrap(), &Unwatched).unwrap()
}

#[test]
fn nothing_at_all_is_null_and_a_quoted_nothing_is_the_empty_text() {
    let (keys, facts) = found("keys.csv", TEXT);
    assert_eq!(keys, pairs(&[("Null", 3), ("", 5), ("a", 7)]));
    assert_eq!((facts.rows, facts.null_rows, facts.null_load, facts.empty_rows, facts.distinct), (3, 1, 3, 1, 2));
    let (_, facts) =
        found("keys.jsonl", "{\"key\": null, \"count\": 3}\n{\"count\": 3}\n{\"key\": \"\", \"count\": 1}\n");
    assert_eq!((facts.null_rows, facts.null_load, facts.empty_rows), (2, 6, 1));
    // A line without a key before its tab has the empty key, as it always had; an empty line is none.
    let (keys, facts) =
        keys_of("keys.txt", b"\t5\n\na\n", &ListOptions { format: ListFormat::Lines, ..ListOptions::default() });
    assert_eq!((keys, facts.null_rows), (pairs(&[("", 5), ("a", 1)]), 0));
    let numbers = ListOptions { key_type: KeyType::I64, ..ListOptions::default() };
    let (keys, facts) = keys_of("keys.csv", b"id,count\n,3\n\"\",5\n4,7\n", &numbers);
    assert_eq!((keys, facts.rejected), (pairs(&[("Null", 3), ("4", 7)]), 1));
}

/// Flink and Kafka refuse a null key; Spark hashes it to its seed 42, RisingWave to the CRC-32 of F0 FF FF FF.
#[test]
fn a_null_key_goes_where_the_engine_puts_it() {
    for (engine, refused) in [
        ("Flink(scheduler: Default, snapshot: HashmapCheckpoint, states: 1)", Some("Assigned key must not be null!")),
        ("KafkaStreams()", Some("a null key has no partition of its own")),
    ] {
        let report = report(engine, TEXT);
        let list = report.key_list.as_ref().unwrap();
        assert_eq!(list.null_refused.as_deref(), refused, "{engine}");
        assert_eq!((report.keys.count, report.keys.load), (2, 12), "{engine}");
    }
    let report = report("Spark()", TEXT);
    assert_eq!((report.keys.count, report.keys.load), (3, 15));
    assert_eq!(report.key_list.as_ref().unwrap().null_refused, None);
    let only = self::report("Spark()", "key,count\n,3\nb,0\n");
    assert_eq!(only.buckets.load[42], 3);
    assert_eq!(only.keys.hottest_key, "Null");
    let only = self::report("RisingWave()", "key,count\n,3\nb,0\n");
    let crc = crc32fast::hash(&[0xf0, 0xff, 0xff, 0xff]);
    assert_eq!(only.buckets.load[(crc % 256) as usize], 3);
}
