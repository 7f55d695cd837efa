//! Speed of the simulator, in one run: read the ratios. `cargo bench --bench dealing`, or the sweeps alone with `-- sweep`.

#[path = "dealing/lists.rs"]
mod lists;
#[path = "dealing/sweeps.rs"]
mod sweeps;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use redeal::deal::DealingRule;
use redeal::engine::Engine;
use redeal::hash::{HashFn, HashingRule, Reduction};
use redeal::keys::{Generated, KeySource, KeyType, LoadLaw};
use redeal::simulate::{
    BucketChoice, Cache, Job, RestartChoice, Start, StateSize, Unwatched, populate, simulate, simulate_cached,
};
use redeal::unit::{BucketCount, WorkerCount};

fn main() {
    divan::main();
}

const FLINK: HashingRule = HashingRule { hash: HashFn::FlinkMurmur, reduction: Reduction::AbsMod };
const SPARK: HashingRule = HashingRule { hash: HashFn::SparkMurmur3, reduction: Reduction::FloorMod };

fn keys(count: u64, key_type: KeyType) -> KeySource {
    let load = LoadLaw::Zipf { exponent: 1.0, top: 1_000_000 };
    KeySource::Generated(Generated { count, pattern: "user-{}".into(), first: 1, key_type, load, shuffled: false })
}

fn buckets(count: u64) -> BucketCount {
    BucketCount::clamped(count)
}

fn hashed(bencher: Bencher<'_, '_>, count: u64, key_type: KeyType, rule: HashingRule, threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a thread pool");
    let keys = keys(count, key_type);
    bencher.counter(ItemsCount::new(count)).bench(|| {
        pool.install(|| populate(black_box(&keys), rule, buckets(128), 7, &Unwatched).expect("keys that hash"))
    });
}

/// Generated strings by Flink's rule, on one core and on two.
#[divan::bench(args = [1, 2], sample_count = 10)]
fn flink_strings(bencher: Bencher<'_, '_>, threads: usize) {
    hashed(bencher, 100_000_000, KeyType::String, FLINK, threads);
}

/// Generated 64-bit integers by Spark's rule, on one core and on two.
#[divan::bench(args = [1, 2], sample_count = 10)]
fn spark_longs(bencher: Bencher<'_, '_>, threads: usize) {
    hashed(bencher, 100_000_000, KeyType::I64, SPARK, threads);
}

/// Time a key as the population grows: the items a second should stay the same.
#[divan::bench(args = [1_000_000, 10_000_000, 100_000_000, 1_000_000_000], sample_count = 3)]
fn growth(bencher: Bencher<'_, '_>, count: u64) {
    hashed(bencher, count, KeyType::String, FLINK, 1);
}

/// So many keys whose ranks a seed dealt, on one core; and the same keys with their ranks in order.
#[divan::bench(args = [50_000, 100_000, 1_000_000, 10_000_000], sample_count = 10)]
fn ranks_dealt(bencher: Bencher<'_, '_>, count: u64) {
    ranked(bencher, count, 1.0, true);
}

/// The same keys with their ranks in order.
#[divan::bench(args = [50_000, 100_000, 1_000_000, 10_000_000], sample_count = 10)]
fn ranks_in_order(bencher: Bencher<'_, '_>, count: u64) {
    ranked(bencher, count, 1.0, false);
}

/// Ranks dealt whose load takes a power.
#[divan::bench(args = [50_000, 100_000], sample_count = 10)]
fn ranks_dealt_by_powers(bencher: Bencher<'_, '_>, count: u64) {
    ranked(bencher, count, 0.7, true);
}

fn ranked(bencher: Bencher<'_, '_>, count: u64, exponent: f64, shuffled: bool) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread pool");
    let load = LoadLaw::Zipf { exponent, top: 1_000_000 };
    let (pattern, key_type) = ("user-{}".into(), KeyType::String);
    let keys = KeySource::Generated(Generated { count, pattern, first: 1, key_type, load, shuffled });
    bencher.counter(ItemsCount::new(count)).bench(|| {
        pool.install(|| populate(black_box(&keys), FLINK, buckets(128), 7, &Unwatched).expect("keys that hash"))
    });
}

/// One million keys into another number of buckets: what dragging N costs.
#[divan::bench(args = [127, 128, 32_767])]
fn rebucket_a_million_keys(bencher: Bencher<'_, '_>, n: u64) {
    let keys = keys(1_000_000, KeyType::String);
    bencher.bench(|| populate(black_box(&keys), FLINK, buckets(n), 7, &Unwatched).expect("keys that hash"));
}

fn wide_job(width: u64) -> Job {
    Job {
        name: "a million keys".into(),
        engine: Engine::named("flink").expect("a known engine"),
        buckets: BucketChoice::Fixed(buckets(32_768)),
        starts: vec![Start { width: WorkerCount::clamped(width), buckets: RestartChoice::Keep }],
        keys: keys(1_000_000, KeyType::String),
        state: StateSize { bytes_per_key: 64, bytes_per_load: 0 },
        input_pieces: 64,
        seed: 7,
    }
}

/// 32 768 buckets dealt anew, every figure included: what dragging the width costs.
#[divan::bench(args = [4, 1000, 20_000])]
fn redeal_32768_buckets(bencher: Bencher<'_, '_>, width: u64) {
    let (job, mut cache) = (wide_job(width), Cache::default());
    simulate_cached(&job, &mut cache, &Unwatched).expect("a job that runs");
    bencher.bench_local(|| simulate_cached(black_box(&job), &mut cache, &Unwatched).expect("a job that runs"));
}

/// The deal alone, without its figures.
#[divan::bench(args = ["contiguous", "list scheduling", "least loaded"])]
fn deal_alone(bencher: Bencher<'_, '_>, rule: &str) {
    let loads: Vec<u64> = (1..=32_768_u64).map(|k| 1_000_000 / k + 1).collect();
    let rule = match rule {
        "contiguous" => DealingRule::Contiguous,
        "list scheduling" => DealingRule::ListScheduling,
        _ => DealingRule::LeastLoaded,
    };
    bencher.bench(|| rule.deal(buckets(32_768), WorkerCount::clamped(1000), black_box(&loads)));
}

/// A million keys on 32 768 buckets, from the job to the report.
#[divan::bench]
fn end_to_end(bencher: Bencher<'_, '_>) {
    let job = wide_job(1000);
    bencher.bench(|| simulate(black_box(&job), &Unwatched).expect("a job that runs"));
}
