//! Each bucket's owner is drawn by a hash of its own, and a worker that joins takes its share from all others.
//!
//! A stand-in for rendezvous hashing by names of nodes that are not known beforehand (Ignite: MD5 of partition and node id). Its
//! law is the same: every owner is equally likely, whatever the other buckets', and a newcomer takes each bucket with chance 1 / p
//! and moves nothing else. Computed as jump consistent hashing (Lamping and Veach, 2014), which takes a few steps a bucket
//! instead of one a worker.

use super::Assignment;
use crate::unit::{BucketCount, WorkerCount};
use xxhash_rust::xxh64::xxh64;

pub(super) fn deal(buckets: BucketCount, workers: WorkerCount) -> Assignment {
    let owner = |bucket: u32| jump(xxh64(&bucket.to_le_bytes(), 0), workers.get());
    Assignment::new(workers, buckets.range().map(owner).collect())
}

/// The worker below `workers` that a hash jumps to.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers below 2^53 throughout: a jump is at most (2^20 + 1) · 2^31"
)]
fn jump(hash: u64, workers: u32) -> u32 {
    let (mut state, mut at, mut next) = (hash, 0_u64, 0_u64);
    while next < u64::from(workers) {
        at = next;
        state = state.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(1);
        let draw = (state >> 33) + 1;
        next = ((at + 1) as f64 * ((1_u64 << 31) as f64 / draw as f64)) as u64;
    }
    at as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newcomer_takes_its_share_and_moves_nothing_else() {
        let n = BucketCount::clamped(10_000);
        for p in 1..30_u64 {
            let (before, after) = (deal(n, WorkerCount::clamped(p)), deal(n, WorkerCount::clamped(p + 1)));
            for (old, new) in before.owners().iter().zip(after.owners()) {
                assert!(old == new || u64::from(*new) == p);
            }
            // Binomial: four deviations around the mean.
            let (share, got) =
                (10_000.0 / f64::from(after.workers().get()), after.bucket_counts()[usize::try_from(p).unwrap()]);
            assert!((f64::from(got) - share).abs() < 4.0 * libm::sqrt(share), "{got} of {share}");
        }
    }
}
