//! Bytes of a Flink snapshot: exact for hashmap and canonical state files, estimated for `RocksDB`.
//!
//! The job is a source and one keyed operator with text keys; handles point at state files of their own. Streams below
//! 20 KiB lie inside `_metadata` instead (`execution.checkpointing.data-inline-threshold`), which moves bytes but adds none
//! that matter, so it is stated and not modelled.

use super::flink::{FlinkOptions, FlinkSnapshot, FlinkVersion};
use super::flink_states::{FlinkState, States};
use super::{Accuracy, CostLine, SnapshotCost, SnapshotInput, product, rounded};
use crate::unit::{BucketCount, WorkerCount, float};

/// Head of the file and of the two operators.
const HEADS: u64 = 82;
/// State files smaller than this lie inside `_metadata` by default.
const INLINE_THRESHOLD: u64 = 20 * 1024;

/// Bytes that the key group ranges and offsets take in `_metadata` for one keyed operator, type byte included.
///
/// A full handle (hashmap, canonical) holds first group, count and an 8-byte offset a group: `9 + 8 · groups` for each subtask. An
/// incremental `RocksDB` handle holds first group and count alone. Source: `MetadataV2V3SerializerBase`, Flink 1.20.0.
#[must_use]
pub fn offset_metadata_bytes(buckets: BucketCount, workers: WorkerCount, snapshot: FlinkSnapshot) -> u64 {
    let ranges = 9 * u64::from(workers.get());
    match snapshot {
        FlinkSnapshot::RocksdbIncremental => ranges,
        _ => ranges + 8 * u64::from(buckets.get()),
    }
}

/// The cost of a snapshot of one keyed operator.
pub(super) fn snapshot(options: &FlinkOptions, input: &SnapshotInput) -> SnapshotCost {
    match options.snapshot {
        FlinkSnapshot::HashmapCheckpoint => {
            hashmap(options, input, 604, "hashmap checkpoint: one file a subtask, every key group in it")
        }
        FlinkSnapshot::HashmapNativeSavepoint => {
            hashmap(options, input, 742, "hashmap native savepoint: one file a subtask, every key group in it")
        }
        FlinkSnapshot::CanonicalSavepoint => canonical(options, input),
        FlinkSnapshot::RocksdbIncremental => rocksdb(options, input),
    }
}

/// What 2.3 adds for names and uids of two operators; the source has 20 bytes of them.
fn names_bytes(options: &FlinkOptions) -> u64 {
    match options.version {
        FlinkVersion::V1_20 => 0,
        FlinkVersion::V2_3 => 8 + 20 + 2 * options.operator.len() as u64,
    }
}

/// Bytes of `_metadata` where each subtask's handle takes `handle` bytes and 8 a key group.
fn full_metadata(options: &FlinkOptions, input: &SnapshotInput, properties: u64, handle: u64) -> u64 {
    HEADS
        + properties
        + names_bytes(options)
        + u64::from(input.workers.get()) * handle
        + 8 * u64::from(input.buckets.get())
}

fn states(options: &FlinkOptions) -> States<'_> {
    States { count: u64::from(options.states), kinds: &options.kinds }
}

fn hashmap(options: &FlinkOptions, input: &SnapshotInput, properties: u64, kind: &str) -> SnapshotCost {
    let states = states(options);
    let (m, p) = (u64::from(input.buckets.get()), u64::from(input.workers.get()));
    let per_bucket = m * (4 + 6 * states.count);
    let keys = product(&[states.count, input.keys.saturating_add(input.key_bytes)]);
    let entries = keys.saturating_add(product(&[states.map_lengths(), input.keys])).saturating_add(input.value_bytes);
    let data = (p * states.header_bytes() + per_bucket).saturating_add(entries);
    full_cost(
        options,
        input,
        &FullCost {
            exact: true,
            metadata_bytes: full_metadata(options, input, properties, 115),
            data_bytes: data,
            bytes_of_buckets: 8 * m + per_bucket,
            kind,
            per_bucket: "4 bytes a key group and 6 a state in it, empty or not: HeapSnapshotStrategy",
        },
    )
}

