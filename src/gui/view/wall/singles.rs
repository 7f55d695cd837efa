//! Up to some two thousand cells, each drawn on its own: rounded, with gaps, and labels where they fit.

use super::WallColour;
use super::WallInput;
use super::colours::{Colours, slide_of};
use super::labels;
use super::layout::Layout;
use super::legend::busiest_worker;
use crate::gui::paint::hatch;
use crate::gui::theme::Theme;
use egui::{Painter, Rect, Stroke, StrokeKind};

/// Paints all cells, then outlines, labels, and the buckets on their way.
pub(super) fn paint(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) {
    let owners = input.deal.assignment.owners();
    let side = layout.pitch.min_elem() - layout.gap;
    let corner = (side / 6.0).min(5.0);
    let shown = |bucket: u32| {
        let sliding = if input.colour == WallColour::Owner { slide_of(input, bucket) } else { None };
        sliding.filter(|(_, progress)| *progress > 0.0 && *progress < 1.0)
    };
    for (bucket, &owner) in (0..).zip(owners) {
        let cell = layout.cell_rect(bucket);
        let fill = match shown(bucket) {
            // The place it leaves is the new owner's once it has arrived.
            Some((_, progress)) => theme.faded(theme.owner(owner), LEFT_BEHIND * (1.0 - progress)),
            None => colours.cell(bucket, bucket + 1),
        };
        painter.rect_filled(cell, corner, fill);
        if side >= 10.0 && colours.is_empty(bucket) {
            hatch(painter, cell.shrink(corner / 3.0), theme.line);
        }
    }
    outline(painter, theme, input, layout, corner);
    labels::paint(painter, theme, input, layout, colours);
    let homes = homes(owners, input);
    for (bucket, &owner) in (0..).zip(owners) {
        let Some((_, progress)) = shown(bucket) else { continue };
        let home = homes.get(owner as usize).copied().flatten().unwrap_or(bucket);
        let tile = on_its_way(layout.cell_rect(bucket), layout.cell_rect(home), progress);
        // It melts into the place it comes to.
        let ink = colours.cell(bucket, bucket + 1).gamma_multiply((4.0 * (1.0 - progress)).min(1.0));
        painter.rect_filled(tile, corner, ink);
    }
}

/// How far the place that a bucket leaves steps back at first.
const LEFT_BEHIND: f32 = 0.7;

/// Each worker's first bucket: the place that buckets slide to. None while nothing slides.
fn homes(owners: &[u32], input: &WallInput<'_>) -> Vec<Option<u32>> {
    let mut homes = vec![None; if input.slide.is_some() { input.deal.worker.len() } else { 0 }];
    for (bucket, &owner) in (0..).zip(owners) {
        if let Some(home) = homes.get_mut(owner as usize) {
            home.get_or_insert(bucket);
        }
    }
    homes
}

/// A bucket that changes hands slides from its cell to where its new owner's buckets begin, small on its way.
fn on_its_way(cell: Rect, home: Rect, progress: f32) -> Rect {
    let lift = 4.0 * progress * (1.0 - progress);
    Rect::from_center_size(cell.center().lerp(home.center(), progress), cell.size() * (1.0 - 0.3 * lift))
}

/// The worker whose buckets are outlined, and how thick: the selected one; while none is selected, that with the largest load.
pub(super) fn outlined(input: &WallInput<'_>) -> Option<(u32, f32)> {
    match (input.selected_worker, input.colour) {
        (Some(selected), _) => Some((selected, 2.0)),
        _ if input.veil.figures => None,
        (None, WallColour::Owner) if input.slide.is_none() => busiest_worker(input.deal).map(|busiest| (busiest, 1.5)),
        _ => None,
    }
}

fn outline(painter: &Painter, theme: &Theme, input: &WallInput<'_>, layout: &Layout, corner: f32) {
    let Some((worker, width)) = outlined(input) else { return };
    for (bucket, _) in (0..).zip(input.deal.assignment.owners()).filter(|(_, owner)| **owner == worker) {
        let rect = layout.cell_rect(bucket);
        painter.rect_stroke(rect, corner, Stroke::new(width, theme.text), StrokeKind::Inside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    #[test]
    fn a_bucket_goes_from_its_cell_to_its_owners() {
        let at = |x: f32| Rect::from_min_size(pos2(x, 10.0), vec2(8.0, 8.0));
        let centre = |progress| on_its_way(at(0.0), at(100.0), progress).center();
        assert_eq!([0.0, 0.5, 1.0].map(centre), [pos2(4.0, 14.0), pos2(54.0, 14.0), pos2(104.0, 14.0)]);
    }
}
