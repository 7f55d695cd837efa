//! Sentences about a snapshot.

use super::{busiest, is_estimate};
use crate::engine::{Allowed, Engine, routes};
use crate::numerals::{counted, grouped, load, times};
use crate::simulate::{Report, Step};
use crate::snapshot::Observation;
use std::fmt::Write;

/// What somebody asks who thinks of another width: `At 48 subtasks the busiest would hold 1.2 MB, at 64 0.9 MB.` What is recorded
/// comes first.
pub(super) fn answer(observation: &Observation, report: &Report) -> String {
    let words = &report.profile.facts().words;
    let mut text = if observation.workers.is_none() { recorded(observation) } else { String::new() };
    let mut would = 0;
    for (at, step) in report.steps.iter().enumerate() {
        let is_recorded = at == 0 && observation.workers.is_some();
        let holds = |verb: &str| match busiest(step, observation) {
            Some((most, _)) => format!("{verb}{} ({} the mean)", load(most, report.keys.unit), times(peak(step))),
            None => "refused".to_owned(),
        };
        let workers = counted(step.workers.into(), words.worker, words.workers);
        let part = match (is_recorded, at) {
            (true, _) => format!("At {workers} the busiest holds {}", holds("")),
            (false, 0) if step.deal.is_some() => format!(" At {workers} the busiest would hold {}", holds("")),
            (false, 0) => format!(" At {workers} {}", holds("")),
            (false, _) => {
                let separator = if at == 1 && observation.workers.is_some() { ';' } else { ',' };
                let verb = if would == 0 && observation.workers.is_some() { "it would hold " } else { "" };
                format!("{separator} at {} {}", grouped(step.workers.into()), holds(verb))
            }
        };
        text.push_str(&part);
        would += usize::from(!is_recorded && step.deal.is_some());
    }
    if report.steps.iter().any(|step| step.deal.is_some() && is_estimate(step, observation)) {
        let (worker, buckets) = (words.worker, words.buckets);
        let _ = write!(
            text,
            "; all this if the bytes of each {worker} lie evenly in its {buckets}, which the snapshot does not tell"
        );
    }
    text + "."
}

/// What is recorded where no width is: `The width is not recorded. 48 tasks hold 207 GB; the heaviest, task 7, holds 23.4 GB
/// (5.42× the mean).`
fn recorded(observation: &Observation) -> String {
    let (words, counted_loads) = (&observation.engine.facts().words, &observation.counted);
    let buckets = counted(observation.buckets.get().into(), words.bucket, words.buckets);
    let total = counted_loads.load.iter().fold(0_u64, |sum, &load| sum.saturating_add(load));
    let holds = if observation.buckets.get() == 1 { "holds" } else { "hold" };
    let all = load(total, counted_loads.unit);
    let heaviest = super::super::heaviest::buckets(&counted_loads.load).next();
    let heaviest = heaviest.map_or_else(String::new, |heavy| {
        let held = load(heavy.load, counted_loads.unit);
        format!(
            "; the heaviest, {} {}, holds {held} ({} the mean)",
            words.bucket,
            grouped(heavy.bucket.into()),
            times(heavy.of_mean)
        )
    });
    format!("The width is not recorded. {buckets} {holds} {all}{heaviest}.")
}

pub(super) fn peak(step: &Step) -> f64 {
    step.deal.as_ref().map_or(1.0, |deal| deal.peak_to_mean)
}

/// Whether the count can be changed, and what it takes.
pub(super) fn another_count(engine: &Engine) -> String {
    let [rebuild, rewrite, _] = routes(engine);
    match rewrite.allowed {
        Allowed::Needless => format!("at any start. {}", rebuild.how),
        Allowed::No => format!("never in place. {} {}", rewrite.how, rebuild.how),
        Allowed::Yes | Allowed::Limited => format!("not at a restart. {} Or: {}", rewrite.how, rebuild.how),
    }
}

/// The text with common spaces alone: those that do not break are for pages.
pub(super) fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
}
