//! Labels on single cells: one size for the whole wall, the largest that fits every cell whole; none where none does.

use super::WallInput;
use super::colours::{Colours, Run, runs, slide_of};
use super::layout::Layout;
use super::singles::outlined;
use crate::gui::theme::{Theme, caption, strong};
use crate::learn::Vocabulary;
use crate::numerals::counted;
use egui::{Align2, Color32, FontId, Painter, Rect, Vec2, pos2, vec2};

/// Height of a digit as a share of Inter's size; the row that egui lays it in has as much room above it as below.
const DIGIT: f32 = 0.73;

/// Space between two labels of a cell, in points.
const APART: f32 = 4.0;

/// Size of the owner's name across a stretch of cells too small for labels of their own.
const ACROSS: f32 = 10.0;

/// How a cell's bucket number and its owner's name stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Number at the top left, name at the bottom right.
    Corners,
    /// Both in one line.
    Line,
    /// The name alone, in the middle.
    NameAlone,
}

/// A size of labels, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Style {
    order: Order,
    number: f32,
    name: f32,
    inset: Vec2,
    /// Only for cells at least this large both ways.
    from: f32,
}

/// Largest first.
const STYLES: [Style; 6] = [
    Style { order: Order::Corners, number: 14.0, name: 20.0, inset: vec2(12.0, 12.0), from: 104.0 },
    Style { order: Order::Corners, number: 12.0, name: 15.0, inset: vec2(8.0, 8.0), from: 56.0 },
    Style { order: Order::Corners, number: 10.0, name: 11.0, inset: vec2(4.0, 3.5), from: 0.0 },
    Style { order: Order::Line, number: 10.0, name: 11.0, inset: vec2(5.0, 2.0), from: 0.0 },
    Style { order: Order::NameAlone, number: 0.0, name: 11.0, inset: vec2(3.0, 3.0), from: 0.0 },
    Style { order: Order::NameAlone, number: 0.0, name: 9.0, inset: vec2(2.0, 2.0), from: 0.0 },
];

/// The largest style whose labels fit a cell; `widths` measures the widest number and the widest name in given sizes.
fn style_for(cell: Vec2, widths: impl Fn(f32, f32) -> Vec2) -> Option<Style> {
    STYLES.into_iter().find(|style| {
        let Vec2 { x: number, y: name } = widths(style.number, style.name);
        let needed = match style.order {
            Order::Corners => vec2(number.max(name), DIGIT * (style.number + style.name) + 3.0),
            Order::Line => vec2(number + 2.0 * APART + name, DIGIT * style.name),
            Order::NameAlone => vec2(name, DIGIT * style.name),
        } + style.inset * 2.0;
        cell.min_elem() >= style.from && needed.x <= cell.x && needed.y <= cell.y
    })
}

/// Paints what fits: labels on every cell, else an owner's name at the start of its stretch.
pub(super) fn paint(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) {
    let owners = input.deal.assignment.owners();
    let zeros = |most: u32| "0".repeat(most.to_string().len());
    let number = zeros(input.deal.assignment.buckets().get() - 1);
    let name = format!("w{}", zeros(owners.iter().copied().max().unwrap_or(0)));
    let width = |text: &str, font: FontId| painter.layout_no_wrap(text.to_owned(), font, theme.text).size().x;
    let style = style_for(layout.smallest_cell(), |number_size, name_size| {
        let numbers = if number_size > 0.0 { width(&number, FontId::proportional(number_size)) } else { 0.0 };
        vec2(numbers, width(&name, strong(name_size)))
    });
    let stretches = runs(owners);
    match style {
        // Where stretches are long, the same name over and over says less than one name a stretch.
        Some(style) if style.order != Order::NameAlone || stretches.len() * 2 > owners.len() => {
            label_each(painter, theme, input, layout, colours, style);
        }
        _ if input.slide.is_none() && !input.veil.places && !input.veil.owners => {
            let widest = width(&name, strong(ACROSS)) + 2.0 * BESIDE;
            let marks =
                Marks { layout, colours, vocabulary: input.vocabulary, first_fits: widest <= layout.smallest_cell().x };
            mark_runs(painter, theme, marks, outlined(input).map(|(worker, _)| worker), &stretches);
        }
        _ => {}
    }
}

