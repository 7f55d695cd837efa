//! The wall of a sorting office: a pigeonhole a bucket, framed in its sorter's colour, with letters for the records in it.

use super::WallInput;
use super::layout::Layout;
use super::singles::outlined;
use crate::gui::paint::{length, share};
use crate::gui::theme::{Theme, caption, strong};
use egui::{Color32, FontId, Galley, Painter, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use std::sync::Arc;

/// Smallest pigeonhole in which a letter can be told, in points.
const SMALLEST: f32 = 26.0;
/// Most letters drawn in one pigeonhole. Where no pigeonhole has more, there are as many as records; else so many stand for the
/// fullest.
const MOST_LETTERS: u32 = 5;
/// From this height on a pigeonhole has a plate with its number and its sorter, in points; from the second on a higher one.
const ROOM_FOR_PLATE: [f32; 2] = [30.0, 42.0];
/// Height of those plates, in points.
const PLATE: [f32; 2] = [11.0, 17.0];
/// Space beside the texts of those plates, in points.
const BESIDE: [f32; 2] = [2.0, 6.0];
/// From this width on a pigeonhole says who is in it, or that nobody is, in points.
const ROOM_FOR_NAMES: f32 = 100.0;
/// How much of the sorter's colour is left at the back of a pigeonhole, and on its floor.
const DEPTHS: [f32; 2] = [0.15, 0.3];
/// The highest letter, in points.
const HIGHEST_LETTER: f32 = 72.0;

/// Whether cells are large enough to be pigeonholes.
pub(super) fn fit(layout: &Layout) -> bool {
    layout.smallest_cell().min_elem() >= SMALLEST
}

/// How many letters a pigeonhole with so many records has: one each, where that is few enough in all of them.
fn letters(load: u64, fullest: u64) -> u32 {
    if fullest <= u64::from(MOST_LETTERS) {
        return u32::try_from(load).unwrap_or(MOST_LETTERS);
    }
    let part = share(load, fullest) * length(MOST_LETTERS);
    (1..=MOST_LETTERS).rev().find(|&count| part > length(count - 1)).unwrap_or(0)
}

/// What stands in one pigeonhole.
struct Hole<'a> {
    letters: u32,
    names: &'a [&'a str],
    number: String,
    sorter: String,
    /// Nothing is told of what is in it.
    closed: bool,
}

/// Paints every pigeonhole.
pub(super) fn paint(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout) {
    let owners = input.deal.assignment.owners();
    let loads = &input.deal.buckets.load;
    let fullest = loads.iter().copied().max().unwrap_or(0);
    let numbered = both_fit(painter, theme, input, layout.smallest_cell());
    let lit = outlined(input).map(|(worker, _)| worker);
    let hidden = input.veil.places || input.veil.owners;
    for (bucket, &owner) in (0..).zip(owners) {
        let index = bucket as usize;
        let back = input.selected_worker.is_some_and(|selected| selected != owner);
        let own = if input.veil.owners { theme.dim } else { theme.owner(owner) };
        let ink = if back { theme.faded(own, super::colours::STEPPED_BACK) } else { own };
        let hole = Hole {
            letters: letters(loads.get(index).copied().unwrap_or(0), fullest),
            names: input.names.get(index).map_or(&[][..], Vec::as_slice),
            number: if numbered || hidden { bucket.to_string() } else { String::new() },
            sorter: if hidden { String::new() } else { input.vocabulary.mark(owner) },
            closed: input.veil.keys,
        };
        hole.paint(painter, theme, layout.cell_rect(bucket), ink);
        if lit == Some(owner) {
            painter.rect_stroke(layout.cell_rect(bucket), 3.0, Stroke::new(2.0, theme.text), StrokeKind::Inside);
        }
    }
}

