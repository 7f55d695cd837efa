//! The Deal view: the wall of buckets, and the load of every worker.

use super::parts::segments;
use super::probe;
use super::wall::{WallColour, WallInput, wall};
use super::workers::{Sort, WorkersInput, workers};
use crate::gui::command::Command;
use crate::gui::state::{AppView, SLIDE_SECONDS};
use crate::gui::theme::strong;
use crate::numerals::{counted, grouped};
use crate::simulate::DealFigures;
use egui::{Align, Layout, RichText, TextEdit, Ui, vec2};
use std::sync::Arc;

/// Share of the height that the wall has.
const WALL_SHARE: f32 = 0.58;

/// Shows the view.
pub fn deal(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let Some((at, deal)) = view.deal() else {
        let refused = view.step().is_some();
        let text = if refused { "No step of this scenario starts, so nothing is dealt." } else { "Simulating…" };
        ui.centered_and_justified(|ui| ui.label(RichText::new(text).color(view.theme.dim)));
        return;
    };
    let found = probe::find(view, deal);
    header(ui, view, deal, out);
    probe::line(ui, view, at, found.as_ref());
    let wall_height = ((ui.available_height() - 40.0) * WALL_SHARE).max(80.0);
    ui.allocate_ui(vec2(ui.available_width(), wall_height), |ui| {
        let bucket = found.and_then(Result::ok).map(|found| found.bucket);
        show_wall(ui, view, deal, bucket, out);
    });
    ui.add_space(8.0);
    workers_header(ui, view, deal, out);
    let asked = view.state.report.as_ref().and_then(|report| report.steps.get(at)).map_or(1, |step| step.workers);
    let input = WorkersInput {
        deal,
        asked,
        sort: view.state.sort,
        selected_worker: view.state.worker,
        words: &view.facts.words,
    };
    out.extend(workers(ui, view.theme, &input).clicked_worker.map(Command::SelectWorker));
}

#[expect(clippy::cast_possible_truncation, reason = "a share of a slide")]
fn show_wall(ui: &mut Ui, view: &AppView<'_>, deal: &DealFigures, probed: Option<u32>, out: &mut Vec<Command>) {
    let slide = view.state.slide.as_ref().filter(|slide| slide.from.buckets.count == deal.buckets.count).map(|slide| {
        let share = ((view.now - slide.since) / SLIDE_SECONDS).clamp(0.0, 1.0) as f32;
        // Slow at both ends.
        (&slide.from.assignment, share * share * (3.0 - 2.0 * share))
    });
    let input = WallInput {
        deal,
        colour: view.state.colour,
        selected_worker: view.state.worker,
        probed_bucket: probed,
        words: &view.facts.words,
        slide,
    };
    out.extend(wall(ui, view.theme, &input).clicked_worker.map(Command::SelectWorker));
}

fn header(ui: &mut Ui, view: &AppView<'_>, deal: &Arc<DealFigures>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("The wall").font(strong(13.0)));
        let words = &view.facts.words;
        let text = format!("{}, coloured by", counted(deal.buckets.count.into(), words.bucket, words.buckets));
        ui.label(RichText::new(text).color(view.theme.dim));
        let colours = [(WallColour::Owner, "owner"), (WallColour::Load, "load"), (WallColour::State, "state")];
        out.extend(segments(ui, view.theme, view.state.colour, &colours).map(Command::Colour));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let mut key = view.state.probe.clone();
            let edit = TextEdit::singleline(&mut key).hint_text("Find a key").desired_width(168.0);
            if ui.add(edit).accessible_name("Find a key").changed() {
                out.push(Command::Probe(key));
            }
        });
    });
}

fn workers_header(ui: &mut Ui, view: &AppView<'_>, deal: &DealFigures, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Load per {}", view.facts.words.worker)).font(strong(13.0)));
        let records: u64 = deal.worker.iter().map(|worker| worker.load).sum();
        ui.label(RichText::new(format!("{} records, sorted by", grouped(records))).color(view.theme.dim));
        let orders = [(Sort::ById, "id"), (Sort::ByLoad, "busiest first")];
        out.extend(segments(ui, view.theme, view.state.sort, &orders).map(Command::Sort));
    });
}
