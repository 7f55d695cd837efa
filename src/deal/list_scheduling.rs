//! Tasks in order to whoever is free: how a cluster runs one finite stage.
//!
//! Sources: Spark 3.5 to 4.2, `TaskSetManager`, offers the pending tasks of a stage in index order to free cores
//! (locality aside); Hadoop `MapReduce` 3.4 starts reduces the same way, in waves over its slots. Which core a tie falls
//! to is left to the machine there; here the lowest id takes it.

use super::{Assignment, Check, lightest_first};
use crate::unit::{BucketCount, WorkerCount};

/// The next bucket in index order goes to the worker that is free first; a bucket takes as long as its load.
pub(super) fn deal<E>(
    buckets: BucketCount,
    workers: WorkerCount,
    loads: &[u64],
    check: &Check<'_, E>,
) -> Result<Assignment, E> {
    lightest_first::deal(&buckets.range().collect::<Vec<_>>(), workers, loads, check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealingRule;

    fn owners(workers: u64, loads: &[u64]) -> Vec<u32> {
        let rule = DealingRule::ListScheduling;
        rule.deal(BucketCount::clamped(loads.len() as u64), WorkerCount::clamped(workers), loads).owners().to_vec()
    }

    #[test]
    fn a_heavy_bucket_keeps_its_worker_busy_while_the_others_go_on() {
        assert_eq!(owners(2, &[5, 1, 1, 1, 9, 1]), [0, 1, 1, 1, 1, 0]);
    }

    #[test]
    fn buckets_without_load_go_round() {
        assert_eq!(owners(3, &[0; 7]), [0, 1, 2, 0, 1, 2, 0]);
    }
}
