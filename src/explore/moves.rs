//! Who gives what to whom from one step to the next, and what a restore reads.

mod restore;
mod transfer;

pub use restore::{RestoreReads, Trust, WorkerReads, restore_reads};
pub use transfer::{Fewest, RuleMoves, Transfer, transfer};

use crate::deal::Assignment;
use crate::simulate::{BucketFigures, Relabelling, relabel};
use serde::Serialize;

/// What one worker hands to another, or keeps where both are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Flow {
    /// Worker that owned the buckets before.
    pub from: u32,
    /// Worker that owns them after.
    pub to: u32,
    /// Buckets.
    pub buckets: u32,
    /// Keys in them.
    pub keys: u64,
    /// Records of those keys.
    pub load: u64,
    /// Bytes of their state.
    pub state_bytes: u64,
}

/// A restart seen as flows between workers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moves {
    /// Every pair of workers that shares a bucket, by `from`, then `to`; pairs with `from == to` stay where they are.
    pub flows: Vec<Flow>,
    /// Sums over the pairs with `from != to`; `from` and `to` are 0.
    pub moved: Flow,
    /// The most buckets that stay if the new workers may be renamed.
    pub relabelled: Relabelling,
}

/// The flows between two deals of the same buckets, by `from`, then `to`.
///
/// # Panics
/// Where the two deals and the figures are not of the same buckets.
#[must_use]
pub fn flows(before: &Assignment, after: &Assignment, buckets: &BucketFigures) -> Vec<Flow> {
    let n = before.owners().len();
    assert!(n == after.owners().len() && n == buckets.load.len(), "a move compares deals of the same buckets");
    let mut order: Vec<usize> = (0..n).collect();
    let pair = |bucket: usize| (before.owners()[bucket], after.owners()[bucket]);
    order.sort_by_key(|&bucket| pair(bucket));
    let flow = |run: &[usize]| {
        let (from, to) = pair(run[0]);
        let sum = |per_bucket: &[u64]| run.iter().map(|&bucket| per_bucket[bucket]).sum();
        Flow {
            from,
            to,
            buckets: u32::try_from(run.len()).unwrap_or(u32::MAX),
            keys: sum(&buckets.keys),
            load: sum(&buckets.load),
            state_bytes: sum(&buckets.state_bytes),
        }
    };
    order.chunk_by(|&a, &b| pair(a) == pair(b)).map(flow).collect()
}

/// A restart from one deal to another of the same buckets.
///
/// # Panics
/// Where the two deals and the figures are not of the same buckets.
#[must_use]
pub fn moves(before: &Assignment, after: &Assignment, buckets: &BucketFigures) -> Moves {
    let flows = flows(before, after, buckets);
    let nothing = Flow { from: 0, to: 0, buckets: 0, keys: 0, load: 0, state_bytes: 0 };
    let moved = flows.iter().filter(|flow| flow.from != flow.to).fold(nothing, |sum, flow| Flow {
        buckets: sum.buckets + flow.buckets,
        keys: sum.keys + flow.keys,
        load: sum.load + flow.load,
        state_bytes: sum.state_bytes + flow.state_bytes,
        ..sum
    });
    Moves { moved, relabelled: relabel(before, after), flows }
}
