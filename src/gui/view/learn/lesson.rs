//! A step of a lesson: what it says, what is to be predicted, the gap and why.

use super::answer::{Entry, answer};
use super::draws::draws;
use super::keys::{arrive, take_over};
use super::offered::offered;
use super::{aside, body, gap, learn, over, primary, reading};
use crate::gui::command::Command;
use crate::gui::learning::{Draft, Learn, Learning, LessonPlace, Page};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::parts::{scrolled, scrolled_within};
use crate::learn::{Ask, Control, Gap, Stage};
use egui::style::ScrollAnimation;
use egui::{Id, Key, Label, Modifiers, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Height of the buttons with the space around them, in points.
const FOOT: f32 = 60.0;

/// Shows the step: its buttons follow it, and stand at the foot of the panel where it is higher than that.
pub fn lesson(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    ui.add_space(12.0);
    header(ui, view, place, out);
    let what = (place.walk.lesson().id.as_str(), place.walk.at(), place.over);
    if place.over {
        return scrolled(ui, what, |ui| over_and_out(ui, view, place, out));
    }
    let room = ui.available_height() - FOOT;
    scrolled_within(ui, what, room, |ui| step(ui, view, place, out));
    buttons(ui, view, place, out);
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
    if !place.walk.step().controls.is_empty() {
        offered(ui, view, &place.walk.step().controls, out);
    }
    let unit = match place.walk.step().question.as_ref().map(|question| &question.ask) {
        Some(Ask::Number(number)) => &number.unit,
        _ => "",
    };
    let found = match place.walk.stage() {
        Stage::Read => return,
        Stage::Asked => None,
        Stage::Shown { gap, .. } => Some(gap),
    };
    let entry = Entry {
        draft: &place.draft,
        choices: place.walk.choices(),
        order: Some(&place.order),
        unit,
        truth: found.map(|found| &found.truth),
        words: view.words,
    };
    answer(ui, theme, &entry, out);
    match found {
        Some(found) => shown(ui, view, place, found),
        None if place.draft == Draft::None => {
            aside(ui, theme, &format!("{} The lesson goes on as soon as the picture is right.", how(place)));
        }
        None => {}
    }
}

/// What was found, and why; it comes into sight where the step is higher than the panel.
fn shown(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, found: &Gap) {
    let part = ui.scope(|ui| {
        gap(ui, view.theme, found);
        if let Some(why) = place.walk.why() {
            body(ui, why);
        }
        draws(ui, view.theme, place);
    });
    let (memory, now) = (Id::unique("what was found last"), (place.walk.lesson().id.clone(), place.walk.at()));
    if ui.data(|data| data.get_temp(memory)) != Some(now.clone()) {
        ui.scroll_to_rect_animation(part.response.rect, None, ScrollAnimation::none());
        ui.data_mut(|data| data.insert_temp(memory, now));
    }
}

/// How the controls of a task are set.
fn how(place: &LessonPlace) -> &'static str {
    match place.walk.step().controls.as_slice() {
        [Control::Width] => "Drag the slider, or press the arrow keys ← and →.",
        [Control::Buckets] => "Drag the slider, or press the arrow keys ↓ and ↑.",
        [Control::Engine] => "Choose it in the menu.",
        [Control::Keys] => "Drag the slider, or click the number and type another.",
        _ => "Set the controls above.",
    }
}

/// What goes on, and the way back.
fn buttons(ui: &mut Ui, view: &AppView<'_>, place: &LessonPlace, out: &mut Vec<Command>) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        match place.walk.stage() {
            Stage::Asked if place.draft == Draft::None => {
                if ui.button("Show me").on_hover_text("Sets the controls to one way to do it").clicked() {
                    out.push(learn(Learn::Answer));
                }
            }
            Stage::Asked => {
                let check = primary(ui, view.theme, "Check", place.draft.is_ready());
                take_over(ui, &check);
                if check.clicked() {
                    out.push(learn(Learn::Answer));
                }
            }
            Stage::Read | Stage::Shown { .. } => {
                let last = place.walk.at() + 1 == place.walk.lesson().steps.len();
                let button = primary(ui, view.theme, if last { "Finish" } else { "Next" }, true);
                // The keyboard is where the next step is: Enter goes on.
                arrive(ui, (place.walk.lesson().id.as_str(), place.walk.at(), "next"), &button);
                if button.clicked() {
                    out.push(learn(Learn::Next));
                }
            }
        }
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
    let text = next.map_or_else(|| "On to the cards".to_owned(), |next| format!("Next: {}", next.title));
    let button = primary(ui, view.theme, &text, true);
    arrive(ui, (place.walk.lesson().id.as_str(), "over"), &button);
    if button.clicked() {
        match next {
            Some(next) => out.push(learn(Learn::Lesson(std::sync::Arc::clone(next)))),
            None => out.extend([Learn::Leave { keep: false }, Learn::Page(Page::Cards)].map(learn)),
        }
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let back = ui.button("Back to my scenario");
        let escape = view.state.sheet.is_none() && ui.input(|input| input.key_pressed(Key::Escape));
        if back.on_hover_text("Esc").clicked() || escape {
            out.push(learn(Learn::Leave { keep: false }));
        }
        let keep = ui.button("Go on with this one");
        if keep.on_hover_text("Opens the lesson's scenario with every control").clicked() {
            out.push(learn(Learn::Leave { keep: true }));
        }
    });
    ui.add_space(16.0);
}
