//! Defaults, refusals, warnings and costs of the engines, against what they printed and against public reports.

#[path = "support/flink_by.rs"]
mod flink_by;
#[path = "support/starts.rs"]
mod starts;

use flink_by::flink;
use redeal::engine::{
    Accuracy, CustomOptions, Engine, FlinkOptions, FlinkScheduler, FlinkSnapshot, FlinkVersion, KafkaStreamsOptions,
    MapReduceOptions, Outcome, RisingWaveOptions, RisingWaveParallelism, SnapshotCost, SnapshotInput, SparkOptions,
    SparkStore, SparkVersion, offset_metadata_bytes,
};
use redeal::hash::HashFn;
use redeal::keys::{KeyType, Value};
use redeal::unit::{BucketCount, WorkerCount};
use starts::{buckets, start, workers};

/// A snapshot of `user-1` to `user-n` with 8 bytes of value each.
fn snapshot(engine: &Engine, n: u64, m: u64, p: u64) -> SnapshotCost {
    let profile = engine.profile();
    let m = buckets(m);
    let keys = || (1..=n).map(|k| Value::Text(format!("user-{k}")));
    let mut used = vec![false; m.len()];
    for key in keys() {
        used[profile.hashing().bucket(&key, m).unwrap().index()] = true;
    }
    profile.snapshot(&SnapshotInput {
        buckets: m,
        workers: workers(p),
        owners: u32::try_from(p).unwrap().min(m.get()),
        occupied: u32::try_from(used.iter().filter(|used| **used).count()).unwrap(),
        keys: n,
        key_bytes: keys().map(|key| profile.serialized_key_bytes(&key)).sum(),
        value_bytes: 8 * n,
    })
}

fn figure(cost: &SnapshotCost, label: &str) -> u64 {
    let line = cost.detail.iter().find(|line| line.label == label).unwrap_or_else(|| panic!("no line {label}"));
    assert!(line.value >= 0.0 && line.value.fract() == 0.0, "{label} is whole");
    format!("{:.0}", line.value).parse().unwrap()
}

#[test]
fn flinks_default_is_what_its_class_computes() {
    let mut rows = 0;
    for line in include_str!("data/flink/default_max_parallelism.csv").lines().skip(1) {
        let (parallelism, expected) = line.split_once(',').unwrap();
        let parallelism = workers(parallelism.parse().unwrap());
        let engine = flink(FlinkScheduler::Default);
        assert_eq!(engine.profile().default_buckets(parallelism, 1), expected.parse().ok(), "{parallelism}");
        let begun = start(&engine, None, None, parallelism.get().into());
        assert_eq!((begun.buckets.get().to_string().as_str(), begun.outcome), (expected, Outcome::Runs));
        rows += 1;
    }
    assert_eq!(rows, 219);
}

/// Public case C28 (FLINK-13707, FLINK-33940): the edges of the derived default.
#[test]
fn the_derived_default_at_its_edges() {
    let edges = [1, 85, 86, 100, 128, 129, 500, 21_846, 32_768];
    let expected = [128, 128, 256, 256, 256, 256, 1024, 32_768, 32_768];
    let engine = flink(FlinkScheduler::Default);
    assert_eq!(edges.map(|p| engine.profile().default_buckets(workers(p), 1).unwrap()), expected);
}

/// Public case C01 (FLINK-21695): at 170 subtasks the derived default gives 86 of them twice the key groups.
#[test]
fn the_derived_default_can_double_the_work_of_half_the_subtasks() {
    let engine = flink(FlinkScheduler::Default);
    let begun = start(&engine, None, None, 170);
    assert_eq!(begun.buckets, buckets(256));
    let sizes = engine.profile().dealing(begun.workers).deal(begun.buckets, begun.workers, &[]).bucket_counts();
    assert_eq!([1, 2].map(|size| sizes.iter().filter(|s| **s == size).count()), [84, 86]);
    assert!((2.0 / (256.0 / 170.0) - 1.3281_f64).abs() < 1e-4);
}

/// Public case C16 (FLINK-6682): above the recorded count nothing starts, and the text names both numbers.
#[test]
fn a_restore_above_the_recorded_count_is_refused() {
    let engine = flink(FlinkScheduler::Default);
    let refused = start(&engine, Some(1), None, 2);
    assert_eq!(refused.outcome, Outcome::Refused);
    let text = refused.message.unwrap();
    assert!(text.contains("The maximum parallelism (1) of the restored state"), "{text}");
    assert!(text.contains("the configured parallelism (2)"), "{text}");
    assert_eq!(start(&engine, Some(1), None, 1).outcome, Outcome::Runs);
}

