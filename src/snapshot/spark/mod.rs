//! Checkpoints of Spark Structured Streaming: how many state partitions, and what lies in each.
//!
//! The count N is `spark.sql.shuffle.partitions` in `offsets/C`, C being the largest number in `commits`: not the newest offsets
//! file (it may be an unfinished repartition), not the operator's own record (never rewritten), not the number of folders (an
//! earlier count leaves some behind). The state version is C + 1. Source: `OffsetSeqMetadata`, `IncrementalExecution` and
//! `OfflineStateRepartitionRunner` of Spark 4, and checkpoints written by 4.0.1 and 4.2.1.

mod changes;
mod checksum;
mod codec;
mod layout;
mod log;
mod lz4;
mod observe;
mod open;
mod records;
mod rocksdb;
mod rows;
mod trap;
mod words;

pub use codec::Codec;
pub use rows::Rows;
pub use trap::Trap;
pub use words::{SparkSummary, text};

use super::tree::TreeError;
use crate::unit::{BucketCount, OutOfRange};
use serde::Serialize;

/// Why a checkpoint cannot be read. Its own path is left to the caller.
#[derive(Debug, thiserror::Error)]
pub enum SparkError {
    /// The folder or archive cannot be read.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// Nothing in it looks like a checkpoint.
    #[error("holds no Spark checkpoint: a checkpoint has the folders `offsets` and `commits`")]
    NoCheckpoint,
    /// More than one checkpoint.
    #[error("holds several Spark checkpoints ({folders}): name one of them")]
    Several {
        /// Their folders, the first few.
        folders: String,
    },
    /// A file of a log is not as Spark writes it.
    #[error("{file}: {cause}")]
    Log {
        /// The file, inside the checkpoint.
        file: String,
        /// What is wrong.
        cause: String,
    },
    /// A committed batch without its plan.
    #[error("commits/{batch} is there and offsets/{batch} is not: the count of partitions stands in the latter")]
    NoOffsets {
        /// The last committed batch.
        batch: u64,
    },
    /// A count that is not simulated.
    #[error("offsets/{batch}: {cause}")]
    Count {
        /// The batch.
        batch: u64,
        /// What is allowed.
        cause: OutOfRange,
    },
    /// More state than is listed.
    #[error("{found} partitions times stores: more than {most} are not read")]
    TooMuch {
        /// Partitions times stores, over all operators.
        found: u64,
        /// The most that are read.
        most: u64,
    },
    /// A store whose sums do not fit.
    #[error(
        "the {what} of store {store} of operator {operator} add up to more than 2^64 - 1: the checkpoint is damaged"
    )]
    Sum {
        /// What is added up: `rows` or `bytes`.
        what: &'static str,
        /// The operator.
        operator: u64,
        /// The store.
        store: String,
    },
    /// An observation was asked of a checkpoint without a committed batch.
    #[error("no batch was committed: there is no state to look at")]
    NothingCommitted,
    /// No such operator.
    #[error("no stateful operator {asked}: there are {known}")]
    NoOperator {
        /// What was asked for.
        asked: u64,
        /// The operators.
        known: String,
    },
    /// No such store.
    #[error("operator {operator} has no store `{asked}`: it has {known}")]
    NoStore {
        /// The operator.
        operator: u64,
        /// What was asked for.
        asked: String,
        /// Its stores.
        known: String,
    },
}

/// Where a query keeps its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    /// `HDFSBackedStateStoreProvider`, the default.
    HdfsBacked,
    /// `RocksDBStateStoreProvider`, a zip each batch.
    RocksDb,
    /// `RocksDBStateStoreProvider` with changelog checkpointing.
    RocksDbChangelog,
    /// A class of one's own, by its name.
    Other(String),
}

/// A checkpoint as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SparkCheckpoint {
    /// The name of its folder.
    pub name: String,
    /// The largest number in `commits`; `None` where no batch was committed.
    pub committed_batch: Option<u64>,
    /// The largest number in `offsets`.
    pub planned_batch: Option<u64>,
    /// The count N of state partitions that the last committed batch ran with; before any commit that of the newest planned
    /// batch. `None` where no batch was planned, or nothing records it and there is no state either.
    pub partitions: Option<BucketCount>,
    /// The committed version of the state: the last committed batch + 1, 0 before the first.
    pub state_version: u64,
    /// Where the state is kept.
    pub provider: Provider,
    /// How state files are packed.
    pub codec: Codec,
    /// Whether the offset log holds a setting that Spark 4.2 was the first to record.
    pub is_recent: bool,
    /// The stateful operators, by id.
    pub operators: Vec<Operator>,
    /// What to know before trusting the figures, worst first.
    pub traps: Vec<Trap>,
}

/// A stateful operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// Its number, the folder below `state`.
    pub id: u64,
    /// Its name, `stateStoreSave`; `None` before Spark 4.0.
    pub name: Option<String>,
    /// Its state partitions: the query's count, or 1 for an aggregate without keys.
    pub partitions: BucketCount,
    /// The count in its own record, as the first batch wrote it.
    pub recorded_partitions: Option<u64>,
    /// Partition folders, leftovers of an earlier count among them.
    pub folders: u64,
    /// Its stores, by name; one called `default` where it has no name of its own.
    pub stores: Vec<Store>,
}

/// One store of an operator, in all its partitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    /// Its name.
    pub name: String,
    /// Whether its rows are of several state variables (column families): then a row is not a key.
    pub is_of_several: bool,
    /// One entry a partition.
    pub parts: Vec<StorePart>,
}

/// One store in one partition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StorePart {
    /// Rows at the committed version.
    #[serde(flatten)]
    pub rows: Rows,
    /// Files that a load of the committed version reads: the newest whole state up to it (with its SST files) and the changes
    /// after that.
    pub load_files: u64,
    /// Their bytes.
    pub load_bytes: u64,
    /// All files of the store in this partition, of all versions; checksums left out.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Checksum files, `.crc`.
    pub crc_files: u64,
    /// Their bytes.
    pub crc_bytes: u64,
}
