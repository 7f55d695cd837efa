//! --step: which step of a report is meant.

use super::failure::Failure;
use super::source::Source;
use crate::simulate::Report;

/// The place of a step in the report, from 0. On the command line steps count as in the text report, 1 = the first start;
/// without one it is the last that is not refused. `lacks` tells what a refused step does not have.
pub(super) fn chosen(source: &Source, report: &Report, step: Option<usize>, lacks: &str) -> Result<usize, Failure> {
    let Some(step) = step else {
        let last = report.steps.iter().rposition(|step| step.deal.is_some());
        return last.ok_or_else(|| source.told(&format!("every step is refused, so {lacks}")));
    };
    let at = step.checked_sub(1);
    match at.and_then(|at| Some((at, report.steps.get(at)?))) {
        Some((at, found)) if found.deal.is_some() => Ok(at),
        Some(_) => Err(source.told(&format!("--step {step} is refused, so {lacks}"))),
        None => {
            let last = report.steps.len();
            Err(source.told(&format!("--step {step}: steps count from 1, the first start; the last is {last}")))
        }
    }
}
