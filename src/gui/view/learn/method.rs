//! How figures are worked out, and what the model leaves out: the page that comes with the program.

use super::table::table;
use crate::gui::state::AppView;
use egui::Ui;
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

const METHOD: &str = include_str!("../../../../METHODOLOGY.md");

/// Shows the page. Its tables are our own: those of the Markdown viewer do not wrap.
pub fn method(ui: &mut Ui, view: &AppView<'_>) {
    let lines: Vec<&str> = METHOD.lines().collect();
    // Only hooks and highlighted code are kept between frames, and the page has neither.
    let mut cache = CommonMarkCache::default();
    for (at, part) in lines.chunk_by(|a, b| is_row(a) == is_row(b)).enumerate() {
        if part.first().is_some_and(|line| is_row(line)) {
            let rows: Vec<Vec<&str>> =
                part.iter().filter(|line| !line.starts_with("|---")).map(|line| cells(line)).collect();
            ui.scope(|ui| table(ui, view.theme, &rows));
        } else {
            ui.push_id(at, |ui| CommonMarkViewer::new().show(ui, &mut cache, &part.join("\n")));
        }
    }
}

fn is_row(line: &str) -> bool {
    line.starts_with('|')
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}
