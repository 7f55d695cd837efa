//! Bucket counts against widths: how uneven each pair is, and what each count costs.

mod cells;

use super::canvas::Canvas;
use super::legend::{self, Sample, legend};
use super::measure::{self, ASCENT};
use super::number::plain;
use super::scene::{Anchor, Bounds, Shape, Stroke, Target, Text, Weight};
use super::table::DataTable;
use super::widths::outcome;
use super::{Chart, Look};
use crate::engine::Outcome;
use crate::explore::SweepRow;
use crate::numerals::{bytes, counted, grouped, times};
use crate::unit::float;
use cells::Cells;

/// Height of a row that stands alone, at most, in points.
const ONE_ROW: f64 = 72.0;

/// What the heat map of counts is made from.
#[derive(Debug, Clone, Copy)]
pub struct CountsChart<'a> {
    /// A sweep over several counts. Shape: the rows of a count stand together, and every count has the same widths.
    pub rows: &'a [SweepRow],
    /// Count and bytes of snapshot metadata at that count; counts without an entry show none.
    pub metadata: &'a [(u32, u64)],
    /// A count to mark.
    pub today: Option<u32>,
}

/// The heat map of peak-to-mean over counts and widths; `None` where there is no row.
#[must_use]
pub fn counts(input: &CountsChart<'_>, look: &Look) -> Option<Chart> {
    let groups: Vec<&[SweepRow]> = input.rows.chunk_by(|a, b| a.buckets == b.buckets).collect();
    let first = groups.first()?;
    // A count still to come may be better than all that are there.
    let said = if input.metadata.is_empty() { "Counts are still being swept.".to_owned() } else { sentence(&groups) };
    let (mut canvas, mut area) = Canvas::new(look, "How evenly each bucket count deals", &said);
    let worst = input.rows.iter().filter(|row| row.owners > 0).map(|row| row.peak_to_mean).fold(1.05, f64::max);
    keys(&mut canvas, &mut area, input, worst);

    let caption = canvas.caption();
    let mut plot = area;
    plot.top += caption * 1.2 + canvas.pt(5.0);
    plot.bottom -= caption * 2.0 + canvas.pt(11.0);
    let longest = groups.iter().map(|rows| measure::width(&grouped(rows[0].buckets.into()), caption, Weight::Strong));
    plot.left += longest.fold(measure::width("buckets", caption, Weight::Regular), f64::max) + canvas.pt(6.0);
    let costs: Vec<Option<u64>> = groups.iter().map(|rows| cost(input, rows[0].buckets)).collect();
    let none = costs.iter().flatten().all(|&cost| cost == 0);
    let costs = if none { vec![None; costs.len()] } else { costs };
    let column = cost_column(&canvas, &area, &costs);
    plot.right -= column;
    if groups.len() == 1 {
        // One row says as much when it is low.
        let spare = (plot.height() - canvas.pt(ONE_ROW)).max(0.0);
        plot.bottom -= spare;
        area.bottom -= spare;
    }

    let cells = Cells::new(&canvas, plot, &groups);
    cells.draw(&mut canvas, worst);
    titles(&mut canvas, &area, &cells, first);
    let numbered = row_numbers(&mut canvas, &area, &cells, &groups, input.today);
    if column > 0.0 {
        let place = Bounds { left: plot.right + canvas.pt(12.0), right: area.right, ..plot };
        draw_costs(&mut canvas, &cells, place, (&costs, &numbered));
    }
    let scene = canvas.finish("Heat map of busiest load to mean load, a row a bucket count and a column a width.");
    Some(Chart { scene, table: table(input) })
}

