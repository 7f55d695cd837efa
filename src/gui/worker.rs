//! The thread that simulates while the window draws: the newest request wins, the one before is stopped.

use crate::keys::KeySource;
use crate::scenario::{Entry, KeyFile, Keys, Scenario};
use crate::simulate::{Cache, Job, Progress, Report, SimulateError, Watch, simulate_cached};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// When a key file was last written.
#[expect(clippy::disallowed_types, reason = "tells whether to read a key file again; no figure depends on it")]
type Written = std::time::SystemTime;

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
    /// The number of the request.
    pub number: u64,
    /// What came of it.
    pub result: Result<Arc<Report>, Failure>,
    /// How long it took.
    pub took: Duration,
}

struct Request {
    number: u64,
    scenario: Arc<Scenario>,
    folder: PathBuf,
    progress: Arc<Progress>,
}

/// The background thread, as the window holds it.
#[derive(Debug)]
pub struct Worker {
    requests: Option<Sender<Request>>,
    answers: Receiver<Answer>,
    thread: Option<JoinHandle<()>>,
    running: Arc<Progress>,
    number: u64,
}

impl Worker {
    /// Starts the thread. `wake` is called after each answer.
    ///
    /// # Errors
    /// The system's reason where no thread can be started.
    pub fn start(wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (requests, inbox) = channel();
        let (outbox, answers) = channel();
        let run = move || {
            let mut runner = Runner::default();
            while let Some(request) = newest(&inbox) {
                if outbox.send(runner.answer(&request)).is_err() {
                    return;
                }
                wake();
            }
        };
        let thread = std::thread::Builder::new().name("simulate".to_owned()).spawn(run)?;
        Ok(Self { requests: Some(requests), answers, thread: Some(thread), running: Arc::default(), number: 0 })
    }

    /// Asks for a simulation, stops the one before, and returns the number of the request.
    pub fn request(&mut self, scenario: Arc<Scenario>, folder: PathBuf) -> u64 {
        self.running.cancel();
        self.number += 1;
        let progress = Arc::new(Progress::default());
        self.running = Arc::clone(&progress);
        if let Some(requests) = &self.requests {
            // The thread lives as long as this sender; where it has panicked, the old picture simply stays.
            let _ = requests.send(Request { number: self.number, scenario, folder, progress });
        }
        self.number
    }

    /// The answer to the newest request, once. Answers to older ones are dropped.
    pub fn answer(&self) -> Option<Answer> {
        self.answers.try_iter().filter(|answer| answer.number == self.number).last()
    }

    /// Keys done by the newest request.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.running.done()
    }

    /// Stops the newest request.
    pub fn cancel(&self) {
        self.running.cancel();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.running.cancel();
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Waits for a request, then takes the last one there is. `None` once the window is gone.
fn newest(inbox: &Receiver<Request>) -> Option<Request> {
    let first = inbox.recv().ok()?;
    Some(inbox.try_iter().last().unwrap_or(first))
}

/// What is kept from one run to the next.
struct Runner {
    cache: Cache,
    keys: Option<(PathBuf, KeyFile, Written, KeySource)>,
    pool: Option<rayon::ThreadPool>,
}

impl Default for Runner {
    /// A pool of its own, one thread less than there are cores: the window keeps one.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let named = |index| format!("simulate {index}");
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1)).thread_name(named).build();
        Self { cache: Cache::default(), keys: None, pool: pool.ok() }
    }
}

impl Runner {
    fn answer(&mut self, request: &Request) -> Answer {
        #[expect(clippy::disallowed_types, reason = "the window shows how long a run took; no figure depends on it")]
        let start = std::time::Instant::now();
        let result = self.simulate(request).map(Arc::new);
        Answer { number: request.number, result, took: start.elapsed() }
    }

    fn simulate(&mut self, request: &Request) -> Result<Report, Failure> {
        let watch: &dyn Watch = &*request.progress;
        if watch.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        let job = self.job(&request.scenario, &request.folder).map_err(Failure::Impossible)?;
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

    /// The job; a key file is read again only where it has changed.
    fn job(&mut self, scenario: &Scenario, folder: &Path) -> Result<Job, String> {
        let Keys::File(file) = &scenario.keys else {
            return scenario.job(folder).map_err(|error| error.to_string());
        };
        let written = folder.join(&file.path).metadata().and_then(|meta| meta.modified()).ok();
        let known =
            self.keys.as_ref().filter(|(at, known, when, _)| at == folder && known == file && Some(*when) == written);
        if let Some((.., keys)) = known {
            let keys = keys.clone();
            let mut job = without_key_file(scenario).job(folder).map_err(|error| error.to_string())?;
            job.keys = keys;
            return Ok(job);
        }
        let job = scenario.job(folder).map_err(|error| error.to_string())?;
        self.keys = written.map(|when| (folder.to_owned(), file.clone(), when, job.keys.clone()));
        Ok(job)
    }
}

/// The same scenario with one key in place of a key file, for checks that need not read it.
#[must_use]
pub fn without_key_file(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    if let Keys::File(_) = scenario.keys {
        scenario.keys = Keys::List(vec![Entry { key: "key".to_owned(), load: 1 }]);
    }
    scenario
}
