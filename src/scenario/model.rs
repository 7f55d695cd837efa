//! The scenario file's shape: what is written is what is read.

use crate::engine::Engine;
use crate::explore::{ExitPlan, Plan};
use crate::import::{ColumnChoice, HeaderRow, ListFormat, ListOptions};
use crate::keys::{Generated, KeyType, LoadLaw};
use crate::simulate::StateSize;
use crate::unit::{BucketCount, LoadUnit, WorkerCount};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::num::NonZeroU64;

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
    /// In a file beside the scenario: CSV, TSV, JSON lines, or one key a line.
    File(KeyFile),
    /// Sums of each bucket, counted elsewhere.
    Buckets(BucketFile),
    /// What a snapshot or a listing of a running job tells of its buckets.
    Snapshot(SnapshotFile),
}

impl Keys {
    /// The file or folder that they are read from, relative to the scenario file; `None` where the scenario holds them.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Generated(_) | Self::List(_) | Self::Typed(_) => None,
            Self::File(file) => Some(&file.path),
            Self::Buckets(file) => Some(&file.path),
            Self::Snapshot(file) => Some(&file.path),
        }
    }

    /// What each key is to the engine; `None` where only sums of buckets are known.
    #[must_use]
    pub const fn key_type(&self) -> Option<KeyType> {
        match self {
            Self::Generated(keys) => Some(keys.key_type),
            Self::List(_) => Some(KeyType::String),
            Self::Typed(list) => Some(list.key_type),
            Self::File(file) => Some(file.key_type),
            Self::Buckets(_) | Self::Snapshot(_) => None,
        }
    }
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

/// A file of keys: what is left out is found from its first rows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyFile {
    /// Path, relative to the scenario file.
    pub path: String,
    /// What the keys are to the engine.
    #[serde(default)]
    pub key_type: KeyType,
    /// How its rows are written.
    #[serde(default, skip_serializing_if = "ListFormat::is_auto")]
    pub format: ListFormat,
    /// What stands between two fields: one ASCII character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<char>,
    /// Whether the first row holds the names of the columns.
    #[serde(default, skip_serializing_if = "HeaderRow::is_auto")]
    pub header: HeaderRow,
    /// The column of the keys: its name, or its number, 1 = the first.
    #[serde(default, skip_serializing_if = "ColumnChoice::is_auto")]
    pub key: ColumnChoice,
    /// The column of the loads, in records; 0 = none, each row is one record.
    #[serde(default, skip_serializing_if = "ColumnChoice::is_auto")]
    pub load: ColumnChoice,
    /// The column of the bytes of state; 0 = none, the scenario's `state` tells.
    #[serde(default, skip_serializing_if = "ColumnChoice::is_auto")]
    pub state_bytes: ColumnChoice,
    /// The share of the rows that may be unreadable, 0 to 1; any where it is left out. They are counted and told in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected_at_most: Option<f64>,
}

impl KeyFile {
    /// How the file is to be read.
    #[must_use]
    pub fn options(&self) -> ListOptions {
        ListOptions {
            key_type: self.key_type,
            format: self.format,
            delimiter: self.delimiter,
            header: self.header,
            key: self.key.clone(),
            load: self.load.clone(),
            state_bytes: self.state_bytes.clone(),
            rejected_at_most: self.rejected_at_most,
        }
    }
}

/// A table of buckets and their sums beside the scenario, as a query on the user's own cluster gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BucketFile {
    /// Path, relative to the scenario file.
    pub path: String,
    /// The bucket count it was counted under; the scenario's own where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_under: Option<BucketCount>,
    /// What its loads count.
    #[serde(default, skip_serializing_if = "LoadUnit::is_records")]
    pub unit: LoadUnit,
    /// Distinct keys in all, from 1, where the table has no column of them and somebody knows: chance can then be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<NonZeroU64>,
}

/// A snapshot or listing of a running job: a Flink `_metadata` file or its folder, a Spark checkpoint, a listing of Kafka's tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotFile {
    /// Path, relative to the scenario file.
    pub path: String,
    /// Which operator, by id, uid or name; may be left out where only one keeps keyed state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// Which store of the operator (Spark); may be left out where there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
    /// Topics that one sub-topology reads (Kafka); all of the listing where none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<String>,
    /// Distinct keys in all, from 1, where the snapshot does not tell them and somebody knows: chance can then be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<NonZeroU64>,
}

/// One listed key: `"text"`, or `("text", load)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key as text.
    pub key: String,
    /// Its load in records; 1 where none is given.
    pub load: u64,
}

impl Keys {
    /// Distinct keys in all as the scenario gives them, for keys of which only sums are known; `None` where it does not.
    #[must_use]
    pub fn given(&self) -> Option<NonZeroU64> {
        match self {
            Self::Buckets(file) => file.keys,
            Self::Snapshot(file) => file.keys,
            Self::Generated(_) | Self::List(_) | Self::Typed(_) | Self::File(_) => None,
        }
    }
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
