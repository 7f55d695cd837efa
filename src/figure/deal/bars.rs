//! The bars: load of every worker, the mean, the busiest, and who owns nothing.

use super::super::axis::{Axis, Plot, Scale, axes};
use super::super::canvas::Canvas;
use super::super::measure::{self, ASCENT};
use super::super::number::{plain, size, whole};
use super::super::scene::{Anchor, Bounds, Shape, Stroke, Target, Text, Weight};
use super::Shown;
use crate::numerals::{counted, grouped, load, mean_load, one_of};
use crate::simulate::WorkerFigures;
use crate::unit::float;

/// Narrowest bar with its gap, in points.
const NARROWEST: f64 = 3.0;

/// Draws the bars into an area.
pub(super) fn draw(canvas: &mut Canvas, mut area: Bounds, shown: &Shown<'_>) {
    let count = shown.workers.len();
    let room = whole((area.width() - canvas.pt(60.0)) / NARROWEST).max(1);
    let per_bar = count.div_ceil(room).next_power_of_two();
    canvas.subhead(&mut area, "Load per worker", &said(shown, per_bar));
    let peak = shown.workers.iter().map(|worker| worker.load).max().unwrap_or(0);
    let head = 1.0 + (canvas.label() * 2.2 / area.height()).min(0.4);
    let y = Axis { scale: Scale::linear(0.0, float(peak) * head), title: "", write: &plain, whole: true };
    let title = if per_bar == 1 { "worker".to_owned() } else { format!("worker, {per_bar} to a bar") };
    let x = Axis { scale: Scale::linear(-0.5, size(count) - 0.5), title: &title, write: &plain, whole: true };
    let plot = axes(canvas, area, &y, &x);
    for (at, group) in shown.workers.chunks(per_bar).enumerate() {
        bar(canvas, shown, &plot, at * per_bar, group, per_bar);
    }
    idle(canvas, shown, &plot);
    let base = plot.bounds.bottom;
    canvas.line([plot.bounds.left, base], [plot.bounds.right, base], Stroke::new(canvas.palette.dim, canvas.pt(1.0)));
    busiest(canvas, shown, &plot);
    mean(canvas, shown, &plot);
    if per_bar == 1 {
        bucket_counts(canvas, shown, &plot);
    }
}

/// What the bars show, the most important first.
fn said(shown: &Shown<'_>, per_bar: usize) -> Vec<String> {
    let (most, fewest) = (shown.most(), shown.fewest());
    let mut parts = vec![format!("in {}", shown.deal.buckets.unit.words().1)];
    if per_bar > 1 {
        parts[0].push_str(": pale up to the busiest of a bar, full up to their mean");
    }
    let idle = shown.workers.iter().filter(|worker| worker.buckets == 0).count() as u64;
    if idle > 0 {
        let used = shown.deal.worker.len() == shown.workers.len();
        let what = if used { "without a bucket" } else { "not used" };
        parts.push(format!("hatched: {} {what}", counted(idle, "worker", "workers")));
    }
    let keyless = u64::from(shown.deal.keyless);
    if keyless > 0 && per_bar == 1 {
        parts.push(format!(
            "framed: {} without {}",
            counted(keyless, "worker", "workers"),
            if shown.deal.buckets.keys_known { "a key" } else { "load" }
        ));
    }
    if per_bar == 1 && most > fewest && shown.workers.len() <= 160 {
        parts.push(format!("over a bar: its buckets, where more than {}", grouped(fewest.into())));
    }
    parts
}

fn bar(canvas: &mut Canvas, shown: &Shown<'_>, plot: &Plot, first: usize, group: &[WorkerFigures], per_bar: usize) {
    let last = first + group.len() - 1;
    let pitch = plot.x(1.0) - plot.x(0.0);
    let width = pitch * size(group.len());
    let gap = (width * 0.2).clamp(0.5, canvas.pt(8.0)).max(width - canvas.pt(90.0));
    let [left, right] = [plot.x(size(first) - 0.5) + gap / 2.0, plot.x(size(last) + 0.5) - gap / 2.0];
    let up_to = |load: f64| Bounds { left, top: plot.y(load), right, bottom: plot.bounds.bottom };
    let radius = if width > canvas.pt(8.0) { canvas.pt(2.0) } else { 0.0 };
    let palette = canvas.palette;
    let rect = |load: f64, colour| Shape::Rect { bounds: up_to(load), radius, fill: Some(colour), stroke: None };
    let peak = group.iter().map(|worker| worker.load).max().unwrap_or(0);
    if peak == 0 {
        if group.iter().any(|worker| worker.buckets > 0) {
            // Owns buckets, none of which holds a key: an outline instead of a fill.
            let bounds = Bounds { top: plot.bounds.bottom - canvas.pt(8.0), ..up_to(0.0) };
            let stroke = Some(Stroke::new(palette.dim, canvas.pt(1.0)));
            canvas.add(Shape::Rect { bounds: bounds.grown(-canvas.pt(0.5)), radius, fill: None, stroke });
        }
        return;
    }
    if per_bar > 1 {
        let mean = group.iter().map(|worker| float(worker.load)).sum::<f64>() / size(group.len());
        let label = format!("workers {first} to {last}: the busiest has {}", load(peak, shown.deal.buckets.unit));
        let shapes = vec![rect(float(peak), palette.faded(palette.accent, 0.55)), rect(mean, palette.accent)];
        canvas.datum(label, Target::None, up_to(float(peak)), shapes);
        return;
    }
    let id = u32::try_from(first).unwrap_or(u32::MAX);
    let mut shapes = vec![rect(float(peak), palette.owner(id))];
    if shown.busiest == Some(id) && shown.workers.len() > 1 {
        let line = Stroke::new(palette.text, canvas.pt(1.4));
        let bounds = up_to(float(peak)).grown(-canvas.pt(0.4));
        shapes.push(Shape::Rect { bounds, radius, fill: None, stroke: Some(line) });
    }
    let owned = counted(group[0].buckets.into(), "bucket", "buckets");
    let label = format!("worker {id}: {owned}, {}", load(peak, shown.deal.buckets.unit));
    canvas.datum(label, Target::Worker(id), up_to(float(peak)), shapes);
}

