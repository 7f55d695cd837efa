//! Spark Structured Streaming: state partitions recorded in the checkpoint; a change is ignored with a warning.

use super::{
    Accuracy, CostLine, CountQuery, Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words,
    key_bytes, product,
};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::keys::Value;
use crate::unit::{BucketCount, WorkerCount, float, rounded};
use serde::{Deserialize, Serialize};

/// Spark's options that change what a restart says or a batch writes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SparkOptions {
    /// State store provider.
    pub store: SparkStore,
    /// Stores of each state partition: 1, or 4 for a stream-stream join (1 by its state format 3). 1 to 100.
    pub stores: u32,
    /// Whose warning text.
    pub version: SparkVersion,
}

impl Default for SparkOptions {
    fn default() -> Self {
        Self { store: SparkStore::default(), stores: 1, version: SparkVersion::default() }
    }
}

/// State store provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SparkStore {
    /// `HDFSBackedStateStoreProvider`, the default: all state in executor memory, one delta file a store and batch.
    #[default]
    HdfsBacked,
    /// `RocksDBStateStoreProvider`: one zip a partition and batch, SST files where something changed.
    RocksDb,
    /// `RocksDBStateStoreProvider` with changelog checkpointing: one changelog file a store and batch.
    RocksDbChangelog,
}

/// Spark release, as far as a changed partition count is worded differently.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SparkVersion {
    /// 4.0: the warning names `spark.sql.shuffle.partitions`.
    #[default]
    V4_0,
    /// 4.2: the warning names `spark.sql.streaming.internal.stateStore.partitions`.
    V4_2,
}

static FACTS: Facts = Facts {
    id: "spark",
    name: "Spark Structured Streaming",
    versions: "4.0.1 and 4.2.1",
    words: Words {
        bucket: "state partition",
        buckets: "state partitions",
        bucket_count: "shuffle partitions at the first start",
        worker: "executor core",
        workers: "executor cores",
        width: "cores",
        first_start: "first batch",
        restart: "restart",
        snapshot: "checkpoint",
    },
    min_buckets: 1,
    max_buckets: None,
    out_of_bounds: "",
    too_few: "[INVALID_CONF_VALUE.REQUIREMENT] The value '{}' in the config \"spark.sql.shuffle.partitions\" is invalid. The value of \
              spark.sql.shuffle.partitions must be positive SQLSTATE: 22022",
    count_setting: "spark.sql.shuffle.partitions",
    default_buckets: "200 (spark.sql.shuffle.partitions)",
    hashing: "Murmur3 (seed 42) of the key columns, signed remainder moved into 0..N",
    dealing: "no dealing: each batch runs N tasks in index order, the next one on the next free core",
    past_ceiling: "starts; cores past N idle",
    change_of_count: "ignored with a warning: the checkpoint's count stays",
    sources: &[
        Source {
            fact: "Key → partition",
            source: "HashPartitioning.partitionIdExpression and Murmur3_x86_32.hashUnsafeBytes; 14 runs on 4.0.1 and 4.2.1, no row elsewhere",
        },
        Source {
            fact: "The first batch records the count beside the state; later batches carry it on",
            source: "OffsetSeqMetadata.relevantSQLConfs and IncrementalExecution, since SPARK-19873",
        },
        Source {
            fact: "The warning where the session asks for another count",
            source: "observed on 4.0.1 and on 4.2.1 (SPARK-53942)",
        },
        Source {
            fact: "min(N, cores) tasks at once, in index order, in waves where N is larger",
            source: "TaskSetManager; event logs of local[2] with 16 and local[8] with 4 partitions",
        },
        Source {
            fact: "Only an offline rewrite (4.2, RocksDB provider) changes the count",
            source: "OfflineStateRepartitionRunner, run on 4.2.1 (SPARK-54346)",
        },
        Source { fact: "Files and bytes of a batch", source: "measured with N = 8 to 1000 on 4.x, three stores" },
        Source {
            fact: "The text for no partition at all",
            source: "SQLConf's check of spark.sql.shuffle.partitions and the condition INVALID_CONF_VALUE, as 4.x prints them",
        },
    ],
};

