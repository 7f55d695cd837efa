//! Effective width against width: the staircase of equal buckets, the keys' own curve, the ceiling.

mod labels;
mod lines;
mod steps;

use super::axis::{Axis, Plot, Scale, axes};
use super::canvas::Canvas;
use super::legend::{Sample, legend};
use super::number::{plain, size};
use super::palette::Colour;
use super::scene::{Anchor, Bounds, Shape, Stroke, Target, Text};
use super::table::DataTable;
use super::{Chart, Look};
use crate::engine::{Cause, Outcome};
use crate::explore::SweepRow;
use crate::numerals::{counted, grouped, short};
use steps::Steps;

/// The line of the `nth` count compared with, from 0: which colour of [`super::Palette::series`], and the dash and the gap after it,
/// in points. The colours before those are the accent's and the keys' own curve's. Sixteen lines differ in one of the two; the first
/// four differ in both, so that they are told apart in grey as well.
#[must_use]
pub fn other_count(nth: usize) -> (usize, Option<[f64; 2]>) {
    const COLOURS: usize = 4;
    const DASHES: [Option<[f64; 2]>; 4] = [None, Some([9.0, 3.0]), Some([2.5, 2.5]), Some([14.0, 6.0])];
    (2 + nth % COLOURS, DASHES[(nth + nth / COLOURS) % DASHES.len()])
}

/// The same as a stroke.
fn other_stroke(canvas: &Canvas, nth: usize) -> Stroke {
    let (series, dash) = other_count(nth);
    let dash = dash.map(|lengths| lengths.map(|length| canvas.pt(length)));
    Stroke { colour: canvas.palette.series(series), width: canvas.pt(1.4), dash }
}

/// What the picture of widths is made from.
#[derive(Debug, Clone, Copy)]
pub struct WidthsChart<'a> {
    /// One sweep over rising widths a bucket count: the count in question first, then those to compare with. Shape: every
    /// slice holds rows of one count.
    pub counts: &'a [&'a [SweepRow]],
    /// A width to mark.
    pub today: Option<u32>,
    /// How many evenly loaded workers the job is never faster than, for its hottest key, where that is to be marked.
    pub limit: Option<f64>,
}

/// Effective width against width, for one bucket count or several; `None` where there is no row at all.
#[must_use]
pub fn widths(input: &WidthsChart<'_>, look: &Look) -> Option<Chart> {
    let rows = *input.counts.first().filter(|rows| !rows.is_empty())?;
    let steps = Steps::of(rows).around(input.today);
    let title = format!("What each width is worth on {}", counted(steps.buckets.into(), "bucket", "buckets"));
    let (mut canvas, mut area) = Canvas::new(look, &title, &steps.sentence());
    keys(&mut canvas, &mut area, input, &steps);

    let widest = input.counts.iter().flat_map(|rows| rows.iter()).map(|row| row.workers).max().unwrap_or(1);
    let tallest = input.counts.iter().flat_map(|rows| rows.iter()).map(|row| row.even_width.max(row.effective_width));
    let tallest = tallest.fold(1.0, f64::max);
    let y = Axis {
        scale: Scale::linear(0.0, tallest).rounded((area.height() / (canvas.caption() * 3.0)).clamp(2.0, 9.0)),
        title: "effective width: as fast as so many evenly loaded workers",
        write: &plain,
        whole: false,
    };
    let scale = Scale::linear(0.0, f64::from(widest));
    let x = Axis { scale, title: "width: workers asked for", write: &plain, whole: true };
    let plot = axes(&mut canvas, area, &y, &x);

    // Past the largest of several counts nothing more can be had; the smaller ones end where their lines do.
    let all: Vec<Steps<'_>> = input.counts.iter().filter(|rows| !rows.is_empty()).map(|rows| Steps::of(rows)).collect();
    let wall = highest_ceiling(&all);
    ceiling(&mut canvas, &plot, wall, f64::from(widest));
    diagonal(&mut canvas, &plot, f64::from(widest).min(y.scale.to));
    lines::waste(&mut canvas, &plot, &steps, y.scale.to);
    lines::band(&mut canvas, &plot, rows);
    for (nth, other) in input.counts.iter().skip(1).enumerate() {
        let stroke = other_stroke(&canvas, nth);
        lines::staircase(&mut canvas, &plot, other, stroke);
    }
    if has_own_curve(rows) {
        lines::simulated(&mut canvas, &plot, rows);
    }
    let stroke = Stroke::new(canvas.palette.accent, canvas.pt(2.2));
    lines::staircase(&mut canvas, &plot, rows, stroke);
    labels::ticks(&mut canvas, &plot, &steps);
    if let Some(limit) = input.limit {
        lines::limit(&mut canvas, &plot, limit, wall.map_or(f64::from(widest), |(last, _)| f64::from(last)));
    }
    labels::plateau(&mut canvas, &plot, &steps);
    strips(&mut canvas, &plot, rows);
    lines::useful(&mut canvas, &plot, &steps);
    if let Some(width) = input.today {
        lines::mark(&mut canvas, &plot, rows, width);
    }
    for (nth, other) in input.counts.iter().skip(1).enumerate() {
        let colour = other_stroke(&canvas, nth).colour;
        lines::name(&mut canvas, &plot, other, colour);
    }
    ceiling_label(&mut canvas, &plot, wall, f64::from(widest));
    labels::treads(&mut canvas, &plot, &steps);
    let scene = canvas.finish("Effective width drawn against width.");
    Some(Chart { scene, table: table(input) })
}

