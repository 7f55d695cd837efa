//! Samza, Pekko, Pulsar and the stores against what they answered: every row of every file, through the engines' own profiles.
//! Origins: `tests/data/others/README.md`.

#[path = "support/hex.rs"]
mod hex;

use hex::from_hex;
use redeal::engine::{
    ElasticsearchOptions, Engine, Outcome, PulsarHashing, PulsarOptions, PulsarSubscription, StartRequest,
};
use redeal::hash::{HashFn, Reduction, default_routing_shards, redis};
use redeal::keys::Value;
use redeal::unit::{BucketCount, WorkerCount};

fn text(hex: &str) -> Value {
    Value::Text(String::from_utf8(from_hex(hex)).unwrap())
}

fn n(count: u64) -> BucketCount {
    BucketCount::new(count).unwrap()
}

fn bucket(engine: &Engine, key: &Value, count: u64) -> String {
    engine.profile().hashing().bucket(key, n(count)).unwrap().to_string()
}

fn engine(id: &str) -> Engine {
    Engine::named(id).unwrap()
}

/// Rows of a file by column name; each is handed on with what differs noted, so that one run shows all of it.
fn each_row(data: &str, rows: usize, mut check: impl FnMut(&dyn Fn(&str) -> String, &mut Vec<String>)) {
    let mut reader = csv::Reader::from_reader(data.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let (mut count, mut different) = (0, Vec::new());
    for record in reader.records().map(Result::unwrap) {
        count += 1;
        let field = |name: &str| record[headers.iter().position(|header| header == name).unwrap()].to_owned();
        check(&field, &mut different);
    }
    assert!(different.is_empty(), "{} differences:\n{}", different.len(), different.join("\n"));
    assert_eq!(count, rows, "rows read");
}

fn same(different: &mut Vec<String>, what: &str, found: &str, wanted: &str) {
    if found != wanted {
        different.push(format!("{what}: {found}, the engine says {wanted}"));
    }
}

#[test]
fn hazelcast_strings_and_integers() {
    let engine = engine("hazelcast");
    let check = |key: &Value, field: &dyn Fn(&str) -> String, different: &mut Vec<String>| {
        let hash = HashFn::HazelcastMurmur3.of(key).unwrap().to_string();
        same(different, &format!("{key} hash"), &hash, &field("partition_hash"));
        for (column, count) in [("p271", 271), ("p1009", 1009)] {
            same(different, &format!("{key} of {count}"), &bucket(&engine, key, count), &field(column));
        }
    };
    each_row(include_str!("data/others/hazelcast.csv"), 213, |field, different| {
        check(&text(&field("key_hex")), field, different);
    });
    each_row(include_str!("data/others/hazelcast_numbers.csv"), 34, |field, different| {
        let value = field("value");
        let key = match field("type").as_str() {
            "short" => Value::I16(value.parse().unwrap()),
            "int" => Value::I32(value.parse().unwrap()),
            _ => Value::I64(value.parse().unwrap()),
        };
        check(&key, field, different);
    });
}

#[test]
fn redis_slots_and_hash_tags() {
    let engine = engine("redis-cluster");
    each_row(include_str!("data/others/redis_slots.csv"), 255, |field, different| {
        let bytes = from_hex(&field("key_hex"));
        let hashed = hex(redis::hash_tag(&bytes));
        same(different, "hashed part", &hashed, &field("hashed_part_hex"));
        let key = Value::Bytes(bytes);
        same(different, &field("key_hex"), &bucket(&engine, &key, 16_384), &field("slot"));
    });
}

#[test]
fn redis_ranges_of_new_clusters() {
    let engine = engine("redis-cluster");
    each_row(include_str!("data/others/redis_dealing.csv"), 20, |field, different| {
        let masters = WorkerCount::new(field("masters").parse().unwrap()).unwrap();
        let lists = engine.profile().dealing(masters).deal(n(16_384), masters, &[]).bucket_lists();
        let list = &lists[field("node_index").parse::<usize>().unwrap()];
        let found = format!("{} {} {}", list[0], list[list.len() - 1], list.len());
        let wanted = format!("{} {} {}", field("first_slot"), field("last_slot"), field("count"));
        same(different, &format!("{masters} masters"), &found, &wanted);
    });
}

/// A bucket is never negative here: the shard ids of -2^31, -648 and -48, are told without their sign.
#[test]
fn pekko_shards() {
    let (engine, mut negative) = (engine("pekko"), 0);
    each_row(include_str!("data/others/pekko.csv"), 213, |field, different| {
        let key = text(&field("key_hex"));
        same(different, "hashCode", &HashFn::JavaHashCode.of(&key).unwrap().to_string(), &field("java_hash"));
        for (column, count) in [("shard_1000", 1000), ("shard_100", 100)] {
            let wanted = field(column);
            negative += u32::from(wanted.starts_with('-'));
            let unsigned = wanted.trim_start_matches('-');
            same(different, &format!("{key} of {count}"), &bucket(&engine, &key, count), unsigned);
        }
    });
    assert_eq!(negative, 4, "two ids at two counts");
}

#[test]
fn elasticsearch_routing_and_shards() {
    let engine = engine("elasticsearch");
    each_row(include_str!("data/others/elasticsearch.csv"), 213, |field, different| {
        let key = text(&field("key_hex"));
        let hash = HashFn::ElasticsearchMurmur3.of(&key).unwrap().to_string();
        same(different, "hash", &hash, &field("murmur3_utf16le"));
        for count in [1, 5, 8, 1024] {
            let routing = default_routing_shards(n(count)).to_string();
            same(different, &format!("routing shards of {count}"), &routing, &field(&format!("rns{count}")));
            if count > 1 {
                let wanted = field(&format!("s{count}"));
                same(different, &format!("{key} of {count}"), &bucket(&engine, &key, count), &wanted);
            }
        }
        same(different, "shard of 1", &bucket(&engine, &key, 1), &field("s1"));
    });
}

#[test]
fn pulsar_partitions_and_slots() {
    let with = |subscription, hashing| Engine::Pulsar(PulsarOptions { subscription, hashing });
    let java = with(PulsarSubscription::Failover, PulsarHashing::JavaString);
    let murmur = with(PulsarSubscription::Failover, PulsarHashing::Murmur3);
    let shared = with(PulsarSubscription::KeySharedRing, PulsarHashing::JavaString);
    each_row(include_str!("data/others/pulsar.csv"), 213, |field, different| {
        let key = text(&field("key_hex"));
        for (hash, column) in [(HashFn::JavaHashCode, "java_hash_pos"), (HashFn::PulsarMurmur3, "murmur3_pos")] {
            let positive = hash.of(&key).unwrap() & i32::MAX;
            same(different, column, &positive.to_string(), &field(column));
        }
        for (letter, engine) in [("j", &java), ("m", &murmur)] {
            for count in [1, 7, 12, 128] {
                let column = format!("{letter}_p{count}");
                same(different, &format!("{key} {column}"), &bucket(engine, &key, count), &field(&column));
            }
        }
        same(different, "slot", &bucket(&shared, &key, 65_536), &field("keyshared_slot_65536"));
    });
}

#[test]
fn couchbase_vbuckets() {
    let engine = engine("couchbase");
    each_row(include_str!("data/others/couchbase.csv"), 213, |field, different| {
        let key = text(&field("key_hex"));
        same(different, "15 bits", &HashFn::CouchbaseCrc32.of(&key).unwrap().to_string(), &field("crc_hash15"));
        for (column, count) in [("vb1024", 1024), ("vb128", 128)] {
            same(different, &format!("{key} of {count}"), &bucket(&engine, &key, count), &field(column));
        }
    });
}

#[test]
fn ignite_partitions() {
    let engine = engine("ignite");
    each_row(include_str!("data/others/ignite.csv"), 213, |field, different| {
        let key = text(&field("key_hex"));
        same(different, "hashCode", &HashFn::JavaHashCode.of(&key).unwrap().to_string(), &field("java_hash"));
        for (column, count) in [("p1024", 1024), ("p1000", 1000), ("p512", 512)] {
            same(different, &format!("{key} of {count}"), &bucket(&engine, &key, count), &field(column));
        }
    });
    assert_eq!(engine.profile().hashing().reduction, Reduction::IgniteAffinity);
}

#[test]
fn samza_containers_and_refusals() {
    let (engine, mut refused) = (engine("samza"), 0);
    each_row(include_str!("data/others/samza_dealing.csv"), 32, |field, different| {
        let tasks = n(field("tasks").parse().unwrap());
        let containers = WorkerCount::new(field("containers").parse().unwrap()).unwrap();
        let request = StartRequest { recorded: None, configured: Some(tasks), width: containers, input_pieces: 1 };
        let start = engine.profile().start(&request);
        let wanted = field("task_partitions_or_error");
        let Ok(container) = field("container").parse::<usize>() else {
            refused += 1;
            assert_eq!(start.outcome, Outcome::Refused);
            return same(different, "refusal", &start.message.unwrap(), &wanted);
        };
        let lists = engine.profile().dealing(containers).deal(tasks, containers, &[]).bucket_lists();
        let list = lists[container].iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        same(different, &format!("{tasks} on {containers}, container {container}"), &list, &wanted);
        same(different, "count", &lists[container].len().to_string(), &field("count"));
    });
    assert_eq!(refused, 1);
}

/// A key's shard of a split index is one of those that its shard was split into: what the fine layer is for.
#[test]
fn elasticsearch_splits_cut_shards_and_move_nothing_else() {
    let engine = Engine::Elasticsearch(ElasticsearchOptions { routing_shards: 30, ..ElasticsearchOptions::default() });
    each_row(include_str!("data/others/elasticsearch.csv"), 213, |field, different| {
        let key = text(&field("key_hex"));
        let shard = |count| bucket(&engine, &key, count).parse::<u64>().unwrap();
        for (count, factor) in [(10, 2), (15, 3), (30, 6)] {
            same(different, &format!("{key} of {count}"), &(shard(count) / factor).to_string(), &shard(5).to_string());
        }
    });
}

/// Two hex digits a byte.
fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).expect("a value below 16");
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
