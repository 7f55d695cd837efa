//! The scenario file's shape: what is written is what is read.

use crate::engine::Engine;
use crate::explore::{ExitPlan, Plan};
use crate::keys::{Generated, KeyType, LoadLaw};
use crate::simulate::StateSize;
use crate::unit::{BucketCount, WorkerCount};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The format this program writes; it reads every format up to it.
pub const FORMAT: u32 = 1;

/// A scenario as its file holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The file format, 1.
    pub format: u32,
    /// A short name.
    pub name: String,
    /// What it shows, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The engine with its options.
    pub engine: Engine,
    /// The bucket count of the first start.
    pub buckets: Buckets,
    /// First start, then restarts.
    pub widths: Vec<WorkerCount>,
    /// What the program sets as the bucket count at each restart; the first entry belongs to the second width. Missing entries keep the first start's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restart_buckets: Vec<RestartBuckets>,
    /// The keys and their loads.
    pub keys: Keys,
    /// Size of the state.
    #[serde(default)]
    pub state: State,
    /// Pieces of the job's input (partitions, splits). For Kafka Streams the default bucket count; elsewhere it moves no ceiling.
    #[serde(default = "one_piece")]
    pub input_pieces: u32,
    /// Seed of everything drawn by chance.
    #[serde(default)]
    pub seed: u64,
    /// What is expected of the job, for a recommendation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// What a way to another bucket count depends on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ways_out: Option<ExitPlan>,
}

const fn one_piece() -> u32 {
    1
}

/// The bucket count of the first start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Buckets {
    /// Set by the program.
    Fixed(BucketCount),
    /// Derived as the engine does where the program sets none.
    EngineDefault,
}

/// The bucket count that the program sets at a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RestartBuckets {
    /// The same setting as at the first start.
    Keep,
    /// No setting.
    Unset,
    /// Another count.
    Set(BucketCount),
}

/// Size of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct State {
    /// Bytes of values each key holds, over all its states.
    pub bytes_per_key: u32,
    /// Bytes of values each record adds.
    pub bytes_per_load: u32,
}

impl From<State> for StateSize {
    fn from(state: State) -> Self {
        Self { bytes_per_key: state.bytes_per_key.into(), bytes_per_load: state.bytes_per_load.into() }
    }
}

/// The keys and their loads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Keys {
    /// Made by a rule.
    Generated(Generated),
    /// Listed in the scenario: texts, or (text, load) pairs.
    List(Vec<Entry>),
    /// Listed in the scenario, of another key type.
    Typed(TypedList),
    /// One key a line in a text file beside the scenario, with an optional load after a tab.
    File(KeyFile),
}

/// Keys of one type, written as text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedList {
    /// What the keys are to the engine.
    pub key_type: KeyType,
    /// The keys.
    pub keys: Vec<Entry>,
}

/// A text file of keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyFile {
    /// Path, relative to the scenario file.
    pub path: String,
    /// What the keys are to the engine.
    #[serde(default)]
    pub key_type: KeyType,
}

/// One listed key: `"text"`, or `("text", load)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key as text.
    pub key: String,
    /// Its load in records; 1 where none is given.
    pub load: u64,
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.load == 1 { self.key.serialize(serializer) } else { (&self.key, self.load).serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntryVisitor;
        impl<'de> Visitor<'de> for EntryVisitor {
            type Value = Entry;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key in quotes, a whole number, or (\"key\", load)")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Entry, E> {
                Ok(Entry { key: text.to_owned(), load: 1 })
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Entry, E> {
                Ok(Entry { key: number.to_string(), load: 1 })
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Entry, E> {
                Ok(Entry { key: number.to_string(), load: 1 })
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Entry, A::Error> {
                let missing = |at| de::Error::invalid_length(at, &"a pair (\"key\", load)");
                let key = seq.next_element()?.ok_or_else(|| missing(0))?;
                let load = seq.next_element()?.ok_or_else(|| missing(1))?;
                Ok(Entry { key, load })
            }
        }
        deserializer.deserialize_any(EntryVisitor)
    }
}

impl Scenario {
    /// The scenario that the window opens with: 128 buckets, first start at 4, restarts at 40 and 200.
    #[must_use]
    pub fn built_in() -> Self {
        Self {
            format: FORMAT,
            name: "128 buckets, 4 to 40 to 200".to_owned(),
            note: "The example everybody knows: 40 workers on 128 buckets, and 200 that cannot be.".to_owned(),
            engine: Engine::Flink(crate::engine::FlinkOptions::default()),
            buckets: Buckets::Fixed(BucketCount::clamped(128)),
            widths: [4, 40, 200].map(WorkerCount::clamped).to_vec(),
            restart_buckets: Vec::new(),
            keys: Keys::Generated(Generated {
                count: 20_000,
                pattern: "user-{}".to_owned(),
                first: 1,
                key_type: KeyType::String,
                load: LoadLaw::Zipf { exponent: 1.0, top: 20_000 },
                shuffled: false,
            }),
            state: State { bytes_per_key: 64, bytes_per_load: 0 },
            input_pieces: 64,
            seed: 7,
            plan: None,
            ways_out: None,
        }
    }
}