/// None on a bucket in between two owners.
fn label_each(
    painter: &Painter,
    theme: &Theme,
    input: &WallInput<'_>,
    layout: &Layout,
    colours: &Colours<'_>,
    style: Style,
) {
    for (bucket, &now) in (0..).zip(input.deal.assignment.owners()) {
        let owner = match slide_of(input, bucket) {
            Some((_, progress)) if progress > 0.0 && progress < 1.0 => continue,
            Some((from, progress)) if progress <= 0.0 => from,
            _ => now,
        };
        let ink = theme.on(colours.cell(bucket, bucket + 1));
        let cell = layout.cell_rect(bucket).shrink2(style.inset);
        let hidden = input.veil.places || input.veil.owners;
        let mark = if hidden { String::new() } else { input.vocabulary.mark(owner) };
        let (number, name) = (FontId::proportional(style.number), strong(style.name));
        match style.order {
            Order::Corners => {
                digits(painter, cell, Align2::LEFT_TOP, bucket.to_string(), number, ink);
                digits(painter, cell, Align2::RIGHT_BOTTOM, mark, name, ink);
                if style.from >= 100.0 && !input.veil.figures {
                    let keys = input.deal.buckets.keys.get(bucket as usize).copied().unwrap_or(0);
                    let under = cell.with_min_y(cell.top() + DIGIT * style.number + 2.0 * APART);
                    let (one, many) = input.vocabulary.keys();
                    digits(painter, under, Align2::LEFT_TOP, counted(keys, one, many), caption(), ink);
                }
            }
            Order::Line => {
                digits(painter, cell, Align2::LEFT_CENTER, bucket.to_string(), number, ink);
                digits(painter, cell, Align2::RIGHT_CENTER, mark, name, ink);
            }
            Order::NameAlone => digits(painter, cell, Align2::CENTER_CENTER, mark, name, ink),
        }
    }
}

/// Text whose digits, not whose row, stand in the corner of `cell`; none where it is wider than the cell.
fn digits(painter: &Painter, cell: Rect, corner: Align2, text: String, font: FontId, ink: Color32) {
    let size = font.size * DIGIT;
    let galley = painter.layout_no_wrap(text, font, ink);
    if galley.size().x > cell.width() {
        return;
    }
    let middle = corner.align_size_within_rect(vec2(galley.size().x, size), cell).center();
    painter.galley(middle - galley.size() / 2.0, galley, ink);
}

/// Where owners' names may stand.
#[derive(Clone, Copy)]
struct Marks<'a> {
    layout: &'a Layout,
    colours: &'a Colours<'a>,
    vocabulary: Vocabulary,
    /// Whether one cell has room for the longest name: all owners are named, or none for having a short one.
    first_fits: bool,
}

/// The owner's name in the first cell of its stretch, or over cells without keys there; else a notch. A stretch of one needs no
/// sign beside its colour. A name hides no cell with keys, nor where one cell ends and the next begins, and no outline crosses it.
fn mark_runs(painter: &Painter, theme: &Theme, marks: Marks<'_>, outlined: Option<u32>, stretches: &[Run]) {
    for run in stretches {
        let ink = theme.on(marks.colours.cell(run.start, run.start + 1));
        let first = marks.layout.cell_rect(run.start);
        let name = painter.layout_no_wrap(marks.vocabulary.mark(run.owner), strong(ACROSS), ink);
        let clear = if outlined == Some(run.owner) { 0.0 } else { marks.clear(run) };
        let fits = marks.first_fits || name.size().x + 2.0 * BESIDE <= clear;
        if fits && DIGIT * ACROSS + 3.0 <= first.height() {
            let at = pos2(first.left() + BESIDE, first.center().y);
            painter.galley(Align2::LEFT_CENTER.anchor_size(at, name.size()).min, name, ink);
        } else if run.end - run.start > 1 {
            painter.rect_filled(first.with_max_x(first.left() + 2.0), 0.0, Color32::from_black_alpha(110));
        }
    }
}

/// Space on each side of a name in its cell, in points.
const BESIDE: f32 = 2.0;

impl Marks<'_> {
    /// How far from the start of a stretch its first cells in a row have no keys.
    fn clear(&self, run: &Run) -> f32 {
        let row_end = (run.start / self.layout.columns + 1) * self.layout.columns;
        let empty = (run.start..run.end.min(row_end)).take_while(|&bucket| self.colours.is_empty(bucket)).last();
        let left = self.layout.cell_rect(run.start).left();
        empty.map_or(0.0, |last| self.layout.cell_rect(last).right() - left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of two digits, a digit 0.6 of its size wide.
    fn order(width: f32, height: f32) -> Option<(Order, f32)> {
        let widths = |number: f32, name: f32| vec2(3.0 * 0.6 * number, 3.0 * 0.6 * name);
        style_for(vec2(width, height), widths).map(|style| (style.order, style.name))
    }

    #[test]
    fn labels_shrink_with_the_cell_and_then_go() {
        assert_eq!(order(200.0, 120.0), Some((Order::Corners, 20.0)));
        assert_eq!(order(80.0, 60.0), Some((Order::Corners, 15.0)));
        assert_eq!(order(34.0, 30.0), Some((Order::Corners, 11.0)));
        assert_eq!(order(60.0, 16.0), Some((Order::Line, 11.0)));
        assert_eq!(order(34.0, 16.0), Some((Order::NameAlone, 11.0)));
        assert_eq!(order(22.0, 12.0), Some((Order::NameAlone, 9.0)));
        assert_eq!(order(16.0, 16.0), None);
        assert_eq!(order(80.0, 8.0), None);
    }
}
