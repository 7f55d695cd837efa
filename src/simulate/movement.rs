//! What a restart hands from worker to worker.

use super::report::{BucketFigures, Movement};
use crate::deal::Assignment;
use crate::unit::float;

/// Buckets whose owner has another index in `after` than in `before`. Both deal the same buckets.
#[must_use]
pub fn moved_buckets(before: &Assignment, after: &Assignment) -> u32 {
    let moved = before.owners().iter().zip(after.owners()).filter(|(a, b)| a != b).count();
    u32::try_from(moved).unwrap_or(u32::MAX)
}

/// Movement in buckets, keys, load and bytes.
pub(super) fn movement(from_step: usize, before: &Assignment, after: &Assignment, buckets: &BucketFigures) -> Movement {
    let owners = before.owners().iter().zip(after.owners());
    let moved: Vec<usize> = owners.enumerate().filter(|(_, (a, b))| a != b).map(|(bucket, _)| bucket).collect();
    let total = |per_bucket: &[u64]| moved.iter().map(|&bucket| per_bucket[bucket]).sum();
    let n = f64::from(buckets.count);
    Movement {
        from_step,
        buckets_moved: moved_buckets(before, after),
        moved_fraction: float(moved.len() as u64) / n,
        best_relabelled_fraction: most_kept(before, after).map(|kept| 1.0 - f64::from(kept) / n),
        keys_moved: total(&buckets.keys),
        load_moved: total(&buckets.load),
        state_bytes_moved: total(&buckets.state_bytes),
    }
}

/// The most buckets that can stay where they are if the workers of `after` may be renamed; `None` unless both deals are
/// ranges, where the overlaps form a path and the best choice follows from left to right.
fn most_kept(before: &Assignment, after: &Assignment) -> Option<u32> {
    if !(before.is_contiguous() && after.is_contiguous()) {
        return None;
    }
    // Best sums so far by whether the current range of each side is already matched: [neither, old, new, both].
    let mut best = [Some(0), None, None, None];
    let pairs: Vec<(u32, u32)> = before.owners().iter().copied().zip(after.owners().iter().copied()).collect();
    let mut last = None;
    for run in pairs.chunk_by(|a, b| a == b) {
        let (old, new) = run[0];
        let size = u32::try_from(run.len()).ok()?;
        if let Some((last_old, last_new)) = last {
            let (new_old, new_new) = (old != last_old, new != last_new);
            let mut next = [None; 4];
            for (state, sum) in best.into_iter().enumerate() {
                let kept = (if new_old { state & !1 } else { state }) & if new_new { !2 } else { !0 };
                next[kept] = next[kept].max(sum);
            }
            best = next;
        }
        best[3] = best[3].max(best[0].map(|sum| sum + size));
        last = Some((old, new));
    }
    best.into_iter().flatten().max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealingRule;
    use crate::unit::{BucketCount, WorkerCount};

    fn relabelled(from: u64, to: u64) -> (f64, f64) {
        let deal = |p| DealingRule::Contiguous.deal(BucketCount::new(128).unwrap(), WorkerCount::new(p).unwrap(), &[]);
        let (before, after) = (deal(from), deal(to));
        let kept = f64::from(most_kept(&before, &after).unwrap());
        (f64::from(moved_buckets(&before, &after)) / 128.0, 1.0 - kept / 128.0)
    }

    #[test]
    fn movement_of_ranges_by_index_and_at_best() {
        assert_eq!(relabelled(4, 8), (0.875, 0.5));
        let (by_index, best) = relabelled(4, 5);
        assert!((by_index - 0.484_375).abs() < 1e-12 && (best - 0.296_875).abs() < 1e-12, "{by_index} {best}");
        assert_eq!(relabelled(4, 40), (0.968_75, 0.875));
        assert_eq!(relabelled(40, 40), (0.0, 0.0));
    }
}
