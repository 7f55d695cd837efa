//! Name and note of the scenario.

use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::parts::row;
use crate::gui::view::text::{TextField, text_field, text_reason};
use egui::{Align2, Ui};

/// The most characters a name may have: it stands in the window's title and in the bar at the top.
const MOST_IN_NAME: usize = 100;
/// The most characters a note may have.
const MOST_IN_NOTE: usize = 2000;

/// The name in one line, the note in three.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let (now, saved) = (view.scenario, view.saved);
    let text = "A short name: it stands in the bar at the top, and suggests the file's name.";
    let name = part(ui, view, ("Name", text, 1), (&now.name, &saved.name), &name_can_be);
    out.extend(name.map(|name| Command::Edit(Edit::Name(name))));
    let text = "What the scenario shows, in a sentence or two.";
    let note = part(ui, view, ("Note", text, 3), (&now.note, &saved.note), &note_can_be);
    out.extend(note.map(|note| Command::Edit(Edit::Note(note))));
}

/// A label over a text as wide as the panel.
fn part(
    ui: &mut Ui,
    view: &AppView<'_>,
    (name, explanation, rows): (&str, &str, usize),
    (value, saved): (&str, &str),
    check: &dyn Fn(&str) -> Result<(), String>,
) -> Option<String> {
    let reset = row(ui, name, explanation, |_| ()).reset;
    let field =
        TextField { name, value, hint: explanation, width: ui.available_width(), align: Align2::LEFT_CENTER, rows };
    let (response, typed) = text_field(ui, view.theme, &field, check);
    response.on_hover_text(explanation);
    text_reason(ui, view.theme, name, value);
    if reset { Some(saved.to_owned()) } else { typed }
}

fn name_can_be(text: &str) -> Result<(), String> {
    match text.chars().count() {
        0 => Err("A name is needed: 1 to 100 characters".to_owned()),
        long if long > MOST_IN_NAME => Err(format!("{long} characters: allowed are 1 to {MOST_IN_NAME}")),
        _ => Ok(()),
    }
}

fn note_can_be(text: &str) -> Result<(), String> {
    match text.chars().count() {
        long if long > MOST_IN_NOTE => Err(format!("{long} characters: at most {MOST_IN_NOTE} are allowed")),
        _ => Ok(()),
    }
}
