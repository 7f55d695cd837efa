//! `redeal sweep`: many widths, counts and seeds of one scenario.

use super::failure::Failure;
use super::progress::Bar;
use super::{Answer, arguments, output, source};
use crate::explore::{SweepSpec, seeds_change_nothing, sweep, widths_worth_sweeping};
use crate::export::{sweep_csv, sweep_csv_header, write_sweep_json};
use crate::unit::{BucketCount, WorkerCount};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Sweeps a scenario's keys over widths, bucket counts and seeds: one row a count and width.
///
/// Each width is a restart of a job whose first start fixed the count. With --seeds, the ranks are dealt to the keys anew by
/// each seed, and the columns p5, p50 and p95 hold the percentiles of peak to mean.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal sweep 128-buckets --workers 1..=140\n  redeal sweep job.ron --buckets 120,128,240,720 \
                        --workers 4..=60 --seeds 50 --format json -o sweep.json"
)]
pub(super) struct Arguments {
    /// Scenario file, or the name of a shipped scenario.
    scenario: OsString,
    /// Widths, both ends included; without it every width to a little past the largest count, or as many of them as take a
    /// moment.
    #[arg(long, value_name = "A..=B", value_parser = widths, allow_negative_numbers = true)]
    workers: Option<(WorkerCount, WorkerCount)>,
    /// Bucket counts; without it the scenario's.
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = arguments::buckets, allow_negative_numbers = true)]
    buckets: Vec<BucketCount>,
    /// Draws by other seeds beside the scenario's own.
    #[arg(long, value_name = "K", default_value_t = 0, allow_negative_numbers = true)]
    seeds: u32,
    /// How the table is written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// File to write, whole or not at all, instead of stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
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
    let source = source::load(&arguments.scenario)?;
    source.keep(arguments.output.as_deref())?;
    let job = &source.job;
    let buckets = if arguments.buckets.is_empty() {
        vec![job.first_buckets().map_err(|error| source.told(&error))?]
    } else {
        arguments.buckets.clone()
    };
    let workers = match arguments.workers {
        Some((from, to)) => (from.get()..=to.get()).map(|width| WorkerCount::clamped(width.into())).collect(),
        None => widths_worth_sweeping(&source.job, &buckets),
    };
    let spec = SweepSpec { buckets, workers, seeds: arguments.seeds };
    let stream = arguments.format == Format::Csv && arguments.output.is_none();
    let (mut printed, bar) = (Ok(()), Bar::of_draws(job, &spec));
    let mut print = |text: &str| {
        if stream && printed.is_ok() {
            printed = output::emit(text, None);
        }
    };
    let mut first = true;
    let rows = sweep(job, &spec, &bar, &mut |rows| {
        if std::mem::take(&mut first) {
            print(sweep_csv_header());
        }
        print(&sweep_csv(rows));
    });
    bar.finish();
    let rows = rows.map_err(|error| source.told(&error))?;
    if spec.seeds > 0 && seeds_change_nothing(job) {
        output::note(
            "every key has the same load, so no seed changes a figure: p5, p50 and p95 are the row's peak to mean",
        );
    }
    printed?;
    match arguments.format {
        Format::Csv if stream => {}
        Format::Csv => output::stream(arguments.output.as_deref(), |out| {
            out.write_all(sweep_csv_header().as_bytes())?;
            rows.chunks(1000).try_for_each(|rows| out.write_all(sweep_csv(rows).as_bytes()))
        })?,
        Format::Json => output::stream(arguments.output.as_deref(), |out| write_sweep_json(&rows, out))?,
    }
    Ok(Answer::Done)
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
