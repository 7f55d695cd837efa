//! Keys to what lines, fills and hatching mean, above the data.

use super::canvas::Canvas;
use super::measure::{self, ASCENT};
use super::palette::Colour;
use super::scene::{Anchor, Bounds, Shape, Stroke, Text, Weight};

/// A sample of what is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sample {
    /// A line.
    Line(Stroke),
    /// A fill.
    Fill(Colour),
    /// A hatched fill.
    Hatch(Colour),
    /// A dot.
    Dot(Colour),
    /// An outline.
    Outline(Colour),
}

/// Draws the entries from left to right at the top of an area, in as many rows as they need; the area is shortened by them.
pub(super) fn legend(canvas: &mut Canvas, area: &mut Bounds, entries: &[(Sample, String)]) {
    let (size, sample, gap) = (canvas.caption(), canvas.pt(18.0), canvas.pt(16.0));
    let (row, mut left, mut used) = (size * 1.5, area.left, false);
    for (kind, text) in entries {
        let text = measure::fitted(text, size, Weight::Regular, area.width() - sample - canvas.pt(6.0));
        let wide = sample + canvas.pt(6.0) + measure::width(&text, size, Weight::Regular);
        if used && left + wide > area.right {
            area.top += row;
            left = area.left;
        }
        let bounds = Bounds { left, top: area.top, right: left + sample, bottom: area.top + size };
        draw(canvas, *kind, bounds);
        let at = [bounds.right + canvas.pt(6.0), area.top + size * (0.5 + ASCENT / 2.0 - 0.03)];
        canvas.text(Text::new(text, at, size, canvas.palette.dim));
        left += wide + gap;
        used = true;
    }
    if used {
        area.top += row + canvas.pt(4.0);
    }
}

fn draw(canvas: &mut Canvas, kind: Sample, bounds: Bounds) {
    let [x, y] = bounds.middle();
    let inner = Bounds { top: bounds.top + canvas.pt(1.0), ..bounds };
    let radius = canvas.pt(2.0);
    match kind {
        Sample::Line(stroke) => canvas.line([bounds.left, y], [bounds.right, y], stroke),
        Sample::Fill(colour) => canvas.fill(inner, radius, colour),
        Sample::Hatch(colour) => {
            canvas.hatch(inner, colour);
            let stroke = Some(Stroke::new(canvas.palette.line, canvas.pt(1.0)));
            canvas.add(Shape::Rect { bounds: inner, radius: 0.0, fill: None, stroke });
        }
        Sample::Dot(colour) => {
            canvas.add(Shape::Circle { middle: [x, y], radius: canvas.pt(3.5), fill: colour, stroke: None });
        }
        Sample::Outline(colour) => {
            let stroke = Some(Stroke::new(colour, canvas.pt(1.6)));
            canvas.add(Shape::Rect { bounds: inner.grown(-canvas.pt(0.8)), radius, fill: None, stroke });
        }
    }
}

/// The load ramp with numbers at places from 0 to 1, at the top of an area, which is shortened by it.
pub(super) fn ramp(canvas: &mut Canvas, area: &mut Bounds, name: &str, marks: &[(f64, String)]) {
    const STEPS: u16 = 64;
    let (size, height) = (canvas.caption(), canvas.pt(9.0));
    let name = measure::fitted(name, size, Weight::Regular, area.width() * 0.5);
    let left = area.left + measure::width(&name, size, Weight::Regular) + canvas.pt(12.0);
    let right = (left + canvas.pt(260.0)).min(area.right - canvas.pt(12.0));
    canvas.text(Text::new(name, [area.left, area.top + ASCENT * size], size, canvas.palette.dim));
    let edge = |step: u16| left + (right - left) * f64::from(step) / f64::from(STEPS);
    for step in 0..STEPS {
        // A hair of overlap hides the seams.
        let over = if step + 1 < STEPS { 0.5 } else { 0.0 };
        let bounds =
            Bounds { left: edge(step), top: area.top, right: edge(step + 1) + over, bottom: area.top + height };
        canvas.fill(bounds, 0.0, canvas.palette.ramp((f64::from(step) + 0.5) / f64::from(STEPS)));
    }
    let baseline = area.top + height + canvas.pt(3.0) + ASCENT * size;
    for (place, text) in marks {
        let x = left + (right - left) * place;
        let anchor = match *place {
            place if place <= 0.0 => Anchor::Start,
            place if place >= 1.0 => Anchor::End,
            _ => Anchor::Middle,
        };
        canvas.text_if_free(Text::new(text.clone(), [x, baseline], size, canvas.palette.dim).anchored(anchor));
    }
    area.top += height + size + canvas.pt(10.0);
}
