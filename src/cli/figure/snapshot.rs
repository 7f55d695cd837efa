//! The cost of a snapshot over the bucket count.

use super::Arguments;
use super::swept::costs;
use crate::cli::failure::Failure;
use crate::cli::source::Source;
use crate::explore::powers_of_two;
use crate::figure::{self, Chart, Look, SnapshotChart};

/// At the peak width of the plan, for the counts asked for, or at powers of two and the scenario's own.
pub fn snapshot(arguments: &Arguments, source: &Source, look: &Look) -> Result<Option<Chart>, Failure> {
    let own = source.job.first_buckets().map_err(|error| source.told(&error))?;
    let asked = arguments.distinct_buckets();
    let counts = if asked.is_empty() { powers_of_two(&source.job, own) } else { asked };
    let curve = costs(source, &counts, source.scenario.forecast().peak_width)?;
    let costs: Vec<_> = curve.points.into_iter().map(|point| (point.buckets, point.cost)).collect();
    Ok(figure::snapshot(&SnapshotChart { costs: &costs, today: Some(own.get()) }, look))
}
