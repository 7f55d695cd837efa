//! What is drawn into the plot of widths, the lowest first.

use super::super::axis::Plot;
use super::super::canvas::Canvas;
use super::super::measure::ASCENT;
use super::super::number::whole;
use super::super::palette::Colour;
use super::super::scene::{Anchor, Bounds, Point, Shape, Stroke, Target, Text};
use super::steps::Steps;
use super::worth;
use crate::explore::SweepRow;
use crate::numerals::grouped;

/// Opacity of the band over the seeds, of 255.
pub(super) const BAND: u8 = 56;

/// The longest stretch's waste: what its workers would be worth beyond what they are.
pub(super) fn waste(canvas: &mut Canvas, plot: &Plot, steps: &Steps<'_>, top: f64) {
    let Some(run) = steps.plateau.filter(|run| run.last - run.first > 1) else { return };
    let (from, to) = (f64::from(run.first), f64::from(run.last + 1));
    let mut points = vec![plot.at(from, run.even_width), plot.at(to, run.even_width), plot.at(to, to.min(top))];
    if to > top {
        points.push(plot.at(top, top));
    }
    points.push(plot.at(from, from.min(top)));
    canvas.add(Shape::Polygon { points, fill: canvas.palette.warn.with_opacity(34) });
}

/// The staircase of even keys: it rises where the busiest worker gives up a bucket, and ends at a refusal.
pub(super) fn staircase(canvas: &mut Canvas, plot: &Plot, rows: &[SweepRow], stroke: Stroke) {
    let mut points: Vec<Point> = Vec::new();
    let mut height = None;
    for row in rows.iter().take_while(|row| row.owners > 0) {
        let x = f64::from(row.workers);
        if height.is_none_or(|height: f64| (height - row.even_width).abs() > 1e-9) {
            if let Some(height) = height {
                points.push(plot.at(x, height));
            }
            points.push(plot.at(x, row.even_width));
            height = Some(row.even_width);
        }
    }
    let last = rows.iter().take_while(|row| row.owners > 0).last();
    points.extend(last.map(|row| plot.at(f64::from(row.workers), row.even_width)));
    if points.len() > 1 {
        canvas.add(Shape::Polyline { points, stroke });
    }
}

/// The keys' own curve.
pub(super) fn simulated(canvas: &mut Canvas, plot: &Plot, rows: &[SweepRow]) {
    let rows = rows.iter().take_while(|row| row.owners > 0);
    let numbers: Vec<Point> = rows.map(|row| [f64::from(row.workers), row.effective_width]).collect();
    let points = stepped(plot, &numbers);
    if points.len() > 1 {
        canvas.add(Shape::Polyline { points, stroke: Stroke::new(canvas.palette.series(1), canvas.pt(1.8)) });
    }
}

/// Where nine of ten seeds lie. Width ÷ peak-to-mean is the effective width.
pub(super) fn band(canvas: &mut Canvas, plot: &Plot, rows: &[SweepRow]) {
    let bands = || rows.iter().filter_map(|row| Some((f64::from(row.workers), row.band?))).filter(|(_, b)| b.p5 > 0.0);
    let upper: Vec<Point> = bands().map(|(width, band)| [width, width / band.p5]).collect();
    let lower: Vec<Point> = bands().map(|(width, band)| [width, width / band.p95]).collect();
    let (upper, lower) = (stepped(plot, &upper), stepped(plot, &lower));
    if upper.len() > 1 {
        let points = upper.into_iter().chain(lower.into_iter().rev()).collect();
        canvas.add(Shape::Polygon { points, fill: canvas.palette.series(1).with_opacity(BAND) });
    }
}

/// Places of numbers that hold from one width to the next: as steps, thinned where these are too narrow to see.
fn stepped(plot: &Plot, numbers: &[Point]) -> Vec<Point> {
    let mut steps = Vec::with_capacity(numbers.len() * 2);
    for (at, &[width, height]) in numbers.iter().enumerate() {
        if at > 0 {
            steps.push(plot.at(width, numbers[at - 1][1]));
        }
        steps.push(plot.at(width, height));
    }
    thinned(&steps)
}

