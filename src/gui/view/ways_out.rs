//! The Ways out view: three ways to another bucket count side by side, and what they cost.

mod card;
mod inputs;

use super::chart::{ChartInput, chart};
use super::exploring::found;
use super::parts::{remark, scrolled};
use crate::explore::{WAYS_OUT_LIMITS, WaysOut};
use crate::figure::{self, Look};
use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::unit::LoadUnit;
use egui::{IdSalt, Label, RichText, Ui};

/// Below this width the ways stand one under the other, in points.
const SIDE_BY_SIDE: f32 = 560.0;

/// Height of the chart, in points.
const CHART: f32 = 340.0;

/// Shows the view.
pub fn ways_out(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.visuals_mut().panel_fill = view.theme.ground;
    scrolled(ui, "ways out", |ui| {
        inputs::inputs(ui, view, out);
        let in_bytes = view.state.report.as_ref().is_some_and(|report| report.keys.unit == LoadUnit::Bytes);
        if in_bytes && view.scenario.exit_plan(view.buckets()).history_records.is_none() {
            let text = "A snapshot in bytes does not tell how many records made it: fill in History, else a rebuild has nothing to replay.";
            ui.add(Label::new(RichText::new(text).font(caption()).color(view.theme.warn)).wrap());
        }
        ui.add_space(6.0);
        let ways = view.state.exploration.found.ways_out.as_ref();
        found(ui, view, ways, "Working it out…", |ui, ways| {
            let text = ways.sentence(view.facts);
            ui.add(Label::new(RichText::new(text).font(strong(15.0)).line_height(Some(21.0))).wrap());
            ui.add_space(2.0);
            let a_row = if ui.available_width() >= SIDE_BY_SIDE { ways.routes.len() } else { 1 };
            for routes in ways.routes.chunks(a_row) {
                card::cards(ui, view, ways, routes);
            }
            remark(ui, view.theme, format!("Left out: {WAYS_OUT_LIMITS}"));
            ui.add_space(6.0);
            let make = |ways: &WaysOut, look: &Look| Some(figure::ways_out(ways, view.facts, look));
            let salt = IdSalt::new(view.facts.id);
            chart(ui, view, &ChartInput { name: "Ways out", data: ways, salt, height: CHART, make: &make }, out);
        });
        ui.add_space(12.0);
    });
}
