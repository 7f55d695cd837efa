//! `redeal inspect`: what a real snapshot holds, and what other widths would make of it.

use super::failure::Failure;
use super::{Answer, arguments, output, report};
use crate::export::{Inspected, inspect_json, inspect_text};
use crate::scenario::{Scenario, SnapshotFile, to_ron};
use crate::simulate::{Unwatched, simulate};
use crate::snapshot::{self, Part};
use crate::unit::WorkerCount;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Reads a snapshot of a running job and says what every width would make of it.
///
/// PATH is a Flink `_metadata` file or the folder that holds one (savepoint, checkpoint), a Spark checkpoint folder (or a
/// .tar.gz of one), or what Kafka's tools printed: the JSON of kafka-log-dirs --describe, the text of kafka-consumer-groups
/// --describe. Nothing outside of PATH is opened, and no symbolic link is followed.
#[derive(Debug, Args)]
#[command(
    after_help = "Where several operators keep state, the summary lists them and --operator chooses one. Other commands take \
                  the same PATH in place of a scenario, with #OPERATOR behind it where needed.\n\nExamples:\n  redeal inspect \
                  savepoint-1a2b3c --workers 48 --workers 64\n  redeal inspect checkpoint.tar.gz --operator 0 --format json\n  \
                  redeal inspect chk-42 --operator counter --scenario job.ron\n  redeal report savepoint-1a2b3c#counter \
                  --workers 48\n  kafka-log-dirs.sh --describe ... > dirs.json && redeal inspect dirs.json --topic clicks"
)]
pub(super) struct Arguments {
    /// Snapshot, checkpoint or listing.
    path: PathBuf,
    /// Which operator, by id, uid or name; may be left out where only one keeps state by key.
    #[arg(long, value_name = "OPERATOR")]
    operator: Option<String>,
    /// Which store of the operator (Spark); may be left out where there is one.
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// Topic of the sub-topology (Kafka), again for each; all of the listing where none is named.
    #[arg(long, value_name = "TOPIC")]
    topic: Vec<String>,
    /// A width to look at, again for each; without any the recorded one and the next useful ones.
    #[arg(long, value_name = "P", value_parser = arguments::workers, allow_hyphen_values = true)]
    workers: Vec<WorkerCount>,
    /// How it is written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// File to write, whole or not at all, instead of stdout; - is stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Scenario file to write as well, which every other command takes.
    #[arg(long, value_name = "FILE.ron")]
    scenario: Option<PathBuf>,
}

/// How it is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To be read in a terminal.
    #[default]
    Text,
    /// Format redeal-inspect/1.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let path = &arguments.path;
    let told = |error: &dyn std::fmt::Display| Failure::Told(format!("{}: {error}", path.display()));
    let snapshot = snapshot::open(path).map_err(|error| told(&error))?;
    let part =
        Part { operator: arguments.operator.as_deref(), store: arguments.store.as_deref(), topics: &arguments.topic };
    let named = part != Part::default() || !arguments.workers.is_empty() || arguments.scenario.is_some();
    let found = match snapshot.observation(part) {
        Ok(observation) => Some(observation),
        // The summary says what there is to choose from.
        Err(_) if !named => None,
        Err(error) => return Err(told(&error)),
    };
    let mut inspected = Inspected { snapshot: &snapshot, observed: None };
    if let Some(observation) = found {
        let scenario = Scenario::observed(&observation, file(arguments, path), &arguments.workers);
        if let Some(target) = &arguments.scenario {
            write_scenario(&scenario, path, target)?;
        }
        let job = scenario.job(Path::new("")).map_err(|error| told(&error))?;
        let report = simulate(&job, &Unwatched).map_err(|error| told(&error))?;
        inspected.observed = Some((observation, report));
    }
    let target = output::file(arguments.output.as_deref());
    let text = match arguments.format {
        Format::Json => inspect_json(&inspected),
        Format::Text => {
            let (width, unicode) = report::paper(target);
            inspect_text(&inspected, width, unicode)
        }
    };
    output::emit(&text, target)?;
    Ok(Answer::Done)
}

fn file(arguments: &Arguments, path: &Path) -> SnapshotFile {
    SnapshotFile {
        path: path.display().to_string(),
        operator: arguments.operator.clone(),
        store: arguments.store.clone(),
        topics: arguments.topic.clone(),
    }
}

/// The scenario beside which the snapshot is found whatever folder it is read from.
fn write_scenario(scenario: &Scenario, path: &Path, target: &Path) -> Result<(), Failure> {
    let mut scenario = scenario.clone();
    let whole = std::path::absolute(path)?;
    let folder = std::path::absolute(target)?.parent().map(Path::to_owned).unwrap_or_default();
    let shown = whole.strip_prefix(&folder).unwrap_or(&whole).display().to_string();
    if let crate::scenario::Keys::Snapshot(file) = &mut scenario.keys {
        file.path = shown;
    }
    output::emit(&to_ron(&scenario)?, Some(target))
}
