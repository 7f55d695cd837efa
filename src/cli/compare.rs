//! `redeal compare`: two to four scenarios, figure by figure.

use super::failure::Failure;
use super::key_list::{KeyOptions, StartOptions};
use super::{Answer, arguments, output, report, source};
use crate::explore::{BadComparison, check_comparison, compare};
use crate::export::{compare_csv, compare_json, compare_markdown, compare_text};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Compares two to four scenarios: the same figures of each, and how far they lie from a base.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal compare 127-versus-64 divisible-120\n  redeal compare today.ron more.ron most.ron --base 2 \
                        --format markdown -o choice.md"
)]
pub(super) struct Arguments {
    /// Scenario files, names of shipped scenarios, or lists of keys; two to four. - is standard input.
    #[arg(required = true, num_args = 1..)]
    scenarios: Vec<OsString>,
    /// Which of them the differences are taken from, 1 = the first.
    #[arg(long, value_name = "K", default_value = "1", value_parser = arguments::place, allow_hyphen_values = true)]
    base: usize,
    /// How the comparison is written; without it as the ending of -o says, else text.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File to write, whole or not at all, instead of stdout; - is stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    list: KeyOptions,
}

/// How a comparison is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To be read in a terminal.
    #[default]
    Text,
    /// Format redeal-compare/1.
    Json,
    /// One line a figure and scenario.
    Csv,
    /// For a pull request or a wiki.
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let how = output::format(arguments.format, arguments.output.as_deref())?;
    let (mut reports, mut names) = (Vec::new(), Vec::new());
    // What cannot be compared is told before anything is simulated.
    let told = |error: BadComparison| Failure::Told(error.to_string());
    let base = arguments.base.wrapping_sub(1);
    check_comparison(arguments.scenarios.len(), base).map_err(told)?;
    arguments.start.check(&arguments.list)?;
    let around = arguments.start.around(&arguments.list);
    for scenario in &arguments.scenarios {
        let source = source::load_beside(scenario, &around)?;
        source.keep(arguments.output.as_deref())?;
        reports.push(source.simulate()?);
        names.push(source.name);
    }
    let all: Vec<_> = reports.iter().collect();
    let mut comparison = compare(&all, base).map_err(told)?;
    for (scenario, name) in comparison.scenarios.iter_mut().zip(names) {
        scenario.file = Some(name);
    }
    let file = output::file(arguments.output.as_deref());
    let text = match how {
        Format::Json => compare_json(&comparison),
        Format::Csv => compare_csv(&comparison),
        Format::Markdown => compare_markdown(&comparison),
        Format::Text => {
            let (width, unicode) = report::paper(file);
            compare_text(&comparison, width, unicode)
        }
    };
    output::emit(&text, file)?;
    Ok(Answer::Done)
}
