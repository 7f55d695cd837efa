//! Weighted rendezvous under quotas, as `RisingWave` gives actors and vnodes to its compute nodes.
//!
//! Source: `RisingWave` at 448c657 (2026-08-21), `src/meta/src/stream/stream_graph/assignment.rs`. Each item in turn goes, among the
//! nodes whose quota is not used up, to the one with the least `-ln(r) / weight`, `r` being the 64-bit xxHash of (item, node,
//! job) scaled to above 0 and at most 1. An actor's number is hashed in 32 bits, a vnode's in 64.

use super::pace::{Check, PACE, Pace};
use rayon::prelude::*;

/// A compute node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Its number, from 1 on.
    pub id: u32,
    /// Its weight, at least 1.
    pub weight: u32,
}

/// The node of each actor `0..actors`: an index into `nodes`. The quotas add up to the number of actors.
pub(super) fn of_actors<E: Send>(
    nodes: &[Node],
    quotas: &[u32],
    job: u32,
    actors: u32,
    check: &Check<'_, E>,
) -> Result<Vec<usize>, E> {
    let tail = u64::from(job).wrapping_mul(PRIME_1);
    let choose = |actor: u32, among: &[Candidate]| {
        least(among, |node| {
            let state = absorb(PRIME_5.wrapping_add(12), round(u64::from(actor) | u64::from(node.id) << 32));
            avalanche((state ^ tail).rotate_left(23).wrapping_mul(PRIME_2).wrapping_add(PRIME_3))
        })
    };
    place(nodes, quotas, job, actors, choose, check)
}

/// The node of each vnode `0..vnodes`, as [`of_actors`].
pub(super) fn of_vnodes<E: Send>(
    nodes: &[Node],
    quotas: &[u32],
    job: u32,
    vnodes: u32,
    check: &Check<'_, E>,
) -> Result<Vec<usize>, E> {
    let choose = |vnode: u32, among: &[Candidate]| {
        let state = absorb(PRIME_5.wrapping_add(16), round(u64::from(vnode)));
        least(among, |node| avalanche(absorb(state, node.round)))
    };
    place(nodes, quotas, job, vnodes, choose, check)
}

/// A node that may still take an item.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    index: usize,
    id: u32,
    weight: f64,
    /// The hash's round over node and job, the same for every item.
    round: u64,
}

/// What a look at one candidate takes, in about nanoseconds.
const LOOK: usize = 8;

/// Places the items one by one. `choose` picks one of the candidates by its position.
///
/// # Design
/// Every item has to look at every node. What it would choose without quotas does not depend on the items before it, so that
/// is worked out side by side; only an item whose choice is used up by then looks again.
fn place<E: Send>(
    nodes: &[Node],
    quotas: &[u32],
    job: u32,
    items: u32,
    choose: impl Fn(u32, &[Candidate]) -> usize + Sync,
    check: &Check<'_, E>,
) -> Result<Vec<usize>, E> {
    let mut free = quotas.to_vec();
    let candidate = |(index, node): (usize, &Node)| Candidate {
        index,
        id: node.id,
        weight: f64::from(node.weight),
        round: round(u64::from(node.id) | u64::from(job) << 32),
    };
    let mut open: Vec<Candidate> =
        nodes.iter().enumerate().map(candidate).filter(|open| free[open.index] > 0).collect();
    let every = u32::try_from(PACE / (LOOK * open.len().max(1))).unwrap_or(u32::MAX).max(1);
    let first = |item: u32| {
        if item.is_multiple_of(every) {
            check()?;
        }
        Ok(open[choose(item, &open)].index)
    };
    let first = (0..items).into_par_iter().map(first).collect::<Result<Vec<usize>, E>>()?;
    let mut pace = Pace::new(check);
    let settle = |(item, wanted): (u32, usize)| {
        let index = if free[wanted] > 0 {
            wanted
        } else {
            pace.step(LOOK * open.len())?;
            open[choose(item, &open)].index
        };
        free[index] -= 1;
        if free[index] == 0 {
            open.retain(|candidate| candidate.index != index);
        }
        Ok(index)
    };
    (0..items).zip(first).map(settle).collect()
}