fn keys(canvas: &mut Canvas, area: &mut Bounds, input: &WidthsChart<'_>, steps: &Steps<'_>) {
    let (palette, thick) = (canvas.palette, canvas.pt(2.2));
    let count = format!("{} of equal load", counted(steps.buckets.into(), "bucket", "buckets"));
    let mut entries = vec![(Sample::Line(Stroke::new(palette.accent, thick)), count)];
    if has_own_curve(steps.rows) {
        entries.push((Sample::Line(Stroke::new(palette.series(1), thick)), "with these keys".to_owned()));
    }
    if steps.rows.iter().any(|row| row.band.is_some()) {
        let fill = palette.series(1).with_opacity(lines::BAND);
        entries.push((Sample::Fill(fill), "90\u{a0}% of the seeds".to_owned()));
    }
    for (nth, rows) in input.counts.iter().skip(1).enumerate() {
        if let Some(row) = rows.first() {
            entries.push((
                Sample::Line(other_stroke(canvas, nth)),
                format!("{} of equal load", grouped(row.buckets.into())),
            ));
        }
    }
    entries.push((Sample::Dot(palette.accent), "useful width: one bucket less on the busiest".to_owned()));
    let dashes = Stroke::dashed(palette.dim, canvas.pt(1.2), canvas.pt(3.0), canvas.pt(3.0));
    entries.push((Sample::Line(dashes), "if every worker earned its keep".to_owned()));
    legend(canvas, area, &entries);
}

/// Whether the keys make anything else of the widths than buckets of equal load do.
fn has_own_curve(rows: &[SweepRow]) -> bool {
    rows.iter().any(|row| (row.even_width - row.effective_width).abs() > 1e-9)
}

/// The last width at which every worker can own a bucket under some count, and what is past it; `None` where the rows of a count
/// do not go past its ceiling.
fn highest_ceiling<'a>(all: &'a [Steps<'_>]) -> Option<(u32, &'a SweepRow)> {
    let ceilings: Option<Vec<_>> = all.iter().map(Steps::ceiling).collect();
    ceilings?.into_iter().max_by_key(|(last, _)| *last)
}

/// The ceiling as a wall: hatched from the last width at which every worker can own a bucket.
fn ceiling(canvas: &mut Canvas, plot: &Plot, wall: Option<(u32, &SweepRow)>, widest: f64) {
    let Some((last, row)) = wall else { return };
    let bounds = Bounds { left: plot.x(f64::from(last)), right: plot.x(widest), ..plot.bounds };
    let (colour, _) = past(canvas, row);
    canvas.fill(bounds, 0.0, colour.with_opacity(26));
    canvas.hatch(bounds, colour.with_opacity(70));
    let edge = Stroke::new(colour, canvas.pt(1.6));
    canvas.line([bounds.left, bounds.top], [bounds.left, bounds.bottom], edge);
}

/// Says what is past the ceiling: in the wall where there is room, else before it.
fn ceiling_label(canvas: &mut Canvas, plot: &Plot, wall: Option<(u32, &SweepRow)>, widest: f64) {
    let Some((last, row)) = wall else { return };
    let bounds = Bounds { left: plot.x(f64::from(last)), right: plot.x(widest), ..plot.bounds };
    let (colour, text) = past(canvas, row);
    let size = canvas.label();
    let middle = f64::midpoint(bounds.left, bounds.right) + size * 0.3;
    let upwards = Text::new(text, [middle, bounds.bottom - canvas.pt(10.0)], size, colour).upwards();
    let within = bounds.grown(canvas.pt(1.0)).holds(&upwards.bounds());
    if !(within && canvas.plate_if_free(upwards)) {
        let x = bounds.left - canvas.pt(8.0);
        let heights = (0..12_u8).map(|step| bounds.bottom - canvas.pt(10.0) - f64::from(step) * size);
        let places: Vec<Text> = heights.map(|y| Text::new(text, [x, y], size, colour).anchored(Anchor::End)).collect();
        canvas.first_free(places.into_iter().filter(|text| plot.bounds.holds(&text.bounds())).collect::<Vec<_>>());
    }
}

