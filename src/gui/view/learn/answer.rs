//! The ways to answer: a number typed, one of several chosen, bars dragged, workers picked.

use super::bars::bars;
use super::learn;
use crate::engine::Words;
use crate::gui::command::Command;
use crate::gui::learning::{Draft, Learn};
use crate::gui::paint::sentence;
use crate::gui::theme::{Theme, caption};
use crate::learn::Truth;
use egui::{Button, Id, Key, RichText, TextEdit, Ui, vec2};
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
        Draft::None | Draft::Number(_) => None,
        Draft::Choice(chosen) => choice(ui, theme, *chosen, choices, truth),
        Draft::Bars { heights, top } => {
            let truth = match truth {
                Some(Truth::Bars(heights)) => Some(heights.as_slice()),
                _ => None,
            };
            bars(ui, theme, heights, *top, truth).map(|heights| Draft::Bars { heights, top: *top })
        }
        Draft::Workers { picked, of } => {
            let truth = match truth {
                Some(Truth::Workers(workers)) => Some(workers),
                _ => None,
            };
            workers(ui, theme, &sentence(words.workers), (picked, *of), truth)
                .map(|picked| Draft::Workers { picked, of: *of })
        }
    };
    out.extend(drafted.map(|draft| learn(Learn::Draft(draft))));
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
        let is_true = matches!(truth, Some(Truth::Choice(right)) if *right == at);
        let on = chosen == Some(at);
        let (fill, edge) = if is_true {
            (theme.raised, theme.good)
        } else if on {
            (theme.raised, if truth.is_some() { theme.warn } else { theme.accent })
        } else {
            (theme.surface, theme.line)
        };
        let button = Button::new(RichText::new(text).color(theme.text))
            .fill(fill)
            .stroke(egui::Stroke::new(if is_true || on { 1.5 } else { 1.0 }, edge))
            .wrap()
            .min_size(vec2(ui.available_width(), 30.0));
        let response = ui.add_enabled(truth.is_none(), button);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, truth.is_none(), on, text));
        if response.clicked() {
            now = Some(Draft::Choice(Some(at)));
        }
    }
    ui.spacing_mut().item_spacing.y = 8.0;
    now
}

fn workers(
    ui: &mut Ui,
    theme: &Theme,
    name: &str,
    (picked, of): (&BTreeSet<u32>, u32),
    truth: Option<&BTreeSet<u32>>,
) -> Option<BTreeSet<u32>> {
    let mut now = None;
    ui.label(RichText::new(name).font(caption()).color(theme.dim));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for worker in 0..of {
            let on = picked.contains(&worker);
            let is_true = truth.is_some_and(|truth| truth.contains(&worker));
            let edge = match truth {
                Some(_) if is_true => theme.good,
                Some(_) if on => theme.warn,
                _ if on => theme.accent,
                _ => theme.line,
            };
            let marked = on || is_true;
            let button = Button::new(RichText::new(worker.to_string()))
                .fill(if marked { theme.raised } else { theme.surface })
                .stroke(egui::Stroke::new(if marked { 1.5 } else { 1.0 }, edge))
                .min_size(vec2(30.0, 26.0));
            let response = ui.add_enabled(truth.is_none(), button);
            let name = format!("Worker {worker}");
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, truth.is_none(), on, &name));
            if response.clicked() {
                let mut next = picked.clone();
                if !next.remove(&worker) {
                    next.insert(worker);
                }
                now = Some(next);
            }
        }
    });
    now
}
