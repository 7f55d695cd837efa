//! What Kafka's own tools list: the bytes of every partition, and where a consumer group stands in it.
//!
//! A task of Kafka Streams reads partition t of every source topic of its sub-topology; there are as many tasks as the widest of
//! these topics has partitions (`PartitionGrouper`, Kafka 4.0). Which topics belong together no listing says: the caller does.

mod groups;
mod log_dirs;
mod observe;
mod tasks;
mod words;

pub use groups::{ConsumerGroups, GroupRow};
pub use log_dirs::{LogDirs, Replica, Topic};
pub use observe::{GroupLoad, SubTopology, observe_group, observe_sizes};
pub use words::{GroupsSummary, LogDirsSummary, groups_text, log_dirs_text};

use crate::unit::OutOfRange;

/// Why a listing cannot be read, or says nothing of what is asked.
#[derive(Debug, thiserror::Error)]
pub enum KafkaError {
    /// No JSON in the text.
    #[error("no line begins with `{{`: the output of `kafka-log-dirs --describe` is expected")]
    NoJson,
    /// The JSON is not as the tool prints it.
    #[error("line {line}, column {column}: {cause}")]
    Json {
        /// Line in the text.
        line: usize,
        /// Column in it.
        column: usize,
        /// What is wrong.
        cause: String,
    },
    /// A second listing of the same brokers.
    #[error("line {line}: another listing of broker {broker} begins here: leave one of the two")]
    Twice {
        /// The first broker that both have.
        broker: i64,
        /// Line in the text where the second one begins.
        line: usize,
    },
    /// Sums that do not fit.
    #[error("the {unit} of task {task} add up to more than 2^64 - 1")]
    Overflow {
        /// What is added up.
        unit: &'static str,
        /// The task, from 0.
        task: u32,
    },
    /// A listing whose sums do not fit.
    #[error("the {unit} of {of} add up to more than 2^64 - 1: no cluster has so many, the listing is damaged")]
    Sum {
        /// What is added up.
        unit: &'static str,
        /// What they are of.
        of: String,
    },
    /// A partition that is none.
    #[error("`{found}` is no partition: a topic, `-` and a number below {most} are expected")]
    Partition {
        /// What was found.
        found: String,
        /// The largest count of partitions that is read.
        most: u32,
    },
    /// A size below zero.
    #[error("{partition} has a size of {found} bytes: a number from 0 on is expected")]
    Size {
        /// The partition.
        partition: String,
        /// What was found.
        found: i64,
    },
    /// No header in the text.
    #[error(
        "no line names the columns TOPIC, PARTITION, CURRENT-OFFSET, LOG-END-OFFSET and LAG: the output of \
         `kafka-consumer-groups --describe` is expected"
    )]
    NoTable,
    /// A line that does not fit its header.
    #[error("line {line}: {cause}")]
    Row {
        /// Line in the text.
        line: usize,
        /// What is wrong.
        cause: String,
    },
    /// The group is not listed.
    #[error("no group `{asked}`: listed are {known}")]
    NoGroup {
        /// What was asked for.
        asked: String,
        /// The groups.
        known: String,
    },
    /// A topic is not listed.
    #[error("no topic `{asked}`: listed are {known}")]
    NoTopic {
        /// What was asked for.
        asked: String,
        /// The topics, the first few.
        known: String,
    },
    /// No topic was named.
    #[error("no topic was named: name the source topics of one sub-topology")]
    NoTopics,
    /// More tasks than are simulated.
    #[error(transparent)]
    Count(#[from] OutOfRange),
}

/// Names that a message lists.
const SHOWN: usize = 8;

/// Names as a message lists them: the first few.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = names.take(SHOWN + 1).map(|name| crate::plain::visible(name).into_owned()).collect();
    if names.is_empty() {
        return "none".to_owned();
    }
    if names.len() > SHOWN {
        names.truncate(SHOWN);
        names.push("…".to_owned());
    }
    names.join(", ")
}