fn canonical(options: &FlinkOptions, input: &SnapshotInput) -> SnapshotCost {
    let states = states(options);
    let (m, p) = (u64::from(input.buckets.get()), u64::from(input.workers.get()));
    let prefix = if m <= 128 { 1 } else { 2 };
    let per_bucket = u64::from(input.occupied) * (4 + 2 * states.count.saturating_sub(1));
    // One row a value and one an entry of a map, each with the key in it.
    let of_rows = |bytes: u64| rounded(states.rows_per_key() * float(bytes));
    let prefixes = of_rows(product(&[input.keys, prefix]));
    let keys = of_rows(input.keys.saturating_mul(4 + 1 + 4).saturating_add(input.key_bytes));
    let entries = keys.saturating_add(prefixes).saturating_add(input.value_bytes);
    let data = (p * states.header_bytes() + per_bucket).saturating_add(entries);
    full_cost(
        options,
        input,
        &FullCost {
            exact: !options.kinds.iter().any(|kind| matches!(kind, FlinkState::Map { .. })),
            metadata_bytes: full_metadata(options, input, 745, 77),
            data_bytes: data,
            bytes_of_buckets: (8 * m + per_bucket).saturating_add(prefixes),
            kind: "canonical savepoint: one file a subtask, only key groups that hold keys",
            per_bucket: "4 bytes an occupied key group, 2 for each further state, 1 or 2 before each key: \
                         FullSnapshotAsyncWriter",
        },
    )
}

/// What the hashmap and the canonical format do not share.
struct FullCost<'a> {
    /// Whether the bytes follow from the figures given. Where a key repeats for each entry of its map, the mean number of entries
    /// leaves open how long the keys are that have many.
    exact: bool,
    metadata_bytes: u64,
    data_bytes: u64,
    bytes_of_buckets: u64,
    kind: &'a str,
    per_bucket: &'static str,
}

fn full_cost(options: &FlinkOptions, input: &SnapshotInput, cost: &FullCost<'_>) -> SnapshotCost {
    let p = u64::from(input.workers.get());
    let known = cost.exact && (options.states == 1 || !options.kinds.is_empty());
    let accuracy = if known { Accuracy::Exact } else { Accuracy::Estimated };
    let mut detail = vec![
        CostLine::of(
            "offsets in _metadata",
            offset_metadata_bytes(input.buckets, input.workers, options.snapshot),
            "bytes",
            Accuracy::Exact,
            OFFSETS,
        ),
        CostLine::of(
            "there because of the key groups",
            cost.bytes_of_buckets,
            "bytes",
            Accuracy::Exact,
            cost.per_bucket,
        ),
        CostLine::of("header of each state file", states(options).header_bytes(), "bytes", accuracy, HEADER),
    ];
    if cost.data_bytes / p < INLINE_THRESHOLD {
        detail.push(CostLine::of("state files likely inside _metadata", p, "files", Accuracy::Estimated, INLINED));
    }
    SnapshotCost {
        is_counted: true,
        metadata_bytes: cost.metadata_bytes,
        data_bytes: cost.data_bytes,
        files: 1 + p,
        ranges: p,
        buckets_per_worker: input.buckets.as_f64() / input.workers.as_f64(),
        accuracy,
        kind: cost.kind.to_owned(),
        bytes_of_buckets: cost.bytes_of_buckets,
        detail,
    }
}

const OFFSETS: &str = "9 bytes a subtask and 8 a key group: KeyGroupsStateHandle in _metadata, 1.20.0 and 2.3.0";
const HEADER: &str = "serialiser snapshots: 98 bytes and 273 for each ValueState<Long> with a name of five letters; the kinds of \
     the states, where given, are counted one by one";
const INLINED: &str = "a state file below execution.checkpointing.data-inline-threshold (20 KiB) is stored inside _metadata; the \
     bytes are counted as data here";

/// `RocksDB`'s fixed and per-key sizes of one release.
struct RocksdbFit {
    /// `_metadata`: a subtask's handle without SST files.
    handle: u64,
    /// `_metadata`: each SST file's handle.
    sst_handle: u64,
    /// Files: MANIFEST, CURRENT, meta and the part of OPTIONS that no state adds to.
    fixed: u64,
    /// Files: what a state (column family) adds to OPTIONS and MANIFEST.
    per_state: u64,
    /// Files: an SST file with a key or two.
    sst: u64,
}

