//! Up to some two thousand cells, each drawn on its own: rounded, with gaps, and labels where they fit.

use super::WallColour;
use super::WallInput;
use super::colours::{Colours, slide_of};
use super::labels;
use super::layout::Layout;
use super::legend::most_buckets;
use crate::gui::paint::hatch;
use crate::gui::theme::Theme;
use egui::{Painter, Rect, Stroke, StrokeKind, vec2};

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
    labels::paint(painter, theme, input, layout, colours);
    outline(painter, theme, input, layout, corner);
}

/// A bucket that changes hands lifts off, small, and settles again.
fn on_its_way(cell: Rect, input: &WallInput<'_>, bucket: u32) -> Rect {
    let Some((_, progress)) = slide_of(input, bucket) else { return cell };
    let lift = 4.0 * progress * (1.0 - progress);
    Rect::from_center_size(cell.center() - vec2(0.0, 0.12 * lift * cell.height()), cell.size() * (1.0 - 0.3 * lift))
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
