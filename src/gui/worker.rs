//! The thread that simulates while the window draws.

use super::background::Background;
use super::job_source::{JobSource, pool};
use crate::scenario::Scenario;
use crate::simulate::{Cache, Progress, Report, SimulateError, Watch, simulate_cached};
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
    /// How long it took.
    pub took: Duration,
}

/// Simulates scenarios whose key files lie in a folder.
pub type Worker = Background<(Arc<Scenario>, PathBuf), Answer>;

/// Starts the thread. `wake` is called after each answer.
///
/// # Errors
/// The system's reason where no thread can be started.
pub fn start(wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Worker> {
    let mut runner = Runner { cache: Cache::default(), jobs: JobSource::default(), pool: pool("simulate") };
    Background::start("simulate", wake, move |(scenario, folder): &(Arc<Scenario>, PathBuf), progress, emit| {
        emit(runner.answer(scenario, folder, progress));
    })
}

/// What is kept from one run to the next.
struct Runner {
    cache: Cache,
    jobs: JobSource,
    pool: Option<rayon::ThreadPool>,
}

impl Runner {
    fn answer(&mut self, scenario: &Scenario, folder: &Path, progress: &Progress) -> Answer {
        #[expect(clippy::disallowed_types, reason = "the window shows how long a run took; no figure depends on it")]
        let start = std::time::Instant::now();
        let result = self.simulate(scenario, folder, progress).map(Arc::new);
        Answer { result, took: start.elapsed() }
    }

    fn simulate(&mut self, scenario: &Scenario, folder: &Path, watch: &dyn Watch) -> Result<Report, Failure> {
        if watch.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        let job = self.jobs.job(scenario, folder).map_err(Failure::Impossible)?;
        let cache = &mut self.cache;
        let result = match &self.pool {
            Some(pool) => pool.install(|| simulate_cached(&job, cache, watch)),
            None => simulate_cached(&job, cache, watch),
        };
        result.map_err(|error| match error {
            SimulateError::Cancelled => Failure::Cancelled,
            other => Failure::Impossible(other.to_string()),
        })
    }
}
