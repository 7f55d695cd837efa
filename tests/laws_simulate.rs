//! Laws of the simulation: nothing is lost, every road gives the same numbers, a key's bucket depends on nothing but key and count.

use proptest::prelude::*;
use redeal::deal::DealingRule;
use redeal::engine::{
    ChangeOfCount, CouchbaseOptions, CustomOptions, ElasticsearchOptions, Engine, FlinkOptions, FlinkScheduler,
    FlinkSnapshot, FlinkSqlOptions, FlinkVersion, HazelcastOptions, IgniteOptions, KafkaStreamsOptions,
    MapReduceOptions, Outcome, PastCeiling, PekkoOptions, PulsarHashing, PulsarOptions, PulsarSubscription,
    RedisClusterOptions, RisingWaveDeal, RisingWaveOptions, RisingWaveParallelism, SamzaOptions, SparkOptions,
    SparkStore, SparkVersion,
};
use redeal::hash::{HashFn, HashingRule, Reduction};
use redeal::keys::{Generated, KeySource, KeyType, ListedKey, LoadLaw};
use redeal::simulate::{BucketChoice, Job, RestartChoice, Start, StateSize, Unwatched, populate, simulate};
use redeal::unit::{BucketCount, WorkerCount};
use std::collections::BTreeSet;
use std::sync::Arc;

fn laws() -> impl Strategy<Value = LoadLaw> {
    prop_oneof![
        (0.0_f64..3.0, 1_u64..100_000).prop_map(|(exponent, top)| LoadLaw::Zipf { exponent, top }),
        (1_u64..1000).prop_map(|each| LoadLaw::Uniform { each }),
        (1_u64..5, 0.01_f64..0.9).prop_map(|(count, share)| LoadLaw::HotKeys { count, share, each: 10 }),
        (0.0_f64..8.0, 0.0_f64..2.0).prop_map(|(mu, sigma)| LoadLaw::LogNormal { mu, sigma }),
    ]
}

fn flink_options() -> impl Strategy<Value = FlinkOptions> {
    let scheduler = prop_oneof![
        Just(FlinkScheduler::Default),
        (1_u32..900).prop_map(|slots| FlinkScheduler::Adaptive { slots }),
        (0_u32..900).prop_map(|slots| FlinkScheduler::Reactive { slots }),
    ];
    let snapshot = prop::sample::select(vec![
        FlinkSnapshot::HashmapCheckpoint,
        FlinkSnapshot::HashmapNativeSavepoint,
        FlinkSnapshot::CanonicalSavepoint,
        FlinkSnapshot::RocksdbIncremental,
    ]);
    let version = prop::sample::select(vec![FlinkVersion::V1_20, FlinkVersion::V2_3]);
    (scheduler, snapshot, version, 1_u32..6).prop_map(|(scheduler, snapshot, version, states)| FlinkOptions {
        scheduler,
        snapshot,
        version,
        states,
        ..FlinkOptions::default()
    })
}

fn spark_options() -> impl Strategy<Value = SparkOptions> {
    let store = prop::sample::select(vec![SparkStore::HdfsBacked, SparkStore::RocksDb, SparkStore::RocksDbChangelog]);
    let version = prop::sample::select(vec![SparkVersion::V4_0, SparkVersion::V4_2]);
    (store, 1_u32..6, version).prop_map(|(store, stores, version)| SparkOptions { store, stores, version })
}

fn kafka_options() -> impl Strategy<Value = KafkaStreamsOptions> {
    (1_u32..40, 1_u32..4, 0_u32..5, 1_u32..5).prop_map(|(threads_per_instance, stores, standbys, replication)| {
        KafkaStreamsOptions { threads_per_instance, stores, standbys, replication, ..KafkaStreamsOptions::default() }
    })
}

fn risingwave_options() -> impl Strategy<Value = RisingWaveOptions> {
    let parallelism = prop::sample::select(vec![RisingWaveParallelism::Explicit, RisingWaveParallelism::Adaptive]);
    let deal = prop_oneof![
        (prop::collection::vec(1_u32..40, 0..9), any::<u32>())
            .prop_map(|(nodes, job)| RisingWaveDeal::Scheduled { nodes, job }),
        Just(RisingWaveDeal::Uniform),
    ];
    (parallelism, deal).prop_map(|(parallelism, deal)| RisingWaveOptions { parallelism, deal })
}

