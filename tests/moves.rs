//! Movement, ways out and comparisons against published figures and hand-worked arithmetic.

#[path = "moves/restore.rs"]
mod restore;

use redeal::deal::{Assignment, DealingRule};
use redeal::engine::{Allowed, Engine, RouteKind, SparkOptions, SparkVersion};
use redeal::explore::{BadExit, ExitPlan, compare, moves, ways_out};
use redeal::scenario::{Scenario, parse, shipped};
use redeal::simulate::{BucketFigures, Job, Report, Unwatched, relabel, simulate};
use redeal::unit::{BucketCount, LoadUnit, WorkerCount};
use std::path::Path;

fn buckets(count: u64) -> BucketCount {
    BucketCount::new(count).unwrap()
}

fn deal(rule: &DealingRule, n: u64, p: u64) -> Assignment {
    rule.deal(buckets(n), WorkerCount::new(p).unwrap(), &[])
}

/// Buckets that each hold one key of one record and one byte.
fn alike(n: u32) -> BucketFigures {
    let ones = vec![1; n as usize];
    BucketFigures {
        count: n,
        occupied: n,
        keys: ones.clone(),
        load: ones.clone(),
        state_bytes: ones,
        unit: LoadUnit::Records,
        keys_known: true,
    }
}

/// How many of 128 buckets move by index, and at best.
fn moved(rule: &DealingRule, from: u64, to: u64) -> (u32, u32) {
    let (before, after) = (deal(rule, 128, from), deal(rule, 128, to));
    let found = moves(&before, &after, &alike(128));
    assert!(found.relabelled.exact);
    (found.moved.buckets, 128 - found.relabelled.kept)
}

/// Case C36, and the figures of the same moves under the best names for the workers.
#[test]
fn buckets_that_move_by_index_and_under_the_best_names() {
    // 87.5 % and 50 %, 48.4375 % and 29.6875 %, 49.21875 %.
    assert_eq!(moved(&DealingRule::Contiguous, 4, 8), (112, 64));
    assert_eq!(moved(&DealingRule::Contiguous, 4, 5), (62, 38));
    assert_eq!(moved(&DealingRule::Contiguous, 10, 11).0, 63);
    // 50 %, 78.125 %, 84.375 %.
    assert_eq!(moved(&DealingRule::Modulo, 4, 8).0, 64);
    assert_eq!(moved(&DealingRule::Modulo, 4, 5).0, 100);
    assert_eq!(moved(&DealingRule::Modulo, 10, 11).0, 108);
}

/// Case C48: keys that change their place when `hash % a` becomes `hash % b`, over a full period of hashes.
#[test]
fn keys_that_move_when_a_remainder_changes() {
    for (a, b, published) in [(10, 11, 0.909_09), (10, 20, 0.5), (3, 4, 0.75), (8, 40, 0.8)] {
        let period = 440 * 3;
        let (before, after) = (deal(&DealingRule::Modulo, period, a), deal(&DealingRule::Modulo, period, b));
        let found = moves(&before, &after, &alike(1320));
        assert!((f64::from(found.moved.buckets) / 1320.0 - published).abs() < 1e-4, "{a} to {b}");
    }
}

#[test]
fn flows_hold_every_bucket_once() {
    let (before, after) = (deal(&DealingRule::Contiguous, 128, 40), deal(&DealingRule::Contiguous, 128, 48));
    let found = moves(&before, &after, &alike(128));
    assert_eq!(found.flows.iter().map(|flow| flow.buckets).sum::<u32>(), 128);
    for flow in &found.flows {
        let shared =
            before.owners().iter().zip(after.owners()).filter(|&(&old, &new)| (old, new) == (flow.from, flow.to));
        assert_eq!(shared.count(), flow.buckets as usize);
    }
    assert_eq!(relabel(&before, &before).kept, 128);
}

fn job(name: &str) -> Job {
    scenario(name).job(Path::new("")).unwrap()
}

fn scenario(name: &str) -> Scenario {
    parse(shipped().iter().find(|(stem, _)| *stem == name).unwrap().1).unwrap()
}

fn plan() -> ExitPlan {
    ExitPlan {
        new_buckets: buckets(720),
        live_per_sec: 1_000.0,
        replay_per_sec: 5_000.0,
        history_records: Some(40_000_000),
        retained_records: Some(30_000_000),
        bytes_per_sec: 1e6,
        restart_secs: 60.0,
    }
}

#[test]
fn the_three_ways_out_of_a_flink_job() {
    let job = job("128-buckets");
    let found = ways_out(&job, &plan(), &Unwatched).unwrap();
    let [rebuild, rewrite, split] = &found.routes;
    // 30 million retained records and 60 s of new ones, 4 000 a second faster than they arrive.
    assert_eq!(rebuild.catch_up_secs, Some((30_000_000.0 + 60_000.0) / 4_000.0));
    assert_eq!((rebuild.lost_share, rebuild.incomplete_secs, rebuild.stop_secs), (0.25, None, 60.0));
    assert_eq!((rebuild.records_replayed, rebuild.bytes_read), (30_000_000, 0));
    // The old snapshot is read and the new one written at a million bytes a second, with the job standing still.
    let report: Report = simulate(&job, &Unwatched).unwrap();
    let old = &report.steps[1].deal.as_ref().unwrap().snapshot;
    assert_eq!(rewrite.bytes_read, old.metadata_bytes + old.data_bytes);
    // 8 bytes a key group in the metadata and 10 in the data: 592 more groups.
    assert_eq!(rewrite.bytes_written, rewrite.bytes_read + 592 * 18);
    let bytes = f64::from(u32::try_from(rewrite.bytes_read + rewrite.bytes_written).unwrap());
    assert!((rewrite.stop_secs - (60.0 + bytes / 1e6)).abs() < 1e-9);
    assert_eq!(rewrite.catch_up_secs, Some(rewrite.stop_secs * 1_000.0 / 4_000.0));
    assert_eq!((split.jobs_after, split.ceiling_after, split.files_after), (2, 256, 2 * old.files));
}

