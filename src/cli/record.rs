//! `redeal record`: the decision record of a scenario's bucket count.

use super::failure::Failure;
use super::key_list::{KeyOptions, StartOptions};
use super::progress::Bar;
use super::{Answer, check, output, source, stdin};
use crate::decide::{DecisionSpec, decide, parse_day, read_record};
use crate::engine::RouteKind;
use crate::export::record_markdown;
use crate::plain::excerpt;
use crate::scenario::read_text;
use chrono::{NaiveDate, Utc};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Writes the decision record of a scenario's bucket count: a page of Markdown to commit beside the deployment.
///
/// The count and why, headroom, useful widths, cost, how long it lasts and when to look again, the way out, what the model leaves
/// out; at the end a block that `redeal check` reads. Names are filled in there.
#[derive(Debug, Args)]
#[command(
    after_help = "The record of job.ron is looked for in job.record.md beside it.\n\nExamples:\n  redeal record plan-4-to-40\n  redeal \
                  record job.ron --decided-by \"Ada\" -o job.record.md\n  redeal record job.ron --date 2026-11-30 --way-out rebuild"
)]
pub(super) struct Arguments {
    /// Scenario file, the name of a shipped scenario, or a list of keys.
    scenario: OsString,
    /// Day of the decision, as 2026-11-30; without it today, by universal time.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    date: Option<NaiveDate>,
    /// The way out; without it the one with the least time stopped and incomplete.
    #[arg(long, value_enum)]
    way_out: Option<WayOut>,
    /// Who decided; may be filled in later.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    decided_by: String,
    /// Who reviewed; may be filled in later.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    reviewed_by: String,
    /// File to write, whole or not at all, instead of stdout; - is stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite a record that somebody has reviewed, or that is of another scenario.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    list: KeyOptions,
}

/// A way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WayOut {
    /// Throw the state away and build it again from the source.
    Rebuild,
    /// Read a snapshot as data and write it under another count.
    Rewrite,
    /// Give part of the keys to a second job.
    Split,
}

impl From<WayOut> for RouteKind {
    fn from(way: WayOut) -> Self {
        match way {
            WayOut::Rebuild => Self::Rebuild,
            WayOut::Rewrite => Self::Rewrite,
            WayOut::Split => Self::Split,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    stdin::refuse(&arguments.scenario, "a record names the file that it is of")?;
    arguments.start.check(&arguments.list)?;
    let source = source::load_list(&arguments.scenario, &arguments.start.around(&arguments.list))?;
    let file = output::file(arguments.output.as_deref());
    source.keep(file)?;
    if let Some(file) = file.filter(|_| !arguments.force) {
        keep(file, &source.file_name())?;
    }
    let spec = DecisionSpec {
        file: source.file_name(),
        decided: arguments.date.unwrap_or_else(today),
        way_out: arguments.way_out.map(RouteKind::from),
        decided_by: arguments.decided_by.trim().to_owned(),
        reviewed_by: arguments.reviewed_by.trim().to_owned(),
    };
    let bar = Bar::of_advice(&source.job);
    let decision = decide(&source.scenario, &source.job, &spec, &bar);
    bar.finish();
    let decision = decision.map_err(|error| source.told(&error))?;
    let text = record_markdown(&decision).map_err(|error| source.told(&error))?;
    output::emit(&text, file)?;
    Ok(Answer::Done)
}

/// Refuses to overwrite a record that somebody has reviewed, or that is of another scenario.
fn keep(file: &Path, name: &str) -> Result<(), Failure> {
    let known = Some(file).filter(|file| file.is_file());
    let text = known.and_then(|file| read_text(file, check::MAX_BYTES, "a decision record").ok());
    let Some(known) = text.and_then(|text| read_record(&text).ok()) else { return Ok(()) };
    let (scenario, reviewer) = (&known.record.scenario, known.record.reviewed_by.trim());
    let what = if scenario != name {
        format!("is the record of {}", excerpt(scenario))
    } else if !reviewer.is_empty() {
        format!("is reviewed by {}", excerpt(reviewer))
    } else {
        return Ok(());
    };
    let shown = file.display();
    Err(Failure::Told(format!("{shown} {what}: name another file, or overwrite it with --force")))
}

/// The day by universal time, so that it is the same on every machine of a team.
pub(super) fn today() -> NaiveDate {
    Utc::now().date_naive()
}

/// A day of the command line.
pub(super) fn day(text: &str) -> Result<NaiveDate, String> {
    parse_day(text).ok_or_else(|| "a day as 2026-11-30 is needed".to_owned())
}
