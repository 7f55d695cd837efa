//! How few buckets a restart must move if the new workers may be named anew.

use crate::deal::Assignment;
use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most buckets that stay where they are under the best names for the new workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Relabelling {
    /// Buckets that stay.
    pub kept: u32,
    /// Whether that many really can stay; otherwise no more than that many can.
    pub exact: bool,
}

/// The most of a quantity that stays where it is under the best names for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WeighedRelabelling {
    /// How much stays, in the unit of the weights.
    pub kept: u64,
    /// Whether that much really can stay; otherwise no more than that much can.
    pub exact: bool,
}

/// Deals that are not ranges are solved up to this many workers on either side; the time grows with its cube.
const MAX_SOLVED: u32 = 128;

/// The best names for the workers of `after`. Each old worker lends its name to one new worker at most.
///
/// Exact for ranges (their overlaps form a path, so the best choice follows from left to right) and, by an assignment
/// solver, for up to 128 workers on each side; a bound elsewhere.
#[must_use]
pub fn relabel(before: &Assignment, after: &Assignment) -> Relabelling {
    let found = relabel_weighed(before, after, &vec![1; before.owners().len()]);
    Relabelling { kept: u32::try_from(found.kept).unwrap_or(u32::MAX), exact: found.exact }
}

/// The best names for the workers of `after` where buckets weigh differently: most keys, records or bytes stay. Shape: `weights`
/// has one entry a bucket. Exact where [`relabel`] is.
#[must_use]
pub fn relabel_weighed(before: &Assignment, after: &Assignment, weights: &[u64]) -> WeighedRelabelling {
    let pairs: Vec<(u32, u32)> = before.owners().iter().copied().zip(after.owners().iter().copied()).collect();
    if before.is_contiguous() && after.is_contiguous() {
        return WeighedRelabelling { kept: along_the_path(&pairs, weights), exact: true };
    }
    let mut overlaps = Overlaps::new();
    for (&pair, &weight) in pairs.iter().zip(weights) {
        *overlaps.entry(pair).or_default() += weight;
    }
    if before.workers().get().max(after.workers().get()) > MAX_SOLVED {
        return WeighedRelabelling { kept: bound(before, after, &overlaps), exact: false };
    }
    WeighedRelabelling { kept: solved(before, after, &overlaps), exact: true }
}

/// Old worker, new worker → the weight of the buckets they share.
type Overlaps = BTreeMap<(u32, u32), u64>;

/// The overlaps of two deals in ranges, matched from left to right.
fn along_the_path(pairs: &[(u32, u32)], weights: &[u64]) -> u64 {
    // Best sums so far by whether the current range of each side is already matched: [neither, old, new, both].
    let mut best = [Some(0), None, None, None];
    let mut last = None;
    let mut at = 0;
    for run in pairs.chunk_by(|a, b| a == b) {
        let (old, new) = run[0];
        let weight: u64 = weights.iter().skip(at).take(run.len()).sum();
        at += run.len();
        if let Some((last_old, last_new)) = last {
            let (new_old, new_new) = (old != last_old, new != last_new);
            let mut next = [None; 4];
            for (state, sum) in best.into_iter().enumerate() {
                let kept = (if new_old { state & !1 } else { state }) & if new_new { !2 } else { !0 };
                next[kept] = next[kept].max(sum);
            }
            best = next;
        }
        best[3] = best[3].max(best[0].map(|sum| sum + weight));
        last = Some((old, new));
    }
    best.into_iter().flatten().max().unwrap_or(0)
}

/// The heaviest matching of old to new workers.
fn solved(before: &Assignment, after: &Assignment, overlaps: &Overlaps) -> u64 {
    let (old, new) = (before.workers().len(), after.workers().len());
    // The solver wants no more rows than columns.
    let turned = old > new;
    let (rows, columns) = if turned { (new, old) } else { (old, new) };
    let mut weights = Matrix::new(rows, columns, 0_i128);
    for (&(old, new), &shared) in overlaps {
        let at = if turned { (new, old) } else { (old, new) };
        weights[(at.0 as usize, at.1 as usize)] = shared.into();
    }
    u64::try_from(kuhn_munkres(&weights).0).unwrap_or(0)
}

/// No worker can keep more than its largest overlap, on either side.
fn bound(before: &Assignment, after: &Assignment, overlaps: &Overlaps) -> u64 {
    let (mut of_old, mut of_new) = (vec![0; before.workers().len()], vec![0; after.workers().len()]);
    for (&(old, new), &shared) in overlaps {
        let (old, new) = (old as usize, new as usize);
        of_old[old] = shared.max(of_old[old]);
        of_new[new] = shared.max(of_new[new]);
    }
    of_old.iter().sum::<u64>().min(of_new.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealingRule;
    use crate::unit::{BucketCount, WorkerCount};

    fn deal(rule: &DealingRule, p: u64) -> Assignment {
        rule.deal(BucketCount::clamped(128), WorkerCount::clamped(p), &[])
    }

    /// How many of 128 buckets must move.
    fn moved(rule: &DealingRule, from: u64, to: u64) -> u32 {
        let found = relabel(&deal(rule, from), &deal(rule, to));
        assert!(found.exact);
        128 - found.kept
    }

    #[test]
    fn ranges_and_modulo_move_as_few_as_published() {
        assert_eq!(moved(&DealingRule::Contiguous, 4, 8), 64);
        assert_eq!(moved(&DealingRule::Contiguous, 4, 5), 38);
        assert_eq!(moved(&DealingRule::Contiguous, 4, 40), 112);
        assert_eq!(moved(&DealingRule::Contiguous, 40, 40), 0);
        assert_eq!(moved(&DealingRule::Modulo, 4, 8), 64);
        assert_eq!(moved(&DealingRule::Modulo, 40, 40), 0);
    }

    #[test]
    fn the_path_finds_what_the_solver_finds_and_the_bound_holds() {
        for (from, to) in (1..=24).flat_map(|from| (1..=24).map(move |to| (from, to))) {
            let (before, after) = (deal(&DealingRule::Contiguous, from), deal(&DealingRule::Contiguous, to));
            let pairs: Vec<_> = before.owners().iter().copied().zip(after.owners().iter().copied()).collect();
            // Weights that rise and fall, and all alike.
            for weights in [vec![1; 128], (0..128).map(|bucket| bucket * 37 % 101).collect()] {
                let mut overlaps = Overlaps::new();
                for (&pair, &weight) in pairs.iter().zip(&weights) {
                    *overlaps.entry(pair).or_default() += weight;
                }
                let kept = along_the_path(&pairs, &weights);
                assert_eq!(kept, solved(&before, &after, &overlaps), "{from} to {to}");
                assert!(kept <= bound(&before, &after, &overlaps), "{from} to {to}");
            }
        }
    }

    #[test]
    fn too_many_workers_get_a_bound_that_says_so() {
        let rule = DealingRule::Modulo;
        let deal = |p| rule.deal(BucketCount::clamped(1024), WorkerCount::clamped(p), &[]);
        let found = relabel(&deal(200), &deal(200));
        assert_eq!(found, Relabelling { kept: 1024, exact: false });
    }
}
