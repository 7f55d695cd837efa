//! How figures are worked out, and what the model leaves out: the page that comes with the program.

use egui::Ui;
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

const METHOD: &str = include_str!("../../../../METHODOLOGY.md");

/// Shows the page.
pub fn method(ui: &mut Ui) {
    // Only hooks and highlighted code are kept between frames, and the page has neither.
    CommonMarkViewer::new().show(ui, &mut CommonMarkCache::default(), METHOD);
}
