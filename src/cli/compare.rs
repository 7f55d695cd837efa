//! `redeal compare`: two to four scenarios, figure by figure.

use super::failure::Failure;
use super::{Answer, output, report, source};
use crate::explore::compare;
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
    /// Scenario files, or names of shipped scenarios; two to four.
    #[arg(required = true, num_args = 1..)]
    scenarios: Vec<OsString>,
    /// Which of them the differences are taken from, 1 = the first.
    #[arg(long, value_name = "K", default_value_t = 1)]
    base: usize,
    /// How the comparison is written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// File to write, whole or not at all, instead of stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
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
    let mut reports = Vec::new();
    // What cannot be compared is told before anything is simulated.
    let told = |error: crate::explore::BadComparison| Failure::Told(error.to_string());
    crate::explore::check_comparison(arguments.scenarios.len(), arguments.base.wrapping_sub(1)).map_err(told)?;
    for scenario in &arguments.scenarios {
        let source = source::load(scenario)?;
        source.keep(arguments.output.as_deref())?;
        reports.push(source.simulate()?);
    }
    let all: Vec<_> = reports.iter().collect();
    let comparison = compare(&all, arguments.base - 1).map_err(told)?;
    let file = arguments.output.as_deref();
    let text = match arguments.format {
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
