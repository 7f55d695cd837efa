//! `redeal report`: one scenario, simulated.

use super::failure::Failure;
use super::key_list::{Around, KeyOptions};
use super::source::{self, Source};
use super::{Answer, arguments, output};
use crate::engine::Outcome;
use crate::export::{Csv, Export, Json, Markdown, Text};
use crate::simulate::Report;
use crate::unit::{BucketCount, WorkerCount};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use terminal_size::{Width, terminal_size_of};

/// Simulates a scenario and reports every step.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal report few-keys\n  redeal report job.ron --workers 4 --workers 40 --format json -o \
                        report.json\n  redeal report job.ron --workers 200 --strict || echo 'would not start'\n  redeal report keys.csv.gz \
                        --engine flink --buckets 128 --workers 48 --key-column user_id --load-column count"
)]
pub(super) struct Arguments {
    /// Scenario file, the name of a shipped scenario, a list of keys, or a snapshot (PATH#OPERATOR, see redeal inspect). - is
    /// standard input: a scenario, a listing of Kafka's tools (-- -#TOPIC, as the last word, names one of
    /// several topics), and with --engine a list of keys or a table of buckets.
    scenario: OsString,
    /// Width of the first start, and of each restart after it, instead of the scenario's. With a snapshot the start that it
    /// records comes first, and each width is a restart. (In inspect several are alternatives.)
    #[arg(long, value_name = "P,P,…", value_delimiter = ',', value_parser = arguments::workers, allow_hyphen_values = true)]
    workers: Vec<WorkerCount>,
    /// Bucket count, where SCENARIO is a list of keys; without it the engine's default.
    #[arg(long, value_name = "N", value_parser = arguments::buckets, allow_hyphen_values = true)]
    buckets: Option<BucketCount>,
    /// How the report is written; without it as the ending of -o says, else text.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File to write, whole or not at all, instead of stdout; - is stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Every worker of a step in the text report, not the busiest alone where there are many.
    #[arg(long)]
    all: bool,
    /// Exit with 1 where a step is refused.
    #[arg(long)]
    strict: bool,
    /// Threads to work on; the result is the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), allow_hyphen_values = true)]
    threads: Option<u16>,
    #[command(flatten)]
    list: KeyOptions,
}

/// How a report is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To be read in a terminal.
    #[default]
    Text,
    /// Every figure, format redeal-report/1.
    Json,
    /// One row a worker and step.
    Csv,
    /// For a pull request or a wiki.
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let how = output::format(arguments.format, arguments.output.as_deref())?;
    if let Some(threads) = arguments.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
        pool.map_err(|error| Failure::Told(format!("--threads {threads}: {error}")))?;
    }
    let around = Around { options: &arguments.list, buckets: arguments.buckets, widths: &arguments.workers };
    let mut source = source::load_list(&arguments.scenario, &around)?;
    source.keep(arguments.output.as_deref())?;
    source.replace_widths(&arguments.workers)?;
    let report = source.simulate()?;
    let reproduce = source.reproduce();
    let format: Box<dyn Export> = match how {
        Format::Json => Box::new(Json),
        Format::Csv => Box::new(Csv),
        Format::Markdown => Box::new(Markdown { reproduce }),
        Format::Text => Box::new(Text { all: arguments.all, ..text(arguments.output.as_deref(), reproduce) }),
    };
    let refused = report.steps.iter().any(|step| step.outcome == Outcome::Refused);
    let answer = if arguments.strict && refused { Answer::No } else { Answer::Done };
    output::answered(output::stream(arguments.output.as_deref(), |out| format.write(&report, out)), answer)
}

/// Prints the text report of a scenario, for where there is no window.
pub(super) fn print(source: &Source) -> Result<(), Failure> {
    let report: Report = source.simulate()?;
    output::emit(&text(None, source.reproduce()).export(&report), None)
}

fn text(file: Option<&Path>, reproduce: String) -> Text {
    let (width, unicode) = paper(file);
    Text { width, unicode, reproduce, all: false }
}

/// Columns of text for a file, or for stdout where there is none, and whether it may hold more than ASCII.
///
/// A terminal's own columns; 100 in files and pipes, so that they hold the same wherever they are made.
pub(super) fn paper(file: Option<&Path>) -> (usize, bool) {
    const COLUMNS: usize = 100;
    if output::file(file).is_some() {
        return (COLUMNS, true);
    }
    let columns = terminal_size_of(io::stdout()).map_or(COLUMNS, |(Width(columns), _)| columns.into());
    (columns, unicode())
}

/// Whether block characters can be shown: unless the locale names another character set than UTF-8.
fn unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var_os(name).filter(|value| !value.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}
