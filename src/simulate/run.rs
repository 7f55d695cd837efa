//! Job → report: the phases in order.

use super::answers::{Answer, answers};
use super::balance::{self, Balance};
use super::cache::Cache;
use super::report::{BucketFigures, DealFigures, KeyFigures, KeyListFigures, Report, Step, WorkerFigures};
use super::{Job, KeysKnown, Population, SimulateError, StateSize, Watch, chance, digest, movement, words};
use crate::deal::{Assignment, DealingRule};
use crate::engine::{Outcome, Profile, SnapshotInput};
use crate::keys::{Generated, KeySource, Survey, Value};
use crate::unit::{BucketCount, WorkerCount, float};
use std::sync::Arc;

/// Simulates a job.
///
/// # Errors
/// [`SimulateError`]: a job that cannot be, a refused key, loads beyond 64 bits, or a cancelled run.
pub fn simulate(job: &Job, watch: &dyn Watch) -> Result<Report, SimulateError> {
    simulate_cached(job, &mut Cache::default(), watch)
}

/// Simulates a job, taking populations from `cache` where they are known.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_cached(job: &Job, cache: &mut Cache, watch: &dyn Watch) -> Result<Report, SimulateError> {
    job.check()?;
    let profile = job.engine.profile();
    let starts = answers(job);
    let mut phases = Phases { job, profile, cache, watch, figures: Vec::new() };
    let shown = starts.iter().find(|answer| answer.start.outcome != Outcome::Refused).or(starts.first());
    let shown = shown.map_or(BucketCount::ONE, |answer| answer.start.buckets);
    let (buckets, population) = phases.bucket_figures(shown)?;
    let mut steps: Vec<Step> = Vec::with_capacity(starts.len());
    for answer in &starts {
        let step = phases.step(answer, &steps)?;
        steps.push(step);
    }
    words::fill_in(&mut steps, job, &population);
    let load = population.load.iter().sum();
    let mut report = Report {
        format: "redeal-report/1",
        version: env!("CARGO_PKG_VERSION"),
        scenario: job.name.clone(),
        engine: job.engine.facts().id,
        profile: job.engine.clone(),
        seed: job.seed,
        digest: String::new(),
        keys: KeyFigures {
            count: population.keys.iter().sum(),
            counted: population.known != KeysKnown::Not,
            count_is_estimate: population.known == KeysKnown::Estimated,
            load,
            unit: job.keys.unit(),
            hottest_key: population.hottest_key.clone(),
            hottest_load: population.hottest_load,
            hottest_load_at_most: (population.hottest_at_most > population.hottest_load)
                .then_some(population.hottest_at_most),
            hottest_share: if load == 0 { 0.0 } else { float(population.hottest_load) / float(load) },
        },
        key_list: job.keys.list_facts().map(|facts| KeyListFigures {
            facts: Arc::clone(facts),
            null_refused: profile.hashing().hash(&Value::Null).err().map(|refused| refused.message),
        }),
        recorded: job.keys.recorded().cloned(),
        heaviest_keys: population.heaviest.clone(),
        useful_widths: balance::useful_widths(shown),
        buckets,
        steps,
    };
    report.digest = digest::digest(&report);
    Ok(report)
}

struct Phases<'a> {
    job: &'a Job,
    profile: &'a dyn Profile,
    cache: &'a mut Cache,
    watch: &'a dyn Watch,
    /// Of every bucket count so far.
    figures: Vec<(Arc<BucketFigures>, Arc<Population>)>,
}