/// One checkpoint, one query: the second query of a Spark job has no state to begin with and replays the source.
#[test]
fn a_second_job_without_a_snapshot_of_its_own_replays() {
    let job = job("spark-200");
    let found = ways_out(&job, &plan(), &Unwatched).unwrap();
    let split = &found.routes[2];
    assert_eq!((split.bytes_read, split.jobs_after, split.records_replayed), (found.snapshot_bytes, 2, 30_000_000));
    assert_eq!((split.lost_share, split.incomplete_secs), (0.25, None));
    assert_eq!(split.catch_up_secs, Some((30_000_000.0 + split.stop_secs * 1_000.0) / 4_000.0));
    // A savepoint may be restored twice: nothing is replayed then.
    let flink = ways_out(&self::job("128-buckets"), &plan(), &Unwatched).unwrap();
    let split = &flink.routes[2];
    assert_eq!((split.bytes_read, split.records_replayed), (2 * flink.snapshot_bytes, 0));
    assert_eq!((split.lost_share, split.incomplete_secs), (0.0, Some(0.0)));
}

#[test]
fn a_job_that_cannot_outrun_its_input_never_catches_up() {
    let found = ways_out(&job("128-buckets"), &ExitPlan { replay_per_sec: 1_000.0, ..plan() }, &Unwatched).unwrap();
    assert!(found.routes.iter().all(|route| route.catch_up_secs.is_none()));
}

#[test]
fn engines_differ_in_what_they_allow() {
    let allowed = |engine: &str| redeal::engine::routes(&Engine::named(engine).unwrap()).map(|route| route.allowed);
    assert_eq!(allowed("flink"), [Allowed::Yes, Allowed::Limited, Allowed::Yes]);
    assert_eq!(allowed("kafka-streams")[1], Allowed::No);
    assert_eq!(allowed("risingwave")[1], Allowed::No);
    assert_eq!(allowed("mapreduce"), [Allowed::Needless; 3]);
    let options = SparkOptions { version: SparkVersion::V4_2, ..SparkOptions::default() };
    let spark = redeal::engine::routes(&Engine::Spark(options))[1];
    assert_eq!(spark.kind, RouteKind::Rewrite);
    assert!(spark.limits.iter().any(|limit| limit.contains("STREAMING_UNFINISHED_REPARTITION_DETECTED")));
    assert!(spark.limits.iter().any(|limit| limit.contains("without an error")));
}

#[test]
fn an_exit_plan_that_cannot_be_gets_one_sentence() {
    let told = |plan: ExitPlan| ways_out(&job("128-buckets"), &plan, &Unwatched).unwrap_err().to_string();
    assert_eq!(
        told(ExitPlan { live_per_sec: -1.0, ..plan() }),
        "live_per_sec is -1: allowed are numbers from 0 to 10^15 records a second"
    );
    assert_eq!(
        told(ExitPlan { replay_per_sec: 0.0, ..plan() }),
        "replay_per_sec is 0: allowed are numbers from 0.000001 to 10^15 records a second"
    );
    assert!(told(ExitPlan { restart_secs: f64::NAN, ..plan() }).starts_with("restart_secs is NaN"));
    let mut refused = scenario("128-buckets");
    refused.widths = vec![WorkerCount::new(200).unwrap()];
    let refused = ways_out(&refused.job(Path::new("")).unwrap(), &plan(), &Unwatched).unwrap_err();
    assert_eq!(refused, BadExit::NothingRuns);
}

#[test]
fn scenarios_side_by_side() {
    let reports = ["128-buckets", "divisible-120", "uneven-100"].map(|name| simulate(&job(name), &Unwatched).unwrap());
    let all: Vec<&Report> = reports.iter().collect();
    let found = compare(&all, 1).unwrap();
    let row = |step, label| found.rows.iter().find(|row| row.step == step && row.label == label).unwrap();
    assert_eq!(row(None, "Buckets").values, [Some(128.0), Some(120.0), Some(100.0)]);
    assert_eq!(row(None, "Buckets").differences, [Some(8.0), Some(0.0), Some(-20.0)]);
    assert_eq!(row(None, "Buckets").relative[0], Some(128.0 / 120.0 - 1.0));
    let steps = reports.iter().map(|report| report.steps.len()).max().unwrap();
    assert!(found.rows.iter().all(|row| row.values.len() == 3 && row.step.is_none_or(|step| step < steps)));
    assert_eq!(compare(&all[..1], 0).unwrap_err().to_string(), "2 to 4 scenarios can be compared: found 1");
    assert_eq!(compare(&all, 3).unwrap_err().to_string(), "the base is number 4 of 3 scenarios: allowed are 1 to 3");
}
