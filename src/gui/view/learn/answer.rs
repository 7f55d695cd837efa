//! The ways to answer: a number typed, one of several chosen, bars dragged, workers picked.

use super::bars::bars;
use super::keys::{arrive, digit, hand_over, ring};
use super::learn;
use crate::engine::Words;
use crate::gui::command::Command;
use crate::gui::learning::{Draft, Learn};
use crate::gui::paint::sentence;
use crate::gui::theme::{Theme, caption};
use crate::learn::Truth;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Button, Color32, FontId, Frame, Id, Key, Margin, RichText, Role, Sense, Stroke, TextEdit, Ui, WidgetInfo, vec2,
};
use std::collections::BTreeSet;

/// What is asked for, and what has been entered.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// What has been entered.
    pub draft: &'a Draft,
    /// What there is to choose.
    pub choices: &'a [String],
    /// The unit of a number.
    pub unit: &'a str,
    /// What is true, once the question is answered.
    pub truth: Option<&'a Truth>,
    /// The words of the picture.
    pub words: &'a Words,
}

/// Shows what is to be entered, or beside what was entered what is true.
pub fn answer(ui: &mut Ui, theme: &Theme, entry: &Entry<'_>, out: &mut Vec<Command>) {
    let Entry { draft, choices, unit, truth, words } = *entry;
    let drafted = match draft {
        Draft::Number(text) if truth.is_none() => number(ui, theme, text, unit, out),
        Draft::Number(text) => {
            answered(ui, theme, text, unit);
            None
        }
        Draft::None => None,
        Draft::Choice(chosen) => choice(ui, theme, *chosen, choices, truth),
        Draft::Bars { heights, top } => {
            let truth = match truth {
                Some(Truth::Bars(heights)) => Some(heights.as_slice()),
                _ => None,
            };
            bars(ui, theme, words, (heights, *top), truth).map(|heights| Draft::Bars { heights, top: *top })
        }
        Draft::Workers { picked, of } => {
            let truth = match truth {
                Some(Truth::Workers(workers)) => Some(workers),
                _ => None,
            };
            workers(ui, theme, words, (picked, *of), truth).map(|picked| Draft::Workers { picked, of: *of })
        }
    };
    out.extend(drafted.map(|draft| learn(Learn::Draft(draft))));
}

/// The number that was typed, where it was typed, to be looked at.
fn answered(ui: &mut Ui, theme: &Theme, text: &str, unit: &str) {
    ui.horizontal(|ui| {
        let frame = Frame::new().fill(theme.raised).corner_radius(4).inner_margin(Margin::symmetric(8, 5));
        let shown = frame.show(ui, |ui| {
            ui.set_width(94.0);
            ui.label(text);
        });
        shown.response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Your answer: {text} {unit}")));
        ui.label(RichText::new(unit).color(theme.dim));
    });
}

fn number(ui: &mut Ui, theme: &Theme, text: &str, unit: &str, out: &mut Vec<Command>) -> Option<Draft> {
    let mut typed = text.to_owned();
    let id = Id::unique("your answer");
    let changed = ui
        .horizontal(|ui| {
            let edit = TextEdit::singleline(&mut typed).id(id).desired_width(110.0).hint_text("your answer");
            let response = ui.add(edit.margin(vec2(8.0, 5.0))).accessible_name("Your answer");
            ui.label(RichText::new(unit).color(theme.dim));
            let fresh = text.is_empty() && ui.memory(|memory| memory.focused().is_none());
            if fresh && !ui.input(|input| input.pointer.any_down()) {
                response.request_focus();
            }
            if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                out.push(learn(Learn::Answer));
            }
            response.changed()
        })
        .inner;
    changed.then_some(Draft::Number(typed))
}

/// How an answer is marked: chosen, and once the truth is known right or wrong.
#[derive(Debug, Clone, Copy)]
struct Mark {
    /// It was chosen.
    on: bool,
    /// It is true; `None` while that is not known.
    is_true: Option<bool>,
}