/// The position of the candidate with the least `-ln(r) / weight`; the first of equals.
///
/// As `-ln(r)` is at least `1 − r`, most candidates are out without a logarithm. The bound is taken with room for rounding, so
/// that the outcome is that of comparing all of them. `libm` stands in for the engine's `ln` of the platform: the same on
/// every machine, and at most a last bit away.
fn least(among: &[Candidate], hash: impl Fn(&Candidate) -> u64) -> usize {
    if among.len() == 1 {
        return 0;
    }
    let (mut best, mut key, mut limit) = (0, f64::INFINITY, f64::INFINITY);
    for (position, candidate) in among.iter().enumerate() {
        let hash = hash(candidate);
        if gap(hash) > limit * candidate.weight {
            continue;
        }
        let found = -libm::log(unit_interval(hash)) / candidate.weight;
        if found < key {
            (best, key, limit) = (position, found, found * (TWO_POW_53 * 1.000_001));
        }
    }
    best
}

const TWO_POW_53: f64 = 9_007_199_254_740_992.0;
const TWO_POW_64: f64 = 18_446_744_073_709_551_616.0;

/// A little less than `(1 − r) · 2^53`.
#[expect(clippy::cast_precision_loss, reason = "a number of 53 bits is exact as a float")]
fn gap(hash: u64) -> f64 {
    (!hash >> 11).cast_signed() as f64 - 2.0
}

/// A hash scaled to above 0 and at most 1.
#[expect(clippy::cast_precision_loss, reason = "the engine rounds the hash to a double in just this way")]
fn unit_interval(hash: u64) -> f64 {
    (hash as f64 + 1.0) / TWO_POW_64
}

const PRIME_1: u64 = 0x9e37_79b1_85eb_ca87;
const PRIME_2: u64 = 0xc2b2_ae3d_27d4_eb4f;
const PRIME_3: u64 = 0x1656_67b1_9e37_79f9;
const PRIME_4: u64 = 0x85eb_ca77_c2b2_ae63;
const PRIME_5: u64 = 0x27d4_eb2f_1656_67c5;

/// One 8-byte lane of xxHash64 before it meets the state.
const fn round(lane: u64) -> u64 {
    lane.wrapping_mul(PRIME_2).rotate_left(31).wrapping_mul(PRIME_1)
}

const fn absorb(state: u64, round: u64) -> u64 {
    (state ^ round).rotate_left(27).wrapping_mul(PRIME_1).wrapping_add(PRIME_4)
}

const fn avalanche(state: u64) -> u64 {
    let state = (state ^ (state >> 33)).wrapping_mul(PRIME_2);
    let state = (state ^ (state >> 29)).wrapping_mul(PRIME_3);
    state ^ (state >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh64::xxh64;

    /// The rule word for word: every item looks at every free node, with the hash of a library.
    fn plainly(nodes: &[Node], quotas: &[u32], job: u32, items: impl Iterator<Item = Vec<u8>>) -> Vec<usize> {
        let mut free = quotas.to_vec();
        let place = |item: Vec<u8>| {
            let (mut best, mut key) = (usize::MAX, f64::INFINITY);
            for (index, node) in nodes.iter().enumerate().filter(|(index, _)| free[*index] > 0) {
                let bytes = [&item[..], &node.id.to_le_bytes(), &job.to_le_bytes()].concat();
                let found = -libm::log(unit_interval(xxh64(&bytes, 0))) / f64::from(node.weight);
                if found < key {
                    (best, key) = (index, found);
                }
            }
            free[best] -= 1;
            best
        };
        items.map(place).collect()
    }

    #[test]
    fn the_quick_way_is_the_plain_one() {
        for (job, weights) in [
            (1, vec![5]),
            (7, vec![1, 1]),
            (u32::MAX, vec![2, 4, 9]),
            (77, (1..=60).collect::<Vec<u32>>()),
            (3, vec![100_000, 1, 1, 50_000, 3]),
        ] {
            let nodes: Vec<Node> = (1..).zip(&weights).map(|(id, &weight)| Node { id, weight }).collect();
            // Some quotas are used up early, and one node may take nothing.
            let quotas: Vec<u32> =
                (0..).zip(&weights).map(|(at, _)| if at == 1 { 0 } else { 3 + 11 * (at % 4) }).collect();
            let items = quotas.iter().sum();
            let actors = plainly(&nodes, &quotas, job, (0..items).map(|actor: u32| actor.to_le_bytes().to_vec()));
            let go_on = || Ok::<(), std::convert::Infallible>(());
            assert_eq!(of_actors(&nodes, &quotas, job, items, &go_on), Ok(actors), "{weights:?}");
            let vnodes = plainly(&nodes, &quotas, job, (0..items).map(|v| u64::from(v).to_le_bytes().to_vec()));
            assert_eq!(of_vnodes(&nodes, &quotas, job, items, &go_on), Ok(vnodes), "{weights:?}");
        }
    }
}
