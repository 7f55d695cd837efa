//! Sweeps and advice, each also at half the work: the time should double with it, and not more.

use divan::{Bencher, black_box};
use redeal::engine::Engine;
use redeal::explore::{SweepSpec, advise, sweep};
use redeal::keys::{Generated, KeySource, KeyType, LoadLaw};
use redeal::scenario::{Keys, Scenario, parse, shipped};
use redeal::simulate::{BucketChoice, Job, RestartChoice, Start, StateSize, Unwatched};
use redeal::unit::{BucketCount, WorkerCount};
use std::path::Path;

fn widths(last: u64) -> Vec<WorkerCount> {
    (1..=last).map(WorkerCount::clamped).collect()
}

/// A job of skewed keys on Flink.
fn skewed(keys: u64, buckets: u64) -> Job {
    Job {
        name: "skewed keys".into(),
        engine: Engine::named("flink").expect("a known engine"),
        buckets: BucketChoice::Fixed(BucketCount::clamped(buckets)),
        starts: vec![Start { width: WorkerCount::clamped(4), buckets: RestartChoice::Keep }],
        keys: super::keys(keys, KeyType::String),
        state: StateSize::default(),
        input_pieces: 64,
        seed: 7,
    }
}

fn swept(bencher: Bencher<'_, '_>, job: &Job, spec: &SweepSpec) {
    bencher.bench(|| sweep(black_box(job), spec, &Unwatched, &mut |_| ()).expect("a sweep that can be"));
}

/// Every width up to the last at 32 768 skewed buckets. The work is the sum of the widths: 23 170 is half of it.
#[divan::bench(args = [23_170, 32_768], sample_count = 5)]
fn sweep_every_width(bencher: Bencher<'_, '_>, last: u64) {
    let spec = SweepSpec { buckets: vec![BucketCount::clamped(32_768)], workers: widths(last), seeds: 0 };
    swept(bencher, &skewed(100_000, 32_768), &spec);
}

/// So many counts by 200 widths, 100 000 keys hashed anew for each count.
#[divan::bench(args = [50, 100], sample_count = 5)]
fn sweep_counts_by_200_widths(bencher: Bencher<'_, '_>, counts: u64) {
    let buckets = (1..=counts).map(|at| BucketCount::clamped(200 + 20 * at)).collect();
    swept(bencher, &skewed(100_000, 200), &SweepSpec { buckets, workers: widths(200), seeds: 0 });
}

/// So many seeds at 128 buckets and 40 widths, the ranks of 100 000 keys dealt anew for each.
#[divan::bench(args = [100, 200], sample_count = 5)]
fn sweep_seeds(bencher: Bencher<'_, '_>, seeds: u32) {
    let spec = SweepSpec { buckets: vec![BucketCount::clamped(128)], workers: widths(40), seeds };
    swept(bencher, &skewed(100_000, 128), &spec);
}

/// The same where the load of a rank takes a power.
#[divan::bench(args = [100, 200], sample_count = 5)]
fn sweep_seeds_by_powers(bencher: Bencher<'_, '_>, seeds: u32) {
    let spec = SweepSpec { buckets: vec![BucketCount::clamped(128)], workers: widths(40), seeds };
    swept(bencher, &with_keys(skewed(100_000, 128), LoadLaw::Zipf { exponent: 0.7, top: 1_000_000 }, false), &spec);
}

/// The same where ten keys are hot and all others alike.
#[divan::bench(args = [100, 200], sample_count = 5)]
fn sweep_seeds_of_hot_keys(bencher: Bencher<'_, '_>, seeds: u32) {
    let spec = SweepSpec { buckets: vec![BucketCount::clamped(128)], workers: widths(40), seeds };
    let law = LoadLaw::HotKeys { count: 10, share: 0.3, each: 100 };
    swept(bencher, &with_keys(skewed(100_000, 128), law, false), &spec);
}

/// The same where a rule other than Flink's is played through.
#[divan::bench(args = [100, 200], sample_count = 5)]
fn sweep_seeds_of_kafka_streams(bencher: Bencher<'_, '_>, seeds: u32) {
    let spec = SweepSpec { buckets: vec![BucketCount::clamped(128)], workers: widths(40), seeds };
    let engine = Engine::named("kafka-streams").expect("a known engine");
    swept(bencher, &Job { engine, ..skewed(100_000, 128) }, &spec);
}

/// So many counts by 200 widths where the scenario itself shuffles: keys are hashed and their ranks dealt for each count.
#[divan::bench(args = [50, 100], sample_count = 5)]
fn sweep_counts_by_200_widths_shuffled(bencher: Bencher<'_, '_>, counts: u64) {
    let buckets = (1..=counts).map(|at| BucketCount::clamped(200 + 20 * at)).collect();
    let job = with_keys(skewed(100_000, 200), LoadLaw::Zipf { exponent: 1.0, top: 1_000_000 }, true);
    swept(bencher, &job, &SweepSpec { buckets, workers: widths(200), seeds: 0 });
}

/// A job with its keys' loads by another law.
fn with_keys(job: Job, load: LoadLaw, shuffled: bool) -> Job {
    let keys = match job.keys {
        KeySource::Generated(keys) => KeySource::Generated(Generated { load, shuffled, ..keys }),
        other => other,
    };
    Job { keys, ..job }
}

/// The shipped plan from 4 to 40 workers, and the same for more keys.
#[divan::bench(args = [100_000, 1_000_000, 2_000_000], sample_count = 5)]
fn sweep_for_advice(bencher: Bencher<'_, '_>, count: u64) {
    let (_, text) = shipped().iter().find(|(stem, _)| *stem == "plan-4-to-40").expect("a shipped plan");
    let mut scenario: Scenario = parse(text).expect("a scenario that reads");
    if let Keys::Generated(keys) = &mut scenario.keys {
        keys.count = count;
    }
    let job = scenario.job(Path::new("")).expect("a job that runs");
    let plan = scenario.plan.expect("a plan in it");
    bencher.bench(|| advise(black_box(&job), &plan, &Unwatched).expect("an advice"));
}