/// Public case C17 (FLINK-21844): reactive mode with more slots than the savepoint has key groups.
#[test]
fn reactive_mode_leaves_slots_past_the_recorded_count_empty() {
    for (slots, width) in [(130, 4), (0, 130)] {
        let capped = start(&flink(FlinkScheduler::Reactive { slots }), Some(128), None, width);
        assert_eq!((capped.message, capped.notes.len()), (None, 1), "Flink has no text for it");
        assert_eq!((capped.outcome, capped.workers.get(), 130 - capped.workers.get()), (Outcome::Capped, 128, 2));
    }
}

/// Public case C20 (FLINK-40113): between 128 and 256 groups half the keys change theirs.
#[test]
fn half_the_keys_change_group_between_128_and_256() {
    let rule = flink(FlinkScheduler::Default).profile().hashing();
    let moved = (0..10_000)
        .map(|k| Value::Text(format!("user-{k}")))
        .filter(|key| rule.bucket(key, buckets(128)).unwrap() != rule.bucket(key, buckets(256)).unwrap());
    assert_eq!(moved.count(), 4996);
}

/// Public cases C07 (FLINK-26575) and C08 (FLINK-36343): offsets in full handles, none in incremental ones.
#[test]
fn full_handles_hold_an_offset_a_key_group_and_incremental_ones_none() {
    let full = |m, p| offset_metadata_bytes(buckets(m), workers(p), FlinkSnapshot::HashmapCheckpoint);
    assert_eq!(full(32_768, 4), 262_180);
    assert_eq!(full(720, 20), 5_940);
    let deal = flink(FlinkScheduler::Default).profile().dealing(workers(4)).deal(buckets(32_768), workers(4), &[]);
    let second = &deal.bucket_lists()[1];
    assert_eq!((second.first(), second.last(), second.len()), (Some(&8192), Some(&16_383), 8192));

    let incremental = |m, p| offset_metadata_bytes(buckets(m), workers(p), FlinkSnapshot::RocksdbIncremental);
    assert_eq!(incremental(128, 20), incremental(32_768, 20));
    let rocksdb =
        Engine::Flink(FlinkOptions { snapshot: FlinkSnapshot::RocksdbIncremental, ..FlinkOptions::default() });
    assert_eq!(
        snapshot(&rocksdb, 20_000, 128, 20).metadata_bytes,
        snapshot(&rocksdb, 20_000, 32_768, 20).metadata_bytes
    );
}

/// A checkpoint of 128 key groups at 40 subtasks by the format's arithmetic: 82 + 604 + 40 · 115 + 128 · 8.
#[test]
fn metadata_of_the_example_everybody_knows() {
    let cost = snapshot(&flink(FlinkScheduler::Default), 20_000, 128, 40);
    assert_eq!((cost.metadata_bytes, cost.files, cost.ranges), (6310, 41, 40));
    assert_eq!((cost.accuracy, cost.buckets_per_worker.to_string().as_str()), (Accuracy::Exact, "3.2"));
    assert_eq!(cost.bytes_of_buckets, 18 * 128);
    let later = FlinkOptions { version: FlinkVersion::V2_3, ..FlinkOptions::default() };
    assert_eq!(snapshot(&Engine::Flink(later), 20_000, 128, 40).metadata_bytes, 6352);
}

/// Public case C33 (SPARK-24744), with the texts that 4.0.1 and 4.2.1 printed.
#[test]
fn spark_ignores_another_count_with_a_warning() {
    let engine = |version| Engine::Spark(SparkOptions { version, ..SparkOptions::default() });
    let kept = start(&engine(SparkVersion::V4_0), Some(200), Some(100), 8);
    assert_eq!((kept.buckets, kept.outcome), (buckets(200), Outcome::Runs));
    assert!(kept.message.is_some());
    let text = |version| start(&engine(version), Some(8), Some(16), 2).message.unwrap();
    assert_eq!(
        text(SparkVersion::V4_0),
        "Updating the value of conf 'spark.sql.shuffle.partitions' in current session from '16' to '8'."
    );
    assert_eq!(
        text(SparkVersion::V4_2),
        "Updating the value of conf 'spark.sql.streaming.internal.stateStore.partitions' in current session from '16' to '8'."
    );
    assert_eq!(start(&engine(SparkVersion::V4_2), Some(8), None, 2).message, None);
    assert_eq!(start(&engine(SparkVersion::V4_0), Some(4), None, 8).outcome, Outcome::Idle);
}

