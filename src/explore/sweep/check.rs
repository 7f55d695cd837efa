//! What cannot be swept: nothing, too much, or chance where there is none.

use super::super::dealing::Dealing;
use super::{MAX_CELLS, MAX_DEALS, MAX_KEYS_SWEPT, MAX_ROWS, SweepSpec, seeds_change_nothing};
use crate::deal::DealingRule;
use crate::engine::Outcome;
use crate::keys::KeySource;
use crate::numerals::counted;
use crate::simulate::{Job, SimulateError};
use crate::unit::{BucketCount, WorkerCount};

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
    /// More than is swept at once, because of the dealing rules.
    #[error(
        "{} × {} × {}{} are {found} {what}: at most {most} are swept at once",
        of_counts(*counts), of_widths(*widths), counted(*dealings, "dealing rule", "dealing rules"), of_draws(*draws)
    )]
    TooManyDealings {
        /// Bucket counts.
        counts: u64,
        /// Widths.
        widths: u64,
        /// Dealing rules.
        dealings: u64,
        /// Draws a cell, the scenario's own included; 1 where rows are too many.
        draws: u64,
        /// `rows` or `cells`.
        what: &'static str,
        /// How many there are.
        found: u128,
        /// How many there may be.
        most: u64,
    },
    /// Too much to deal.
    #[error(
        "dealing takes {steps} steps over all counts, widths and draws, a bucket or a worker each: at most {MAX_DEALS} at once, \
         so sweep fewer or smaller widths, fewer counts or fewer seeds"
    )]
    TooManyDeals {
        /// The larger of buckets and workers of each deal, added up.
        steps: u128,
    },
    /// Too many keys to go through.
    #[error(
        "{} × {} × {} are {found} keys to go through: at most {MAX_KEYS_SWEPT} at once, so take fewer seeds, counts or keys",
        of_counts(*counts), counted(*keys, "key or event", "keys or events"), counted(*draws, "draw", "draws")
    )]
    TooManyKeys {
        /// Bucket counts.
        counts: u64,
        /// Keys, or sampled events.
        keys: u64,
        /// Draws, the scenario's own included.
        draws: u64,
        /// Their product.
        found: u128,
    },
    /// Listed keys have nothing that a seed decides.
    #[error("seeds is {0}, but listed keys have nothing for a seed to deal: leave the seeds out")]
    NoChance(u32),
    /// A simulation failed.
    #[error("{0}")]
    Simulate(#[from] SimulateError),
}

fn of_counts(counts: u64) -> String {
    counted(counts, "bucket count", "bucket counts")
}

/// Draws as one more factor; nothing where there is but one.
fn of_draws(draws: u64) -> String {
    if draws == 1 { String::new() } else { format!(" × {}", counted(draws, "draw", "draws")) }
}

fn of_widths(widths: u64) -> String {
    counted(widths, "width", "widths")
}

/// Whether there is something, and not too much, to sweep over.
pub(super) fn check(job: &Job, spec: &SweepSpec) -> Result<(), BadSweep> {
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
    if !matches!(job.keys, KeySource::Generated(_)) && spec.seeds > 0 {
        return Err(BadSweep::NoChance(spec.seeds));
    }
    let found = sweep_keys(job, spec);
    if found > u128::from(MAX_KEYS_SWEPT) {
        let (keys, draws) = (job.keys.work(), self::draws(job, spec));
        return Err(BadSweep::TooManyKeys { counts, keys, draws, found });
    }
    Ok(())
}

/// The same with the dealing rules.
pub(super) fn check_dealings(spec: &SweepSpec, dealings: &[Dealing]) -> Result<(), BadSweep> {
    if dealings.is_empty() {
        return Err(BadSweep::Empty("the list of dealing rules"));
    }
    let (counts, widths, dealings) = (spec.buckets.len() as u64, spec.workers.len() as u64, dealings.len() as u64);
    let rows = u128::from(counts) * u128::from(widths) * u128::from(dealings);
    let too_many = |draws, what, found, most: u64| {
        if found <= u128::from(most) {
            return Ok(());
        }
        Err(BadSweep::TooManyDealings { counts, widths, dealings, draws, what, found, most })
    };
    too_many(1, "rows", rows, MAX_ROWS)?;
    let draws = 1 + u64::from(spec.seeds);
    too_many(draws, "cells", rows * u128::from(draws), MAX_CELLS)
}

/// Whether the dealing is little enough.
pub(super) fn check_deals(job: &Job, spec: &SweepSpec, rules: &[Option<Dealing>]) -> Result<(), BadSweep> {
    let steps = deals(job, spec, rules);
    if steps > u128::from(MAX_DEALS) { Err(BadSweep::TooManyDeals { steps }) } else { Ok(()) }
}

/// Keys (or sampled events) that a sweep goes through over all its counts and draws.
#[must_use]
pub fn sweep_keys(job: &Job, spec: &SweepSpec) -> u128 {
    u128::from(job.keys.work()) * (spec.buckets.len() as u128) * u128::from(draws(job, spec))
}

/// Steps of dealing over all counts, widths and draws of a sweep, by these rules, or by the engine's own where there are none:
/// the larger of buckets and workers for each deal, about.
#[must_use]
pub fn sweep_deals(job: &Job, spec: &SweepSpec, dealings: &[Dealing]) -> u128 {
    let rules: Vec<Option<Dealing>> = dealings.iter().copied().map(Some).collect();
    deals(job, spec, if rules.is_empty() { &[None] } else { &rules })
}

/// Draws that are really made.
fn draws(job: &Job, spec: &SweepSpec) -> u64 {
    if seeds_change_nothing(job) { 1 } else { 1 + u64::from(spec.seeds) }
}

fn deals(job: &Job, spec: &SweepSpec, rules: &[Option<Dealing>]) -> u128 {
    let Some(&widest) = spec.workers.iter().max() else { return 0 };
    let own_cuts = job.engine.profile().dealing(WorkerCount::clamped(2)) == DealingRule::Contiguous;
    let mut all = 0;
    for &count in &spec.buckets {
        // Past the ceiling an engine does the same at every width: one answer tells how many take part.
        let (answer, _) = super::start(job, count, widest);
        let most =
            if answer.outcome == Outcome::Refused { WorkerCount::clamped(count.get().into()) } else { answer.workers };
        let is_refused = |width: &WorkerCount| answer.outcome == Outcome::Refused && *width > most;
        for rule in rules {
            let cuts = rule.map_or(own_cuts, |dealing| dealing == Dealing::Contiguous);
            let widths = spec.workers.iter().filter(|width| !is_refused(width));
            all += widths.map(|&width| u128::from(steps(count, width.min(most), cuts))).sum::<u128>();
        }
    }
    all * u128::from(draws(job, spec))
}

/// Steps of one deal: a bucket or a worker each; ranges are cut without dealing, in a few hundredths of the time a worker.
pub(super) fn steps(count: BucketCount, workers: WorkerCount, cuts_ranges: bool) -> u64 {
    const CUTS_A_STEP: u32 = 256;
    if cuts_ranges && workers.get() <= count.get() {
        return u64::from(workers.get() / CUTS_A_STEP);
    }
    u64::from(workers.get().max(count.get()))
}
