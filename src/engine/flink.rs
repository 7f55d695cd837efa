//! Apache Flink: key groups, contiguous ranges, refusal past the ceiling.

use super::flink_states::{self, FlinkState};
use super::{
    CountQuery, Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words, flink_cost,
    flink_start, key_bytes,
};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::keys::Value;
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Flink's options that change what a start or a snapshot does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FlinkOptions {
    /// Who decides the width.
    pub scheduler: FlinkScheduler,
    /// What a snapshot is.
    pub snapshot: FlinkSnapshot,
    /// Keyed states of the operator, 1 to 1000.
    pub states: u32,
    /// What the states hold, one entry a state; none = values of type `Long` under names of five letters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<FlinkState>,
    /// State backend of every restart.
    #[serde(skip_serializing_if = "FlinkBackend::is_same")]
    pub restore_backend: FlinkBackend,
    /// Whose file format.
    pub version: FlinkVersion,
    /// Name and uid of the keyed operator, as in the engine's messages; 1 to 1000 bytes.
    pub operator: String,
}

impl Default for FlinkOptions {
    fn default() -> Self {
        Self {
            scheduler: FlinkScheduler::Default,
            snapshot: FlinkSnapshot::HashmapCheckpoint,
            states: 1,
            kinds: Vec::new(),
            restore_backend: FlinkBackend::Same,
            version: FlinkVersion::V1_20,
            operator: "counter".to_owned(),
        }
    }
}

/// Which scheduler starts the job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum FlinkScheduler {
    /// The default scheduler: the width asked for or nothing.
    Default,
    /// `jobmanager.scheduler: adaptive`: the width is cut to the free slots, then checked against the ceiling.
    Adaptive {
        /// Free task slots.
        slots: u32,
    },
    /// `scheduler-mode: reactive`: the width asked for is ignored; all slots are used, up to the ceiling.
    Reactive {
        /// Free task slots; 0 = as many as the width of each step, and the program sets no parallelism of its own.
        #[serde(default)]
        slots: u32,
    },
}

/// Kind of a Flink snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FlinkSnapshot {
    /// Checkpoint of the hashmap backend.
    HashmapCheckpoint,
    /// Native savepoint of the hashmap backend.
    HashmapNativeSavepoint,
    /// Canonical savepoint, from any backend.
    CanonicalSavepoint,
    /// Incremental checkpoint of the `RocksDB` backend.
    RocksdbIncremental,
}

/// State backend that reads a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FlinkBackend {
    /// The one that wrote it.
    Same,
    /// Hashmap.
    Hashmap,
    /// `RocksDB`.
    Rocksdb,
}

impl FlinkBackend {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_same(&self) -> bool {
        *self == Self::Same
    }
}

/// Format of `_metadata`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FlinkVersion {
    /// 1.20: metadata version 4.
    V1_20,
    /// 2.3: metadata version 6, with operator names and uids.
    V2_3,
}

const WORDS: Words = Words {
    bucket: "key group",
    buckets: "key groups",
    bucket_count: "max parallelism",
    worker: "subtask",
    workers: "subtasks",
    width: "parallelism",
    first_start: "first start",
    restart: "restore",
    snapshot: "checkpoint",
};

const FACTS: Facts = Facts {
    id: "flink",
    name: "Apache Flink",
    versions: "1.20.0 and 2.3.0",
    words: WORDS,
    min_buckets: 1,
    max_buckets: Some(32_768),
    out_of_bounds: "maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: {}",
    too_few: "maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: {}",
    count_setting: "pipeline.max-parallelism, or setMaxParallelism in the program",
    default_buckets: "parallelism · 1.5 without the fraction, rounded up to a power of two, at least 128, at most 32 768",
    hashing: "murmur mix of hashCode(), absolute value, remainder by N",
    dealing: "contiguous ranges: key group g goes to subtask g · p / N",
    past_ceiling: "refuses to start; reactive mode caps at N; the adaptive scheduler cuts to the free slots first, then refuses",
    change_of_count: "refused where the program sets another max parallelism; where it sets none, the snapshot's is adopted",
    sources: &[
        Source {
            fact: "Key → key group → subtask, the default max parallelism and its bounds",
            source: "KeyGroupRangeAssignment and MathUtils, Flink 1.20.0 and 2.3.0 (class files run and compared)",
        },
        Source {
            fact: "Parallelism above the configured max parallelism: text and refusal at the start on the JobManager",
            source: "ExecutionJobVertex, observed on 1.20.0 and 2.3.0 clusters",
        },
        Source {
            fact: "Parallelism above the snapshot's max parallelism where the program sets none",
            source: "StateAssignmentOperation.checkParallelismPreconditions, observed on 1.20.0 and 2.3.0",
        },
        Source {
            fact: "Another max parallelism than the snapshot's",
            source: "Checkpoints.loadAndValidateCheckpoint, observed on 1.20.0 and 2.3.0",
        },
        Source {
            fact: "Adaptive: min(parallelism, free slots), not cut to N. Reactive: min(slots, N)",
            source: "SlotSharingSlotAllocator and AdaptiveScheduler, observed with 6 and 12 slots on 1.20.0 and 2.3.0",
        },
        Source {
            fact: "Sizes of _metadata and of hashmap and canonical state files, to the byte",
            source: "MetadataV2V3SerializerBase, HeapSnapshotStrategy, FullSnapshotAsyncWriter; 1.20.0 writes version 4, 2.3.0 version 6",
        },
    ],
};

