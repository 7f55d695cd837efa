//! Buckets in a given order, each to the worker that has the least so far: what list scheduling and least loaded share.

use super::Assignment;
use super::pace::{Check, Pace};
use crate::unit::WorkerCount;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The load of a bucket; 0 where the list is too short to say.
pub(super) fn load_of(loads: &[u64], bucket: u32) -> u64 {
    loads.get(bucket as usize).copied().unwrap_or(0)
}

/// What a bucket takes on its way through the heap, in about nanoseconds.
const HEAP_STEP: usize = 64;

/// Hands out the buckets in `order`, a permutation of `0..order.len()`. The next one goes to the worker with the least
/// load, among equals to the one with the fewest buckets, among those to the lowest id.
///
/// Counting buckets after loads is the same as giving every bucket an instant of its own on top of its load: buckets
/// without load go round the workers instead of piling up on worker 0.
pub(super) fn deal<E>(
    order: &[u32],
    workers: WorkerCount,
    loads: &[u64],
    check: &Check<'_, E>,
) -> Result<Assignment, E> {
    let mut pace = Pace::new(check);
    // The heap is ordered by its tuples, and 128 bits hold the sum of any list of 64-bit loads.
    let mut free: BinaryHeap<_> = workers.range().map(|worker| Reverse((0_u128, 0_u32, worker))).collect();
    let mut owner = vec![0; order.len()];
    for &bucket in order {
        pace.step(HEAP_STEP)?;
        if let Some(mut lightest) = free.peek_mut() {
            let Reverse((load, count, worker)) = &mut *lightest;
            owner[bucket as usize] = *worker;
            *load += u128::from(load_of(loads, bucket));
            *count += 1;
        }
    }
    Ok(Assignment::new(workers, owner))
}
