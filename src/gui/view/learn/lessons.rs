//! The list of lessons.

use super::{aside, heading, learn, on_ground, primary};
use crate::gui::command::Command;
use crate::gui::learning::{Learn, Learning};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::learn::Lesson;
use egui::{Align, Frame, Label, Layout, Margin, RichText, Sense, Ui, UiBuilder, vec2};
use std::sync::Arc;

/// Narrowest card of a lesson, in points.
const NARROWEST: f32 = 250.0;
/// Height of a lesson's card, in points.
const HEIGHT: f32 = 104.0;
/// Room between cards, in points.
const GAP: f32 = 12.0;

/// Shows the list.
pub fn lessons(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let Some(library) = Learning::library() else { return };
    on_ground(ui, view.theme, |ui| {
        ui.add_space(8.0);
        heading(ui, "Predict first, then see");
        aside(
            ui,
            view.theme,
            "Each lesson is a few steps with the real controls. Say what you expect, and the simulator shows what is.",
        );
        let done = |lesson: &Lesson| view.state.learning.progress.lesson(&lesson.id).is_some();
        if let Some(next) = library.lessons.iter().find(|lesson| !done(lesson)) {
            ui.add_space(4.0);
            let first = library.lessons.first().is_some_and(|first| first.id == next.id);
            let text = if first { "Begin".to_owned() } else { format!("Go on with “{}”", next.title) };
            if primary(ui, view.theme, &text, true).clicked() {
                out.push(learn(Learn::Lesson(Arc::clone(next))));
            }
        }
        ui.add_space(8.0);
        grid(ui, view, &library.lessons, out);
        ui.add_space(16.0);
    });
}

fn grid(ui: &mut Ui, view: &AppView<'_>, lessons: &[Arc<Lesson>], out: &mut Vec<Command>) {
    let room = ui.available_width();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few columns")]
    let columns = (((room + GAP) / (NARROWEST + GAP)).floor() as usize).clamp(1, 4);
    #[expect(clippy::cast_precision_loss, reason = "a few columns")]
    let width = (room - GAP * (columns - 1) as f32) / columns as f32;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for (row, chunk) in lessons.chunks(columns).enumerate() {
        ui.horizontal(|ui| {
            for (column, lesson) in chunk.iter().enumerate() {
                card(ui, view, row * columns + column + 1, lesson, width, out);
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
    let inside = rect - Margin::same(14);
    let mut child = ui
        .new_child(UiBuilder::new().id_salt(("lesson", number)).max_rect(inside).layout(Layout::top_down(Align::Min)));
    child.shrink_clip_rect(rect);
    child.spacing_mut().item_spacing.y = 4.0;
    let text = |text: RichText| Label::new(text).selectable(false).wrap();
    let state = match view.state.learning.progress.lesson(&lesson.id) {
        Some(done) => RichText::new(format!("✔  {} of {} right", done.right, done.asked)).color(theme.good),
        None => RichText::new(format!("{} min", lesson.minutes)).color(theme.dim),
    };
    child.add(text(state.font(caption())));
    child.add(text(RichText::new(format!("{number}. {}", lesson.title)).font(strong(14.0))));
    child.add(text(RichText::new(&lesson.aim).color(theme.dim)));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(learn(Learn::Lesson(Arc::clone(lesson))));
    }
}
