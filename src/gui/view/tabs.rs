//! The row of views.

use super::ends::ends;
use super::learn;
use crate::gui::command::Command;
use crate::gui::exploration::ViewKind;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use egui::{Button, Color32, FontId, RichText, Ui};

/// In less room than this, in points, the tabs are set smaller and closer, so that all of them are there.
const ROOMY: f32 = 530.0;

/// Shows the row, and at its end what the exploring thread is doing.
pub fn tabs(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let mut asked = Vec::new();
    let close = ui.available_width() < ROOMY;
    let size = if close { 12.0 } else { 13.0 };
    let left = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = if close { 1.0 } else { 2.0 };
        if close {
            ui.spacing_mut().button_padding.x = 3.0;
        }
        // Learn has its place in the bar at the top.
        let views = ViewKind::ALL.into_iter().filter(|(kind, _)| *kind != ViewKind::Learn);
        for (at, (kind, name)) in (1..).zip(views) {
            // In a lesson the view is lit whose picture stands beside it.
            let learns = learn::is_in_lesson(view) && view.state.shown == ViewKind::Learn;
            let on = kind == if learns { view.state.pictured() } else { view.state.shown };
            let font = if on && !learns { strong(size) } else { FontId::proportional(size) };
            let ink = if on && !learns { view.theme.text } else { view.theme.dim };
            let fill = if on { view.theme.raised } else { Color32::TRANSPARENT };
            let button = Button::selectable(on, RichText::new(name).font(font).color(ink)).fill(fill);
            if ui.add(button).on_hover_text(format!("Key {at}")).clicked() {
                out.push(Command::View(kind));
            }
        }
    };
    let right = |ui: &mut Ui| {
        if view.state.exploration.is_slow(view.now) {
            if !close {
                ui.spinner();
            }
            if ui.button(RichText::new("Stop").font(caption())).clicked() {
                asked.push(Command::Cancel);
            }
        }
    };
    ui.horizontal(|ui| ends(ui, "tabs", left, right));
    out.append(&mut asked);
}
