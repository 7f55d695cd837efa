//! The ways to another bucket count.

use super::Arguments;
use crate::cli::failure::Failure;
use crate::cli::source::Source;
use crate::cli::ways_out;
use crate::figure::{self, Chart, Look};

/// From the step asked for, or the last that is not refused, as `redeal ways-out` tells it.
pub fn ways_out(arguments: &Arguments, source: &Source, look: &Look) -> Result<Option<Chart>, Failure> {
    let wanted = arguments.one_count("a way out goes to one")?;
    let (ways, _) = ways_out::of(source, arguments.step, wanted)?;
    Ok(Some(figure::ways_out(&ways, source.job.engine.facts(), look)))
}