const fn rocksdb_fit(version: FlinkVersion) -> RocksdbFit {
    match version {
        FlinkVersion::V1_20 => RocksdbFit { handle: 615, sst_handle: 144, fixed: 6_459, per_state: 4_066, sst: 1_042 },
        FlinkVersion::V2_3 => RocksdbFit { handle: 612, sst_handle: 143, fixed: 7_425, per_state: 5_047, sst: 1_170 },
    }
}

/// Bytes a key takes in SST files beside its values: grows by half a byte with each doubling of N, because neighbours share
/// fewer leading bytes. A line through 20 000 text keys of 10 bytes at N = 4 to 32 768.
const SST_BYTES_PER_KEY: f64 = 8.07;
const SST_BYTES_PER_DOUBLING: f64 = 0.53;
/// Value bytes that the line already holds.
const VALUE_IN_LINE: u64 = 8;

fn rocksdb(options: &FlinkOptions, input: &SnapshotInput) -> SnapshotCost {
    let fit = rocksdb_fit(options.version);
    let states = u64::from(options.states);
    let p = u64::from(input.workers.get());
    let with_keys = p.min(u64::from(input.occupied));
    let ssts = with_keys * states;
    let doublings = libm::log2(input.buckets.as_f64());
    let rows = rounded(self::states(options).rows_per_key() * float(input.keys));
    let of_buckets = rounded(SST_BYTES_PER_DOUBLING * doublings * float(rows));
    let wide_values = input.value_bytes.saturating_sub(VALUE_IN_LINE.saturating_mul(rows));
    let files = p * (fit.fixed + fit.per_state * states) + ssts * fit.sst;
    let keys = rounded(SST_BYTES_PER_KEY * float(rows)).saturating_add(of_buckets);
    let data = files.saturating_add(keys).saturating_add(wide_values);
    SnapshotCost {
        is_counted: true,
        metadata_bytes: HEADS + 604 + names_bytes(options) + p * fit.handle + ssts * fit.sst_handle,
        data_bytes: data,
        files: 1 + 4 * p + ssts,
        ranges: p,
        buckets_per_worker: input.buckets.as_f64() / input.workers.as_f64(),
        accuracy: Accuracy::Estimated,
        kind: "RocksDB incremental checkpoint: whole SST files, first key group and count in _metadata".to_owned(),
        bytes_of_buckets: of_buckets,
        detail: vec![
            CostLine::of(
                "ranges in _metadata",
                offset_metadata_bytes(input.buckets, input.workers, options.snapshot),
                "bytes",
                Accuracy::Exact,
                RANGES,
            ),
            CostLine::of(
                "handle of each subtask in _metadata",
                fit.handle + states * fit.sst_handle,
                "bytes",
                Accuracy::Fitted,
                HANDLES,
            ),
            CostLine::of(
                "files of each subtask without keys",
                fit.fixed + fit.per_state * states,
                "bytes",
                Accuracy::Fitted,
                FIXED,
            ),
            CostLine::of("there because of the key groups", of_buckets, "bytes", Accuracy::Estimated, SST),
        ],
    }
}

const RANGES: &str =
    "9 bytes a subtask whatever N is: IncrementalRemoteKeyedStateHandle in _metadata, 1.20.0 and 2.3.0";
const HANDLES: &str = "measured with every file outside _metadata: exact for paths as long as those measured (about 110 \
     characters), 2 bytes a file and character";
const FIXED: &str = "MANIFEST, OPTIONS, CURRENT and meta of 8-key checkpoints with 1 and 3 states, 1.20.0 and 2.3.0: within 2 %; \
     below 20 KiB they lie inside _metadata";
const SST: &str = "line through 20 000-key checkpoints at N = 4 to 32 768, 1.20.0: within 5 %; 2.3.0 leaves files uncompacted, \
     up to 27 % more; values are taken as incompressible beyond 8 bytes";