/// Which count deals most evenly, among those that run at the most widths.
fn sentence(groups: &[&[SweepRow]]) -> String {
    let of = |rows: &&[SweepRow]| {
        let ran = || rows.iter().filter(|row| row.owners > 0);
        let worst = ran().map(|row| row.peak_to_mean).fold(1.0, f64::max);
        (rows[0].buckets, ran().count(), ran().map(|row| row.workers).max().unwrap_or(0), worst)
    };
    let best = groups.iter().map(of).reduce(|best, next| {
        let better = next.1 > best.1 || (next.1 == best.1 && next.3 < best.3 - 1e-9);
        if better { next } else { best }
    });
    let Some((buckets, 1.., widest, worst)) = best else {
        return "Every width shown is refused by every count.".to_owned();
    };
    if groups.len() == 1 {
        return format!(
            "Up to {} on {} the busiest worker carries at most {} the mean.",
            counted(widest.into(), "worker", "workers"),
            counted(buckets.into(), "bucket", "buckets"),
            times(worst)
        );
    }
    format!(
        "Up to {}, {} deal most evenly: the busiest worker carries at most {} the mean.",
        counted(widest.into(), "worker", "workers"),
        counted(buckets.into(), "bucket", "buckets"),
        times(worst)
    )
}

fn keys(canvas: &mut Canvas, area: &mut Bounds, input: &CountsChart<'_>, worst: f64) {
    let marks = [1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0, 10_000.0];
    let inner = marks.into_iter().filter(|&mark| mark > 1.0 && cells::place(mark, worst) < 0.9);
    let text = |ratio: f64| format!("{}×", plain(ratio));
    // The ends are written first: what stands between gives way to them.
    let digits = if worst < 10.0 {
        100.0
    } else if worst < 100.0 {
        10.0
    } else {
        1.0
    };
    let ends = [(0.0, text(1.0)), (1.0, text(libm::round(worst * digits) / digits))];
    let marks: Vec<(f64, String)> =
        ends.into_iter().chain(inner.map(|mark| (cells::place(mark, worst), text(mark)))).collect();
    legend::ramp(canvas, area, "busiest ÷ mean load", &marks);
    let mut entries = Vec::new();
    if input.rows.iter().any(|row| row.outcome == Outcome::Refused) {
        entries.push((Sample::Hatch(canvas.palette.bad), "refused".to_owned()));
    }
    if input.today.is_some_and(|today| input.rows.iter().any(|row| row.buckets == today)) {
        entries.push((Sample::Outline(canvas.palette.accent), "the count in the scenario".to_owned()));
    }
    legend(canvas, area, &entries);
}

fn cost(input: &CountsChart<'_>, buckets: u32) -> Option<u64> {
    input.metadata.iter().find(|(count, _)| *count == buckets).map(|(_, bytes)| *bytes)
}

/// Width of the column of costs, with the space before it; 0 where there are none.
fn cost_column(canvas: &Canvas, area: &Bounds, costs: &[Option<u64>]) -> f64 {
    let texts = costs.iter().flatten().map(|&cost| measure::width(&bytes(cost), canvas.caption(), Weight::Regular));
    let Some(widest) = texts.reduce(f64::max) else { return 0.0 };
    let bar = if area.width() > canvas.pt(560.0) { canvas.pt(46.0) } else { 0.0 };
    widest.max(measure::width("metadata", canvas.caption(), Weight::Regular)) + bar + canvas.pt(14.0)
}

/// The costs of counts, written in the rows that have their number: both ends of a row say something, or none does.
fn draw_costs(canvas: &mut Canvas, cells: &Cells<'_>, place: Bounds, (costs, numbered): (&[Option<u64>], &[bool])) {
    let caption = canvas.caption();
    let head = [place.right, cells.plot.top - canvas.pt(6.0)];
    canvas.text(Text::new("metadata", head, caption, canvas.palette.dim).anchored(Anchor::End));
    let most = costs.iter().flatten().copied().max().unwrap_or(0);
    let texts = costs.iter().flatten().map(|&cost| measure::width(&bytes(cost), caption, Weight::Regular));
    let room = place.width() - texts.fold(0.0, f64::max) - canvas.pt(6.0);
    for (at, &cost) in costs.iter().enumerate() {
        let Some(cost) = cost else { continue };
        let (top, bottom) = cells.row(at);
        let middle = f64::midpoint(top, bottom);
        let text = Text::new(bytes(cost), [place.right, middle + caption * 0.36], caption, canvas.palette.text);
        let written = numbered[at] && canvas.text_if_free(text.anchored(Anchor::End));
        if written && room > canvas.pt(20.0) && most > 0 {
            let thick = (bottom - top).min(canvas.pt(7.0)) / 2.0;
            let right = place.left + (room * float(cost) / float(most)).max(1.0);
            let bar = Bounds { left: place.left, top: middle - thick, right, bottom: middle + thick };
            canvas.fill(bar, canvas.pt(1.5), canvas.palette.faded(canvas.palette.accent, 0.35));
        }
        let buckets = cells.count(at);
        let label =
            format!("{}: {} of metadata in a snapshot", counted(buckets.into(), "bucket", "buckets"), bytes(cost));
        canvas.spot(label, Target::Count(buckets), Bounds { top, bottom, ..place });
    }
}

