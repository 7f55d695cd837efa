//! Values that several subcommands take: engines, key types, counts.

use crate::engine::{Engine, Outcome, Start, StartRequest};
use crate::explore::{COMPARED, MAX_CELLS};
use crate::unit::{BucketCount, WorkerCount};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// An engine by its name, with its default options.
pub(super) fn engine() -> impl TypedValueParser<Value = Engine> {
    let names = Engine::all().into_iter().map(|engine| engine.facts().id);
    PossibleValuesParser::new(names).try_map(|name| Engine::named(&name).ok_or("no such engine"))
}

/// A bucket count.
pub(super) fn buckets(text: &str) -> Result<BucketCount, String> {
    BucketCount::new(whole_number(text)?).map_err(|error| error.to_string())
}

/// A width.
pub(super) fn workers(text: &str) -> Result<WorkerCount, String> {
    WorkerCount::new(whole_number(text)?).map_err(|error| error.to_string())
}

/// Draws by other seeds.
pub(super) fn seeds(text: &str) -> Result<u32, String> {
    let found = text.parse().ok().filter(|&seeds| u64::from(seeds) < MAX_CELLS);
    found.ok_or_else(|| format!("a whole number from 0 to {} is needed", MAX_CELLS - 1))
}

/// The place of a scenario on the command line, 1 = the first.
pub(super) fn place(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("a whole number from 1 to {} is needed", COMPARED.end()))
}

/// A step, 1 = the first start.
pub(super) fn step(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "a whole number is needed, 1 for the first start".to_owned())
}

/// Counts in their order, each once.
pub(super) fn distinct(counts: &[BucketCount]) -> Vec<BucketCount> {
    let first = |at: &usize| !counts[..*at].contains(&counts[*at]);
    (0..counts.len()).filter(first).map(|at| counts[at]).collect()
}

fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a whole number from 1 to 1048576 is needed".to_owned())
}

/// The engine's default.
///
/// # Errors
/// It has none, or one that depends on an input which is not known here.
pub(super) fn default_count(engine: &Engine, workers: Option<WorkerCount>) -> Result<BucketCount, String> {
    let (profile, facts) = (engine.profile(), engine.facts());
    let count = |pieces| profile.default_buckets(workers.unwrap_or(WorkerCount::ONE), pieces);
    match count(1) {
        Some(known) if count(2) == Some(known) => BucketCount::new(known).map_err(|error| format!("default: {error}")),
        _ => Err(format!("--buckets is needed: the default of {} is {}", facts.name, facts.default_buckets)),
    }
}

/// The engine's answer to a first start with this count.
///
/// # Errors
/// Its text for a count outside its bounds, with the bounds.
pub(super) fn first_start(engine: &Engine, buckets: BucketCount, width: WorkerCount) -> Result<Start, String> {
    let facts = engine.facts();
    if let Some(text) = facts.refuses_count(buckets.get().into()) {
        return Err(format!("--buckets {buckets}: {} takes {} ({text})", facts.name, facts.takes()));
    }
    let request = StartRequest { recorded: None, configured: Some(buckets), width, input_pieces: buckets.get() };
    Ok(engine.profile().start(&request))
}

/// Whether the start is one; tells the engine's own text where it has any, and ours where it has none.
pub(super) fn started(engine: &Engine, start: &Start) -> bool {
    if let Some(message) = &start.message {
        super::output::note(&format!("{}: {message}", engine.facts().name));
    }
    for note in &start.notes {
        super::output::note(note);
    }
    start.outcome != Outcome::Refused
}
