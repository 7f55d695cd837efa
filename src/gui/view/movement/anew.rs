//! Two steps of two bucket counts: what that means, and what can be done, in the place of a matrix.

use super::lines::{Lines, column};
use crate::gui::command::Command;
use crate::gui::exploration::ViewKind;
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::view::parts::link;
use crate::numerals::{bytes, grouped, load};
use crate::simulate::Report;
use egui::{Label, RichText, Ui};

/// Widest table, in points: a figure far from its name is hard to read.
const WIDEST: f32 = 520.0;

/// Shows it.
pub fn anew(ui: &mut Ui, view: &AppView<'_>, report: &Report, steps: (usize, usize), out: &mut Vec<Command>) {
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(what_to_do(view, report, steps)).line_height(Some(20.0))).wrap());
    if report.profile.profile().keeps_state()
        && link(ui, "Ways out: what rebuild, rewrite and split take").on_hover_text("Shows the Ways out view").clicked()
    {
        out.push(Command::View(ViewKind::WaysOut));
    }
    ui.add_space(4.0);
    ui.scope(|ui| {
        ui.set_max_width(WIDEST.min(ui.available_width()));
        ui.spacing_mut().item_spacing.y = 0.0;
        let rows = rows(view, report, steps);
        let column = column(ui, rows.iter().flat_map(|(_, values)| values));
        let lines = Lines { name: "anew", theme: view.theme, column, remarked: false };
        lines.head(ui, "The two deals", &["before", "after"]);
        for (name, values) in &rows {
            lines.line(ui, name, values, "", false);
        }
    });
}

/// Why there is nothing to hand over, and what is done in its place.
fn what_to_do(view: &AppView<'_>, report: &Report, (_, to): (usize, usize)) -> String {
    if !report.profile.profile().keeps_state() {
        return "Each run reads its input anew and keeps nothing for the next: there is nothing to hand over."
            .to_owned();
    }
    let records = load(report.keys.load, report.keys.unit);
    let state = report.steps[to].deal.as_ref().filter(|deal| deal.is_state_known).map(|deal| {
        let state = deal.worker.iter().fold(0_u64, |sum, worker| sum.saturating_add(worker.state_bytes));
        format!(", {} of keys and values", bytes(state))
    });
    format!(
        "What moves is everything: {records}{}. Under another count each key has a {} anew, so all of the state is built again \
         from its source, or written again by a tool.",
        state.unwrap_or_default(),
        view.words.bucket
    )
}

/// A name and its figures before and after.
fn rows(view: &AppView<'_>, report: &Report, (from, to): (usize, usize)) -> Vec<(String, [String; 2])> {
    let both = [&report.steps[from], &report.steps[to]];
    let most = both.map(|step| {
        let most = step.deal.iter().flat_map(|deal| &deal.worker).map(|worker| worker.buckets).max();
        grouped(most.unwrap_or(0).into())
    });
    let fullest = both.map(|step| {
        let most = step.deal.iter().flat_map(|deal| &deal.worker).map(|worker| worker.load).max();
        load(most.unwrap_or(0), report.keys.unit)
    });
    let words = view.words;
    vec![
        (sentence(words.buckets), both.map(|step| grouped(step.bucket_count.into()))),
        (sentence(words.workers), both.map(|step| grouped(step.workers.into()))),
        (format!("Most {} of one {}", words.buckets, words.worker), most),
        (format!("Load of the busiest {}", words.worker), fullest),
    ]
}
