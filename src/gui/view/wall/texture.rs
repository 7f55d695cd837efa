//! More cells than can be drawn one by one: one texture, a texel a cell, made anew only when what it shows has changed.

use super::WallInput;
use super::colours::{Colours, Run, STEPPED_BACK, figures, runs, slide_step};
use super::layout::Layout;
use crate::gui::theme::{Theme, strong};
use egui::{Color32, ColorImage, Id, Painter, Rect, Stroke, TextureHandle, TextureOptions, Ui, pos2, vec2};
use std::sync::Arc;

/// Stretches of one owner beyond this many are too short to be marked.
const MOST_MARKED_RUNS: usize = 1024;

/// Cells of a texture are parted by lines from this pitch on, in points: else neighbours of one owner run into a band.
const PARTED_FROM: f32 = 5.0;

/// A line of the ground's colour, a point wide, before each column and row but the first.
fn part(painter: &Painter, theme: &Theme, layout: &Layout) {
    let bounds = layout.bounds();
    for column in 1..layout.columns {
        let x = layout.cell_rect(column).left().round();
        painter.rect_filled(bounds.with_min_x(x - 1.0).with_max_x(x), 0.0, theme.ground);
    }
    for row in 1..layout.rows {
        let y = layout.cell_rect(row * layout.columns).top().round();
        painter.rect_filled(bounds.with_min_y(y - 1.0).with_max_y(y), 0.0, theme.ground);
    }
}

/// What is kept from frame to frame.
#[derive(Clone)]
struct Kept {
    key: u64,
    texture: TextureHandle,
    runs: Arc<[Run]>,
}

/// Paints the cells and, where the deal is made of stretches, their edges and owners' names.
pub(super) fn paint(ui: &Ui, id: Id, theme: &Theme, input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) {
    let kept = kept(ui, id, theme, input, layout, colours);
    let painter = ui.painter();
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(kept.texture.id(), layout.bounds(), whole, Color32::WHITE);
    if layout.pitch.min_elem() >= PARTED_FROM {
        part(painter, theme, layout);
    }
    if kept.runs.len() <= MOST_MARKED_RUNS && !input.veil.owners {
        for run in kept.runs.iter() {
            mark(painter, theme, layout, run, input.selected_worker);
        }
    }
}

fn kept(ui: &Ui, id: Id, theme: &Theme, input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) -> Kept {
    let owners = input.deal.assignment.owners();
    let before = slide_step(input).and_then(|step| input.slide.map(|(before, _)| (step, before.owners())));
    let shape = (layout.columns, layout.rows, layout.per_cell);
    let key = egui::util::hash((
        owners,
        before,
        figures(input),
        &input.deal.buckets.keys,
        input.selected_worker,
        (theme.dark, theme.owner(0)),
        (input.veil.owners, input.veil.keys),
        shape,
    ));
    let id = id.with("texture");
    let old = ui.data(|data| data.get_temp::<Kept>(id));
    if let Some(kept) = &old
        && kept.key == key
    {
        return kept.clone();
    }
    let image = image(layout, colours, theme);
    let texture = if let Some(mut kept) = old {
        kept.texture.set(image, TextureOptions::NEAREST);
        kept.texture
    } else {
        ui.load_texture("wall", image, TextureOptions::NEAREST)
    };
    let kept = Kept { key, texture, runs: runs(owners).into() };
    ui.data_mut(|data| data.insert_temp(id, kept.clone()));
    kept
}

fn image(layout: &Layout, colours: &Colours<'_>, theme: &Theme) -> ColorImage {
    let size = [layout.columns as usize, layout.rows as usize];
    let mut pixels: Vec<Color32> =
        (0..layout.cells()).map(|cell| colours.cell(cell * layout.per_cell, layout.end_of(cell))).collect();
    pixels.resize(size[0] * size[1], theme.ground);
    ColorImage::new(size, pixels)
}

/// The edge where a stretch begins, and its owner's name in the middle of its block.
fn mark(painter: &Painter, theme: &Theme, layout: &Layout, run: &Run, selected: Option<u32>) {
    let (first, end) = (layout.cell_of(run.start), layout.cell_of(run.end - 1) + 1);
    let (bounds, cell) = (layout.bounds(), layout.cell_rect(first));
    if first > 0 {
        let edge = Stroke::new(1.0, theme.ground);
        painter.hline(cell.left()..=bounds.right(), cell.top(), edge);
        painter.vline(cell.left(), cell.top()..=cell.bottom(), edge);
        painter.hline(bounds.left()..=cell.left(), cell.bottom(), edge);
    }
    let block = layout.block(first..end);
    let shown = match selected {
        Some(worker) if worker != run.owner => theme.faded(theme.owner(run.owner), STEPPED_BACK),
        _ => theme.owner(run.owner),
    };
    let ink = theme.on(shown);
    let size = if block.height() >= 40.0 { 15.0 } else { 10.0 };
    let name = painter.layout_no_wrap(format!("w{}", run.owner), strong(size), ink);
    if name.size().x + 6.0 <= block.width() && name.size().y <= block.height() {
        let plate = Rect::from_center_size(block.center(), name.size() + vec2(12.0, 4.0)).intersect(block);
        painter.rect_filled(plate, 4.0, shown);
        painter.galley(block.center() - name.size() / 2.0, name, ink);
    }
}