/// Public case C34 (SPARK-30294): files of a batch with 200 and 20 state partitions.
#[test]
fn spark_writes_a_delta_and_a_checksum_for_each_partition_and_batch() {
    let engine = Engine::Spark(SparkOptions::default());
    for (n, before, after) in [(200, 800, 400), (20, 80, 40)] {
        let cost = snapshot(&engine, 1000, n, 4);
        assert_eq!(figure(&cost, "the same before SPARK-30294, temporary files counted"), before);
        assert_eq!(figure(&cost, "state files with their .crc"), after);
        assert_eq!(cost.files, n);
    }
    assert_eq!(figure(&snapshot(&engine, 1000, 200, 4), "files created a day at one batch in 10 s"), 3_456_000);
    let join = Engine::Spark(SparkOptions { stores: 4, ..SparkOptions::default() });
    // 2000 partitions with 4 stores each take 580 + 27 · 8000 ms a batch: a day has room for 398.9 of them, not for 8640.
    let slow = snapshot(&join, 1000, 2000, 4);
    let label = |text: &str| slow.detail.iter().any(|line| line.label == text);
    assert!(!label("files created a day at one batch in 10 s"));
    assert_eq!(figure(&slow, "files created a day, one batch after the other"), 6_382_861);
    assert_eq!(snapshot(&join, 1000, 8, 4).files, 32);
    // 580 ms and 27 for each of 8 · 1 and 8 · 4 stores.
    let time = |cost: &SnapshotCost| figure(cost, "time of a warm batch");
    assert_eq!([time(&snapshot(&engine, 1000, 8, 4)), time(&snapshot(&join, 1000, 8, 4))], [796, 1444]);
    // 58.6 bytes a store, whether or not it has rows.
    let before_rows = "bytes that the stores' files have before any row";
    assert_eq!([0, 1000].map(|keys| figure(&snapshot(&join, keys, 8, 4), before_rows)), [1875, 1875]);
    let rocksdb = Engine::Spark(SparkOptions { store: SparkStore::RocksDb, ..SparkOptions::default() });
    assert_eq!(snapshot(&rocksdb, 1, 8, 4).files, 9);
    // 1000 partitions, 500 rows: 1000 files and 59 KB were measured.
    let sparse = snapshot(&engine, 500, 1000, 2);
    assert!(sparse.files == 1000 && (50_000..=68_000).contains(&sparse.data_bytes), "{sparse:?}");
}

/// Public case C47: any difference is refused, up or down.
#[test]
fn kafka_streams_refuses_any_other_partition_count() {
    let engine = Engine::KafkaStreams(KafkaStreamsOptions::default());
    for (expected, actual, ok) in [(2, 6, false), (3, 1, false), (4, 4, true)] {
        let begun = start(&engine, Some(actual), Some(expected), 1);
        assert_eq!(begun.outcome == Outcome::Runs, ok);
        let named = format!("expected: {expected}; actual: {actual}.");
        assert_eq!(begun.message.is_some_and(|text| text.contains(&named)), !ok);
    }
}

/// The texts that Kafka 4.0's `InternalTopicManager` printed for 8 → 12 and 12 → 8 partitions.
#[test]
fn kafka_streams_refuses_in_its_own_words() {
    let engine = Engine::KafkaStreams(KafkaStreamsOptions::default());
    let up = "Existing internal topic app-store-changelog has invalid partitions: expected: 12; actual: 8. Use \
              'org.apache.kafka.tools.StreamsResetter' tool to clean up invalid topics before processing.";
    let down = "Existing internal topic app-store-changelog has invalid partitions: expected: 8; actual: 12. Use \
                'org.apache.kafka.tools.StreamsResetter' tool to clean up invalid topics before processing.";
    assert_eq!(start(&engine, Some(8), Some(12), 4).message.as_deref(), Some(up));
    assert_eq!(start(&engine, Some(12), Some(8), 4).message.as_deref(), Some(down));
}

