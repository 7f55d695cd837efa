//! Up to some two thousand cells, each drawn on its own: rounded, with gaps, and labels where they fit.

use super::WallColour;
use super::WallInput;
use super::colours::{Colours, runs, slide_of};
use super::layout::Layout;
use super::legend::most_buckets;
use crate::gui::paint::hatch;
use crate::gui::theme::{Theme, strong};
use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// Cells below this side have no room for two labels.
const ROOM_FOR_BOTH: f32 = 26.0;

/// Paints all cells, then their labels and outlines.
pub(super) fn paint(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) {
    let owners = input.deal.assignment.owners();
    let side = layout.pitch.min_elem() - layout.gap;
    let corner = (side / 6.0).min(5.0);
    for (bucket, _) in (0..).zip(owners) {
        let fill = colours.cell(bucket, bucket + 1);
        let rect = on_its_way(layout.cell_rect(bucket), input, bucket);
        painter.rect_filled(rect, corner, fill);
        if side >= 10.0 && colours.is_empty(bucket) {
            hatch(painter, rect.shrink(corner / 3.0), theme.line);
        }
    }
    if side >= ROOM_FOR_BOTH {
        label_each(painter, theme, input, layout, colours);
    } else {
        mark_runs(painter, theme, input, layout, colours);
    }
    outline(painter, theme, input, layout, corner);
}

/// A bucket that changes hands lifts off, small, and settles again.
fn on_its_way(cell: Rect, input: &WallInput<'_>, bucket: u32) -> Rect {
    let Some((_, progress)) = slide_of(input, bucket) else { return cell };
    let lift = 4.0 * progress * (1.0 - progress);
    Rect::from_center_size(cell.center() - vec2(0.0, 0.12 * lift * cell.height()), cell.size() * (1.0 - 0.3 * lift))
}

/// Bucket number at the top left, owner at the bottom right; none on a bucket in between two owners.
fn label_each(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) {
    let large = layout.pitch.min_elem() >= 60.0;
    let (number, name) =
        if large { (FontId::proportional(12.0), strong(15.0)) } else { (FontId::proportional(10.0), strong(11.0)) };
    let inset = if large { vec2(8.0, 6.0) } else { vec2(5.0, 3.0) };
    for (bucket, &now) in (0..).zip(input.deal.assignment.owners()) {
        let owner = match slide_of(input, bucket) {
            Some((_, progress)) if progress > 0.0 && progress < 1.0 => continue,
            Some((from, progress)) if progress <= 0.0 => from,
            _ => now,
        };
        let rect = layout.cell_rect(bucket);
        let ink = theme.on(colours.cell(bucket, bucket + 1));
        let name = painter.layout_no_wrap(format!("w{owner}"), name.clone(), ink);
        let number = painter.layout_no_wrap(bucket.to_string(), number.clone(), ink.gamma_multiply(0.8));
        let room = rect.size() - inset * 2.0;
        if number.size().x <= room.x && number.size().y + name.size().y <= room.y + 6.0 {
            painter.galley(rect.min + inset, number, ink);
        }
        if name.size().x <= room.x + 4.0 {
            painter.galley(rect.max - inset - name.size(), name, ink);
        }
    }
}

/// Where labels do not fit every cell: the owner's name across the start of its stretch, or a notch there; a stretch of one
/// needs no sign beside its colour.
fn mark_runs(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) {
    for run in runs(input.deal.assignment.owners()) {
        let ink = theme.on(colours.cell(run.start, run.start + 1));
        let name = painter.layout_no_wrap(format!("w{}", run.owner), strong(10.0), ink);
        let block = layout.block(run.start..run.end);
        let cell_height = layout.pitch.y - layout.gap;
        if name.size().x + 4.0 <= block.width() && cell_height >= 11.0 {
            let middle = pos2(block.left() + 3.0, block.top() + cell_height / 2.0);
            painter.galley(Align2::LEFT_CENTER.anchor_size(middle, name.size()).min, name, ink);
        } else if run.end - run.start > 1 {
            let first = layout.cell_rect(run.start);
            painter.rect_filled(first.with_max_x(first.left() + 2.0), 0.0, Color32::from_black_alpha(110));
        }
    }
}

/// Outlines the selected worker's buckets; while none is selected, those of the workers that own the most.
fn outline(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout, corner: f32) {
    let most = match (input.selected_worker, input.colour) {
        (None, WallColour::Owner) if input.slide.is_none() => most_buckets(input.deal),
        _ => None,
    };
    let counts = &input.deal.worker;
    for (bucket, &owner) in (0..).zip(input.deal.assignment.owners()) {
        let width = if input.selected_worker == Some(owner) {
            2.0
        } else if most
            .is_some_and(|most| counts.get(owner as usize).is_some_and(|worker| worker.buckets == most.buckets))
        {
            1.5
        } else {
            continue;
        };
        let rect = layout.cell_rect(bucket);
        painter.rect_stroke(rect, corner, Stroke::new(width, theme.text), StrokeKind::Inside);
    }
}
