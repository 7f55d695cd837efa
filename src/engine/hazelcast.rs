//! Hazelcast: partitions of a cluster, the same count on every member, dealt evenly after a shuffle.

use super::{Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words, store};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Hazelcast's options that change cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HazelcastOptions {
    /// Backups of each partition, 0 to 6.
    pub backups: u32,
}

impl Default for HazelcastOptions {
    fn default() -> Self {
        Self { backups: 1 }
    }
}

const DEFAULT: u64 = 271;

static FACTS: Facts = Facts {
    id: "hazelcast",
    name: "Hazelcast",
    versions: "client 5.7.0 for hashing; the dealing of a 2016 source",
    words: Words {
        bucket: "partition",
        buckets: "partitions",
        bucket_count: "hazelcast.partition.count",
        worker: "member",
        workers: "members",
        width: "members",
        first_start: "first start",
        restart: "change of members",
        snapshot: "data in memory",
    },
    min_buckets: 1,
    max_buckets: None,
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "271",
    hashing: "Murmur3 (seed 0x01000193) of the serialised key, absolute value, remainder by N",
    dealing: "evenly, moving as few as can be; Hazelcast shuffles, so how many each member owns is its own and which ones stands in",
    past_ceiling: "starts; members past N own no partition",
    change_of_count: "refused: a member with another count does not join; the whole cluster stops for one",
    sources: &[
        Source {
            fact: "Key → partition",
            source: "HashUtil and the default serialisers, in the Python client 5.7.0, run on 213 strings and 34 integers",
        },
        Source {
            fact: "Partitions → members: shuffled, then even, with the fewest migrations",
            source: "PartitionStateGeneratorImpl, a version of 2016, read",
        },
        Source { fact: "271 by default", source: "Hazelcast's FAQ" },
        Source {
            fact: "A member with another count does not join",
            source: "the check of the configuration at a join, read",
        },
    ],
};

impl Profile for HazelcastOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::HazelcastMurmur3, reduction: Reduction::AbsMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(DEFAULT)
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::FewestMoves
    }

    fn start(&self, request: &StartRequest) -> Start {
        store::start(request, BucketCount::clamped(DEFAULT)).unwrap_or_else(|(recorded, wanted)| {
            let message = format!("Incompatible partition count! expected: {recorded}, found: {wanted}");
            store::refused(request, recorded).saying(message)
        })
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let line = ("partition replicas in the cluster", "replicas", "each partition and its backups");
        store::copies_on_nodes(
            input,
            self.backups,
            "data in the members' memory; what a partition itself costs is not modelled",
            line,
        )
    }

    fn check(&self) -> Result<(), String> {
        store::check("backups", self.backups, 6)
    }
}
