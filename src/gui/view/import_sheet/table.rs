//! The first rows of a list.

use crate::gui::theme::{Theme, caption, strong};
use crate::import::Preview;
use crate::plain::visible;
use egui::{Grid, Label, RichText, ScrollArea, Ui};

/// Height of the table at most, in points.
const HEIGHT: f32 = 268.0;
/// Columns that are shown, beside those that are read.
const COLUMNS: usize = 24;
/// Characters of a text that are shown.
const LONG: usize = 40;

/// Shows the first rows under the names of their columns, with what each column is read as.
pub fn table(ui: &mut Ui, theme: &Theme, preview: &Preview) {
    let read = [Some(preview.key), preview.load, preview.state_bytes];
    let shown: Vec<usize> =
        (0..preview.columns.len()).filter(|at| *at < COLUMNS || read.contains(&Some(*at))).collect();
    let left = preview.columns.len() - shown.len();
    // The least height as in every sheet: a short list must not make room for few rows of the next.
    let area = ScrollArea::both().id_salt("rows of the list").max_height(HEIGHT).min_scrolled_height(HEIGHT);
    area.auto_shrink([false, true]).show(ui, |ui| {
        // A row is as high as its text.
        ui.spacing_mut().interact_size.y = 0.0;
        Grid::new("first rows").striped(true).min_col_width(48.0).spacing([20.0, 5.0]).show(ui, |ui| {
            for &at in &shown {
                let ink = if read.contains(&Some(at)) { theme.accent } else { theme.dim };
                let name = short(&preview.columns[at]);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ui.add(Label::new(RichText::new(name).font(strong(13.0)).color(ink)).extend());
                    ui.add(Label::new(RichText::new(role(preview, at)).font(caption()).color(ink)).extend());
                });
            }
            if left > 0 {
                ui.label(RichText::new(format!("and {left} more columns")).font(caption()).color(theme.dim));
            }
            ui.end_row();
            for row in &preview.rows {
                for &at in &shown {
                    let ink = if read.contains(&Some(at)) { theme.text } else { theme.dim };
                    let text = row.get(at).map(String::as_str).unwrap_or_default();
                    ui.add(Label::new(RichText::new(short(text)).color(ink)).extend());
                }
                ui.end_row();
            }
        });
    });
}

/// What a column is read as.
fn role(preview: &Preview, at: usize) -> &'static str {
    if preview.key == at {
        "key"
    } else if preview.load == Some(at) {
        "load, in records"
    } else if preview.state_bytes == Some(at) {
        "state, in bytes"
    } else {
        "not read"
    }
}

/// A text from outside in one short line.
pub fn short(text: &str) -> String {
    let text = visible(text);
    match text.char_indices().nth(LONG) {
        None => text.into_owned(),
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}
