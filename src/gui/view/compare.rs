//! The Compare view: the scenario beside others, figure by figure, and as bars on the same axes.

mod columns;
mod figures;
mod table;

use super::chart::{ChartInput, chart, saved};
use super::exploring::found;
use super::parts::{remark, segments};
use crate::explore::COMPARED;
use crate::figure::{self, Look};
use crate::gui::command::{Command, Sheet};
use crate::gui::document::ready;
use crate::gui::exploration::CompareFound;
use crate::gui::explorer::Compared;
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use egui::containers::menu::MenuButton;
use egui::{Id, IdSalt, Rect, RichText, ScrollArea, Stroke, Ui, UiBuilder, vec2};
use std::sync::Arc;

/// What the chart is called.
const NAME: &str = "Compare";
/// Height from which table and chart have room below one another, in points.
const BOTH: f32 = 620.0;
/// Room that the line about the base takes, in points.
const EXPLAINED: f32 = 270.0;
/// Share of the height that the chart has then.
const CHART: f32 = 0.45;

/// Shows the view.
pub fn compare(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    head(ui, view, out);
    let wished = view.state.wishes.compared.len() + 1;
    // The columns are those wished for; a finding of fewer or more scenarios is of other columns.
    let fits = |found: &&Arc<CompareFound>| found.reports.len() == wished;
    let finding = view.state.exploration.found.compare.as_ref().filter(fits);
    columns::columns(ui, view, finding.map(|found| &**found), out);
    if wished == 1 {
        ui.add_space(4.0);
        remark(ui, view.theme, "Add a scenario to see it beside this one.");
        return;
    }
    found(ui, view, finding, "Simulating the others…", |ui, finding| figures_and_bars(ui, view, finding, out));
}

/// The table and below it the chart, or one of the two where the window is too low for both.
fn figures_and_bars(ui: &mut Ui, view: &AppView<'_>, finding: &Arc<CompareFound>, out: &mut Vec<Command>) {
    let room = ui.available_rect_before_wrap();
    if room.height() < BOTH {
        if is_bars(ui) {
            bars(ui, view, finding, out);
        } else {
            table::table(ui, view, &finding.comparison);
            let make = |look: &Look| figure::compare(&finding.comparison, look);
            out.extend(view.state.chart_wanted.then(|| saved(view, NAME, &make)).flatten());
        }
        return;
    }
    let (upper, lower) = room.split_top_bottom_at_y(room.bottom() - room.height() * CHART);
    inside(ui, "figures", upper, |ui| table::table(ui, view, &finding.comparison));
    ui.painter().hline(upper.x_range(), upper.bottom(), Stroke::new(1.0, view.theme.line));
    inside(ui, "bars", lower.with_min_y(lower.top() + 6.0), |ui| bars(ui, view, finding, out));
    ui.advance_cursor_after_rect(room);
}

fn bars(ui: &mut Ui, view: &AppView<'_>, finding: &Arc<CompareFound>, out: &mut Vec<Command>) {
    let make = |found: &CompareFound, look: &Look| figure::compare(&found.comparison, look);
    let height = ui.available_height() - 8.0;
    chart(ui, view, &ChartInput { name: NAME, data: finding, salt: IdSalt::new(()), height, make: &make }, out);
}

/// Where the window remembers which of table and chart is shown while there is no room for both.
fn bars_shown() -> Id {
    Id::unique("bars instead of figures")
}

fn is_bars(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(bars_shown())).unwrap_or(false)
}

fn inside(ui: &mut Ui, name: &str, rect: Rect, content: impl FnOnce(&mut Ui)) {
    let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
    child.shrink_clip_rect(rect);
    content(&mut child);
}

/// What is compared, and a way to more of it.
fn head(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let mut asked = Vec::new();
    let low = ui.available_height() < BOTH + columns::HEIGHT + 40.0;
    ui.horizontal(|ui| {
        let left = |ui: &mut Ui| {
            ui.label(RichText::new("Side by side").font(strong(13.0)));
            if low {
                let chosen = segments(ui, view.theme, is_bars(ui), &[(false, "Figures"), (true, "Bars")]);
                ui.data_mut(|data| chosen.map(|bars| data.insert_temp(bars_shown(), bars)));
            }
            let text = format!("{} to {} scenarios, differences to the base", COMPARED.start(), COMPARED.end());
            // Half of the sentence says nothing.
            if ui.available_width() > EXPLAINED {
                ui.label(RichText::new(text).color(view.theme.dim));
            }
        };
        super::ends::ends(ui, "compare", left, |ui| add(ui, view, &mut asked));
    });
    out.append(&mut asked);
}

fn add(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let compared = &view.state.wishes.compared;
    let full = compared.len() + 1 >= *COMPARED.end();
    ui.add_enabled_ui(!full, |ui| {
        let (response, _) = MenuButton::new("Add a scenario ⏷").ui(ui, |ui| menu(ui, view, out));
        let hint = if full { "Four are compared at most: take one out first." } else { "One that is ready, or a file" };
        response.accessible_name("Add a scenario").on_hover_text(hint).on_disabled_hover_text(hint);
    });
}

fn menu(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.set_min_width(260.0);
    ui.spacing_mut().button_padding = vec2(8.0, 4.0);
    if ui.button("A file…").clicked() {
        out.push(Command::Sheet(Some(Sheet::CompareWith { path: String::new() })));
    }
    let compared = &view.state.wishes.compared;
    let own = view.state.history.current().path.as_ref();
    let recent = view.state.recent.iter().filter(|path| Some(*path) != own).cloned().map(Compared::File);
    let recent: Vec<_> = recent.filter(|other| !compared.contains(other)).collect();
    for other in recent {
        let Compared::File(path) = &other else { continue };
        if ui.button(other.name()).on_hover_text(path.display().to_string()).clicked() {
            out.push(Command::CompareWith(other));
        }
    }
    ui.separator();
    let height = (ui.ctx().content_rect().height() - 220.0).max(160.0);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for ready in ready() {
            let other = Compared::Shipped(ready.stem);
            if compared.contains(&other) {
                continue;
            }
            if ui.button(&ready.scenario.name).on_hover_text(&ready.scenario.note).clicked() {
                out.push(Command::CompareWith(other));
            }
        }
    });
}
