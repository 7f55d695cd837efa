//! What a restore reads, worked out by hand, and movements under other rules and names.

use crate::{deal, job};
use redeal::deal::{Assignment, DealingRule};
use redeal::engine::{
    Engine, FlinkOptions, FlinkSnapshot, KafkaStreamsOptions, MapReduceOptions, RisingWaveOptions, SparkOptions,
    SparkStore,
};
use redeal::explore::{RestoreReads, Trust, WorkerReads, restore_reads, transfer};
use redeal::simulate::{Unwatched, relabel_weighed, simulate};
use redeal::unit::WorkerCount;

/// Eight buckets from two workers (0-3, 4-7) to three (0-2, 3-5, 6-7).
const BYTES: [u64; 8] = [10, 20, 30, 0, 50, 60, 70, 80];

fn reads(engine: &Engine) -> RestoreReads {
    let [before, after] = [2, 3].map(|workers| deal(&DealingRule::Contiguous, 8, workers));
    assert_eq!(after.owners(), [0, 0, 0, 1, 1, 1, 2, 2]);
    restore_reads(engine, &before, &after, &BYTES)
}

fn flink(snapshot: FlinkSnapshot) -> Engine {
    Engine::Flink(FlinkOptions { snapshot, ..FlinkOptions::default() })
}

/// Files, seeks, bytes read and kept of each worker, then of all.
fn figures(found: &RestoreReads) -> Vec<[u64; 4]> {
    let plain = |reads: &WorkerReads| [reads.files, reads.seeks, reads.bytes_read, reads.bytes_kept];
    assert!(found.workers.iter().zip(0..).all(|(reads, worker)| reads.worker == worker));
    found.workers.iter().chain([&found.total]).map(plain).collect()
}

#[test]
fn full_handles_are_read_by_seeks() {
    let found = reads(&flink(FlinkSnapshot::HashmapCheckpoint));
    assert_eq!(figures(&found), [[1, 3, 60, 60], [2, 3, 110, 110], [1, 2, 150, 150], [4, 8, 320, 320]]);
    assert_eq!((found.counts, found.bytes, found.factor()), (Trust::Exact, Trust::Exact, Some(1.0)));
    assert_eq!(found.busiest().map(|most| most.worker), Some(2));
    // The canonical format writes nothing for the empty key group 3.
    let found = reads(&flink(FlinkSnapshot::CanonicalSavepoint));
    assert_eq!(figures(&found), [[1, 3, 60, 60], [2, 2, 110, 110], [1, 2, 150, 150], [4, 7, 320, 320]]);
}

#[test]
fn incremental_handles_are_taken_whole() {
    // The old workers wrote 60 and 260 bytes, four files and one SST file each.
    let found = reads(&flink(FlinkSnapshot::RocksdbIncremental));
    assert_eq!(figures(&found), [[5, 0, 60, 60], [10, 0, 320, 110], [5, 0, 260, 150], [20, 0, 640, 320]]);
    assert_eq!((found.counts, found.bytes, found.factor()), (Trust::Model, Trust::Model, Some(2.0)));
    // At the same width nobody takes more than its own.
    let same = deal(&DealingRule::Contiguous, 8, 3);
    let again = restore_reads(&flink(FlinkSnapshot::RocksdbIncremental), &same, &same, &BYTES);
    assert_eq!((again.factor(), again.total.bytes_read), (Some(1.0), 320));
}

#[test]
fn spark_loads_the_partitions_that_moved() {
    // Buckets 3, 6 and 7 are on another core.
    let found = reads(&Engine::Spark(SparkOptions::default()));
    assert_eq!(figures(&found), [[0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 150, 150], [3, 0, 150, 150]]);
    let join = SparkOptions { store: SparkStore::RocksDb, stores: 4, ..SparkOptions::default() };
    assert_eq!(reads(&Engine::Spark(join)).total.files, 3 * 4 * 2);
}

#[test]
fn kafka_replays_tasks_that_change_their_instance() {
    let found = reads(&Engine::KafkaStreams(KafkaStreamsOptions::default()));
    assert_eq!(figures(&found)[3], [0, 0, 150, 150]);
    // Three tasks, two at once.
    assert_eq!(found.rounds, Some(2));
    assert!(found.sentence.contains("This is the target, not the rebalance's path"));
    // Threads 0 and 1 are one instance: task 3 finds its store there.
    let pairs = KafkaStreamsOptions { threads_per_instance: 2, ..KafkaStreamsOptions::default() };
    let found = reads(&Engine::KafkaStreams(pairs));
    assert_eq!((found.rounds, found.workers[1].bytes_read, found.workers[2].bytes_read), (Some(1), 0, 150));
}

#[test]
fn shared_storage_and_runs_without_state_read_nothing() {
    for engine in [Engine::RisingWave(RisingWaveOptions::default()), Engine::MapReduce(MapReduceOptions::default())] {
        let found = reads(&engine);
        assert_eq!((found.total, found.factor(), found.busiest()), (WorkerReads::default(), None, None));
    }
}

#[test]
fn the_best_names_for_bytes_are_others_than_for_buckets() {
    // One worker becomes two: the second has one bucket of three, but most of the bytes.
    let before = deal(&DealingRule::Contiguous, 3, 1);
    let after = Assignment::new(WorkerCount::new(2).unwrap(), vec![0, 0, 1]);
    assert_eq!(relabel_weighed(&before, &after, &[1, 1, 1]).kept, 2);
    assert_eq!(relabel_weighed(&before, &after, &[1, 1, 9]).kept, 9);
    // No ranges: the same by the solver.
    let mixed = Assignment::new(WorkerCount::new(2).unwrap(), vec![0, 1, 0]);
    let found = relabel_weighed(&before, &mixed, &[1, 9, 1]);
    assert_eq!((found.kept, found.exact), (9, true));
}

#[test]
fn the_same_movement_under_other_rules() {
    let report = simulate(&job("128-buckets"), &Unwatched).unwrap();
    let deal = |step: usize| report.steps[step].deal.as_ref().unwrap();
    let found = transfer(&report.profile, deal(0), deal(1), Some(&DealingRule::Modulo)).unwrap();
    // From 4 to 40: b mod 4 is b mod 40 for four buckets of each forty, 16 of 128. Ranges: 124 move, 112 at best.
    assert_eq!((found.moves.moved.buckets, found.rules[2].moved.buckets), (112, 112));
    assert_eq!((found.rules[0].moved.buckets, 128 - found.rules[0].relabelled.kept), (124, 112));
    assert_eq!(found.rules[0].moved, found.rules[1].moved);
    let own = transfer(&report.profile, deal(0), deal(1), None).unwrap();
    assert_eq!((own.moves.moved, own.fewest.buckets), (own.rules[0].moved, 112));
    assert!(own.fewest.keys <= own.moves.moved.keys && own.fewest.state_bytes <= own.moves.moved.state_bytes);
}
