//! The Snapshot view: what this kind of snapshot stores, and what the bucket count has to do with it.

mod figures;
mod line;
mod options;

use super::chart::{ChartInput, chart};
use super::exploring::found;
use super::parts::scrolled;
use crate::engine::SnapshotCost;
use crate::explore::CostCurve;
use crate::figure::{self, Look, SnapshotChart, Target};
use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use crate::unit::BucketCount;
use egui::{IdSalt, Label, Rect, RichText, Ui, UiBuilder};
use std::sync::Arc;

/// From this width on the figures stand beside the curves, in points.
const BESIDE: f32 = 960.0;
/// Share of the width that the curves take where the figures stand beside them.
const CURVES: f32 = 0.62;
/// Least height of the curves, in points.
const LEAST: f32 = 326.0;

/// Shows the view.
pub fn snapshot(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    options::options(ui, view, out);
    ui.visuals_mut().panel_fill = view.theme.ground;
    // The curves have every count: a lesson that asks for one shows what the one set costs.
    if view.state.veil().others {
        return scrolled(ui, "snapshot", |ui| figures::figures(ui, view));
    }
    if view.state.exploration.found.snapshot.as_ref().is_some_and(|curve| is_nothing(curve)) {
        return scrolled(ui, "snapshot", |ui| {
            let text = "No part of a snapshot grows with the bucket count, as far as it is modelled: there is no curve to draw.";
            ui.add(Label::new(RichText::new(text).font(strong(15.0)).line_height(Some(21.0))).wrap());
            ui.add_space(4.0);
            figures::figures(ui, view);
        });
    }
    let room = ui.available_rect_before_wrap();
    if room.width() >= BESIDE {
        let (left, right) = room.split_left_right_at_fraction(CURVES);
        let height = left.height();
        part(ui, "curves", left, |ui| curves(ui, view, height, out));
        part(ui, "figures", right.with_min_x(right.left() + 24.0), |ui| {
            scrolled(ui, "snapshot", |ui| {
                ui.add_space(10.0);
                figures::figures(ui, view);
            });
        });
        ui.advance_cursor_after_rect(room);
    } else {
        scrolled(ui, "snapshot", |ui| {
            curves(ui, view, (room.height() * 0.56).max(LEAST), out);
            figures::figures(ui, view);
        });
    }
}

/// Whether a snapshot holds nothing at any count, so that curves would be empty axes.
fn is_nothing(curve: &CostCurve) -> bool {
    let nothing = |cost: &SnapshotCost| cost.metadata_bytes == 0 && cost.bytes_of_buckets == 0 && cost.files == 0;
    !curve.points.is_empty() && curve.points.iter().all(|point| nothing(&point.cost))
}

fn part(ui: &mut Ui, name: &str, rect: Rect, content: impl FnOnce(&mut Ui)) {
    let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
    content(&mut child);
}

fn curves(ui: &mut Ui, view: &AppView<'_>, height: f32, out: &mut Vec<Command>) {
    let curve = view.state.exploration.found.snapshot.as_ref();
    let wait = "Taking a snapshot at every count…";
    let chosen = found(ui, view, curve, wait, |ui, curve| picture(ui, view, curve, height, out));
    if let Some(Some(Target::Count(count))) = chosen {
        out.push(Command::Edit(view.count_edit(BucketCount::clamped(count.into()))));
    }
}

fn picture(
    ui: &mut Ui,
    view: &AppView<'_>,
    curve: &Arc<CostCurve>,
    height: f32,
    out: &mut Vec<Command>,
) -> Option<Target> {
    let today = Some(view.buckets());
    let make = |curve: &CostCurve, look: &Look| {
        let costs: Vec<(u32, SnapshotCost)> =
            curve.points.iter().map(|point| (point.buckets, point.cost.clone())).collect();
        figure::snapshot(&SnapshotChart { costs: &costs, today }, look)
    };
    let input = ChartInput { name: "Snapshot", data: curve, salt: IdSalt::new(today), height, make: &make };
    chart(ui, view, &input, out)
}
