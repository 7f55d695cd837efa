//! The movement view.

use crate::gui::command::Command;
use crate::gui::state::AppView;
use egui::Ui;

/// Shows the view.
pub fn movement(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let _ = (view, out);
    ui.label("…");
}
