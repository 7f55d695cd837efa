//! The Learn view: pages on the left, and what they hold; in a lesson its text on the left, the picture beside it.

mod answer;
mod bars;
mod cards;
mod draws;
mod glossary;
mod interview;
mod lesson;
mod lessons;
mod method;
mod mistakes;
mod pages;

use super::parts::scrolled;
use crate::gui::command::Command;
use crate::gui::learning::{Learn, Page};
use crate::gui::state::AppView;
use crate::gui::theme::{Theme, caption, strong};
use egui::{Button, Frame, Label, Margin, Response, RichText, Stroke, Ui, vec2};

/// Whether a lesson is being walked through, so that the middle of the window is its picture.
pub fn is_in_lesson(view: &AppView<'_>) -> bool {
    view.state.learning.page == Page::Lessons && view.state.learning.lesson.is_some()
}

/// Shows the left panel: the lesson's step, or the pages to choose from.
pub fn side(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    match &view.state.learning.lesson {
        Some(place) if is_in_lesson(view) => lesson::lesson(ui, view, place, out),
        _ => pages::pages(ui, view, out),
    }
}

/// Shows the page that is up.
pub fn page(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    match view.state.learning.page {
        Page::Lessons => lessons::lessons(ui, view, out),
        Page::Cards => column(ui, view.theme, |ui| cards::cards(ui, view, out)),
        Page::Interview => column(ui, view.theme, |ui| interview::interview(ui, view, out)),
        Page::Mistakes => column(ui, view.theme, |ui| mistakes::mistakes(ui, view, out)),
        Page::Glossary => column(ui, view.theme, |ui| glossary::glossary(ui, view)),
        Page::Method => column(ui, view.theme, method::method),
    }
}

/// Widest line of text that reads well, in points.
const COLUMN: f32 = 720.0;

/// A page to be read: one column, not too wide, scrolled where it is long.
fn column(ui: &mut Ui, theme: &Theme, content: impl FnOnce(&mut Ui)) {
    on_ground(ui, theme, |ui| {
        ui.set_max_width(COLUMN.min(ui.available_width()));
        ui.add_space(8.0);
        content(ui);
        ui.add_space(24.0);
    });
}

/// A page, scrolled where it is long; it fades out into the ground that it lies on.
fn on_ground(ui: &mut Ui, theme: &Theme, content: impl FnOnce(&mut Ui)) {
    ui.visuals_mut().panel_fill = theme.ground;
    scrolled(ui, content);
}

/// A button on a raised box.
fn on_raised(ui: &mut Ui, theme: &Theme, text: &str) -> Response {
    ui.add(Button::new(text).fill(theme.surface).stroke(Stroke::new(1.0, theme.line)))
}

/// A page's heading.
fn heading(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).font(strong(20.0))).wrap());
    ui.add_space(4.0);
}

/// Text to be read.
fn body(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).size(14.0).line_height(Some(21.0))).wrap());
}

/// Text of the second rank.
fn aside(ui: &mut Ui, theme: &Theme, text: &str) {
    ui.add(Label::new(RichText::new(text).color(theme.dim).line_height(Some(19.0))).wrap());
}

/// The button that goes on: one a page.
fn primary(ui: &mut Ui, theme: &Theme, text: &str, enabled: bool) -> Response {
    let text = RichText::new(text).font(strong(13.0)).color(theme.on(theme.accent));
    ui.scope(|ui| {
        ui.spacing_mut().button_padding = vec2(18.0, 6.0);
        ui.add_enabled(enabled, Button::new(text).fill(theme.accent))
    })
    .inner
}

/// A raised box.
fn raised<R>(ui: &mut Ui, theme: &Theme, content: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new().fill(theme.raised).corner_radius(6).inner_margin(Margin::same(14));
    frame
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            content(ui)
        })
        .inner
}

/// A small label over a part.
fn over(ui: &mut Ui, theme: &Theme, text: &str) {
    ui.label(RichText::new(text).font(caption()).color(theme.dim));
}

/// The gap between a guess and the truth.
fn gap(ui: &mut Ui, theme: &Theme, gap: &crate::learn::Gap) {
    let (sign, ink) = if gap.right { ("✔", theme.good) } else { ("✖", theme.warn) };
    let text = format!("{sign}  {}", gap.sentence);
    ui.add(Label::new(RichText::new(text).font(strong(14.0)).color(ink)).wrap());
}

/// A command of this view.
const fn learn(command: Learn) -> Command {
    Command::Learn(command)
}
