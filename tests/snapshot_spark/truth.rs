//! The real checkpoints, packed and unpacked, against what Spark's own reader says of them.

use crate::checkpoints::{NAMES, archive, unpacked};
use redeal::engine::{Engine, SparkStore, SparkVersion};
use redeal::keys::{LoadUnit, Value};
use redeal::snapshot::spark::{Provider, SparkCheckpoint, Store, Trap, text};
use redeal::unit::BucketCount;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;

#[derive(Deserialize)]
struct Truth {
    provider: String,
    last_batch_in_offsets: u64,
    last_committed_batch: u64,
    state_version: u64,
    shuffle_partitions_of_last_committed_batch: u64,
    partition_directories: u64,
    operator_metadata: OperatorMetadata,
    crc_files: u64,
    per_partition: Vec<PerPartition>,
    #[serde(default)]
    rows_per_partition: Vec<u64>,
    #[serde(default)]
    keys: Vec<(String, u64, u32)>,
    #[serde(default)]
    stores: BTreeMap<String, StoreRows>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OperatorMetadata {
    operator_info: OperatorInfo,
    state_store_info: Vec<StoreInfo>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OperatorInfo {
    operator_id: u64,
    operator_name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoreInfo {
    store_name: String,
    num_partitions: u64,
}

#[derive(Deserialize)]
struct PerPartition {
    files: u64,
    bytes: u64,
    crc_files: u64,
    crc_bytes: u64,
}

#[derive(Deserialize)]
struct StoreRows {
    rows_per_partition: Vec<u64>,
}

fn truth(name: &str) -> Truth {
    let path = archive(name).with_file_name(format!("{name}.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn rows(store: &Store) -> Vec<u64> {
    store.parts.iter().map(|part| part.rows.exact().unwrap()).collect()
}

fn holds(found: &SparkCheckpoint, truth: &Truth) {
    assert_eq!(found.committed_batch, Some(truth.last_committed_batch));
    assert_eq!(found.planned_batch, Some(truth.last_batch_in_offsets));
    assert_eq!(found.state_version, truth.state_version);
    let n = BucketCount::new(truth.shuffle_partitions_of_last_committed_batch).unwrap();
    assert_eq!(found.partitions, Some(n));
    assert_eq!(found.codec.name(), "lz4");
    let class = if found.provider == Provider::HdfsBacked {
        "HDFSBackedStateStoreProvider"
    } else {
        "RocksDBStateStoreProvider"
    };
    assert_eq!(class, truth.provider);

    let [operator] = &found.operators[..] else { panic!("one operator is there") };
    assert_eq!(operator.id, truth.operator_metadata.operator_info.operator_id);
    assert_eq!(operator.name.as_deref(), Some(truth.operator_metadata.operator_info.operator_name.as_str()));
    assert_eq!(operator.partitions, n);
    assert_eq!(operator.folders, truth.partition_directories);
    let recorded = &truth.operator_metadata.state_store_info;
    assert_eq!(operator.recorded_partitions, Some(recorded[0].num_partitions));
    let names: Vec<&str> = operator.stores.iter().map(|store| store.name.as_str()).collect();
    assert_eq!(names, recorded.iter().map(|store| store.store_name.as_str()).collect::<Vec<_>>());

    for (partition, expected) in truth.per_partition.iter().take(n.len()).enumerate() {
        let parts: Vec<_> = operator.stores.iter().map(|store| &store.parts[partition]).collect();
        assert_eq!(parts.iter().map(|part| part.files).sum::<u64>(), expected.files, "files of partition {partition}");
        assert_eq!(parts.iter().map(|part| part.bytes).sum::<u64>(), expected.bytes, "bytes of partition {partition}");
        assert_eq!(parts.iter().map(|part| part.crc_files).sum::<u64>(), expected.crc_files);
        assert_eq!(parts.iter().map(|part| part.crc_bytes).sum::<u64>(), expected.crc_bytes);
    }
    if truth.stores.is_empty() {
        assert_eq!(rows(&operator.stores[0]), truth.rows_per_partition);
    }
    for store in &operator.stores {
        if let Some(expected) = truth.stores.get(&store.name) {
            assert_eq!(rows(store), expected.rows_per_partition, "{}", store.name);
        }
    }
    assert!(truth.crc_files > 0);
}

#[test]
fn archives_are_read_to_what_spark_says() {
    for name in NAMES {
        let found = SparkCheckpoint::open(&archive(name)).unwrap();
        assert_eq!(found.name, name);
        holds(&found, &truth(name));
    }
}

#[test]
fn folders_are_read_as_archives_are() {
    for name in NAMES {
        let folder = unpacked(name);
        let found = SparkCheckpoint::open(&folder.root).unwrap();
        holds(&found, &truth(name));
        assert_eq!(found, SparkCheckpoint::open(&archive(name)).unwrap());
        // A folder with the checkpoint in it is taken as well.
        assert_eq!(found, SparkCheckpoint::open(folder.root.parent().unwrap()).unwrap());
    }
}

#[test]
fn rows_lie_where_the_key_hashes_to() {
    for name in ["agg-hdfs-8", "agg-rockscl-8", "agg-rocksdb-repartitioned-8-16-3"] {
        let (found, truth) = (SparkCheckpoint::open(&archive(name)).unwrap(), truth(name));
        let observed = found.observation(0, "default").unwrap();
        let rule = observed.engine.profile().hashing();
        let mut hashed = vec![0; observed.buckets.len()];
        for (key, _, partition) in &truth.keys {
            let bucket = rule.bucket(&Value::Text(key.clone()), observed.buckets).unwrap();
            assert_eq!(bucket.0, *partition, "{key}");
            hashed[bucket.index()] += 1;
        }
        assert_eq!(observed.counted.load, hashed, "{name}");
        assert_eq!(observed.counted.keys.as_ref(), Some(&hashed));
    }
}

#[test]
fn an_observation_says_what_a_load_reads() {
    let found = SparkCheckpoint::open(&archive("agg-hdfs-8")).unwrap();
    let observed = found.observation(0, "default").unwrap();
    assert_eq!(observed.name, "operator 0 (stateStoreSave), store default of agg-hdfs-8");
    assert_eq!((observed.workers, &observed.owners, observed.counted.unit), (None, &None, LoadUnit::Rows));
    assert!(observed.cautions.is_empty(), "{:?}", observed.cautions);
    // No snapshot yet: all four deltas are read, and they are all there is but the schema under partition 0.
    let all: Vec<u64> = truth("agg-hdfs-8").per_partition.iter().map(|part| part.bytes).collect();
    assert_eq!(observed.counted.state_bytes.as_ref().unwrap()[1..], all[1..]);
    let Engine::Spark(options) = observed.engine else { panic!("another engine") };
    assert_eq!((options.store, options.stores, options.version), (SparkStore::HdfsBacked, 1, SparkVersion::V4_0));

    // Version 8 of partition 1: 8.zip of 3917 bytes names two SST files of 1815 and 3670 bytes.
    let found = SparkCheckpoint::open(&archive("agg-rocksdb-repartitioned-8-16-3")).unwrap();
    let observed = found.observation(0, "default").unwrap();
    assert_eq!(observed.counted.state_bytes.as_ref().unwrap()[1], 3917 + 1815 + 3670);
    assert_eq!(found.operators[0].stores[0].parts[1].load_files, 3);
    let Engine::Spark(options) = observed.engine else { panic!("another engine") };
    assert_eq!((options.store, options.stores, options.version), (SparkStore::RocksDb, 1, SparkVersion::V4_2));

    let found = SparkCheckpoint::open(&archive("join-hdfs-8")).unwrap();
    let observed = found.observation(0, "right-keyWithIndexToValue").unwrap();
    assert_eq!(observed.counted.load.iter().sum::<u64>(), 200);
    assert_eq!(observed.counted.keys, None, "rows of a join's store are no keys");
    let told = found.observation(0, "default").unwrap_err().to_string();
    assert!(told.contains("it has left-keyToNumValues, left-keyWithIndexToValue, right-"), "{told}");
    let told = found.observation(3, "default").unwrap_err().to_string();
    assert_eq!(told, "no stateful operator 3: there are 0");
}

#[test]
fn folders_and_records_of_an_earlier_count_are_told_and_not_taken() {
    let found = SparkCheckpoint::open(&archive("agg-rocksdb-repartitioned-8-16-3")).unwrap();
    let left: Vec<u32> = (3..16).collect();
    assert_eq!(
        found.traps,
        [
            Trap::Leftovers { operator: 0, partitions: left, count: 3 },
            Trap::OldRecord { operator: 0, recorded: 8, count: 3 },
        ]
    );
    assert!(found.traps[0].sentence().contains("partitions 3–15 were left behind when the count became 3"));
    for name in ["agg-hdfs-8", "agg-rockscl-8", "join-hdfs-8"] {
        assert_eq!(SparkCheckpoint::open(&archive(name)).unwrap().traps, []);
    }
}

#[test]
fn a_checkpoint_is_told_in_words_and_as_data() {
    let found = SparkCheckpoint::open(&archive("agg-rockscl-8")).unwrap();
    let words = text(&found);
    assert!(words.contains("last committed batch: 3 (state version 4)"), "{words}");
    assert!(words.contains("state store: RocksDB with changelog, packed with lz4"), "{words}");
    assert!(words.contains("partition 7: 46 rows, 4 files, "), "{words}");
    let data = serde_json::to_value(found.summary()).unwrap();
    assert_eq!(data["partitions"], 8);
    assert_eq!(data["provider"], "rocks_db_changelog");
    let part = &data["operators"][0]["stores"][0]["partitions"][0];
    assert_eq!((&part["partition"], &part["rows"], &part["files"]), (&0.into(), &55.into(), &5.into()));
    assert_eq!(part["known"], "exact");
}
