//! The ways to answer: a number typed, one of several chosen, bars dragged, workers picked.

use super::bars::bars;
use super::keys::{arrive, digit, hand_over, ring};
use super::learn;
use crate::engine::Words;
use crate::gui::command::Command;
use crate::gui::learning::{Draft, Learn, with_unit};
use crate::gui::paint::sentence;
use crate::gui::theme::{Theme, caption};
use crate::learn::{Truth, unit_of};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Button, Color32, FontId, Frame, Id, Key, Margin, Response, RichText, Role, Sense, Stroke, StrokeKind,
    TextEdit, Ui, WidgetInfo, pos2, vec2,
};
use std::collections::BTreeSet;

/// What is asked for, and what has been entered.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// What has been entered.
    pub draft: &'a Draft,
    /// What there is to choose.
    pub choices: &'a [String],
    /// In which order it stands; `None` = as it comes.
    pub order: Option<&'a [usize]>,
    /// The unit of a number.
    pub unit: &'a str,
    /// What is true, once the question is answered.
    pub truth: Option<&'a Truth>,
    /// The words of the picture.
    pub words: &'a Words,
}

/// Shows what is to be entered, or beside what was entered what is true.
pub fn answer(ui: &mut Ui, theme: &Theme, entry: &Entry<'_>, out: &mut Vec<Command>) {
    let Entry { draft, unit, truth, words, .. } = *entry;
    let drafted = match draft {
        Draft::Number(text) if truth.is_none() => number(ui, theme, text, unit, out),
        Draft::Number(text) => {
            answered(ui, theme, text, unit);
            None
        }
        Draft::None => None,
        Draft::Choice(chosen) => choice(ui, theme, *chosen, entry),
        Draft::Bars { heights, top } => {
            let truth = match truth {
                Some(Truth::Bars(heights)) => Some(heights.as_slice()),
                _ => None,
            };
            bars(ui, theme, words, (heights, *top), truth).map(|heights| Draft::Bars { heights, top: *top })
        }
        Draft::Workers { picked, of, none } => {
            let truth = match truth {
                Some(Truth::Workers(workers)) => Some(workers),
                _ => None,
            };
            let (picked, none) = workers(ui, theme, words, &Picks { picked, of: *of, none: *none, truth });
            picked.map(|picked| Draft::Workers { picked, of: *of, none })
        }
    };
    out.extend(drafted.map(|draft| learn(Learn::Draft(draft))));
}

/// The number that was typed with its unit, where it was typed, to be looked at.
fn answered(ui: &mut Ui, theme: &Theme, text: &str, unit: &str) {
    let frame = Frame::new().fill(theme.surface).stroke(Stroke::new(1.0, theme.line)).corner_radius(4);
    let told = with_unit(text, unit);
    let shown = frame.inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| ui.label(&told));
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Your answer: {told}")));
}

fn number(ui: &mut Ui, theme: &Theme, text: &str, unit: &str, out: &mut Vec<Command>) -> Option<Draft> {
    let mut typed = text.to_owned();
    let id = Id::unique("your answer");
    let changed = ui
        .horizontal(|ui| {
            // A field stands out of the panel and of a card alike.
            let edges = &mut ui.visuals_mut().widgets;
            edges.inactive.bg_stroke = Stroke::new(1.0, theme.dim);
            edges.hovered.bg_stroke = Stroke::new(1.0, theme.text);
            let edit = TextEdit::singleline(&mut typed).id(id).desired_width(110.0).hint_text("your answer");
            let edit = edit.margin(vec2(8.0, 5.0)).background_color(theme.surface);
            let response = ui.add(edit).accessible_name("Your answer");
            ring(ui, &response);
            ui.label(RichText::new(unit_of(unit, text)).color(theme.dim));
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
            (Some(true), ..) => "✔".to_owned(),
            (Some(false), true, _) => "✖".to_owned(),
            (None, _, Some(digit)) => digit.to_string(),
            _ => String::new(),
        }
    }

    /// How it is sensed: once the truth is known it is only looked at.
    fn sense(self) -> Sense {
        if self.is_true.is_none() { Sense::click() } else { Sense::hover() }
    }

    /// The ink of the sign: full once it says whether the answer is right.
    const fn ink(self, theme: &Theme) -> Color32 {
        if self.is_true.is_some() { theme.text } else { theme.dim }
    }

    /// A small button, its sign before its text.
    fn button(self, theme: &Theme, text: &str) -> Button<'static> {
        let (fill, stroke) = self.look(theme);
        let format = |color| TextFormat { font_id: FontId::proportional(14.0), color, ..Default::default() };
        let (mut job, sign) = (LayoutJob::default(), self.sign(None));
        if !sign.is_empty() {
            job.append(&format!("{sign} "), 0.0, format(self.ink(theme)));
        }
        job.append(text, 0.0, format(theme.text));
        Button::new(job).fill(fill).stroke(stroke).sense(self.sense())
    }

    /// A choice over the whole width: its text has a column of its own, and stays there whatever sign stands before it.
    fn choice(self, ui: &mut Ui, theme: &Theme, digit: usize, text: &str) -> Response {
        let (font, inset) = (FontId::proportional(14.0), vec2(8.0, 6.0));
        let room = ui.available_width();
        let wrap = (room - SIGN - 2.0 * inset.x).max(40.0);
        let words = ui.painter().layout(text.to_owned(), font.clone(), theme.text, wrap);
        let size = vec2(room, (words.size().y + 2.0 * inset.y).max(30.0));
        let (rect, response) = ui.allocate_exact_size(size, self.sense());
        let (fill, stroke) = self.look(theme);
        let lit = response.hovered() && self.is_true.is_none();
        let stroke = if lit && !self.on { Stroke::new(1.0, theme.dim) } else { stroke };
        let top = pos2(rect.left() + inset.x, rect.center().y - words.size().y / 2.0);
        ui.painter().rect(rect, 5.0, fill, stroke, StrokeKind::Inside);
        ui.painter().text(top, Align2::LEFT_TOP, self.sign(Some(digit)), font, self.ink(theme));
        ui.painter().galley(top + vec2(SIGN, 0.0), words, theme.text);
        response
    }
}

