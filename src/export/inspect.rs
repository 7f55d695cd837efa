//! What a real snapshot holds, as text and JSON, with what each width would make of it.

mod flink;
mod tables;
mod words;

pub use tables::{inspect_csv, inspect_markdown};

use self::words::{another_count, answer, peak, plain};
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
    /// What was observed, and its report: the recorded width first, where there is one.
    pub observed: Option<(Observation, Report)>,
    /// Whether one part or certain widths are asked for: then the answer comes first, and the rest of the snapshot is left out.
    pub is_focused: bool,
    /// How one of several parts is named, for where none was observed.
    pub how_named: &'a str,
}

/// To be read in a terminal: what there is, then what each width holds; the latter alone where one part is asked for.
#[must_use]
pub fn inspect_text(inspected: &Inspected<'_>, width: usize, unicode: bool) -> String {
    let mut page = Page::new(width.clamp(60, 160), unicode);
    let observed = inspected.observed.as_ref();
    if inspected.is_focused
        && let Some((observation, report)) = observed
    {
        self::observed(&mut page, observation, report, true);
        return page.finish();
    }
    match inspected.snapshot {
        // Notes on the part that is observed stand below it.
        Snapshot::Flink(snapshot) => flink::write(&mut page, snapshot, observed.is_none()),
        Snapshot::Spark(checkpoint) => lines(&mut page, &spark::text(checkpoint)),
        Snapshot::KafkaSizes(listing) => lines(&mut page, &kafka::log_dirs_text(listing)),
        Snapshot::KafkaGroups(listing) => lines(&mut page, &kafka::groups_text(listing)),
    }
    page.blank();
    if let Some((observation, report)) = observed {
        page.line(&"-".repeat(page.width()));
        self::observed(&mut page, observation, report, false);
    } else if inspected.snapshot.parts().is_empty() {
        page.wrapped("", "", "Nothing in it has state by key: there is nothing to deal.");
    } else {
        page.wrapped("", "", &format!("Several parts keep state by key. {}.", inspected.how_named));
    }
    page.finish()
}

fn lines(page: &mut Page, text: &str) {
    text.lines().for_each(|line| page.line(line));
}

/// The answer, the widths, the facts of the part where they do not stand above, what to know before trusting it.
fn observed(page: &mut Page, observation: &Observation, report: &Report, with_facts: bool) {
    page.line(&observation.name);
    page.blank();
    page.wrapped("", "", &answer(observation, report));
    page.blank();
    let header = header(observation, report);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> = report.steps.iter().map(|step| row(step, observation, report)).collect();
    page.table(&header, &rows);
    page.blank();
    page.wrapped("Another count: ", "  ", &another_count(&observation.engine));
    let facts = observation.facts.iter().filter(|fact| with_facts && !fact.value.is_empty());
    let widest = facts.clone().map(|fact| fact.name.chars().count()).max().unwrap_or(0) + 2;
    for (at, fact) in facts.enumerate() {
        if at == 0 {
            page.blank();
        }
        page.wrapped(&format!("{:<widest$}", fact.name), &" ".repeat(widest), &fact.value);
    }
    for caution in &observation.cautions {
        page.blank();
        page.wrapped("! ", "  ", caution);
    }
}

/// Titles of the table of widths.
fn header(observation: &Observation, report: &Report) -> Vec<String> {
    let words = &report.profile.facts().words;
    let titles = [words.workers, "outcome", "own buckets", "most buckets", "busiest", "of mean", "state of it"];
    let estimated = observation.estimate.is_some().then_some("load is");
    titles.into_iter().chain(estimated).map(str::to_owned).collect()
}

/// Load and state of the busiest worker; its state is `None` where nobody measured it.
fn busiest(step: &Step, observation: &Observation) -> Option<(u64, Option<u64>)> {
    let deal = step.deal.as_ref()?;
    let most = deal.worker.iter().max_by_key(|worker| worker.load)?;
    Some((most.load, observation.counted.state_bytes.as_ref().map(|_| most.state_bytes)))
}

/// Most buckets on a worker.
fn most_buckets(step: &Step) -> Option<u32> {
    step.deal.as_ref()?.worker.iter().map(|worker| worker.buckets).max()
}

/// Whether a width's figures are estimates: those of the recorded width are not, for what each worker held is known.
fn is_estimate(step: &Step, observation: &Observation) -> bool {
    observation.estimate.is_some() && observation.workers.is_none_or(|workers| workers.get() != step.workers)
}

fn row(step: &Step, observation: &Observation, report: &Report) -> Vec<String> {
    let mut row = vec![grouped(step.workers.into()), step.outcome.word().to_owned(), grouped(step.owners.into())];
    match busiest(step, observation) {
        Some((most, state)) => row.extend([
            grouped(most_buckets(step).unwrap_or(0).into()),
            load(most, report.keys.unit),
            times(peak(step)),
            state.map_or_else(|| "not known".to_owned(), bytes),
        ]),
        None => row.extend([const { String::new() }; 4]),
    }
    if observation.estimate.is_some() {
        let word = if is_estimate(step, observation) { "estimated" } else { "read" };
        row.push(if step.deal.is_some() { word.to_owned() } else { String::new() });
    }
    row
}

/// Format redeal-inspect/1.
#[must_use]
pub fn inspect_json(inspected: &Inspected<'_>) -> String {
    let mut value = json!({ "format": "redeal-inspect/1", "kind": inspected.snapshot.kind(), "snapshot": inspected.snapshot.json() });
    if let Some((observation, report)) = &inspected.observed {
        value["observation"] = observation_json(observation);
        value["widths"] = report.steps.iter().map(|step| width_json(step, observation)).collect();
        value["another_count"] = json!(another_count(&observation.engine));
        value["digest"] = json!(report.digest);
    }
    let mut text = serde_json::to_string_pretty(&value).expect("a JSON value is always written");
    text.push('\n');
    text
}

fn observation_json(observation: &Observation) -> Value {
    let counted = &observation.counted;
    let facts: serde_json::Map<String, Value> =
        observation.facts.iter().map(|fact| (fact.name.clone(), json!(plain(&fact.value)))).collect();
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
        "estimate": observation.estimate.as_deref().map(plain),
        "facts": facts,
        "cautions": observation.cautions.iter().map(|caution| plain(caution)).collect::<Vec<_>>(),
    })
}

fn width_json(step: &Step, observation: &Observation) -> Value {
    let (busiest_load, busiest_state_bytes) = busiest(step, observation).unzip();
    json!({
        "workers": step.workers,
        "outcome": step.outcome,
        "message": step.message,
        "owners": step.owners,
        "busiest_load": busiest_load,
        "busiest_state_bytes": busiest_state_bytes.flatten(),
        "peak_to_mean": step.deal.as_ref().map(|deal| deal.peak_to_mean),
        "effective_width": step.deal.as_ref().map(|deal| deal.effective_width),
        "is_estimate": is_estimate(step, observation),
    })
}
