//! Evenly, and each worker that joins moves only what it gets.
//!
//! A stand-in for stores that keep partitions even and move as few as they can, but whose order is a shuffle, a history or a
//! balancer's: how many buckets each worker owns is theirs, which ones is not. Workers join one by one; each takes buckets from
//! those who own most, the lowest numbers of workers first, each giving its highest bucket.

use super::Assignment;
use super::pace::{Check, Pace};
use crate::unit::{BucketCount, WorkerCount};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a bucket takes on its way, in about nanoseconds.
const STEP: usize = 64;

pub(super) fn deal<E>(buckets: BucketCount, workers: WorkerCount, check: &Check<'_, E>) -> Result<Assignment, E> {
    let mut pace = Pace::new(check);
    let mut owned: Vec<Vec<u32>> = vec![buckets.range().collect()];
    let mut fullest = BinaryHeap::from([(buckets.len(), Reverse(0))]);
    for joining in 1..workers.len().min(buckets.len()) {
        let mut taken = Vec::with_capacity(buckets.len() / (joining + 1));
        while let Some((most, Reverse(giver))) = fullest.peek().copied()
            && most > taken.len() + 1
        {
            fullest.pop();
            taken.extend(owned[giver].pop());
            fullest.push((most - 1, Reverse(giver)));
            pace.step(STEP)?;
        }
        // Sorted, so that the highest is given away first again.
        taken.sort_unstable();
        fullest.push((taken.len(), Reverse(joining)));
        owned.push(taken);
    }
    let mut holder = vec![0; buckets.len()];
    for (worker, list) in (0..).zip(&owned) {
        for &bucket in list {
            holder[bucket as usize] = worker;
        }
    }
    Ok(Assignment::new(workers, holder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn of(n: u64, p: u64) -> Assignment {
        let Ok(dealt) = deal(BucketCount::clamped(n), WorkerCount::clamped(p), &|| Ok::<(), Infallible>(()));
        dealt
    }

    #[test]
    fn shares_differ_by_one_at_most_and_only_the_newcomers_buckets_move() {
        for n in [1, 7, 64, 271, 1000] {
            for p in 1..40_u64 {
                let (before, after) = (of(n, p), of(n, p + 1));
                let counts = after.bucket_counts();
                let owners = counts.iter().filter(|&&count| count > 0).count() as u64;
                assert_eq!(owners, n.min(p + 1));
                if p < n {
                    assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{n} on {p} and one");
                }
                let moved = before.owners().iter().zip(after.owners()).filter(|(old, new)| old != new).count();
                assert_eq!(moved as u64, n / (p + 1), "{n} from {p}");
            }
        }
    }
}
