//! In which words pictures speak: an engine's, ours, or those of the sorting office.

use crate::engine::{OUR_WORDS, Words};
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
}
