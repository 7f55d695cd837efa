//! `redeal figure`: one chart of a scenario as SVG, PNG or its numbers.

use super::failure::Failure;
use super::progress::Bar;
use super::source::{self, Source};
use super::{Answer, arguments, output};
use crate::explore::{
    BadPlan, CostCurve, Plan, SweepRow, SweepSpec, advise, cost_curve, counts_around, powers_of_two, sweep,
    widths_up_to, widths_worth_sweeping,
};
use crate::figure::{self, Chart, Counts, Look, Movement, Runway, Size, Snapshot, Widths};
use crate::plain::visible;
use crate::simulate::{BucketChoice, Report};
use crate::unit::{BucketCount, WorkerCount};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Draws one chart of a scenario: SVG, PNG, or its numbers as CSV, by the ending of the file's name.
///
/// The same scenario gives the same file, byte for byte.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal figure 128-buckets --kind widths -o widths.svg\n  redeal figure job.ron --kind \
                        deal --step 1 --dark --size 1600x1000 -o deal.png\n  redeal figure job.ron --kind counts --buckets \
                        120,128,240 -o counts.csv\n  redeal figure plan-4-to-40 --kind runway -o runway.svg"
)]
pub(super) struct Arguments {
    /// Scenario file, or the name of a shipped scenario.
    scenario: OsString,
    /// What to draw.
    #[arg(long, value_enum)]
    kind: Kind,
    /// Light text on a dark ground.
    #[arg(long)]
    dark: bool,
    /// Width and height in points, which are the pixels of a PNG.
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "800x500")]
    size: Size,
    /// The step of deal, or the step that move ends at, counted from 0; without it the last that is not refused.
    #[arg(long, value_name = "STEP", allow_negative_numbers = true)]
    step: Option<usize>,
    /// Bucket counts of widths, counts and snapshot, or the one of runway; without it the scenario's (widths, runway) or round
    /// ones around it.
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = arguments::buckets, allow_negative_numbers = true)]
    buckets: Vec<BucketCount>,
    /// Draws by other seeds, for the band of widths.
    #[arg(long, value_name = "K", default_value_t = 0, allow_negative_numbers = true)]
    seeds: u32,
    /// File to write, whole or not at all. Its name ends in .svg, .png or .csv.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Arguments {
    /// Refuses options that mean nothing to the kind of chart.
    fn check(&self) -> Result<(), Failure> {
        let misfits = [
            ("--step", self.step.is_some(), &[Kind::Deal, Kind::Move][..]),
            ("--buckets", !self.buckets.is_empty(), &[Kind::Widths, Kind::Counts, Kind::Snapshot, Kind::Runway]),
            ("--seeds", self.seeds > 0, &[Kind::Widths]),
        ];
        match misfits.into_iter().find(|(_, given, kinds)| *given && !kinds.contains(&self.kind)) {
            None => Ok(()),
            Some((option, _, kinds)) => {
                let name = |kind: &Kind| {
                    kind.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
                };
                let (found, kinds) = (name(&self.kind), kinds.iter().map(name).collect::<Vec<_>>().join(", "));
                Err(Failure::Told(format!("{option} says nothing about --kind {found}: it is for {kinds}")))
            }
        }
    }

    /// The counts asked for, in their order, each once.
    fn distinct_buckets(&self) -> Vec<BucketCount> {
        let first = |at: &usize| !self.buckets[..*at].contains(&self.buckets[*at]);
        (0..self.buckets.len()).filter(first).map(|at| self.buckets[at]).collect()
    }
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
}

/// How a chart is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Csv,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let format = format(&arguments.output)?;
    arguments.check()?;
    let source = source::load(&arguments.scenario)?;
    source.keep(Some(&arguments.output))?;
    let look = Look { size: arguments.size, dark: arguments.dark, origin: origin(&source) };
    let chart = match arguments.kind {
        Kind::Deal => deal(arguments, &source, &look),
        Kind::Move => movement(arguments, &source, &look),
        Kind::Widths => widths(arguments, &source, &look),
        Kind::Counts => counts(arguments, &source, &look),
        Kind::Snapshot => snapshot(arguments, &source, &look),
        Kind::Runway => runway(arguments, &source, &look),
    }?;
    let bytes = match format {
        Format::Csv => chart.table.csv().into_bytes(),
        Format::Svg => figure::svg(&chart.scene).into_bytes(),
        Format::Png => figure::png(&chart.scene).map_err(|error| source.told(&error))?,
    };
    output::stream(Some(&arguments.output), |out| out.write_all(&bytes))?;
    Ok(Answer::Done)
}

