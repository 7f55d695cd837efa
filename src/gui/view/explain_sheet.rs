//! The sheet that explains a message of an engine as it is pasted.

use crate::explain::MOST_READ;
use crate::explain::{Explained, Explanation, Kind, families};
use crate::gui::command::{Command, Sheet};
use crate::gui::explaining::{Asked, Log, MOST_BYTES, scenario_of};
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::ends::ends;
use crate::gui::view::parts::{link, remark, scrolled_in_sheet};
use crate::numerals::{bytes, grouped};
use crate::plain::visible;
use egui::{Align2, Event, FontId, Frame, Grid, Id, Label, Margin, RichText, Sense, TextEdit, Ui, vec2};

/// The longest text that is shown in the field, in bytes: laying out more of it would be felt.
const SHOWN: usize = 64 << 10;
/// Height of the field at most, in points.
const FIELD: f32 = 132.0;
/// Room for the mark before a line of a list, in points.
const INDENT: f32 = 18.0;
/// Height that the sheet takes beside the explanations, in points.
const BESIDE: f32 = 330.0;

/// Shows the sheet.
pub fn explain(ui: &mut Ui, view: &AppView<'_>, asked: &Asked, is_new: bool, out: &mut Vec<Command>) {
    ui.label(RichText::new("Explain a message").font(strong(16.0)));
    remark(
        ui,
        view.theme,
        "An engine's error message, whole or in part, or the log around it. It is explained here and goes nowhere else.",
    );
    field(ui, view, asked, is_new, out);
    if asked.is_cut {
        let (what, most) = if asked.log.is_some() { ("log", MOST_READ) } else { ("text", MOST_BYTES as u64) };
        let text = format!(
            "The {what} is longer than {}: the rest was left out. Paste the part around the error.",
            bytes(most)
        );
        ui.add(Label::new(RichText::new(text).font(caption()).color(view.theme.warn)).wrap());
    }
    ui.add_space(4.0);
    let height = (ui.ctx().content_rect().height() - BESIDE).clamp(160.0, 720.0);
    scrolled_in_sheet("explanations", height).show(ui, |ui| match &asked.told {
        None if asked.log.as_ref().is_some_and(|log| log.bytes.is_none()) => {}
        None => known(ui, view),
        Some(told) => explained(ui, view, told, out),
    });
    ui.add_space(4.0);
    buttons(ui, asked, out);
}

fn field(ui: &mut Ui, view: &AppView<'_>, asked: &Asked, is_new: bool, out: &mut Vec<Command>) {
    if let Some(text) = long_paste(ui) {
        out.push(Command::Explain(text));
        return;
    }
    if let Some(log) = &asked.log {
        return of_log(ui, view, log, out);
    }
    if asked.text.len() > SHOWN {
        ui.horizontal(|ui| {
            ui.label(format!("{} of text, too long to be shown.", bytes(asked.text.len() as u64)));
            if ui.button("Clear").clicked() {
                out.push(Command::Explain(String::new()));
            }
        });
        return;
    }
    let mut text = asked.text.clone();
    scrolled_in_sheet("message", FIELD).show(ui, |ui| {
        let edit = TextEdit::multiline(&mut text)
            .id(Id::unique("message"))
            .font(FontId::monospace(12.0))
            .hint_text("Paste the message here")
            .desired_rows(6)
            .desired_width(f32::INFINITY);
        let response = ui.add(edit).accessible_name("Message");
        if is_new {
            response.request_focus();
        }
        if response.changed() {
            out.push(Command::Explain(text));
        }
    });
}

/// In the place of the field: which log it is, and how far its reading has come.
fn of_log(ui: &mut Ui, view: &AppView<'_>, log: &Log, out: &mut Vec<Command>) {
    let name = log.path.file_name().unwrap_or(log.path.as_os_str()).to_string_lossy();
    let (text, ink) = match (&log.failure, log.bytes) {
        (Some(failure), _) => (format!("The log cannot be read. {failure}"), view.theme.warn),
        (None, None) => (format!("Reading {name}…"), view.theme.dim),
        (None, Some(0)) => (format!("{name} is empty."), view.theme.warn),
        (None, Some(read)) => (format!("{name}: {} read.", bytes(read)), view.theme.text),
    };
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(RichText::new(visible(&text)).color(ink)).wrap());
        if ui.button("Clear").on_hover_text("Back to the field for a message").clicked() {
            out.push(Command::Explain(String::new()));
        }
    });
}

/// A text that was pasted and is longer than the field can take; taken before the field sees it.
fn long_paste(ui: &Ui) -> Option<String> {
    ui.input_mut(|input| {
        let is_long = |event: &Event| matches!(event, Event::Paste(text) if text.len() > SHOWN);
        let at = input.events.iter().position(is_long)?;
        match input.events.remove(at) {
            Event::Paste(text) => Some(text),
            _ => None,
        }
    })
}

/// What is known, while there is no text.
fn known(ui: &mut Ui, view: &AppView<'_>) {
    ui.label(RichText::new("Known messages").font(strong(12.0)).color(view.theme.dim));
    for family in families() {
        ui.label(RichText::new(family).color(view.theme.dim));
    }
}

