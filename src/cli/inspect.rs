//! `redeal inspect`: what a real snapshot holds, and what other widths would make of it.

use super::failure::Failure;
use super::source::{same_file, would_change};
use super::{Answer, arguments, output, part, report, stdin};
use crate::export::{Inspected, inspect_csv, inspect_json, inspect_markdown, inspect_text};
use crate::scenario::{Scenario, SnapshotFile, to_ron};
use crate::simulate::{Unwatched, simulate};
use crate::snapshot::Snapshot;
use crate::unit::WorkerCount;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Reads a snapshot of a running job and says what every width would make of it.
///
/// PATH is a Flink `_metadata` file or the folder that holds one (savepoint, checkpoint), a Spark checkpoint folder (or a
/// .tar.gz of one), or what Kafka's tools printed: the JSON of kafka-log-dirs --describe, the text of kafka-consumer-groups
/// --describe, which - reads from standard input. Nothing outside of PATH is opened, and no symbolic link is followed.
#[derive(Debug, Args)]
#[command(
    after_help = "Where several parts keep state by key, the summary lists them. One is named by the options, or behind PATH, \
                  which every command takes in place of a scenario:\n  Flink  PATH#OPERATOR                 by id, uid or name\n  \
                  Spark  PATH#OPERATOR[/STORE]         by the operator's number\n  Kafka  PATH#[GROUP/]TOPIC[,TOPIC]    the \
                  topics that one sub-topology reads\n\nExamples:\n  redeal inspect savepoint-1a2b3c --workers 48,64\n  redeal \
                  inspect checkpoint.tar.gz --operator 0 -o state.json\n  redeal inspect chk-42#counter --scenario job.ron\n  \
                  redeal report savepoint-1a2b3c#counter --workers 48\n  redeal report checkpoint#0/left-keyToNumValues \
                  --workers 48\n  kafka-log-dirs.sh --describe ... | redeal inspect - --topic clicks"
)]
pub(super) struct Arguments {
    /// Snapshot, checkpoint or listing; a part of it may be named behind a #. - is a listing on standard input.
    path: PathBuf,
    /// Which operator (Flink: id, uid or name; Spark: its number) or consumer group (Kafka); may be left out where there is one.
    #[arg(long, value_name = "OPERATOR", visible_alias = "group")]
    operator: Option<String>,
    /// Which store of the operator (Spark); may be left out where there is one.
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// Topic of the sub-topology (Kafka), again for each; may be left out where there is one.
    #[arg(long, value_name = "TOPIC")]
    topic: Vec<String>,
    /// Widths to look at, each beside the recorded one; without any the useful ones around it. (In report several are
    /// restarts, one after the other.)
    #[arg(long, value_name = "P,P,…", value_delimiter = ',', value_parser = arguments::workers, allow_hyphen_values = true)]
    workers: Vec<WorkerCount>,
    /// How it is written; without it as the ending of -o says, else text.
    #[arg(long, value_enum)]
    format: Option<Format>,
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
    /// One row a width.
    Csv,
    /// For a pull request or a wiki.
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let how = output::format(arguments.format, arguments.output.as_deref())?;
    let (path, text) = part::split(&arguments.path);
    if arguments.scenario.is_some() {
        stdin::refuse(path.as_os_str(), "the scenario of --scenario reads the listing again")?;
    }
    let told = |error: &dyn std::fmt::Display| part::told(&path, error);
    keep(arguments, &path)?;
    let snapshot = part::open(&path)?;
    let file = file(arguments, &path, &snapshot, text.as_deref())?;
    let is_focused = file != part::whole(&path) || !arguments.workers.is_empty();
    let is_wanted = is_focused || arguments.scenario.is_some() || matches!(how, Format::Csv | Format::Markdown);
    let found = match part::observe(&path, &snapshot, &file) {
        Ok(observation) => Some(observation),
        // The summary says what there is to choose from.
        Err(_) if !is_wanted => None,
        Err(failure) => return Err(failure),
    };
    let how_named = part::how(&path.display(), &snapshot);
    let mut inspected = Inspected { snapshot: &snapshot, observed: None, is_focused, how_named: &how_named };
    if let Some(observation) = found {
        let scenario = Scenario::observed(&observation, file, &arguments.workers);
        if let Some(target) = &arguments.scenario {
            write_scenario(&scenario, &path, target)?;
        }
        let job = scenario.job_of(observation.keys()).map_err(|error| told(&error))?;
        let report = simulate(&job, &Unwatched).map_err(|error| told(&error))?;
        inspected.observed = Some((observation, report));
    }
    let target = output::file(arguments.output.as_deref());
    let text = match how {
        Format::Json => inspect_json(&inspected),
        Format::Csv => inspect_csv(&inspected),
        Format::Markdown => inspect_markdown(&inspected),
        Format::Text => {
            let (width, unicode) = report::paper(target);
            inspect_text(&inspected, width, unicode)
        }
    };
    output::emit(&text, target)?;
    Ok(Answer::Done)
}

/// Refuses to write over what is read, and two results to one file.
fn keep(arguments: &Arguments, path: &Path) -> Result<(), Failure> {
    let output = output::file(arguments.output.as_deref());
    for (option, target) in [("-o", output), ("--scenario", arguments.scenario.as_deref())] {
        if target.is_some_and(|target| would_change(path, target)) {
            return Err(part::told(path, &format!("is what is read: {option} would change it, name another file")));
        }
    }
    let scenario = arguments.scenario.as_deref();
    if output.is_none() && scenario.is_some() && output::file(scenario).is_none() {
        let text = "--scenario -: what is found is written to stdout as well: name a file for one of the two";
        return Err(Failure::Told(text.to_owned()));
    }
    match (output, scenario) {
        (Some(output), Some(scenario)) if same_file(output, scenario) => {
            let text = format!("-o and --scenario both name {}: name two files", output.display());
            Err(Failure::Told(text))
        }
        _ => Ok(()),
    }
}

/// The part that is named behind the path or by the options.
fn file(arguments: &Arguments, path: &Path, snapshot: &Snapshot, text: Option<&str>) -> Result<SnapshotFile, Failure> {
    let by_options = SnapshotFile {
        operator: arguments.operator.clone(),
        store: arguments.store.clone(),
        topics: arguments.topic.clone(),
        ..part::whole(path)
    };
    match text {
        None => Ok(by_options),
        Some(text) if by_options == part::whole(path) => Ok(part::named(path, snapshot, text)),
        Some(text) => {
            Err(part::told(path, &format!("its part is named twice, as #{text} and by an option: name it once")))
        }
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
