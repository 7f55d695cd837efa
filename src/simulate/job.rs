//! A checked job: what a simulation starts from.

use super::answers::answers;
use crate::engine::{Engine, Outcome};
use crate::keys::{BadKeys, KeySource};
use crate::unit::{BucketCount, WorkerCount};

/// Where the bucket count of the first start comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BucketChoice {
    /// The program sets it.
    Fixed(BucketCount),
    /// The program sets none: the engine derives it from the first width (Flink), the input (Kafka Streams) or takes its default.
    EngineDefault,
}

/// What the program sets as the bucket count at a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RestartChoice {
    /// The same as at the first start.
    Keep,
    /// Nothing.
    Unset,
    /// Another count.
    Set(BucketCount),
}

/// Size of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StateSize {
    /// Bytes of values a key holds, over all its states.
    pub bytes_per_key: u64,
    /// Bytes of values a record adds.
    pub bytes_per_load: u64,
}

/// One start or restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Start {
    /// The width asked for.
    pub width: WorkerCount,
    /// The bucket count the program sets; read at restarts only.
    pub buckets: RestartChoice,
}

/// Everything a simulation depends on. Two equal jobs give equal reports.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Shown in the report; changes no figure.
    pub name: String,
    /// The engine with its options.
    pub engine: Engine,
    /// The bucket count of the first start.
    pub buckets: BucketChoice,
    /// First start, then restarts; at least one.
    pub starts: Vec<Start>,
    /// The keys.
    pub keys: KeySource,
    /// Size of the state.
    pub state: StateSize,
    /// Pieces of the input, 1 and up.
    pub input_pieces: u32,
    /// Seed of everything drawn by chance.
    pub seed: u64,
}

/// A job that cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadJob {
    /// No start at all.
    #[error("widths is empty: at least one width is needed, the first start's")]
    NoWidths,
    /// Too many starts.
    #[error("widths has {0} steps: at most {MAX_STEPS} are allowed")]
    TooManySteps(usize),
    /// A bucket count the engine does not take.
    #[error("{found} buckets: {engine} takes {takes} ({text})")]
    Buckets {
        /// The count.
        found: u32,
        /// The engine's name.
        engine: &'static str,
        /// The counts it takes.
        takes: String,
        /// Its own text.
        text: String,
    },
    /// The engine has no default count.
    #[error("buckets is EngineDefault, but {0} has no default: write Fixed(count)")]
    NoDefault(&'static str),
    /// A derived count that this program does not simulate.
    #[error("the derived bucket count: {0}")]
    Default(#[from] crate::unit::OutOfRange),
    /// Keys that cannot be.
    #[error("keys: {0}")]
    Keys(#[from] BadKeys),
    /// An engine option that cannot be.
    #[error("engine: {0}")]
    Engine(String),
    /// Steps that are too wide together.
    #[error(
        "the steps add up to {0} workers and buckets: at most {MAX_DEALT} are dealt in one simulation, so take fewer or \
         narrower steps, or fewer buckets"
    )]
    TooMuch(u64),
    /// No input pieces.
    #[error("input_pieces is 0: at least 1 is needed")]
    NoInput,
}

/// The most steps a job may have.
pub const MAX_STEPS: usize = 100;
/// The most workers and buckets that all steps of a job may have together. A report keeps some 40 bytes of each worker and
/// 30 of each bucket, and writes some 120 characters of a worker as JSON: this many stay below 2 GB.
pub const MAX_DEALT: u64 = 10_000_000;

impl Job {
    /// Checks everything that can be checked without the keys.
    ///
    /// # Errors
    /// [`BadJob`] names the first part that cannot be.
    pub fn check(&self) -> Result<(), BadJob> {
        if self.starts.is_empty() {
            return Err(BadJob::NoWidths);
        }
        if self.starts.len() > MAX_STEPS {
            return Err(BadJob::TooManySteps(self.starts.len()));
        }
        if self.input_pieces == 0 {
            return Err(BadJob::NoInput);
        }
        self.engine.profile().check().map_err(BadJob::Engine)?;
        let restarts = self.starts.iter().skip(1).filter_map(|start| match start.buckets {
            RestartChoice::Set(count) => Some(count),
            RestartChoice::Keep | RestartChoice::Unset => None,
        });
        for count in restarts.chain([self.first_buckets()?]) {
            self.check_bounds(count)?;
        }
        self.check_sizes()?;
        Ok(self.keys.check()?)
    }

    /// The bucket count of the first start.
    ///
    /// # Errors
    /// [`BadJob`] where it is to be the engine's default and there is none that can be simulated.
    pub fn first_buckets(&self) -> Result<BucketCount, BadJob> {
        match self.buckets {
            BucketChoice::Fixed(count) => Ok(count),
            BucketChoice::EngineDefault => {
                let first = self.starts.first().ok_or(BadJob::NoWidths)?.width;
                let count = self.engine.profile().default_buckets(first, self.input_pieces);
                Ok(BucketCount::new(count.ok_or(BadJob::NoDefault(self.engine.facts().name))?)?)
            }
        }
    }

    /// A report holds every worker and every bucket of every step that starts.
    fn check_sizes(&self) -> Result<(), BadJob> {
        let answers = answers(self);
        let started = answers.iter().filter(|answer| answer.start.outcome != Outcome::Refused);
        let dealt = started.map(|answer| u64::from(answer.asked.get()) + u64::from(answer.start.buckets.get())).sum();
        if dealt > MAX_DEALT { Err(BadJob::TooMuch(dealt)) } else { Ok(()) }
    }

    fn check_bounds(&self, count: BucketCount) -> Result<(), BadJob> {
        let facts = self.engine.facts();
        facts.refuses_count(count.get().into()).map_or(Ok(()), |text| {
            Err(BadJob::Buckets { found: count.get(), engine: facts.name, takes: facts.takes(), text })
        })
    }
}
