//! Effective width against width.

use super::Arguments;
use super::swept::swept;
use crate::cli::failure::Failure;
use crate::cli::source::Source;
use crate::explore::{SweepRow, widths_worth_sweeping};
use crate::figure::{self, Chart, Look, WidthsChart};

/// On the counts asked for, or the scenario's own.
pub fn widths(arguments: &Arguments, source: &Source, look: &Look) -> Result<Option<Chart>, Failure> {
    let own = source.job.first_buckets().map_err(|error| source.told(&error))?;
    let asked = arguments.distinct_buckets();
    let counts = if asked.is_empty() { vec![own] } else { asked };
    let widths = widths_worth_sweeping(&source.job, &counts);
    let rows = swept(source, counts, widths, arguments.seeds)?;
    let groups: Vec<&[SweepRow]> = rows.chunk_by(|a, b| a.buckets == b.buckets).collect();
    let mut today = source.job.starts.iter().rev().map(|start| start.width.get());
    let today = today.find(|width| groups[0].iter().any(|row| row.workers == *width && row.owners > 0));
    Ok(figure::widths(&WidthsChart { counts: &groups, today, limit: None }, look))
}
