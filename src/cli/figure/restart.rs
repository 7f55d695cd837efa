//! What moves at a restart.

use super::Arguments;
use crate::cli::failure::Failure;
use crate::cli::source::Source;
use crate::cli::step;
use crate::explore::flows;
use crate::figure::{self, Chart, Look, MovementChart};
use crate::simulate::Report;

/// To the step asked for, or to the last one that moves anything.
pub fn movement(arguments: &Arguments, source: &Source, look: &Look) -> Result<Option<Chart>, Failure> {
    let report = source.simulate()?;
    let moves = |at: &usize| report.steps[*at].movement.is_some();
    let to = match arguments.step {
        Some(_) => Some(step::chosen(source, &report, arguments.step, "there is nothing to draw")?),
        None => (0..report.steps.len()).rev().find(moves),
    };
    let Some(to) = to.filter(moves) else {
        return Err(source.told(&why_not(source, &report, to)));
    };
    let deal = |at: usize| report.steps[at].deal.as_deref();
    let from = report.steps[to].movement.as_ref().map(|movement| movement.from_step);
    let deals = from.and_then(deal).zip(deal(to));
    Ok(deals.map(|(before, after)| {
        let (before, after, buckets) = (&before.assignment, &after.assignment, &after.buckets);
        let flows = flows(before, after, buckets);
        figure::movement(
            &MovementChart { before: before.workers(), after: after.workers(), unit: buckets.unit, flows: &flows },
            look,
        )
    }))
}

/// Why nothing moves: to a step that was asked for, or to any.
fn why_not(source: &Source, report: &Report, asked: Option<usize>) -> String {
    if !source.job.engine.profile().keeps_state() {
        return format!("nothing moves: {} keeps no state from run to run", source.job.engine.facts().name);
    }
    if let Some(at) = asked {
        return format!("nothing moves to step {}: it is a first start, or its bucket count is another", at + 1);
    }
    let mut restarts = report.steps.iter().enumerate().skip(1);
    if restarts.len() == 0 {
        return "nothing moves: there is a first start and no restart".to_owned();
    }
    if report.steps.iter().all(|step| step.deal.is_none()) {
        return "nothing moves: every step is refused".to_owned();
    }
    if restarts.clone().all(|(_, step)| step.deal.is_none()) {
        let text = restarts.find_map(|(at, step)| Some(format!(" (step {}: {})", at + 1, step.message.as_ref()?)));
        return format!("nothing moves: every restart is refused{}", text.unwrap_or_default());
    }
    "nothing moves: no restart that runs keeps the bucket count of the start before it".to_owned()
}
