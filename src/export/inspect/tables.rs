//! The table of widths of a snapshot, for a sheet or a wiki.

use super::words::{another_count, answer, peak};
use super::{Inspected, busiest, header, is_estimate, most_buckets, row};
use crate::export::markdown::cell;
use std::fmt::Write;

/// CSV with a header, one row a width; `recorded` tells which of them is in force. Empty fields: not known, or refused.
#[must_use]
pub fn inspect_csv(inspected: &Inspected<'_>) -> String {
    let mut text = String::from(
        "workers,recorded,outcome,owners,most_buckets,busiest_load,load_unit,busiest_state_bytes,peak_to_mean,\
         effective_width,estimated\n",
    );
    let Some((observation, report)) = &inspected.observed else { return text };
    for step in &report.steps {
        let recorded = observation.workers.is_some_and(|workers| workers.get() == step.workers);
        let (load, state) = busiest(step, observation).unzip();
        let ran = step.deal.as_ref();
        let _ = writeln!(
            text,
            "{},{recorded},{},{},{},{},{},{},{},{},{}",
            step.workers,
            step.outcome.word(),
            step.owners,
            some(most_buckets(step)),
            some(load),
            observation.counted.unit.words().1,
            some(state.flatten()),
            some(ran.map(|_| peak(step))),
            some(ran.map(|deal| deal.effective_width)),
            is_estimate(step, observation),
        );
    }
    text
}

fn some<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Markdown: the answer, the widths, the facts, what to know before trusting them.
#[must_use]
pub fn inspect_markdown(inspected: &Inspected<'_>) -> String {
    let Some((observation, report)) = &inspected.observed else { return String::new() };
    let mut text = format!("## {}\n\n{}\n\n", cell(&observation.name), cell(&answer(observation, report)));
    let titles = header(observation, report);
    let _ = writeln!(text, "| {} |", titles.join(" | "));
    let _ = writeln!(text, "|{}", " ---: |".repeat(titles.len()));
    for step in &report.steps {
        let _ = writeln!(text, "| {} |", row(step, observation, report).join(" | "));
    }
    let _ = writeln!(text, "\nAnother count: {}\n", cell(&another_count(&observation.engine)));
    for fact in observation.facts.iter().filter(|fact| !fact.value.is_empty()) {
        let _ = writeln!(text, "- {}: {}", cell(&fact.name), cell(&fact.value));
    }
    for caution in &observation.cautions {
        let _ = writeln!(text, "\n> {}", cell(caution));
    }
    text
}
