//! A table of texts that wrap within their cells, as wide as the page.

use crate::gui::theme::{Theme, strong};
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, FontId, Label, Layout, Shape, Ui, vec2};

/// Space around the text of a cell, in points.
const BESIDE: f32 = 8.0;
/// Shows a table; the first row is its head. Texts may have `code` and *italics* marked as Markdown has them.
pub fn table(ui: &mut Ui, theme: &Theme, rows: &[Vec<&str>]) {
    let widths = widths(ui, theme, rows);
    ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
    for (at, row) in rows.iter().enumerate() {
        let behind = ui.painter().add(Shape::Noop);
        let shown = ui.horizontal_top(|ui| {
            for (text, width) in row.iter().zip(&widths) {
                cell(ui, theme, text, *width, at == 0);
            }
        });
        if at % 2 == 1 {
            ui.painter().set(behind, Shape::rect_filled(shown.response.rect, 0.0, theme.raised));
        }
    }
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
}

/// Each column has room for its longest word; what is left goes to those whose texts are longest.
fn widths(ui: &Ui, theme: &Theme, rows: &[Vec<&str>]) -> Vec<f32> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |text: &str, head: bool| ui.painter().layout_job(in_cell(text, theme, head)).size().x;
    // The least a column needs, and what it could do with, in points.
    let needs = |column: usize| {
        let texts = rows.iter().enumerate().filter_map(|(at, row)| Some((at == 0, *row.get(column)?)));
        texts.fold((0.0_f32, 0.0_f32), |(least, most), (head, text)| {
            let word = text.split_whitespace().map(|word| wide(word, head)).fold(least, f32::max);
            (word, most.max(wide(text, head)))
        })
    };
    let needs: Vec<(f32, f32)> = (0..columns).map(needs).collect();
    let beside = 2.0 * BESIDE + 2.0;
    let left = ui.available_width() - needs.iter().map(|(least, _)| least + beside).sum::<f32>();
    let wished = needs.iter().map(|(least, most)| most - least).sum::<f32>().max(1.0);
    needs.iter().map(|(least, most)| least + beside + left.max(0.0) * (most - least) / wished).collect()
}

fn cell(ui: &mut Ui, theme: &Theme, text: &str, width: f32, head: bool) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.add_space(5.0);
        ui.horizontal_top(|ui| {
            ui.add_space(BESIDE);
            ui.vertical(|ui| {
                ui.set_width(width - 2.0 * BESIDE);
                ui.add(Label::new(in_cell(text, theme, head)).wrap());
            });
        });
        ui.add_space(5.0);
    });
}

/// A text without the signs of Markdown, what they mark set apart: `code`, *italics* and **bold**.
pub fn marked_up(text: &str, theme: &Theme, plain: &FontId, line_height: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut is_bold = false;
    for (at, piece) in text.split('`').enumerate() {
        let is_code = at % 2 == 1;
        let mut append = |text: &str, font_id: FontId, italics: bool| {
            let line_height = Some(line_height);
            job.append(
                text,
                0.0,
                TextFormat { font_id, color: theme.text, italics, line_height, ..Default::default() },
            );
        };
        if is_code {
            append(piece, FontId::monospace(plain.size - 1.0), false);
            continue;
        }
        for (at, piece) in piece.split("**").enumerate() {
            // What code parts is bold on both sides of it.
            is_bold ^= at > 0;
            let font = if is_bold { strong(plain.size) } else { plain.clone() };
            for (at, piece) in piece.split('*').enumerate() {
                append(piece, font.clone(), at % 2 == 1);
            }
        }
    }
    job
}

/// The text of a cell.
fn in_cell(text: &str, theme: &Theme, head: bool) -> LayoutJob {
    marked_up(text, theme, &if head { strong(13.0) } else { FontId::proportional(13.0) }, 18.0)
}
