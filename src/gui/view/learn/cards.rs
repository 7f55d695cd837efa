//! One card after the other: the question, the answer beside the truth, and how well it was known.

use super::answer::{Entry, answer};
use super::keys::{arrive, digit, take_over};
use super::{aside, body, gap, heading, learn, outlined, over, primary, raised};
use crate::gui::command::Command;
use crate::gui::learning::{CardPlace, Learn};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::parts::segments;
use crate::learn::{Depth, Grade};
use crate::numerals::counted;
use egui::{Label, RichText, Ui, vec2};

/// Names of the depths, with what each stands for.
const DEPTHS: [(Option<Depth>, &str); 5] = [
    (None, "All"),
    (Some(Depth::Junior), "Junior"),
    (Some(Depth::Middle), "Middle"),
    (Some(Depth::Senior), "Senior"),
    (Some(Depth::Principal), "Principal"),
];

/// Names of the grades.
const GRADES: [(Grade, &str, &str); 4] = [
    (Grade::Again, "Again", "I did not know it"),
    (Grade::Hard, "Hard", "I knew it with effort"),
    (Grade::Good, "Good", "I knew it"),
    (Grade::Easy, "Easy", "I knew it at once"),
];

/// Shows the page.
pub fn cards(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    heading(ui, "Cards");
    ui.horizontal(|ui| {
        over(ui, view.theme, "Depth");
        let chosen = segments(ui, view.theme, view.state.learning.depth, &DEPTHS);
        out.extend(chosen.map(|depth| learn(Learn::Depth(depth))));
    });
    ui.add_space(8.0);
    match &view.state.learning.card {
        Some(place) => card(ui, view, place, out),
        None => nothing_due(ui, view),
    }
}

fn nothing_due(ui: &mut Ui, view: &AppView<'_>) {
    body(ui, "No card is due.");
    let (seen, known) = view.state.learning.progress.known();
    aside(
        ui,
        view.theme,
        &format!(
            "{} seen, {known} of them known for three weeks or more. Each comes back when it is about to be forgotten.",
            counted(seen as u64, "card", "cards")
        ),
    );
}

fn card(ui: &mut Ui, view: &AppView<'_>, place: &CardPlace, out: &mut Vec<Command>) {
    let theme = view.theme;
    raised(ui, theme, |ui| {
        question(ui, view, place, out);
    });
    if place.gap.is_none() {
        return;
    }
    ui.add_space(8.0);
    model_answer(ui, view, place, out);
    ui.add_space(12.0);
    let right = place.gap.as_ref().is_some_and(|gap| gap.right);
    let graded = if right { grades(ui, view, place) } else { again(ui, view, place) };
    out.extend(graded.map(|grade| learn(Learn::Grade(grade))));
}

/// How long until the card comes back under a grade, in words.
fn back_in(view: &AppView<'_>, place: &CardPlace, grade: Grade) -> String {
    let learning = &view.state.learning;
    span(learning.progress.minutes_until(&place.drawn.id, grade, learning.time))
}

/// Who answered wrong did not know it: there is no grade to choose.
fn again(ui: &mut Ui, view: &AppView<'_>, place: &CardPlace) -> Option<Grade> {
    let typed = digit(ui, 1, 1).is_some();
    let clicked = ui.horizontal(|ui| {
        let button = primary(ui, view.theme, "Next card", true);
        arrive(ui, (&place.drawn.id, place.drawn.seed, "grade"), &button);
        ui.add_space(6.0);
        aside(ui, view.theme, &format!("This one comes back in {}.", back_in(view, place, Grade::Again)));
        button.on_hover_text("Enter, or the key 1").clicked()
    });
    (clicked.inner || typed).then_some(Grade::Again)
}

/// How well it was known, what each grade means, and when the card comes back under it.
fn grades(ui: &mut Ui, view: &AppView<'_>, place: &CardPlace) -> Option<Grade> {
    over(ui, view.theme, "How well did you know it? This sets when the card comes back.");
    let mut graded = digit(ui, 1, GRADES.len()).map(|digit| GRADES[digit - 1].0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for (at, (grade, name, meaning)) in (1..).zip(GRADES) {
            let button = outlined(ui, view.theme, format!("{at} {name} · {}", back_in(view, place, grade)));
            if grade == Grade::Good {
                arrive(ui, (&place.drawn.id, place.drawn.seed, "grade"), &button);
            }
            if button.on_hover_text(meaning).clicked() {
                graded = Some(grade);
            }
        }
    });
    let meanings = GRADES.map(|(_, name, meaning)| format!("{name}: {meaning}."));
    ui.add(Label::new(RichText::new(meanings.join("  ")).font(caption()).color(view.theme.dim)).wrap());
    graded
}

/// The question with the way to answer it, or the gap.
pub fn question(ui: &mut Ui, view: &AppView<'_>, place: &CardPlace, out: &mut Vec<Command>) {
    let theme = view.theme;
    let asked = &place.drawn.question;
    over(ui, theme, &format!("{} · {}", depth_name(place.drawn.depth), place.drawn.topic));
    ui.add(Label::new(RichText::new(&asked.text).font(strong(15.0)).line_height(Some(22.0))).wrap());
    ui.add_space(4.0);
    let truth = place.gap.as_ref().map(|gap| &gap.truth);
    let (choices, unit) = (asked.choices.as_slice(), asked.unit.as_str());
    let entry = Entry { draft: &place.draft, choices, order: None, unit, truth, words: view.words };
    answer(ui, theme, &entry, out);
    if let Some(found) = &place.gap {
        gap(ui, theme, found);
        return;
    }
    let check = primary(ui, theme, "Check", place.draft.is_ready());
    take_over(ui, &check);
    if check.clicked() {
        out.push(learn(Learn::Answer));
    }
}

/// The model answer, short and long, and the way to see it live.
pub fn model_answer(ui: &mut Ui, view: &AppView<'_>, place: &CardPlace, out: &mut Vec<Command>) {
    let theme = view.theme;
    over(ui, theme, "The short answer");
    body(ui, &place.drawn.short);
    if place.long {
        over(ui, theme, "The long answer");
        body(ui, &place.drawn.long);
    }
    ui.horizontal(|ui| {
        let text = if place.long { "Hide the long answer" } else { "Show the long answer" };
        if outlined(ui, theme, RichText::new(text).font(caption())).clicked() {
            out.push(learn(Learn::Long(!place.long)));
        }
        let button = outlined(ui, theme, RichText::new("See it live").font(caption()));
        if button.on_hover_text("Sets the controls to these numbers, and shows what comes of them").clicked() {
            out.push(learn(Learn::SeeCard));
        }
    });
}

fn depth_name(depth: Depth) -> &'static str {
    DEPTHS.iter().find(|(known, _)| *known == Some(depth)).map_or("", |(_, name)| name)
}

/// Minutes in words: `10 min`, `2 days`.
fn span(minutes: i64) -> String {
    let count = |number: i64, one, many| counted(number.unsigned_abs(), one, many);
    match minutes {
        ..60 => count(minutes.max(1), "min", "min"),
        60..1440 => count(minutes / 60, "hour", "hours"),
        1440..87_840 => count(minutes / 1440, "day", "days"),
        _ => count(minutes / 43_920, "month", "months"),
    }
}
