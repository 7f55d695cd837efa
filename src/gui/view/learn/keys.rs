//! The keyboard of the Learn view: what has it as something new comes up, and digits that answer.

use egui::{Id, Key, Modifiers, Pos2, Response, Stroke, StrokeKind, Ui};
use std::fmt::Debug;
use std::hash::Hash;

/// The digits, from 0.
const DIGITS: [Key; 10] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// Shows which widget has the keyboard: a button whose edge means something else does not show it by itself.
pub fn ring(ui: &Ui, widget: &Response) {
    if widget.has_focus() {
        let stroke = Stroke::new(1.5, ui.visuals().strong_text_color());
        ui.painter().rect_stroke(widget.rect.expand(2.0), 6.0, stroke, StrokeKind::Outside);
    }
}

/// Gives a widget the keyboard as `what` comes up: once, and where nothing else has it.
pub fn arrive(ui: &Ui, what: impl Hash + Debug, widget: &Response) {
    let (memory, now) = (Id::unique("what came up last"), Id::unique(what));
    let free = ui.memory(|memory| memory.focused().is_none()) && !ui.input(|input| input.pointer.any_down());
    if free && ui.data(|data| data.get_temp(memory)) != Some(now) {
        widget.request_focus();
        ui.data_mut(|data| data.insert_temp(memory, now));
    }
}

/// The digit that is pressed, of `first` and the `count` from it on; none while a text is typed.
pub fn digit(ui: &Ui, first: usize, count: usize) -> Option<usize> {
    if ui.ctx().text_edit_focused() {
        return None;
    }
    let mut wanted = first..(first + count).min(DIGITS.len());
    wanted.find(|&digit| ui.input_mut(|input| input.consume_key(Modifiers::NONE, DIGITS[digit])))
}

/// A digit has answered: the button that checks is to have the keyboard.
pub fn hand_over(ui: &Ui) {
    ui.data_mut(|data| data.insert_temp(Id::unique("keyboard to the check"), true));
}

/// Gives the button that checks the keyboard, where a digit has answered.
pub fn take_over(ui: &Ui, check: &Response) {
    if ui.data_mut(|data| data.remove_temp::<bool>(Id::unique("keyboard to the check"))).is_some() {
        check.request_focus();
    }
}

/// Whether the pointer still rests where it was as `what` came up: what then lies under it was not pointed at.
pub fn rests(ui: &Ui, what: impl Hash + Debug) -> bool {
    let (memory, now) = (Id::unique("where the pointer was"), Id::unique(what));
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let before: Option<(Id, Option<Pos2>)> = ui.data(|data| data.get_temp(memory));
    match before {
        Some((what, at)) if what == now => at == pointer,
        _ => {
            ui.data_mut(|data| data.insert_temp(memory, (now, pointer)));
            true
        }
    }
}
