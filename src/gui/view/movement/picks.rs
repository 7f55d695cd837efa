//! The two steps and the dealing rule to compare with.

use crate::deal::DealingRule;
use crate::gui::command::Command;
use crate::gui::exploration::Wishes;
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::view::parts::{choice, link};
use crate::numerals::{counted, grouped};
use crate::simulate::Report;
use egui::{RichText, Ui};

/// Below this width the dealing rule has a line of its own, in points.
const ONE_LINE: f32 = 600.0;

/// The two steps to show, of those that ran: the ones picked, else the step shown (or the last before it that ran) and the last
/// that ran before that; `None` where fewer than two ran.
pub fn picked(view: &AppView<'_>, ran: &[usize]) -> Option<(usize, usize)> {
    let wished = view.state.wishes.steps.filter(|(from, to)| from != to && ran.contains(from) && ran.contains(to));
    wished.or_else(|| {
        let shown = ran.iter().rposition(|&step| step <= view.state.step).unwrap_or(0).max(1);
        Some((*ran.get(shown - 1)?, *ran.get(shown)?))
    })
}

/// Shows the choices.
pub fn picks(
    ui: &mut Ui,
    view: &AppView<'_>,
    report: &Report,
    (ran, from, to): (&[usize], usize, usize),
    out: &mut Vec<Command>,
) {
    let narrow = ui.available_width() < ONE_LINE;
    let wish = |wishes: Wishes| Command::Wish(wishes);
    let names: Vec<(usize, String)> = ran.iter().map(|&step| (step, name(view, report, step, narrow))).collect();
    let options: Vec<(usize, &str)> = names.iter().map(|(step, name)| (*step, name.as_str())).collect();
    ui.horizontal(|ui| {
        let end = |ui: &mut Ui, text: &str, label: &str, step: usize, other: usize| {
            ui.label(RichText::new(text).color(view.theme.dim));
            let chosen = choice(ui, label, &step, &options)?;
            // The step that stands at the other end changes places with this one.
            Some((chosen, if chosen == other { step } else { other }))
        };
        let steps = end(ui, "From", "From step", from, to)
            .or_else(|| end(ui, "to", "To step", to, from).map(|(to, from)| (from, to)));
        out.extend(steps.map(|steps| wish(Wishes { steps: Some(steps), ..view.state.wishes.clone() })));
        if view.state.wishes.steps.is_some() && link(ui, "follow the step shown").clicked() {
            out.push(wish(Wishes { steps: None, ..view.state.wishes.clone() }));
        }
        if !narrow {
            rule(ui, view, out);
        }
    });
    if narrow {
        ui.horizontal(|ui| rule(ui, view, out));
    }
}

/// A step as the menus name it; `short` leaves the unit out, which "From" and "to" tell as well.
fn name(view: &AppView<'_>, report: &Report, step: usize, short: bool) -> String {
    let (at, words) = (&report.steps[step], view.words);
    let kind = if at.first_start { words.first_start } else { words.restart };
    let width = u64::from(at.workers);
    let width = if short { grouped(width) } else { counted(width, "worker", "workers") };
    format!("{}. {}, {width}", step + 1, sentence(kind))
}

fn rule(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.label(RichText::new("dealt").color(view.theme.dim));
    let wished = &view.state.wishes.rule;
    let options = [
        (None, "its own way"),
        (Some(DealingRule::Contiguous), rule_name(Some(&DealingRule::Contiguous))),
        (Some(DealingRule::Modulo), rule_name(Some(&DealingRule::Modulo))),
        (Some(DealingRule::LeastLoaded), rule_name(Some(&DealingRule::LeastLoaded))),
    ];
    if let Some(rule) = choice(ui, "Dealing rule", wished, &options) {
        out.push(Command::Wish(Wishes { rule, ..view.state.wishes.clone() }));
    }
}

/// A rule to compare with, as menus and tables name it.
pub fn rule_name(rule: Option<&DealingRule>) -> &'static str {
    match rule {
        None => "its own way",
        Some(DealingRule::Contiguous) => "contiguous",
        Some(DealingRule::Modulo) => "modulo",
        Some(DealingRule::LeastLoaded) => "least loaded",
        Some(_) => "another rule",
    }
}
