//! In which words pictures speak: an engine's, ours, or those of the sorting office.

use crate::engine::{OUR_WORDS, Words};
use crate::numerals::{self, counted};
use crate::unit::LoadUnit;
use serde::Deserialize;

/// Whose words a lesson's pictures use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum Vocabulary {
    /// Ours: buckets and workers.
    #[default]
    Ours,
    /// The engine's own.
    Engine,
    /// Those of a sorting office: pigeonholes and sorters.
    Office,
}

/// Our own words.
pub static OURS: Words = OUR_WORDS;

/// A sorting office with a wall of numbered pigeonholes, for beginners.
pub static OFFICE: Words = Words {
    bucket: "pigeonhole",
    buckets: "pigeonholes",
    bucket_count: "number of pigeonholes",
    worker: "sorter",
    workers: "sorters",
    width: "number of sorters",
    first_start: "opening",
    restart: "new shift",
    snapshot: "handover list",
};

impl Vocabulary {
    /// The words; those of `engine` where they are the engine's own.
    #[must_use]
    pub const fn words(self, engine: &'static Words) -> &'static Words {
        match self {
            Self::Ours => &OURS,
            Self::Engine => engine,
            Self::Office => &OFFICE,
        }
    }

    /// A worker as pictures mark it: `w3`; in a sorting office `s3`, a sorter.
    #[must_use]
    pub fn mark(self, worker: u32) -> String {
        format!("{}{worker}", if self == Self::Office { 's' } else { 'w' })
    }

    /// One key and several.
    #[must_use]
    pub const fn keys(self) -> (&'static str, &'static str) {
        match self {
            Self::Ours | Self::Engine => ("key", "keys"),
            Self::Office => ("name", "names"),
        }
    }

    /// One piece of load and several, in the load's unit; in a sorting office a record is a letter.
    #[must_use]
    pub const fn loads(self, unit: LoadUnit) -> (&'static str, &'static str) {
        match (self, unit) {
            (Self::Office, LoadUnit::Records) => ("letter", "letters"),
            _ => unit.words(),
        }
    }

    /// A load with its unit: `12 records`, in a sorting office `12 letters`.
    #[must_use]
    pub fn load(self, count: u64, unit: LoadUnit) -> String {
        match (self, unit) {
            (Self::Office, LoadUnit::Records) => counted(count, "letter", "letters"),
            _ => numerals::load(count, unit),
        }
    }
}
