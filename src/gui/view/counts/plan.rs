//! The plan: what the count is to last for. A value that cannot be stays as typed with its reason; the last plan stays in force.

use super::plan_more;
use crate::explore::Plan;
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{link, number_row, row};
use crate::gui::view::text::{TextField, text_field, text_reason};
use crate::unit::WorkerCount;
use egui::{Align2, Id, RichText, Ui};

/// Least width of a label and its field, in points.
const CELL: f32 = 190.0;
/// Space between columns, in points.
const GAP: f32 = 16.0;

/// A cell of the editor: shows its controls and returns the plan with its change.
pub type Cell<'a> = Box<dyn FnOnce(&mut Ui) -> Option<Plan> + 'a>;

/// The plan as it is, as it is given by the file, and what else its fields need.
#[derive(Clone, Copy)]
pub struct Editor<'a> {
    pub view: &'a AppView<'a>,
    pub now: &'a Plan,
    pub given: &'a Plan,
}

/// Shows the editor.
pub fn plan(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let (now, given) = (view.scenario.forecast(), view.saved.forecast());
    let editor = Editor { view, now: &now, given: &given };
    let more = Id::unique("counts: more of the plan");
    let unfolded = ui.data(|data| data.get_temp(more)).unwrap_or(false);
    let mut cleared = false;
    let mut cells: Vec<Cell<'_>> = vec![
        Box::new(|ui| editor.first(ui)),
        Box::new(|ui| editor.peak(ui)),
        Box::new(|ui| editor.growth(ui)),
        Box::new(|ui| editor.headroom(ui)),
        Box::new(|ui| editor.liked(ui)),
        Box::new(|ui| {
            cleared = links(ui, view, more, unfolded, &plan_more::told(&now));
            None
        }),
    ];
    if unfolded {
        cells.extend(plan_more::cells(editor));
    }
    let edited = ui.scope(|ui| grid(ui, cells)).inner;
    if cleared {
        out.push(Command::Edit(Edit::Plan(None)));
    } else if let Some(plan) = edited.filter(|plan| plan.check().is_ok()) {
        out.push(Command::Edit(Edit::Plan(Some(plan))));
    }
}

/// Lays cells out in as many columns as there is room for, in the order they are read in.
fn grid(ui: &mut Ui, cells: Vec<Cell<'_>>) -> Option<Plan> {
    ui.spacing_mut().item_spacing = egui::vec2(GAP, 3.0);
    ui.spacing_mut().interact_size.y = 22.0;
    let columns = (1_u8..=6).rev().find(|&columns| {
        let columns = f32::from(columns);
        columns.mul_add(CELL, (columns - 1.0) * GAP) <= ui.available_width()
    });
    let columns = usize::from(columns.unwrap_or(1));
    let mut edited = None;
    let mut cells = cells.into_iter().peekable();
    while cells.peek().is_some() {
        ui.columns(columns, |slots| {
            for (ui, cell) in slots.iter_mut().zip(cells.by_ref()) {
                ui.spacing_mut().item_spacing.x = 8.0;
                edited = cell(ui).or(edited.take());
            }
        });
    }
    edited
}

/// Folds the rest away or shows it, and forgets the plan; returns whether the latter was asked for.
fn links(ui: &mut Ui, view: &AppView<'_>, more: Id, unfolded: bool, told: &str) -> bool {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let hint = format!("Years the count is to last, rates of records, budgets for a snapshot. Now: {told}.");
        if link(ui, if unfolded { "Less" } else { "More…" }).on_hover_text(hint).clicked() {
            ui.data_mut(|data| data.insert_temp(more, !unfolded));
        }
        if view.scenario.plan.is_none() {
            let text = "The scenario has no plan of its own: it is told by the widths of the steps.";
            ui.label(RichText::new("As the steps tell").color(view.theme.dim)).on_hover_text(text);
            return false;
        }
        let text = "Forgets the plan: from the first step's width to the widest, no growth, three times the peak.";
        link(ui, "From the steps").on_hover_text(text).clicked()
    })
    .inner
}

