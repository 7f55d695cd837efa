//! Five questions in a row, each with what an interviewer asks next.

use super::cards::{model_answer, question};
use super::keys::arrive;
use super::{aside, body, heading, learn, over, primary, raised};
use crate::gui::command::Command;
use crate::gui::learning::{CardPlace, InterviewPlace, Learn};
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use egui::{Label, RichText, Ui};

/// Shows the page.
pub fn interview(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    heading(ui, "Interview");
    match &view.state.learning.interview {
        None => begin(ui, view, out),
        Some(place) => match place.now() {
            Some(card) => ask(ui, view, place, card, out),
            None => sum_up(ui, view, place, out),
        },
    }
}

fn begin(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    body(
        ui,
        "Five questions, from junior to principal, each about a different part. After each answer come one or two questions of the kind an interviewer asks next: say your answer aloud, then look.",
    );
    ui.add_space(6.0);
    let button = primary(ui, view.theme, "Begin", true);
    arrive(ui, "interview", &button);
    if button.clicked() {
        out.push(learn(Learn::Interview));
    }
}

fn ask(ui: &mut Ui, view: &AppView<'_>, place: &InterviewPlace, card: &CardPlace, out: &mut Vec<Command>) {
    let theme = view.theme;
    over(ui, theme, &format!("Question {} of {}", place.at + 1, place.cards.len()));
    raised(ui, theme, |ui| question(ui, view, card, out));
    if card.gap.is_none() {
        return;
    }
    ui.add_space(6.0);
    model_answer(ui, view, card, out);
    // Each follow-up is two clicks: its question, then its answer.
    for (at, next) in card.drawn.follow_ups.iter().enumerate() {
        if card.follow_ups > 2 * at {
            ui.add_space(6.0);
            over(ui, theme, "The next question. Say your answer aloud");
            ui.add(Label::new(RichText::new(&next.question).font(strong(14.0))).wrap());
        }
        if card.follow_ups > 2 * at + 1 {
            body(ui, &next.answer);
        }
    }
    ui.add_space(8.0);
    let left = 2 * card.drawn.follow_ups.len();
    let text = match card.follow_ups {
        shown if shown == left && place.at + 1 == place.cards.len() => "Finish",
        shown if shown == left => "Next question",
        shown if shown % 2 == 0 => "Follow-up question",
        _ => "Show the answer",
    };
    let button = primary(ui, theme, text, true);
    arrive(ui, (&card.drawn.id, card.drawn.seed, card.follow_ups), &button);
    if button.clicked() {
        out.push(learn(Learn::Next));
    }
}

fn sum_up(ui: &mut Ui, view: &AppView<'_>, place: &InterviewPlace, out: &mut Vec<Command>) {
    body(ui, &format!("{} of {} right.", place.right(), place.cards.len()));
    for card in &place.cards {
        ui.add_space(4.0);
        let right = card.gap.as_ref().is_some_and(|gap| gap.right);
        let (sign, ink) = if right { ("✔", view.theme.good) } else { ("✖", view.theme.warn) };
        // Only the mark is coloured; all lines stand under each other, beside it.
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(sign).color(ink));
            ui.vertical(|ui| {
                ui.add(Label::new(&card.drawn.question.text).wrap());
                let said = card.said().map_or_else(String::new, |said| format!("{said} "));
                aside(ui, view.theme, &format!("{said}{}", card.drawn.short));
            });
        });
    }
    ui.add_space(8.0);
    if primary(ui, view.theme, "New interview", true).on_hover_text("Other questions, other numbers").clicked() {
        out.push(learn(Learn::Interview));
    }
}
