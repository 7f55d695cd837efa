//! The Move view: who hands which buckets to whom from one step to another, and what the restart reads.

mod anew;
mod figures;
mod lines;
mod picks;
mod words;

use super::chart::{ChartInput, chart};
use super::parts::scrolled;
use crate::deal::DealingRule;
use crate::engine::Engine;
use crate::explore::{Transfer, transfer};
use crate::figure::{self, Look, MovementChart};
use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use crate::simulate::{DealFigures, Report};
use egui::{Align, Id, IdSalt, Label, Layout, RichText, Ui, UiBuilder};
use std::sync::Arc;

/// From this width on the figures stand beside the matrix, in points.
const SIDE_BY_SIDE: f32 = 900.0;
/// Share of the width that the matrix has then.
const MATRIX_SHARE: f32 = 0.58;
/// Height of the matrix over its figures, in points, its corner of actions included.
const MATRIX_HEIGHT: (f32, f32) = (326.0, 420.0);
/// Flows listed at most: under the matrix, and beside it.
const FLOWS: (usize, usize) = (6, 12);

/// Shows the view.
pub fn movement(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let Some(report) = &view.state.report else {
        ui.label(RichText::new("Simulating…").color(view.theme.dim));
        return;
    };
    let ran: Vec<usize> = (0..report.steps.len()).filter(|&step| report.steps[step].deal.is_some()).collect();
    let Some((from, to)) = picks::picked(view, &ran) else {
        let text = match ran.len() {
            0 => "No step of this scenario starts, so nothing can move.",
            _ => "Only one step of this scenario runs, so nothing moves. Add a restart with + below.",
        };
        ui.add(Label::new(RichText::new(text).color(view.theme.dim)).wrap());
        return;
    };
    ui.visuals_mut().panel_fill = view.theme.ground;
    picks::picks(ui, view, report, (&ran, from, to), out);
    let found = transfer_of(ui, view, report, from, to);
    let text = words::sentence(view, report, (from, to), found.as_deref());
    ui.add(Label::new(RichText::new(text).font(strong(15.0)).line_height(Some(21.0))).wrap());
    for remark in words::remarks(view, report, (from, to)) {
        ui.add(Label::new(RichText::new(remark).color(view.theme.dim)).wrap());
    }
    let Some(found) = found else { return anew::anew(ui, view, report, (from, to), out) };
    if ui.available_width() >= SIDE_BY_SIDE {
        beside(ui, view, &found, out);
    } else {
        below(ui, view, &found, out);
    }
}

/// The matrix on the left, the figures on the right.
fn beside(ui: &mut Ui, view: &AppView<'_>, found: &Arc<Transfer>, out: &mut Vec<Command>) {
    let room = ui.available_rect_before_wrap();
    let edge = room.left() + room.width() * MATRIX_SHARE;
    let mut left = ui.new_child(UiBuilder::new().id_salt("matrix").max_rect(room.with_max_x(edge)));
    matrix(&mut left, view, found, room.height(), out);
    let mut right = ui.new_child(UiBuilder::new().id_salt("figures").max_rect(room.with_min_x(edge + 28.0)));
    scrolled(&mut right, "movement", |ui| {
        figures::moved(ui, view, found);
        figures::rules(ui, view, found);
        figures::reads(ui, view, found);
        figures::flows(ui, view, found, FLOWS.1);
        ui.add_space(12.0);
    });
    ui.advance_cursor_after_rect(room);
}

/// The figures under the matrix, in two columns where there is room.
fn below(ui: &mut Ui, view: &AppView<'_>, found: &Arc<Transfer>, out: &mut Vec<Command>) {
    scrolled(ui, "movement", |ui| {
        let (least, most) = MATRIX_HEIGHT;
        let height = (ui.clip_rect().height() * 0.5).clamp(least, most);
        matrix(ui, view, found, height, out);
        if ui.available_width() < 520.0 {
            figures::moved(ui, view, found);
            figures::rules(ui, view, found);
            figures::reads(ui, view, found);
            figures::flows(ui, view, found, FLOWS.0);
        } else {
            ui.spacing_mut().item_spacing.x = 28.0;
            ui.columns(2, |columns| {
                for column in columns.iter_mut() {
                    column.spacing_mut().item_spacing.x = 8.0;
                }
                // Columns spread their words over the whole line, which reads badly in narrow ones.
                let left = Layout::top_down(Align::Min);
                columns[0].with_layout(left, |ui| {
                    figures::moved(ui, view, found);
                    figures::rules(ui, view, found);
                });
                columns[1].with_layout(left, |ui| {
                    figures::reads(ui, view, found);
                    figures::flows(ui, view, found, FLOWS.0);
                });
            });
        }
        ui.add_space(12.0);
    });
}

fn matrix(ui: &mut Ui, view: &AppView<'_>, found: &Arc<Transfer>, height: f32, out: &mut Vec<Command>) {
    let make = |found: &Transfer, look: &Look| {
        let (before, after) = (found.before.workers(), found.after.workers());
        Some(figure::movement(
            &MovementChart { before, after, unit: found.buckets.unit, flows: &found.moves.flows },
            look,
        ))
    };
    let input = ChartInput { name: "Move", data: found, salt: IdSalt::new("move"), height, make: &make };
    chart(ui, view, &input, out);
}

/// A movement as it was worked out last, and what from.
#[derive(Clone)]
struct Known {
    deals: [Arc<DealFigures>; 2],
    engine: Engine,
    rule: Option<DealingRule>,
    found: Option<Arc<Transfer>>,
}

/// The movement between two steps. Worked out anew only where a deal or the rule is another than in the frame before.
fn transfer_of(ui: &Ui, view: &AppView<'_>, report: &Report, from: usize, to: usize) -> Option<Arc<Transfer>> {
    let id = Id::unique("the movement shown");
    let deal = |step: usize| report.steps[step].deal.clone();
    let deals = [deal(from)?, deal(to)?];
    let rule = &view.state.wishes.rule;
    let known: Option<Arc<Known>> = ui.data(|data| data.get_temp(id));
    let same = |known: &Arc<Known>| {
        known.deals.iter().zip(&deals).all(|(a, b)| Arc::ptr_eq(a, b))
            && known.rule == *rule
            && known.engine == report.profile
    };
    if let Some(known) = known.filter(same) {
        return known.found.clone();
    }
    let found = transfer(&report.profile, &deals[0], &deals[1], rule.as_ref()).map(Arc::new);
    let known = Known { deals, engine: report.profile.clone(), rule: rule.clone(), found: found.clone() };
    ui.data_mut(|data| data.insert_temp(id, Arc::new(known)));
    found
}
