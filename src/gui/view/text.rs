//! A text that can be typed. It counts once the field is left; Esc gives it up, and what cannot be stays with its reason.

use crate::gui::theme::{Theme, caption};
use egui::{Align2, Id, Key, Response, RichText, TextEdit, Ui, vec2};

/// A text field.
#[derive(Debug, Clone, Copy)]
pub struct TextField<'a> {
    /// Its name for screen readers.
    pub name: &'a str,
    /// What it holds.
    pub value: &'a str,
    /// What stands in it while it is empty.
    pub hint: &'a str,
    /// Its width in points.
    pub width: f32,
    /// Where a short text lies in it.
    pub align: Align2,
    /// Lines shown; more than one where the text may have several.
    pub rows: usize,
}

impl<'a> TextField<'a> {
    /// A text of a few words in one line, at the right of its row.
    pub const fn short(name: &'a str, value: &'a str, hint: &'a str) -> Self {
        Self { name, value, hint, width: 112.0, align: Align2::RIGHT_CENTER, rows: 1 }
    }
}

/// A text that is being typed, or was typed and cannot be.
#[derive(Clone)]
struct Draft {
    text: String,
    /// The value it was typed over: another value from elsewhere throws the text away.
    of: String,
    reason: Option<String>,
}

/// Shows the field; returns a new text that `check` finds possible.
pub fn text_field(
    ui: &mut Ui,
    theme: &Theme,
    field: &TextField<'_>,
    check: &dyn Fn(&str) -> Result<(), String>,
) -> (Response, Option<String>) {
    let id = id_of(field.name);
    let known = draft(ui, field.name, field.value);
    let fresh = || Draft { text: field.value.to_owned(), of: field.value.to_owned(), reason: None };
    let mut draft = known.unwrap_or_else(fresh);
    let ink = if draft.reason.is_some() { theme.bad } else { theme.text };
    let edit = if field.rows > 1 {
        TextEdit::multiline(&mut draft.text).desired_rows(field.rows)
    } else {
        TextEdit::singleline(&mut draft.text).align(field.align)
    };
    let edit = edit.id(id).hint_text(field.hint).text_color(ink).desired_width(field.width).margin(vec2(8.0, 2.0));
    let response = ui.add(edit).accessible_name(field.name);
    if response.changed() {
        draft.reason = check(&draft.text).err();
    }
    let given_up = ui.input(|input| input.key_pressed(Key::Escape));
    let left = !response.has_focus() && draft.reason.is_none();
    let value = (left && !given_up && draft.text != field.value).then(|| draft.text.clone());
    ui.data_mut(|data| {
        if given_up || left {
            data.remove::<Draft>(id);
        } else {
            data.insert_temp(id, draft);
        }
    });
    (response, value)
}

/// The reason why what is typed in a field cannot be, if so: a line of its own.
pub fn text_reason(ui: &mut Ui, theme: &Theme, name: &str, value: &str) {
    if let Some(reason) = draft(ui, name, value).and_then(|draft| draft.reason) {
        ui.label(RichText::new(reason).font(caption()).color(theme.bad));
    }
}

fn id_of(name: &str) -> Id {
    Id::unique(("text", name))
}

fn draft(ui: &Ui, name: &str, value: &str) -> Option<Draft> {
    ui.data(|data| data.get_temp::<Draft>(id_of(name))).filter(|draft| draft.of == value)
}
