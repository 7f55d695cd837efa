//! The immutable result of a simulation: everything that the window, the text and the JSON show.

use super::HeavyKey;
use super::balance::ratio;
use super::evenness::{Evenness, Likelihood, Observed};
use super::verdict::Verdict;
use crate::deal::Assignment;
use crate::engine::{Cause, Engine, Outcome, SnapshotCost};
use crate::keys::{ListFacts, Recorded};
use crate::numerals;
use crate::unit::{LoadUnit, float};
use serde::Serialize;
use std::sync::Arc;

/// The result of one scenario. Same scenario and version: same bytes, for any number of threads, on any machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// `redeal-report/1`.
    pub format: &'static str,
    /// Version of the program that made it.
    pub version: &'static str,
    /// The scenario's name.
    pub scenario: String,
    /// The engine's id: `flink`, `spark`, …
    pub engine: &'static str,
    /// The engine with its options.
    #[serde(skip)]
    pub profile: Engine,
    /// The seed.
    pub seed: u64,
    /// 16 hex digits over every figure below: equal digests, equal results.
    pub digest: String,
    /// The population.
    pub keys: KeyFigures,
    /// What was found in the file of keys; told only where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_list: Option<KeyListFigures>,
    /// What the snapshot or listing that the keys are from says of the job; told only where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
    /// The heaviest keys, at most ten, the heaviest first; told only where keys are known by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub heaviest_keys: Vec<HeavyKey>,
    /// Buckets at the first start that ran (at the first start where none did).
    pub buckets: Arc<BucketFigures>,
    /// One entry a step, first start first.
    pub steps: Vec<Step>,
    /// Widths at which the busiest worker holds fewer buckets than at any smaller width, for `buckets.count`.
    pub useful_widths: Vec<u32>,
}

impl Report {
    /// Whether the first step is the start that a snapshot records.
    #[must_use]
    pub fn begins_as_recorded(&self) -> bool {
        let recorded = self.recorded.as_ref().and_then(|recorded| recorded.workers);
        let first = self.steps.first().filter(|step| step.first_start);
        recorded.zip(first).is_some_and(|(width, step)| step.workers == width.get())
    }
}

/// The whole population in figures.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyFigures {
    /// Distinct keys; 0 where nobody counted them, and null in JSON.
    pub count: u64,
    /// Whether the keys are counted; false where only sums of each bucket are known.
    pub counted: bool,
    /// Whether `count`, and the keys of each bucket, are estimates from a sample; told only where they are.
    pub count_is_estimate: bool,
    /// Load of all keys, in `unit`.
    pub load: u64,
    /// What a load counts.
    pub unit: LoadUnit,
    /// The hottest key, as text; empty where nobody knows it, and null in JSON, as its load and share.
    pub hottest_key: String,
    /// Records of the hottest key.
    pub hottest_load: u64,
    /// Another key may have as many records as this; told only where it is more than `hottest_load`, for lists too long to be
    /// held in which no key stands out.
    pub hottest_load_at_most: Option<u64>,
    /// The hottest key's share of the load, 0 to 1.
    pub hottest_share: f64,
}

/// The file that the keys were read from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KeyListFigures {
    /// What was found in it.
    #[serde(flatten)]
    pub facts: Arc<ListFacts>,
    /// Why rows with a null key are left out, in the engine's words where it has them; null where the engine hashes them.
    pub null_refused: Option<String>,
}

/// A key is called hot from this many times the mean key on.
pub(super) const HOT: f64 = 2.0;

impl KeyFigures {
    /// Whether the hottest key is known; it is not where only sums of buckets were counted.
    #[must_use]
    pub const fn is_hottest_known(&self) -> bool {
        self.hottest_load > 0
    }

    /// Records that made the load, as far as it tells: bytes tell of none.
    #[must_use]
    pub fn records(&self) -> u64 {
        if self.unit == LoadUnit::Bytes { 0 } else { self.load }
    }

    /// Whether the hottest key stands out: at least twice the mean key. Among equal keys none is hot, however few they are.
    #[must_use]
    pub fn is_one_hot(&self) -> bool {
        self.hottest_load > 0 && float(self.hottest_load) * float(self.count) >= HOT * float(self.load)
    }
}