fn format(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("csv") => Ok(Format::Csv),
        _ => Err(Failure::Told(format!("-o {}: the name must end in .svg, .png or .csv", path.display()))),
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

/// The step asked for, or the last one that is not refused.
fn step(arguments: &Arguments, source: &Source, report: &Report) -> Result<usize, Failure> {
    let last = report.steps.iter().rposition(|step| step.deal.is_some());
    let Some(step) = arguments.step else {
        return last.ok_or_else(|| source.told(&"every step is refused, so there is nothing to draw"));
    };
    match report.steps.get(step) {
        None => Err(source.told(&format!("--step {step}: the last step is {}", report.steps.len() - 1))),
        Some(found) if found.deal.is_none() => {
            Err(source.told(&format!("--step {step} is refused, so there is nothing to draw")))
        }
        Some(_) => Ok(step),
    }
}

fn drawn(chart: Option<Chart>, source: &Source) -> Result<Chart, Failure> {
    chart.ok_or_else(|| source.told(&"there is nothing to draw"))
}

fn deal(arguments: &Arguments, source: &Source, look: &Look) -> Result<Chart, Failure> {
    let report = source.simulate()?;
    drawn(figure::deal(&report, step(arguments, source, &report)?, look), source)
}

fn movement(arguments: &Arguments, source: &Source, look: &Look) -> Result<Chart, Failure> {
    let report = source.simulate()?;
    let to = step(arguments, source, &report)?;
    let from = report.steps[to].movement.as_ref().map(|movement| movement.from_step);
    let deals = from.and_then(|from| report.steps[from].deal.as_deref()).zip(report.steps[to].deal.as_deref());
    let Some((before, after)) = deals else {
        return Err(
            source.told(&format!("nothing moves to step {to}: it is a first start, or its bucket count is another"))
        );
    };
    let input = Movement { before: &before.assignment, after: &after.assignment, load: &after.buckets.load };
    drawn(figure::movement(&input, look), source)
}

fn widths(arguments: &Arguments, source: &Source, look: &Look) -> Result<Chart, Failure> {
    let own = source.job.first_buckets().map_err(|error| source.told(&error))?;
    let counts = if arguments.buckets.is_empty() { vec![own] } else { arguments.distinct_buckets() };
    let widths = widths_worth_sweeping(&source.job, &counts);
    let rows = swept(source, counts, widths, arguments.seeds)?;
    let groups: Vec<&[SweepRow]> = rows.chunk_by(|a, b| a.buckets == b.buckets).collect();
    let mut today = source.job.starts.iter().rev().map(|start| start.width.get());
    let today = today.find(|width| groups[0].iter().any(|row| row.workers == *width && row.owners > 0));
    drawn(figure::widths(&Widths { counts: &groups, today }, look), source)
}

fn counts(arguments: &Arguments, source: &Source, look: &Look) -> Result<Chart, Failure> {
    let own = source.job.first_buckets().map_err(|error| source.told(&error))?;
    let counts =
        if arguments.buckets.is_empty() { counts_around(&source.job, own) } else { arguments.distinct_buckets() };
    let widest = source.job.starts.iter().map(|start| start.width).max().unwrap_or(WorkerCount::ONE);
    let rows = swept(source, counts.clone(), widths_up_to(widest.max(WorkerCount::clamped(40))), 0)?;
    let width = source.job.starts.iter().map(|start| start.width).min().unwrap_or(WorkerCount::ONE);
    let curve = costs(source, &counts, width)?;
    let metadata: Vec<(u32, u64)> =
        curve.points.iter().map(|point| (point.buckets, point.cost.metadata_bytes)).collect();
    drawn(figure::counts(&Counts { rows: &rows, metadata: &metadata, today: Some(own.get()) }, look), source)
}

fn snapshot(arguments: &Arguments, source: &Source, look: &Look) -> Result<Chart, Failure> {
    let own = source.job.first_buckets().map_err(|error| source.told(&error))?;
    let counts = if arguments.buckets.is_empty() { powers_of_two(&source.job, own) } else { arguments.buckets.clone() };
    let width = source.job.starts[0].width;
    let curve = costs(source, &counts, width)?;
    let costs: Vec<_> = curve.points.into_iter().map(|point| (point.buckets, point.cost)).collect();
    drawn(figure::snapshot(&Snapshot { costs: &costs, today: Some(own.get()) }, look), source)
}

/// The count as an advice judges it, so that the picture shows what an advice says.
fn runway(arguments: &Arguments, source: &Source, look: &Look) -> Result<Chart, Failure> {
    let mut job = source.job.clone();
    match *arguments.distinct_buckets() {
        [] => {}
        [count] => job.buckets = BucketChoice::Fixed(count),
        ref counts => {
            return Err(Failure::Told(format!("--buckets has {} counts: a runway is of one", counts.len())));
        }
    }
    job.check().map_err(|error| source.told(&error))?;
    let plan = source.scenario.plan.clone().unwrap_or_else(|| Plan::of_steps(&job));
    if plan.growth_per_year <= 0.0 {
        return Err(source.told(&format!("plan: {}", BadPlan::NoGrowth)));
    }
    let bar = Bar::of_advice(&job);
    let advice = advise(&job, &plan, &bar).map_err(|error| source.told(&error));
    bar.finish();
    let planned = advice?.today.and_then(|today| Runway::planned(&plan, &today, &job.engine.facts().words));
    drawn(planned.and_then(|planned| figure::runway(&planned, look)), source)
}

fn costs(source: &Source, counts: &[BucketCount], width: WorkerCount) -> Result<CostCurve, Failure> {
    let bar = Bar::of_counts(&source.job, counts.len());
    let curve = cost_curve(&source.job, counts, width, &bar).map_err(|error| source.told(&error));
    bar.finish();
    curve
}

fn swept(
    source: &Source,
    buckets: Vec<BucketCount>,
    workers: Vec<WorkerCount>,
    seeds: u32,
) -> Result<Vec<SweepRow>, Failure> {
    let spec = SweepSpec { buckets, workers, seeds };
    let bar = Bar::of_draws(&source.job, &spec);
    let rows = sweep(&source.job, &spec, &bar, &mut |_| ()).map_err(|error| source.told(&error));
    bar.finish();
    rows
}