fn explained(ui: &mut Ui, view: &AppView<'_>, told: &Explained, out: &mut Vec<Command>) {
    if let Some(text) = told.not_recognised() {
        let text = sentence(&text);
        let (first, rest) = text.split_once(". ").unwrap_or((&text, ""));
        ui.add(Label::new(RichText::new(format!("{first}.")).font(strong(13.0)).color(view.theme.warn)).wrap());
        let (rest, known) = rest.split_once(" Looked for: ").unwrap_or((rest, ""));
        ui.add(Label::new(rest).wrap());
        remark(ui, view.theme, format!("Looked for: {known}."));
        return;
    }
    for explanation in &told.explanations {
        one(ui, view, explanation, out);
    }
    if told.explanations.iter().all(|explanation| explanation.kind == Kind::Wrapper) {
        remark(ui, view.theme, "Only wrappers were found: the cause is not in this piece of text.");
    }
    if told.unlisted > 0 {
        let text = format!(
            "{} more messages of these kinds, with other numbers or names, are not listed.",
            grouped(told.unlisted)
        );
        remark(ui, view.theme, text);
    }
}

fn one(ui: &mut Ui, view: &AppView<'_>, told: &Explanation, out: &mut Vec<Command>) {
    let theme = view.theme;
    let edge = match told.kind {
        Kind::Cause => theme.bad,
        Kind::Symptom | Kind::Warning => theme.warn,
        Kind::Wrapper => theme.accent,
    };
    let frame = Frame::new().fill(theme.raised).corner_radius(5).inner_margin(Margin {
        left: 14,
        right: 12,
        top: 10,
        bottom: 10,
    });
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(told.title).font(strong(14.0)));
            ui.label(RichText::new(beside(told)).font(caption()).color(theme.dim));
        });
        ui.add(Label::new(RichText::new(&told.what).line_height(Some(19.0))).wrap());
        if let Some(scenario) = scenario_of(told)
            && link(ui, "Open as a scenario")
                .on_hover_text(
                    "This bucket count and width, with the built-in scenario's keys. Undo brings yours back.",
                )
                .clicked()
        {
            out.push(Command::Load(Box::new(scenario)));
        }
        numbers(ui, view, told);
        let passes: Vec<_> = told.passes.iter().map(|text| ("•".to_owned(), text.as_str())).collect();
        listed(ui, view, "What would pass", &passes);
        let steps: Vec<_> = (1..).zip(&told.steps).map(|(at, text)| (format!("{at}."), text.as_str())).collect();
        listed(ui, view, "What to do", &steps);
        let source = format!("{}; {}", told.source.class, told.source.version);
        remark(ui, theme, source).on_hover_text(format!("In the text: “{}”", told.matched));
    });
    let bar = shown.response.rect.with_max_x(shown.response.rect.left() + 3.0);
    ui.painter().rect_filled(bar, 1.0, edge);
}

/// `Flink · a symptom · 12 times`.
fn beside(told: &Explanation) -> String {
    let kind = match told.kind {
        Kind::Cause => "",
        Kind::Symptom => " · a symptom",
        Kind::Warning => " · a warning",
        Kind::Wrapper => " · a wrapper",
    };
    let times = if told.times > 1 { format!(" · {} times in the text", grouped(told.times)) } else { String::new() };
    format!("{}{kind}{times}", told.engine)
}

/// Names and numbers of the text.
fn numbers(ui: &mut Ui, view: &AppView<'_>, told: &Explanation) {
    if told.names.is_empty() && told.numbers.is_empty() {
        return;
    }
    heading(ui, view, "In the text");
    let names = told.names.iter().map(|name| (&name.name, name.text.clone()));
    let rows = names.chain(told.numbers.iter().map(|number| (&number.name, number.text())));
    // A row is as high as its text.
    ui.spacing_mut().interact_size.y = 0.0;
    Grid::new(("in the text", told.matched.as_str())).num_columns(2).spacing([20.0, 3.0]).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(RichText::new(name).color(view.theme.dim));
            ui.add(Label::new(RichText::new(value).font(strong(13.0))).wrap());
            ui.end_row();
        }
    });
}

fn listed(ui: &mut Ui, view: &AppView<'_>, title: &str, lines: &[(String, &str)]) {
    if !lines.is_empty() {
        heading(ui, view, title);
    }
    for (mark, line) in lines {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let (rect, _) = ui.allocate_exact_size(vec2(INDENT, 18.0), Sense::hover());
            ui.painter().text(rect.left_top(), Align2::LEFT_TOP, mark, FontId::proportional(13.0), view.theme.dim);
            ui.add(Label::new(RichText::new(*line).line_height(Some(18.0))).wrap());
        });
    }
}

fn heading(ui: &mut Ui, view: &AppView<'_>, title: &str) {
    ui.add_space(2.0);
    ui.label(RichText::new(title).font(strong(12.0)).color(view.theme.dim));
}

fn buttons(ui: &mut Ui, asked: &Asked, out: &mut Vec<Command>) {
    let mut asks = Vec::new();
    ui.horizontal(|ui| {
        let left = |ui: &mut Ui| {
            if ui.button("Open a log…").on_hover_text("A file, or drop one here").clicked() {
                out.push(Command::Sheet(Some(Sheet::Log { path: String::new() })));
            }
            let known = asked.told.as_ref().filter(|told| !told.explanations.is_empty());
            let copy = ui.add_enabled(known.is_some(), egui::Button::new("Copy the explanation"));
            if let (true, Some(told)) = (copy.clicked(), known) {
                out.push(Command::Copy(told.text()));
            }
            let text = "The command that explains the same text, which it reads from stdin";
            let command = ui.add_enabled(asked.told.is_some(), egui::Button::new("Copy as command"));
            if command.on_hover_text(text).clicked() {
                out.push(Command::Copy(asked.command()));
            }
        };
        ends(ui, "buttons", left, |ui| {
            if ui.button("Close").on_hover_text("Esc").clicked() {
                asks.push(Command::Sheet(None));
            }
        });
    });
    out.append(&mut asks);
}
