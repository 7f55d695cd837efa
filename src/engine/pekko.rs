//! Pekko and Akka Cluster Sharding: shards of entities, placed when their first message comes.

use super::{
    Accuracy, CostLine, Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words, store,
};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::keys::KeyType;
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Pekko's options that change what a rebalance moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PekkoOptions {
    /// Shards that one round of rebalancing moves at most, in percent of all, 1 to 100.
    pub round_percent: u32,
}

impl Default for PekkoOptions {
    fn default() -> Self {
        Self { round_percent: 10 }
    }
}

const DEFAULT: u64 = 1000;

static FACTS: Facts = Facts {
    id: "pekko",
    name: "Pekko Cluster Sharding",
    versions: "the rule of Pekko's source, the same in Akka",
    words: Words {
        bucket: "shard",
        buckets: "shards",
        bucket_count: "number-of-shards",
        worker: "node",
        workers: "nodes",
        width: "nodes",
        first_start: "first start",
        restart: "change of nodes",
        snapshot: "entities in memory",
    },
    min_buckets: 1,
    max_buckets: None,
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "1000 (typed)",
    hashing: "absolute value of String.hashCode of the entity id, then remainder by N; the id whose hash is -2^31 gets a shard with a \
              minus sign there (-648 of 1000), which is told here without it: such entities share shard 648",
    dealing: "evenly: each shard goes at its first message to the node with the fewest, later rounds even out; which node that is \
              depends on the order of messages and stands in",
    past_ceiling: "starts; nodes past N host no shard",
    change_of_count: "refused: a node with another count does not join; stop the whole cluster, then start it with the new count",
    sources: &[
        Source {
            fact: "Entity id → shard, the absolute value before the remainder",
            source: "ShardRegion.HashCodeMessageExtractor, read; String.hashCode as Java 17 computes it",
        },
        Source {
            fact: "Shards → nodes, rounds of at most a tenth",
            source: "docs/src/main/paradox/typed/cluster-sharding.md",
        },
        Source {
            fact: "Another count takes a full stop, and is checked when a node joins",
            source: "docs/src/main/paradox/additional/rolling-updates.md",
        },
    ],
};

impl Profile for PekkoOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::JavaHashCode, reduction: Reduction::FullAbsMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(DEFAULT)
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::FewestMoves
    }

    fn start(&self, request: &StartRequest) -> Start {
        store::start(request, BucketCount::clamped(DEFAULT)).unwrap_or_else(|(recorded, wanted)| {
            let note =
                format!("A node with {wanted} shards does not join a cluster with {recorded}: stop all nodes first.");
            store::refused(request, recorded).noting([note])
        })
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let shards = u64::from(input.buckets.get());
        let round = (shards * u64::from(self.round_percent) / 100).max(1);
        let lines = vec![
            CostLine::of("shards that one round of rebalancing moves at most", round, "shards", Accuracy::Exact, ROUND),
            CostLine::of("entries of the coordinator", shards, "entries", Accuracy::Exact, "one for each shard"),
        ];
        SnapshotCost::not_modelled(input, "entities in memory; what persistent ones write is not modelled", lines)
    }

    fn check(&self) -> Result<(), String> {
        if (1..=100).contains(&self.round_percent) {
            Ok(())
        } else {
            Err(format!("round_percent is {}: allowed are 1 to 100", self.round_percent))
        }
    }

    /// An entity's id is a string.
    fn key_types(&self) -> &'static [KeyType] {
        &[KeyType::String]
    }
}

const ROUND: &str = "the relative limit of the allocation strategy, a tenth by default, at least one";
