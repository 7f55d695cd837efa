//! Reports side by side: the same figures of each, and how far they lie from a base.

use crate::engine::{Cause, Outcome};
use crate::simulate::{DealFigures, Report, Step};
use crate::unit::float;
use serde::Serialize;

/// The fewest and the most reports that are compared.
pub const COMPARED: std::ops::RangeInclusive<usize> = 2..=4;

/// A comparison that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadComparison {
    /// Too few or too many reports.
    #[error("2 to 4 scenarios can be compared: found {0}")]
    Count(usize),
    /// The base is none of them.
    #[error("the base is number {base} of {count} scenarios: allowed are 1 to {count}")]
    Base {
        /// As given, from 1.
        base: usize,
        /// How many scenarios there are.
        count: usize,
    },
}

/// Two to four reports, figure by figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// `redeal-compare/1`.
    pub format: &'static str,
    /// What is compared, in the order given.
    pub scenarios: Vec<Compared>,
    /// Which of them the differences are taken from, from 0.
    pub base: usize,
    /// What became of each step, rising.
    pub outcomes: Vec<OutcomeRow>,
    /// The figures.
    pub rows: Vec<Row>,
}

/// One scenario of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// Where it came from, as it was named: its file, or a shipped scenario. Null where that was not told.
    pub file: Option<String>,
    /// Its engine's id.
    pub engine: &'static str,
    /// Its report's digest.
    pub digest: String,
}

/// What became of one step of every scenario. Shape: the list has one entry a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutcomeRow {
    /// The step, from 0.
    pub step: usize,
    /// What became of it; null where a scenario has no such step.
    pub values: Vec<Option<StepOutcome>>,
}

/// What became of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StepOutcome {
    /// The engine's answer.
    pub outcome: Outcome,
    /// Why it is refused; null unless refused.
    pub cause: Option<Cause>,
}

/// What a row of outcomes is called.
pub const OUTCOME: &str = "Outcome";

impl OutcomeRow {
    /// What became of the step in each scenario: `runs`, `refused: width`, `no such step`.
    pub fn words(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|found| match found {
            None => "no such step".to_owned(),
            Some(StepOutcome { outcome, cause: Some(cause) }) => format!("{}: {}", outcome.word(), cause.word()),
            Some(StepOutcome { outcome, cause: None }) => outcome.word().to_owned(),
        })
    }
}

/// One figure of every scenario. Shape: the three lists have one entry a scenario.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The step it belongs to, from 0; null for figures of the whole job.
    pub step: Option<usize>,
    /// What it is.
    pub label: &'static str,
    /// Its unit; empty for plain counts of what the label names.
    pub unit: &'static str,
    /// The figure; null where a scenario has no such step, where it is refused, and where there is no such figure, as of what a
    /// first start moves.
    pub values: Vec<Option<f64>>,
    /// Figure − base's figure; null where either is missing.
    pub differences: Vec<Option<f64>>,
    /// Figure ÷ base's figure − 1; null where either is missing or the base's is 0, and for figures in percent, whose difference
    /// is in points.
    pub relative: Vec<Option<f64>>,
}

/// Compares reports with the one numbered `base`, from 0.
///
/// # Errors
/// [`BadComparison`]: not 2 to 4 reports, or no such base.
pub fn compare(reports: &[&Report], base: usize) -> Result<Comparison, BadComparison> {
    check_comparison(reports.len(), base)?;
    let mut rows: Vec<Row> = OF_JOB
        .iter()
        .map(|(label, unit, of)| row(None, label, unit, base, reports.iter().map(|report| of(report)).collect()))
        .collect();
    let loads = reports.iter().map(|report| Some(float(report.keys.load))).collect();
    // Between the keys and the share of the hottest.
    let mut loads = row(None, "Load", unit_of_all(reports).unwrap_or_default(), base, loads);
    if unit_of_all(reports).is_none() {
        // Bytes and messages have no distance.
        (loads.differences, loads.relative) = (vec![None; reports.len()], vec![None; reports.len()]);
    }
    rows.insert(3, loads);
    let steps = reports.iter().map(|report| report.steps.len()).max().unwrap_or(0);
    for step in 0..steps {
        rows.extend(OF_STEP.iter().map(|(label, unit, of)| {
            let values = reports.iter().map(|report| report.steps.get(step).and_then(of)).collect();
            row(Some(step), label, unit, base, values)
        }));
    }
    let outcome = |step: &Step| StepOutcome { outcome: step.outcome, cause: step.cause };
    let outcomes = (0..steps).map(|step| OutcomeRow {
        step,
        values: reports.iter().map(|report| report.steps.get(step).map(outcome)).collect(),
    });
    Ok(Comparison {
        format: "redeal-compare/1",
        scenarios: reports
            .iter()
            .map(|report| Compared {
                name: report.scenario.clone(),
                file: None,
                engine: report.engine,
                digest: report.digest.clone(),
            })
            .collect(),
        base,
        outcomes: outcomes.collect(),
        rows,
    })
}

impl Comparison {
    /// What became of a step; none for figures of the whole scenario.
    pub fn outcomes_of(&self, step: Option<usize>) -> impl Iterator<Item = &OutcomeRow> {
        self.outcomes.iter().filter(move |row| Some(row.step) == step)
    }

