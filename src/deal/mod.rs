//! Buckets → workers: one dealing rule a file. Each is a total function of the counts, and of the bucket loads where the rule uses them.

mod assignment;
pub mod contiguous;
mod contiguous_first_larger;
mod drawn;
mod fewest_moves;
mod float_ranges;
mod halving;
mod hash_ring;
pub mod kafka_streams;
mod least_loaded;
mod lightest_first;
mod list_scheduling;
mod modulo;
mod pace;
mod rendezvous;
pub mod risingwave;
mod sorted_as_text;

pub use assignment::Assignment;
pub use pace::Check;

use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// How an engine deals whole buckets to workers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum DealingRule {
    /// Bucket b goes to worker `b·p / N`: ranges whose sizes differ by at most one (Flink, `KeyGroupRangeAssignment`).
    Contiguous,
    /// Ranges, the first `N mod p` of which are one larger (`RisingWave`, `new_uniform`).
    ContiguousFirstLarger,
    /// Bucket b goes to worker `b mod p`.
    Modulo,
    /// Kafka Streams' fresh assignment (`HighAvailabilityTaskAssignor`) over instances, then their threads.
    KafkaHighAvailability {
        /// Stream threads of each instance; the workers are all threads, instance by instance. An instance without
        /// threads takes no part. Where the sum is not the worker count, every worker is an instance of one thread.
        threads: Vec<u32>,
    },
    /// The next bucket in index order goes to the next free worker; a bucket takes as long as its load (Spark's task scheduler, `MapReduce` waves).
    ListScheduling,
    /// The heaviest bucket left goes to the least loaded worker: the best that is easily had, for comparison. No engine deals so.
    LeastLoaded,
    /// `RisingWave`'s scheduler: weighted rendezvous of vnodes over nodes, then round robin over a node's actors.
    /// The workers are the actors. Above one actor a vnode, which `RisingWave` refuses, the actors past the last vnode idle.
    RisingWaveWeighted {
        /// Weight of each compute node, in cores; a weight of 0 counts as 1, an empty list as one node.
        weights: Vec<u32>,
        /// Job id, the salt of the rendezvous.
        job: u32,
    },
    /// Buckets sorted by their numbers as text, round robin (Samza, `GroupByContainerCount`).
    SortedAsText,
    /// Ranges whose ends are rounded sums of a 32-bit float (`redis-cli --cluster create`).
    FloatRanges,
    /// Evenly; a worker that joins takes its share from those with most and nothing else moves. Stands in for Hazelcast,
    /// Couchbase, Elasticsearch and Pekko, which choose which buckets in other ways.
    FewestMoves,
    /// Each bucket's owner is drawn by a hash, and a newcomer takes each bucket with chance 1 / p: the law of rendezvous hashing.
    /// Stands in for Ignite's, which hashes names of nodes.
    Drawn,
    /// A ring with points of every worker (Pulsar's `Key_Shared`), workers' names standing in for consumers'.
    HashRing {
        /// Points of each worker, 1 to 1000; 0 counts as 1.
        points: u32,
    },
    /// A worker that joins halves the largest range (Pulsar's `Key_Shared` with split ranges).
    Halving,
}

impl DealingRule {
    /// Whether the deal depends on the loads of the buckets.
    #[must_use]
    pub const fn reads_loads(&self) -> bool {
        matches!(self, Self::ListScheduling | Self::LeastLoaded)
    }

    /// Deals `buckets` to `workers`. `loads` holds one number a bucket; only list scheduling and least loaded look at it,
    /// and a bucket past its end has no load.
    #[must_use]
    pub fn deal(&self, buckets: BucketCount, workers: WorkerCount, loads: &[u64]) -> Assignment {
        let Ok(assignment) = self.deal_checked(buckets, workers, loads, &|| Ok::<(), Infallible>(()));
        assignment
    }

    /// As [`Self::deal`], asking on the way whether to go on: a million buckets on a thousand nodes take seconds.
    ///
    /// # Errors
    /// What `check` says, soon after it says so.
    pub fn deal_checked<E: Send>(
        &self,
        buckets: BucketCount,
        workers: WorkerCount,
        loads: &[u64],
        check: &Check<'_, E>,
    ) -> Result<Assignment, E> {
        Ok(match self {
            Self::Contiguous => contiguous::deal(buckets, workers),
            Self::ContiguousFirstLarger => contiguous_first_larger::deal(buckets, workers),
            Self::Modulo => modulo::deal(buckets, workers),
            Self::KafkaHighAvailability { threads } => kafka_streams::deal(buckets, workers, threads, check)?,
            Self::ListScheduling => list_scheduling::deal(buckets, workers, loads, check)?,
            Self::LeastLoaded => least_loaded::deal(buckets, workers, loads, check)?,
            Self::RisingWaveWeighted { weights, job } => risingwave::deal(buckets, workers, weights, *job, check)?,
            Self::SortedAsText => sorted_as_text::deal(buckets, workers),
            Self::FloatRanges => float_ranges::deal(buckets, workers),
            Self::FewestMoves => fewest_moves::deal(buckets, workers, check)?,
            Self::Drawn => drawn::deal(buckets, workers),
            Self::HashRing { points } => hash_ring::deal(buckets, workers, *points, check)?,
            Self::Halving => halving::deal(buckets, workers),
        })
    }
}
