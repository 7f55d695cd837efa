//! Ranges whose ends are rounded sums of a 32-bit float.
//!
//! Source: `redis-cli --cluster create` (`clusterManagerCommandCreate`), redis 7.0.15, run for 3 to 7 masters: the cursor moves on by
//! N / p each time, and a range ends at the cursor less one, rounded half away from zero; the last one ends at N - 1.

use super::Assignment;
use crate::unit::{BucketCount, WorkerCount};

pub(super) fn deal(buckets: BucketCount, workers: WorkerCount) -> Assignment {
    let step = float(buckets.get()) / float(workers.get());
    let (mut cursor, mut owner) = (0.0_f32, Vec::with_capacity(buckets.len()));
    for worker in workers.range() {
        let rest = buckets.len() - owner.len();
        let is_last = worker + 1 == workers.get();
        // A range holds one bucket at least, while there are any.
        let length = if is_last { rest } else { length(cursor + step - 1.0, owner.len()).clamp(rest.min(1), rest) };
        owner.extend(std::iter::repeat_n(worker, length));
        cursor += step;
    }
    Assignment::new(workers, owner)
}

/// Buckets from `first` to the rounded end of a range, both included.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an end below 0 is cut to 0, and sums of ends are near the bucket count"
)]
fn length(end: f32, first: usize) -> usize {
    let last = libm::roundf(end.max(0.0)) as usize;
    (last + 1).saturating_sub(first)
}

#[expect(clippy::cast_precision_loss, reason = "a count of at most 2^20 is exact as a float of 24 bits")]
const fn float(count: u32) -> f32 {
    count as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bucket_is_dealt_and_surplus_workers_own_nothing() {
        for (n, p) in [(1, 1), (1, 5), (5, 7), (100, 3), (16_384, 1000), (1 << 20, 999_983)] {
            let dealt = deal(BucketCount::clamped(n), WorkerCount::clamped(p));
            assert!(dealt.is_contiguous());
            assert_eq!(dealt.bucket_counts().iter().map(|&count| u64::from(count)).sum::<u64>(), n);
        }
        assert_eq!(deal(BucketCount::clamped(5), WorkerCount::clamped(7)).bucket_counts(), [1, 1, 1, 1, 1, 0, 0]);
    }
}
