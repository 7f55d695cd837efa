//! What becomes of a Flink start or restore: who decides the parallelism, which check comes first, and its text.

use super::flink::{FlinkBackend, FlinkOptions, FlinkScheduler, FlinkSnapshot};
use super::{Cause, Outcome, Start, StartRequest};
use crate::hash::murmur3_x64_128::operator_id;
use crate::unit::{BucketCount, WorkerCount};

/// `KeyGroupRangeAssignment.computeDefaultMaxParallelism`: one and a half times the parallelism, rounded up to a power
/// of two, between 128 and 32 768.
pub(super) fn default_max_parallelism(parallelism: u32) -> u32 {
    (parallelism + parallelism / 2).next_power_of_two().clamp(128, 32_768)
}

/// The parallelism that the program itself sets, from which the default is derived.
///
/// In reactive mode with as many slots as the step is wide, the width is the cluster's: the program sets no parallelism,
/// which counts as 1.
pub(super) fn program_parallelism(options: &FlinkOptions, width: WorkerCount) -> u32 {
    match options.scheduler {
        FlinkScheduler::Reactive { slots: 0 } => 1,
        _ => width.get(),
    }
}

/// A start (nothing recorded) or a restore. Which width and count are in force is settled before any state is read.
pub(super) fn start(options: &FlinkOptions, request: &StartRequest) -> Start {
    let start = deployed(options, request);
    if request.recorded.is_none() || start.outcome == Outcome::Refused {
        return start;
    }
    let refused = || Start::refused(start.buckets, request.width, Cause::Backend);
    match (options.snapshot, options.restore_backend) {
        // The root cause in the cluster's log, below "Could not restore keyed state backend for …".
        (FlinkSnapshot::HashmapNativeSavepoint, FlinkBackend::Rocksdb) => refused()
            .saying("java.io.EOFException: null".to_owned())
            .noting(["RocksDB cannot read a native savepoint of the hashmap backend.".to_owned()]),
        (FlinkSnapshot::HashmapCheckpoint, FlinkBackend::Rocksdb)
        | (FlinkSnapshot::RocksdbIncremental, FlinkBackend::Hashmap) => {
            let text =
                "Only a canonical savepoint moves between state backends (documented, not run: no text of the engine).";
            refused().noting([text.to_owned()])
        }
        _ => start,
    }
}

/// What becomes of a start before any state is read.
fn deployed(options: &FlinkOptions, request: &StartRequest) -> Start {
    let derived = u64::from(default_max_parallelism(program_parallelism(options, request.width)));
    let programs = request.configured.unwrap_or(BucketCount::clamped(derived));
    let in_force = request.recorded.unwrap_or(programs);
    let refused = |(cause, text): (Cause, String)| Start::refused(in_force, request.width, cause).saying(text);
    let width = request.width.get();
    match options.scheduler {
        FlinkScheduler::Default => match checks(&options.operator, request, programs, width) {
            Some(found) => refused(found),
            None => Start::of(in_force, Outcome::Runs, request.width),
        },
        FlinkScheduler::Adaptive { slots } => {
            let parallelism = width.min(slots.max(1));
            if let Some(found) = checks(&options.operator, request, programs, parallelism) {
                return refused(found);
            }
            let cut = parallelism < width;
            let outcome = if cut { Outcome::Capped } else { Outcome::Runs };
            let note = cut.then(|| format!("Adaptive scheduler: {slots} of the {width} slots asked for are free."));
            Start::of(in_force, outcome, WorkerCount::clamped(u64::from(parallelism))).noting(note)
        }
        FlinkScheduler::Reactive { slots } => {
            // Here the derived default counts as configured, but only a lower recorded count is refused for it.
            let counts_as_set = request.configured.or((programs > in_force).then_some(programs));
            if let (Some(recorded), Some(set)) = (request.recorded, counts_as_set)
                && recorded != set
            {
                return refused((Cause::CountChanged, mismatch(&options.operator, recorded, set)));
            }
            reactive(if slots == 0 { width } else { slots }, in_force, width)
        }
    }
}

/// Reactive mode once the counts agree: as many subtasks as there are slots, but never more than key groups.
fn reactive(slots: u32, buckets: BucketCount, width: u32) -> Start {
    let parallelism = slots.min(buckets.get());
    let note = if slots > buckets.get() {
        Some(format!("Reactive mode: {buckets} of {slots} slots are used, one for each key group."))
    } else {
        (slots != width)
            .then(|| format!("Reactive mode: {slots} slots set the parallelism, not the {width} asked for."))
    };
    let outcome = if slots > buckets.get() || parallelism < width { Outcome::Capped } else { Outcome::Runs };
    Start::of(buckets, outcome, WorkerCount::clamped(u64::from(parallelism))).noting(note)
}

/// The checks of the default and the adaptive scheduler in the engine's order; cause and text of the first that fails.
fn checks(operator: &str, request: &StartRequest, programs: BucketCount, parallelism: u32) -> Option<(Cause, String)> {
    if parallelism > programs.get() {
        let text = format!(
            "Vertex {operator}'s parallelism ({parallelism}) is higher than the max parallelism ({programs}). Please lower \
             the parallelism or increase the max parallelism."
        );
        // The same width may lie below the count on record: then it is the program's own count that is in the way.
        let changed = request.recorded.is_some_and(|recorded| request.configured.is_some_and(|set| set != recorded));
        return Some((if changed { Cause::CountChanged } else { Cause::Width }, text));
    }
    let recorded = request.recorded?;
    if let Some(configured) = request.configured
        && configured != recorded
    {
        return Some((Cause::CountChanged, mismatch(operator, recorded, configured)));
    }
    (parallelism > recorded.get()).then(|| {
        let text = format!(
            "The state for task {} can not be restored. The maximum parallelism ({recorded}) of the restored state is lower \
             than the configured parallelism ({parallelism}). Please reduce the parallelism of the task to be lower or equal \
             to the maximum parallelism.",
            operator_id(operator)
        );
        (Cause::Width, text)
    })
}

/// The text for a program whose max parallelism differs from the snapshot's. The engine prints "Checkpoint Metadata" where a
/// path belongs.
fn mismatch(operator: &str, recorded: BucketCount, configured: BucketCount) -> String {
    format!(
        "Failed to rollback to checkpoint/savepoint Checkpoint Metadata. Max parallelism mismatch between checkpoint/savepoint \
         state and new program. Cannot map operator {} with max parallelism {recorded} to new program with max parallelism \
         {configured}. This indicates that the program has been changed in a non-compatible way after the \
         checkpoint/savepoint.",
        operator_id(operator)
    )
}
