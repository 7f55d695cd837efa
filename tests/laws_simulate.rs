//! Laws of the simulation: nothing is lost, every road gives the same numbers, a key's bucket depends on nothing but key and count.

use proptest::prelude::*;
use redeal::engine::{Engine, Outcome};
use redeal::hash::{HashFn, HashingRule, Reduction};
use redeal::keys::{Generated, KeySource, KeyType, ListedKey, LoadLaw};
use redeal::simulate::{BucketChoice, Job, RestartChoice, Start, StateSize, Unwatched, populate, simulate};
use redeal::unit::{BucketCount, WorkerCount};
use std::sync::Arc;

fn laws() -> impl Strategy<Value = LoadLaw> {
    prop_oneof![
        (0.0_f64..3.0, 1_u64..100_000).prop_map(|(exponent, top)| LoadLaw::Zipf { exponent, top }),
        (1_u64..1000).prop_map(|each| LoadLaw::Uniform { each }),
        (1_u64..5, 0.01_f64..0.9).prop_map(|(count, share)| LoadLaw::HotKeys { count, share, each: 10 }),
        (0.0_f64..8.0, 0.0_f64..2.0).prop_map(|(mu, sigma)| LoadLaw::LogNormal { mu, sigma }),
    ]
}

fn engines() -> impl Strategy<Value = Engine> {
    prop::sample::select(Engine::all())
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
    ]);
    let reduction =
        prop::sample::select(vec![Reduction::AbsMod, Reduction::MaskMod, Reduction::FloorMod, Reduction::UnsignedMod]);
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

    /// Σ buckets = Σ keys' loads = Σ workers; one owner a bucket; no width gives state to more than N workers.
    #[test]
    fn counts_are_conserved(
        engine in engines(), keys in populations(), n in 2_u64..700, widths in prop::collection::vec(1_u64..900, 1..5),
        seed in any::<u64>(),
    ) {
        let job = Job {
            name: String::new(),
            engine,
            buckets: BucketChoice::Fixed(BucketCount::new(n).unwrap()),
            starts: widths.iter().map(|&width| Start { width: WorkerCount::new(width).unwrap(), buckets: RestartChoice::Keep }).collect(),
            keys: KeySource::Generated(keys.clone()),
            state: StateSize { bytes_per_key: 3, bytes_per_load: 2 },
            input_pieces: 5,
            seed,
        };
        let report = simulate(&job, &Unwatched).unwrap();
        prop_assert_eq!(report.keys.count, keys.count);
        prop_assert_eq!(report.buckets.keys.iter().sum::<u64>(), keys.count);
        prop_assert_eq!(report.buckets.load.iter().sum::<u64>(), report.keys.load);
        for step in &report.steps {
            let Some(deal) = &step.deal else {
                prop_assert_eq!(step.outcome, Outcome::Refused);
                prop_assert!(step.message.is_some());
                continue;
            };
            prop_assert_eq!(deal.worker.iter().map(|w| w.load).sum::<u64>(), report.keys.load);
            prop_assert_eq!(deal.worker.iter().map(|w| w.keys).sum::<u64>(), keys.count);
            prop_assert_eq!(deal.worker.iter().map(|w| w.state_bytes).sum::<u64>(), 3 * keys.count + 2 * report.keys.load);
            prop_assert_eq!(deal.worker.iter().map(|w| u64::from(w.buckets)).sum::<u64>(), n);
            prop_assert_eq!(step.owners + step.idle, step.workers);
            prop_assert!(u64::from(step.owners) <= n);
            prop_assert!(deal.peak_to_mean >= deal.loss.best_possible - 1e-9);
            prop_assert!(deal.loss.least_loaded >= deal.loss.best_possible - 1e-9);
            prop_assert!(deal.loss.best_possible >= deal.loss.hot_bucket_floor - 1e-9);
            prop_assert!(deal.loss.hot_bucket_floor >= deal.loss.hot_key_floor - 1e-9);
        }
    }

    /// Same job, same bytes, whatever the number of threads; a restart at the same width moves nothing.
    #[test]
    fn threads_change_nothing(engine in engines(), keys in populations(), sampled in any::<bool>(), n in 2_u64..700, seed in any::<u64>()) {
        let mut keys = keys;
        if sampled {
            keys.load = LoadLaw::Sampled { records: 200_000, of: Box::new(keys.load) };
        }
        let width = WorkerCount::new(1 + n / 3).unwrap();
        let start = Start { width, buckets: RestartChoice::Keep };
        let job = Job {
            name: String::new(),
            engine,
            buckets: BucketChoice::Fixed(BucketCount::new(n).unwrap()),
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
        prop_assert_eq!(one.steps[1].movement.unwrap().buckets_moved, 0);
    }
}
