//! What a real snapshot holds, as text and JSON, with what each width would make of it.

mod flink;

use super::text::Page;
use crate::numerals::{bytes, grouped, load, times};
use crate::simulate::{Report, Step};
use crate::snapshot::{Observation, Snapshot, kafka, spark};
use serde_json::{Value, json};

/// A snapshot, and the part of it that was observed where one was chosen.
#[derive(Debug)]
pub struct Inspected<'a> {
    /// As it was read.
    pub snapshot: &'a Snapshot,
    /// What was observed, and its report: the recorded width first.
    pub observed: Option<(Observation, Report)>,
}

/// To be read in a terminal: what there is, then what each width holds.
#[must_use]
pub fn inspect_text(inspected: &Inspected<'_>, width: usize, unicode: bool) -> String {
    let mut page = Page::new(width.clamp(60, 160), unicode);
    match inspected.snapshot {
        Snapshot::Flink(snapshot) => flink::write(&mut page, snapshot),
        Snapshot::Spark(checkpoint) => lines(&mut page, &spark::text(checkpoint)),
        Snapshot::KafkaSizes(listing) => lines(&mut page, &kafka::log_dirs_text(listing)),
        Snapshot::KafkaGroups(listing) => lines(&mut page, &kafka::groups_text(listing)),
    }
    if let Some((observation, report)) = &inspected.observed {
        observed(&mut page, observation, report);
    } else {
        page.blank();
        page.wrapped("", "", "Several parts keep state by key: choose one with --operator (and --store).");
    }
    page.finish()
}

fn lines(page: &mut Page, text: &str) {
    text.lines().for_each(|line| page.line(line));
}

fn observed(page: &mut Page, observation: &Observation, report: &Report) {
    let words = &report.profile.facts().words;
    page.blank();
    page.line(&"-".repeat(page.width()));
    page.line(&observation.name);
    let widest = observation.facts.iter().map(|fact| fact.name.chars().count()).max().unwrap_or(0) + 2;
    for fact in &observation.facts {
        page.wrapped(&format!("{:<widest$}", fact.name), &" ".repeat(widest), &fact.value);
    }
    page.blank();
    page.wrapped("", "", &answer(report));
    page.blank();
    let header = [words.workers, "outcome", "own buckets", "most buckets", "busiest", "of mean", "state of it"];
    let rows: Vec<Vec<String>> = report.steps.iter().map(|step| row(step, report)).collect();
    page.table(&header, &rows);
    for caution in &observation.cautions {
        page.blank();
        page.wrapped("! ", "  ", caution);
    }
}

/// What somebody asks who thinks of another width: `At 48 workers the busiest would hold 1.2 MB, at 64 0.9 MB.`
fn answer(report: &Report) -> String {
    let unit = report.keys.unit;
    let mut parts = Vec::new();
    for (at, step) in report.steps.iter().enumerate() {
        let holds = match busiest(step) {
            Some((most, _)) => format!("{} ({} the mean)", load(most, unit), times(peak(step))),
            None => "nothing, since it is refused".to_owned(),
        };
        let workers = grouped(step.workers.into());
        parts.push(match at {
            0 => format!("At {workers} {} the busiest holds {holds}", report.profile.facts().words.workers),
            1 => format!("; at {workers} it would hold {holds}"),
            _ => format!(", at {workers} {holds}"),
        });
    }
    parts.concat() + "."
}

fn peak(step: &Step) -> f64 {
    step.deal.as_ref().map_or(1.0, |deal| deal.peak_to_mean)
}

/// Load and state of the busiest worker.
fn busiest(step: &Step) -> Option<(u64, u64)> {
    let deal = step.deal.as_ref()?;
    let most = deal.worker.iter().max_by_key(|worker| worker.load)?;
    Some((most.load, most.state_bytes))
}

fn row(step: &Step, report: &Report) -> Vec<String> {
    let mut row = vec![grouped(step.workers.into()), step.outcome.word().to_owned(), grouped(step.owners.into())];
    match (&step.deal, busiest(step)) {
        (Some(deal), Some((most, state))) => row.extend([
            grouped(deal.worker.iter().map(|worker| worker.buckets).max().unwrap_or(0).into()),
            load(most, report.keys.unit),
            times(deal.peak_to_mean),
            bytes(state),
        ]),
        _ => row.extend([const { String::new() }; 4]),
    }
    row
}

/// Format redeal-inspect/1.
#[must_use]
pub fn inspect_json(inspected: &Inspected<'_>) -> String {
    let mut value = json!({ "format": "redeal-inspect/1", "kind": inspected.snapshot.kind(), "snapshot": inspected.snapshot.json() });
    if let Some((observation, report)) = &inspected.observed {
        value["observation"] = observation_json(observation);
        value["widths"] = report.steps.iter().map(width_json).collect();
        value["digest"] = json!(report.digest);
    }
    let mut text = serde_json::to_string_pretty(&value).expect("a JSON value is always written");
    text.push('\n');
    text
}

fn observation_json(observation: &Observation) -> Value {
    let counted = &observation.counted;
    let facts: serde_json::Map<String, Value> =
        observation.facts.iter().map(|fact| (fact.name.clone(), json!(fact.value))).collect();
    json!({
        "name": observation.name,
        "engine": observation.engine.facts().id,
        "buckets": observation.buckets.get(),
        "workers": observation.workers.map(crate::unit::WorkerCount::get),
        "load_unit": counted.unit.words().1,
        "load": counted.load,
        "keys": counted.keys,
        "state_bytes": counted.state_bytes,
        "owners": observation.owners.as_ref().map(|owners| owners.iter().map(|owner| owner.0).collect::<Vec<_>>()),
        "facts": facts,
        "cautions": observation.cautions,
    })
}

fn width_json(step: &Step) -> Value {
    let (busiest_load, busiest_state_bytes) = busiest(step).unzip();
    json!({
        "workers": step.workers,
        "outcome": step.outcome,
        "message": step.message,
        "owners": step.owners,
        "busiest_load": busiest_load,
        "busiest_state_bytes": busiest_state_bytes,
        "peak_to_mean": step.deal.as_ref().map(|deal| deal.peak_to_mean),
        "effective_width": step.deal.as_ref().map(|deal| deal.effective_width),
    })
}
