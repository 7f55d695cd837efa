//! Every width, every count, many seeds: the same figures as a report's, for whole tables of them.

use super::peaks::Buckets;
use crate::deal::DealingRule;
use crate::engine::{Cause, Outcome, StartRequest};
use crate::keys::{KeySource, LoadLaw};
use crate::numerals::counted;
use crate::simulate::{BucketChoice, Job, SimulateError, Watch, peak_ratios, populate};
use crate::unit::{BucketCount, WorkerCount};
use rayon::prelude::*;
use serde::Serialize;

/// What to sweep over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepSpec {
    /// Bucket counts, in the order shown; at least one.
    pub buckets: Vec<BucketCount>,
    /// Widths, in the order shown; at least one.
    pub workers: Vec<WorkerCount>,
    /// Draws a cell beside the scenario's own; 0 = no band.
    pub seeds: u32,
}

/// The most cells of a sweep: counts × widths × (1 + seeds).
pub const MAX_CELLS: u64 = 50_000_000;

/// The most rows of a sweep: counts × widths. Each takes some 100 bytes, and twice as many as text.
pub const MAX_ROWS: u64 = 4_000_000;

/// The most buckets that a sweep deals one by one, over all counts, widths and draws: half an hour's work of two cores.
pub const MAX_DEALS: u64 = 5_000_000_000;

/// One count at one width.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SweepRow {
    /// Bucket count.
    pub buckets: u32,
    /// Width asked for.
    pub workers: u32,
    /// What becomes of a restart at this width.
    pub outcome: Outcome,
    /// Why it is refused; null unless refused.
    pub cause: Option<Cause>,
    /// Workers that own a bucket; 0 where refused.
    pub owners: u32,
    /// Most buckets on a worker; 0 where refused.
    pub most_buckets: u32,
    /// N ÷ most buckets on a worker were all buckets alike: the effective width of even keys; 0 where refused.
    pub even_width: f64,
    /// Busiest ÷ mean of the scenario's keys; 0 where refused.
    pub peak_to_mean: f64,
    /// Total ÷ busiest; 0 where refused.
    pub effective_width: f64,
    /// Peak-to-mean over the seeds.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub band: Option<Band>,
}

/// Peak-to-mean over seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Band {
    /// 5th percentile.
    pub p5: f64,
    /// Median.
    pub p50: f64,
    /// 95th percentile.
    pub p95: f64,
}

/// A sweep that gave no table.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadSweep {
    /// Nothing to sweep over.
    #[error("{0} is empty: at least one is needed")]
    Empty(&'static str),
    /// Too much to sweep over.
    #[error(
        "{} × {} × {draws} draws are {cells} cells: at most {MAX_CELLS} are swept at once",
        of_counts(*counts), of_widths(*widths)
    )]
    TooMany {
        /// Bucket counts.
        counts: u64,
        /// Widths.
        widths: u64,
        /// Draws a cell, the scenario's own included.
        draws: u64,
        /// Their product.
        cells: u128,
    },
    /// More rows than are held at once.
    #[error(
        "{} × {} are {rows} rows: at most {MAX_ROWS} are swept at once", of_counts(*counts), of_widths(*widths)
    )]
    TooManyRows {
        /// Bucket counts.
        counts: u64,
        /// Widths.
        widths: u64,
        /// Their product.
        rows: u128,
    },
    /// Too many buckets to deal one by one.
    #[error(
        "this engine deals bucket by bucket, here {buckets} of them over all counts, widths and draws: at most {MAX_DEALS} at \
         once, so sweep fewer widths"
    )]
    TooManyDeals {
        /// Buckets to deal.
        buckets: u128,
    },
    /// Listed keys have nothing that a seed decides.
    #[error("seeds is {0}, but listed keys have nothing for a seed to deal: leave the seeds out")]
    NoChance(u32),
    /// A simulation failed.
    #[error("{0}")]
    Simulate(#[from] SimulateError),
}

/// Whether no seed can change a figure: all generated keys have the same load, so it does not matter which key gets which
/// rank. A band over seeds is then a single value.
#[must_use]
pub fn seeds_change_nothing(job: &Job) -> bool {
    match &job.keys {
        // Loads never rise with the rank.
        KeySource::Generated(keys) => match &keys.load {
            LoadLaw::Sampled { .. } => false,
            law => law.of_rank(1, keys.count) == law.of_rank(keys.count, keys.count),
        },
        KeySource::Listed(_) => true,
    }
}

fn of_counts(counts: u64) -> String {
    counted(counts, "bucket count", "bucket counts")
}

fn of_widths(widths: u64) -> String {
    counted(widths, "width", "widths")
}

/// Sweeps a job's keys over counts, widths and seeds; `found` gets the rows of each count as they are ready, counts and
/// widths in the order given.
///
/// A seed's draw deals the ranks to the keys by that seed (`shuffled`), whether the scenario does so or not; sampled loads
/// are drawn anew as well. Where [`seeds_change_nothing`], the band is the row's own value. Every width is a restart of a job whose first start fixed the count.
///
/// # Errors
/// [`BadSweep`]: nothing or too much to sweep, seeds on listed keys, or what [`crate::simulate::simulate`] says.
pub fn sweep(
    job: &Job,
    spec: &SweepSpec,
    watch: &dyn Watch,
    found: &mut dyn FnMut(&[SweepRow]),
) -> Result<Vec<SweepRow>, BadSweep> {
    check(job, spec)?;
    let mut all = Vec::with_capacity(spec.buckets.len() * spec.workers.len());
    for &count in &spec.buckets {
        // The steps of the job are not simulated here, so their sizes do not count.
        let first = job.starts.iter().take(1).copied().collect();
        let fixed = Job { buckets: BucketChoice::Fixed(count), starts: first, ..job.clone() };
        fixed.check().map_err(SimulateError::from)?;
        let rows = rows_of_count(&fixed, count, spec, watch)?;
        found(&rows);
        all.extend(rows);
    }
    Ok(all)
}

