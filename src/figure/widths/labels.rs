//! Why the staircase is flat: what is said of its treads, and the useful widths on the axis.

use super::super::axis::Plot;
use super::super::canvas::Canvas;
use super::super::measure::ASCENT;
use super::super::scene::{Anchor, Bounds, Stroke, Text};
use super::steps::{Steps, Stretch};
use super::{middle, worth};
use crate::numerals::{counted, grouped};

/// Says what the longest stretch is and why, and marks its line. The words stand in the wedge over the line, the widest at its
/// foot: nothing else is drawn there, while the keys' own curve lies below.
pub(super) fn plateau(canvas: &mut Canvas, plot: &Plot, steps: &Steps<'_>) {
    let Some(run) = steps.plateau.filter(|run| run.last - run.first > 1) else { return };
    let [from, to] = [f64::from(run.first), f64::from(run.last + 1)].map(|x| plot.at(x, run.even_width));
    canvas.line(from, to, Stroke::new(canvas.palette.warn, canvas.pt(3.2)));
    let (size, warn) = (canvas.label(), canvas.palette.warn);
    let right = to[0] - canvas.pt(7.0);
    let headline = |x: f64, y: f64, anchor| Text::new(no_faster(&run), [x, y], size, warn).strong().anchored(anchor);
    let foot = from[1] - canvas.pt(9.0);
    let below = from[1] + canvas.pt(9.0) + ASCENT * size;
    if headline(0.0, 0.0, Anchor::Start).width() > to[0] - from[0] {
        // A short stretch has lower steps close before it; after it there is room under its line.
        let after =
            (0..4_u8).map(|step| headline(to[0] + canvas.pt(7.0), below + f64::from(step) * size, Anchor::Start));
        let after: Vec<Text> = after.filter(|text| plot.bounds.holds(&text.bounds())).collect();
        canvas.first_free(after);
        return;
    }
    let over = headline(right, foot, Anchor::End);
    if under_diagonal(plot, &over.bounds()) && canvas.text_if_free(over) {
        let lines = [reason(steps.buckets, &run), "shaded: paid for, worth nothing".to_owned()];
        for (line, text) in (1_u8..).zip(lines) {
            let at = [right, foot - f64::from(line) * size * 1.4];
            let text = Text::new(text, at, size, warn).anchored(Anchor::End);
            if !(under_diagonal(plot, &text.bounds()) && canvas.text_if_free(text)) {
                return;
            }
        }
        return;
    }
    let x = plot.x(middle(run.first, run.last));
    let places = [(x, below, Anchor::Middle), (right, below, Anchor::End), (right, foot, Anchor::End)];
    let places = places.map(|(x, y, anchor)| headline(x, y, anchor));
    let inside = |text: &Text| plot.bounds.holds(&text.bounds()) && text.bounds().right <= right + 0.01;
    canvas.first_free(places.into_iter().filter(inside).collect::<Vec<_>>());
}

fn no_faster(run: &Stretch) -> String {
    format!(
        "{} to {} workers: no faster than {}",
        grouped((run.first + 1).into()),
        grouped(run.last.into()),
        grouped(run.first.into())
    )
}

fn reason(buckets: u32, run: &Stretch) -> String {
    format!(
        "{} ÷ {} on the busiest = {}",
        counted(buckets.into(), "bucket", "buckets"),
        grouped(run.most.into()),
        worth(run.even_width)
    )
}

/// Whether a place lies below the line on which every worker earns its keep.
fn under_diagonal(plot: &Plot, bounds: &Bounds) -> bool {
    let width = (bounds.left - plot.x(0.0)) / (plot.x(1.0) - plot.x(0.0));
    plot.bounds.holds(bounds) && plot.y(width) < bounds.top
}

/// On every other tread that has room for it, how many buckets the busiest owns there: one less makes the next step.
pub(super) fn treads(canvas: &mut Canvas, plot: &Plot, steps: &Steps<'_>) {
    let size = canvas.caption();
    for run in steps.stretches.iter().rev().filter(|run| steps.plateau != Some(**run)) {
        let most = grouped(run.most.into());
        let at = [plot.x(f64::from(run.last + 1)) - canvas.pt(5.0), plot.y(run.even_width) - canvas.pt(5.0)];
        for text in [format!("busiest owns {most}"), format!("owns {most}")] {
            let text = Text::new(text, at, size, canvas.palette.dim).anchored(Anchor::End);
            let on_tread = text.bounds().left > plot.x(f64::from(run.first)) && under_diagonal(plot, &text.bounds());
            if on_tread && canvas.text_if_free(text) {
                break;
            }
        }
    }
}

/// A tick on the lower axis at every useful width that can be told from the one before.
pub(super) fn ticks(canvas: &mut Canvas, plot: &Plot, steps: &Steps<'_>) {
    let (stroke, apart) = (Stroke::new(canvas.palette.accent, canvas.pt(1.8)), canvas.pt(3.0));
    let mut before = f64::NEG_INFINITY;
    for row in steps.useful() {
        let x = plot.x(f64::from(row.workers));
        if x - before >= apart {
            canvas.line([x, plot.bounds.bottom], [x, plot.bounds.bottom - canvas.pt(7.0)], stroke);
            before = x;
        }
    }
}
