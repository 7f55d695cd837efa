//! Scenarios on the same axes.

use super::Arguments;
use crate::cli::failure::Failure;
use crate::cli::source;
use crate::explore::{BadComparison, check_comparison};
use crate::figure::{self, Chart};
use crate::simulate::Report;

/// Two to four scenarios, as `redeal compare` compares them.
pub fn compare(arguments: &Arguments) -> Result<Chart, Failure> {
    // What cannot be compared is told before anything is simulated.
    let told = |error: BadComparison| Failure::Told(error.to_string());
    let base = arguments.base.unwrap_or(1).wrapping_sub(1);
    check_comparison(arguments.scenarios.len(), base).map_err(told)?;
    let mut reports = Vec::new();
    for scenario in &arguments.scenarios {
        let mut source = source::load_beside(scenario, &arguments.around())?;
        source.keep(Some(&arguments.output))?;
        source.replace_widths(&arguments.workers)?;
        reports.push(source.simulate()?);
    }
    let all: Vec<&Report> = reports.iter().collect();
    let comparison = crate::explore::compare(&all, base).map_err(told)?;
    let digests = ["A", "B", "C", "D"].into_iter().zip(&comparison.scenarios);
    let digests = digests.map(|(letter, scenario)| format!("digest of {letter} {} · ", scenario.digest));
    let look = arguments.look(format!("{}redeal {}", digests.collect::<String>(), env!("CARGO_PKG_VERSION")));
    let chart = figure::compare(&comparison, &look);
    chart
        .ok_or_else(|| Failure::Told("every step of every scenario is refused, so there is nothing to draw".to_owned()))
}
