//! The heaviest bucket first, to the worker with the least: longest processing time first.
//!
//! No engine deals so, since none knows its loads beforehand. It shows what dealing alone could reach with these buckets:
//! the busiest worker gets at most 4/3 of the least possible (Graham, 1969).

use super::{Assignment, Check, lightest_first};
use crate::unit::{BucketCount, WorkerCount};
use std::cmp::Reverse;

/// Buckets by falling load, then rising id, each to the worker with the least load, the fewest buckets, the lowest id.
pub(super) fn deal<E>(
    buckets: BucketCount,
    workers: WorkerCount,
    loads: &[u64],
    check: &Check<'_, E>,
) -> Result<Assignment, E> {
    let mut order: Vec<u32> = buckets.range().collect();
    order.sort_by_key(|&bucket| (Reverse(lightest_first::load_of(loads, bucket)), bucket));
    lightest_first::deal(&order, workers, loads, check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealingRule;

    #[test]
    fn a_hot_bucket_has_a_worker_to_itself() {
        let loads = [3, 3, 2, 2, 10];
        let dealt = DealingRule::LeastLoaded.deal(BucketCount::clamped(5), WorkerCount::clamped(2), &loads);
        assert_eq!(dealt.sum(&loads), [10, 10]);
        assert_eq!(dealt.owners(), [1, 1, 1, 1, 0]);
    }

    #[test]
    fn missing_loads_count_as_none() {
        let dealt = DealingRule::LeastLoaded.deal(BucketCount::clamped(4), WorkerCount::clamped(2), &[7]);
        assert_eq!(dealt.owners(), [0, 1, 1, 1]);
    }
}
