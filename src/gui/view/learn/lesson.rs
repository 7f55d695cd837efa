//! A step of a lesson: what it says, what is to be predicted, the gap and why.

use super::answer::{Entry, answer};
use super::draws::draws;
use super::keys::{arrive, take_over};
use super::{aside, body, gap, learn, over, primary, reading};
use crate::gui::command::Command;
use crate::gui::learning::{Draft, Learn, Learning, LessonPlace};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::controls;
use crate::gui::view::parts::scrolled;
use crate::learn::{Ask, Control, Stage};
use egui::{Key, Label, Modifiers, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Shows the step.
pub fn lesson(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    scrolled(ui, (place.walk.lesson().id.as_str(), place.walk.at(), place.over), |ui| {
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
        dots(ui, view, place);
    });
    ui.add(Label::new(RichText::new(&lesson.title).font(strong(18.0))).wrap());
    ui.add_space(4.0);
}

/// How far one is: a dot a step, this one's longer.
fn dots(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace) {
    const DOT: f32 = 8.0;
    let (theme, at, steps) = (view.theme, place.walk.at(), place.walk.lesson().steps.len());
    let dots = f32::from(u16::try_from(steps).unwrap_or(u16::MAX));
    let (line, response) = ui.allocate_exact_size(vec2((DOT + 6.0) * dots + 4.0, DOT), Sense::hover());
    let name = format!("Step {} of {steps}", at + 1);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let mut left = line.left();
    for step in 0..steps {
        let width = if step == at { DOT + 10.0 } else { DOT };
        let ink = if step <= at || place.over { theme.accent } else { theme.line };
        let dot = line.with_min_x(left).with_max_x(left + width);
        ui.painter().rect_filled(dot, DOT / 2.0, ink);
        left = dot.right() + 6.0;
    }
    response.on_hover_text(name);
}

fn step(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    let theme = view.theme;
    body(ui, place.walk.says());
    ui.add_space(4.0);
    if let Some(question) = place.walk.question() {
        let task = matches!(place.walk.step().question.as_ref().map(|question| &question.ask), Some(Ask::Do(_)));
        over(ui, theme, if task { "Do it" } else { "Predict" });
        let size = reading(ui);
        ui.add(Label::new(RichText::new(question).font(strong(size)).line_height(Some(1.45 * size))).wrap());
        ui.add_space(2.0);
    }
    offered(ui, view, place, out);
    let unit = match place.walk.step().question.as_ref().map(|question| &question.ask) {
        Some(Ask::Number(number)) => &number.unit,
        _ => "",
    };
    match place.walk.stage() {
        Stage::Read => go_on(ui, view, place, out),
        Stage::Asked => {
            let choices = place.walk.choices();
            let entry = Entry { draft: &place.draft, choices, unit, truth: None, words: view.words };
            answer(ui, theme, &entry, out);
            if place.draft == Draft::None {
                aside(ui, theme, &format!("{} The lesson goes on as soon as the picture is right.", how(place)));
                buttons(ui, view, place, out, |ui, out| {
                    if ui.button("Show me").on_hover_text("Sets the controls to one way to do it").clicked() {
                        out.push(learn(Learn::Answer));
                    }
                });
            } else {
                buttons(ui, view, place, out, |ui, out| {
                    let none = matches!(&place.draft, Draft::Workers { picked, .. } if picked.is_empty());
                    let check = primary(ui, theme, if none { "Check: none" } else { "Check" }, place.draft.is_ready());
                    take_over(ui, &check);
                    if check.clicked() {
                        out.push(learn(Learn::Answer));
                    }
                });
            }
        }
        Stage::Shown { gap: found, .. } => {
            let choices = place.walk.choices();
            let entry = Entry { draft: &place.draft, choices, unit, truth: Some(&found.truth), words: view.words };
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

/// How the controls of a task are set.
fn how(place: &LessonPlace) -> &'static str {
    match place.walk.step().controls.as_slice() {
        [Control::Width] => "Drag the slider, or press the arrow keys ← and →.",
        [Control::Buckets] => "Drag the slider, or press the arrow keys ↓ and ↑.",
        [Control::Engine] => "Choose it in the menu.",
        [Control::Keys] => "Drag the number, or click it and type another.",
        _ => "Set the controls above.",
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
        arrive(ui, (place.walk.lesson().id.as_str(), place.walk.at(), "next"), &button);
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
    ui.label(RichText::new("✔ Done").font(strong(reading(ui))).color(view.theme.good));
    body(ui, &place.walk.lesson().aim);
    ui.add_space(4.0);
    aside(ui, view.theme, &format!("{right} of {asked} predictions right at the first try."));
    ui.add_space(6.0);
    let next = Learning::library().and_then(|library| library.after(&place.walk.lesson().id));
    let ended = (place.walk.lesson().id.as_str(), "over");
    if let Some(next) = next {
        let button = primary(ui, view.theme, &format!("Next: {}", next.title), true);
        arrive(ui, ended, &button);
        if button.clicked() {
            out.push(learn(Learn::Lesson(std::sync::Arc::clone(next))));
        }
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let back = ui.button("Back to my scenario");
        if next.is_none() {
            arrive(ui, ended, &back);
        }
        let escape = view.state.sheet.is_none() && ui.input(|input| input.key_pressed(Key::Escape));
        if back.on_hover_text("Esc").clicked() || escape {
            out.push(learn(Learn::Leave { keep: false }));
        }
        let keep = ui.button("Go on with this one");
        if keep.on_hover_text("Opens the lesson's scenario with every control").clicked() {
            out.push(learn(Learn::Leave { keep: true }));
        }
    });
}