    /// The names of the scenarios; where two have the same, with where each came from.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let twice = |name: &str| self.scenarios.iter().filter(|other| other.name == name).count() > 1;
        let named = self.scenarios.iter().map(|scenario| match &scenario.file {
            Some(file) if twice(&scenario.name) => format!("{} [{file}]", scenario.name),
            _ => scenario.name.clone(),
        });
        named.collect()
    }

    /// Why a figure is missing.
    #[must_use]
    pub fn missing(&self, row: &Row, at: usize) -> Missing {
        let outcomes = row.step.and_then(|step| self.outcomes.iter().find(|outcomes| outcomes.step == step));
        match outcomes.map(|outcomes| outcomes.values.get(at).copied().flatten()) {
            Some(None) => Missing::NoStep,
            Some(Some(StepOutcome { outcome: Outcome::Refused, .. })) => Missing::Refused,
            _ => Missing::NoFigure,
        }
    }
}

/// Why a comparison has no figure somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The scenario has no such step.
    NoStep,
    /// The step is refused.
    Refused,
    /// There is no such figure: nothing moves to a first start, or the engine's is not modelled.
    NoFigure,
}

/// Whether so many reports can be compared with the one numbered `base`, from 0.
///
/// # Errors
/// [`BadComparison`]: not 2 to 4 reports, or no such base.
pub fn check_comparison(count: usize, base: usize) -> Result<(), BadComparison> {
    if !COMPARED.contains(&count) {
        return Err(BadComparison::Count(count));
    }
    if base >= count {
        return Err(BadComparison::Base { base: base.wrapping_add(1), count });
    }
    Ok(())
}

fn row(step: Option<usize>, label: &'static str, unit: &'static str, base: usize, values: Vec<Option<f64>>) -> Row {
    let of_base = values[base];
    let differences = values.iter().map(|value| Some((*value)? - of_base?)).collect();
    let relative = |value: &Option<f64>| {
        let (value, of_base) = ((*value)?, of_base.filter(|of_base| *of_base != 0.0)?);
        (unit != "%").then(|| value / of_base - 1.0)
    };
    let relative = values.iter().map(relative).collect();
    Row { step, label, unit, values, differences, relative }
}

/// What the loads count; `None` where they count different things.
fn unit_of_all(reports: &[&Report]) -> Option<&'static str> {
    let unit = reports[0].keys.unit;
    reports.iter().all(|report| report.keys.unit == unit).then_some(unit.words().1)
}

type OfJob = fn(&Report) -> Option<f64>;
type OfStep = fn(&Step) -> Option<f64>;

/// Figures of the whole job.
const OF_JOB: &[(&str, &str, OfJob)] = &[
    ("Buckets", "", |report| Some(f64::from(report.buckets.count))),
    ("Buckets with keys", "", |report| Some(f64::from(report.buckets.occupied))),
    ("Keys", "", |report| report.keys.counted.then(|| float(report.keys.count))),
    ("Hottest key's share", "%", |report| report.keys.is_hottest_known().then_some(100.0 * report.keys.hottest_share)),
];

/// Figures of one step.
const OF_STEP: &[(&str, &str, OfStep)] = &[
    ("Width asked for", "workers", |step| Some(f64::from(step.workers))),
    ("Buckets in force", "", |step| Some(f64::from(step.bucket_count))),
    ("Owners", "workers", |step| runs(step).then(|| f64::from(step.owners))),
    ("Idle", "workers", |step| runs(step).then(|| f64::from(step.idle))),
    ("Effective width", "workers", |step| deal(step).map(|deal| deal.effective_width)),
    ("Peak to mean", "times", |step| deal(step).map(|deal| deal.peak_to_mean)),
    ("Dealing alone", "times", |step| deal(step).map(|deal| deal.loss.dealing)),
    ("Hottest key alone", "times", |step| {
        deal(step).filter(|deal| deal.is_hottest_known).map(|deal| deal.loss.hot_key_floor)
    }),
    ("Hottest bucket alone", "times", |step| deal(step).map(|deal| deal.loss.hot_bucket_floor)),
    ("Coefficient of variation", "", |step| deal(step).map(|deal| deal.cv)),
    ("Snapshot metadata", "bytes", |step| deal(step)?.snapshot.counted_metadata().map(float)),
    ("Snapshot data", "bytes", |step| {
        deal(step).filter(|deal| deal.is_data_known()).map(|deal| float(deal.snapshot.data_bytes))
    }),
    ("Snapshot files", "files", |step| deal(step)?.snapshot.counted_files().map(float)),
    ("Buckets moved", "%", |step| step.movement.map(|movement| 100.0 * movement.moved_fraction)),
    ("State moved", "bytes", |step| {
        deal(step).filter(|deal| deal.is_state_known)?;
        step.movement.map(|movement| float(movement.state_bytes_moved))
    }),
];

fn runs(step: &Step) -> bool {
    step.outcome != Outcome::Refused
}

fn deal(step: &Step) -> Option<&DealFigures> {
    step.deal.as_deref()
}
