//! What Flink's keyed states hold, and what each adds to a state file.

use serde::{Deserialize, Serialize};

/// One keyed state of the operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum FlinkState {
    /// `ValueState`: one value a key.
    Value {
        /// Name of its descriptor, 1 to 100 bytes.
        name: String,
        /// Type of the value.
        of: FlinkType,
    },
    /// `MapState`: a map a key.
    Map {
        /// Name of its descriptor, 1 to 100 bytes.
        name: String,
        /// Type of the map's keys.
        key: FlinkType,
        /// Type of the map's values.
        value: FlinkType,
        /// Entries a key has in the mean, above 0 and at most 1 000 000.
        entries_per_key: f64,
    },
}

/// A type with a serialiser of its own in Flink (`org.apache.flink.api.common.typeutils.base`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FlinkType {
    /// `StringSerializer`.
    String,
    /// `LongSerializer`.
    Long,
    /// `IntSerializer`.
    Int,
}

impl FlinkType {
    /// Bytes of the class name of its serialiser's snapshot.
    const fn class_bytes(self) -> u64 {
        match self {
            Self::String => 84,
            Self::Long => 80,
            Self::Int => 78,
        }
    }
}

/// A state's header without its name and its serialiser's class: the state's type, the option names, the namespace's serialiser.
const VALUE_HEAD: u64 = 188;
/// The same of a map, with the class of the map's own serialiser and the frame of the two inside it.
const MAP_HEAD: u64 = 276;
/// What the length of a map takes in the hashmap format.
const MAP_LENGTH: u64 = 4;
/// What a state with a name of five letters that holds a `Long` adds to a header.
const PLAIN_HEAD: u64 = VALUE_HEAD + 5 + FlinkType::Long.class_bytes();
/// A state file's header without its states.
const FILE_HEAD: u64 = 98;
/// The most entries a key may be said to have.
const MAX_ENTRIES: f64 = 1e6;

impl FlinkState {
    fn name(&self) -> &str {
        match self {
            Self::Value { name, .. } | Self::Map { name, .. } => name,
        }
    }

    /// Bytes in the header of each state file.
    fn header_bytes(&self) -> u64 {
        let name = self.name().len() as u64;
        match self {
            Self::Value { of, .. } => VALUE_HEAD + name + of.class_bytes(),
            Self::Map { key, value, .. } => MAP_HEAD + name + key.class_bytes() + value.class_bytes(),
        }
    }

    fn check(&self) -> Result<(), String> {
        let name = self.name();
        if name.is_empty() || name.len() > 100 {
            return Err(format!("name of a state is {} bytes long: allowed are 1 to 100", name.len()));
        }
        match self {
            Self::Map { entries_per_key, .. } if !(*entries_per_key > 0.0 && *entries_per_key <= MAX_ENTRIES) => {
                Err(format!("entries_per_key of {name} is {entries_per_key}: allowed are more than 0, up to 1000000"))
            }
            _ => Ok(()),
        }
    }
}

/// All states of the operator, as the size of a state file needs them.
#[derive(Debug, Clone, Copy)]
pub(super) struct States<'a> {
    /// How many.
    pub count: u64,
    /// What they are; none where every state is a value of type `Long` under a name of five letters.
    pub kinds: &'a [FlinkState],
}

impl States<'_> {
    /// Bytes of one state file's header.
    pub fn header_bytes(self) -> u64 {
        match self.kinds {
            [] => FILE_HEAD + PLAIN_HEAD * self.count,
            kinds => FILE_HEAD + kinds.iter().map(FlinkState::header_bytes).sum::<u64>(),
        }
    }

    /// Bytes that the hashmap format adds for each key beside the keys and the values: the length of its map in each `MapState`.
    pub fn map_lengths(self) -> u64 {
        MAP_LENGTH * self.kinds.iter().filter(|kind| matches!(kind, FlinkState::Map { .. })).count() as u64
    }

    /// Rows a key has in the canonical format, over all states, in the mean: one a value, one an entry of a map.
    pub fn rows_per_key(self) -> f64 {
        match self.kinds {
            [] => crate::unit::float(self.count),
            kinds => {
                let rows = kinds.iter().map(|kind| match kind {
                    FlinkState::Value { .. } => 1.0,
                    FlinkState::Map { entries_per_key, .. } => *entries_per_key,
                });
                rows.sum()
            }
        }
    }
}

/// Checks the kinds given against the number of states.
pub(super) fn check(states: u32, kinds: &[FlinkState]) -> Result<(), String> {
    if !(1..=1000).contains(&states) {
        return Err(format!("states is {states}: allowed are 1 to 1000"));
    }
    if !kinds.is_empty() && kinds.len() as u64 != u64::from(states) {
        let entries = if kinds.len() == 1 { "entry" } else { "entries" };
        return Err(format!("states is {states}, but kinds has {} {entries}: give one a state, or none", kinds.len()));
    }
    kinds.iter().try_for_each(FlinkState::check)
}