impl Profile for SparkOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::SparkMurmur3, reduction: Reduction::FloorMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(200)
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::ListScheduling
    }

    /// The recorded count always wins. Cores past it idle.
    fn start(&self, request: &StartRequest) -> Start {
        let buckets = request.recorded.or(request.configured).unwrap_or(BucketCount::clamped(200));
        let message = match (request.recorded, request.configured) {
            (Some(recorded), Some(configured)) if recorded != configured => {
                let conf = match self.version {
                    SparkVersion::V4_0 => "spark.sql.shuffle.partitions",
                    SparkVersion::V4_2 => "spark.sql.streaming.internal.stateStore.partitions",
                };
                Some(format!(
                    "Updating the value of conf '{conf}' in current session from '{configured}' to '{recorded}'."
                ))
            }
            _ => None,
        };
        Start::idle_past(buckets, request.width).saying(message)
    }

    /// One batch that writes every key once.
    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let stores = product(&[u64::from(input.buckets.get()), u64::from(self.stores)]);
        let changed = product(&[u64::from(input.occupied), u64::from(self.stores)]);
        let fit = self.store.fit();
        let files = match self.store {
            SparkStore::HdfsBacked | SparkStore::RocksDbChangelog => stores,
            SparkStore::RocksDb => stores + changed,
        };
        let of_buckets = rounded(fit.per_store * float(stores));
        let wide_values = input.value_bytes.saturating_sub(product(&[VALUE_IN_FIT, input.keys]));
        let batch_ms = 580.0 + 27.0 * float(stores);
        SnapshotCost {
            is_counted: true,
            metadata_bytes: OFFSETS + COMMITS + SOURCES,
            data_bytes: (of_buckets + rounded(fit.per_row * float(input.keys))).saturating_add(wide_values),
            files,
            ranges: stores,
            buckets_per_worker: input.buckets.as_f64() / input.workers.as_f64(),
            accuracy: Accuracy::Fitted,
            kind: fit.kind.to_owned(),
            bytes_of_buckets: of_buckets,
            detail: vec![
                CostLine::of("state files with their .crc", files.saturating_mul(2), "files", Accuracy::Exact, CRC),
                CostLine::of(
                    "the same before SPARK-30294, temporary files counted",
                    files.saturating_mul(4),
                    "files",
                    Accuracy::Exact,
                    TEMPORARY,
                ),
                files_a_day(product(&[files, 2]), batch_ms),
                CostLine::of("files of the batch's own log", 3, "files", Accuracy::Exact, LOG),
                CostLine::of(
                    "bytes that the stores' files have before any row",
                    of_buckets,
                    "bytes",
                    Accuracy::Fitted,
                    fit.source,
                ),
                CostLine {
                    label: "time of a warm batch",
                    value: batch_ms,
                    unit: "ms",
                    accuracy: Accuracy::Estimated,
                    source: "580 and 27 a store: line through N = 1, 8, 64, 200 with one store each on local[2], a loaded machine; several times less on a quiet one",
                },
            ],
        }
    }

    /// Source: `HashPartitioning`: `pmod(hash(…), n)`.
    fn count_query(&self, buckets: BucketCount) -> Option<CountQuery> {
        let n = buckets.get();
        Some(CountQuery::new(
            "Spark SQL, over the input or a day of it: put the grouping columns, in the order of the query, in place of key, \
             and the table in place of events.",
            format!(
                "SELECT pmod(hash(key), {n}) AS bucket, count(*) AS records, count(DISTINCT key) AS keys\nFROM events\nGROUP \
                 BY pmod(hash(key), {n})\nORDER BY bucket"
            ),
        ))
    }

    fn check(&self) -> Result<(), String> {
        if (1..=100).contains(&self.stores) {
            Ok(())
        } else {
            Err(format!("stores is {}: allowed are 1 to 100", self.stores))
        }
    }

    /// An `UnsafeRow`: 8 bytes of null bits for each 64 columns, an 8-byte slot a column, and text and bytes after them, padded
    /// to a multiple of 8; a decimal of more than 18 digits takes 16 there.
    fn serialized_key_bytes(&self, key: &Value) -> u64 {
        let columns = key_bytes::columns(key);
        let variable = |column: &Value| match column {
            Value::Text(text) => text.len().next_multiple_of(8) as u64,
            Value::Bytes(bytes) => bytes.len().next_multiple_of(8) as u64,
            Value::Decimal { precision: 19.., .. } => 16,
            Value::List(items) => 16 + 8 * items.len() as u64 + items.iter().map(key_bytes::plain).sum::<u64>(),
            _ => 0,
        };
        let fixed = (columns.len().div_ceil(64) + columns.len()) * 8;
        fixed as u64 + columns.iter().map(variable).sum::<u64>()
    }
}