fn dealing_rules() -> impl Strategy<Value = DealingRule> {
    prop_oneof![
        Just(DealingRule::Contiguous),
        Just(DealingRule::ContiguousFirstLarger),
        Just(DealingRule::Modulo),
        Just(DealingRule::ListScheduling),
        Just(DealingRule::LeastLoaded),
        Just(DealingRule::SortedAsText),
        Just(DealingRule::FloatRanges),
        Just(DealingRule::FewestMoves),
        Just(DealingRule::Drawn),
        Just(DealingRule::Halving),
        (1_u32..150).prop_map(|points| DealingRule::HashRing { points }),
        prop::collection::vec(0_u32..200, 0..9).prop_map(|threads| DealingRule::KafkaHighAvailability { threads }),
        (prop::collection::vec(0_u32..40, 0..9), any::<u32>())
            .prop_map(|(weights, job)| DealingRule::RisingWaveWeighted { weights, job }),
    ]
}

fn custom_options() -> impl Strategy<Value = CustomOptions> {
    let past = prop::sample::select(vec![PastCeiling::Refuse, PastCeiling::Cap, PastCeiling::Idle]);
    let change = prop::sample::select(vec![ChangeOfCount::Refuse, ChangeOfCount::Ignore, ChangeOfCount::Adopt]);
    (rules(), dealing_rules(), past, change, (0_u64..99, 0_u64..99, 0_u32..3)).prop_map(
        |(rule, deal, past_ceiling, change_of_count, (metadata, data, files))| CustomOptions {
            hash: rule.hash,
            reduction: rule.reduction,
            deal,
            past_ceiling,
            change_of_count,
            metadata_bytes_per_bucket: metadata,
            data_bytes_per_bucket: data,
            files_per_bucket: files,
            ..CustomOptions::default()
        },
    )
}

/// Samza, Pekko, Pulsar and the stores.
fn stores() -> impl Strategy<Value = Engine> {
    let subscription = prop::sample::select(vec![
        PulsarSubscription::Failover,
        PulsarSubscription::KeySharedRing,
        PulsarSubscription::KeySharedSplit,
    ]);
    let hashing = prop::sample::select(vec![PulsarHashing::JavaString, PulsarHashing::Murmur3]);
    prop_oneof![
        (1_u32..9).prop_map(|stores| Engine::Samza(SamzaOptions { stores })),
        (0_u32..7).prop_map(|backups| Engine::Hazelcast(HazelcastOptions { backups })),
        (0_u32..4).prop_map(|replicas| Engine::RedisCluster(RedisClusterOptions { replicas })),
        (1_u32..100).prop_map(|round_percent| Engine::Pekko(PekkoOptions { round_percent })),
        (prop::sample::select(vec![0_u32, 30, 640, 720]), 0_u32..4).prop_map(|(routing_shards, replicas)| {
            Engine::Elasticsearch(ElasticsearchOptions { routing_shards, replicas })
        }),
        (subscription, hashing)
            .prop_map(|(subscription, hashing)| Engine::Pulsar(PulsarOptions { subscription, hashing })),
        (0_u32..4).prop_map(|replicas| Engine::Couchbase(CouchbaseOptions { replicas })),
        (0_u32..4).prop_map(|backups| Engine::Ignite(IgniteOptions { backups })),
    ]
}

/// The count nearest to one that an engine takes.
fn taken(engine: &Engine, count: u64) -> BucketCount {
    let facts = engine.facts();
    let most = facts.max_buckets.unwrap_or(BucketCount::MAX.get());
    BucketCount::new(count.clamp(facts.min_buckets.into(), most.into())).unwrap()
}

/// The keys as text where the engine hashes no other type of them.
fn hashed_by(types: &[KeyType], keys: Generated) -> Generated {
    let key_type = if keys.key_type.is_among(types) { keys.key_type } else { KeyType::String };
    Generated { key_type, ..keys }
}

/// Every engine with any options.
fn engines() -> impl Strategy<Value = Engine> {
    prop_oneof![
        flink_options().prop_map(Engine::Flink),
        flink_options().prop_map(|options| Engine::FlinkSql(FlinkSqlOptions(options))),
        spark_options().prop_map(Engine::Spark),
        kafka_options().prop_map(Engine::KafkaStreams),
        risingwave_options().prop_map(Engine::RisingWave),
        (0_u32..9).prop_map(|maps| Engine::MapReduce(MapReduceOptions { maps })),
        stores(),
        stores(),
        custom_options().prop_map(Engine::Custom),
    ]
}

