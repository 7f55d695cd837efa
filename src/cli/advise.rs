//! `redeal advise`: which bucket count to take, with reasons.

use super::failure::Failure;
use super::key_list::{KeyOptions, StartOptions};
use super::progress::Bar;
use super::{Answer, output, report, source};
use crate::explore::advise;
use crate::export::{PlanOrigin, advice_json, advice_markdown, advice_text};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Recommends bucket counts for a scenario's plan: the best first, each with its reasons.
///
/// Without a plan in the scenario file its own widths are taken: from the first to the widest, with three times the headroom.
#[derive(Debug, Args)]
#[command(
    after_help = "A plan in a scenario file:\n  plan: Plan(first_width: 4, peak_width: 40, growth_per_year: 0.6)\n\nWhere no count meets the plan, \
                  the first line says which wish cannot be met and by how much,\nthe counts that come nearest follow \
                  with what they lack, and the exit code is 0 all the same, 1 with --strict.\n\nExamples:\n  redeal advise plan-4-to-40\n  redeal advise job.ron --format markdown -o advice.md"
)]
pub(super) struct Arguments {
    /// Scenario file, the name of a shipped scenario, or a list of keys. - is standard input.
    scenario: OsString,
    /// How the recommendation is written; without it as the ending of -o says, else text.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File to write, whole or not at all, instead of stdout; - is stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Exit with 1 where no count meets the plan.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    list: KeyOptions,
}

/// How a recommendation is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To be read in a terminal.
    #[default]
    Text,
    /// Format redeal-advice/1.
    Json,
    /// For a pull request or a wiki.
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let how = output::format(arguments.format, arguments.output.as_deref())?;
    arguments.start.check(&arguments.list)?;
    let source = source::load_list(&arguments.scenario, &arguments.start.around(&arguments.list))?;
    let file = output::file(arguments.output.as_deref());
    source.keep(file)?;
    let plan = source.scenario.forecast();
    let bar = Bar::of_advice(&source.job);
    let advice = advise(&source.job, &plan, &bar);
    bar.finish();
    let advice = advice.map_err(|error| source.told(&error))?;
    let origin = if source.scenario.plan.is_some() { PlanOrigin::Scenario } else { PlanOrigin::Widths };
    let words = &source.job.engine.facts().words;
    let text = match how {
        Format::Json => advice_json(&advice, &source.job, origin),
        Format::Markdown => advice_markdown(&advice, origin, words),
        Format::Text => {
            let (width, unicode) = report::paper(file);
            advice_text(&advice, origin, words, width, unicode)
        }
    };
    let answer = if arguments.strict && advice.recommended.is_empty() { Answer::No } else { Answer::Done };
    output::answered(output::emit(&text, file), answer)
}
