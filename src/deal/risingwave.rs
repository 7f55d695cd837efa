//! `RisingWave`'s scheduler: actors to compute nodes, vnodes to compute nodes, then a node's vnodes round its actors.
//!
//! Source: `RisingWave` at 448c657 (2026-08-21), `src/meta/src/stream/stream_graph/assignment.rs`, actors packed by node weight, vnodes
//! balanced by raw node weights and dealt one by one. Nodes are numbered from 1, actors and vnodes from 0.

use super::rendezvous::Node;
use super::{Assignment, Check, rendezvous};
use crate::unit::{BucketCount, WorkerCount};
use std::cmp::Reverse;
use std::convert::Infallible;
use xxhash_rust::xxh64::xxh64;

/// Deals the vnodes of one fragment of job `job` to actors on nodes of the given weights, in cores. A weight of 0 counts as
/// 1, an empty list as one node. Actors past the last vnode idle; `RisingWave` itself refuses them.
pub(super) fn deal<E: Send>(
    vnodes: BucketCount,
    workers: WorkerCount,
    weights: &[u32],
    job: u32,
    check: &Check<'_, E>,
) -> Result<Assignment, E> {
    let actors = WorkerCount::clamped(u64::from(workers.get().min(vnodes.get())));
    let nodes = nodes(weights);
    let mut actors_of_node = vec![Vec::new(); nodes.len()];
    for (actor, node) in (0_u32..).zip(place_actors(&nodes, actors, job, check)?) {
        actors_of_node[node].push(actor);
    }
    let quotas = vnode_quotas(&nodes, &actors_of_node, vnodes, job);
    // The second rendezvous weighs a node by its quota, no longer by its cores.
    let shares: Vec<Node> = nodes.iter().zip(&quotas).map(|(node, &quota)| Node { weight: quota, ..*node }).collect();
    let mut turns = vec![0; nodes.len()];
    let owner = rendezvous::of_vnodes(&shares, &quotas, job, vnodes.get(), check)?.into_iter().map(|node| {
        let actor = actors_of_node[node][turns[node] % actors_of_node[node].len()];
        turns[node] += 1;
        actor
    });
    Ok(Assignment::new(workers, owner.collect()))
}

/// The node of each actor, by actor: an index into the list of weights (the engine's node ids are one higher).
///
/// A report shows actors, not nodes; this is public to be held against the engine's own runs.
#[must_use]
pub fn node_of_actor(actors: WorkerCount, weights: &[u32], job: u32) -> Vec<usize> {
    let Ok(nodes) = place_actors(&nodes(weights), actors, job, &|| Ok::<(), Infallible>(()));
    nodes
}

fn place_actors<E: Send>(nodes: &[Node], actors: WorkerCount, job: u32, check: &Check<'_, E>) -> Result<Vec<usize>, E> {
    rendezvous::of_actors(nodes, &actor_quotas(nodes, actors, job), job, actors.get(), check)
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

fn hash_of_two(first: u32, second: u32) -> u64 {
    xxh64(&(u64::from(first) | u64::from(second) << 32).to_le_bytes(), 0)
}
