//! Ranges whose larger ones come first.
//!
//! Source: `RisingWave` at 448c657 (2026-08-21), `new_uniform` in `src/common/src/hash/consistent_hash/mapping.rs`.

use super::Assignment;
use crate::unit::{BucketCount, WorkerCount};

/// Every worker gets `N / p` buckets in a row, the first `N mod p` workers one more. Workers past the last bucket get none.
pub(super) fn deal(buckets: BucketCount, workers: WorkerCount) -> Assignment {
    let (small, larger) = (buckets.get() / workers.get(), buckets.get() % workers.get());
    let in_larger = larger * (small + 1);
    let owner = |b: u32| {
        if b < in_larger {
            b / (small + 1)
        } else {
            // Only reached where `small` is at least 1: with less than one bucket a worker, all buckets are in the larger ranges.
            larger + (b - in_larger) / small
        }
    };
    Assignment::new(workers, buckets.range().map(owner).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_over_three_and_three_over_five() {
        let deal = |n, p| deal(BucketCount::clamped(n), WorkerCount::clamped(p)).owners().to_vec();
        assert_eq!(deal(10, 3), [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]);
        assert_eq!(deal(3, 5), [0, 1, 2]);
    }
}
