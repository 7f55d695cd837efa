//! What people get wrong, each answered by a state of the controls.

use super::{aside, body, heading, in_columns, learn, outlined, raised, reading};
use crate::gui::command::Command;
use crate::gui::learning::{Learn, Learning, Page};
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use crate::gui::view::parts::link;
use egui::{Label, RichText, Ui};

/// Shows the page.
pub fn mistakes(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    heading(ui, "Five mistakes");
    aside(ui, view.theme, "Each sounds right. “Show me” sets the controls to a case where it fails.");
    let Some(library) = Learning::library() else { return };
    in_columns(ui, &library.mistakes, &mut |ui, at, mistake| {
        ui.add_space(6.0);
        raised(ui, view.theme, |ui| {
            claimed(ui, &mistake.claim);
            if let Some(answer) = view.state.learning.answers.get(at) {
                body(ui, answer);
            }
            let button = outlined(ui, view.theme, "Show me");
            button.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Show me: {}", mistake.claim))
            });
            if button.on_hover_text("Sets the controls to the counter-example").clicked() {
                out.push(learn(Learn::Mistake(at)));
            }
        });
    });
}

/// Over the counter-example of a mistake: what it answers, and the way back. Nothing over any other scenario.
pub fn strip(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let shown = Learning::library().and_then(|library| {
        let named = |(_, mistake): &(usize, &crate::learn::Mistake)| mistake.claim == view.scenario.name;
        library.mistakes.iter().enumerate().find(named)
    });
    let Some((at, mistake)) = shown else { return };
    let Some(answer) = view.state.learning.answers.get(at) else { return };
    raised(ui, view.theme, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        claimed(ui, &mistake.claim);
        ui.add(Label::new(RichText::new(answer).line_height(Some(18.0))).wrap());
        if link(ui, "Back to the mistakes").clicked() {
            out.push(learn(Learn::Page(Page::Mistakes)));
        }
    });
    ui.add_space(4.0);
}

fn claimed(ui: &mut Ui, claim: &str) {
    ui.add(Label::new(RichText::new(format!("“{claim}”")).font(strong(reading(ui)))).wrap());
}
