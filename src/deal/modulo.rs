//! The remainder decides: neighbours in number never share a worker.

use super::Assignment;
use crate::unit::{BucketCount, WorkerCount};

/// Bucket b goes to worker `b mod p`.
pub(super) fn deal(buckets: BucketCount, workers: WorkerCount) -> Assignment {
    Assignment::new(workers, buckets.range().map(|b| b % workers.get()).collect())
}
