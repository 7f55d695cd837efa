//! `redeal ways-out`: what it takes to get to another bucket count.

use super::failure::Failure;
use super::progress::Bar;
use super::source::{self, Source};
use super::{Answer, arguments, output, report, step};
use crate::explore::{ExitPlan, WaysOut, ways_out_from};
use crate::export::{ways_out_csv, ways_out_json, ways_out_markdown, ways_out_text};
use crate::unit::{BucketCount, WorkerCount};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Works out the three ways to another bucket count: rebuild from the source, rewrite the snapshot, split over two jobs.
///
/// For each: whether the engine has it, how it is done, its limits and where that is known from; how long the job stops, how
/// long it takes to catch up, how long results are incomplete, bytes read and written, and what is there twice from then on.
#[derive(Debug, Args)]
#[command(
    after_help = "What it depends on, in a scenario file:\n  ways_out: ExitPlan(new_buckets: 720, live_per_sec: 20000, \
                  replay_per_sec: 100000,\n    bytes_per_sec: 100000000, restart_secs: 60)\nAlso history_records (those that \
                  made the state) and retained_records (the newest that the source\nstill holds). Without it: four times \
                  the count, 10 000 records a second that arrive, 50 000 a second\nreplayed, 100 MB a second, 60 s for a \
                  restart.\n\nJSON (redeal-ways-out/1): plan, workers, buckets, new_buckets, snapshot_bytes, files, \
                  history_records,\nroutes: [kind, allowed (yes, limited, no, needless), how, limits, source, restores, \
                  stop_secs,\ncatch_up_secs, incomplete_secs (both null = no end), lost_share, records_replayed, \
                  bytes_read,\nbytes_written, snapshot_bytes_after, files_after, jobs_after, ceiling_after]. CSV: a line \
                  a way and\nfigure, with its unit.\n\nExamples:\n  redeal ways-out plan-4-to-40\n  redeal ways-out \
                  128-buckets --workers 40 --buckets 720\n  redeal ways-out job.ron --step 2 --format markdown -o exit.md"
)]
pub(super) struct Arguments {
    /// Scenario file, or the name of a shipped scenario. - is standard input.
    scenario: OsString,
    /// The step it goes out from, 1 = the first start; without it the last that is not refused.
    #[arg(long, value_name = "STEP", value_parser = arguments::step, allow_hyphen_values = true)]
    step: Option<usize>,
    /// Width of a step, instead of the scenario's; again for each restart.
    #[arg(long, value_name = "P,P,…", value_delimiter = ',', value_parser = arguments::workers, allow_hyphen_values = true)]
    workers: Vec<WorkerCount>,
    /// The count wanted, instead of the scenario's.
    #[arg(long, value_name = "N", value_parser = arguments::buckets, allow_hyphen_values = true)]
    buckets: Option<BucketCount>,
    /// How it is written; without it as the ending of -o says, else text.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File to write, whole or not at all, instead of stdout; - is stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How ways out are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To be read in a terminal.
    #[default]
    Text,
    /// Format redeal-ways-out/1.
    Json,
    /// One line a way and figure.
    Csv,
    /// For a pull request or a wiki.
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let how = output::format(arguments.format, arguments.output.as_deref())?;
    let mut source = source::load(&arguments.scenario)?;
    let file = output::file(arguments.output.as_deref());
    source.keep(file)?;
    source.replace_widths(&arguments.workers)?;
    let (ways, plan) = of(&source, arguments.step, arguments.buckets)?;
    let facts = source.job.engine.facts();
    let text = match how {
        Format::Json => ways_out_json(&ways, &plan, &source.job),
        Format::Csv => ways_out_csv(&ways),
        Format::Markdown => ways_out_markdown(&ways, &plan, facts),
        Format::Text => {
            let (width, unicode) = report::paper(file);
            ways_out_text(&ways, &plan, facts, width, unicode)
        }
    };
    output::emit(&text, file)?;
    Ok(Answer::Done)
}

/// The ways out of a step, and what they were worked out with.
pub(super) fn of(
    source: &Source,
    step: Option<usize>,
    buckets: Option<BucketCount>,
) -> Result<(WaysOut, ExitPlan), Failure> {
    let report = source.simulate()?;
    let step = step::chosen(source, &report, step, "there is no state to take elsewhere")?;
    let mut plan = source.scenario.exit_plan(report.steps[step].bucket_count);
    plan.new_buckets = buckets.unwrap_or(plan.new_buckets);
    let bar = Bar::of(&source.job);
    let ways = ways_out_from(&source.job, &report, step, &plan, &bar).map_err(|error| source.told(&error));
    bar.finish();
    Ok((ways?, plan))
}
