//! Why a snapshot gives no observation.

use crate::unit::OutOfRange;

/// Why a snapshot gives no observation of an operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoObservation {
    /// No operator has keyed state.
    #[error("no operator of {snapshot} has keyed state: there are no key groups to look at")]
    NoKeyedState {
        /// The snapshot's name.
        snapshot: String,
    },
    /// Several operators have keyed state and none was asked for.
    #[error("{} operators of {snapshot} have keyed state; name one of them:\n{}", operators.len(), lines(operators))]
    Several {
        /// The snapshot's name.
        snapshot: String,
        /// The operators with keyed state, one line each: id, name or uid, parallelism, max parallelism, bytes.
        operators: Vec<String>,
    },
    /// No operator is called so.
    #[error(
        "no operator of {snapshot} has the id, uid or name {asked:?}, and none begins so; with keyed state there are:\n{}",
        lines(operators)
    )]
    Unknown {
        /// The snapshot's name.
        snapshot: String,
        /// What was asked for.
        asked: String,
        /// The operators with keyed state, one line each.
        operators: Vec<String>,
    },
    /// Several operators are called so.
    #[error("{asked:?} may be {} operators of {snapshot}; name one of them:\n{}", operators.len(), lines(operators))]
    Ambiguous {
        /// The snapshot's name.
        snapshot: String,
        /// What was asked for.
        asked: String,
        /// The operators it may be, one line each.
        operators: Vec<String>,
    },
    /// The operator that was asked for has no keyed state.
    #[error("operator {operator} of {snapshot} has no keyed state; with keyed state there are:\n{}", lines(operators))]
    Keyless {
        /// The snapshot's name.
        snapshot: String,
        /// The operator.
        operator: String,
        /// The operators with keyed state, one line each.
        operators: Vec<String>,
    },
    /// A handle names key groups that the operator does not have.
    #[error(
        "a handle is of key groups {first} to {last}, but the operator has {key_groups}, counted from 0: the file is damaged"
    )]
    RangeOutside {
        /// The first key group of the handle.
        first: u64,
        /// The last one.
        last: u64,
        /// The key groups of the operator.
        key_groups: u64,
    },
    /// A key group starts past the end of its stream.
    #[error("key group {key_group} starts at byte {offset} of a stream of {stream_bytes} bytes: the file is damaged")]
    OffsetPastEnd {
        /// The key group.
        key_group: u64,
        /// Its offset, in bytes.
        offset: u64,
        /// Bytes of the stream.
        stream_bytes: u64,
    },
    /// The sizes add up to more than can be counted.
    #[error("the sizes add up to more than 2^64 bytes: the file is damaged")]
    TooManyBytes,
    /// The parallelism or the max parallelism is no count.
    #[error("operator {operator}: {source}")]
    Count {
        /// The operator.
        operator: String,
        /// What is wrong with the count.
        source: OutOfRange,
    },
}

fn lines(operators: &[String]) -> String {
    /// Enough for the keyed operators of most jobs.
    const SHOWN: usize = 20;
    let mut text: Vec<String> = operators.iter().take(SHOWN).map(|operator| format!("  {operator}")).collect();
    match operators.len() {
        0 => text.push("  none".to_owned()),
        all if all > SHOWN => text.push(format!("  and {} more", all - SHOWN)),
        _ => {}
    }
    text.join("\n")
}
