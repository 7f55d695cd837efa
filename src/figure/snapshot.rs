//! What a snapshot costs, drawn over the bucket count on axes of equal factors.

use super::axis::{Axis, Plot, Scale, axes};
use super::canvas::Canvas;
use super::legend::{Sample, legend};
use super::measure::ASCENT;
use super::number::{nearest, plain};
use super::palette::Colour;
use super::scene::{Anchor, Bounds, Point, Shape, Stroke, Target, Text};
use super::table::DataTable;
use super::{Chart, Look};
use crate::engine::SnapshotCost;
use crate::numerals::{bytes, counted, grouped};
use crate::unit::float;

/// What the picture of snapshots is made from.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotChart<'a> {
    /// Bucket counts, rising, and the cost at each.
    pub costs: &'a [(u32, SnapshotCost)],
    /// A count to mark.
    pub today: Option<u32>,
}

/// One curve.
struct Curve {
    colour: Colour,
    name: &'static str,
    value: fn(&SnapshotCost) -> u64,
}

/// Bytes and files of a snapshot over the bucket count; `None` where there is no cost.
#[must_use]
pub fn snapshot(input: &SnapshotChart<'_>, look: &Look) -> Option<Chart> {
    let (_, first) = input.costs.first()?;
    let title = "What a snapshot costs by bucket count";
    let (mut canvas, mut area) = Canvas::new(look, title, &sentence(input));
    let palette = canvas.palette;
    let metadata = Curve { colour: palette.accent, name: "bytes of metadata", value: |cost| cost.metadata_bytes };
    let due = Curve {
        colour: palette.series(1),
        name: "bytes there only because of the bucket count",
        value: |cost| cost.bytes_of_buckets,
    };
    let files = Curve { colour: palette.series(2), name: "files", value: |cost| cost.files };
    // Two curves on one line are one, which says so.
    let both = Curve { name: "bytes of metadata, all there only because of the bucket count", ..metadata };
    let one = input.costs.iter().all(|(_, cost)| cost.metadata_bytes == cost.bytes_of_buckets);
    let of_bytes = match (is_empty(input, &metadata), one) {
        (false, true) => vec![&both],
        _ => vec![&metadata, &due],
    };
    let entries: Vec<(Sample, String)> = of_bytes
        .iter()
        .copied()
        .chain([&files])
        .map(|curve| {
            let none = if is_empty(input, curve) { ": none at any count" } else { "" };
            (Sample::Line(Stroke::new(curve.colour, canvas.pt(2.2))), format!("{}{none}", curve.name))
        })
        .collect();
    legend(&mut canvas, &mut area, &entries);

    let beside = area.width() > area.height() * 1.15;
    let (mut left, mut right) = (area, area);
    let gap = canvas.pt(20.0);
    if beside {
        left.right = area.left + (area.width() - gap) * 0.58;
        right.left = left.right + gap;
    } else {
        left.bottom = area.top + (area.height() - gap) * 0.7;
        right.top = left.bottom + gap;
    }
    let as_bytes = |number: f64| bytes(nearest(number));
    panel(&mut canvas, left, input, &of_bytes, "bytes", &as_bytes);
    panel(&mut canvas, right, input, &[&files], "files", &plain);
    let scene = canvas.finish(&format!("Curves of bytes and files over the bucket count. {}.", first.kind));
    Some(Chart { scene, table: table(input) })
}