/// Keys and load of every bucket. Shape: `keys` and `load` have `count` entries.
#[derive(Debug, Clone, PartialEq)]
pub struct BucketFigures {
    /// Bucket count N.
    pub count: u32,
    /// Buckets with at least one key.
    pub occupied: u32,
    /// Keys of each bucket; 0 where nobody counted them, and null in JSON.
    pub keys: Vec<u64>,
    /// Load of each bucket, in `unit`.
    pub load: Vec<u64>,
    /// Bytes of state of each bucket.
    pub state_bytes: Vec<u64>,
    /// What a load counts.
    pub unit: LoadUnit,
    /// Whether somebody counted the keys.
    pub keys_known: bool,
}

impl BucketFigures {
    /// What tells whether a bucket is empty: its keys, or its load where nobody counted the keys.
    #[must_use]
    pub fn filled(&self) -> &[u64] {
        if self.keys_known { &self.keys } else { &self.load }
    }

    /// Keys and load in words: `3 keys, 120 records`; the load alone where nobody counted the keys.
    #[must_use]
    pub fn in_words(&self, keys: u64, load: u64) -> String {
        let load = numerals::load(load, self.unit);
        if self.keys_known { format!("{}, {load}", numerals::counted(keys, "key", "keys")) } else { load }
    }
}

/// One start or restart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// Whether no state is recorded yet: the first step, and any after steps that were all refused.
    pub first_start: bool,
    /// The width asked for.
    pub workers: u32,
    /// The bucket count in force; 1 where there is none, which is refused.
    pub bucket_count: u32,
    /// What became of it.
    pub outcome: Outcome,
    /// Why it does not start; null unless refused.
    pub cause: Option<Cause>,
    /// The engine's own text, numbers filled in; null where it has none.
    pub message: Option<String>,
    /// Sentences of ours where the engine has no text of its own.
    pub notes: Vec<String>,
    /// Workers that own at least one bucket; 0 where refused.
    pub owners: u32,
    /// Workers asked for that own no bucket; 0 where refused.
    pub idle: u32,
    /// Figures of the deal; absent where refused.
    #[serde(flatten)]
    pub deal: Option<Arc<DealFigures>>,
    /// What moved since the step before that ran; null on the first start, where refused, where the count changed, and
    /// for an engine that keeps no state.
    pub movement: Option<Movement>,
    /// The result in words.
    pub verdict: Verdict,
}

/// A step's deal in figures.
#[derive(Debug, Clone, PartialEq)]
pub struct DealFigures {
    /// Workers that own a bucket but no key.
    pub keyless: u32,
    /// One entry a worker: owners only where capped, all that were asked for elsewhere.
    pub worker: Vec<WorkerFigures>,
    /// Busiest load ÷ mean load over all workers asked for, at least 1.
    pub peak_to_mean: f64,
    /// Total load ÷ busiest load: how many evenly loaded workers would be as fast.
    pub effective_width: f64,
    /// Standard deviation ÷ mean of the loads, over all workers asked for.
    pub cv: f64,
    /// Flink's data skew score, 0 to 100: 100 · mean absolute deviation ÷ mean, at most 100.
    pub flink_skew_score: f64,
    /// Where the difference to an even deal comes from.
    pub loss: Loss,
    /// How many workers would have no key by chance alone; `None` where nobody counted the keys.
    pub expected_idle: Option<ExpectedIdle>,
    /// How far the numbers of keys lie from what even hashing gives on these shares; `None` where nobody counted the keys.
    pub even_hashing: Option<ChiSquare>,
    /// Cost of a snapshot at this step.
    pub snapshot: SnapshotCost,
    /// Whether the hottest key is known; where it is not, its floor is null in JSON.
    pub is_hottest_known: bool,
    /// Whether bytes of state are measured or stated; where they are not, those of the workers are null in JSON.
    pub is_state_known: bool,
    /// Most buckets on a worker, were all buckets alike; where the rule reads loads, not what this deal came to.
    pub even_most: u32,
    /// Bucket → worker.
    pub assignment: Assignment,
    /// Keys and load of every bucket at this step.
    pub buckets: Arc<BucketFigures>,
}

