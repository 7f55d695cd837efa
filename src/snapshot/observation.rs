//! What was seen of a real job, whatever engine it ran on.

use crate::engine::Engine;
use crate::keys::{Counted, KeySource, Recorded};
use crate::unit::{BucketCount, WorkerCount, WorkerId};
use std::sync::Arc;

/// A real job as a snapshot or a listing shows it: the sums of its buckets, who owned them, and where that is known from.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// What it is, in a few words: `operator counter of savepoint-1a2b`.
    pub name: String,
    /// The engine, with the options that the files tell.
    pub engine: Engine,
    /// The bucket count N that the job runs under.
    pub buckets: BucketCount,
    /// The width of the last start; `None` where nothing tells it.
    pub workers: Option<WorkerCount>,
    /// The sums of each bucket.
    pub counted: Counted,
    /// The owner of each bucket as recorded, one entry a bucket; `None` where nothing tells it.
    pub owners: Option<Vec<WorkerId>>,
    /// Where it is known from, and what else stands there.
    pub facts: Vec<Fact>,
    /// What a reader must know before trusting the figures: one sentence each, worst first.
    pub cautions: Vec<String>,
    /// Which of the cautions says what of the loads is an estimate; `None` where each is read.
    pub estimate: Option<String>,
}

impl Observation {
    /// Its sums as the keys of a job, with what is recorded beside them.
    #[must_use]
    pub fn keys(&self) -> KeySource {
        let recorded = Recorded { workers: self.workers, estimate: self.estimate.clone() };
        KeySource::Counted(Arc::new(Counted { recorded: Some(recorded), ..self.counted.clone() }))
    }
}

/// One thing that a snapshot says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is: `Checkpoint`, `Metadata version`.
    pub name: String,
    /// Its value with its unit.
    pub value: String,
}
