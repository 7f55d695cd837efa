//! Scenarios become jobs; a file of keys is read again only where it has changed.

use super::background::Course;
use crate::keys::KeySource;
use crate::scenario::{Entry, Keys, Scenario, ScenarioError};
use crate::simulate::Job;
use std::path::{Path, PathBuf};

/// When a file of keys was last written.
#[expect(clippy::disallowed_types, reason = "tells whether to read a key file again; no figure depends on it")]
type Written = std::time::SystemTime;

/// The keys of the file read last.
#[derive(Debug, Default)]
pub struct JobSource {
    keys: Option<(PathBuf, Keys, Written, KeySource)>,
}

impl JobSource {
    /// The checked job of a scenario whose files lie in `folder`. The course is told of the bytes that are read, and then of the
    /// keys that are to be done.
    ///
    /// # Errors
    /// What cannot be, in one sentence; or that the reading was stopped.
    pub fn job(&mut self, scenario: &Scenario, folder: &Path, course: &Course) -> Result<Job, ScenarioError> {
        let job = self.read(scenario, folder, course)?;
        course.working(job.keys.work());
        Ok(job)
    }

    fn read(&mut self, scenario: &Scenario, folder: &Path, course: &Course) -> Result<Job, ScenarioError> {
        let Some(path) = scenario.keys.path() else { return scenario.job(folder) };
        let meta = folder.join(path).metadata();
        let bytes = meta.as_ref().map_or(0, std::fs::Metadata::len);
        let written = meta.and_then(|meta| meta.modified()).ok();
        let known = self
            .keys
            .as_ref()
            .filter(|(at, known, when, _)| at == folder && *known == scenario.keys && Some(*when) == written);
        if let Some((.., keys)) = known {
            return scenario.job_of(keys.clone());
        }
        let job = scenario.job_watched(folder, &course.reading(bytes))?;
        self.keys = written.map(|when| (folder.to_owned(), scenario.keys.clone(), when, job.keys.clone()));
        Ok(job)
    }
}

/// The same scenario with one key in place of a file of keys, for checks that need not read it.
#[must_use]
pub fn without_key_file(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    if scenario.keys.path().is_some() {
        scenario.keys = Keys::List(vec![Entry { key: "key".to_owned(), load: 1 }]);
    }
    scenario
}

/// A pool of threads, one less than there are cores: the window keeps one. `None` = the system gives none.
pub fn pool(name: &'static str) -> Option<rayon::ThreadPool> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let named = move |index| format!("{name} {index}");
    rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1)).thread_name(named).build().ok()
}
