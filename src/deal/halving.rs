//! Each worker that joins halves the largest range.
//!
//! Source: Pulsar's `Key_Shared`, `HashRangeAutoSplitStickyKeyConsumerSelector`. Sizes of ranges are Pulsar's; of equal ranges the lowest is
//! halved here, and the newcomer takes the upper half.

use super::Assignment;
use crate::unit::{BucketCount, WorkerCount};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Workers past the last range that can be halved own nothing; Pulsar refuses them.
pub(super) fn deal(buckets: BucketCount, workers: WorkerCount) -> Assignment {
    // Length, first bucket, owner.
    let mut ranges = BinaryHeap::from([(buckets.get(), Reverse(0), 0)]);
    for joining in 1..workers.get() {
        let Some((length, Reverse(first), owner)) = ranges.pop() else { break };
        if length < 2 {
            ranges.push((length, Reverse(first), owner));
            break;
        }
        let lower = length.div_ceil(2);
        ranges.push((lower, Reverse(first), owner));
        ranges.push((length - lower, Reverse(first + lower), joining));
    }
    let mut owners = vec![0; buckets.len()];
    for (length, Reverse(first), owner) in ranges {
        owners[first as usize..(first + length) as usize].fill(owner);
    }
    Assignment::new(workers, owners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_consumers_get_a_half_and_two_quarters() {
        let of = |n, p| deal(BucketCount::clamped(n), WorkerCount::clamped(p)).bucket_counts();
        assert_eq!(of(65_536, 3), [16_384, 32_768, 16_384]);
        assert_eq!(of(65_536, 8), [8192; 8]);
        assert_eq!(of(3, 5), [1, 1, 1, 0, 0]);
    }
}
