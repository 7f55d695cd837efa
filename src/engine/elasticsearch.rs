//! Elasticsearch: primary shards with a finer, fixed layer of routing shards behind them.

use super::{Cause, Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words, store};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction, default_routing_shards};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Elasticsearch's options that change routing or cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ElasticsearchOptions {
    /// `index.number_of_routing_shards`, a multiple of the primary shards, at most 1 048 576; 0 = Elasticsearch's own.
    pub routing_shards: u32,
    /// `index.number_of_replicas`, 0 to 100.
    pub replicas: u32,
}

impl Default for ElasticsearchOptions {
    fn default() -> Self {
        Self { routing_shards: 0, replicas: 1 }
    }
}

/// The most routing shards that may be set.
const MAX_ROUTING_SHARDS: u32 = 1 << 20;

static FACTS: Facts = Facts {
    id: "elasticsearch",
    name: "Elasticsearch",
    versions: "the rule of its source; documentation of 7.1, 8.15 and 8.17",
    words: Words {
        bucket: "primary shard",
        buckets: "primary shards",
        bucket_count: "index.number_of_shards",
        worker: "data node",
        workers: "data nodes",
        width: "data nodes",
        first_start: "index creation",
        restart: "change of nodes",
        snapshot: "shard files",
    },
    min_buckets: 1,
    max_buckets: Some(1024),
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "1",
    hashing: "Murmur3 of the id or routing value as UTF-16, remainder by the routing shards R (never below 0), divided by R / N",
    dealing: "evenly, moving as few as can be; how many primaries each node has is the balancer's, which ones stands in",
    past_ceiling: "starts; a node past N × (1 + replicas) holds nothing of the index",
    change_of_count: "refused in place: split or shrink into a new index, by a whole factor that fits the routing shards",
    sources: &[
        Source {
            fact: "Id → shard",
            source: "Murmur3HashFunction and OperationRouting, read; the seven values of Elasticsearch's own test come out",
        },
        Source {
            fact: "Routing shards: N doubled while it stays at 1024 or below, at least once",
            source: "MetadataCreateIndexService.calculateNumRoutingShards, read",
        },
        Source {
            fact: "Splits go to multiples of N that divide the routing shards; the source is made read-only first",
            source: "reference 7.1 and 8.17, indices-split-index",
        },
        Source { fact: "1 primary by default, at most 1024", source: "reference 8.15, index-modules" },
    ],
};

impl ElasticsearchOptions {
    /// Routing shards of an index of so many primaries.
    const fn routing(&self, primaries: BucketCount) -> u32 {
        if self.routing_shards == 0 { default_routing_shards(primaries) } else { self.routing_shards }
    }

    /// The counts that divide the routing shards that are set, rising, at most 1024; none where they are Elasticsearch's own,
    /// which follow the count.
    #[must_use]
    pub fn counts_set(&self) -> Vec<u32> {
        let most = FACTS.max_buckets.map_or(self.routing_shards, |most| self.routing_shards.min(most));
        (1..=most).filter(|count| self.routing_shards.is_multiple_of(*count)).collect()
    }

    /// The counts that an index of so many primary shards can be split into: whole multiples of it that divide its routing shards, at
    /// most 1024.
    #[must_use]
    pub fn splits(&self, primaries: BucketCount) -> Vec<u32> {
        let (n, routing) = (primaries.get(), self.routing(primaries));
        let most = FACTS.max_buckets.map_or(routing, |most| routing.min(most));
        let multiples = (2..=most / n).map(|factor| factor * n);
        multiples.filter(|shards| routing.is_multiple_of(*shards)).collect()
    }

    /// The ways to another count, in a sentence.
    fn ways(&self, recorded: BucketCount, wanted: BucketCount) -> String {
        let splits = self.splits(recorded).iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let to = if splits.is_empty() { "no larger count".to_owned() } else { splits };
        let shrinks = recorded.get().is_multiple_of(wanted.get());
        let how = if self.splits(recorded).contains(&wanted.get()) {
            format!("a split into a new index makes {wanted} of it")
        } else if shrinks {
            format!("a shrink into a new index makes {wanted} of it")
        } else {
            format!("{wanted} cannot be had without indexing anew")
        };
        let noun = if recorded == BucketCount::ONE { "primary shard" } else { "primary shards" };
        format!("An index keeps its {recorded} {noun}: {how}. Splits lead to {to}.")
    }
}

impl Profile for ElasticsearchOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        let reduction = Reduction::RoutingShards { shards: self.routing_shards };
        HashingRule { hash: HashFn::ElasticsearchMurmur3, reduction }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(1)
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::FewestMoves
    }

    fn fitting(&self, count: BucketCount) -> BucketCount {
        let fits = |n: &BucketCount| self.routing(*n).is_multiple_of(n.get());
        (1..=count.get()).rev().map(|n| BucketCount::clamped(n.into())).find(fits).unwrap_or(BucketCount::ONE)
    }

    /// Routing shards that the primaries do not divide are refused, as is another count in place.
    fn start(&self, request: &StartRequest) -> Start {
        let found = store::start(request, BucketCount::ONE);
        let primaries = found.as_ref().map_or_else(|(recorded, _)| *recorded, |start| start.buckets);
        let routing = self.routing(primaries);
        if !routing.is_multiple_of(primaries.get()) {
            let note =
                format!("{primaries} primary shards do not divide {routing} routing shards: no such index is created.");
            return Start::refused(primaries, request.width, Cause::CountUnfit).noting([note]);
        }
        let start = match found {
            Ok(start) => start,
            Err((recorded, wanted)) => return store::refused(request, recorded).noting([self.ways(recorded, wanted)]),
        };
        let copies = u64::from(primaries.get()) * (u64::from(self.replicas) + 1);
        let without = u64::from(request.width.get()).saturating_sub(copies);
        let nodes = if without == 1 { "node holds" } else { "nodes hold" };
        start.noting(
            (without > 0).then(|| {
                format!("Primaries and replicas are {copies} shards, so {without} {nodes} nothing of the index.")
            }),
        )
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let line =
            ("shards of the index, replicas counted", "shards", "a node takes 1000 shards of all indices by default");
        store::copies_on_nodes(
            input,
            self.replicas,
            "shard files and heap for each shard; nothing of them is modelled",
            line,
        )
    }

    fn check(&self) -> Result<(), String> {
        store::check("routing_shards", self.routing_shards, MAX_ROUTING_SHARDS)?;
        store::check("replicas", self.replicas, 100)
    }
}