/// What a program may set at a restart.
fn restarts() -> impl Strategy<Value = RestartChoice> {
    prop_oneof![
        3 => Just(RestartChoice::Keep),
        1 => Just(RestartChoice::Unset),
        1 => (2_u64..700).prop_map(|n| RestartChoice::Set(BucketCount::new(n).unwrap())),
    ]
}

/// Fields that may be null; a float that is no number is written as null as well.
const MAY_BE_NULL: [&str; 9] = [
    "message",
    "movement",
    "best_relabelled_fraction",
    "next_useful_width",
    "better_width",
    "cause",
    // Where the engine's snapshots are not modelled.
    "metadata_bytes",
    "files",
    "ranges",
];

/// Names of the fields that hold a null or, inside a list, are one.
fn nulls<'a>(value: &'a serde_json::Value, name: &'a str, found: &mut BTreeSet<&'a str>) {
    match value {
        serde_json::Value::Null => {
            found.insert(name);
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| nulls(value, name, found)),
        serde_json::Value::Object(fields) => fields.iter().for_each(|(name, value)| nulls(value, name, found)),
        _ => {}
    }
}

prop_compose! {
    fn populations()(
        count in 6_u64..60_000,
        first in prop_oneof![Just(0_u64), Just(1), 9_990_u64..10_010, 1_u64..3_000_000, (1_u64 << 32)..1 << 40],
        prefix in "[a-zé]{0,9}",
        suffix in "[-a-zü]{0,5}",
        key_type in prop::sample::select(vec![KeyType::String, KeyType::I64, KeyType::I32]),
        load in laws(),
        shuffled in any::<bool>(),
    ) -> Generated {
        // Numbers beyond 32 bits belong to types that hold them.
        let key_type = if first > 1 << 31 && key_type == KeyType::I32 { KeyType::I64 } else { key_type };
        Generated { count, first, pattern: format!("{prefix}{{}}{suffix}"), key_type, load, shuffled }
    }
}

