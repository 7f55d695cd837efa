//! What people get wrong, each answered by a state of the controls.

use super::{aside, body, heading, learn, on_raised, raised};
use crate::gui::command::Command;
use crate::gui::learning::{Learn, Learning};
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use egui::{Label, RichText, Ui};

/// Shows the page.
pub fn mistakes(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    heading(ui, "Five mistakes");
    aside(ui, view.theme, "Each sounds right. Open it to see the numbers that say otherwise.");
    let Some(library) = Learning::library() else { return };
    for (at, mistake) in library.mistakes.iter().enumerate() {
        ui.add_space(6.0);
        raised(ui, view.theme, |ui| {
            ui.add(Label::new(RichText::new(format!("“{}”", mistake.claim)).font(strong(14.0))).wrap());
            if let Some(answer) = view.state.learning.answers.get(at) {
                body(ui, answer);
            }
            let button = on_raised(ui, view.theme, "Show me");
            button.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Show me: {}", mistake.claim))
            });
            if button.on_hover_text("Sets the controls to the counter-example").clicked() {
                out.push(learn(Learn::Mistake(at)));
            }
        });
    }
}