fn check(job: &Job, spec: &SweepSpec) -> Result<(), BadSweep> {
    if spec.buckets.is_empty() {
        return Err(BadSweep::Empty("the list of bucket counts"));
    }
    if spec.workers.is_empty() {
        return Err(BadSweep::Empty("the range of widths"));
    }
    let (counts, widths, draws) = (spec.buckets.len() as u64, spec.workers.len() as u64, 1 + u64::from(spec.seeds));
    let cells = u128::from(counts) * u128::from(widths) * u128::from(draws);
    if cells > u128::from(MAX_CELLS) {
        return Err(BadSweep::TooMany { counts, widths, draws, cells });
    }
    let rows = u128::from(counts) * u128::from(widths);
    if rows > u128::from(MAX_ROWS) {
        return Err(BadSweep::TooManyRows { counts, widths, rows });
    }
    let played = spec.workers.iter().any(|&width| job.engine.profile().dealing(width) != DealingRule::Contiguous);
    let all: u128 = spec.buckets.iter().map(|count| u128::from(count.get())).sum();
    let draws = if seeds_change_nothing(job) { 1 } else { draws };
    let buckets = all * u128::from(widths) * u128::from(draws);
    if played && buckets > u128::from(MAX_DEALS) {
        return Err(BadSweep::TooManyDeals { buckets });
    }
    match job.keys {
        KeySource::Listed(_) if spec.seeds > 0 => Err(BadSweep::NoChance(spec.seeds)),
        KeySource::Listed(_) | KeySource::Generated(_) => Ok(()),
    }
}

fn rows_of_count(
    job: &Job,
    count: BucketCount,
    spec: &SweepSpec,
    watch: &dyn Watch,
) -> Result<Vec<SweepRow>, BadSweep> {
    let mut rows = one_draw(job, count, spec, watch)?;
    if seeds_change_nothing(job) {
        // Every draw would be the one at hand.
        for row in &mut rows {
            let same = row.peak_to_mean;
            row.band = (spec.seeds > 0).then_some(Band { p5: same, p50: same, p95: same });
        }
        return Ok(rows);
    }
    let draw = |draw: u32| {
        let mut job = job.clone();
        job.seed = job.seed.wrapping_add(1 + u64::from(draw));
        if let KeySource::Generated(keys) = &mut job.keys {
            keys.shuffled = true;
        }
        let rows = one_draw(&job, count, spec, watch)?;
        Ok(rows.iter().map(|row| row.peak_to_mean).collect())
    };
    let draws = (0..spec.seeds).into_par_iter().map(draw).collect::<Result<Vec<Vec<f64>>, SimulateError>>()?;
    let draws = (0..rows.len()).map(|at| draws.iter().map(|drawn| drawn[at]).collect::<Vec<f64>>());
    let draws: Vec<Vec<f64>> = draws.collect();
    for (row, drawn) in rows.iter_mut().zip(draws) {
        row.band = band(drawn);
    }
    Ok(rows)
}

/// Percentiles by nearest rank; none without draws.
fn band(mut draws: Vec<f64>) -> Option<Band> {
    draws.sort_by(f64::total_cmp);
    let at = |percent: usize| draws.get((draws.len() * percent).div_ceil(100).max(1) - 1).copied();
    Some(Band { p5: at(5)?, p50: at(50)?, p95: at(95)? })
}

fn one_draw(
    job: &Job,
    count: BucketCount,
    spec: &SweepSpec,
    watch: &dyn Watch,
) -> Result<Vec<SweepRow>, SimulateError> {
    let profile = job.engine.profile();
    let population = populate(&job.keys, profile.hashing(), count, job.seed, watch)?;
    let buckets = Buckets::new(&population.load);
    let row = |&asked: &WorkerCount| {
        if watch.is_cancelled() {
            return Err(SimulateError::Cancelled);
        }
        let request = StartRequest {
            recorded: Some(count),
            configured: Some(count),
            width: asked,
            input_pieces: job.input_pieces,
        };
        let start = job.engine.profile().start(&request);
        let mut row = SweepRow {
            buckets: count.get(),
            workers: asked.get(),
            outcome: start.outcome,
            cause: start.cause,
            owners: 0,
            most_buckets: 0,
            even_width: 0.0,
            peak_to_mean: 0.0,
            effective_width: 0.0,
            band: None,
        };
        if start.outcome != Outcome::Refused {
            let asked = job.engine.profile().width_asked(asked);
            let peak = buckets.peak(&job.engine.profile().dealing(start.workers), start.workers);
            row.owners = peak.owners;
            row.most_buckets = peak.buckets;
            row.even_width = count.as_f64() / f64::from(peak.even_buckets);
            (row.peak_to_mean, row.effective_width) = peak_ratios(buckets.total().into(), peak.load, asked);
        }
        Ok(row)
    };
    spec.workers.par_iter().map(row).collect()
}