fn rules() -> impl Strategy<Value = HashingRule> {
    let hash = prop::sample::select(vec![
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
    ]);
    let reduction = prop::sample::select(vec![
        Reduction::AbsMod,
        Reduction::MaskMod,
        Reduction::FloorMod,
        Reduction::UnsignedMod,
        Reduction::FullAbsMod,
        Reduction::IgniteAffinity,
        Reduction::RoutingShards { shards: 0 },
        Reduction::RoutingShards { shards: 720 },
    ]);
    (hash, reduction).prop_map(|(hash, reduction)| HashingRule { hash, reduction })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The blocks of a generated population put every key where the key-by-key rule, checked against the engines, puts it.
    #[test]
    fn generated_keys_land_where_listed_keys_do(
        keys in populations(), rule in rules(), n in 1_u64..40_000, seed in any::<u64>(),
    ) {
        let buckets = BucketCount::new(n).unwrap();
        let keys = hashed_by(rule.hash.key_types(), keys);
        let fast = populate(&KeySource::Generated(keys.clone()), rule, buckets, seed, &Unwatched).unwrap();
        let (mut per_bucket, mut total) = (vec![0_u64; buckets.len()], 0);
        for number in keys.first..keys.first + keys.count {
            per_bucket[rule.bucket(&keys.value(number), buckets).unwrap().index()] += 1;
        }
        for rank in 1..=keys.count {
            total += keys.load.of_rank(rank, keys.count);
        }
        prop_assert_eq!(&fast.keys, &per_bucket);
        prop_assert_eq!(fast.load.iter().sum::<u64>(), total);
        if !keys.shuffled {
            let list = (0..keys.count).map(|at| ListedKey {
                key: keys.value(keys.first + at),
                load: keys.load.of_rank(at + 1, keys.count),
            });
            let slow = populate(&KeySource::Listed(Arc::new(list.collect())), rule, buckets, seed, &Unwatched).unwrap();
            prop_assert_eq!(&fast.load, &slow.load);
            prop_assert_eq!(fast.hottest_load, slow.hottest_load);
        }
    }

    /// Σ buckets = Σ keys' loads = Σ workers; one owner a bucket; no width gives state to more than N workers; every number
    /// is one.
    #[test]
    fn counts_are_conserved(
        engine in engines(), keys in populations(), n in 2_u64..700,
        starts in prop::collection::vec((1_u64..900, restarts()), 1..5), seed in any::<u64>(),
    ) {
        let keys = hashed_by(engine.profile().key_types(), keys);
        let restart = |choice| match choice {
            RestartChoice::Set(count) => RestartChoice::Set(taken(&engine, count.get().into())),
            other => other,
        };
        let job = Job {
            name: String::new(),
            buckets: BucketChoice::Fixed(taken(&engine, n)),
            starts: starts
                .iter()
                .map(|&(width, buckets)| Start { width: WorkerCount::new(width).unwrap(), buckets: restart(buckets) })
                .collect(),
            engine,
            keys: KeySource::Generated(keys.clone()),
            state: StateSize { bytes_per_key: 3, bytes_per_load: 2 },
            input_pieces: 5,
            seed,
        };
        let report = simulate(&job, &Unwatched).unwrap();
        prop_assert_eq!(report.keys.count, keys.count);
        prop_assert_eq!(report.buckets.keys.iter().sum::<u64>(), keys.count);
        prop_assert_eq!(report.buckets.load.iter().sum::<u64>(), report.keys.load);
        let json = serde_json::to_value(&report).unwrap();
        let mut found = BTreeSet::new();
        nulls(&json, "report", &mut found);
        found.retain(|name| !MAY_BE_NULL.contains(name));
        prop_assert!(found.is_empty(), "no numbers: {:?}", found);
        for (step, start) in report.steps.iter().zip(&job.starts) {
            let Some(deal) = &step.deal else {
                prop_assert_eq!(step.outcome, Outcome::Refused);
                prop_assert!(step.message.is_some() || !step.notes.is_empty());
                prop_assert_eq!((step.workers, step.owners, step.idle), (start.width.get(), 0, 0));
                continue;
            };
            let sum = |of: fn(&redeal::simulate::WorkerFigures) -> u64| deal.worker.iter().map(of).sum::<u64>();
            prop_assert_eq!(sum(|w| w.load), report.keys.load);
            prop_assert_eq!(sum(|w| w.keys), keys.count);
            prop_assert_eq!(sum(|w| w.state_bytes), 3 * keys.count + 2 * report.keys.load);
            prop_assert_eq!(sum(|w| w.buckets.into()), u64::from(step.bucket_count));
            // Once each: as many owners as buckets, and a worker owns what it is named for.
            prop_assert_eq!(deal.assignment.owners().len(), step.bucket_count as usize);
            let counts: Vec<u32> = deal.worker.iter().map(|worker| worker.buckets).collect();
            prop_assert_eq!(deal.assignment.bucket_counts(), counts);
            let owners = deal.worker.iter().filter(|worker| worker.buckets > 0).count();
            prop_assert_eq!((step.owners as usize, step.owners + step.idle), (owners, step.workers));
            prop_assert!(step.owners <= step.bucket_count && step.workers >= start.width.get());
            // A capped step may name its owners alone.
            let named = deal.worker.len();
            prop_assert!(named == step.workers as usize || step.outcome == Outcome::Capped && named < step.workers as usize);
            prop_assert!(deal.peak_to_mean >= 1.0 && deal.effective_width >= 1.0);
            prop_assert!(deal.effective_width <= f64::from(step.workers) * (1.0 + 1e-12));
            prop_assert!(deal.peak_to_mean >= deal.loss.best_possible - 1e-9);
            prop_assert!(deal.loss.least_loaded >= deal.loss.best_possible - 1e-9);
            prop_assert!(deal.loss.best_possible >= deal.loss.hot_bucket_floor - 1e-9);
            prop_assert!(deal.loss.hot_bucket_floor >= deal.loss.hot_key_floor - 1e-9);
        }
    }

    /// Same job, same bytes, whatever the number of threads; a restart at the same width moves nothing.
    #[test]
    fn threads_change_nothing(engine in engines(), keys in populations(), sampled in any::<bool>(), n in 2_u64..700, seed in any::<u64>()) {
        let mut keys = hashed_by(engine.profile().key_types(), keys);
        if sampled {
            keys.load = LoadLaw::Sampled { records: 200_000, of: Box::new(keys.load) };
        }
        let width = WorkerCount::new(1 + n / 3).unwrap();
        let start = Start { width, buckets: RestartChoice::Keep };
        let job = Job {
            name: String::new(),
            buckets: BucketChoice::Fixed(taken(&engine, n)),
            engine,
            starts: vec![start, start],
            keys: KeySource::Generated(keys),
            state: StateSize::default(),
            input_pieces: 5,
            seed,
        };
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| simulate(&job, &Unwatched).unwrap())
        };
        let (one, three) = (with(1), with(3));
        prop_assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&three).unwrap());
        // Nothing moves at the same width; where nothing ran before or nothing is kept, there is nothing to move.
        prop_assert_eq!(one.steps[1].movement.map_or(0, |movement| movement.buckets_moved), 0);
    }
}
