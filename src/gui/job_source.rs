//! Scenarios become jobs; a key file is read again only where it has changed.

use crate::keys::KeySource;
use crate::scenario::{Entry, KeyFile, Keys, Scenario};
use crate::simulate::Job;
use std::path::{Path, PathBuf};

/// When a key file was last written.
#[expect(clippy::disallowed_types, reason = "tells whether to read a key file again; no figure depends on it")]
type Written = std::time::SystemTime;

/// The keys of the file read last.
#[derive(Debug, Default)]
pub struct JobSource {
    keys: Option<(PathBuf, KeyFile, Written, KeySource)>,
}

impl JobSource {
    /// The checked job of a scenario whose key file lies in `folder`.
    ///
    /// # Errors
    /// What cannot be, in one sentence.
    pub fn job(&mut self, scenario: &Scenario, folder: &Path) -> Result<Job, String> {
        let Keys::File(file) = &scenario.keys else {
            return scenario.job(folder).map_err(|error| error.to_string());
        };
        let written = folder.join(&file.path).metadata().and_then(|meta| meta.modified()).ok();
        let known =
            self.keys.as_ref().filter(|(at, known, when, _)| at == folder && known == file && Some(*when) == written);
        if let Some((.., keys)) = known {
            return scenario.job_of(keys.clone()).map_err(|error| error.to_string());
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

/// A pool of threads, one less than there are cores: the window keeps one. `None` = the system gives none.
pub fn pool(name: &'static str) -> Option<rayon::ThreadPool> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let named = move |index| format!("{name} {index}");
    rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1)).thread_name(named).build().ok()
}