impl DealFigures {
    /// How far the numbers of keys lie from what even hashing gives, in full; `None` where nobody counted the keys, or there are
    /// none.
    #[must_use]
    pub fn evenness(&self) -> Option<Evenness> {
        if !self.buckets.keys_known {
            return None;
        }
        let loads: Vec<u64> = self.worker.iter().map(|worker| worker.keys).collect();
        let shares: Vec<u32> = self.worker.iter().map(|worker| worker.buckets).collect();
        Observed { loads: &loads, keys: None, shares: &shares }.evenness().ok()
    }

    /// The same of the loads, where so many distinct keys made them and nobody counted how many each worker has; `None` where
    /// more workers have a load than there are keys, or there is no load.
    #[must_use]
    pub fn evenness_of(&self, keys: u64) -> Option<Evenness> {
        let loads: Vec<u64> = self.worker.iter().map(|worker| worker.load).collect();
        let shares: Vec<u32> = self.worker.iter().map(|worker| worker.buckets).collect();
        Observed { loads: &loads, keys: Some(keys), shares: &shares }.evenness().ok()
    }

    /// (Busiest − least) ÷ mean of the workers' loads; 0 without load.
    #[must_use]
    pub fn spread(&self) -> f64 {
        let loads = || self.worker.iter().map(|worker| worker.load);
        let (most, least) = (loads().max().unwrap_or(0), loads().min().unwrap_or(0));
        let total: u128 = loads().map(u128::from).sum();
        if total == 0 { 0.0 } else { ratio(u128::from(most - least) * (self.worker.len() as u128), total) }
    }

    /// Whether the bytes that a snapshot holds are known: they are made of keys and of state.
    #[must_use]
    pub fn is_data_known(&self) -> bool {
        self.is_state_known || self.buckets.keys_known
    }
}

/// One worker's share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WorkerFigures {
    /// Buckets owned.
    pub buckets: u32,
    /// Keys in them.
    pub keys: u64,
    /// Records of those keys.
    pub load: u64,
    /// Bytes of state.
    pub state_bytes: u64,
}

/// The losses as peak-to-mean ratios. Of dealing and the hot key floor the larger binds and hides the other; times `chance` it is
/// the measured ratio.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Loss {
    /// Most buckets on a worker · p ÷ N: what uneven dealing costs where every bucket weighs the same.
    pub dealing: f64,
    /// max(1, p · hottest key's share): no bucket count gets below it.
    pub hot_key_floor: f64,
    /// max(1, p · hottest bucket's share): no deal of these buckets gets below it.
    pub hot_bucket_floor: f64,
    /// What the heaviest-first, least-loaded deal of the same buckets reaches.
    pub least_loaded: f64,
    /// A bound that no deal of whole buckets gets below.
    pub best_possible: f64,
    /// The measured peak-to-mean ÷ the larger of dealing and hot key floor, at least 1: few or unlucky keys, heavy ones that met.
    pub chance: f64,
}

/// Workers without a key, were each key to fall on a worker by chance, in proportion to the buckets it owns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ExpectedIdle {
    /// Mean number of workers without a key.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
    /// (found − mean) ÷ sd; 0 where sd is 0.
    pub z: f64,
    /// Workers found without a key, idle ones included.
    pub found: u32,
}

/// Pearson's chi-square of keys per worker against the buckets each owns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ChiSquare {
    /// Sum of (found − expected)² ÷ expected; about as large as `degrees` where only chance is at work.
    pub statistic: f64,
    /// Degrees of freedom: workers that own buckets, less one.
    pub degrees: u32,
    /// Chance of a statistic at least as large under even hashing, 0 to 1.
    pub p: f64,
}

impl ChiSquare {
    /// Whether chance alone explains the counts.
    #[must_use]
    pub fn is_chance(&self) -> bool {
        Likelihood::of(self.p) == Likelihood::Chance
    }
}

/// What a restart hands from worker to worker.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Movement {
    /// Index of the step it is measured from.
    pub from_step: usize,
    /// Buckets whose owner has another index than before.
    pub buckets_moved: u32,
    /// As a share of all buckets, 0 to 1.
    pub moved_fraction: f64,
    /// The smallest share any renaming of the workers reaches; null where it is not worked out.
    pub best_relabelled_fraction: Option<f64>,
    /// Keys in the moved buckets.
    pub keys_moved: u64,
    /// Records of the moved buckets.
    pub load_moved: u64,
    /// Bytes of state in the moved buckets.
    pub state_bytes_moved: u64,
}
