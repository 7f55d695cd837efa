//! Load per worker.
use crate::engine::Words;
use crate::gui::theme::Theme;
use crate::simulate::DealFigures;
use eframe::egui;

/// Order of the bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// By id.
    #[default]
    ById,
    /// Busiest first.
    ByLoad,
}
/// Input.
#[derive(Debug, Clone, Copy)]
pub struct WorkersInput<'a> {
    /// The deal.
    pub deal: &'a DealFigures,
    /// Workers asked for.
    pub asked: u32,
    /// Order.
    pub sort: Sort,
    /// Worker that is lit.
    pub selected_worker: Option<u32>,
    /// The engine's words.
    pub words: &'a Words,
}
/// Response.
#[derive(Debug)]
pub struct WorkersResponse {
    /// The whole chart.
    pub response: egui::Response,
    /// Worker under the pointer.
    pub hovered_worker: Option<u32>,
    /// Worker clicked.
    pub clicked_worker: Option<u32>,
}
/// Draws the bars.
pub fn workers(ui: &mut egui::Ui, theme: &Theme, input: &WorkersInput<'_>) -> WorkersResponse {
    let _ = (theme, input);
    let (_, response) = ui.allocate_exact_size(ui.available_size(), egui::Sense::click());
    WorkersResponse { response, hovered_worker: None, clicked_worker: None }
}
