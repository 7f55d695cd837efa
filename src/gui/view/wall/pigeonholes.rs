//! The wall of a sorting office: a pigeonhole a bucket, framed in its sorter's colour, with letters for the records in it.

use super::WallInput;
use super::layout::Layout;
use super::singles::outlined;
use crate::gui::paint::{length, share};
use crate::gui::theme::{Theme, caption, strong};
use egui::{Align2, Color32, Painter, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

/// Smallest pigeonhole in which a letter can be told, in points.
const SMALLEST: f32 = 26.0;
/// Most letters drawn in one pigeonhole: so many stand for the fullest.
const MOST_LETTERS: u32 = 5;
/// From this height on a pigeonhole has a plate with its number and its sorter, in points.
const ROOM_FOR_PLATE: f32 = 40.0;
/// Height of that plate, in points.
const PLATE: f32 = 17.0;

/// Whether cells are large enough to be pigeonholes.
pub(super) fn fit(layout: &Layout) -> bool {
    layout.smallest_cell().min_elem() >= SMALLEST
}

/// Paints every pigeonhole. Letters are as many as records, the fullest pigeonhole being full.
pub(super) fn paint(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout) {
    let owners = input.deal.assignment.owners();
    let loads = &input.deal.buckets.load;
    let fullest = loads.iter().copied().max().unwrap_or(0);
    let lit = outlined(input).map(|(worker, _)| worker);
    for (bucket, &owner) in (0..).zip(owners) {
        let load = loads.get(bucket as usize).copied().unwrap_or(0);
        let letters = (share(load, fullest) * length(MOST_LETTERS)).ceil();
        let back = input.selected_worker.is_some_and(|selected| selected != owner);
        let ink = if back { theme.faded(theme.owner(owner), super::colours::STEPPED_BACK) } else { theme.owner(owner) };
        hole(painter, theme, layout.cell_rect(bucket), ink, letters, (bucket, owner));
        if lit == Some(owner) {
            painter.rect_stroke(layout.cell_rect(bucket), 3.0, Stroke::new(2.0, theme.text), StrokeKind::Inside);
        }
    }
}

fn hole(painter: &Painter, theme: &Theme, cell: Rect, ink: Color32, letters: f32, (bucket, owner): (u32, u32)) {
    painter.rect_filled(cell, 3.0, ink);
    let plate = if cell.height() >= ROOM_FOR_PLATE { PLATE } else { 0.0 };
    let frame = if cell.width() > 60.0 { 4.0 } else { 3.0 };
    let inside = Rect::from_min_max(cell.min + Vec2::splat(frame), cell.max - vec2(frame, frame.max(plate)));
    // Deep: dark at the back, lighter on the floor.
    let back = if theme.dark { theme.ground } else { theme.faded(theme.text, 0.72) };
    painter.rect_filled(inside, 1.0, back);
    let floor = inside.with_min_y(inside.bottom() - (inside.height() * 0.14).min(8.0));
    painter.rect_filled(floor, 0.0, if theme.dark { theme.raised } else { theme.faded(theme.text, 0.6) });
    pile(painter, theme, inside, letters);
    if plate > 0.0 {
        let on = theme.on(ink);
        let line = cell.bottom() - plate / 2.0;
        painter.text(pos2(cell.left() + 6.0, line), Align2::LEFT_CENTER, bucket.to_string(), caption(), on);
        if cell.width() >= 52.0 {
            painter.text(pos2(cell.right() - 6.0, line), Align2::RIGHT_CENTER, format!("w{owner}"), strong(11.0), on);
        }
    }
}

/// Letters lying on each other.
fn pile(painter: &Painter, theme: &Theme, inside: Rect, letters: f32) {
    let size = vec2((inside.width() * 0.62).min(56.0), (inside.height() * 0.42).min(30.0));
    let rise = ((inside.height() - size.y - 4.0) / length(MOST_LETTERS)).clamp(0.0, 9.0);
    let mut at = 0.0;
    while at < letters {
        // Not quite over each other, so that each is seen.
        let aside = if at % 2.0 < 1.0 { -1.0 } else { 1.0 } * (inside.width() * 0.05).min(5.0);
        let foot = pos2(inside.center().x + aside, inside.bottom() - 3.0 - at * rise);
        letter(painter, theme, Rect::from_min_size(foot - vec2(size.x / 2.0, size.y), size));
        at += 1.0;
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