/// Hatches the places of workers that own nothing.
fn idle(canvas: &mut Canvas, shown: &Shown<'_>, plot: &Plot) {
    let base = plot.bounds.bottom;
    let mut start = 0;
    for stretch in shown.workers.chunk_by(|a, b| (a.buckets == 0) == (b.buckets == 0)) {
        let end = start + stretch.len();
        if stretch[0].buckets == 0 {
            let (left, right) = (plot.x(size(start) - 0.5), plot.x(size(end) - 0.5));
            canvas.hatch(Bounds { left, top: base - canvas.pt(16.0), right, bottom: base }, canvas.palette.dim);
        }
        start = end;
    }
}

fn busiest(canvas: &mut Canvas, shown: &Shown<'_>, plot: &Plot) {
    let Some(id) = shown.busiest.filter(|_| shown.workers.len() > 1) else { return };
    let worker = &shown.workers[id as usize];
    let owned = counted(worker.buckets.into(), "bucket", "buckets");
    let tied = one_of(shown.as_busy);
    let text = format!("busiest: w{id}{tied}, {}, {owned}", load(worker.load, shown.deal.buckets.unit));
    let type_size = canvas.label();
    let half = measure::width(&text, type_size, Weight::Strong) / 2.0 + canvas.pt(4.0);
    let [left, right] = [plot.bounds.left + half, (plot.bounds.right - half).max(plot.bounds.left + half)];
    let at = [plot.x(f64::from(id)).clamp(left, right), plot.y(float(worker.load)) - canvas.pt(6.0)];
    canvas.plate_if_free(Text::new(text, at, type_size, canvas.palette.text).strong().anchored(Anchor::Middle));
    let half = (plot.x(1.0) - plot.x(0.0)) / 2.0;
    let middle = plot.x(f64::from(id));
    let top = plot.y(float(worker.load));
    canvas.reserve(Bounds { left: middle - half, top, right: middle + half, bottom: plot.bounds.bottom });
}

fn mean(canvas: &mut Canvas, shown: &Shown<'_>, plot: &Plot) {
    let total: f64 = shown.workers.iter().map(|worker| float(worker.load)).sum();
    // Of those that take part: what the engine leaves out is no worker.
    let mean = total / size(shown.deal.worker.len().max(1));
    if total == 0.0 || shown.workers.len() == 1 {
        return;
    }
    let (height, bounds) = (plot.y(mean), plot.bounds);
    let stroke = Stroke::dashed(canvas.palette.text, canvas.pt(1.2), canvas.pt(5.0), canvas.pt(4.0));
    canvas.line([bounds.left, height], [bounds.right, height], stroke);
    let text = format!("mean: {}", mean_load(mean, shown.deal.buckets.unit, shown.deal.buckets.unit.words()));
    let (type_size, gap) = (canvas.label(), canvas.pt(6.0));
    let label = |x: f64, y: f64| Text::new(text.clone(), [x, y], type_size, canvas.palette.text).anchored(Anchor::End);
    let wide = label(0.0, 0.0).width();
    // Above the line, as far right as no higher bar stands behind it; else where it hides least.
    let low = |right: f64| {
        let shares = [right - wide - gap, right + gap].map(|x| (x - bounds.left) / bounds.width());
        let [from, to] = shares.map(|share| whole(share.clamp(0.0, 1.0) * size(shown.workers.len())));
        shown.workers[from..(to + 1).min(shown.workers.len())].iter().all(|worker| float(worker.load) <= mean * 1.02)
    };
    let steps = (0..400_u16).map(|step| bounds.right - gap - f64::from(step) * canvas.pt(5.0));
    let free: Vec<f64> = steps.filter(|right| right - wide > bounds.left + gap && low(*right)).collect();
    let places = free.into_iter().map(|right| label(right, height - gap));
    let last = [(bounds.right - gap, height - gap), (bounds.right - gap, height + gap + ASCENT * type_size)];
    let last = [last[0], last[1], (bounds.left + gap + wide, height - gap)].map(|(x, y)| label(x, y));
    let places: Vec<Text> = places.chain(last).collect();
    canvas.first_free(places);
}

/// The bucket count over each bar that stands for more than the fewest, where there is room.
fn bucket_counts(canvas: &mut Canvas, shown: &Shown<'_>, plot: &Plot) {
    let fewest = shown.fewest();
    let pitch = plot.x(1.0) - plot.x(0.0);
    let load = |at: Option<usize>| at.and_then(|at| shown.workers.get(at)).map_or(0, |worker| worker.load);
    for (at, worker) in shown.workers.iter().enumerate().filter(|(_, worker)| worker.buckets > fewest) {
        let text = grouped(worker.buckets.into());
        let place = [plot.x(size(at)), plot.y(float(worker.load)) - canvas.pt(6.0)];
        let text = Text::new(text, place, canvas.caption(), canvas.palette.text).anchored(Anchor::Middle);
        let hides = text.width() > pitch && worker.load < load(at.checked_sub(1)).max(load(Some(at + 1)));
        if text.width() <= pitch * 1.7 && !hides {
            canvas.plate_if_free(text);
        }
    }
}
