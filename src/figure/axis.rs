//! Axes: round ticks, hairlines, numbers and a title with its unit.

use super::canvas::Canvas;
use super::measure::{self, ASCENT};
use super::number::{size, whole};
use super::scene::{Anchor, Bounds, Stroke, Text, Weight};

/// Which numbers an axis runs over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    /// At its beginning.
    pub from: f64,
    /// At its end, above `from`.
    pub to: f64,
    /// `Some(base)`: equal steps are equal factors, ticks are powers of the base; `None`: equal steps are equal differences.
    pub log: Option<f64>,
}

impl Scale {
    /// Equal steps are equal differences.
    pub fn linear(from: f64, to: f64) -> Self {
        Self { from, to: if to > from { to } else { from + 1.0 }, log: None }
    }

    /// Equal steps are equal factors, out to whole powers of `base` on both sides.
    pub fn log(from: f64, to: f64, base: f64) -> Self {
        let power = |x: f64, round: fn(f64) -> f64| libm::pow(base, round(libm::log(x) / libm::log(base)));
        let (from, mut to) = (power(from * 1.000_001, libm::floor), power(to * 0.999_999, libm::ceil));
        if to <= from {
            to = from * base;
        }
        Self { from, to, log: Some(base) }
    }

    /// The share of the way from the beginning to the end at which a number lies.
    pub fn share(&self, number: f64) -> f64 {
        if self.log.is_some() {
            (libm::log(number) - libm::log(self.from)) / (libm::log(self.to) - libm::log(self.from))
        } else {
            (number - self.from) / (self.to - self.from)
        }
    }

    /// Round numbers on it, about `most` or fewer.
    pub fn ticks(&self, most: f64) -> Vec<f64> {
        if let Some(base) = self.log {
            let powers = libm::round((libm::log(self.to) - libm::log(self.from)) / libm::log(base));
            let every = whole(libm::ceil((powers + 1.0) / most.max(2.0))).max(1);
            let first = libm::round(libm::log(self.from) / libm::log(base));
            let power = |step: usize| libm::round(libm::pow(base, first + size(step)) * 1e6) / 1e6;
            return (0..=whole(powers)).step_by(every).map(power).collect();
        }
        let step = round_step((self.to - self.from) / most.max(1.0));
        let first = libm::ceil(self.from / step - 1e-9);
        let count = whole(libm::floor(self.to / step + 1e-9) - first) + 1;
        (0..count).map(|at| (first + size(at)) * step).collect()
    }

    /// The same, its end moved out to the next of about `most` round numbers.
    pub fn rounded(self, most: f64) -> Self {
        let step = round_step((self.to - self.from) / most.max(1.0));
        Self { to: libm::ceil(self.to / step - 1e-9) * step, ..self }
    }
}

/// The least of 1, 2, 5, 10, 20, … that is no less; below 1 as well.
pub(super) fn round_step(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    [1.0, 2.0, 5.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= least * 0.999_999)
        .unwrap_or(10.0 * power)
}

/// One axis as it is to be drawn.
pub(super) struct Axis<'a> {
    /// Its numbers.
    pub scale: Scale,
    /// What they are, with their unit.
    pub title: &'a str,
    /// How one is written.
    pub write: &'a dyn Fn(f64) -> String,
    /// Whether only whole numbers are marked.
    pub whole: bool,
}

/// The place of the data, and where numbers lie in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    /// Where the data lie.
    pub bounds: Bounds,
    x: Scale,
    y: Scale,
}

impl Plot {
    /// The x of a number on the lower axis.
    pub fn x(&self, number: f64) -> f64 {
        self.bounds.left + self.bounds.width() * self.x.share(number)
    }

    /// The y of a number on the left axis.
    pub fn y(&self, number: f64) -> f64 {
        self.bounds.bottom - self.bounds.height() * self.y.share(number)
    }

