//! A state of the controls, as the difference to the one before.

use crate::engine::Engine;
use crate::explore::{ExitPlan, Plan};
use crate::scenario::{Buckets, Keys, RestartBuckets, Scenario, State};
use crate::unit::WorkerCount;
use serde::Deserialize;

/// What is set; what is left out stays as it is.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The engine with its options.
    pub engine: Option<Engine>,
    /// The bucket count.
    pub buckets: Option<Buckets>,
    /// First start, then restarts.
    pub widths: Option<Vec<WorkerCount>>,
    /// What the program sets as the bucket count at each restart.
    pub restart_buckets: Option<Vec<RestartBuckets>>,
    /// The keys.
    pub keys: Option<Keys>,
    /// Size of the state.
    pub state: Option<State>,
    /// Pieces of the input.
    pub input_pieces: Option<u32>,
    /// The seed.
    pub seed: Option<u64>,
    /// The plan.
    pub plan: Option<Plan>,
    /// The exit plan.
    pub ways_out: Option<ExitPlan>,
    /// The step looked at, from 1; without it the last one.
    pub step: Option<usize>,
}

impl Setup {
    /// A scenario with these settings. What belongs to single restarts of the scenario before is left out.
    #[must_use]
    pub fn applied(&self, scenario: &Scenario) -> Scenario {
        let mut next = scenario.clone();
        let set = self.clone();
        next.engine = set.engine.unwrap_or(next.engine);
        next.buckets = set.buckets.unwrap_or(next.buckets);
        if let Some(widths) = set.widths {
            next.widths = widths;
            next.restart_buckets.clear();
        }
        next.restart_buckets = set.restart_buckets.unwrap_or(next.restart_buckets);
        next.keys = set.keys.unwrap_or(next.keys);
        next.state = set.state.unwrap_or(next.state);
        next.input_pieces = set.input_pieces.unwrap_or(next.input_pieces);
        next.seed = set.seed.unwrap_or(next.seed);
        next.plan = set.plan.or(next.plan);
        next.ways_out = set.ways_out.or(next.ways_out);
        next
    }

    /// The step looked at, from 0.
    #[must_use]
    pub fn step(&self, scenario: &Scenario) -> usize {
        let last = scenario.widths.len().saturating_sub(1);
        self.step.map_or(last, |step| step.saturating_sub(1).min(last))
    }
}