fn sentence(input: &SnapshotChart<'_>) -> String {
    let at = |(count, cost): &(u32, SnapshotCost)| {
        (
            counted((*count).into(), "bucket", "buckets"),
            bytes(cost.metadata_bytes),
            counted(cost.files, "file", "files"),
        )
    };
    let first = input.costs.iter().find(|(count, _)| Some(*count) == input.today).unwrap_or(&input.costs[0]);
    let last = &input.costs[input.costs.len() - 1];
    let ((buckets, metadata, files), (most, later, more)) = (at(first), at(last));
    if input.costs.iter().all(|(_, cost)| cost.metadata_bytes == 0 && cost.bytes_of_buckets == 0 && cost.files == 0) {
        return if first.1.is_counted {
            "This kind of snapshot holds nothing that the bucket count adds to.".to_owned()
        } else {
            "What the bucket count adds to this kind of snapshot is not modelled.".to_owned()
        };
    }
    let fewer = fewer_workers(input);
    let on = counted(workers(first.0, &first.1), "worker", "workers");
    if first.0 == last.0 {
        return format!("At {buckets} on {on} a snapshot holds {metadata} of metadata in {files}.{fewer}");
    }
    format!(
        "At {buckets} on {on} a snapshot holds {metadata} of metadata in {files}; at {most} it would be {later} in {more}.{fewer}"
    )
}

/// That fewer buckets than workers are taken by as many workers as there are buckets, where some points are such.
fn fewer_workers(input: &SnapshotChart<'_>) -> String {
    let width = input.costs.iter().map(|(count, cost)| workers(*count, cost)).max().unwrap_or(0);
    if input.costs.iter().all(|(count, cost)| workers(*count, cost) == width) {
        return String::new();
    }
    let (width, fewer) = (counted(width, "worker", "workers"), counted(width, "bucket", "buckets"));
    format!(" All at {width}; below {fewer}, at one worker a bucket.")
}

/// Workers of the snapshot at a count.
fn workers(count: u32, cost: &SnapshotCost) -> u64 {
    nearest(f64::from(count) / cost.buckets_per_worker)
}

/// Whether a curve is 0 at every count.
fn is_empty(input: &SnapshotChart<'_>, curve: &Curve) -> bool {
    input.costs.iter().all(|(_, cost)| (curve.value)(cost) == 0)
}

fn panel(
    canvas: &mut Canvas,
    area: Bounds,
    input: &SnapshotChart<'_>,
    curves: &[&Curve],
    unit: &str,
    write: &dyn Fn(f64) -> String,
) {
    let values = || {
        let each = input.costs.iter().flat_map(|(_, cost)| curves.iter().map(|curve| float((curve.value)(cost))));
        each.filter(|&value| value > 0.0)
    };
    let none = values().next().is_none();
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(1.0, f64::max));
    // An axis of factors has no place for 0, which is all there is to show then.
    let scale = if none { Scale::linear(0.0, 1.0) } else { Scale::log(low.min(high), high, 10.0) };
    let y = Axis { scale, title: unit, write, whole: true };
    let counts = || input.costs.iter().map(|(count, _)| f64::from(*count));
    let (least, most) = (counts().fold(f64::INFINITY, f64::min), counts().fold(1.0, f64::max));
    let x = Axis { scale: Scale::log(least, most, 2.0), title: "buckets", write: &plain, whole: true };
    let plot = axes(canvas, area, &y, &x);
    let shown = input.today.filter(|_| !none);
    if let Some(today) = shown.filter(|today| input.costs.iter().any(|(count, _)| count == today)) {
        let x = plot.x(f64::from(today));
        let stroke = Stroke::dashed(canvas.palette.text, canvas.pt(1.2), canvas.pt(2.0), canvas.pt(3.0));
        canvas.line([x, plot.bounds.top], [x, plot.bounds.bottom], stroke);
    }
    strips(canvas, &plot, input);
    if none {
        return nothing(canvas, &plot, curves, &format!("no {unit} at any count"));
    }
    for curve in curves {
        draw(canvas, &plot, input, curve);
    }
    mark(canvas, &plot, input, curves, write);
}

/// Curves that are 0 everywhere: one line at the foot, and what it says.
fn nothing(canvas: &mut Canvas, plot: &Plot, curves: &[&Curve], text: &str) {
    let colour = curves.first().map_or(canvas.palette.dim, |curve| curve.colour);
    let Bounds { left, right, bottom, .. } = plot.bounds;
    canvas.line([left, bottom], [right, bottom], Stroke::new(colour, canvas.pt(2.2)));
    let at = [f64::midpoint(left, right), bottom - canvas.pt(10.0)];
    canvas.first_free([Text::new(text, at, canvas.label(), canvas.palette.text).anchored(Anchor::Middle)]);
}

