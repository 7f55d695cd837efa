//! `RisingWave`'s scheduler: actors to compute nodes, vnodes to compute nodes, then a node's vnodes round its actors.
//!
//! Source: `RisingWave` at 448c657 (2026-08-21), `src/meta/src/stream/stream_graph/assignment.rs`, actors packed by node weight, vnodes
//! balanced by raw node weights and dealt one by one. Nodes are numbered from 1, actors and vnodes from 0.

use super::Assignment;
use crate::unit::{BucketCount, WorkerCount};
use std::cmp::Reverse;
use xxhash_rust::xxh64::xxh64;

/// More actors than vnodes; the text is the engine's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not enough vnodes ({vnodes}) for actors ({actors}); each actor needs at least one vnode")]
pub struct NotEnoughVnodes {
    /// Vnodes of the job.
    pub vnodes: BucketCount,
    /// Actors asked for.
    pub actors: WorkerCount,
}

/// Where the scheduler put actors and vnodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    node_of_actor: Vec<usize>,
    assignment: Assignment,
}

impl Schedule {
    /// The node of each actor, by actor: an index into the list of weights (the engine's node ids are one higher).
    #[must_use]
    pub fn node_of_actor(&self) -> &[usize] {
        &self.node_of_actor
    }

    /// Which actor owns each vnode.
    #[must_use]
    pub const fn assignment(&self) -> &Assignment {
        &self.assignment
    }
}

/// Schedules one fragment of job `job` on nodes of the given weights, in cores. A weight of 0 counts as 1, an empty list
/// as one node.
///
/// # Errors
/// [`NotEnoughVnodes`] where an actor would be left without a vnode.
pub fn schedule(
    vnodes: BucketCount,
    actors: WorkerCount,
    weights: &[u32],
    job: u32,
) -> Result<Schedule, NotEnoughVnodes> {
    if actors.get() > vnodes.get() {
        return Err(NotEnoughVnodes { vnodes, actors });
    }
    Ok(schedule_enough(vnodes, actors, weights, job))
}

/// Schedules where there is a vnode for every actor.
fn schedule_enough(vnodes: BucketCount, actors: WorkerCount, weights: &[u32], job: u32) -> Schedule {
    let nodes = nodes(weights);
    let node_of_actor =
        rendezvous(&nodes, &actor_quotas(&nodes, actors, job), job, actors.range().map(u32::to_le_bytes));

    let mut actors_of_node = vec![Vec::new(); nodes.len()];
    for (actor, &node) in (0_u32..).zip(&node_of_actor) {
        actors_of_node[node].push(actor);
    }
    let quotas = vnode_quotas(&nodes, &actors_of_node, vnodes, job);
    // The second rendezvous weighs a node by its quota, no longer by its cores. Vnode numbers are hashed in 64 bits.
    let shares: Vec<Node> = nodes.iter().zip(&quotas).map(|(node, &quota)| Node { weight: quota, ..*node }).collect();
    let node_of_vnode = rendezvous(&shares, &quotas, job, vnodes.range().map(|v| u64::from(v).to_le_bytes()));

    let mut turns = vec![0; nodes.len()];
    let owner = node_of_vnode.into_iter().map(|node| {
        let actor = actors_of_node[node][turns[node] % actors_of_node[node].len()];
        turns[node] += 1;
        actor
    });
    let assignment = Assignment::new(actors, owner.collect());
    Schedule { node_of_actor, assignment }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    id: u32,
    weight: u32,
}

fn nodes(weights: &[u32]) -> Vec<Node> {
    let weights = if weights.is_empty() { &[1] } else { weights };
    (1..).zip(weights).map(|(id, &weight)| Node { id, weight: weight.max(1) }).collect()
}

/// How many actors each node may take: its share by weight, what is left over going to the largest remainders, among
/// equals to the larger hash of (node, job).
fn actor_quotas(nodes: &[Node], actors: WorkerCount, job: u32) -> Vec<u32> {
    let all: Vec<usize> = (0..nodes.len()).collect();
    split_by_weight(nodes, &all, actors.get(), |node| Reverse(hash_of_two(node.id, job)))
}