/// A run of 4 tasks on 6 instances of one thread: 1, 1, 1, 1, 0, 0.
#[test]
fn kafka_streams_lets_surplus_threads_idle() {
    let engine = Engine::KafkaStreams(KafkaStreamsOptions::default());
    let begun = start(&engine, Some(4), None, 6);
    assert_eq!((begun.outcome, begun.workers), (Outcome::Idle, workers(6)));
    let deal = engine.profile().dealing(begun.workers).deal(begun.buckets, begun.workers, &[]);
    assert_eq!(deal.bucket_counts(), [1, 1, 1, 1, 0, 0]);
    assert_eq!(start(&engine, None, None, 6).buckets, buckets(64), "one task for each input partition");
}

/// A checkpoint file of Kafka 4.0 with one store and seven digits of offset has 4 + 30 bytes.
#[test]
fn kafka_streams_checkpoint_file_and_stores() {
    let engine = Engine::KafkaStreams(KafkaStreamsOptions::default());
    let input = SnapshotInput {
        buckets: BucketCount::ONE,
        workers: WorkerCount::ONE,
        owners: 1,
        occupied: 1,
        keys: 1_234_567,
        key_bytes: 0,
        value_bytes: 0,
    };
    let one = engine.profile().snapshot(&input);
    assert_eq!((one.metadata_bytes, one.data_bytes, one.files), (34, 20_429, 9));
    let many = snapshot(&engine, 1000, 512, 4);
    assert_eq!(figure(&many, "changelog partitions"), 512);
    assert_eq!(figure(&many, "changelog replicas on the brokers"), 1536);
    assert_eq!(figure(&many, "file descriptors of all stores"), 3584);
    assert_eq!(figure(&snapshot(&engine, 1000, 100, 4), "subscription that names every task"), 1850);
}

/// An instance holds a task's state once, so copies that find no further instance are left out: of two standbys none on one
/// instance, one on two. The assignor, held against Kafka 4.0 elsewhere, places as many.
#[test]
fn standbys_without_an_instance_cost_nothing() {
    let per_task = |threads_per_instance, standbys| {
        let options = KafkaStreamsOptions { threads_per_instance, standbys, ..KafkaStreamsOptions::default() };
        figure(&snapshot(&Engine::KafkaStreams(options), 1000, 12, 4), "file descriptors of all stores") / (12 * 7)
    };
    for (threads, standbys, copies) in [(4, 0, 1), (4, 2, 1), (2, 2, 2), (3, 1, 2), (1, 2, 3), (1, 9, 4)] {
        assert_eq!(per_task(threads, standbys), copies, "{standbys} standbys, {threads} threads an instance");
        let mut instances = vec![threads; 4 / usize::try_from(threads).unwrap()];
        instances.extend((4 % threads > 0).then_some(4 % threads));
        let placed = redeal::deal::kafka_streams::place_stateful(buckets(12), &instances, standbys);
        let held: usize = placed.iter().map(|instance| instance.active().len() + instance.standby().len()).sum();
        assert_eq!(held as u64, 12 * copies);
    }
}

/// Public case C52 (`RisingWave` PR #18006, #15941): adaptive width is cut to the vnodes.
#[test]
fn risingwave_refuses_an_explicit_width_and_caps_an_adaptive_one() {
    let engine = |parallelism| Engine::RisingWave(RisingWaveOptions { parallelism, ..RisingWaveOptions::default() });
    let adaptive = engine(RisingWaveParallelism::Adaptive);
    for requested in [300, 8888, 256] {
        assert_eq!(start(&adaptive, None, None, requested).workers.get(), 256);
    }
    let capped = start(&adaptive, Some(256), None, 300);
    assert_eq!(capped.outcome, Outcome::Capped);
    let warning = "streaming job parallelism was capped by vnode count or max parallelism";
    assert_eq!(capped.message.as_deref(), Some(warning));
    let refused = start(&engine(RisingWaveParallelism::Explicit), Some(4), None, 6);
    let text = "specified parallelism 6 should not exceed max parallelism 4";
    assert_eq!((refused.outcome, refused.message.as_deref()), (Outcome::Refused, Some(text)));
    let kept = start(&adaptive, Some(256), Some(512), 8);
    assert_eq!((kept.buckets, kept.outcome, kept.message, kept.notes.len()), (buckets(256), Outcome::Runs, None, 1));
    // Capped and asked for another count: the engine's warning and our sentence, neither in place of the other.
    let both = start(&adaptive, Some(256), Some(512), 300);
    assert_eq!((both.outcome, both.message.as_deref()), (Outcome::Capped, Some(warning)));
    assert!(both.notes.len() == 1 && both.notes[0].contains("streaming_max_parallelism = 512"), "{both:?}");
    let both = start(&engine(RisingWaveParallelism::Explicit), Some(4), Some(8), 6);
    assert_eq!((both.message.as_deref(), both.notes.len()), (Some(text), 1));
    assert_eq!(figure(&snapshot(&adaptive, 10, 256, 4), "iterators of each table scan"), 256);
}

