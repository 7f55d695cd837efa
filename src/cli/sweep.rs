//! `redeal sweep`: many widths, counts and seeds of one scenario.

use super::failure::Failure;
use super::key_list::{Around, KeyOptions};
use super::progress::Bar;
use super::source::Source;
use super::{Answer, arguments, output, source};
use crate::explore::{
    BadSweep, Dealing, SweepSpec, seeds_change_nothing, sweep, sweep_dealings, widths_worth_dealing,
    widths_worth_sweeping,
};
use crate::export::{dealt_csv, dealt_csv_header, sweep_csv, sweep_csv_header, write_sweep_json};
use crate::unit::{BucketCount, WorkerCount};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;

/// Sweeps a scenario's keys over widths, bucket counts and seeds: one row a count and width.
///
/// Each width is a restart of a job whose first start fixed the count. With --seeds, the ranks are dealt to the keys anew by
/// each seed, and the columns p5, p50 and p95 hold the percentiles of peak to mean.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal sweep 128-buckets --workers 1..=140\n  redeal sweep job.ron --buckets 120,128,240,720 \
                        --workers 4..=60 --seeds 50 --format json -o sweep.json\n  redeal sweep 128-buckets --workers 60..=66 \
                        --dealings contiguous,interleaved,least-loaded"
)]
pub(super) struct Arguments {
    /// Scenario file, the name of a shipped scenario, or a list of keys. - is standard input.
    scenario: OsString,
    /// Widths, both ends included; without it every width to a little past the largest count, or as many of them as take a
    /// moment.
    #[arg(long, value_name = "A..=B", value_parser = widths, allow_hyphen_values = true)]
    workers: Option<(WorkerCount, WorkerCount)>,
    /// Bucket counts, each once; without it the scenario's.
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = arguments::buckets, allow_hyphen_values = true)]
    buckets: Vec<BucketCount>,
    /// Draws by other seeds beside the scenario's own.
    #[arg(long, value_name = "K", default_value = "0", value_parser = arguments::seeds, allow_hyphen_values = true)]
    seeds: u32,
    /// Deals the same buckets by these rules instead of the engine's own: one row a count, width and rule, named in the column
    /// dealing; cause says why a width is refused. `all` stands for every rule.
    #[arg(long, value_name = "RULE,RULE,…", value_delimiter = ',', value_parser = dealing_names())]
    dealings: Vec<String>,
    /// How the table is written; without it as the ending of -o says, else csv.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File to write, whole or not at all, instead of stdout; - is stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    list: KeyOptions,
}

/// How a sweep is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line a count and width.
    #[default]
    Csv,
    /// Format redeal-sweep/1.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let how = output::format(arguments.format, arguments.output.as_deref())?;
    let around = Around {
        options: &arguments.list,
        buckets: arguments.buckets.first().copied().filter(|_| arguments.list.is_of_list()),
        widths: &[WorkerCount::ONE],
    };
    let source = source::load_list(&arguments.scenario, &around)?;
    source.keep(arguments.output.as_deref())?;
    let job = &source.job;
    let buckets = if arguments.buckets.is_empty() {
        vec![job.first_buckets().map_err(|error| source.told(&error))?]
    } else {
        arguments::distinct(&arguments.buckets)
    };
    let dealings = dealings(&arguments.dealings).map_err(Failure::Told)?;
    let workers = match arguments.workers {
        Some((from, to)) => (from.get()..=to.get()).map(|width| WorkerCount::clamped(width.into())).collect(),
        None if dealings.is_empty() => widths_worth_sweeping(job, &buckets),
        None => widths_worth_dealing(&buckets, &dealings),
    };
    let spec = SweepSpec { buckets, workers, seeds: arguments.seeds };
    if dealings.is_empty() {
        let table = Table { header: sweep_csv_header().to_owned(), csv: sweep_csv };
        written((arguments, how), &source, &spec, &table, &[], |bar, found| sweep(job, &spec, bar, found))?;
    } else {
        let table = Table { header: dealt_csv_header(), csv: dealt_csv };
        written((arguments, how), &source, &spec, &table, &dealings, |bar, found| {
            sweep_dealings(job, &spec, &dealings, bar, found)
        })?;
    }
    Ok(Answer::Done)
}

/// How rows become CSV.
struct Table<R> {
    header: String,
    csv: fn(&[R]) -> String,
}

/// Sweeps and writes the table: CSV for a terminal or a pipe row by row as it comes, everything else once it is whole.
fn written<R: Serialize>(
    (arguments, how): (&Arguments, Format),
    source: &Source,
    spec: &SweepSpec,
    table: &Table<R>,
    dealings: &[Dealing],
    sweep: impl FnOnce(&Bar, &mut dyn FnMut(&[R])) -> Result<Vec<R>, BadSweep>,
) -> Result<(), Failure> {
    let file = output::file(arguments.output.as_deref());
    let stream = how == Format::Csv && file.is_none();
    let (mut printed, bar) = (Ok(()), Bar::of_sweep(&source.job, spec, dealings));
    let mut print = |text: &str| {
        if stream && printed.is_ok() {
            printed = output::emit(text, None);
        }
    };
    let mut first = true;
    let rows = sweep(&bar, &mut |rows| {
        if std::mem::take(&mut first) {
            print(&table.header);
        }
        print(&(table.csv)(rows));
    });
    bar.finish();
    let rows = rows.map_err(|error| source.told(&error))?;
    if spec.seeds > 0 && seeds_change_nothing(&source.job) {
        output::note(
            "every key has the same load, so no seed changes a figure: p5, p50 and p95 are the row's peak to mean",
        );
    }
    printed?;
    match how {
        Format::Csv if stream => Ok(()),
        Format::Csv => output::stream(file, |out| {
            out.write_all(table.header.as_bytes())?;
            rows.chunks(1000).try_for_each(|rows| out.write_all((table.csv)(rows).as_bytes()))
        }),
        Format::Json => output::stream(file, |out| write_sweep_json(&rows, out)),
    }
}

/// The word for every rule.
const ALL: &str = "all";

fn dealing_names() -> PossibleValuesParser {
    PossibleValuesParser::new(std::iter::once(ALL).chain(Dealing::ALL.map(Dealing::name)))
}

/// The rules named, in their order.
fn dealings(names: &[String]) -> Result<Vec<Dealing>, String> {
    if names.iter().any(|name| name == ALL) {
        return match names {
            [_] => Ok(Dealing::ALL.to_vec()),
            _ => Err("--dealings: all stands for every rule, so leave the other names out".to_owned()),
        };
    }
    if let Some((_, twice)) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        return Err(format!("--dealings: {twice} stands twice, name each rule once"));
    }
    Ok(names.iter().filter_map(|name| Dealing::ALL.into_iter().find(|dealing| dealing.name() == *name)).collect())
}

/// `A..=B`, or one width.
fn widths(text: &str) -> Result<(WorkerCount, WorkerCount), String> {
    let (from, to) = text.split_once("..=").unwrap_or((text, text));
    let width =
        |text| arguments::workers(text).map_err(|error| format!("{error}: write one width, or a range as 4..=60"));
    let (from, to) = (width(from)?, width(to)?);
    if from > to {
        return Err(format!("the range begins at {from} and ends at {to}: write the smaller width first"));
    }
    Ok((from, to))
}
