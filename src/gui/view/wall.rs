//! The wall.
use crate::deal::Assignment;
use crate::engine::Words;
use crate::gui::theme::Theme;
use crate::simulate::DealFigures;
use eframe::egui;

/// What the colour of a cell says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WallColour {
    /// Its owner.
    #[default]
    Owner,
    /// Its records.
    Load,
    /// Its bytes of state.
    State,
}
/// Input.
#[derive(Debug, Clone, Copy)]
pub struct WallInput<'a> {
    /// The deal.
    pub deal: &'a DealFigures,
    /// Colouring.
    pub colour: WallColour,
    /// Worker whose buckets are lit.
    pub selected_worker: Option<u32>,
    /// Bucket that is ringed.
    pub probed_bucket: Option<u32>,
    /// The engine's words.
    pub words: &'a Words,
    /// The deal before and how far the slide is, 0 to 1.
    pub slide: Option<(&'a Assignment, f32)>,
}
/// Response.
#[derive(Debug)]
pub struct WallResponse {
    /// The whole wall.
    pub response: egui::Response,
    /// Bucket under the pointer.
    pub hovered_bucket: Option<u32>,
    /// Owner of the bucket clicked.
    pub clicked_worker: Option<u32>,
}
/// Draws the wall.
pub fn wall(ui: &mut egui::Ui, theme: &Theme, input: &WallInput<'_>) -> WallResponse {
    let _ = (theme, input);
    let (_, response) = ui.allocate_exact_size(ui.available_size(), egui::Sense::click());
    WallResponse { response, hovered_bucket: None, clicked_worker: None }
}
