//! A step of a lesson: what it says, what is to be predicted, the gap and why.

use super::answer::{Entry, answer};
use super::draws::draws;
use super::{aside, body, gap, learn, over, primary};
use crate::gui::command::Command;
use crate::gui::learning::{Draft, Learn, LessonPlace};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::controls;
use crate::gui::view::parts::scrolled;
use crate::learn::{Ask, Stage};
use egui::{Key, Label, Modifiers, RichText, Ui};

/// Shows the step.
pub fn lesson(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    scrolled(ui, |ui| {
        ui.add_space(12.0);
        header(ui, view, place, out);
        if place.over {
            over_and_out(ui, view, place, out);
        } else {
            step(ui, view, place, out);
        }
        ui.add_space(16.0);
    });
}

fn header(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    let lesson = place.walk.lesson();
    ui.horizontal(|ui| {
        let text = RichText::new("⏴ All lessons").font(caption());
        if ui.button(text).on_hover_text("Leaves the lesson; your scenario comes back").clicked() {
            out.push(learn(Learn::Leave { keep: false }));
        }
        over(ui, view.theme, &format!("Step {} of {}", place.walk.at() + 1, lesson.steps.len()));
    });
    ui.add(Label::new(RichText::new(&lesson.title).font(strong(18.0))).wrap());
    ui.add_space(4.0);
}

fn step(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    let theme = view.theme;
    body(ui, place.walk.says());
    ui.add_space(4.0);
    if let Some(question) = place.walk.question() {
        let task = matches!(place.walk.step().question.as_ref().map(|question| &question.ask), Some(Ask::Do(_)));
        over(ui, theme, if task { "Do it" } else { "Predict" });
        ui.add(Label::new(RichText::new(question).font(strong(14.0)).line_height(Some(20.0))).wrap());
        ui.add_space(2.0);
    }
    offered(ui, view, place, out);
    match place.walk.stage() {
        Stage::Read => go_on(ui, view, place, out),
        Stage::Asked => {
            let unit = match place.walk.step().question.as_ref().map(|question| &question.ask) {
                Some(Ask::Number(number)) => number.unit.clone(),
                _ => String::new(),
            };
            let choices = place.walk.choices();
            let entry = Entry { draft: &place.draft, choices, unit: &unit, truth: None, words: view.words };
            answer(ui, theme, &entry, out);
            if place.draft == Draft::None {
                aside(ui, theme, "The lesson goes on as soon as the picture is right.");
            } else {
                buttons(ui, view, place, out, |ui, out| {
                    if primary(ui, theme, "Check", place.draft.is_ready()).clicked() {
                        out.push(learn(Learn::Answer));
                    }
                });
            }
        }
        Stage::Shown { gap: found, .. } => {
            let choices = place.walk.choices();
            let entry = Entry { draft: &place.draft, choices, unit: "", truth: Some(&found.truth), words: view.words };
            answer(ui, theme, &entry, out);
            gap(ui, theme, found);
            if let Some(why) = place.walk.why() {
                body(ui, why);
            }
            draws(ui, theme, place);
            go_on(ui, view, place, out);
        }
    }
}

/// The real controls that the step offers.
fn offered(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    let offered = &place.walk.step().controls;
    if offered.is_empty() {
        return;
    }
    controls::offered(ui, view, offered, out);
    ui.add_space(6.0);
}

fn go_on(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    buttons(ui, view, place, out, |ui, out| {
        let last = place.walk.at() + 1 == place.walk.lesson().steps.len();
        let button = primary(ui, view.theme, if last { "Finish" } else { "Next" }, true);
        // The keyboard is where the next step is: Enter goes on.
        let free = ui.memory(|memory| memory.focused().is_none());
        if free && !ui.input(|input| input.pointer.any_down()) {
            button.request_focus();
        }
        if button.clicked() {
            out.push(learn(Learn::Next));
        }
    });
}

fn buttons(
    ui: &mut Ui,
    view: &AppView<'_>,
    place: &LessonPlace,
    out: &mut Vec<Command>,
    act: impl FnOnce(&mut Ui, &mut Vec<Command>),
) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        act(ui, out);
        if place.walk.at() > 0 && ui.button(RichText::new("Back").color(view.theme.dim)).clicked() {
            out.push(learn(Learn::Back));
        }
    });
    let typing = matches!(place.draft, Draft::Number(_));
    if typing && place.draft.is_ready() && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter)) {
        out.push(learn(Learn::Answer));
    }
}

/// The end of a lesson.
fn over_and_out(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    let (right, asked) = place.walk.score();
    body(ui, &place.walk.lesson().aim);
    ui.add_space(4.0);
    aside(ui, view.theme, &format!("{right} of {asked} predictions right at the first try."));
    ui.add_space(6.0);
    let library = crate::gui::learning::Learning::library();
    let next = library.and_then(|library| {
        let at = library.lessons.iter().position(|lesson| lesson.id == place.walk.lesson().id)?;
        library.lessons.get(at + 1)
    });
    if let Some(next) = next
        && primary(ui, view.theme, &format!("Next: {}", next.title), true).clicked()
    {
        out.push(learn(Learn::Lesson(std::sync::Arc::clone(next))));
    }
    ui.add_space(4.0);
    if ui.button("Back to my scenario").clicked() {
        out.push(learn(Learn::Leave { keep: false }));
    }
    if ui.button("Go on with this one").on_hover_text("Opens the lesson's scenario with every control").clicked() {
        out.push(learn(Learn::Leave { keep: true }));
    }
}