/// How many vnodes each node takes: one for each of its actors, and its share of the rest by weight, what is left over
/// going to the largest remainders, among equals to the smaller hash of (job, node). A node without actors takes none.
fn vnode_quotas(nodes: &[Node], actors_of_node: &[Vec<u32>], vnodes: BucketCount, job: u32) -> Vec<u32> {
    let active: Vec<usize> = (0..nodes.len()).filter(|&i| !actors_of_node[i].is_empty()).collect();
    let base: Vec<u32> = actors_of_node.iter().map(|actors| u32::try_from(actors.len()).unwrap_or(u32::MAX)).collect();
    let rest = vnodes.get() - base.iter().sum::<u32>();
    let extra = split_by_weight(nodes, &active, rest, |node| hash_of_two(job, node.id));
    base.into_iter().zip(extra).map(|(base, extra)| base + extra).collect()
}

/// Splits `items` over the nodes in `among` by weight, whole items only; the largest remainders are rounded up, among equals
/// those first by `tie`.
fn split_by_weight<K: Ord>(nodes: &[Node], among: &[usize], items: u32, tie: impl Fn(&Node) -> K) -> Vec<u32> {
    let total: u64 = among.iter().map(|&i| u64::from(nodes[i].weight)).sum();
    let ideal = |i: usize| u64::from(items) * u64::from(nodes[i].weight);
    let mut quotas = vec![0; nodes.len()];
    for &i in among {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a weight is at most the total, so the quotient is at most items"
        )]
        let whole = (ideal(i) / total) as u32;
        quotas[i] = whole;
    }
    let mut order = among.to_vec();
    order.sort_by_cached_key(|&i| (Reverse(ideal(i) % total), tie(&nodes[i])));
    let left = items - quotas.iter().sum::<u32>();
    for &i in order.iter().take(left as usize) {
        quotas[i] += 1;
    }
    quotas
}

/// The node of each item, in the order of the items: among the nodes whose quota is not used up, the one with the least
/// `-ln(r) / weight`, `r` being the hash of (item, node, job) scaled to above 0 and at most 1. The quotas add up to the
/// number of items.
///
/// `libm` stands in for the engine's `ln` of the platform: the same on every machine, and at most a last bit away.
fn rendezvous<const BYTES: usize>(
    nodes: &[Node],
    quotas: &[u32],
    job: u32,
    items: impl Iterator<Item = [u8; BYTES]>,
) -> Vec<usize> {
    let mut free = quotas.to_vec();
    let mut place = |item: [u8; BYTES]| {
        let mut best = (0, f64::INFINITY);
        for (i, node) in nodes.iter().enumerate().filter(|&(i, _)| free[i] > 0) {
            let mut bytes = [0; 16];
            bytes[..BYTES].copy_from_slice(&item);
            bytes[BYTES..BYTES + 4].copy_from_slice(&node.id.to_le_bytes());
            bytes[BYTES + 4..BYTES + 8].copy_from_slice(&job.to_le_bytes());
            let key = -libm::log(unit_interval(xxh64(&bytes[..BYTES + 8], 0))) / f64::from(node.weight);
            // Strictly less: the lowest node keeps a tie.
            if key < best.1 {
                best = (i, key);
            }
        }
        free[best.0] -= 1;
        best.0
    };
    items.map(&mut place).collect()
}

/// A hash scaled to above 0 and at most 1.
fn unit_interval(hash: u64) -> f64 {
    const TWO_POW_64: f64 = 18_446_744_073_709_551_616.0;
    #[expect(clippy::cast_precision_loss, reason = "the engine rounds the hash to a double in just this way")]
    let hash = hash as f64;
    (hash + 1.0) / TWO_POW_64
}

fn hash_of_two(first: u32, second: u32) -> u64 {
    xxh64(&(u64::from(first) | u64::from(second) << 32).to_le_bytes(), 0)
}

pub(super) fn deal(buckets: BucketCount, workers: WorkerCount, weights: &[u32], job: u32) -> Assignment {
    let actors = WorkerCount::clamped(u64::from(workers.get().min(buckets.get())));
    let schedule = schedule_enough(buckets, actors, weights, job);
    Assignment::new(workers, schedule.assignment.owners().to_vec())
}