/// Colour and words of what is past the ceiling.
const fn past(canvas: &Canvas, row: &SweepRow) -> (Colour, &'static str) {
    match row.outcome {
        Outcome::Refused if matches!(row.cause, Some(Cause::Backend)) => {
            (canvas.palette.bad, "refused by the state backend")
        }
        Outcome::Refused if matches!(row.cause, Some(Cause::TooNarrow)) => {
            (canvas.palette.bad, "refused: too few workers for a first start")
        }
        Outcome::Refused | Outcome::Runs => (canvas.palette.bad, "refused: more workers than buckets"),
        Outcome::Capped => (canvas.palette.warn, "capped: the surplus is not used"),
        Outcome::Idle => (canvas.palette.warn, "idle: the surplus owns no bucket"),
    }
}

/// A strip for each width, so that a pointer anywhere above it is told what the width is worth.
fn strips(canvas: &mut Canvas, plot: &Plot, rows: &[SweepRow]) {
    /// Narrower strips than these are not told apart.
    const MOST: usize = 2000;
    if rows.len() > MOST {
        return;
    }
    for (at, row) in rows.iter().enumerate() {
        let half =
            |other: Option<&SweepRow>| other.map_or(0.5, |other| f64::from(row.workers.abs_diff(other.workers)) / 2.0);
        let before = half(at.checked_sub(1).and_then(|before| rows.get(before)));
        let [left, right] = [f64::from(row.workers) - before, f64::from(row.workers) + half(rows.get(at + 1))];
        let right = plot.x(right).min(plot.bounds.right);
        let bounds = Bounds { left: plot.x(left), right, ..plot.bounds };
        canvas.spot(in_words(row), Target::Width(row.workers), bounds);
    }
}

/// What a width is worth, and the formulas behind it.
fn in_words(row: &SweepRow) -> String {
    let (n, p) = (grouped(row.buckets.into()), grouped(row.workers.into()));
    if row.owners == 0 {
        return format!("{p} workers: refused, {n} buckets are fewer");
    }
    format!(
        "{}\nbuckets of equal load: {n} ÷ {} on the busiest = {}\nthese keys: all load ÷ the busiest worker's = {}",
        counted(row.workers.into(), "worker", "workers"),
        grouped(row.most_buckets.into()),
        worth(row.even_width),
        worth(row.effective_width)
    )
}

fn diagonal(canvas: &mut Canvas, plot: &Plot, end: f64) {
    let stroke = Stroke::dashed(canvas.palette.dim, canvas.pt(1.2), canvas.pt(3.0), canvas.pt(3.0));
    canvas.add(Shape::Line { from: plot.at(0.0, 0.0), to: plot.at(end, end), stroke });
}

fn table(input: &WidthsChart<'_>) -> DataTable {
    let rows = input.counts.iter().flat_map(|rows| rows.iter()).map(|row| {
        let figure = |value: f64| if row.owners == 0 { String::new() } else { value.to_string() };
        let band = row.band.filter(|_| row.owners > 0);
        [
            row.buckets.to_string(),
            row.workers.to_string(),
            outcome(row.outcome).to_owned(),
            figure(f64::from(row.most_buckets)),
            figure(row.even_width),
            figure(row.effective_width),
            band.map_or_else(String::new, |band| (f64::from(row.workers) / band.p95).to_string()),
            band.map_or_else(String::new, |band| (f64::from(row.workers) / band.p5).to_string()),
        ]
    });
    let header = [
        "buckets",
        "workers",
        "outcome",
        "most_buckets",
        "even_width",
        "effective_width",
        "effective_width_p5",
        "effective_width_p95",
    ];
    DataTable::new(header, rows)
}

/// The outcome's name, as in every other table.
pub(super) const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Runs => "runs",
        Outcome::Refused => "refused",
        Outcome::Capped => "capped",
        Outcome::Idle => "idle",
    }
}

/// A width as it is read in a label: one decimal at most.
fn worth(width: f64) -> String {
    if width >= 1000.0 { plain(libm::round(width)) } else { short(width) }
}

/// The middle of a stretch of numbers.
fn middle(from: u32, to: u32) -> f64 {
    f64::midpoint(f64::from(from), size(to as usize))
}
