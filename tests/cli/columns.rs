//! Keys of several columns and the newer engines on the command line.

use crate::asked::{done, fed, flowing};
use redeal::engine::Engine;

/// The bucket column of the rows.
fn buckets(out: &str) -> Vec<u32> {
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    reader.records().map(|record| record.unwrap()[1].parse().unwrap()).collect()
}

/// The first two rows of `tests/data/spark/string_long.csv`, each with a null: partitions 57 and 125 of 128.
#[test]
fn columns_are_typed_separated_and_quoted() {
    let spark = ["bucket", "--engine", "spark", "--buckets", "128", "--key-type", "string,i64"];
    let of = |more: &[&str]| buckets(&done(&[&spark[..], more].concat()));
    assert_eq!(of(&[",-686", "32,", "\"32\","]), [57, 125, 125]);
    assert_eq!(of(&["--key-separator", "|", "|-686", "32|"]), [57, 125]);
    let (code, out, told) = fed(&[&spark[..], &["--keys", "-"]].concat(), ",-686\n32,\n");
    assert_eq!((code, told.as_str(), buckets(&out)), (0, "", vec![57, 125]));
}

#[test]
fn a_key_that_is_no_row_or_a_type_that_is_none_is_told_in_one_line() {
    for (arguments, told) in [
        (
            &["bucket", "--engine", "spark", "--key-type", "string,i64", "a"][..],
            "\"a\" is not a key of type row(string,i64): it has 1 column, 2 are needed",
        ),
        (
            &["bucket", "--engine", "kafka-streams", "--buckets", "8", "--key-type", "string,i64", "a,1"],
            "--key-type row(string,i64): allowed for Kafka Streams are string, i64, i32, i16, bytes",
        ),
        (
            &["bucket", "--engine", "spark", "--key-type", "text", "a"],
            "\"text\" is no key type: allowed are string, i64",
        ),
        (
            &["bucket", "--engine", "spark", "--key-separator", "\"", "a"],
            "--key-separator \": columns are quoted with it, so another character is needed",
        ),
        (
            &["deal", "--engine", "redis-cluster", "--buckets", "8", "--workers", "3"],
            "--buckets 8: Redis Cluster takes only 16384 (8 hash slots: Redis Cluster has 16384, always, and takes no other count)",
        ),
    ] {
        let (code, out, err) = fed(arguments, "");
        assert_eq!(code, 2, "{arguments:?}: {out}{err}");
        assert!(err.contains(told), "{arguments:?}: {err}");
    }
}

#[test]
fn every_engine_finds_buckets_and_deals_them() {
    for engine in Engine::all() {
        let facts = engine.facts();
        let count = facts.min_buckets.max(128).to_string();
        let dealt = done(&["deal", "--engine", facts.id, "--buckets", &count, "--workers", "4"]);
        assert_eq!(dealt.lines().count(), 5, "{}: {dealt}", facts.id);
        let found = done(&["bucket", "--engine", facts.id, "--buckets", &count, "--workers", "4", "user-1", "user-2"]);
        assert_eq!(buckets(&found).len(), 2, "{}", facts.id);
        assert!(done(&["engines", facts.id]).contains(engine.group().title()), "{}", facts.id);
    }
}

/// Counts that the routing shards do not allow are neither advised nor taken as a way out.
#[test]
fn advice_for_an_index_keeps_to_what_divides_its_routing_shards() {
    let advice: serde_json::Value =
        serde_json::from_str(&done(&["advise", "elasticsearch-split", "--format", "json"])).unwrap();
    let lists = ["recommended", "nearest"].map(|list| advice[list].as_array().unwrap().clone());
    let counts: Vec<u64> = lists.concat().iter().map(|count| count["buckets"].as_u64().unwrap()).collect();
    assert!(!counts.is_empty() && counts.iter().all(|count| 30 % count == 0), "{counts:?}");
    let text = flowing(&done(&["advise", "elasticsearch-split"]));
    assert!(text.contains("30 routing shards allow only 1, 2, 3, 5, 6, 10, 15 and 30 primary shards"), "{text}");
    assert!(!text.contains("Its rule: 1."), "{text}");
    assert!(done(&["ways-out", "elasticsearch-split"]).contains("The split API makes a new index"));
}
