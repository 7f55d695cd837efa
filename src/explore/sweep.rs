//! Every width, every count, many seeds: the same figures as a report's, for whole tables of them.

mod check;

pub use check::{BadSweep, sweep_deals, sweep_keys};

use super::dealing::Dealing;
use super::peaks::{Buckets, Width};
use crate::deal::DealingRule;
use crate::engine::{Cause, Outcome, Start, StartRequest};
use crate::keys::{Generated, KeySource, LoadLaw};
use crate::simulate::{BucketChoice, Hashed, Job, SimulateError, Watch, peak_ratios, populate};
use crate::unit::{BucketCount, WorkerCount};
use check::{check, check_dealings, check_deals, steps};
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

/// The most keys or sampled events that a sweep goes through over all counts and draws: twice the most of one scenario, and half an
/// hour's work of two cores where each draw deals the ranks anew.
pub const MAX_KEYS_SWEPT: u64 = 200_000_000_000;

/// The most steps of dealing over all counts, widths and draws of a sweep, the larger of buckets and workers for each deal: half an
/// hour's work of two cores.
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

/// One count at one width, its buckets dealt by one rule.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DealtRow {
    /// The rule. What becomes of the restart is the engine's answer still.
    pub dealing: Dealing,
    /// The figures.
    #[serde(flatten)]
    pub row: SweepRow,
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
        KeySource::Listed(_) | KeySource::Streamed(_) | KeySource::Counted(_) => true,
    }
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
    check_deals(job, spec, &[None])?;
    rows(job, spec, &[None], watch, &mut |rows| {
        found(rows);
        rows.to_vec()
    })
}

/// The same sweep with the buckets dealt by each of the rules at every width asked; the rules of a width stand together, in the
/// order given. The hash and the answer to a width stay the engine's.
///
/// # Errors
/// As [`sweep`], and [`BadSweep::TooManyDealings`].
pub fn sweep_dealings(
    job: &Job,
    spec: &SweepSpec,
    dealings: &[Dealing],
    watch: &dyn Watch,
    found: &mut dyn FnMut(&[DealtRow]),
) -> Result<Vec<DealtRow>, BadSweep> {
    check(job, spec)?;
    check_dealings(spec, dealings)?;
    let rules: Vec<Option<Dealing>> = dealings.iter().copied().map(Some).collect();
    check_deals(job, spec, &rules)?;
    rows(job, spec, &rules, watch, &mut |rows| {
        let named = rows.iter().zip(dealings.iter().cycle()).map(|(&row, &dealing)| DealtRow { dealing, row });
        let named: Vec<DealtRow> = named.collect();
        found(&named);
        named
    })
}

/// The rows of every count, each count's handed on as they are ready. `None` among the rules is the engine's own.
fn rows<R>(
    job: &Job,
    spec: &SweepSpec,
    rules: &[Option<Dealing>],
    watch: &dyn Watch,
    ready: &mut dyn FnMut(&[SweepRow]) -> Vec<R>,
) -> Result<Vec<R>, BadSweep> {
    let mut all = Vec::with_capacity(spec.buckets.len() * spec.workers.len() * rules.len());
    for &count in &spec.buckets {
        // The steps of the job are not simulated here, so their sizes do not count.
        let first = job.starts.iter().take(1).copied().collect();
        let fixed = Job { buckets: BucketChoice::Fixed(count), starts: first, ..job.clone() };
        fixed.check().map_err(SimulateError::from)?;
        all.extend(ready(&rows_of_count(&fixed, count, spec, rules, watch)?));
    }
    Ok(all)
}

/// The rows of one count, by width, then by rule.
fn rows_of_count(
    job: &Job,
    count: BucketCount,
    spec: &SweepSpec,
    rules: &[Option<Dealing>],
    watch: &dyn Watch,
) -> Result<Vec<SweepRow>, BadSweep> {
    let mut rows = one_draw(job, count, spec, rules, watch)?;
    if seeds_change_nothing(job) {
        // Every draw would be the one at hand.
        for row in &mut rows {
            let same = row.peak_to_mean;
            row.band = (spec.seeds > 0).then_some(Band { p5: same, p50: same, p95: same });
        }
        return Ok(rows);
    }
    let draws = draws(job, count, spec, rules, watch)?;
    let draws = (0..rows.len()).map(|at| draws.iter().map(|drawn| drawn[at]).collect::<Vec<f64>>());
    let draws: Vec<Vec<f64>> = draws.collect();
    for (row, drawn) in rows.iter_mut().zip(draws) {
        row.band = band(drawn);
    }
    Ok(rows)
}