/// Facts of the `DataStream` profile.
static FLINK_FACTS: Facts = FACTS;

/// Facts of the SQL profile: another key hash, the rest is the same.
pub(super) static FLINK_SQL_FACTS: Facts = Facts {
    id: "flink-sql",
    name: "Apache Flink SQL",
    hashing: "Murmur3 (seed 42) of the key's BinaryRowData, then the murmur mix, absolute value, remainder by N",
    ..FACTS
};

impl Profile for FlinkOptions {
    fn facts(&self) -> &'static Facts {
        &FLINK_FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::FlinkMurmur, reduction: Reduction::AbsMod }
    }

    fn default_buckets(&self, first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(u64::from(flink_start::default_max_parallelism(flink_start::program_parallelism(self, first_width))))
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::Contiguous
    }

    /// Reactive mode takes every slot there is, also more than the program asks for.
    fn width_asked(&self, width: WorkerCount) -> WorkerCount {
        match self.scheduler {
            FlinkScheduler::Reactive { slots } if slots > 0 => width.max(WorkerCount::clamped(slots.into())),
            _ => width,
        }
    }

    fn start(&self, request: &StartRequest) -> Start {
        flink_start::start(self, request)
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        flink_cost::snapshot(self, input)
    }

    /// Source: `KeyGroupRangeAssignment.assignToKeyGroup`.
    fn count_query(&self, buckets: BucketCount) -> Option<CountQuery> {
        let n = buckets.get();
        Some(CountQuery::new(
            "A scalar function for Flink SQL or Table API over the same records. The key must have the type that keyBy sees in \
             the job: its hashCode() decides.",
            format!(
                "public class KeyGroup extends org.apache.flink.table.functions.ScalarFunction {{\n    public int eval(String \
                 key) {{\n        return org.apache.flink.runtime.state.KeyGroupRangeAssignment.assignToKeyGroup(key, {n});\n    \
                 }}\n}}\n\n-- CREATE FUNCTION key_group AS 'KeyGroup';\nSELECT key_group(key) AS bucket, count(*) AS records, \
                 count(DISTINCT key) AS keys\nFROM events\nGROUP BY key_group(key)"
            ),
        ))
    }

    fn check(&self) -> Result<(), String> {
        flink_states::check(self.states, &self.kinds)?;
        if self.operator.is_empty() || self.operator.len() > 1000 {
            return Err(format!("operator is {} bytes long: allowed are 1 to 1000", self.operator.len()));
        }
        match self.scheduler {
            FlinkScheduler::Adaptive { slots: 0 } => {
                Err(format!("slots of the adaptive scheduler is 0: allowed are 1 to {}", WorkerCount::MAX))
            }
            FlinkScheduler::Adaptive { slots } | FlinkScheduler::Reactive { slots }
                if slots > WorkerCount::MAX.get() =>
            {
                Err(format!("slots is {slots}: at most {} are allowed", WorkerCount::MAX))
            }
            _ => Ok(()),
        }
    }

    /// Text: a variable-length number (units + 1), then each UTF-16 unit as a variable-length number of 7 bits a byte.
    /// Bytes and lists: a 4-byte length, then what they hold. Integers: big-endian, as wide as their type. Rows begin with their
    /// null bits; other types are taken as wide as their numbers.
    fn serialized_key_bytes(&self, key: &Value) -> u64 {
        let all = |items: &[Value]| items.iter().map(|item| self.serialized_key_bytes(item)).sum::<u64>();
        match key {
            Value::Text(text) => {
                let (units, bytes) = text
                    .encode_utf16()
                    .fold((0_u64, 0), |(units, bytes), unit| (units + 1, bytes + varint_bytes(u64::from(unit))));
                varint_bytes(units + 1) + bytes
            }
            Value::Bytes(bytes) => 4 + bytes.len() as u64,
            Value::Tuple(fields) => all(fields),
            Value::Row(fields) => (fields.len() as u64 + 2).div_ceil(8) + all(fields),
            Value::List(items) => 4 + all(items),
            other => key_bytes::plain(other),
        }
    }
}

/// Bytes of a number written 7 bits a byte.
const fn varint_bytes(number: u64) -> u64 {
    let bits = u64::BITS - number.leading_zeros();
    if bits == 0 { 1 } else { bits.div_ceil(7) as u64 }
}
