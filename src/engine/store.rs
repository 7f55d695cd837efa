//! What Hazelcast, Redis Cluster, Elasticsearch, Couchbase and Ignite share: a count fixed for good, and copies of each bucket.

use super::{Accuracy, Cause, CostLine, SnapshotCost, SnapshotInput, Start, StartRequest, product};
use crate::unit::BucketCount;

/// A start where the recorded count stays for good, workers past it owning nothing: the start, or the recorded and the wanted
/// count where another one is asked for.
pub(super) fn start(request: &StartRequest, default: BucketCount) -> Result<Start, (BucketCount, BucketCount)> {
    match (request.recorded, request.configured) {
        (Some(recorded), Some(configured)) if recorded != configured => Err((recorded, configured)),
        (recorded, configured) => Ok(Start::idle_past(recorded.or(configured).unwrap_or(default), request.width)),
    }
}

/// The refusal of another count than the recorded one.
pub(super) fn refused(request: &StartRequest, recorded: BucketCount) -> Start {
    Start::refused(recorded, request.width, Cause::CountChanged)
}

/// What is stored where nothing but the number of copies is known, and the workers themselves hold them: never two of one bucket on
/// one of them, so there are as many as the other workers at most.
pub(super) fn copies_on_nodes(
    input: &SnapshotInput,
    copies: u32,
    kind: &str,
    line: (&'static str, &'static str, &'static str),
) -> SnapshotCost {
    self::copies(input, copies.min(input.workers.get() - 1), kind, line)
}

/// What is stored where nothing but the number of copies is known, and every copy has a node of its own.
pub(super) fn copies(
    input: &SnapshotInput,
    copies: u32,
    kind: &str,
    (label, unit, source): (&'static str, &'static str, &'static str),
) -> SnapshotCost {
    let all = product(&[input.buckets.get().into(), u64::from(copies) + 1]);
    SnapshotCost::not_modelled(input, kind, vec![CostLine::of(label, all, unit, Accuracy::Exact, source)])
}

/// Checks a number of copies.
pub(super) fn check(field: &str, found: u32, most: u32) -> Result<(), String> {
    if found <= most { Ok(()) } else { Err(format!("{field} is {found}: at most {most} are allowed")) }
}
