//! Words and what they mean, with each engine's own word beside ours.

use super::{aside, body, heading};
use crate::engine::{Engine, Words};
use crate::gui::learning::Learning;
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use egui::{Grid, Label, RichText, ScrollArea, Ui};

/// Our word and the engine's.
type Row = (&'static str, fn(&Words) -> &'static str);

const ROWS: [Row; 7] = [
    ("bucket", |words| words.bucket),
    ("bucket count N", |words| words.bucket_count),
    ("worker", |words| words.worker),
    ("width p", |words| words.width),
    ("first start", |words| words.first_start),
    ("restart", |words| words.restart),
    ("snapshot", |words| words.snapshot),
];

/// Shows the page.
pub fn glossary(ui: &mut Ui, view: &AppView<'_>) {
    heading(ui, "Words");
    if let Some(library) = Learning::library() {
        for term in &library.glossary {
            ui.add_space(2.0);
            ui.add(Label::new(RichText::new(&term.term).font(strong(14.0))).wrap());
            body(ui, &term.meaning);
        }
    }
    ui.add_space(12.0);
    heading(ui, "Each engine's own word");
    aside(ui, view.theme, "The same thing has another name in each engine.");
    engines(ui, view);
}

fn engines(ui: &mut Ui, view: &AppView<'_>) {
    let engines = Engine::all();
    ScrollArea::horizontal().show(ui, |ui| {
        Grid::new("words of engines").striped(true).spacing([16.0, 6.0]).show(ui, |ui| {
            ui.label("");
            for engine in &engines {
                ui.label(RichText::new(engine.facts().name).font(strong(13.0)));
            }
            ui.end_row();
            for (ours, theirs) in &ROWS {
                ui.label(RichText::new(*ours).color(view.theme.dim));
                for engine in &engines {
                    ui.label(theirs(&engine.facts().words));
                }
                ui.end_row();
            }
        });
    });
}
