//! Bucket counts against widths.

use super::Arguments;
use super::swept::{costs, swept};
use crate::cli::failure::Failure;
use crate::cli::source::Source;
use crate::explore::{counts_around, widths_up_to};
use crate::figure::{self, Chart, CountsChart, Look};
use crate::unit::WorkerCount;

/// Metadata at the peak width of the plan. The counts asked for, or round ones around the scenario's.
pub fn counts(arguments: &Arguments, source: &Source, look: &Look) -> Result<Option<Chart>, Failure> {
    let own = source.job.first_buckets().map_err(|error| source.told(&error))?;
    let asked = arguments.distinct_buckets();
    let counts = if asked.is_empty() { counts_around(&source.job, own) } else { asked };
    let widths = || source.job.starts.iter().map(|start| start.width);
    let widest = widths().max().unwrap_or(WorkerCount::ONE);
    let rows = swept(source, counts.clone(), widths_up_to(widest.max(WorkerCount::clamped(40))), 0)?;
    let curve = costs(source, &counts, source.scenario.forecast().peak_width)?;
    let metadata: Vec<(u32, u64)> =
        curve.points.iter().map(|point| (point.buckets, point.cost.metadata_bytes)).collect();
    Ok(figure::counts(&CountsChart { rows: &rows, metadata: &metadata, today: Some(own.get()) }, look))
}
