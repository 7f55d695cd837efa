//! The sentence that says it, and the button that does it.

use super::{Looked, points};
use crate::engine::Engine;
use crate::explore::Warning;
use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use crate::gui::view::ends::ends;
use crate::gui::view::parts::acting;
use crate::numerals::{counted, grouped};
use egui::{Label, RichText, Ui};

/// Reasons that stand under the sentence; the rest is with the list.
const REASONS: usize = 2;

/// Shows what the chosen count is worth, with the button that takes it.
pub fn headline(ui: &mut Ui, view: &AppView<'_>, looked: Option<Looked<'_>>, out: &mut Vec<Command>) {
    let theme = view.theme;
    if let Some(reason) = &view.state.exploration.failure {
        ui.add(Label::new(RichText::new(reason).color(theme.bad)).wrap());
    }
    let Some(looked) = looked else {
        if view.state.exploration.failure.is_none() {
            let text = if view.state.exploration.since.is_some() || !view.state.exploration.answered {
                "Looking for counts that suit the plan…"
            } else {
                "Stopped before a count was found. Another view and back starts again."
            };
            ui.label(RichText::new(text).color(theme.dim));
        }
        return;
    };
    let count = looked.chosen.buckets;
    let bad = !looked.chosen.shortfalls.is_empty();
    let mut asked = None;
    ui.horizontal(|ui| {
        let left = |ui: &mut Ui| {
            let ink = if bad { theme.bad } else { theme.text };
            ui.add(Label::new(RichText::new(sentence(&looked)).font(strong(16.0)).color(ink)).truncate());
        };
        let right = |ui: &mut Ui| {
            if view.count_set() == count.get() {
                let hint = "Count, reasons, cost and way out as a page of Markdown, to commit beside the deployment";
                asked = ui.button("Decision record…").on_hover_text(hint).clicked().then(|| view.record_sheet());
                ui.label(RichText::new("In the scenario").color(theme.dim));
                return;
            }
            // Advice on the controls as they were is not to be taken.
            let stands = !view.state.exploration.is_stale(view.now) && !view.is_stale();
            let button = acting(ui, theme, RichText::new("Take it").font(strong(13.0)), stands);
            let hint =
                format!("Sets the bucket count N of the scenario to {}. Can be undone.", grouped(count.get().into()));
            asked = button.on_hover_text(hint).clicked().then(|| Command::Edit(view.count_edit(count)));
        };
        ends(ui, "headline", left, right);
    });
    out.extend(asked);
    let lacks = looked.chosen.shortfalls.iter().map(|shortfall| shortfall.sentence(looked.words));
    let reasons = looked.chosen.reasons.iter().take(REASONS).map(|reason| reason.sentence(looked.words));
    let (text, ink) = if bad {
        (lacks.collect::<Vec<_>>().join(" "), theme.bad)
    } else {
        (reasons.collect::<Vec<_>>().join(" "), theme.dim)
    };
    ui.add(Label::new(RichText::new(text).color(ink).line_height(Some(18.0))).wrap());
    // What every figure of this count rests on does not wait for the list, nor why no larger count is offered.
    let told = |warning: &&Warning| matches!(warning, Warning::SumsOnly { .. } | Warning::RoutingShards { .. });
    for warning in looked.chosen.warnings.iter().filter(told) {
        ui.add(
            Label::new(RichText::new(warning.sentence(looked.words)).color(theme.warn).line_height(Some(18.0))).wrap(),
        );
    }
}

fn sentence(looked: &Looked<'_>) -> String {
    let (advice, chosen) = (looked.advice, looked.chosen);
    let words = looked.words;
    let count = counted(chosen.buckets.get().into(), words.bucket, words.buckets);
    let is = |other: &crate::explore::CountAdvice| other.buckets == chosen.buckets;
    let today = advice.today.as_ref().is_some_and(is);
    let score = points(chosen.score.total);
    let best = advice.recommended.first();
    if Engine::named(advice.engine).is_some_and(|engine| engine.facts().count_is_constant()) {
        return format!("{count}, always: nothing to choose.");
    }
    match (best, today) {
        (Some(best), true) if is(best) => format!("Keep {count}: no count scores better."),
        (Some(best), false) if is(best) => format!("Take {count}."),
        (Some(_), _) if !chosen.shortfalls.is_empty() => format!("{count}: not as planned."),
        (Some(best), true) => format!("{count}, as now: score {score}, the best {}.", points(best.score.total)),
        (Some(best), false) => format!("{count}: score {score}, the best {}.", points(best.score.total)),
        (None, _) if advice.nearest.first().is_some_and(is) => {
            format!("No count meets the plan. Nearest: {count}.")
        }
        (None, _) => format!("No count meets the plan, nor do {count}."),
    }
}