impl Editor<'_> {
    /// A number of the plan: its name and meaning, its bounds and unit, how it is read and put.
    pub fn number<Q: crate::gui::view::number::Quantity>(
        &self,
        ui: &mut Ui,
        field: &Field<'_, Q>,
        hint: &str,
        given: Q,
        put: impl Fn(&mut Plan, Q),
    ) -> Option<Plan> {
        let with = |value: Q| {
            let mut plan = self.now.clone();
            put(&mut plan, value);
            plan
        };
        let check = |value: Q| with(value).check().map_err(|error| error.to_string());
        number_row(ui, self.view.theme, field, hint, given, &check).map(with)
    }

    fn width(
        &self,
        ui: &mut Ui,
        (name, hint): (&str, &str),
        (now, given): (WorkerCount, WorkerCount),
        put: impl Fn(&mut Plan, WorkerCount),
    ) -> Option<Plan> {
        let high = u64::from(WorkerCount::MAX.get());
        let field = Field { name, value: u64::from(now.get()), low: 1, high, unit: "" };
        self.number(ui, &field, hint, given.get().into(), |plan, width| put(plan, WorkerCount::clamped(width)))
    }

    fn first(&self, ui: &mut Ui) -> Option<Plan> {
        let hint = "Workers at the first start. Without rates they are taken to be just full now.";
        let widths = (self.now.first_width, self.given.first_width);
        self.width(ui, ("First width", hint), widths, |plan, width| plan.first_width = width)
    }

    fn peak(&self, ui: &mut Ui) -> Option<Plan> {
        let hint = "The most workers that are expected, at least the first width.";
        let widths = (self.now.peak_width, self.given.peak_width);
        self.width(ui, ("Expected peak", hint), widths, |plan, width| plan.peak_width = width)
    }

    fn growth(&self, ui: &mut Ui) -> Option<Plan> {
        let hint =
            "Growth of the load in a year, compound: 60 % makes 1.6 times as much each year. 0 = none is expected.";
        let (value, given) = (self.now.growth_per_year * 100.0, self.given.growth_per_year * 100.0);
        let field = Field { name: "Growth a year", value, low: 0.0, high: 10_000.0, unit: " %" };
        self.number(ui, &field, hint, given, |plan, percent| plan.growth_per_year = percent / 100.0)
    }

    fn headroom(&self, ui: &mut Ui) -> Option<Plan> {
        let hint = "How many times the expected peak the bucket count N is to be at the least: N ≥ headroom · peak.";
        let field = Field { name: "Headroom", value: self.now.headroom, low: 1.0, high: 1000.0, unit: "×" };
        self.number(ui, &field, hint, self.given.headroom, |plan, times| plan.headroom = times)
    }

    fn liked(&self, ui: &mut Ui) -> Option<Plan> {
        let value = written(&self.now.widths_liked);
        let listed = if value.is_empty() { "none" } else { &value };
        let hint = format!(
            "Widths that are to be even, with commas between: the score weighs them most. None = the first width and the \
             peak.\nNow: {listed}."
        );
        let with = |text: &str| {
            let plan = Plan { widths_liked: read(text)?, ..self.now.clone() };
            plan.check().map_err(|error| error.to_string())?;
            Ok(plan)
        };
        let name = "Widths liked";
        let hold = "first and peak";
        let field = TextField { name, value: &value, hint: hold, width: 96.0, align: Align2::RIGHT_CENTER, rows: 1 };
        let shown = row(ui, name, &hint, |ui| {
            let (response, typed) = text_field(ui, self.view.theme, &field, &|text| with(text).map(drop));
            response.on_hover_text(&hint);
            typed
        });
        text_reason(ui, self.view.theme, name, &value);
        let reset = || Plan { widths_liked: self.given.widths_liked.clone(), ..self.now.clone() };
        if shown.reset { Some(reset()) } else { shown.inner.and_then(|text| with(&text).ok()) }
    }
}

/// Widths as people write them.
fn written(widths: &[WorkerCount]) -> String {
    widths.iter().map(|width| width.get().to_string()).collect::<Vec<_>>().join(", ")
}

/// Typed widths, rising and each once.
///
/// # Errors
/// The first part that is no width.
fn read(text: &str) -> Result<Vec<WorkerCount>, String> {
    let parts = text.split([',', ';', ' ']).filter(|part| !part.is_empty());
    let widths = parts.map(|part| {
        let number = part.parse().ok().and_then(|number| WorkerCount::new(number).ok());
        number.ok_or_else(|| format!("\"{part}\" is no width: allowed are 1 to {}", WorkerCount::MAX))
    });
    let mut widths = widths.collect::<Result<Vec<_>, _>>()?;
    widths.sort_unstable();
    widths.dedup();
    Ok(widths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_read_as_they_are_written() {
        let widths = |numbers: &[u64]| numbers.iter().map(|&number| WorkerCount::clamped(number)).collect::<Vec<_>>();
        assert_eq!(read("40, 8 8;20"), Ok(widths(&[8, 20, 40])));
        assert_eq!(read(&written(&widths(&[4, 8]))), Ok(widths(&[4, 8])));
        assert_eq!(read(""), Ok(Vec::new()));
        assert_eq!(read("8, 0").unwrap_err(), "\"0\" is no width: allowed are 1 to 1048576");
        assert!(read("4, many").unwrap_err().starts_with("\"many\" is no width"));
    }
}
