//! What a reader of a checkpoint must know before trusting its figures.

use crate::numerals::{counted, grouped, ranges};

/// One such thing. The worst come first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trap {
    /// Partitions past the count hold state that a batch wrote whose own log counts fewer: the count was lowered by hand.
    CountLowered {
        /// The operator.
        operator: u64,
        /// Its partitions that are never opened again.
        partitions: Vec<u32>,
        /// The count in force.
        count: u32,
    },
    /// Partitions below the count have no state file at all: the count was raised by hand, or the files are gone.
    NoState {
        /// The operator.
        operator: u64,
        /// The store.
        store: String,
        /// Its partitions without a file.
        partitions: Vec<u32>,
        /// The committed state version.
        version: u64,
    },
    /// Files that a load of the committed version needs are missing.
    BrokenChain {
        /// The operator.
        operator: u64,
        /// The store.
        store: String,
        /// The partitions.
        partitions: Vec<u32>,
        /// The first file that is missing, in the first of them.
        first: String,
    },
    /// State files that cannot be read.
    Unreadable {
        /// How many.
        files: u64,
        /// The first of them, as a path inside the checkpoint.
        first: String,
        /// What is wrong with it.
        cause: String,
    },
    /// The newest planned batch asks for another count and is not committed.
    UnfinishedRepartition {
        /// The last committed batch.
        committed: u64,
        /// The newest planned one.
        planned: u64,
        /// The count of the committed batch.
        from: u64,
        /// The count of the planned one.
        to: u64,
    },
    /// No batch was committed.
    NothingCommitted,
    /// The offset log holds no count, as before Spark 2.3.
    CountNotRecorded {
        /// The count of partitions that was taken instead.
        taken: u32,
    },
    /// The state files are packed in a way that is not read.
    CodecNotRead {
        /// The codec.
        codec: String,
    },
    /// The state store is neither of Spark's own.
    OtherProvider {
        /// Its class.
        class: String,
    },
    /// Entries of the folder or archive that were skipped.
    Skipped {
        /// Symbolic and hard links.
        links: u64,
        /// Names that lead outside.
        outside: u64,
        /// Names that are too long, or too deep in folders.
        too_long: u64,
        /// Pipes, devices and names that are no text.
        other: u64,
    },
    /// All state of the operator lies in one partition, whatever the count.
    OnePartition {
        /// The operator.
        operator: u64,
        /// The count.
        count: u32,
    },
    /// Rows of some partitions lie between two numbers.
    RowsBetween {
        /// The operator.
        operator: u64,
        /// The store.
        store: String,
        /// At least so many rows in all.
        least: u64,
        /// At most so many.
        most: u64,
    },
    /// Folders past the count that an earlier, larger count left behind.
    Leftovers {
        /// The operator.
        operator: u64,
        /// The partitions.
        partitions: Vec<u32>,
        /// The count in force.
        count: u32,
    },
    /// Partitions that hold whole states only: no earlier version can be rebuilt.
    SnapshotsOnly {
        /// The operator.
        operator: u64,
        /// The store.
        store: String,
        /// How many partitions.
        partitions: u32,
    },
    /// The operator's own record still has the count of the first batch.
    OldRecord {
        /// The operator.
        operator: u64,
        /// The count in its record.
        recorded: u64,
        /// The count in force.
        count: u32,
    },
    /// The newest planned batch is not committed; its count is the same.
    NotCommitted {
        /// The newest planned batch.
        planned: u64,
    },
    /// The query keeps no state.
    Stateless,
}

impl Trap {
    /// The operator and store that it is about; `None` where it is about all.
    pub(super) fn about(&self) -> Option<(u64, Option<&str>)> {
        match self {
            Self::CountLowered { operator, .. }
            | Self::OnePartition { operator, .. }
            | Self::Leftovers { operator, .. }
            | Self::OldRecord { operator, .. } => Some((*operator, None)),
            Self::NoState { operator, store, .. }
            | Self::BrokenChain { operator, store, .. }
            | Self::RowsBetween { operator, store, .. }
            | Self::SnapshotsOnly { operator, store, .. } => Some((*operator, Some(store))),
            _ => None,
        }
    }

