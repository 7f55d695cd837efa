//! The three charts: counts against widths, how long a count lasts, what a larger one buys.

use super::Looked;
use crate::explore::Advice;
use crate::figure::{self, Chart, CountsChart, Look, RunwayChart, Target};
use crate::gui::command::{Command, Edit};
use crate::gui::exploration::CountsFound;
use crate::gui::state::AppView;
use crate::gui::view::chart::{ChartInput, chart};
use crate::unit::{BucketCount, WorkerCount};
use egui::{IdSalt, Label, RichText, Ui};

/// Busiest ÷ mean of every count at every width; a click takes a pair, or a count.
pub fn heat_map(ui: &mut Ui, view: &AppView<'_>, height: f32, out: &mut Vec<Command>) {
    let Some(found) = &view.state.exploration.found.counts else {
        nothing(ui, view, "Sweeping…");
        return;
    };
    let today = view.buckets();
    let make = |found: &CountsFound, look: &Look| {
        figure::counts(&CountsChart { rows: &found.rows, metadata: &found.metadata, today: Some(today) }, look)
    };
    let input = ChartInput { name: "Counts", data: found, salt: IdSalt::new(today), height, make: &make };
    take(view, chart(ui, view, &input, out), out);
}

/// The growth of the plan against the chosen count.
pub fn runway(ui: &mut Ui, view: &AppView<'_>, looked: Option<Looked<'_>>, height: f32, out: &mut Vec<Command>) {
    let Some(looked) = looked else { return nothing(ui, view, "No count has been judged yet.") };
    if looked.chosen.runway.is_none() {
        let text = "The plan tells no growth: with a growth a year above 0 % this shows how long the count lasts.";
        return nothing(ui, view, text);
    }
    let (chosen, words) = (looked.chosen.buckets, looked.words);
    let make = move |advice: &Advice, look: &Look| -> Option<Chart> {
        let count = super::judged(advice).into_iter().find(|count| count.buckets == chosen)?;
        figure::runway(&RunwayChart::planned(&advice.plan, count, words)?, look)
    };
    let salt = IdSalt::new(chosen.get());
    let input = ChartInput { name: "Runway", data: looked.advice, salt, height, make: &make };
    chart(ui, view, &input, out);
}

/// Waste against size; a click takes a count.
pub fn trade_off(ui: &mut Ui, view: &AppView<'_>, looked: Option<Looked<'_>>, height: f32, out: &mut Vec<Command>) {
    let Some(looked) = looked else { return nothing(ui, view, "No count has been judged yet.") };
    let (chosen, words) = (looked.chosen.buckets, looked.words);
    let make = move |advice: &Advice, look: &Look| figure::trade_off(advice, Some(chosen), words, look);
    let salt = IdSalt::new(chosen.get());
    let input = ChartInput { name: "Trade-off", data: looked.advice, salt, height, make: &make };
    take(view, chart(ui, view, &input, out), out);
}

fn nothing(ui: &mut Ui, view: &AppView<'_>, text: &str) {
    ui.add_space(8.0);
    ui.add(Label::new(RichText::new(text).color(view.theme.dim)).wrap());
}

/// What a click on a chart asks for.
fn take(view: &AppView<'_>, target: Option<Target>, out: &mut Vec<Command>) {
    let count = |buckets: u32| view.count_edit(BucketCount::clamped(buckets.into()));
    match target {
        Some(Target::Count(buckets)) => out.push(Command::Edit(count(buckets))),
        Some(Target::Pair { buckets, workers }) => out.push(Command::Edit(Edit::CountAndWidth {
            count: Box::new(count(buckets)),
            step: view.state.step,
            width: WorkerCount::clamped(workers.into()),
        })),
        Some(Target::None | Target::Width(_) | Target::Worker(_)) | None => {}
    }
}
