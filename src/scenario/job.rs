//! A scenario becomes a checked job.

use super::bucket_file::read_bucket_file;
use super::error::ScenarioError;
use super::key_file::{listed, read_key_file};
use super::model::{Buckets, Keys, RestartBuckets, Scenario, SnapshotFile};
use crate::keys::{Bucketing, KeySource, KeyType};
use crate::simulate::{BadJob, BucketChoice, Job, RestartChoice, Start, Unwatched, Watch};
use crate::snapshot::{self, BadSnapshot, Part};
use crate::unit::BucketCount;
use std::fmt::Display;
use std::path::Path;

impl Scenario {
    /// The checked job; a key file is read from `folder`.
    ///
    /// # Errors
    /// [`ScenarioError`] names the first part that cannot be.
    pub fn job(&self, folder: &Path) -> Result<Job, ScenarioError> {
        self.job_watched(folder, &Unwatched)
    }

    /// The same; the watch is told of bytes of a key file, and may stop its reading.
    ///
    /// # Errors
    /// [`ScenarioError`] names the first part that cannot be; its `cancelled` is set where the watch stopped the reading.
    pub fn job_watched(&self, folder: &Path, watch: &dyn Watch) -> Result<Job, ScenarioError> {
        // What can be refused without the keys is refused before they are read.
        let starts = self.starts()?;
        self.check_key_type()?;
        self.check_plans()?;
        self.assemble(starts, self.key_source(folder, watch)?)
    }

    /// The checked job of keys that were read before: of this scenario, or of one that differs from it in all but the keys.
    ///
    /// # Errors
    /// [`ScenarioError`] names the first part that cannot be.
    pub fn job_of(&self, keys: KeySource) -> Result<Job, ScenarioError> {
        self.check_key_type()?;
        self.check_plans()?;
        self.assemble(self.starts()?, keys)
    }

    /// No simulation needs a plan, but a file is whole or refused.
    fn check_plans(&self) -> Result<(), ScenarioError> {
        let told = |field: &str, error: &dyn Display| ScenarioError::new(format!("{field}: {error}"));
        self.plan.iter().try_for_each(|plan| plan.check().map_err(|error| told("plan", &error)))?;
        self.ways_out.iter().try_for_each(|plan| {
            plan.check().map_err(|error| told("ways_out", &error))?;
            let count = plan.new_buckets.get();
            let refused = self.engine.facts().refuses_count(count.into());
            refused.map_or(Ok(()), |text| Err(told("ways_out", &format!("new_buckets is {count}: {text}"))))
        })
    }

    fn assemble(&self, starts: Vec<Start>, keys: KeySource) -> Result<Job, ScenarioError> {
        let job = Job {
            name: self.name.clone(),
            engine: self.engine.clone(),
            buckets: match self.buckets {
                Buckets::Fixed(count) => BucketChoice::Fixed(count),
                Buckets::EngineDefault => BucketChoice::EngineDefault,
            },
            starts,
            keys,
            state: self.state.into(),
            input_pieces: self.input_pieces,
            seed: self.seed,
        };
        job.check().map_err(|error: BadJob| ScenarioError::new(error.to_string()))?;
        Ok(job)
    }

    fn starts(&self) -> Result<Vec<Start>, ScenarioError> {
        let mut settings = self.restart_buckets.iter();
        if self.restart_buckets.len() >= self.widths.len().max(1) {
            let (found, most) = (self.restart_buckets.len(), self.widths.len().saturating_sub(1));
            let entries = if found == 1 { "entry" } else { "entries" };
            return Err(ScenarioError::new(format!(
                "restart_buckets has {found} {entries}: one a restart, at most {most}"
            )));
        }
        let starts = self.widths.iter().enumerate().map(|(index, &width)| {
            let setting = if index == 0 { None } else { settings.next() };
            let buckets = match setting {
                None | Some(RestartBuckets::Keep) => RestartChoice::Keep,
                Some(RestartBuckets::Unset) => RestartChoice::Unset,
                Some(RestartBuckets::Set(count)) => RestartChoice::Set(*count),
            };
            Start { width, buckets }
        });
        Ok(starts.collect())
    }

    /// The engine says which types it hashes; a key of another type would only be refused once it is hashed.
    fn check_key_type(&self) -> Result<(), ScenarioError> {
        let Some(key_type) = self.keys.key_type() else { return Ok(()) };
        key_type.check().map_err(|error| ScenarioError::new(format!("keys: key_type is {error}")))?;
        let types = self.engine.profile().key_types();
        if key_type.is_among(types) {
            return Ok(());
        }
        let (allowed, name) = (KeyType::listed(types), self.engine.facts().name);
        Err(ScenarioError::new(format!("keys: key_type is {key_type}: {name} hashes {allowed}")))
    }

    /// The bucket count of the first start, as far as the scenario alone tells it.
    fn first_count(&self) -> Result<BucketCount, ScenarioError> {
        let first = self.widths.first().copied();
        let derived = || {
            let count = self.engine.profile().default_buckets(first?, self.input_pieces)?;
            BucketCount::new(count).ok()
        };
        match self.buckets {
            Buckets::Fixed(count) => Ok(count),
            Buckets::EngineDefault => derived().ok_or_else(|| {
                ScenarioError::new(
                    "keys: counted_under is missing: the scenario has no bucket count to take in its place",
                )
            }),
        }
    }

    fn key_source(&self, folder: &Path, watch: &dyn Watch) -> Result<KeySource, ScenarioError> {
        match &self.keys {
            Keys::Generated(generated) => Ok(KeySource::Generated(generated.clone())),
            Keys::List(entries) => listed(KeyType::String, entries),
            Keys::Typed(list) => listed(list.key_type, &list.keys),
            Keys::File(file) => {
                // Not the count of a later step, nor of a sweep: those take passes of their own.
                let rule = self.engine.profile().hashing();
                let first = self.first_count().ok().map(|buckets| rule.into_buckets(buckets));
                read_key_file(folder, file, first.as_ref().map(|first| first as &dyn Bucketing), watch)
            }
            Keys::Buckets(file) => read_bucket_file(&folder.join(&file.path), file, self.first_count()?),
            Keys::Snapshot(file) => observed(&folder.join(&file.path), file),
        }
    }
}

/// What a snapshot tells of its buckets.
fn observed(path: &Path, file: &SnapshotFile) -> Result<KeySource, ScenarioError> {
    let part = Part { operator: file.operator.as_deref(), store: file.store.as_deref(), topics: &file.topics };
    let told = |error: BadSnapshot| ScenarioError::new(error.to_string()).in_file(path);
    let observation = snapshot::open(path).and_then(|snapshot| snapshot.observation(part)).map_err(told)?;
    Ok(observation.keys())
}