impl Mark {
    /// The button's ground and edge.
    fn look(self, theme: &Theme) -> (Color32, Stroke) {
        let lit = |colour| (theme.faded(colour, LIT), Stroke::new(1.5, colour));
        match (self.is_true, self.on) {
            (Some(true), _) => lit(theme.good),
            (Some(false), true) => lit(theme.warn),
            (None, true) => (theme.raised, Stroke::new(1.5, theme.accent)),
            (_, false) => (theme.surface, Stroke::new(1.0, theme.line)),
        }
    }

    /// What stands before the answer: whether it is right, or the digit that picks it.
    fn sign(self, digit: Option<usize>) -> String {
        match (self.is_true, self.on, digit) {
            (Some(true), ..) => "✔ ".to_owned(),
            (Some(false), true, _) => "✖ ".to_owned(),
            (None, _, Some(digit)) => format!("{digit} "),
            _ => String::new(),
        }
    }

    /// The button. Once the truth is known it is only looked at, in full ink.
    fn button(self, theme: &Theme, digit: Option<usize>, text: &str) -> Button<'static> {
        let (fill, stroke) = self.look(theme);
        let format = |color| TextFormat { font_id: FontId::proportional(14.0), color, ..Default::default() };
        let mut job = LayoutJob::default();
        let sign = if self.is_true.is_some() { theme.text } else { theme.dim };
        job.append(&self.sign(digit), 0.0, format(sign));
        job.append(text, 0.0, format(theme.text));
        let sense = if self.is_true.is_none() { Sense::click() } else { Sense::hover() };
        Button::new(job).fill(fill).stroke(stroke).sense(sense)
    }
}

/// How far a right or wrong answer's colour is stepped back behind its text.
const LIT: f32 = 0.8;

fn choice(
    ui: &mut Ui,
    theme: &Theme,
    chosen: Option<usize>,
    choices: &[String],
    truth: Option<&Truth>,
) -> Option<Draft> {
    let mut now = None;
    ui.spacing_mut().item_spacing.y = 6.0;
    for (at, text) in choices.iter().enumerate() {
        let right = truth.map(|truth| matches!(truth, Truth::Choice(right) if *right == at));
        let mark = Mark { on: chosen == Some(at), is_true: right };
        let size = vec2(ui.available_width(), 30.0);
        let response = ui.add(mark.button(theme, Some(at + 1), text).wrap().min_size(size));
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, truth.is_none(), mark.on, text));
        ring(ui, &response);
        if at == 0 && truth.is_none() {
            arrive(ui, choices, &response);
        }
        if response.clicked() {
            now = Some(at);
        }
    }
    ui.spacing_mut().item_spacing.y = 8.0;
    if truth.is_none()
        && let Some(digit) = digit(ui, 1, choices.len())
    {
        now = Some(digit - 1);
    }
    if now.is_some() {
        hand_over(ui);
    }
    now.map(|at| Draft::Choice(Some(at)))
}

fn workers(
    ui: &mut Ui,
    theme: &Theme,
    words: &Words,
    (picked, of): (&BTreeSet<u32>, u32),
    truth: Option<&BTreeSet<u32>>,
) -> Option<BTreeSet<u32>> {
    let mut now = None;
    ui.label(RichText::new(sentence(words.workers)).font(caption()).color(theme.dim));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for worker in 0..of {
            let mark = Mark { on: picked.contains(&worker), is_true: truth.map(|truth| truth.contains(&worker)) };
            let response = ui.add(mark.button(theme, None, &worker.to_string()).min_size(vec2(30.0, 26.0)));
            let name = sentence(&format!("{} {worker}", words.worker));
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, truth.is_none(), mark.on, &name));
            ring(ui, &response);
            if worker == 0 && truth.is_none() {
                arrive(ui, ("workers", of), &response);
            }
            if response.clicked() {
                now = Some(worker);
            }
        }
    });
    if truth.is_none()
        && let Some(digit) = digit(ui, 0, of as usize).and_then(|digit| u32::try_from(digit).ok())
    {
        now = Some(digit);
        hand_over(ui);
    }
    now.map(|worker| {
        let mut next = picked.clone();
        if !next.remove(&worker) {
            next.insert(worker);
        }
        next
    })
}