    /// It as one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::CountLowered { operator, partitions, count } => format!(
                "Operator {operator}: {} hold state, but the offset log counts {}. Spark never opens them again: their keys begin \
                 at nothing. The offset log looks edited by hand.",
                parts(partitions),
                counted(u64::from(*count), "partition", "partitions")
            ),
            Self::NoState { operator, store, partitions, version } => format!(
                "Operator {operator}, store {store}: {} have no state file, and version {version} is committed. Spark does not \
                 start ([CANNOT_LOAD_STATE_STORE]). The count in the offset log was raised by hand, or files are gone.",
                parts(partitions)
            ),
            Self::BrokenChain { operator, store, partitions, first } => format!(
                "Operator {operator}, store {store}: files of {} are missing, {first} first. Spark cannot load the committed \
                 version, and its rows are not known.",
                parts(partitions)
            ),
            Self::Unreadable { files, first, cause } => {
                let more =
                    if *files > 1 { format!(" ({} in all)", counted(*files, "file", "files")) } else { String::new() };
                format!("The state file {first} cannot be read{more}: {cause}.")
            }
            Self::UnfinishedRepartition { committed, planned, from, to } => format!(
                "A change from {from} to {to} partitions was begun by batch {planned} and never finished; batch {committed} is the \
                 last one committed, with {from}. Spark 4.2 refuses to start until the repartition is repeated."
            ),
            Self::NothingCommitted => {
                "No batch was committed: there is no state yet, and the count may still change.".to_owned()
            }
            Self::CountNotRecorded { taken } => format!(
                "The offset log holds no count of partitions, as before Spark 2.3: the {} that are there were counted. A restart \
                 takes the session's own setting.",
                counted(u64::from(*taken), "partition", "partitions")
            ),
            Self::CodecNotRead { codec } => {
                format!(
                    "The state files are packed with {codec}: only lz4 and zstd are read, so their rows are not known."
                )
            }
            Self::OtherProvider { class } => {
                format!(
                    "The state store is {class}, none of Spark's own: its rows are not known, and its bytes may be wrong."
                )
            }
            Self::Skipped { .. }
            | Self::RowsBetween { .. }
            | Self::OnePartition { .. }
            | Self::Leftovers { .. }
            | Self::SnapshotsOnly { .. }
            | Self::OldRecord { .. }
            | Self::NotCommitted { .. }
            | Self::Stateless => self.milder(),
        }
    }

    fn milder(&self) -> String {
        match self {
            Self::Skipped { links, outside, too_long, other } => {
                let kinds = [
                    (*links, "link", "links"),
                    (*outside, "name that leads outside", "names that lead outside"),
                    (*too_long, "name that is too long", "names that are too long"),
                    (*other, "entry that is no file", "entries that are no files"),
                ];
                let told: Vec<String> = kinds
                    .iter()
                    .filter(|(count, ..)| *count > 0)
                    .map(|(count, one, many)| counted(*count, one, many))
                    .collect();
                format!("Skipped: {}. What stands there was not read.", told.join(", "))
            }
            Self::OnePartition { operator, count } => format!(
                "Operator {operator} keeps all its state in partition 0, though the query counts {count} partitions: an aggregate \
                 without keys is not dealt out."
            ),
            Self::RowsBetween { operator, store, least, most } => format!(
                "Operator {operator}, store {store}: between {} and {} rows. Changelogs stand after the last counted state, and do \
                 not say which of their keys were in it.",
                grouped(*least),
                grouped(*most)
            ),
            Self::Leftovers { operator, partitions, count } => format!(
                "Operator {operator}: the folders of {} were left behind when the count became {count}. They are not part of the \
                 state.",
                parts(partitions)
            ),
            Self::SnapshotsOnly { operator, store, partitions } => format!(
                "Operator {operator}, store {store}: {} whole states only and no changes: no earlier version can be rebuilt.",
                counted(u64::from(*partitions), "partition has", "partitions have")
            ),
            Self::OldRecord { operator, recorded, count } => format!(
                "Operator {operator}: its own record says {recorded} partitions, as the first batch wrote it. The offset log's \
                 {count} is in force."
            ),
            Self::NotCommitted { planned } => {
                format!("Batch {planned} was planned and not committed: a restart runs it again, with the same count.")
            }
            _ => "The query keeps no state: its partitions may change at any restart from Spark 4.2 on.".to_owned(),
        }
    }
}

/// `partition 4`, `partitions 4–7`.
fn parts(partitions: &[u32]) -> String {
    let word = if partitions.len() == 1 { "partition" } else { "partitions" };
    format!("{word} {}", ranges(partitions))
}
