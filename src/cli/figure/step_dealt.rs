//! One step's deal.

use super::Arguments;
use crate::cli::failure::Failure;
use crate::cli::source::Source;
use crate::cli::step;
use crate::figure::{self, Chart, Look};

/// The step asked for, or the last one that is not refused.
pub fn deal(arguments: &Arguments, source: &Source, look: &Look) -> Result<Option<Chart>, Failure> {
    let report = source.simulate()?;
    let at = step::chosen(source, &report, arguments.step, "there is nothing to draw")?;
    Ok(figure::deal(&report, at, look))
}
