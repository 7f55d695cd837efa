//! What a restart hands from worker to worker.

use super::relabel::relabel;
use super::report::{BucketFigures, Movement};
use crate::deal::Assignment;
use crate::unit::float;

/// Movement in buckets, keys, load and bytes.
pub(super) fn movement(from_step: usize, before: &Assignment, after: &Assignment, buckets: &BucketFigures) -> Movement {
    let owners = before.owners().iter().zip(after.owners());
    let moved: Vec<usize> = owners.enumerate().filter(|(_, (a, b))| a != b).map(|(bucket, _)| bucket).collect();
    let total = |per_bucket: &[u64]| moved.iter().map(|&bucket| per_bucket[bucket]).sum();
    let n = f64::from(buckets.count);
    let relabelled = relabel(before, after);
    Movement {
        from_step,
        buckets_moved: u32::try_from(moved.len()).unwrap_or(u32::MAX),
        moved_fraction: float(moved.len() as u64) / n,
        best_relabelled_fraction: relabelled.exact.then(|| 1.0 - f64::from(relabelled.kept) / n),
        keys_moved: total(&buckets.keys),
        load_moved: total(&buckets.load),
        state_bytes_moved: total(&buckets.state_bytes),
    }
}
