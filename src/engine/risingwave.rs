//! `RisingWave`: vnodes fixed when a job is created; explicit width refused above them, adaptive width capped.

use super::{
    Accuracy, Cause, CostLine, CountQuery, Facts, Outcome, Profile, SnapshotCost, SnapshotInput, Source, Start,
    StartRequest, Words, key_bytes,
};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::keys::Value;
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// `RisingWave`'s options that change what a width above the vnodes gets, and who owns which vnode.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RisingWaveOptions {
    /// Who decides the width.
    pub parallelism: RisingWaveParallelism,
    /// How vnodes reach actors.
    pub deal: RisingWaveDeal,
}

/// Who decides the width.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RisingWaveParallelism {
    /// `SET streaming_parallelism = p` or `ALTER … SET PARALLELISM = p`: refused above the vnode count.
    #[default]
    Explicit,
    /// Follows the cluster's cores; capped at the vnode count with a warning in the log.
    Adaptive,
}

/// How vnodes reach actors.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RisingWaveDeal {
    /// Today's scheduler: vnodes to compute nodes by quota and weighted rendezvous, then round robin over a node's actors.
    Scheduled {
        /// Cores of each compute node, each at least 1; empty = one node as wide as the step.
        #[serde(default)]
        nodes: Vec<u32>,
        /// Job id, the salt of the rendezvous.
        #[serde(default = "first_job")]
        job: u32,
    },
    /// The uniform mapping: contiguous ranges, the first ones a vnode larger.
    Uniform,
}

const fn first_job() -> u32 {
    1
}

impl Default for RisingWaveDeal {
    fn default() -> Self {
        Self::Scheduled { nodes: Vec::new(), job: first_job() }
    }
}

static FACTS: Facts = Facts {
    id: "risingwave",
    name: "RisingWave",
    versions: "commit 448c657 (2026-08-21)",
    words: Words {
        bucket: "vnode",
        buckets: "vnodes",
        bucket_count: "max parallelism",
        worker: "actor",
        workers: "actors",
        width: "parallelism",
        first_start: "create job",
        restart: "alter",
        snapshot: "checkpoint",
    },
    min_buckets: 2,
    max_buckets: Some(32_768),
    out_of_bounds: "STREAMING_MAX_PARALLELISM must be less than or equal to 32768",
    too_few: "STREAMING_MAX_PARALLELISM must be greater than 1",
    count_setting: "streaming_max_parallelism",
    default_buckets: "256",
    hashing: "CRC-32 of the key columns' Rust Hash bytes, remainder by N",
    dealing: "vnodes to compute nodes by quota and weighted rendezvous, then round robin over a node's actors",
    past_ceiling: "an explicit parallelism is refused; an adaptive one is capped with a warning",
    change_of_count: "ignored: the session variable counts only when a job is created; drop the job and create it anew",
    sources: &[
        Source {
            fact: "Key → vnode, 256 by default, at most 2^15",
            source: "src/common/src/hash/consistent_hash/vnode.rs, compared with upstream's end-to-end values",
        },
        Source {
            fact: "Vnodes → actors",
            source: "src/meta/src/stream/stream_graph/assignment.rs (scheduled), mapping.rs new_uniform (uniform), both run",
        },
        Source {
            fact: "Explicit parallelism above the maximum: refused at creation and at ALTER",
            source: "the meta service's checks at CREATE and at ALTER … SET PARALLELISM",
        },
        Source {
            fact: "Adaptive parallelism: min(target, vnodes, maximum)",
            source: "src/meta/src/controller/scale.rs, PR #18006",
        },
        Source {
            fact: "Bounds of streaming_max_parallelism",
            source: "src/common/src/session_config/mod.rs, PR #18515",
        },
    ],
};

