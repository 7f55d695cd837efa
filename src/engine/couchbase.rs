//! Couchbase: vBuckets of a bucket, chosen when it is created, dealt evenly by the cluster manager.

use super::{Cause, Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words, store};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Couchbase's options that change cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CouchbaseOptions {
    /// Replicas of each vBucket, 0 to 3.
    pub replicas: u32,
}

impl Default for CouchbaseOptions {
    fn default() -> Self {
        Self { replicas: 1 }
    }
}

const DEFAULT: u64 = 1024;
/// The counts that Couchbase makes.
const MADE: [u32; 3] = [64, 128, 1024];

static FACTS: Facts = Facts {
    id: "couchbase",
    name: "Couchbase",
    versions: "libcouchbase 3ff90ef for hashing; current documentation",
    words: Words {
        bucket: "vBucket",
        buckets: "vBuckets",
        bucket_count: "vBuckets of the Couchbase bucket",
        worker: "data node",
        workers: "data nodes",
        width: "data nodes",
        first_start: "creation of the Couchbase bucket",
        restart: "rebalance",
        snapshot: "vBucket files",
    },
    min_buckets: 64,
    max_buckets: Some(1024),
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "1024; 128 or 1024 with Magma, 64 on macOS",
    hashing: "CRC-32 of the key, 15 bits above its low half, remainder by N",
    dealing: "evenly, moving as few as can be; how many each node has is the cluster manager's, which ones stands in",
    past_ceiling: "not reached in practice: data nodes past N own no vBucket",
    change_of_count: "refused: the count is fixed when the Couchbase bucket is created",
    sources: &[
        Source { fact: "Key → vBucket", source: "crc32.h of libcouchbase 3ff90ef, compiled and run on 213 keys" },
        Source {
            fact: "Counts, and that they are fixed at creation",
            source: "docs.couchbase.com, learn/buckets-memory-and-storage/vbuckets",
        },
    ],
};

impl Profile for CouchbaseOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::CouchbaseCrc32, reduction: Reduction::UnsignedMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(DEFAULT)
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::FewestMoves
    }

    fn fitting(&self, count: BucketCount) -> BucketCount {
        let below = MADE.iter().rev().find(|made| **made <= count.get());
        BucketCount::clamped(below.copied().unwrap_or(MADE[0]).into())
    }

    /// Another count than the three is refused, and so is another one than the recorded.
    fn start(&self, request: &StartRequest) -> Start {
        match store::start(request, BucketCount::clamped(DEFAULT)) {
            Ok(start) if MADE.contains(&start.buckets.get()) => start,
            Ok(Start { buckets, .. }) => Start::refused(buckets, request.width, Cause::CountUnfit)
                .noting([format!("Couchbase makes 64, 128 or 1024 vBuckets; {buckets} is none of them.")]),
            Err((recorded, wanted)) => store::refused(request, recorded).noting([format!(
                "A Couchbase bucket keeps its {recorded} vBuckets: for {wanted}, create another and copy the documents."
            )]),
        }
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let line = ("vBuckets, replicas counted", "vBuckets", "a file and streams each");
        store::copies_on_nodes(input, self.replicas, "a file for each vBucket; their sizes are not modelled", line)
    }

    fn check(&self) -> Result<(), String> {
        store::check("replicas", self.replicas, 3)
    }
}
