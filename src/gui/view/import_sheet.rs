//! The sheet that shows a list of keys as it would be read, before it is taken.

mod choices;
mod table;

use crate::export::{empty_keys, null_keys};
use crate::gui::command::Command;
use crate::gui::importing::Import;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::ends::ends;
use crate::gui::view::parts::acting;
use crate::import::Preview;
use crate::keys::Value;
use crate::numerals::{bytes, counted, grouped};
use crate::plain::{excerpt, visible};
use egui::{Label, RichText, Ui};

/// Rows that cannot be read which are shown.
const QUOTED: usize = 4;

/// Shows the sheet.
pub fn import(ui: &mut Ui, view: &AppView<'_>, import: &Import, is_new: bool, out: &mut Vec<Command>) {
    let theme = view.theme;
    let name = import.path.file_name().unwrap_or(import.path.as_os_str()).to_string_lossy();
    ui.label(RichText::new("Import a list of keys").font(strong(16.0)));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.label(RichText::new(excerpt(&visible(&name))).font(strong(13.0)));
        let text = format!("  ·  {}  ·  {}", bytes(import.bytes), import.preview.format);
        ui.label(RichText::new(text).color(theme.dim));
    });
    let text = format!(
        "The list takes the place of the keys of “{}”; engine, buckets and widths stay. Undo brings the keys back.",
        excerpt(&view.scenario.name)
    );
    ui.add(Label::new(RichText::new(text).font(caption()).color(theme.dim)).wrap());
    ui.add_space(4.0);
    if let Some(options) = ui.scope(|ui| choices::choices(ui, view, import)).inner {
        out.push(Command::Preview { path: import.path.clone(), options: Some(options) });
    }
    ui.add_space(4.0);
    if let Some(reason) = &import.failure {
        let text = format!("As told, the list {}.", said(reason));
        ui.add(Label::new(RichText::new(text).color(theme.bad)).wrap());
    } else {
        table::table(ui, theme, &import.preview);
        remarks(ui, view, &import.preview);
    }
    ui.add_space(4.0);
    buttons(ui, view, import, is_new, out);
}

/// A reason as it follows `the list`.
fn said(reason: &str) -> String {
    if ["is ", "holds ", "cannot "].iter().any(|verb| reason.starts_with(verb)) {
        reason.to_owned()
    } else {
        format!("cannot be read: {reason}")
    }
}

/// What is found beside the rows that are shown: how many were looked at, which of them are left out, and why.
fn remarks(ui: &mut Ui, view: &AppView<'_>, preview: &Preview) {
    let theme = view.theme;
    let line = |ui: &mut Ui, text: String, ink| {
        ui.add(Label::new(RichText::new(text).font(caption()).color(ink)).wrap());
    };
    ui.spacing_mut().item_spacing.y = 3.0;
    let looked_at = preview.readable + preview.rejected;
    let rows = counted(looked_at, "row", "rows");
    let (all, of) = if preview.is_whole {
        (format!("All {rows} of the list were looked at."), format!("of {rows}"))
    } else {
        (
            format!("The first {rows} were looked at; the others come when the list is opened."),
            format!("of the first {rows}"),
        )
    };
    if looked_at == 0 {
        line(ui, "There is no row with a key in it.".to_owned(), theme.bad);
    } else if preview.rejected == 0 {
        line(ui, format!("{all} Each can be read."), theme.dim);
    } else {
        let are = if preview.rejected == 1 { "is" } else { "are" };
        let text = format!("{} {of} cannot be read and {are} left out:", grouped(preview.rejected));
        line(ui, text, theme.warn);
        for row in preview.first_rejected.iter().take(QUOTED) {
            line(ui, format!("line {}, character {}: {}", grouped(row.line), row.column, row.reason), theme.text);
        }
        let more = preview.rejected - (preview.first_rejected.len().min(QUOTED) as u64);
        if more > 0 {
            line(ui, format!("and {} more", grouped(more)), theme.dim);
        }
    }
    for remark in &preview.remarks {
        line(ui, remark.clone(), theme.warn);
    }
    if preview.null_rows > 0 {
        let refused = view.scenario.engine.profile().hashing().hash(&Value::Null).err().map(|refused| refused.message);
        line(ui, null_keys(preview.null_rows, preview.null_load, view.edited.name, refused.as_deref()), theme.warn);
    }
    if preview.empty_rows > 0 {
        line(ui, empty_keys(preview.empty_rows), theme.dim);
    }
    ui.spacing_mut().item_spacing.y = 8.0;
}

fn buttons(ui: &mut Ui, view: &AppView<'_>, import: &Import, is_new: bool, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ends(
            ui,
            "buttons",
            |_| (),
            |ui| {
                if ui.button("Cancel").on_hover_text("Esc").clicked() {
                    out.push(Command::Sheet(None));
                }
                let open = acting(ui, view.theme, RichText::new("Open"), import.can_be_taken());
                // So that Enter opens a list that is as it should be.
                if is_new {
                    open.request_focus();
                }
                if open.clicked() {
                    out.push(Command::TakeList);
                }
            },
        );
    });
}