impl Profile for RisingWaveOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::RisingWaveCrc32, reduction: Reduction::UnsignedMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(256)
    }

    fn dealing(&self, workers: WorkerCount) -> DealingRule {
        match &self.deal {
            RisingWaveDeal::Uniform => DealingRule::ContiguousFirstLarger,
            RisingWaveDeal::Scheduled { nodes, job } => DealingRule::RisingWaveWeighted {
                weights: if nodes.is_empty() { vec![workers.get()] } else { nodes.clone() },
                job: *job,
            },
        }
    }

    /// An existing job keeps its vnodes, whatever the session variable says by then. An explicit width above them is
    /// refused, an adaptive one capped.
    fn start(&self, request: &StartRequest) -> Start {
        let buckets = request.recorded.or(request.configured).unwrap_or(BucketCount::clamped(256));
        let width = request.width;
        let note = match (request.recorded, request.configured) {
            (Some(recorded), Some(configured)) if recorded != configured => Some(format!(
                "streaming_max_parallelism = {configured} has no effect here: it counts when a job is created, and this one \
                 has {recorded} vnodes."
            )),
            _ => None,
        };
        let start = if width.get() <= buckets.get() {
            Start::of(buckets, Outcome::Runs, width)
        } else {
            match self.parallelism {
                RisingWaveParallelism::Explicit => Start::refused(buckets, width, Cause::Width)
                    .saying(format!("specified parallelism {width} should not exceed max parallelism {buckets}")),
                RisingWaveParallelism::Adaptive => {
                    Start::of(buckets, Outcome::Capped, WorkerCount::clamped(u64::from(buckets.get())))
                        .saying("streaming job parallelism was capped by vnode count or max parallelism".to_owned())
                }
            }
        };
        start.noting(note)
    }

    /// No bytes are known to grow with the vnodes but the prefix of each key.
    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        SnapshotCost {
            is_counted: false,
            metadata_bytes: 0,
            data_bytes: input.key_bytes.saturating_add(input.value_bytes),
            files: 0,
            ranges: 0,
            buckets_per_worker: input.buckets.as_f64() / input.workers.as_f64(),
            accuracy: Accuracy::Estimated,
            kind: "checkpoint in the shared storage: the vnode is part of each key; files do not follow vnodes"
                .to_owned(),
            bytes_of_buckets: 0,
            detail: vec![
                CostLine::of(
                    "iterators of each table scan",
                    u64::from(input.buckets.get()),
                    "iterators",
                    Accuracy::Exact,
                    ITERATORS,
                ),
                CostLine::of(
                    "vnode in front of the keys",
                    input.keys.saturating_mul(2),
                    "bytes",
                    Accuracy::Estimated,
                    PREFIX,
                ),
            ],
        }
    }

    /// Source: `rw_vnode`.
    fn count_query(&self, buckets: BucketCount) -> Option<CountQuery> {
        let n = buckets.get();
        Some(CountQuery::new(
            "SQL on the cluster itself: put the distribution key's columns in place of key.",
            format!(
                "SELECT rw_vnode({n}, key) AS bucket, count(*) AS records, count(DISTINCT key) AS keys\nFROM events\nGROUP BY \
                 rw_vnode({n}, key)"
            ),
        ))
    }

    fn check(&self) -> Result<(), String> {
        let RisingWaveDeal::Scheduled { nodes, .. } = &self.deal else { return Ok(()) };
        if nodes.len() > 1000 {
            return Err(format!("nodes has {} entries: at most 1000 are allowed", nodes.len()));
        }
        match nodes.iter().find(|cores| !(1..=100_000).contains(*cores)) {
            Some(cores) => Err(format!("a weight in nodes is {cores}: allowed are 1 to 100000")),
            None => Ok(()),
        }
    }

    /// Text is followed by one 0xFF byte; integers are as wide as their type.
    fn serialized_key_bytes(&self, key: &Value) -> u64 {
        let texts = key_bytes::columns(key).iter().filter(|column| matches!(column, Value::Text(_)));
        key_bytes::plain(key) + texts.count() as u64
    }
}

const ITERATORS: &str = "a scan opens one iterator a vnode, the reason 2048 became 256: issue #3579, PR #3558";
const PREFIX: &str = "keys in storage start with table id and 16-bit vnode, before compression; the same for every N";
