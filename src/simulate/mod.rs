//! The one place that chains the phases: keys → buckets → workers → figures.

mod answers;
mod balance;
mod cache;
mod chance;
mod digest;
mod evenness;
mod findings;
mod job;
mod movement;
mod population;
mod relabel;
mod report;
mod run;
mod shown;
mod tail;
mod verdict;
mod watch;
mod words;

pub use balance::{Balance, flink_skew_score, peak_ratios, useful_widths};
pub use cache::Cache;
pub use chance::{chi_square, expected_idle};
pub use evenness::{BadLoads, Evenness, IdleChance, Likelihood, Method, Observed, ObservedIdle};
pub use job::{BadJob, BucketChoice, Job, MAX_DEALT, MAX_STEPS, RestartChoice, Start, StateSize};
pub use population::{Hashed, HeavyKey, KeysKnown, Population, populate};
pub use relabel::{Relabelling, WeighedRelabelling, relabel, relabel_weighed};
pub use report::{
    BucketFigures, ChiSquare, DealFigures, ExpectedIdle, KeyFigures, KeyListFigures, Loss, Movement, Report, Step,
    WorkerFigures,
};
pub use run::{simulate, simulate_cached};
pub use verdict::{Finding, Severity, Verdict};
pub use watch::{Progress, Unwatched, Watch};

/// Why sums under one count tell nothing of another.
fn why_unknown(counted: u32, asked: u32) -> String {
    if counted.is_multiple_of(asked) {
        format!("though it divides {counted}: the engine hashes a key otherwise where the count is such a one")
    } else {
        format!("only for a count that divides {counted}")
    }
}

/// A simulation that gave no report.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SimulateError {
    /// The job cannot be.
    #[error("{0}")]
    Job(#[from] BadJob),
    /// The engine refuses a key.
    #[error("keys: {0}")]
    Key(#[from] crate::hash::KeyRefused),
    /// Loads that do not fit.
    #[error("keys: load: the loads add up to more than 2^64 - 1 records: lower them, or the number of keys")]
    LoadOverflow,
    /// Sums of buckets that do not fit.
    #[error("keys: the {} of all buckets add up to more than 2^64 - 1", unit.words().1)]
    SumOverflow {
        /// What they count.
        unit: crate::unit::LoadUnit,
    },
    /// Sums of buckets that are not those asked for.
    #[error(
        "keys: these were counted in {counted} buckets: what lies in each of {asked} cannot be told from that, {}",
        why_unknown(*counted, *asked)
    )]
    CountedUnder {
        /// The count they are known for.
        counted: u32,
        /// The count asked for.
        asked: u32,
    },
    /// A state that does not fit.
    #[error("state: the state of all keys adds up to more than 2^64 - 1 bytes: lower it, or the number of keys")]
    StateOverflow,
    /// A list of keys that can no longer be read.
    #[error("keys: {0}")]
    List(String),
    /// Stopped from outside.
    #[error("cancelled")]
    Cancelled,
}