impl Phases<'_> {
    fn bucket_figures(&mut self, count: BucketCount) -> Result<(Arc<BucketFigures>, Arc<Population>), SimulateError> {
        if let Some(known) = self.figures.iter().find(|(figures, _)| figures.count == count.get()) {
            return Ok(known.clone());
        }
        let population = self.cache.population(self.job, count, self.watch)?;
        let filled = if population.known == KeysKnown::Not { &population.load } else { &population.keys };
        let occupied = filled.iter().filter(|&&some| some > 0).count();
        let figures = Arc::new(BucketFigures {
            count: count.get(),
            occupied: u32::try_from(occupied).unwrap_or(u32::MAX),
            state_bytes: state_bytes(&population, self.job.state)?,
            keys: population.keys.clone(),
            load: population.load.clone(),
            unit: self.job.keys.unit(),
            keys_known: population.known != KeysKnown::Not,
        });
        self.figures.push((Arc::clone(&figures), Arc::clone(&population)));
        Ok((figures, population))
    }

    fn step(&mut self, answer: &Answer, before: &[Step]) -> Result<Step, SimulateError> {
        if self.watch.is_cancelled() {
            return Err(SimulateError::Cancelled);
        }
        let (start, asked) = (&answer.start, answer.asked);
        let mut step = Step {
            first_start: answer.first,
            workers: asked.get(),
            bucket_count: start.buckets.get(),
            outcome: start.outcome,
            cause: start.cause,
            message: start.message.clone(),
            notes: start.notes.clone(),
            owners: 0,
            idle: 0,
            deal: None,
            movement: None,
            verdict: super::Verdict::default(),
        };
        if start.outcome == Outcome::Refused {
            return Ok(step);
        }
        let (buckets, population) = self.bucket_figures(start.buckets)?;
        let rule = self.profile.dealing(start.workers);
        let assignment = rule.deal_checked(start.buckets, start.workers, &buckets.load, &|| self.watch.go_on())?;
        let mut deal = self.deal_figures(asked, assignment, &buckets, &population)?;
        if rule.reads_loads() {
            let even = rule.deal_checked(start.buckets, start.workers, &[], &|| self.watch.go_on())?.bucket_counts();
            deal.even_most = even.into_iter().max().unwrap_or(0);
        }
        step.owners = owners(&deal.worker);
        step.idle = asked.get() - step.owners;
        let last = before.iter().enumerate().rev().find_map(|(at, step)| Some((at, step.deal.as_ref()?)));
        if let Some((at, last)) = last
            && self.profile.keeps_state()
            && last.buckets.count == buckets.count
        {
            step.movement = Some(movement::movement(at, &last.assignment, &deal.assignment, &buckets));
        }
        step.deal = Some(Arc::new(deal));
        Ok(step)
    }

    fn deal_figures(
        &self,
        asked: WorkerCount,
        assignment: Assignment,
        buckets: &Arc<BucketFigures>,
        population: &Population,
    ) -> Result<DealFigures, SimulateError> {
        let counts = assignment.bucket_counts();
        let worker: Vec<WorkerFigures> = counts
            .iter()
            .zip(assignment.sum(&buckets.keys))
            .zip(assignment.sum(&buckets.load).into_iter().zip(assignment.sum(&buckets.state_bytes)))
            .map(|((&buckets, keys), (load, state_bytes))| WorkerFigures { buckets, keys, load, state_bytes })
            .collect();
        let loads: Vec<u64> = worker.iter().map(|worker| worker.load).collect();
        let balance = Balance::of(&loads, asked);
        let best = DealingRule::LeastLoaded;
        let best = best.deal_checked(assignment.buckets(), asked, &buckets.load, &|| self.watch.go_on())?;
        let best = best.sum(&buckets.load).into_iter().max().unwrap_or(0);
        // Where nobody counted keys, a worker without load has none that tells.
        let has_none =
            |worker: &WorkerFigures| worker.keys == 0 && (population.known != KeysKnown::Not || worker.load == 0);
        let keyless = worker.iter().filter(|worker| worker.buckets > 0 && has_none(worker)).count();
        let keyless = u32::try_from(keyless).unwrap_or(u32::MAX);
        let mut shares = counts.clone();
        shares.resize(asked.len(), 0);
        let keys: u64 = buckets.keys.iter().sum();
        let key_counts: Vec<u64> = worker.iter().map(|worker| worker.keys).collect();
        let without_key = asked.get() - owners(&worker) + keyless;
        Ok(DealFigures {
            even_most: counts.iter().copied().max().unwrap_or(0),
            keyless,
            is_hottest_known: population.hottest_load > 0,
            is_state_known: is_state_known(self.job, population),
            peak_to_mean: balance.peak_to_mean,
            effective_width: balance.effective_width,
            cv: balance.cv,
            flink_skew_score: balance.flink_skew_score,
            loss: balance::losses(&counts, &buckets.load, population.hottest_load, best, balance.peak_to_mean, asked),
            expected_idle: (population.known != KeysKnown::Not)
                .then(|| chance::expected_idle(&shares, buckets.count, keys, without_key)),
            even_hashing: (population.known != KeysKnown::Not).then(|| chance::chi_square(&key_counts, &counts)),
            snapshot: self.profile.snapshot(&SnapshotInput {
                buckets: assignment.buckets(),
                workers: assignment.workers(),
                owners: owners(&worker),
                occupied: buckets.occupied,
                keys,
                key_bytes: key_bytes(&self.job.keys, population, self.profile),
                value_bytes: buckets.state_bytes.iter().sum(),
            }),
            worker,
            assignment,
            buckets: Arc::clone(buckets),
        })
    }
}