/// No more than four points a point of width: the first, the highest, the lowest and the last.
fn thinned(points: &[Point]) -> Vec<Point> {
    let columns = points.chunk_by(|a, b| whole(a[0]) == whole(b[0]));
    let kept = columns.flat_map(|column| {
        let by_height = |a: &&Point, b: &&Point| a[1].total_cmp(&b[1]);
        if column.len() <= 4 {
            return column.to_vec();
        }
        let extremes = [column.iter().min_by(by_height), column.iter().max_by(by_height)];
        [column.first(), extremes[0], extremes[1], column.last()].into_iter().flatten().copied().collect()
    });
    kept.collect()
}

/// A dot on every useful width that can be told from its neighbours, and its number where there is room, the largest first.
pub(super) fn useful(canvas: &mut Canvas, plot: &Plot, steps: &Steps<'_>) {
    let (radius, size) = (canvas.pt(3.4), canvas.label());
    let mut shown: Vec<(&SweepRow, Point)> = Vec::new();
    for row in steps.useful().into_iter().rev() {
        let at = plot.at(f64::from(row.workers), row.even_width);
        let near = |(_, last): &(&SweepRow, Point)| (last[0] - at[0]).abs() + (last[1] - at[1]).abs() < radius * 2.6;
        if !shown.last().is_some_and(near) {
            shown.push((row, at));
        }
    }
    for &(row, middle) in &shown {
        let edge = Some(Stroke::new(canvas.palette.ground, canvas.pt(1.2)));
        let shapes = vec![Shape::Circle { middle, radius, fill: canvas.palette.accent, stroke: edge }];
        let label = format!("{} workers: like {}", row.workers, worth(row.even_width));
        canvas.datum(label, Target::Width(row.workers), Bounds::around(middle, radius * 2.0), shapes);
        let [x, y] = middle;
        canvas.reserve(Bounds { left: x, top: y, right: x, bottom: y }.grown(radius * 0.8));
    }
    for (row, [x, y]) in shown {
        let text =
            Text::new(grouped(row.workers.into()), [x - canvas.pt(6.5), y - canvas.pt(7.0)], size, canvas.palette.text);
        let text = text.strong().anchored(Anchor::End);
        if text.bounds().left > plot.bounds.left {
            canvas.text_if_free(text);
        }
    }
}

/// The count of a curve at its end, in its colour: also in grey it is told which curve is which.
pub(super) fn name(canvas: &mut Canvas, plot: &Plot, rows: &[SweepRow], colour: Colour) {
    let Some(last) = rows.iter().take_while(|row| row.owners > 0).last() else { return };
    let [x, y] = plot.at(f64::from(last.workers), last.even_width);
    let (size, gap) = (canvas.label(), canvas.pt(6.0));
    let text = |x: f64, y: f64, anchor| {
        Text::new(grouped(last.buckets.into()), [x, y], size, colour).strong().anchored(anchor)
    };
    let steps = (0..6_u8).map(|step| f64::from(step) * size);
    let places: Vec<Text> = steps
        .flat_map(|off| {
            let (over, under) = (y - gap - off, y + gap + off + ASCENT * size);
            [text(x - gap, over, Anchor::End), text(x + gap, under, Anchor::Start), text(x - gap, under, Anchor::End)]
        })
        .filter(|text| plot.bounds.holds(&text.bounds()))
        .collect();
    canvas.first_free(places);
}

/// Marks one width, wherever it lies: on the curve, where it is refused, or past the end of the axis.
pub(super) fn mark(canvas: &mut Canvas, plot: &Plot, rows: &[SweepRow], width: u32) {
    // Of many widths not each has a row: what holds there is what holds at the one before.
    let before = rows.partition_point(|row| row.workers <= width);
    let (Some(row), Some(last)) = (before.checked_sub(1).and_then(|at| rows.get(at)), rows.last()) else { return };
    if width > last.workers {
        let text = if last.owners == 0 {
            format!("{} lies farther right: refused", grouped(width.into()))
        } else {
            format!("{} lies farther right: work like {}", grouped(width.into()), worth(last.effective_width))
        };
        return beside(canvas, plot, plot.bounds.right, &text);
    }
    if row.owners == 0 {
        return beside(canvas, plot, plot.x(f64::from(width)), &format!("{}: refused", grouped(width.into())));
    }
    today(canvas, plot, &SweepRow { workers: width, ..*row });
}

