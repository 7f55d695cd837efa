//! Hadoop `MapReduce`: nothing is retained, so each run picks its own number of reduces and no width is too large.

use super::{Accuracy, CostLine, Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// `MapReduce`'s options.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MapReduceOptions {
    /// Map tasks, each of whose outputs every reduce fetches a piece of. At most 1 048 576; 0 = not known, so the fetches
    /// are stated for one map task.
    pub maps: u32,
}

static FACTS: Facts = Facts {
    id: "mapreduce",
    name: "Hadoop MapReduce",
    versions: "3.4.1",
    words: Words {
        bucket: "reduce partition",
        buckets: "reduce partitions",
        bucket_count: "number of reduces",
        worker: "reduce slot",
        workers: "reduce slots",
        width: "slots",
        first_start: "run",
        restart: "run",
        snapshot: "none",
    },
    min_buckets: 1,
    max_buckets: None,
    out_of_bounds: "",
    too_few: "",
    count_setting: "mapreduce.job.reduces",
    default_buckets: "1 (mapreduce.job.reduces)",
    hashing: "hashCode() of the Writable, sign bit dropped, remainder by N",
    dealing: "one task a partition, in waves on whatever slots are free",
    past_ceiling: "no ceiling tied to state: slots past N idle during one run, the next run sets more reduces",
    change_of_count: "free at every run: nothing is retained",
    sources: &[
        Source { fact: "Key → partition", source: "HashPartitioner and Text.hashCode, Hadoop 3.4.1" },
        Source { fact: "One reduce by default", source: "mapred-default.xml, Hadoop 3.4.1" },
        Source {
            fact: "A segment for each map and reduce",
            source: "MapReduceTutorial.md, Hadoop 3.4.1: reduces fetch their partition of every map",
        },
    ],
};

impl Profile for MapReduceOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::HadoopWritable, reduction: Reduction::MaskMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(1)
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::ListScheduling
    }

    /// Every run reads its input anew and forgets it.
    fn keeps_state(&self) -> bool {
        false
    }

    /// The job's own count is in force, else the default of one: nothing is kept of the run before.
    fn start(&self, request: &StartRequest) -> Start {
        let buckets = request.configured.unwrap_or(BucketCount::ONE);
        Start::idle_past(buckets, request.width)
    }

    /// Nothing is kept between runs; the shuffle costs a fetch for each map and reduce.
    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let reduces = u64::from(input.buckets.get());
        let fetches = reduces * u64::from(self.maps.max(1));
        let (label, source) = if self.maps == 0 {
            ("fetches of each map task's output", "one segment for each reduce: R fetches a map task")
        } else {
            ("fetches of all map outputs", "one segment for each map and reduce: M · R")
        };
        SnapshotCost {
            is_counted: false,
            metadata_bytes: 0,
            data_bytes: 0,
            files: 0,
            ranges: 0,
            buckets_per_worker: input.buckets.as_f64() / input.workers.as_f64(),
            accuracy: Accuracy::Exact,
            kind: "none: nothing is retained between runs".to_owned(),
            bytes_of_buckets: 0,
            detail: vec![CostLine::of(label, fetches, "fetches", Accuracy::Exact, source)],
        }
    }

    fn check(&self) -> Result<(), String> {
        if self.maps <= MAX_MAPS {
            Ok(())
        } else {
            Err(format!("maps is {}: at most {MAX_MAPS} are allowed", self.maps))
        }
    }
}

/// The most map tasks.
const MAX_MAPS: u32 = 1 << 20;
