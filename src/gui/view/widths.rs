//! The Widths view: what each width is worth on this count, and on others.

use super::chart::{ChartInput, chart};
use crate::explore::SweepRow;
use crate::figure::{self, Look, Target, Widths};
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::unit::WorkerCount;
use egui::{IdSalt, Ui};

/// Shows the view.
pub fn widths(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let Some(found) = &view.state.exploration.found.widths else {
        ui.label("Sweeping…");
        return;
    };
    let today = view.step().map(|step| step.workers);
    let make = |groups: &Vec<Vec<SweepRow>>, look: &Look| {
        let counts: Vec<&[SweepRow]> = groups.iter().map(Vec::as_slice).collect();
        figure::widths(&Widths { counts: &counts, today }, look)
    };
    let height = ui.available_height();
    let input = ChartInput { name: "Widths", data: found, salt: IdSalt::new(today), height, make: &make };
    if let Some(Target::Width(width)) = chart(ui, view, &input, out) {
        let width = WorkerCount::clamped(width.into());
        out.push(Command::Edit(Edit::Width { step: view.state.step, width }));
    }
}