/// A width that is on no curve: a line at its place, or at the edge it lies past, and what is to be said of it.
fn beside(canvas: &mut Canvas, plot: &Plot, x: f64, said: &str) {
    let stroke = Stroke::dashed(canvas.palette.text, canvas.pt(1.2), canvas.pt(2.0), canvas.pt(3.0));
    canvas.line([x, plot.bounds.top], [x, plot.bounds.bottom], stroke);
    let (size, gap, colour) = (canvas.label(), canvas.pt(7.0), canvas.palette.text);
    let places = (0..40_u8).flat_map(|step| {
        let y = plot.bounds.top + gap + ASCENT * size + f64::from(step) * size;
        let text = |x: f64, anchor| Text::new(said, [x, y], size, colour).strong().anchored(anchor);
        [text(x + gap, Anchor::Start), text(x - gap, Anchor::End)]
    });
    let inside: Vec<Text> = places.filter(|text| plot.bounds.holds(&text.bounds())).collect();
    canvas.first_free(inside);
}

/// Marks a width on the curve, and says what it is worth.
fn today(canvas: &mut Canvas, plot: &Plot, row: &SweepRow) {
    let at = plot.at(f64::from(row.workers), row.even_width);
    let real = plot.at(f64::from(row.workers), row.effective_width);
    let stroke = Stroke::dashed(canvas.palette.text, canvas.pt(1.2), canvas.pt(2.0), canvas.pt(3.0));
    canvas.line(at, [at[0], plot.bounds.bottom], stroke);
    let palette = canvas.palette;
    for (middle, colour) in [(real, palette.series(1)), (at, palette.accent)] {
        let edge = Some(Stroke::new(palette.text, canvas.pt(1.6)));
        canvas.add(Shape::Circle { middle, radius: canvas.pt(4.6), fill: colour, stroke: edge });
    }
    let like = worth(row.effective_width);
    let text = if (row.even_width - row.effective_width).abs() < 0.05 {
        format!("{} work like {like}", grouped(row.workers.into()))
    } else {
        format!("{} work like {}, with these keys like {like}", grouped(row.workers.into()), worth(row.even_width))
    };
    let (size, gap) = (canvas.label(), canvas.pt(9.0));
    let label = |x: f64, y: f64, anchor| Text::new(text.clone(), [x, y], size, palette.text).strong().anchored(anchor);
    let low = plot.bounds.bottom - gap;
    // Over the keys' own curve where the staircase leaves room for it, so that the curve stays to be seen.
    let over = if real[1] - at[1] > gap + 4.0 * size { real[1] - gap - size } else { real[1] + gap + ASCENT * size };
    let near = [
        label(at[0] + gap, over, Anchor::Start),
        label(at[0] + gap, real[1] + gap + ASCENT * size, Anchor::Start),
        label(at[0] + gap, real[1] - gap, Anchor::Start),
        label(at[0] + gap, low, Anchor::Start),
        label(at[0] - gap, low, Anchor::End),
    ];
    let farther = (1..24_u8).map(|step| label(at[0] + gap + f64::from(step) * size, low, Anchor::Start));
    let places = near.into_iter().chain(farther);
    let inside: Vec<Text> = places.into_iter().filter(|text| plot.bounds.holds(&text.bounds())).collect();
    canvas.first_free(inside);
}

/// What the hottest key allows at most, as a line with its number, as far as widths run.
pub(super) fn limit(canvas: &mut Canvas, plot: &Plot, limit: f64, last: f64) {
    let [from, to] = [limit, last].map(|width| plot.at(width, limit));
    if from[0] >= to[0] || from[1] < plot.bounds.top {
        return;
    }
    let colour = canvas.palette.bad;
    let stroke = Stroke::dashed(colour, canvas.pt(1.4), canvas.pt(5.0), canvas.pt(4.0));
    canvas.line(from, to, stroke);
    let text = format!("limit: {} {}", worth(limit), if worth(limit) == "1" { "worker" } else { "workers" });
    let (size, gap) = (canvas.label(), canvas.pt(6.0));
    let at = |x: f64| Text::new(text.clone(), [x, to[1] - gap], size, colour).strong().anchored(Anchor::End);
    let places = (0..12_u8).map(|step| at(to[0] - gap - f64::from(step) * size * 2.0));
    canvas.first_free(places.collect::<Vec<_>>());
}
