//! The thread that simulates while the window draws.

use super::background::{Background, Course};
use super::job_source::{JobSource, pool};
use crate::scenario::{Keys, Scenario};
use crate::simulate::{Cache, DealFigures, Evenness, Report, SimulateError, Watch, simulate_cached};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Why there is no report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Stopped, by hand or by a newer request.
    Cancelled,
    /// What cannot be, and what is allowed.
    Impossible(String),
}

/// A finished run.
#[derive(Debug)]
pub struct Answer {
    /// What came of it.
    pub result: Result<Arc<Report>, Failure>,
    /// Whether chance explains the loads, a step each, where they were observed and not made up here.
    pub chance: Option<Chances>,
    /// How long it took.
    pub took: Duration,
}

/// How far the keys of each step lie from what even hashing gives; `None` where nobody counted the keys, or nothing runs.
pub type Chances = Vec<Option<Evenness>>;

/// Simulates scenarios whose key files lie in a folder.
pub type Worker = Background<(Arc<Scenario>, PathBuf), Answer>;

/// Starts the thread. `wake` is called after each answer.
///
/// # Errors
/// The system's reason where no thread can be started.
pub fn start(wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Worker> {
    let mut runner = Runner { cache: Cache::default(), jobs: JobSource::default(), pool: pool("simulate") };
    Background::start("simulate", wake, move |(scenario, folder): &(Arc<Scenario>, PathBuf), course, emit| {
        emit(runner.answer(scenario, folder, course));
    })
}

/// What is kept from one run to the next.
struct Runner {
    cache: Cache,
    jobs: JobSource,
    pool: Option<rayon::ThreadPool>,
}

impl Runner {
    fn answer(&mut self, scenario: &Scenario, folder: &Path, course: &Course) -> Answer {
        #[expect(clippy::disallowed_types, reason = "the window shows how long a run took; no figure depends on it")]
        let start = std::time::Instant::now();
        let result = self.simulate(scenario, folder, course).map(Arc::new);
        let chance = result
            .as_ref()
            .ok()
            .filter(|_| !matches!(scenario.keys, Keys::Generated(_)))
            .map(|report| chances(report, &scenario.keys));
        Answer { result, chance, took: start.elapsed() }
    }

    fn simulate(&mut self, scenario: &Scenario, folder: &Path, course: &Course) -> Result<Report, Failure> {
        if course.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        let Self { cache, jobs, pool } = self;
        // A list is read on the threads that hash it: the window keeps a core of its own in both.
        let mut run = || {
            let job = jobs.job(scenario, folder, course).map_err(|error| {
                if error.cancelled { Failure::Cancelled } else { Failure::Impossible(error.to_string()) }
            })?;
            simulate_cached(&job, cache, course).map_err(|error| match error {
                SimulateError::Cancelled => Failure::Cancelled,
                other => Failure::Impossible(other.to_string()),
            })
        };
        match pool {
            Some(pool) => pool.install(run),
            None => run(),
        }
    }
}

fn chances(report: &Report, keys: &Keys) -> Chances {
    // A number that is itself an estimate is no count to be judged.
    let counted = |deal: &Arc<DealFigures>| match keys.given().filter(|_| !report.keys.counted) {
        Some(keys) => deal.evenness_of(keys.get()),
        None if report.keys.count_is_estimate => None,
        None => deal.evenness(),
    };
    report.steps.iter().map(|step| step.deal.as_ref().and_then(counted)).collect()
}
