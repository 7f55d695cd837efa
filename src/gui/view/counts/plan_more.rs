//! What few plans tell: the horizon, the load in records, what a snapshot may cost.

use super::plan::{Cell, Editor};
use crate::explore::{Plan, RATES};
use crate::gui::view::number::Field;
use crate::gui::view::parts::{check_row, number_row};
use crate::numerals::{bytes, counted, short};
use egui::{Align, Layout, Ui, vec2};

/// What one worker does where nothing is known, in records a second.
const SOME_RATE: f64 = 1000.0;
/// Budgets to start from.
const SOME_BYTES: u64 = 100_000;
const SOME_FILES: u64 = 1000;

/// What of it a plan tells, in a few words.
pub fn told(plan: &Plan) -> String {
    let mut parts = vec![format!("{} years", short(plan.horizon_years))];
    if let (Some(rate), Some(worker)) = (plan.rate_per_sec, plan.worker_rate_per_sec) {
        parts.push(format!("{} records a second, {} a worker", short(rate), short(worker)));
    }
    parts.extend(plan.max_metadata_bytes.map(|most| format!("at most {} of metadata", bytes(most))));
    parts.extend(plan.max_files.map(|most| format!("at most {}", counted(most, "file", "files"))));
    parts.join("; ")
}

/// The cells, in the order they are read in.
pub fn cells(editor: Editor<'_>) -> Vec<Cell<'_>> {
    let mut cells: Vec<Cell<'_>> = vec![
        Box::new(move |ui| horizon(ui, editor)),
        Box::new(move |ui| budget(ui, editor, &METADATA)),
        Box::new(move |ui| budget(ui, editor, &FILES)),
        Box::new(move |ui| rates(ui, editor)),
    ];
    if let (Some(rate), Some(worker)) = (editor.now.rate_per_sec, editor.now.worker_rate_per_sec) {
        cells.push(Box::new(move |ui| {
            let hint = "Records a second that come in now. The width needed now is this ÷ what one worker does.";
            let given = editor.given.rate_per_sec.unwrap_or(rate);
            rate_field(ui, editor, ("Records now", hint), (rate, given), |plan, rate| plan.rate_per_sec = Some(rate))
        }));
        cells.push(Box::new(move |ui| {
            let hint = "Records a second that one worker can do, evenly loaded.";
            let given = editor.given.worker_rate_per_sec.unwrap_or(worker);
            rate_field(ui, editor, ("One worker does", hint), (worker, given), |plan, rate| {
                plan.worker_rate_per_sec = Some(rate);
            })
        }));
    }
    cells
}

fn horizon(ui: &mut Ui, editor: Editor<'_>) -> Option<Plan> {
    let hint = "Years the count is to last: fewer buckets than workers are needed by then do not meet the plan.";
    let value = editor.now.horizon_years;
    let field = Field { name: "Horizon", value, low: 0.1, high: 100.0, unit: " years" };
    editor.number(ui, &field, hint, editor.given.horizon_years, |plan, years| plan.horizon_years = years)
}

/// Both rates or neither: one alone says nothing.
fn rates(ui: &mut Ui, editor: Editor<'_>) -> Option<Plan> {
    let known = editor.now.rate_per_sec.is_some();
    let hint = "Tells the load now and what one worker can do. Without, the first width is taken to be just full now.";
    let on = check_row(ui, "Load in records", hint, known)?;
    let (rate, worker) = match (editor.given.rate_per_sec, editor.given.worker_rate_per_sec) {
        (Some(rate), Some(worker)) => (rate, worker),
        _ => (SOME_RATE * editor.now.first_width.as_f64(), SOME_RATE),
    };
    let (rate_per_sec, worker_rate_per_sec) = (on.then_some(rate), on.then_some(worker));
    Some(Plan { rate_per_sec, worker_rate_per_sec, ..editor.now.clone() })
}

fn rate_field(
    ui: &mut Ui,
    editor: Editor<'_>,
    (name, hint): (&str, &str),
    (value, given): (f64, f64),
    put: impl Fn(&mut Plan, f64),
) -> Option<Plan> {
    let field = Field { name, value, low: *RATES.start(), high: *RATES.end(), unit: " /s" };
    editor.number(ui, &field, hint, given, put)
}

/// A budget that a plan may have.
struct Budget {
    name: &'static str,
    hint: &'static str,
    unit: &'static str,
    start: u64,
    of: fn(&Plan) -> Option<u64>,
    put: fn(&mut Plan, Option<u64>),
}

const METADATA: Budget = Budget {
    name: "Metadata at most",
    hint: "The most bytes of metadata a snapshot may have at the expected peak.",
    unit: " B",
    start: SOME_BYTES,
    of: |plan| plan.max_metadata_bytes,
    put: |plan, most| plan.max_metadata_bytes = most,
};

const FILES: Budget = Budget {
    name: "Files at most",
    hint: "The most files a snapshot may have at the expected peak.",
    unit: "",
    start: SOME_FILES,
    of: |plan| plan.max_files,
    put: |plan, most| plan.max_files = most,
};

fn budget(ui: &mut Ui, editor: Editor<'_>, budget: &Budget) -> Option<Plan> {
    let (now, given) = ((budget.of)(editor.now), (budget.of)(editor.given));
    let with = |most: Option<u64>| {
        let mut plan = editor.now.clone();
        (budget.put)(&mut plan, most);
        plan
    };
    let Some(value) = now else {
        let on = check_row(ui, budget.name, budget.hint, false)?;
        return on.then(|| with(given.or(Some(budget.start))));
    };
    let size = vec2(ui.available_width(), 22.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        let off = check_row(ui, "", budget.hint, true).map(|_| with(None));
        let field = Field { name: budget.name, value, low: 1, high: u64::MAX, unit: budget.unit };
        let check = |_| Ok(());
        let typed =
            ui.vertical(|ui| number_row(ui, editor.view.theme, &field, budget.hint, given.unwrap_or(value), &check));
        off.or(typed.inner.map(|most| with(Some(most))))
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::WorkerCount;

    #[test]
    fn what_is_folded_away_is_told() {
        let width = WorkerCount::clamped(4);
        assert_eq!(told(&Plan::new(width, width)), "5 years");
        let plan = Plan { max_metadata_bytes: Some(9000), max_files: Some(1), ..Plan::new(width, width) };
        assert_eq!(told(&plan).replace('\u{a0}', " "), "5 years; at most 9 000 B of metadata; at most 1 file");
    }
}
