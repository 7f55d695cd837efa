//! A movement with all that is told of it, as the engine deals or as another rule would.

use super::{Flow, Moves, RestoreReads, moves, restore_reads};
use crate::deal::{Assignment, DealingRule};
use crate::engine::Engine;
use crate::simulate::{BucketFigures, DealFigures, Relabelling, relabel_weighed};
use std::sync::Arc;

/// The least that must change owners if the new workers may be renamed: each figure under the names that are best for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fewest {
    /// Buckets.
    pub buckets: u32,
    /// Keys.
    pub keys: u64,
    /// Records.
    pub load: u64,
    /// Bytes of state.
    pub state_bytes: u64,
    /// Whether so little really can be reached; otherwise at least so much moves.
    pub exact: bool,
}

/// The same movement under one dealing rule.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleMoves {
    /// The rule; `None` = as the engine deals.
    pub rule: Option<DealingRule>,
    /// What changes owners, by index.
    pub moved: Flow,
    /// The most buckets that stay under the best names.
    pub relabelled: Relabelling,
}

/// A movement between two deals of the same buckets.
#[derive(Debug, Clone, PartialEq)]
pub struct Transfer {
    /// Owners before.
    pub before: Assignment,
    /// Owners after.
    pub after: Assignment,
    /// The buckets handed over.
    pub buckets: Arc<BucketFigures>,
    /// Who hands what to whom.
    pub moves: Moves,
    /// The least under the best names.
    pub fewest: Fewest,
    /// What the restart reads.
    pub restore: RestoreReads,
    /// The movement as the engine deals and under every rule it is compared with.
    pub rules: Vec<RuleMoves>,
}

/// Rules that the engine's own is compared with.
const OTHER_RULES: [DealingRule; 3] = [DealingRule::Contiguous, DealingRule::Modulo, DealingRule::LeastLoaded];

/// The movement from one step's deal to another's, both dealt again by `rule` where one is given; `None` where the two have
/// different bucket counts, so that no bucket of one is a bucket of the other.
#[must_use]
pub fn transfer(
    engine: &Engine,
    before: &DealFigures,
    after: &DealFigures,
    rule: Option<&DealingRule>,
) -> Option<Transfer> {
    if before.buckets.count != after.buckets.count {
        return None;
    }
    let buckets = Arc::clone(&after.buckets);
    let movement = |rule: Option<&DealingRule>| {
        let [before, after] = [before, after].map(|deal| dealt(deal, rule));
        let moves = moves(&before, &after, &buckets);
        (before, after, moves)
    };
    let (mut rules, mut shown) = (Vec::with_capacity(1 + OTHER_RULES.len()), None);
    for each in std::iter::once(None).chain(OTHER_RULES.into_iter().map(Some)) {
        let found = movement(each.as_ref());
        let (moved, relabelled) = (found.2.moved, found.2.relabelled);
        if each.as_ref() == rule {
            shown = Some(found);
        }
        rules.push(RuleMoves { rule: each, moved, relabelled });
    }
    let (before, after, moves) = shown.unwrap_or_else(|| movement(rule));
    let fewest = fewest(&before, &after, &buckets, moves.relabelled);
    let restore = restore_reads(engine, &before, &after, &buckets.state_bytes);
    Some(Transfer { before, after, buckets, moves, fewest, restore, rules })
}

fn dealt(deal: &DealFigures, rule: Option<&DealingRule>) -> Assignment {
    let own = &deal.assignment;
    rule.map_or_else(|| own.clone(), |rule| rule.deal(own.buckets(), own.workers(), &deal.buckets.load))
}

fn fewest(before: &Assignment, after: &Assignment, buckets: &BucketFigures, relabelled: Relabelling) -> Fewest {
    let least = |weights: &[u64]| weights.iter().sum::<u64>() - relabel_weighed(before, after, weights).kept;
    Fewest {
        buckets: buckets.count - relabelled.kept,
        keys: least(&buckets.keys),
        load: least(&buckets.load),
        state_bytes: least(&buckets.state_bytes),
        exact: relabelled.exact,
    }
}