/// Files of a day: at one batch in 10 s, or where a batch takes longer than that, at one after the other. A day never holds more
/// batches than the time they take.
fn files_a_day(files: u64, batch_ms: f64) -> CostLine {
    if batch_ms <= PACE_MS {
        let files = product(&[files, rounded(DAY_MS / PACE_MS)]);
        return CostLine::of("files created a day at one batch in 10 s", files, "files", Accuracy::Exact, CRC);
    }
    CostLine {
        label: "files created a day, one batch after the other",
        value: libm::round(float(files) * DAY_MS / batch_ms),
        unit: "files",
        accuracy: Accuracy::Estimated,
        source: "a batch takes longer than 10 s here: files of a batch with their checksums, by the time of a warm batch",
    }
}

/// One file of `offsets/`: 781 to 1100 bytes were seen, most of them the recorded settings.
const OFFSETS: u64 = 940;
/// One file of `commits/`, format version 1.
const COMMITS: u64 = 29;
/// One entry of a file source's log.
const SOURCES: u64 = 110;
/// Bytes of a value that the fits hold already: a count.
const VALUE_IN_FIT: u64 = 8;
/// The pace at which files of a day are counted, where batches are not slower: 10 s.
const PACE_MS: f64 = 10_000.0;
const DAY_MS: f64 = 86_400_000.0;

const CRC: &str = "a checksum file beside each state file, on the local file system and others with Hadoop's checksums";
const TEMPORARY: &str = "each file and each checksum first written under a temporary name and renamed: SPARK-30294";
const LOG: &str = "offsets/N, commits/N and one source's entry; 940 bytes of offsets are the middle of 781 to 1100";

/// Bytes of one batch: so many a store, so many a row (key of 10 characters, a count).
struct Fit {
    per_store: f64,
    per_row: f64,
    kind: &'static str,
    source: &'static str,
}

impl SparkStore {
    const fn fit(self) -> Fit {
        match self {
            Self::HdfsBacked => Fit {
                per_store: 58.6,
                per_row: 16.9,
                kind: "HDFS-backed store: one delta file a store and batch, 46 bytes where nothing changed",
                source: "58.6 bytes a store and 16.9 a row of a 10-character key: measured on 4.x, error up to 14 %, and 21 % too much for a first batch of a few rows a store",
            },
            Self::RocksDb => Fit {
                per_store: 5_246.0,
                per_row: 16.6,
                kind: "RocksDB store: one zip a store and batch, an SST file where something changed",
                source: "5246 bytes a store and 16.6 a row of a 10-character key: measured on 4.x, error up to 5 %",
            },
            Self::RocksDbChangelog => Fit {
                per_store: 95.0,
                per_row: 9.2,
                kind: "RocksDB store with changelog: one changelog file a store and batch",
                source: "95 bytes a store and 9.2 a row of a 10-character key: measured on 4.x, error up to 3 %, and 7 % too much for a first batch of a few rows a store",
            },
        }
    }
}
