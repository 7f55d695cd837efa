//! Small drawing pieces that the charts share.

use super::theme::Theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

/// A count as a length on screen. Counts on screen stay below 2^24, where every whole number is an f32.
#[expect(clippy::cast_precision_loss, reason = "exact below 2^24, and only drawn")]
#[must_use]
pub const fn length(count: u32) -> f32 {
    count as f32
}

/// A length on screen as a count: cut to whole, 0 where negative or not a number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "such casts saturate, and that is meant")]
#[must_use]
pub const fn whole(length: f32) -> u32 {
    length as u32
}

/// A figure as a plot coordinate.
#[expect(clippy::cast_precision_loss, reason = "only drawn: a plot is a few thousand pixels high")]
#[must_use]
pub const fn coordinate(figure: u64) -> f64 {
    figure as f64
}

/// `part` ÷ `all`, 0 to 1; 0 where `all` is 0.
#[expect(clippy::cast_possible_truncation, reason = "a share of 1 as a colour or a length")]
#[must_use]
pub fn share(part: u64, all: u64) -> f32 {
    if all == 0 { 0.0 } else { (coordinate(part) / coordinate(all)) as f32 }
}

/// Fills `rect` with thin diagonal lines: the sign for "nothing in here".
pub fn hatch(painter: &Painter, rect: Rect, colour: Color32) {
    const APART: f32 = 5.0;
    let stroke = Stroke::new(1.0, colour);
    let mut start = rect.left() - rect.height();
    while start < rect.right() {
        // From (start, bottom) up to the right at 45 degrees, cut to the rectangle.
        let low = vec2((rect.left() - start).max(0.0), -(rect.left() - start).max(0.0));
        let run = (rect.right() - start).min(rect.height());
        let foot = pos2(start, rect.bottom());
        if run > low.x {
            painter.line_segment([foot + low, foot + vec2(run, -run)], stroke);
        }
        start += APART;
    }
}

/// Text on a plate of the ground's colour, so that it reads over bars and lines. Returns the plate.
pub fn plate(
    painter: &Painter,
    theme: &Theme,
    at: Pos2,
    anchor: Align2,
    text: &str,
    font: FontId,
    ink: Color32,
) -> Rect {
    let galley = painter.layout_no_wrap(text.to_owned(), font, ink);
    let rect = anchor.anchor_size(at, galley.size());
    let plate = rect.expand2(vec2(4.0, 1.0));
    painter.add(Shape::rect_filled(plate, 3.0, theme.ground.gamma_multiply(0.88)));
    painter.galley(rect.min, galley, ink);
    plate
}

/// A step of 1, 2 or 5 times a power of ten that cuts `span` into at most `pieces`; at least 1.
#[must_use]
pub fn round_step(span: f64, pieces: u32) -> f64 {
    let least = (span / f64::from(pieces.max(1))).max(1.0);
    let mut power = 1.0;
    while power * 10.0 <= least {
        power *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= least).unwrap_or(power * 10.0)
}

/// An axis mark with its thousands as a letter: `0`, `500`, `25 k`, `1.5 M`.
#[must_use]
pub fn axis_mark(value: f64) -> String {
    const UNITS: [(f64, &str); 5] = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let Some((size, unit)) = UNITS.into_iter().find(|(size, _)| value >= *size) else {
        return format!("{value:.0}");
    };
    let scaled = (value / size * 100.0).round() / 100.0;
    format!("{scaled}\u{a0}{unit}")
}

/// The same text with a capital first letter, as a label or a sentence begins.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_steps_are_round_and_few() {
        assert_eq!(round_step(27_727.0, 4).to_bits(), 10_000_f64.to_bits());
        assert_eq!(round_step(100.0, 5).to_bits(), 20_f64.to_bits());
        assert_eq!(round_step(3.0, 10).to_bits(), 1_f64.to_bits());
        for span in [7.0, 90.0, 1234.0, 5e9] {
            assert!(span / round_step(span, 4) <= 4.0);
        }
    }

    #[test]
    fn axis_marks_are_short() {
        assert_eq!(axis_mark(0.0), "0");
        assert_eq!(axis_mark(500.0), "500");
        assert_eq!(axis_mark(25_000.0), "25\u{a0}k");
        assert_eq!(axis_mark(1_500_000.0), "1.5\u{a0}M");
    }

    #[test]
    fn a_share_of_nothing_is_nothing() {
        assert!(share(0, 0).abs() < f32::EPSILON);
        assert!((share(1, 4) - 0.25).abs() < f32::EPSILON);
    }
}
