//! Apache Ignite 2: partitions of a cache, dealt by rendezvous hashing, hence unevenly.

use super::{Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words, store};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::keys::KeyType;
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Ignite's options that change cost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IgniteOptions {
    /// Backups of each partition, 0 to 100.
    pub backups: u32,
}

const DEFAULT: u64 = 1024;

static FACTS: Facts = Facts {
    id: "ignite",
    name: "Ignite",
    versions: "2, one stored version of its source",
    words: Words {
        bucket: "partition",
        buckets: "partitions",
        bucket_count: "partitions of the affinity function",
        worker: "server node",
        workers: "server nodes",
        width: "server nodes",
        first_start: "creation of the cache",
        restart: "change of nodes",
        snapshot: "partition files",
    },
    min_buckets: 1,
    max_buckets: Some(65_000),
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "1024",
    hashing: "hashCode of the key; for a power of two xored with its upper half, absolute value, low bits; else absolute value of the \
              remainder by N",
    dealing: "drawn for each partition as rendezvous hashing draws it, hence unevenly. Ignite hashes node ids by MD5, which are not known \
              beforehand: how uneven it gets and how little moves is Ignite's, which node owns what stands in",
    past_ceiling: "starts; nodes without a partition idle, and rendezvous leaves some without before N is reached",
    change_of_count: "refused: destroy the cache and create it anew",
    sources: &[
        Source {
            fact: "Key → partition",
            source: "RendezvousAffinityFunction.calculatePartition, read; String.hashCode as Java 17 computes it",
        },
        Source {
            fact: "Partitions → nodes: lowest MD5 of partition and node id",
            source: "RendezvousAffinityFunction.assignPartition, read",
        },
        Source {
            fact: "1024 by default, at most 65 000; more than nodes by far, under 250 000 keys a partition",
            source: "RendezvousAffinityFunction and its javadoc",
        },
        Source { fact: "An open file a partition", source: "GridGain, developers' guide, cache groups" },
    ],
};

impl Profile for IgniteOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::JavaHashCode, reduction: Reduction::IgniteAffinity }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(DEFAULT)
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::Drawn
    }

    fn start(&self, request: &StartRequest) -> Start {
        store::start(request, BucketCount::clamped(DEFAULT)).unwrap_or_else(|(recorded, wanted)| {
            let note = format!("A cache keeps its {recorded} partitions: for {wanted}, destroy it and create it anew.");
            store::refused(request, recorded).noting([note])
        })
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let line =
            ("partition files, backups counted", "files", "one a partition and copy, where the cache is persistent");
        store::copies_on_nodes(
            input,
            self.backups,
            "partition files and maps in memory; their sizes are not modelled",
            line,
        )
    }

    fn check(&self) -> Result<(), String> {
        store::check("backups", self.backups, 100)
    }

    /// Keys of Java's own classes; objects of other classes hash their binary form.
    fn key_types(&self) -> &'static [KeyType] {
        &[
            KeyType::String,
            KeyType::I64,
            KeyType::I32,
            KeyType::I16,
            KeyType::I8,
            KeyType::Bool,
            KeyType::Char,
            KeyType::F32,
            KeyType::F64,
            KeyType::Uuid,
        ]
    }
}
