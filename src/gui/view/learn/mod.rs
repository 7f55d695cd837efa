//! The Learn view: pages on the left, and what they hold; in a lesson its text on the left, the picture beside it.

mod answer;
mod bars;
mod cards;
mod draws;
mod glossary;
mod interview;
mod keys;
mod lesson;
mod lessons;
mod method;
mod mistakes;
mod offered;
mod pages;
mod table;

use super::parts::{acting, scrolled};
use crate::gui::command::Command;
use crate::gui::learning::{Learn, Page};
use crate::gui::state::AppView;
use crate::gui::theme::{Theme, caption, strong};
use egui::{Align, Button, Frame, Label, Layout, Margin, Rect, Response, RichText, Stroke, Ui, UiBuilder, vec2};
pub use keys::rests;
pub use mistakes::strip as mistake_strip;

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
    let (page, theme) = (view.state.learning.page, view.theme);
    on_ground(ui, theme, page, |ui| match page {
        Page::Lessons => lessons::lessons(ui, view, out),
        Page::Cards => column(ui, COLUMN, |ui| cards::cards(ui, view, out)),
        Page::Interview => column(ui, COLUMN, |ui| interview::interview(ui, view, out)),
        Page::Mistakes => column(ui, TWO_COLUMNS, |ui| mistakes::mistakes(ui, view, out)),
        Page::Glossary => column(ui, TWO_COLUMNS, |ui| glossary::glossary(ui, view)),
        Page::Method => column(ui, COLUMN, |ui| method::method(ui, view)),
    });
}

/// Widest line of text that reads well, in points.
const COLUMN: f32 = 860.0;
/// The widest page of two columns of text, in points.
const TWO_COLUMNS: f32 = 1480.0;
/// From this width on, short texts stand in two columns, in points.
const ROOM_FOR_TWO: f32 = 1160.0;

/// A page to be read: not too wide, in the middle of the window.
fn column(ui: &mut Ui, widest: f32, content: impl FnOnce(&mut Ui)) {
    let room = ui.available_rect_before_wrap();
    let width = widest.min(room.width());
    let left = room.left() + ((room.width() - width) / 2.0).floor();
    let inside = Rect::from_min_max(room.min, room.max).with_min_x(left).with_max_x(left + width);
    ui.scope_builder(UiBuilder::new().max_rect(inside), |ui| {
        ui.add_space(8.0);
        content(ui);
        ui.add_space(24.0);
    });
}

/// Texts side by side where there is room for two columns, the second half beside the first.
fn in_columns<T>(ui: &mut Ui, all: &[T], show: &mut dyn FnMut(&mut Ui, usize, &T)) {
    if ui.available_width() < ROOM_FOR_TWO {
        all.iter().enumerate().for_each(|(at, one)| show(ui, at, one));
        return;
    }
    let half = all.len().div_ceil(2);
    ui.spacing_mut().item_spacing.x = 32.0;
    ui.columns(2, |columns| {
        for (at, one) in all.iter().enumerate() {
            let column = &mut columns[at / half];
            column.spacing_mut().item_spacing.x = 8.0;
            // Columns spread words over the whole line by themselves.
            column.with_layout(Layout::top_down(Align::Min), |ui| show(ui, at, one));
        }
    });
}

/// A page, scrolled where it is long; it fades out into the ground that it lies on.
fn on_ground(ui: &mut Ui, theme: &Theme, page: Page, content: impl FnOnce(&mut Ui)) {
    ui.visuals_mut().panel_fill = theme.ground;
    scrolled(ui, page, content);
}

/// In windows at least this wide, in points, texts are set larger.
const WIDE: f32 = 1600.0;

/// The size of text to be read, in points.
fn reading(ui: &Ui) -> f32 {
    if ui.ctx().content_rect().width() >= WIDE { 16.0 } else { 14.0 }
}

/// A button on a raised box, or on the ground: with an edge, since its own colour is near both.
fn outlined(ui: &mut Ui, theme: &Theme, text: impl Into<RichText>) -> Response {
    let response = ui.add(Button::new(text.into()).fill(theme.surface).stroke(Stroke::new(1.0, theme.line)));
    keys::ring(ui, &response);
    response
}

/// A page's heading.
fn heading(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).font(strong(20.0))).wrap());
    ui.add_space(4.0);
}

/// Text to be read.
fn body(ui: &mut Ui, text: &str) {
    let size = reading(ui);
    ui.add(Label::new(RichText::new(text).size(size).line_height(Some(1.5 * size))).wrap());
}

/// Text of the second rank.
fn aside(ui: &mut Ui, theme: &Theme, text: &str) {
    ui.add(Label::new(RichText::new(text).color(theme.dim).line_height(Some(19.0))).wrap());
}

/// The button that goes on: one a page.
fn primary(ui: &mut Ui, theme: &Theme, text: &str, enabled: bool) -> Response {
    let text = RichText::new(text).font(strong(13.0));
    ui.scope(|ui| {
        ui.spacing_mut().button_padding = vec2(18.0, 6.0);
        let response = acting(ui, theme, text, enabled);
        keys::ring(ui, &response);
        response
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

/// The gap between a guess and the truth: its lines stand under each other, beside the sign.
fn gap(ui: &mut Ui, theme: &Theme, gap: &crate::learn::Gap) {
    let (sign, ink) = if gap.right { ("✔", theme.good) } else { ("✖", theme.warn) };
    let text = |text: &str, ui: &Ui| RichText::new(text).font(strong(reading(ui))).color(ink);
    ui.add_space(6.0);
    ui.horizontal_top(|ui| {
        let sign = text(sign, ui);
        ui.label(sign);
        let sentence = text(&gap.sentence, ui);
        ui.vertical(|ui| ui.add(Label::new(sentence).wrap()));
    });
}

/// A command of this view.
const fn learn(command: Learn) -> Command {
    Command::Learn(command)
}
