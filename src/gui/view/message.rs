//! Messages over the picture: what could not be read or simulated. The picture under them stays.

use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::worker::Failure;
use egui::{Align, Frame, Label, Layout, Margin, RichText, Ui};

/// Shows what there is to say.
pub fn message(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    if let Some(text) = &view.state.message {
        let dismissed = strip(ui, view, text, true);
        out.extend(dismissed.then_some(Command::DismissMessage));
    }
    if let Some(Failure::Impossible(text)) = view.state.failure.as_ref().filter(|_| view.is_stale()) {
        strip(ui, view, &format!("{text}. The picture is the last that could be."), false);
    }
}

/// Returns whether it was put away.
fn strip(ui: &mut Ui, view: &AppView<'_>, text: &str, dismissable: bool) -> bool {
    let theme = view.theme;
    let frame = Frame::new().fill(theme.raised).corner_radius(5).inner_margin(Margin::symmetric(12, 8));
    let shown = frame.show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            let close = dismissable && ui.small_button("×").accessible_name("Dismiss message").clicked();
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.add(Label::new(RichText::new(text).color(theme.text)).wrap());
            });
            close
        })
        .inner
    });
    let bar = shown.response.rect.with_max_x(shown.response.rect.left() + 3.0);
    ui.painter().rect_filled(bar, 1.0, theme.bad);
    shown.inner
}
