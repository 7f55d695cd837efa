//! `redeal figure`: one chart of a scenario as SVG, PNG or its numbers.

mod beside;
mod counts;
mod exit;
mod planned;
mod restart;
mod snapshot;
mod step_dealt;
mod swept;
mod widths;

use super::failure::Failure;
use super::key_list::{Around, KeyOptions};
use super::source::{self, Source};
use super::{Answer, arguments, output};
use crate::figure::{self, Chart, Look, Size};
use crate::plain::visible;
use crate::unit::{BucketCount, WorkerCount};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Draws one chart of a scenario: SVG, PNG, or its numbers as CSV, by the ending of the file's name.
///
/// The same scenario gives the same file, byte for byte.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal figure 128-buckets --kind widths -o widths.svg\n  redeal figure job.ron --kind \
                        deal --step 2 --dark --size 1600x1000 -o deal.png\n  redeal figure job.ron --kind counts --buckets \
                        120,128,240 -o counts.csv\n  redeal figure keys.csv --kind deal --engine flink --buckets 128 --workers 48 -o deal.svg\n  redeal figure plan-4-to-40 --kind runway -o runway.svg\n  redeal figure \
                        today.ron more.ron most.ron --kind compare --base 2 -o choice.svg\n  redeal figure job.ron --kind widths --format svg -o - > widths.svg"
)]
pub(super) struct Arguments {
    /// Scenario file, the name of a shipped scenario, a list of keys, or a snapshot; two to four of them for compare. - is
    /// standard input.
    #[arg(value_name = "SCENARIO", required = true, num_args = 1..)]
    scenarios: Vec<OsString>,
    /// What to draw.
    #[arg(long, value_enum)]
    kind: Kind,
    /// Light text on a dark ground.
    #[arg(long)]
    dark: bool,
    /// Width and height in points, which are the pixels of a PNG.
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "800x500")]
    size: Size,
    /// The step of deal and ways-out, or the step that move ends at: 1 = the first start, as the report counts. Without it the
    /// last that is not refused, or the last that moves anything.
    #[arg(long, value_name = "STEP", allow_negative_numbers = true)]
    step: Option<usize>,
    /// Widths of the first start and the restarts, instead of the scenario's, as in report.
    #[arg(long, value_name = "P,P,…", value_delimiter = ',', value_parser = arguments::workers, allow_negative_numbers = true)]
    workers: Vec<WorkerCount>,
    /// Bucket counts of widths, counts and snapshot, the one of runway, or the one that ways-out goes to; without it the
    /// scenario's (widths, runway, ways-out) or round ones around it. With a list of keys the first is the job's.
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = arguments::buckets, allow_negative_numbers = true)]
    buckets: Vec<BucketCount>,
    /// Draws by other seeds, for the band of widths.
    #[arg(long, value_name = "K", default_value_t = 0, allow_negative_numbers = true)]
    seeds: u32,
    /// Which scenario of compare the differences are taken from, 1 = the first; the first where none is named.
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    base: Option<usize>,
    /// How it is written; without it as the ending of -o says.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File to write, whole or not at all. Its name ends in .svg, .png or .csv, or --format says how it is written; - is stdout, with
    /// --format.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    list: KeyOptions,
}

/// What can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// One step: the wall of buckets and a bar for every worker.
    Deal,
    /// Effective width against width.
    Widths,
    /// How evenly each bucket count deals at each width.
    Counts,
    /// What a snapshot costs by bucket count.
    Snapshot,
    /// Who hands buckets to whom at a restart.
    Move,
    /// How long the bucket count lasts under the growth of the scenario's plan.
    Runway,
    /// What a larger count still buys under the scenario's plan.
    TradeOff,
    /// The three ways to another bucket count: time and bytes.
    WaysOut,
    /// Two to four scenarios on the same axes.
    Compare,
}

impl Kind {
    /// Its name on the command line.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

impl Arguments {
    /// Refuses options that mean nothing to the kind of chart, and more scenarios than it shows.
    fn check(&self) -> Result<(), Failure> {
        let counted = [Kind::Widths, Kind::Counts, Kind::Snapshot, Kind::Runway, Kind::WaysOut];
        let misfits = [
            ("--step", self.step.is_some(), &[Kind::Deal, Kind::Move, Kind::WaysOut][..]),
            ("--buckets", !self.buckets.is_empty() && !self.list.is_of_list(), &counted),
            ("--seeds", self.seeds > 0, &[Kind::Widths]),
            ("--base", self.base.is_some(), &[Kind::Compare]),
        ];
        let name = self.kind.name();
        if let Some((option, _, kinds)) =
            misfits.into_iter().find(|(_, given, kinds)| *given && !kinds.contains(&self.kind))
        {
            let kinds = kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
            return Err(Failure::Told(format!("{option} says nothing about --kind {name}: it is for {kinds}")));
        }
        let found = self.scenarios.len();
        if self.kind != Kind::Compare && found > 1 {
            let text = format!("--kind {name} shows one scenario: found {found}; two to four are for --kind compare");
            return Err(Failure::Told(text));
        }
        Ok(())
    }

