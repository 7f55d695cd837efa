//! The pages of the view, with how far one is.

use super::{learn, over};
use crate::gui::command::{Command, Sheet};
use crate::gui::learning::{Learn, Learning, Page};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::parts::scrolled;
use egui::{Align2, Color32, CursorIcon, FontId, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Height of an entry, in points.
const ROW: f32 = 32.0;

/// Shows the list of pages.
pub fn pages(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    scrolled(ui, "pages", |ui| {
        ui.add_space(12.0);
        ui.label(RichText::new("Learn").font(strong(16.0)));
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = 2.0;
        for (page, name) in Page::ALL {
            entry(ui, view, page, name, out);
        }
        ui.add_space(12.0);
        let text = "What an engine's error message means, and what would pass (Ctrl M)";
        if ui.button("Explain a message…").on_hover_text(text).clicked() {
            out.push(Command::Explain(String::new()));
        }
        ui.add_space(16.0);
        let kept = if view.state.learning.is_kept {
            "Kept on this machine, in your data folder."
        } else {
            "Not kept: what you learn now is gone with this window, unless you save it."
        };
        over(ui, view.theme, kept);
        if ui.button("Save what I have learnt…").on_hover_text("A copy as a JSON file").clicked() {
            out.push(Command::Sheet(Some(Sheet::SaveLearning { path: "learning.json".to_owned() })));
        }
    });
}

fn entry(ui: &mut Ui, view: &AppView<'_>, page: Page, name: &str, out: &mut Vec<Command>) {
    let (theme, on) = (view.theme, view.state.learning.page == page);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, name));
    let fill = if on || response.hovered() || response.has_focus() { theme.raised } else { Color32::TRANSPARENT };
    ui.painter().rect_filled(rect, 5.0, fill);
    let font = if on { strong(13.0) } else { FontId::proportional(13.0) };
    let ink = if on { theme.text } else { theme.dim };
    let inside = rect.shrink2(vec2(8.0, 0.0));
    ui.painter().text(inside.left_center(), Align2::LEFT_CENTER, name, font, ink);
    if let Some(state) = state_of(view, page) {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(state.as_str()));
        ui.painter().text(inside.right_center(), Align2::RIGHT_CENTER, state, caption(), theme.dim);
    }
    if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
        out.push(learn(Learn::Page(page)));
    }
}

/// How far one is on a page.
fn state_of(view: &AppView<'_>, page: Page) -> Option<String> {
    let learning = &view.state.learning;
    let library = Learning::library()?;
    match page {
        Page::Lessons => Some(format!("{} of {}", learning.progress.finished(&library.lessons), library.lessons.len())),
        Page::Cards => Some(match learning.waiting() {
            (0, 0) => "none due".to_owned(),
            (due, 0) => format!("{due} due"),
            (0, new) => format!("{new} new"),
            (due, new) => format!("{due} due, {new} new"),
        }),
        Page::Interview | Page::Mistakes | Page::Glossary | Page::Method => None,
    }
}