    /// The place of a pair of numbers.
    pub fn at(&self, x: f64, y: f64) -> [f64; 2] {
        [self.x(x), self.y(y)]
    }
}

/// Draws both axes into an area. Without a title on the left axis no room is kept for it.
pub(super) fn axes(canvas: &mut Canvas, area: Bounds, y: &Axis<'_>, x: &Axis<'_>) -> Plot {
    let (caption, gap) = (canvas.caption(), canvas.pt(6.0));
    let mut bounds = area;
    if !y.title.is_empty() {
        bounds.top += caption * 1.2 + gap;
    }
    bounds.bottom -= (caption + gap) * if x.title.is_empty() { 1.2 } else { 2.0 };
    let most = (bounds.height() / (caption * 2.8)).clamp(1.0, 9.0);
    let marks = ticks(y, most);
    let widest =
        marks.iter().map(|&tick| measure::width(&(y.write)(tick), caption, Weight::Regular)).fold(0.0, f64::max);
    bounds.left += widest + gap;
    let title = measure::fitted(y.title, caption, Weight::Regular, area.width());
    canvas.text(Text::new(title, [area.left, area.top + ASCENT * caption], caption, canvas.palette.dim));
    let plot = Plot { bounds, x: x.scale, y: y.scale };
    for tick in marks {
        let height = plot.y(tick);
        let hair = Stroke::new(canvas.palette.line, canvas.pt(1.0));
        canvas.line([bounds.left, height], [bounds.right, height], hair);
        let at = [bounds.left - gap, height + caption * 0.36];
        canvas.text_if_free(Text::new((y.write)(tick), at, caption, canvas.palette.dim).anchored(Anchor::End));
    }
    numbers_below(canvas, &plot, x);
    let baseline = area.bottom - canvas.pt(2.0) - measure::DESCENT * caption;
    let title = canvas.centred(x.title, bounds.middle()[0], baseline, &area);
    canvas.text(title);
    plot
}

fn numbers_below(canvas: &mut Canvas, plot: &Plot, x: &Axis<'_>) {
    let caption = canvas.caption();
    let longest = measure::width(&(x.write)(x.scale.to), caption, Weight::Regular) + canvas.pt(22.0);
    let most = (plot.bounds.width() / longest).clamp(2.0, 14.0);
    for tick in ticks(x, most) {
        let place = plot.x(tick);
        let hair = Stroke::new(canvas.palette.line, canvas.pt(1.0));
        canvas.line([place, plot.bounds.bottom], [place, plot.bounds.bottom + canvas.pt(4.0)], hair);
        let at = [place, plot.bounds.bottom + canvas.pt(7.0) + ASCENT * caption];
        canvas.text_if_free(Text::new((x.write)(tick), at, caption, canvas.palette.dim).anchored(Anchor::Middle));
    }
}

fn ticks(axis: &Axis<'_>, most: f64) -> Vec<f64> {
    let mut ticks = axis.scale.ticks(most);
    if axis.whole {
        ticks.retain(|tick| (tick - libm::round(*tick)).abs() < 1e-9);
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(Scale::linear(0.0, 140.0).ticks(7.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0, 140.0]);
        assert_eq!(Scale::linear(0.0, 3.0).ticks(7.0), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]);
        assert_eq!(Scale::log(8.0, 1000.0, 10.0).ticks(9.0), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(Scale::log(4.0, 64.0, 2.0).ticks(3.0), [4.0, 16.0, 64.0]);
        assert!((Scale::linear(0.0, 131.0).rounded(7.0).to - 140.0).abs() < 1e-9);
    }

    #[test]
    fn a_scale_without_a_range_still_has_two_ends() {
        assert!((Scale::linear(5.0, 5.0).share(5.0)).abs() < 1e-12);
        assert!(Scale::log(8.0, 8.0, 10.0).to > Scale::log(8.0, 8.0, 10.0).from);
    }
}