/// The most bytes of deals that are kept for all draws of a count.
const MOST_KEPT: usize = 64 << 20;

/// The peak-to-mean of each row, a list for each draw. Keys are hashed once for all of them, and what a seed cannot change is
/// dealt once.
fn draws(
    job: &Job,
    count: BucketCount,
    spec: &SweepSpec,
    rules: &[Option<Dealing>],
    watch: &dyn Watch,
) -> Result<Vec<Vec<f64>>, SimulateError> {
    let (KeySource::Generated(keys), true) = (&job.keys, spec.seeds > 0) else { return Ok(Vec::new()) };
    let keys = Generated { shuffled: true, ..keys.clone() };
    let hashed = Hashed::new(&keys, job.engine.profile().hashing(), count, &Quiet(watch))?;
    let cells = cells(spec, rules);
    let keep = cells.len() * count.len() * size_of::<u32>() <= MOST_KEPT;
    let width = |(width, rule): (WorkerCount, Option<Dealing>)| {
        let (start, asked) = start(job, count, width);
        if start.outcome == Outcome::Refused {
            return Ok(None);
        }
        let rule = rule_at(job, rule, start.workers);
        let steps = steps(count, start.workers, rule == DealingRule::Contiguous);
        Ok(Some((Width::new(rule, count, start.workers, keep, watch)?, asked, steps)))
    };
    let widths = cells.into_par_iter().map(width).collect::<Result<Vec<_>, SimulateError>>()?;
    let draw = |draw: u32| {
        let population = hashed.population(job.seed.wrapping_add(1 + u64::from(draw)), watch)?;
        watch.advance(hashed.settled());
        let buckets = Buckets::new(&population.load);
        let peak = |width: &Option<(Width, WorkerCount, u64)>| {
            watch.go_on()?;
            let Some((width, asked, steps)) = width else { return Ok(0.0) };
            let peak = buckets.peak_load(width, watch)?;
            watch.advance(*steps);
            Ok(peak_ratios(buckets.total().into(), peak, *asked).0)
        };
        widths.par_iter().map(peak).collect()
    };
    (0..spec.seeds).into_par_iter().map(draw).collect()
}

/// Passes on whether to stop, and tells of nothing.
struct Quiet<'a>(&'a dyn Watch);

impl Watch for Quiet<'_> {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
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
    rules: &[Option<Dealing>],
    watch: &dyn Watch,
) -> Result<Vec<SweepRow>, SimulateError> {
    let population = populate(&job.keys, job.engine.profile().hashing(), count, job.seed, watch)?;
    let buckets = Buckets::new(&population.load);
    let row = |(width, rule): (WorkerCount, Option<Dealing>)| {
        watch.go_on()?;
        let (start, asked) = start(job, count, width);
        let mut row = SweepRow {
            buckets: count.get(),
            workers: width.get(),
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
            let rule = rule_at(job, rule, start.workers);
            let peak = buckets.peak(&rule, start.workers, watch)?;
            watch.advance(steps(count, start.workers, rule == DealingRule::Contiguous));
            row.owners = peak.owners;
            row.most_buckets = peak.buckets;
            row.even_width = count.as_f64() / f64::from(peak.even_buckets);
            (row.peak_to_mean, row.effective_width) = peak_ratios(buckets.total().into(), peak.load, asked);
        }
        Ok(row)
    };
    cells(spec, rules).into_par_iter().map(row).collect()
}

/// Every width with every rule, in the order of the rows.
fn cells(spec: &SweepSpec, rules: &[Option<Dealing>]) -> Vec<(WorkerCount, Option<Dealing>)> {
    spec.workers.iter().flat_map(|&width| rules.iter().map(move |&rule| (width, rule))).collect()
}

/// The rule itself; `None` is the engine's own.
fn rule_at(job: &Job, rule: Option<Dealing>, workers: WorkerCount) -> DealingRule {
    rule.map_or_else(|| job.engine.profile().dealing(workers), |rule| rule.rule(&job.engine, workers))
}

/// What becomes of a restart at a width, and the width that is paid for.
fn start(job: &Job, count: BucketCount, width: WorkerCount) -> (Start, WorkerCount) {
    let profile = job.engine.profile();
    let request =
        StartRequest { recorded: Some(count), configured: Some(count), width, input_pieces: job.input_pieces };
    (profile.start(&request), profile.width_asked(width))
}
