//! The strip of steps: first start, restarts, what became of each.

use super::ends::ends;
use crate::engine::{Cause, Outcome};
use crate::gui::command::{Command, Edit};
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::theme::{Theme, caption, strong};
use crate::numerals::{counted, grouped};
use crate::scenario::RestartBuckets;
use crate::simulate::{MAX_STEPS, Step};
use crate::unit::WorkerCount;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Align2, Button, Color32, Id, Rect, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, vec2};

/// Shows the strip.
pub fn steps(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.set_height(28.0);
        let mut asked = Vec::new();
        let left = |ui: &mut Ui| {
            ScrollArea::horizontal().auto_shrink([false, true]).show(ui, |ui| {
                ui.horizontal_centered(|ui| chips(ui, view, out));
            });
        };
        ends(ui, "steps", left, |ui| play(ui, view, &mut asked));
        out.append(&mut asked);
    });
}

fn play(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    if view.scenario.widths.len() < 2 {
        return;
    }
    let text = if view.state.play_at.is_some() { "⏸ Stop" } else { "▶ Play the deal" };
    let button = Button::new(text).frame_when_inactive(false);
    if ui.add(button).on_hover_text("Go through the restarts (Space)").accessible_name("Play").clicked() {
        out.push(Command::TogglePlay);
    }
}

fn chips(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.label(RichText::new("Steps").color(view.theme.dim));
    let reported = view.state.report.as_ref().map_or(&[][..], |report| &report.steps);
    for (at, width) in view.scenario.widths.iter().enumerate() {
        if at > 0 {
            ui.label(RichText::new("→").font(caption()).color(view.theme.dim));
        }
        let step = reported.get(at).filter(|step| step.workers == width.get());
        chip(ui, view, at, step, out);
    }
    if view.scenario.widths.len() < MAX_STEPS {
        let button = Button::new("+").frame_when_inactive(false);
        if ui.add(button).on_hover_text("Add a restart").accessible_name("Add step").clicked() {
            out.push(Command::Edit(Edit::AddStep(next_width(view))));
        }
    }
}

/// Width of the sign in a chip that takes its step away, in points.
const CROSS: f32 = 22.0;

fn chip(ui: &mut Ui, view: &AppView<'_>, at: usize, step: Option<&Step>, out: &mut Vec<Command>) {
    let theme = view.theme;
    let width = view.scenario.widths.get(at).map_or(1, |width| width.get());
    let first = step.map_or(at == 0, |step| step.first_start);
    let recorded = at == 0 && view.state.report.as_ref().is_some_and(|report| report.begins_as_recorded());
    let name = sentence(match (recorded, first) {
        (true, _) => "as recorded",
        (false, true) => view.words.first_start,
        (false, false) => view.words.restart,
    });
    // What becomes of a step may be what is asked.
    let told = step.filter(|_| !view.state.veil().figures);
    let (mut outcome, ink) = told.map_or((String::new(), theme.text), |step| became(step, theme));
    // It is not the width that is refused.
    let setting = at.checked_sub(1).and_then(|restart| view.scenario.restart_buckets.get(restart));
    if let (Some(Cause::CountChanged), Some(RestartBuckets::Set(count))) = (told.and_then(|step| step.cause), setting) {
        outcome = format!(": {} refused", counted(count.get().into(), view.words.bucket, view.words.buckets));
    }
    let mut text = LayoutJob::default();
    let format =
        |font, color: Color32| TextFormat { font_id: font, color, valign: Align::Center, ..Default::default() };
    let plain = egui::FontId::proportional(13.0);
    text.append(&format!("{name}  "), 0.0, format(plain.clone(), ink));
    text.append(&grouped(width.into()), 0.0, format(strong(13.0), ink));
    text.append(&outcome, 0.0, format(plain.clone(), ink));
    let chosen = at == view.state.step;
    let removable = chosen && view.scenario.widths.len() > 1;
    if removable {
        text.append("×", 8.0, format(plain, theme.dim));
    }
    let edge = if chosen { Stroke::new(2.0, theme.accent) } else { Stroke::NONE };
    let button =
        Button::new(text).corner_radius(13).stroke(edge).fill(if chosen { theme.surface } else { theme.raised });
    let response =
        ui.add(button).accessible_name(format!("Step {}: {name} {}{outcome}", at + 1, grouped(width.into())));
    let chip = response.rect;
    let said = told.map(|step| step.message.iter().chain(&step.notes).cloned().collect::<Vec<_>>().join("\n"));
    let response = match said.filter(|said| !said.is_empty()) {
        Some(said) => response.on_hover_text(said),
        None => response,
    };
    if removable && cross(ui, view, chip) {
        out.push(Command::Edit(Edit::RemoveStep(at)));
    } else if response.clicked() {
        out.push(Command::SelectStep(at));
    }
}

/// What became of a step, as it stands behind its width, and in which ink.
fn became(step: &Step, theme: &Theme) -> (String, Color32) {
    match step.outcome {
        Outcome::Refused => (" refused".to_owned(), theme.bad),
        Outcome::Capped => (format!(" · runs {}", grouped(step.owners.into())), theme.warn),
        Outcome::Idle => (format!(" · {} idle", grouped(step.idle.into())), theme.warn),
        Outcome::Runs => (String::new(), theme.text),
    }
}

/// The end of the chosen chip takes its step away. Returns whether it was clicked.
fn cross(ui: &Ui, view: &AppView<'_>, chip: Rect) -> bool {
    let end = chip.with_min_x(chip.right() - CROSS);
    let response = ui.interact(end, Id::unique("remove step"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Remove step"));
    let lit = response.hovered() || response.has_focus();
    if lit {
        let middle = end.center() - vec2(2.0, 0.0);
        ui.painter().circle(middle, 8.0, view.theme.raised, Stroke::new(1.0, view.theme.dim));
        ui.painter().text(middle, Align2::CENTER_CENTER, "×", egui::FontId::proportional(13.0), view.theme.text);
    }
    response.on_hover_text("Take this step away").clicked()
}

/// The next useful width above the last step, else the bucket count.
pub fn next_width(view: &AppView<'_>) -> WorkerCount {
    let last = view.scenario.widths.last().copied().unwrap_or(WorkerCount::ONE).get();
    let next = view.useful_widths().iter().copied().find(|&width| width > last);
    WorkerCount::clamped(next.unwrap_or(view.buckets()).into())
}
