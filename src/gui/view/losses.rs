//! Where the width is lost.
use crate::gui::theme::Theme;
use crate::simulate::Loss;
use eframe::egui;

/// Draws the three losses.
pub fn losses(ui: &mut egui::Ui, theme: &Theme, loss: &Loss) {
    let _ = (theme, loss);
    ui.label("losses");
}