/// A strip for each count, so that a pointer anywhere over it is told what a snapshot costs there.
fn strips(canvas: &mut Canvas, plot: &Plot, input: &SnapshotChart<'_>) {
    let shown =
        |figure: Option<u64>, as_text: fn(u64) -> String| figure.map_or_else(|| "not modelled".to_owned(), as_text);
    let places: Vec<f64> = input.costs.iter().map(|(count, _)| plot.x(f64::from(*count))).collect();
    for (at, (count, cost)) in input.costs.iter().enumerate() {
        let between = |other: Option<&f64>, edge: f64| other.map_or(edge, |other| f64::midpoint(places[at], *other));
        let left = between(at.checked_sub(1).and_then(|before| places.get(before)), plot.bounds.left);
        let right = between(places.get(at + 1), plot.bounds.right);
        let label = format!(
            "{} on {}\nmetadata: {}\nstate files: {}\nthere only because of the bucket count: {}\nfiles: {}",
            counted((*count).into(), "bucket", "buckets"),
            counted(workers(*count, cost), "worker", "workers"),
            shown(cost.counted_metadata(), bytes),
            bytes(cost.data_bytes),
            shown(cost.counted_bytes_of_buckets(), bytes),
            shown(cost.counted_files(), grouped)
        );
        canvas.spot(label, Target::Count(*count), Bounds { left, right, ..plot.bounds });
    }
}

/// A curve, broken where it is 0, which an axis of factors has no place for.
fn draw(canvas: &mut Canvas, plot: &Plot, input: &SnapshotChart<'_>, curve: &Curve) {
    let places: Vec<Option<Point>> = input
        .costs
        .iter()
        .map(|(count, cost)| {
            let value = (curve.value)(cost);
            (value > 0).then(|| plot.at(f64::from(*count), float(value)))
        })
        .collect();
    for run in places.split(Option::is_none) {
        let points: Vec<Point> = run.iter().flatten().copied().collect();
        if points.len() > 1 {
            canvas.add(Shape::Polyline { points, stroke: Stroke::new(curve.colour, canvas.pt(2.2)) });
        }
    }
    for (place, (count, cost)) in places.iter().zip(input.costs) {
        let Some(middle) = *place else { continue };
        let edge = Some(Stroke::new(canvas.palette.ground, canvas.pt(1.0)));
        let shapes = vec![Shape::Circle { middle, radius: canvas.pt(2.8), fill: curve.colour, stroke: edge }];
        let label = format!("{count} buckets: {} ({})", grouped((curve.value)(cost)), curve.name);
        let bounds = Bounds::around(middle, canvas.pt(8.0));
        canvas.datum(label, Target::Count(*count), bounds, shapes);
    }
}

