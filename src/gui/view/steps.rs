//! The strip of steps: first start, restarts, what became of each.

use super::ends::ends;
use crate::engine::Outcome;
use crate::gui::command::{Command, Edit};
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::simulate::{MAX_STEPS, Step};
use crate::unit::WorkerCount;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Button, Color32, RichText, ScrollArea, Stroke, Ui};

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
    let many = view.scenario.widths.len() > 1;
    let reported = view.state.report.as_ref().map_or(&[][..], |report| &report.steps);
    for (at, width) in view.scenario.widths.iter().enumerate() {
        if at > 0 {
            ui.label(RichText::new("→").font(caption()).color(view.theme.dim));
        }
        let step = reported.get(at).filter(|step| step.workers == width.get());
        chip(ui, view, at, *width, step, out);
        if many && at == view.state.step {
            let button = Button::new(RichText::new("×").color(view.theme.dim)).frame_when_inactive(false).small();
            if ui.add(button).on_hover_text("Take this step away").accessible_name("Remove step").clicked() {
                out.push(Command::Edit(Edit::RemoveStep(at)));
            }
        }
    }
    if view.scenario.widths.len() < MAX_STEPS {
        let button = Button::new("+").frame_when_inactive(false);
        if ui.add(button).on_hover_text("Add a restart").accessible_name("Add step").clicked() {
            out.push(Command::Edit(Edit::AddStep(next_width(view))));
        }
    }
}

fn chip(ui: &mut Ui, view: &AppView<'_>, at: usize, width: WorkerCount, step: Option<&Step>, out: &mut Vec<Command>) {
    let theme = view.theme;
    let first = step.map_or(at == 0, |step| step.first_start);
    let name = sentence(if first { view.facts.words.first_start } else { view.facts.words.restart });
    let (outcome, ink) = match step.map(|step| step.outcome) {
        Some(Outcome::Refused) => (" refused", theme.bad),
        Some(Outcome::Capped) => (" capped", theme.warn),
        Some(Outcome::Idle) => (" idle", theme.warn),
        Some(Outcome::Runs) | None => ("", theme.text),
    };
    let mut text = LayoutJob::default();
    let format =
        |font, color: Color32| TextFormat { font_id: font, color, valign: Align::Center, ..Default::default() };
    text.append(&format!("{name}  "), 0.0, format(egui::FontId::proportional(13.0), ink));
    text.append(&width.to_string(), 0.0, format(strong(13.0), ink));
    text.append(outcome, 0.0, format(egui::FontId::proportional(13.0), ink));
    let chosen = at == view.state.step;
    let edge = if chosen { Stroke::new(2.0, theme.accent) } else { Stroke::NONE };
    let button =
        Button::new(text).corner_radius(13).stroke(edge).fill(if chosen { theme.surface } else { theme.raised });
    let response = ui.add(button).accessible_name(format!("Step {}: {name} {width}{outcome}", at + 1));
    let said = step.map(|step| step.message.iter().chain(&step.notes).cloned().collect::<Vec<_>>().join("\n"));
    let response = match said.filter(|said| !said.is_empty()) {
        Some(said) => response.on_hover_text(said),
        None => response,
    };
    if response.clicked() {
        out.push(Command::SelectStep(at));
    }
}

/// The next useful width above the last step, else the bucket count.
fn next_width(view: &AppView<'_>) -> WorkerCount {
    let last = view.scenario.widths.last().copied().unwrap_or(WorkerCount::ONE).get();
    let next = view.useful_widths().iter().copied().find(|&width| width > last);
    WorkerCount::clamped(next.unwrap_or(view.buckets()).into())
}