#[test]
fn mapreduce_keeps_nothing_and_takes_any_count() {
    let engine = Engine::MapReduce(MapReduceOptions { maps: 50 });
    let run = start(&engine, Some(4), Some(20), 8);
    assert_eq!((run.buckets, run.outcome, run.message), (buckets(20), Outcome::Runs, None));
    assert_eq!(start(&engine, Some(4), None, 8).outcome, Outcome::Idle);
    let cost = snapshot(&engine, 10, 20, 8);
    assert_eq!((cost.metadata_bytes, cost.data_bytes, cost.files), (0, 0, 0));
    assert_eq!(figure(&cost, "fetches of all map outputs"), 1000);
}

#[test]
fn every_engine_names_its_sources_and_hashes_the_key_types_it_lists() {
    let ids = [
        "flink",
        "flink-sql",
        "spark",
        "kafka-streams",
        "risingwave",
        "mapreduce",
        "samza",
        "hazelcast",
        "redis-cluster",
        "pekko",
        "elasticsearch",
        "pulsar",
        "couchbase",
        "ignite",
        "custom",
    ];
    assert_eq!(Engine::all().iter().map(|engine| engine.facts().id).collect::<Vec<_>>(), ids);
    let hashes = [
        HashFn::JavaHashCode,
        HashFn::FlinkMurmur,
        HashFn::FlinkSqlRow,
        HashFn::SparkMurmur3,
        HashFn::KafkaMurmur2,
        HashFn::RisingWaveCrc32,
        HashFn::HadoopWritable,
        HashFn::Crc32,
        HashFn::HazelcastMurmur3,
        HashFn::RedisCrc16,
        HashFn::CouchbaseCrc32,
        HashFn::ElasticsearchMurmur3,
        HashFn::PulsarMurmur3,
    ];
    let custom = hashes.map(|hash| Engine::Custom(CustomOptions { hash, ..CustomOptions::default() }));
    for engine in Engine::all().into_iter().chain(custom) {
        let (facts, profile) = (engine.facts(), engine.profile());
        assert!(!facts.sources.is_empty(), "{}", facts.id);
        assert_eq!(profile.check(), Ok(()), "{}", facts.id);
        // An engine may take fewer types than its hash: Pekko's ids are strings.
        let takes_all = profile.key_types() == profile.hashing().hash.key_types();
        for (name, text) in KEYS {
            let key_type = KeyType::named(name).unwrap();
            let key = key_type.parse(text).unwrap();
            let (accepted, listed) = (profile.hashing().hash(&key).is_ok(), key_type.is_among(profile.key_types()));
            assert!(accepted || !listed, "{engine:?} {name}");
            assert!(listed || !accepted || !takes_all, "{engine:?} {name}");
            assert!(!listed || profile.serialized_key_bytes(&key) > 0, "{} {name}", facts.id);
        }
    }
}

/// A key of each type.
const KEYS: [(&str, &str); 21] = [
    ("string", "42"),
    ("i64", "42"),
    ("i32", "42"),
    ("i16", "42"),
    ("i8", "42"),
    ("bytes", "42"),
    ("bool", "true"),
    ("char", "a"),
    ("f32", "42"),
    ("f64", "42"),
    ("date", "2026-11-30"),
    ("timestamp", "2026-11-30T09:30:00Z"),
    ("sql-timestamp", "2026-11-30T09:30:00Z"),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
    ("big-integer", "42"),
    ("big-decimal", "42"),
    ("decimal(10,2)", "42"),
    ("decimal(30,2)", "42"),
    ("string,i64", "a,42"),
    ("tuple(string,i64)", "a,42"),
    ("list(string)", "a,b"),
];
