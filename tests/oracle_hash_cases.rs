//! Hashes that people saw and reported in public, by the id of the case in `tests/data/cases/README.md`.

use redeal::hash::{HashFn, HashingRule, Reduction};
use redeal::keys::Value;
use redeal::unit::BucketCount;

fn bucket(hash: HashFn, reduction: Reduction, key: &Value, buckets: u64) -> u32 {
    HashingRule { hash, reduction }.bucket(key, BucketCount::new(buckets).unwrap()).unwrap().0
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn loads(hash: HashFn, reduction: Reduction, buckets: u64, keys: impl Iterator<Item = Value>) -> Vec<u32> {
    let mut loads = vec![0; usize::try_from(buckets).unwrap()];
    for key in keys {
        loads[bucket(hash, reduction, &key, buckets) as usize] += 1;
    }
    loads
}

fn empty(loads: &[u32]) -> usize {
    loads.iter().filter(|load| **load == 0).count()
}

/// A question on Spark's skew after `repartition`: the longs 0 to 99 999 over five partitions.
#[test]
fn c31_spark_deals_a_range_of_longs_as_reported() {
    let found = loads(HashFn::SparkMurmur3, Reduction::FloorMod, 5, (0..100_000).map(Value::I64));
    assert_eq!(found, [20_128, 20_183, 19_943, 19_940, 19_806]);
}

/// KAFKA-2223: a key a second for one day (27 May 2015, in milliseconds) left 34 of 50 partitions empty under Kafka
/// 0.8.
#[test]
fn c39_one_timestamp_a_second_starves_most_partitions() {
    const DAY_START_MILLIS: i64 = 1_432_684_800_000;
    let millis = || (0..86_400).map(|second| DAY_START_MILLIS + 1_000 * second);
    let bytes = millis().map(|key| Value::Bytes(key.to_be_bytes().to_vec()));
    assert_eq!(empty(&loads(HashFn::JavaHashCode, Reduction::MaskMod, 50, bytes)), 34);
    assert_eq!(empty(&loads(HashFn::KafkaMurmur2, Reduction::MaskMod, 50, millis().map(Value::I64))), 0);
    let even = (0..10_000).map(|key| Value::I32(2 * key));
    assert_eq!(empty(&loads(HashFn::JavaHashCode, Reduction::MaskMod, 50, even)), 25);
}

/// kafkajs 1154: one key, fifteen partitions, two client families, two answers.
#[test]
fn c40_two_clients_put_one_key_in_two_partitions() {
    assert_eq!(bucket(HashFn::KafkaMurmur2, Reduction::MaskMod, &text("TT0124"), 15), 10);
    assert_eq!(bucket(HashFn::Crc32, Reduction::UnsignedMod, &text("TT0124"), 15), 9);
}

/// kafka-rest 610: JSON keeps its quotes, and the bytes are what is hashed.
#[test]
fn c42_quotes_are_part_of_a_json_key() {
    let found =
        [r#""A""#, r#""B""#, "A", "B"].map(|key| bucket(HashFn::KafkaMurmur2, Reduction::MaskMod, &text(key), 3));
    assert_eq!(found, [2, 2, 1, 1]);
}