fn titles(canvas: &mut Canvas, area: &Bounds, cells: &Cells<'_>, first: &[SweepRow]) {
    let caption = canvas.caption();
    let rows = if cells.per_row > 1 { format!("buckets, {} counts to a row", cells.per_row) } else { "buckets".into() };
    canvas.text(Text::new(rows, [area.left, area.top + ASCENT * caption], caption, canvas.palette.dim));
    let columns = match cells.per_column {
        1 => "width: workers asked for".to_owned(),
        many => format!("width: workers asked for, {} to a cell, which shows the worst of them", grouped(many as u64)),
    };
    let baseline = area.bottom - canvas.pt(2.0) - measure::DESCENT * caption;
    let title = canvas.centred(&columns, cells.plot.middle()[0], baseline, area);
    canvas.text(title);
    let baseline = cells.plot.bottom + canvas.pt(5.0) + ASCENT * caption;
    for (at, width) in cells.marks(canvas, first) {
        let text = Text::new(grouped(width.into()), [cells.column_middle(at), baseline], caption, canvas.palette.dim);
        canvas.text_if_free(text.anchored(Anchor::Middle));
    }
}

/// Numbers the rows that have room for it; returns which.
fn row_numbers(
    canvas: &mut Canvas,
    area: &Bounds,
    cells: &Cells<'_>,
    groups: &[&[SweepRow]],
    today: Option<u32>,
) -> Vec<bool> {
    let (caption, palette) = (canvas.caption(), canvas.palette);
    let marked = groups.iter().position(|rows| Some(rows[0].buckets) == today);
    if let Some(at) = marked {
        let (top, bottom) = cells.row(at);
        let bounds = Bounds { top, bottom, ..cells.plot }.grown(canvas.pt(0.5));
        let stroke = Some(Stroke::new(palette.accent, canvas.pt(1.8)));
        canvas.add(Shape::Rect { bounds, radius: canvas.pt(2.0), fill: None, stroke });
    }
    let right = cells.plot.left - canvas.pt(6.0);
    let mut number = |at: usize| {
        let (top, bottom) = cells.row(at);
        let place = [right.min(area.right), f64::midpoint(top, bottom) + caption * 0.36];
        let buckets = groups[at][0].buckets;
        let text = Text::new(grouped(buckets.into()), place, caption, palette.dim).anchored(Anchor::End);
        let label = counted(buckets.into(), "bucket", "buckets");
        canvas.spot(label, Target::Count(buckets), Bounds { left: area.left, right, top, bottom });
        let chosen = marked == Some(at);
        canvas.text_if_free(if chosen { Text { colour: palette.text, ..text.strong() } } else { text })
    };
    // The marked one first: the others give way to it.
    let others = (0..groups.len()).filter(|at| Some(*at) != marked);
    let mut numbered = vec![false; groups.len()];
    for at in marked.into_iter().chain(others) {
        numbered[at] = number(at);
    }
    numbered
}

fn table(input: &CountsChart<'_>) -> DataTable {
    let rows = input.rows.iter().map(|row| {
        let figure = |value: f64| if row.owners == 0 { String::new() } else { value.to_string() };
        [
            row.buckets.to_string(),
            row.workers.to_string(),
            outcome(row.outcome).to_owned(),
            figure(row.peak_to_mean),
            figure(row.effective_width),
            cost(input, row.buckets).map_or_else(String::new, |bytes| bytes.to_string()),
        ]
    });
    let header = ["buckets", "workers", "outcome", "peak_to_mean", "effective_width", "metadata_bytes_at_peak"];
    DataTable::new(header, rows)
}