impl Hole<'_> {
    fn paint(&self, painter: &Painter, theme: &Theme, cell: Rect, ink: Color32) {
        painter.rect_filled(cell, 3.0, ink);
        let high = cell.height() >= ROOM_FOR_PLATE[1];
        let plate = if cell.height() >= ROOM_FOR_PLATE[0] { PLATE[usize::from(high)] } else { 0.0 };
        let frame = if cell.width() > 60.0 { 4.0 } else { 3.0 };
        let inside = Rect::from_min_max(cell.min + Vec2::splat(frame), cell.max - vec2(frame, frame.max(plate)));
        // Deep: its sorter's colour at the back, more of it on the floor.
        let [back, front] = DEPTHS.map(|left| theme.faded(ink, 1.0 - left));
        painter.rect_filled(inside, 1.0, back);
        painter.rect_filled(inside.with_min_y(inside.bottom() - (inside.height() * 0.14).min(8.0)), 0.0, front);
        let named = cell.width() >= ROOM_FOR_NAMES && !self.closed;
        let said = if named { self.said(painter, theme, inside) } else { None };
        let over = said.as_ref().map_or(0.0, |said| said.size().y + 4.0);
        pile(painter, theme, inside.with_min_y(inside.top() + over), if self.closed { 0 } else { self.letters });
        if let Some(said) = said {
            let top = inside.center_top() + vec2(-said.size().x / 2.0, 3.0);
            painter.galley(top, said, theme.text);
        }
        if plate > 0.0 {
            self.plate(painter, theme, cell.with_min_y(cell.bottom() - plate), ink, high);
        }
    }

    /// Who is in it, as far as there is room; that nobody is.
    fn said(&self, painter: &Painter, theme: &Theme, inside: Rect) -> Option<Arc<Galley>> {
        let layout = |text: String, ink| painter.layout_no_wrap(text, FontId::proportional(13.0), ink);
        if self.letters == 0 {
            return Some(layout("empty".to_owned(), theme.dim));
        }
        let shown = |count: usize| {
            let more = if count < self.names.len() { ", …" } else { "" };
            layout(format!("{}{more}", self.names[..count].join(", ")), theme.text)
        };
        (1..=self.names.len()).rev().map(shown).find(|text| text.size().x <= inside.width() - 8.0)
    }

    /// The number on the left, the sorter on the right.
    fn plate(&self, painter: &Painter, theme: &Theme, plate: Rect, ink: Color32, high: bool) {
        let (on, beside) = (theme.on(ink), BESIDE[usize::from(high)]);
        let [number, sorter] = plate_texts(painter, [&self.number, &self.sorter], high, on);
        let at = |x: f32, text: &Galley| pos2(x, plate.center().y - text.size().y / 2.0);
        let (left, right) = (at(plate.left() + beside, &number), at(plate.right() - beside - sorter.size().x, &sorter));
        painter.galley(left, number, on);
        painter.galley(right, sorter, on);
    }
}

/// Number and sorter as a plate has them, a low one or a high one.
fn plate_texts(painter: &Painter, texts: [&str; 2], high: bool, ink: Color32) -> [Arc<Galley>; 2] {
    let (plain, bold) = if high { (caption(), strong(11.0)) } else { (FontId::proportional(8.5), strong(8.5)) };
    let [number, sorter] = texts.map(str::to_owned);
    [painter.layout_no_wrap(number, plain, ink), painter.layout_no_wrap(sorter, bold, ink)]
}

/// Whether every plate has room for its number beside its sorter: all have both, or all have the sorter alone.
fn both_fit(painter: &Painter, theme: &Theme, input: &WallInput<'_>, cell: Vec2) -> bool {
    let owners = input.deal.assignment.owners();
    let high = cell.y >= ROOM_FOR_PLATE[1];
    let number = (owners.len() - 1).to_string();
    let sorter = input.vocabulary.mark(owners.iter().copied().max().unwrap_or(0));
    let [number, sorter] = plate_texts(painter, [&number, &sorter], high, theme.text);
    number.size().x + sorter.size().x + 3.0 * BESIDE[usize::from(high)] <= cell.x
}

/// Letters lying on each other.
fn pile(painter: &Painter, theme: &Theme, inside: Rect, letters: u32) {
    let high = (inside.height() * 0.42).min(HIGHEST_LETTER);
    let size = vec2((inside.width() * 0.62).min(high * 1.7), high);
    let rise = ((inside.height() - size.y - 4.0) / length(MOST_LETTERS)).clamp(0.0, size.y * 0.3);
    for at in 0..letters {
        // Not quite over each other, so that each is seen.
        let aside = if at % 2 == 0 { -1.0 } else { 1.0 } * (inside.width() * 0.05).min(5.0);
        let foot = pos2(inside.center().x + aside, inside.bottom() - 3.0 - length(at) * rise);
        letter(painter, theme, Rect::from_min_size(foot - vec2(size.x / 2.0, size.y), size));
    }
}

fn letter(painter: &Painter, theme: &Theme, rect: Rect) {
    let (paper, fold) = if theme.dark { (theme.text, theme.dim) } else { (theme.surface, theme.dim) };
    painter.rect(rect, 1.5, paper, Stroke::new(0.8, fold), StrokeKind::Inside);
    if rect.height() >= 8.0 {
        let tip = pos2(rect.center().x, rect.top() + rect.height() * 0.55);
        painter.line_segment([rect.left_top(), tip], Stroke::new(0.8, fold));
        painter.line_segment([tip, rect.right_top()], Stroke::new(0.8, fold));
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn few_records_are_as_many_letters_and_many_stand_for_more() {
        assert_eq!([0, 1, 2].map(|load| letters(load, 2)), [0, 1, 2]);
        assert_eq!([0, 1, 100, 500, 1000].map(|load| letters(load, 1000)), [0, 1, 1, 3, 5]);
    }
}
