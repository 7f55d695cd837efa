//! The Widths view: what each width is worth on this count, and on others.

mod bar;
mod next;

use super::chart::{ChartInput, chart};
use super::exploring::found;
use crate::explore::SweepRow;
use crate::figure::{self, Look, Target, WidthsChart};
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::unit::WorkerCount;
use egui::{IdSalt, Ui};
use std::sync::Arc;

/// Height from which there is room for the list of useful widths, in points.
const LISTED: f32 = 440.0;

/// Shows the view.
pub fn widths(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    bar::bar(ui, view, out);
    next::next(ui, view, out);
    // A low window has the same numbers on the curve and on the slider.
    if ui.available_height() > LISTED {
        next::useful(ui, view);
    }
    let groups = view.state.exploration.found.widths.as_ref();
    let chosen = found(ui, view, groups, "Trying every width…", |ui, groups| curves(ui, view, groups, out));
    if let Some(Some(Target::Width(width))) = chosen {
        out.push(go_to(view, width));
    }
}

fn curves(ui: &mut Ui, view: &AppView<'_>, groups: &Arc<Vec<Vec<SweepRow>>>, out: &mut Vec<Command>) -> Option<Target> {
    let today = view.step().map(|step| step.workers);
    let keys = next::tells_of_keys(view);
    let limit = limit(view).filter(|_| keys);
    let make = |groups: &Vec<Vec<SweepRow>>, look: &Look| {
        let even = |row: &SweepRow| SweepRow { effective_width: row.even_width, ..*row };
        let groups: Vec<Vec<SweepRow>> =
            groups.iter().map(|rows| if keys { rows.clone() } else { rows.iter().map(even).collect() }).collect();
        let counts: Vec<&[SweepRow]> = groups.iter().map(Vec::as_slice).collect();
        figure::widths(&WidthsChart { counts: &counts, today, limit }, look)
    };
    let height = ui.available_height();
    let salt = IdSalt::new((today, keys, limit.map(f64::to_bits)));
    let input = ChartInput { name: "Widths", data: groups, salt, height, make: &make };
    chart(ui, view, &input, out)
}

/// How many evenly loaded workers the job is never faster than, where one key stands out of all others.
fn limit(view: &AppView<'_>) -> Option<f64> {
    let keys = &view.state.report.as_ref()?.keys;
    keys.is_one_hot().then(|| 1.0 / keys.hottest_share)
}

/// The edit that gives the step shown another width.
fn go_to(view: &AppView<'_>, width: u32) -> Command {
    let width = WorkerCount::clamped(width.into());
    Command::Edit(Edit::Width { step: view.state.step, width })
}