/// The marked count's dot on every curve, and its value: over the highest, under the others, each in its curve's colour and off the
/// lines.
fn mark(canvas: &mut Canvas, plot: &Plot, input: &SnapshotChart<'_>, curves: &[&Curve], write: &dyn Fn(f64) -> String) {
    let Some((count, cost)) = input.costs.iter().find(|(count, _)| Some(*count) == input.today) else { return };
    let mut marked: Vec<(u64, Colour)> = curves.iter().map(|curve| ((curve.value)(cost), curve.colour)).collect();
    marked.retain(|(value, _)| *value > 0);
    marked.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    for curve in curves {
        keep_off(canvas, plot, input, curve);
    }
    // The lowest first, so that the highest lies over it where the two are near.
    for &(value, colour) in marked.iter().rev() {
        let edge = Some(Stroke::new(canvas.palette.text, canvas.pt(1.6)));
        let middle = plot.at(f64::from(*count), float(value));
        canvas.add(Shape::Circle { middle, radius: canvas.pt(4.6), fill: colour, stroke: edge });
        canvas.reserve(Bounds::around(middle, canvas.pt(4.6)));
    }
    for (rank, (value, colour)) in marked.into_iter().enumerate() {
        let middle = plot.at(f64::from(*count), float(value));
        let text = format!("{}: {}", grouped((*count).into()), write(float(value)));
        let size = canvas.label();
        let label = |x: f64, y: f64, anchor| Text::new(text.clone(), [x, y], size, colour).strong().anchored(anchor);
        // Farther and farther off, on the side where the lines are not: they rise to the right.
        let apart = (0..8_u8).map(|step| canvas.pt(8.0) + f64::from(step) * size * 0.7);
        let places = apart.flat_map(|gap| {
            let near = canvas.pt(8.0);
            let (above, below) = (middle[1] - gap, middle[1] + gap + ASCENT * size);
            let [left, right] = [(middle[0] - near, Anchor::End), (middle[0] + near, Anchor::Start)];
            if rank == 0 {
                [left, right].map(|(x, side)| (x, above, side))
            } else {
                [right, left].map(|(x, side)| (x, below, side))
            }
        });
        // A dot at the edge of the picture has no room on its own side: along its edge, then on the other side.
        let (top, foot) = (plot.bounds.top + canvas.pt(2.0) + ASCENT * size, plot.bounds.bottom - canvas.pt(5.0));
        let along = |y: f64| {
            (1..7_u8).flat_map(move |step| {
                let apart = f64::from(step) * size;
                [(middle[0] - apart, y, Anchor::End), (middle[0] + apart, y, Anchor::Start)]
            })
        };
        let [own, other] = if rank == 0 { [top, foot] } else { [foot, top] };
        let others = (1..16_u8).flat_map(|step| {
            let apart = canvas.pt(8.0) + f64::from(step) * size * 0.7;
            [middle[1] - apart, middle[1] + apart + ASCENT * size].into_iter().flat_map(|y| {
                [(middle[0] - canvas.pt(8.0), y, Anchor::End), (middle[0] + canvas.pt(8.0), y, Anchor::Start)]
            })
        });
        let places = places.chain(along(own)).chain(others).chain(along(other));
        let texts: Vec<Text> = places.map(|(x, y, side)| label(x, y, side)).collect();
        canvas.first_free(texts.into_iter().filter(|text| plot.bounds.holds(&text.bounds())));
    }
}

/// Keeps labels off a curve.
fn keep_off(canvas: &mut Canvas, plot: &Plot, input: &SnapshotChart<'_>, curve: &Curve) {
    /// Places that stand for the stretch between two counts.
    const PIECES: u8 = 12;
    let values = input.costs.iter().map(|(count, cost)| (f64::from(*count), (curve.value)(cost)));
    let places: Vec<Option<Point>> =
        values.map(|(count, value)| (value > 0).then(|| plot.at(count, float(value)))).collect();
    for pair in places.windows(2) {
        let [Some(from), Some(to)] = pair else { continue };
        for piece in 0..=PIECES {
            let share = f64::from(piece) / f64::from(PIECES);
            let between = |at: usize| from[at] + (to[at] - from[at]) * share;
            canvas.reserve(Bounds::around([between(0), between(1)], canvas.pt(1.5)));
        }
    }
}

fn table(input: &SnapshotChart<'_>) -> DataTable {
    let rows = input.costs.iter().map(|(count, cost)| {
        let [metadata, of_buckets] = [cost.metadata_bytes, cost.bytes_of_buckets].map(|bytes| bytes.to_string());
        [count.to_string(), workers(*count, cost).to_string(), metadata, of_buckets, cost.files.to_string()]
    });
    DataTable::new(["buckets", "workers", "metadata_bytes", "bytes_of_buckets", "files"], rows)
}