    /// The counts to draw, in their order, each once. With a list of keys the first is the job's: alone it asks for no others, and
    /// a way out begins at it.
    fn distinct_buckets(&self) -> Vec<BucketCount> {
        let all = arguments::distinct(&self.buckets);
        let is_jobs = self.list.is_of_list() && (all.len() == 1 || matches!(self.kind, Kind::WaysOut | Kind::Runway));
        if is_jobs { all.into_iter().skip(1).collect() } else { all }
    }

    /// The job around a list of keys.
    fn around(&self) -> Around<'_> {
        let buckets = self.buckets.first().copied().filter(|_| self.list.is_of_list());
        Around { options: &self.list, buckets, widths: &self.workers }
    }

    /// The one count asked for, if any, for what is `of_one`.
    fn one_count(&self, of_one: &str) -> Result<Option<BucketCount>, Failure> {
        match *self.distinct_buckets() {
            [] => Ok(None),
            [count] => Ok(Some(count)),
            ref counts => Err(Failure::Told(format!("--buckets has {} counts: {of_one}", counts.len()))),
        }
    }

    fn look(&self, origin: String) -> Look {
        Look { size: self.size, dark: self.dark, origin }
    }
}

/// How a chart is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A drawing, for pages.
    Svg,
    /// A picture of pixels.
    Png,
    /// The numbers alone.
    Csv,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let format = format(arguments.format, &arguments.output)?;
    let is_stdout = output::file(Some(&arguments.output)).is_none();
    if format == Format::Png && is_stdout && io::stdout().is_terminal() {
        let text = "-o -: a PNG is no text, and this is a terminal: name a file, or send it on with | or >";
        return Err(Failure::Told(text.to_owned()));
    }
    arguments.check()?;
    let chart = if arguments.kind == Kind::Compare { beside::compare(arguments)? } else { of_one(arguments)? };
    let bytes = match format {
        Format::Csv => chart.table.csv().into_bytes(),
        Format::Svg => figure::svg(&chart.scene).into_bytes(),
        Format::Png => figure::png(&chart.scene).map_err(|error| Failure::Told(error.to_string()))?,
    };
    output::stream(Some(&arguments.output), |out| out.write_all(&bytes))?;
    Ok(Answer::Done)
}

/// The chart of a kind that shows one scenario.
fn of_one(arguments: &Arguments) -> Result<Chart, Failure> {
    let mut source = source::load_list(&arguments.scenarios[0], &arguments.around())?;
    source.keep(Some(&arguments.output))?;
    source.replace_widths(&arguments.workers)?;
    let look = arguments.look(origin(&source));
    let chart = match arguments.kind {
        Kind::Deal => step_dealt::deal(arguments, &source, &look),
        Kind::Move => restart::movement(arguments, &source, &look),
        Kind::Widths => widths::widths(arguments, &source, &look),
        Kind::Counts => counts::counts(arguments, &source, &look),
        Kind::Snapshot => snapshot::snapshot(arguments, &source, &look),
        Kind::Runway => planned::runway(arguments, &source, &look),
        Kind::TradeOff => planned::trade_off(&source, &look),
        Kind::WaysOut | Kind::Compare => exit::ways_out(arguments, &source, &look),
    }?;
    chart.ok_or_else(|| source.told(&"there is nothing to draw"))
}

/// The format: the one told, else the one that the name ends in.
fn format(told: Option<Format>, path: &Path) -> Result<Format, Failure> {
    if let Some(told) = told {
        return Ok(told);
    }
    if output::file(Some(path)).is_none() {
        return Err(Failure::Told("-o -: say --format svg, png or csv: there is no name that ends in it".to_owned()));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("csv") => Ok(Format::Csv),
        _ => Err(Failure::Told(format!(
            "-o {}: the name must end in .svg, .png or .csv, or --format say which",
            path.display()
        ))),
    }
}

/// `WxH`.
fn size(text: &str) -> Result<Size, String> {
    let sides =
        text.split_once(['x', '×']).and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let (width, height) = sides.ok_or("width and height are needed, as 800x500")?;
    Size::new(width, height).map_err(|error| error.to_string())
}

/// Where the numbers come from, for the foot of the picture.
fn origin(source: &Source) -> String {
    let (job, version) = (&source.job, env!("CARGO_PKG_VERSION"));
    format!("{} · {} · seed {} · redeal {version}", visible(&job.name), job.engine.facts().name, job.seed)
}
