//! The list of lessons.

use super::keys::arrive;
use super::{aside, heading, learn, primary};
use crate::gui::command::Command;
use crate::gui::learning::{Learn, Learning};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::ends::ends;
use crate::learn::Lesson;
use egui::{Align, Frame, Label, Layout, Margin, RichText, Sense, Ui, UiBuilder, vec2};
use std::sync::Arc;

/// Narrowest card of a lesson, in points.
const NARROWEST: f32 = 270.0;
/// Height of a lesson's card, in points: its title and two lines.
const HEIGHT: f32 = 80.0;
/// Room between cards, in points.
const GAP: f32 = 10.0;
/// What the lessons are about, and how many of them; the last group has the rest.
const GROUPS: [(&str, usize); 3] = [("The idea", 4), ("Choosing", 6), ("Engines", usize::MAX)];

/// Shows the list.
pub fn lessons(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let Some(library) = Learning::library() else { return };
    ui.add_space(4.0);
    heading(ui, "Predict first, then see");
    let text =
        "Each lesson is a few steps with the real controls. Say what you expect, and the simulator shows what is.";
    aside(ui, view.theme, text);
    let done = |lesson: &Lesson| view.state.learning.progress.lesson(&lesson.id).is_some();
    if let Some((at, next)) = library.lessons.iter().enumerate().find(|(_, lesson)| !done(lesson)) {
        ui.add_space(2.0);
        let begin = if at == 0 { "Begin" } else { "Go on" };
        let button = primary(ui, view.theme, &format!("{begin}: {}. {}", at + 1, next.title), true);
        arrive(ui, "lessons", &button);
        if button.clicked() {
            out.push(learn(Learn::Lesson(Arc::clone(next))));
        }
    }
    let mut from = 0_usize;
    for (title, count) in GROUPS {
        let to = from.saturating_add(count).min(library.lessons.len());
        ui.add_space(10.0);
        ui.label(RichText::new(title).font(strong(12.0)).color(view.theme.dim));
        ui.scope(|ui| grid(ui, view, (from, &library.lessons[from..to]), out));
        from = to;
    }
    ui.add_space(8.0);
}

/// Cards of lessons, the first of them number `before` + 1.
fn grid(ui: &mut Ui, view: &AppView<'_>, (before, lessons): (usize, &[Arc<Lesson>]), out: &mut Vec<Command>) {
    let room = ui.available_width();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few columns")]
    let columns = (((room + GAP) / (NARROWEST + GAP)).floor() as usize).clamp(1, 4);
    #[expect(clippy::cast_precision_loss, reason = "a few columns")]
    let width = (room - GAP * (columns - 1) as f32) / columns as f32;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for (row, chunk) in lessons.chunks(columns).enumerate() {
        ui.horizontal(|ui| {
            for (column, lesson) in chunk.iter().enumerate() {
                card(ui, view, before + row * columns + column + 1, lesson, width, out);
            }
        });
    }
}

fn card(ui: &mut Ui, view: &AppView<'_>, number: usize, lesson: &Arc<Lesson>, width: f32, out: &mut Vec<Command>) {
    let theme = view.theme;
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Lesson {number}: {}", lesson.title))
    });
    let lit = response.hovered() || response.has_focus();
    let edge = if lit { theme.accent } else { theme.line };
    let frame = Frame::new().fill(theme.surface).stroke(egui::Stroke::new(1.0, edge)).corner_radius(6);
    ui.painter().add(frame.paint(rect));
    let inside = rect - Margin::symmetric(12, 9);
    let mut child = ui
        .new_child(UiBuilder::new().id_salt(("lesson", number)).max_rect(inside).layout(Layout::top_down(Align::Min)));
    child.shrink_clip_rect(rect);
    child.spacing_mut().item_spacing.y = 3.0;
    let text = |text: RichText| Label::new(text).selectable(false).wrap();
    let state = match view.state.learning.progress.lesson(&lesson.id) {
        Some(done) => RichText::new(format!("✔  {} of {} right", done.right, done.asked)).color(theme.good),
        None => RichText::new(format!("{} min", lesson.minutes)).color(theme.dim),
    };
    child.horizontal(|ui| {
        // The title has the room that the state leaves; what is cut of it is shown on hover.
        let title = text(RichText::new(format!("{number}. {}", lesson.title)).font(strong(14.0))).truncate();
        let left = |ui: &mut Ui| {
            ui.add(title);
        };
        ends(ui, "title and state", left, |ui| {
            ui.add(text(state.font(caption())).extend());
        });
    });
    child.add(text(RichText::new(&lesson.aim).color(theme.dim)));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(learn(Learn::Lesson(Arc::clone(lesson))));
    }
}
