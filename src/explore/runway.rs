//! How long a bucket count lasts under growth: a closed form, and what it leaves out.

use super::cost::at_count;
use super::plan::{BadPlan, Plan};
use crate::simulate::{Job, Report, SimulateError, Watch};
use crate::unit::{BucketCount, WorkerCount, float};
use serde::Serialize;

/// What the runway leaves out, in words for the reader.
pub const RUNWAY_LIMITS: &str = "Growth is smooth and the same every year. The load keeps its shares: the hottest key and the \
     fullest bucket grow as the whole does. A worker can always do what it can do now; where no rates are given, a worker \
     of the first width is taken to be just full. Size of state, memory, network and the input are not looked at.";

/// Beyond this many years nothing is foretold.
pub const MAX_YEARS: f64 = 100.0;

/// When growth meets each limit, in years from now. `None` = not within 100 years, or no growth; 0 = it is met already.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Runway {
    /// Width the load needs now, in workers, not rounded.
    pub width_now: f64,
    /// Width the load needs at the plan's horizon, in workers, not rounded.
    pub width_at_horizon: f64,
    /// The load needs more than the plan's peak width.
    pub peak_years: Option<f64>,
    /// The load needs more workers than there are buckets.
    pub ceiling_years: Option<f64>,
    /// The fullest bucket alone is more than one worker can do. Never after the ceiling.
    pub hottest_bucket_years: Option<f64>,
    /// The hottest key alone is more than one worker can do: no count helps then. Never before the fullest bucket.
    pub hottest_key_years: Option<f64>,
}

/// A runway that could not be worked out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadRunway {
    /// The plan cannot be, or has no growth.
    #[error("plan: {0}")]
    Plan(#[from] BadPlan),
    /// The simulation failed.
    #[error("{0}")]
    Simulate(#[from] SimulateError),
}

/// How long `buckets` last for a job that grows as planned.
///
/// # Errors
/// [`BadRunway`]: a plan that cannot be or does not grow, or what [`crate::simulate::simulate`] says.
pub fn runway(job: &Job, plan: &Plan, buckets: BucketCount, watch: &dyn Watch) -> Result<Runway, BadRunway> {
    plan.check()?;
    if plan.growth_per_year <= 0.0 {
        return Err(BadPlan::NoGrowth.into());
    }
    let (report, _) = at_count(job, buckets, WorkerCount::ONE, watch)?;
    Ok(of_shares(plan, buckets, Shares::of(&report)))
}

/// The largest shares of the load, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shares {
    /// Of one bucket.
    pub bucket: f64,
    /// Of one key.
    pub key: f64,
}

impl Shares {
    pub(super) fn of(report: &Report) -> Self {
        let fullest = report.buckets.load.iter().copied().max().unwrap_or(0);
        let bucket = if report.keys.load == 0 { 0.0 } else { float(fullest) / float(report.keys.load) };
        Self { bucket, key: report.keys.hottest_share }
    }
}

/// The closed form: width needed after t years = width now · (1 + growth)^t.
pub(super) fn of_shares(plan: &Plan, buckets: BucketCount, shares: Shares) -> Runway {
    let now = plan.width_now();
    let until = |workers: f64| years_until(workers / now, plan.growth_per_year);
    // One worker can do 1 ÷ width-now of today's load: a part of the load fills it once share · width needed is 1.
    let filled_by = |share: f64| if share > 0.0 { until(1.0 / share) } else { None };
    Runway {
        width_now: now,
        width_at_horizon: plan.width_at_horizon(),
        peak_years: until(plan.peak_width.as_f64()),
        ceiling_years: ceiling_years(plan, buckets),
        hottest_bucket_years: filled_by(shares.bucket),
        hottest_key_years: filled_by(shares.key),
    }
}

/// Years until the load needs more workers than there are buckets; `None` = not within 100 years.
pub(super) fn ceiling_years(plan: &Plan, buckets: BucketCount) -> Option<f64> {
    years_until(buckets.as_f64() / plan.width_now(), plan.growth_per_year)
}

/// Years until something that grows is `factor` times as large as now; 0 where it is larger already.
fn years_until(factor: f64, growth: f64) -> Option<f64> {
    if factor < 1.0 {
        return Some(0.0);
    }
    if growth <= 0.0 {
        return None;
    }
    let years = libm::log(factor) / libm::log1p(growth);
    (years <= MAX_YEARS).then_some(years)
}