fn owners(workers: &[WorkerFigures]) -> u32 {
    let owners = workers.iter().filter(|worker| worker.buckets > 0).count();
    u32::try_from(owners).unwrap_or(u32::MAX)
}

/// Whether bytes of state are measured or stated. What is generated has what the scenario says, be it nothing; of keys that were
/// counted somewhere nobody may have told.
fn is_state_known(job: &Job, population: &Population) -> bool {
    let is_real = job.keys.list_facts().is_some() || matches!(job.keys, KeySource::Counted(_));
    population.state_bytes.is_some() || job.state != StateSize::default() || !is_real
}

/// Measured bytes of each bucket, else those that its keys and records come to.
fn state_bytes(population: &Population, state: StateSize) -> Result<Vec<u64>, SimulateError> {
    let mut total = 0_u64;
    if let Some(measured) = &population.state_bytes {
        let sum = measured.iter().try_fold(0_u64, |sum, &bytes| sum.checked_add(bytes));
        return sum.map(|_| measured.clone()).ok_or(SimulateError::StateOverflow);
    }
    let per_bucket = population.keys.iter().zip(&population.load).map(|(&keys, &load)| {
        let bytes =
            u128::from(keys) * u128::from(state.bytes_per_key) + u128::from(load) * u128::from(state.bytes_per_load);
        let bytes = u64::try_from(bytes).map_err(|_| SimulateError::StateOverflow)?;
        total = total.checked_add(bytes).ok_or(SimulateError::StateOverflow)?;
        Ok(bytes)
    });
    per_bucket.collect()
}

/// Bytes of all keys as the engine's serialiser writes them. Generated keys of as many digits are as long.
fn key_bytes(keys: &KeySource, population: &Population, profile: &dyn Profile) -> u64 {
    match keys {
        KeySource::Listed(keys) => keys.iter().map(|listed| profile.serialized_key_bytes(&listed.key)).sum(),
        KeySource::Streamed(list) => sampled_key_bytes(list.0.survey(), profile),
        KeySource::Generated(generated) => generated_key_bytes(generated, population, profile),
        // Measured bytes hold the keys as well.
        KeySource::Counted(_) => 0,
    }
}

/// The mean of a sample, taken for every key.
fn sampled_key_bytes(survey: &Survey, profile: &dyn Profile) -> u64 {
    let sample: u64 = survey.sample.iter().map(|key| profile.serialized_key_bytes(key)).sum();
    let bytes = u128::from(sample) * u128::from(survey.distinct()) / (survey.sample.len().max(1) as u128);
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

fn generated_key_bytes(keys: &Generated, population: &Population, profile: &dyn Profile) -> u64 {
    let mut number = 1_u64;
    let mut bytes = 0_u64;
    for &count in &population.keys_of_digits {
        if count > 0 {
            bytes = bytes.saturating_add(count.saturating_mul(profile.serialized_key_bytes(&keys.value(number))));
        }
        number = number.saturating_mul(10);
    }
    bytes
}
