//! Ranges as Flink cuts them.
//!
//! Source: Flink 1.20 and 2.3, `KeyGroupRangeAssignment` (`computeOperatorIndexForKeyGroup` and
//! `computeKeyGroupRangeForOperatorIndex`).

use super::Assignment;
use crate::unit::{BucketCount, BucketId, WorkerCount, WorkerId};
use std::ops::Range;

/// The worker that owns `bucket`: `bucket·workers / buckets`, rounded down.
///
/// Below `workers` for every bucket that exists, whether or not there are more workers than buckets. Flink itself
/// refuses the latter before it deals; the formula alone does not.
#[must_use]
pub fn owner(buckets: BucketCount, workers: WorkerCount, bucket: BucketId) -> WorkerId {
    let product = u64::from(bucket.0) * u64::from(workers.get());
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the product is below buckets·workers, so the quotient is below workers"
    )]
    WorkerId((product / u64::from(buckets.get())) as u32)
}

/// The buckets that `worker` owns. Empty for a worker without buckets, and for one that does not exist.
///
/// Both ends are rounded up: rounded down, a bucket would fall outside the range of its own [`owner`].
///
/// # Examples
/// ```
/// use redeal::deal::contiguous::range;
/// use redeal::unit::{BucketCount, WorkerCount, WorkerId};
///
/// let (buckets, workers) = (BucketCount::new(128)?, WorkerCount::new(3)?);
/// assert_eq!(range(buckets, workers, WorkerId(1)), 43..86);
/// # Ok::<(), redeal::unit::OutOfRange>(())
/// ```
#[must_use]
pub fn range(buckets: BucketCount, workers: WorkerCount, worker: WorkerId) -> Range<u32> {
    let bound = |worker: u64| {
        let product = worker.min(u64::from(workers.get())) * u64::from(buckets.get());
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the factor is capped at workers, so the quotient is at most buckets"
        )]
        let bound = product.div_ceil(u64::from(workers.get())) as u32;
        bound
    };
    let worker = u64::from(worker.0);
    bound(worker)..bound(worker + 1)
}

pub(super) fn deal(buckets: BucketCount, workers: WorkerCount) -> Assignment {
    Assignment::new(workers, buckets.range().map(|b| owner(buckets, workers, BucketId(b)).0).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_does_not_exist_owns_nothing() {
        let (buckets, workers) = (BucketCount::clamped(8), WorkerCount::clamped(4));
        assert_eq!(range(buckets, workers, WorkerId(3)), 6..8);
        assert!(range(buckets, workers, WorkerId(4)).is_empty());
        assert!(range(buckets, workers, WorkerId(u32::MAX)).is_empty());
    }

    #[test]
    fn the_largest_counts_do_not_overflow() {
        let last = BucketId(BucketCount::MAX.get() - 1);
        assert_eq!(owner(BucketCount::MAX, WorkerCount::MAX, last), WorkerId(last.0));
    }
}
