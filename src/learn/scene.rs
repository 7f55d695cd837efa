//! A scenario, simulated, with the step that is looked at.

use crate::deal::Assignment;
use crate::keys::{Generated, KeySource, LoadLaw};
use crate::scenario::{Scenario, ScenarioError};
use crate::simulate::{DealFigures, Job, Report, SimulateError, Step, Unwatched, simulate};
use crate::unit::BucketCount;
use std::path::Path;

/// What a lesson or a card asks about.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The scenario.
    pub scenario: Scenario,
    /// The same, checked.
    pub job: Job,
    /// What comes of it.
    pub report: Report,
    /// The step looked at, from 0.
    pub step: usize,
}

/// The most keys, or records drawn one by one, of a scene that is simulated while somebody waits: some milliseconds' work.
pub const MOST_KEYS: u64 = 1_000_000;

/// A scene that cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SceneError {
    /// The scenario cannot be.
    #[error("{0}")]
    Scenario(#[from] ScenarioError),
    /// It gives no report.
    #[error("{0}")]
    Simulate(#[from] SimulateError),
    /// It would take too long.
    #[error("{0} keys or records to draw: a lesson or card has at most {MOST_KEYS}")]
    TooLarge(u64),
}

impl Scene {
    /// Simulates a scenario; without a step its last one is looked at.
    ///
    /// # Errors
    /// [`SceneError`]: a scenario that cannot be, gives no report, or has more than a million keys.
    pub fn new(scenario: Scenario, step: Option<usize>) -> Result<Self, SceneError> {
        let job = scenario.job(Path::new(""))?;
        let work = match &job.keys {
            KeySource::Generated(Generated { count, load: LoadLaw::Sampled { records, .. }, .. }) => {
                (*count).max(*records)
            }
            keys => keys.work(),
        };
        if work > MOST_KEYS {
            return Err(SceneError::TooLarge(work));
        }
        let report = simulate(&job, &Unwatched)?;
        let last = report.steps.len().saturating_sub(1);
        Ok(Self { step: step.map_or(last, |step| step.min(last)), scenario, job, report })
    }

    /// A scenario with the report that was made of it, however many keys it has.
    ///
    /// # Errors
    /// [`ScenarioError`] where the scenario cannot be.
    pub fn of_report(scenario: Scenario, report: Report, step: usize) -> Result<Self, ScenarioError> {
        let job = scenario.job(Path::new(""))?;
        Ok(Self { scenario, job, report, step })
    }

    /// The same at another step.
    #[must_use]
    pub fn at(&self, step: usize) -> Option<&Step> {
        self.report.steps.get(step)
    }

    /// The deal of a step; `None` where it is refused or there is no such step.
    #[must_use]
    pub fn deal(&self, step: usize) -> Option<&DealFigures> {
        self.at(step)?.deal.as_deref()
    }

    /// The bucket of a key at a step, and its worker; `None` where the engine refuses the key or the step.
    #[must_use]
    pub fn place_of(&self, key: &str, step: usize) -> Option<(u32, u32)> {
        let count = BucketCount::new(self.at(step)?.bucket_count.into()).ok()?;
        let key_type = self.scenario.keys.key_type()?;
        let value = key_type.parse(key).ok()?;
        let bucket = self.job.engine.profile().hashing().bucket(&value, count).ok()?;
        let assignment: &Assignment = &self.deal(step)?.assignment;
        Some((bucket.0, assignment.owner(bucket)?.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::KeyType;
    use crate::scenario::Keys;

    #[test]
    fn nobody_waits_for_a_scene() {
        let with = |count| {
            let load = LoadLaw::Uniform { each: 1 };
            let keys = Generated {
                count,
                pattern: "user-{}".to_owned(),
                first: 1,
                key_type: KeyType::String,
                load,
                shuffled: false,
            };
            Scene::new(Scenario { keys: Keys::Generated(keys), ..Scenario::built_in() }, None)
        };
        assert!(with(MOST_KEYS).is_ok());
        assert_eq!(with(MOST_KEYS + 1).unwrap_err(), SceneError::TooLarge(MOST_KEYS + 1));
    }
}
