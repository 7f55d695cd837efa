//! Words and what they mean, with each engine's own word beside ours.

use super::table::table;
use super::{aside, heading, in_columns, reading};
use crate::engine::{Engine, Words};
use crate::gui::learning::Learning;
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use crate::learn::Term;
use egui::{Id, Label, RichText, TextEdit, Ui, vec2};

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

/// Width of a term, in points; its meaning has the rest of the line.
const TERM: f32 = 150.0;

/// Shows the page.
pub fn glossary(ui: &mut Ui, view: &AppView<'_>) {
    heading(ui, "Words");
    aside(ui, view.theme, "The same thing has another name in each engine:");
    engines(ui, view);
    ui.add_space(12.0);
    let wanted = filter(ui);
    ui.add_space(4.0);
    let Some(library) = Learning::library() else { return };
    let holds = |text: &str| text.to_lowercase().contains(&wanted);
    let terms: Vec<&Term> = library.glossary.iter().filter(|term| holds(&term.term) || holds(&term.meaning)).collect();
    if terms.is_empty() {
        aside(ui, view.theme, "No word is called that, and none is explained with it.");
    }
    in_columns(ui, &terms, &mut |ui, _, term| entry(ui, term));
}

/// The field that narrows the list down; returns what is typed, in small letters. What is typed is the field's own affair.
fn filter(ui: &mut Ui) -> String {
    let id = Id::unique("filter of words");
    let mut typed = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    let edit = TextEdit::singleline(&mut typed).hint_text("Find a word").desired_width(240.0).margin(vec2(8.0, 5.0));
    if ui.add(edit).accessible_name("Find a word").changed() {
        ui.data_mut(|data| data.insert_temp(id, typed.clone()));
    }
    typed.trim().to_lowercase()
}

fn entry(ui: &mut Ui, term: &Term) {
    let size = reading(ui);
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(TERM);
            ui.add(Label::new(RichText::new(&term.term).font(strong(size)).line_height(Some(1.4 * size))).wrap());
        });
        ui.vertical(|ui| {
            let text = RichText::new(&term.meaning).size(size).line_height(Some(1.4 * size));
            ui.add(Label::new(text).wrap());
        });
    });
    ui.add_space(2.0);
}

/// Engines down, our words across.
fn engines(ui: &mut Ui, view: &AppView<'_>) {
    let head = std::iter::once("engine").chain(ROWS.map(|(ours, _)| ours)).collect();
    let row = |engine: &Engine| {
        let facts = engine.facts();
        std::iter::once(facts.name).chain(ROWS.map(|(_, theirs)| theirs(&facts.words))).collect()
    };
    let rows: Vec<Vec<&str>> = std::iter::once(head).chain(Engine::all().iter().map(row)).collect();
    ui.scope(|ui| table(ui, view.theme, &rows));
}
