//! What a plan makes of bucket counts: the pictures of an advice.

use super::Arguments;
use crate::cli::failure::Failure;
use crate::cli::progress::Bar;
use crate::cli::source::Source;
use crate::explore::{Advice, BadPlan, Plan, advise};
use crate::figure::{self, Chart, Look, RunwayChart};
use crate::simulate::{BucketChoice, Job};

/// The count asked for, or the scenario's, as an advice judges it: the picture shows what an advice says.
pub fn runway(arguments: &Arguments, source: &Source, look: &Look) -> Result<Option<Chart>, Failure> {
    let mut job = source.job.clone();
    if let Some(count) = arguments.one_count("a runway is of one")? {
        job.buckets = BucketChoice::Fixed(count);
    }
    job.check().map_err(|error| source.told(&error))?;
    let plan = source.scenario.forecast();
    if plan.growth_per_year <= 0.0 {
        return Err(source.told(&format!("plan: {}", BadPlan::NoGrowth)));
    }
    let today = advised(source, &job, &plan)?.today;
    let planned = today.and_then(|today| RunwayChart::planned(&plan, &today, &job.engine.facts().words));
    Ok(planned.and_then(|planned| figure::runway(&planned, look)))
}

/// Evenness against size, the best count marked.
pub fn trade_off(source: &Source, look: &Look) -> Result<Option<Chart>, Failure> {
    let advice = advised(source, &source.job, &source.scenario.forecast())?;
    let best = advice.recommended.first().or(advice.nearest.first()).map(|count| count.buckets);
    Ok(figure::trade_off(&advice, best, &source.job.engine.facts().words, look))
}

fn advised(source: &Source, job: &Job, plan: &Plan) -> Result<Advice, Failure> {
    let bar = Bar::of_advice(job);
    let advice = advise(job, plan, &bar).map_err(|error| source.told(&error));
    bar.finish();
    advice
}