/// How far a right or wrong answer's colour is stepped back behind its text.
const LIT: f32 = 0.8;

/// Room for a sign before an answer, in points.
const SIGN: f32 = 18.0;

fn choice(ui: &mut Ui, theme: &Theme, chosen: Option<usize>, entry: &Entry<'_>) -> Option<Draft> {
    let Entry { choices, truth, .. } = *entry;
    let mut now = None;
    ui.spacing_mut().item_spacing.y = 6.0;
    let order: Vec<usize> = entry.order.map_or_else(|| (0..choices.len()).collect(), <[usize]>::to_vec);
    let shown: Vec<(usize, &String)> = order.iter().filter_map(|&at| Some((at, choices.get(at)?))).collect();
    for (place, &(at, text)) in shown.iter().enumerate() {
        let right = truth.map(|truth| matches!(truth, Truth::Choice(right) if *right == at));
        let mark = Mark { on: chosen == Some(at), is_true: right };
        let response = mark.choice(ui, theme, place + 1, text);
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, truth.is_none(), mark.on, text));
        ring(ui, &response);
        if place == 0 && truth.is_none() {
            arrive(ui, choices, &response);
        }
        if response.clicked() {
            now = Some(at);
        }
    }
    ui.spacing_mut().item_spacing.y = 8.0;
    if truth.is_none()
        && let Some(digit) = digit(ui, 1, shown.len())
    {
        now = Some(shown[digit - 1].0);
    }
    if now.is_some() {
        hand_over(ui);
    }
    now.map(|at| Draft::Choice(Some(at)))
}

/// Workers to be picked.
struct Picks<'a> {
    picked: &'a BTreeSet<u32>,
    of: u32,
    /// Whether "none of them" is picked, where none can be right.
    none: Option<bool>,
    truth: Option<&'a BTreeSet<u32>>,
}

/// Returns what is picked now, where that has changed, and whether none is.
fn workers(ui: &mut Ui, theme: &Theme, words: &Words, picks: &Picks<'_>) -> (Option<BTreeSet<u32>>, Option<bool>) {
    let &Picks { picked, of, none, truth } = picks;
    let (mut now, mut nobody) = (None, false);
    ui.label(RichText::new(sentence(words.workers)).font(caption()).color(theme.dim));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let add = |ui: &mut Ui, mark: Mark, text: &str, name: &str| {
            let response = ui.add(mark.button(theme, text).min_size(vec2(30.0, 26.0)));
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, truth.is_none(), mark.on, name));
            ring(ui, &response);
            response
        };
        for worker in 0..of {
            let mark = Mark { on: picked.contains(&worker), is_true: truth.map(|truth| truth.contains(&worker)) };
            let name = sentence(&format!("{} {worker}", words.worker));
            let response = add(ui, mark, &worker.to_string(), &name);
            if worker == 0 && truth.is_none() {
                arrive(ui, ("workers", of), &response);
            }
            if response.clicked() {
                now = Some(worker);
            }
        }
        if let Some(on) = none {
            let mark = Mark { on, is_true: truth.map(BTreeSet::is_empty) };
            nobody = add(ui, mark, NOBODY, NOBODY).clicked();
        }
    });
    if truth.is_none()
        && let Some(digit) = digit(ui, 0, of as usize).and_then(|digit| u32::try_from(digit).ok())
    {
        now = Some(digit);
        hand_over(ui);
    }
    if nobody {
        return (Some(BTreeSet::new()), none.map(|on| !on));
    }
    let next = now.map(|worker| {
        let mut next = picked.clone();
        if !next.remove(&worker) {
            next.insert(worker);
        }
        next
    });
    (next, none.map(|_| false))
}

/// The answer that no worker is one.
const NOBODY: &str = "None of them";
