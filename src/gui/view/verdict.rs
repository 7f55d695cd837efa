//! The right panel: one sentence, the figures behind it, and what would help.

use super::chance::chance;
use super::losses::{LossesInput, losses};
use super::parts::{link, scrolled, section};
use crate::gui::command::{Command, Edit};
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::keys::{Generated, LoadLaw};
use crate::numerals::{bytes, counted, decimal, grouped, percent, short, times};
use crate::scenario::Keys;
use crate::simulate::{DealFigures, Finding, Movement, Severity, Step};
use crate::unit::WorkerCount;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Color32, Frame, Id, Label, Layout, Link, Margin, RichText, Role, Sense, TextStyle, Ui, WidgetInfo, vec2,
};

/// With more findings than this, those that are only worth knowing show their titles until they are clicked.
const MOST_UNFOLDED: usize = 2;

/// Shows the panel.
pub fn verdict(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    scrolled(ui, "verdict", |ui| {
        ui.add_space(12.0);
        let Some(step) = view.step() else {
            ui.label(RichText::new("Simulating…").color(view.theme.dim));
            return;
        };
        // What the keys make of it is a sentence of its own, and has a line of its own.
        let (first, second) = match step.verdict.sentence.split_once(". ") {
            Some((first, second)) => (format!("{first}."), Some(second)),
            None => (step.verdict.sentence.clone(), None),
        };
        let said = ui.add(Label::new(RichText::new(first).font(strong(16.0)).line_height(Some(22.0))).wrap());
        said.widget_info(|| WidgetInfo::labeled(Role::Label, true, &step.verdict.sentence));
        if let Some(second) = second {
            ui.add(Label::new(RichText::new(second).font(strong(13.0)).line_height(Some(19.0))).wrap());
        }
        ui.add(
            Label::new(RichText::new(&step.verdict.explanation).color(view.theme.dim).line_height(Some(19.0))).wrap(),
        );
        for note in &step.notes {
            ui.add(Label::new(RichText::new(note).color(view.theme.dim).line_height(Some(19.0))).wrap());
        }
        ui.add_space(4.0);
        let fold = step.verdict.findings.len() > MOST_UNFOLDED;
        for (at, finding) in step.verdict.findings.iter().enumerate() {
            show_finding(ui, view, at, finding, fold, out);
        }
        if let Some(deal) = &step.deal {
            let hot = view.state.report.as_ref().is_some_and(|report| report.keys.is_one_hot());
            section(ui, view.theme, "Where it is lost");
            losses(ui, view.theme, &LossesInput { deal, asked: step.workers, hot });
            chance(ui, view, deal);
            section(ui, view.theme, "Figures");
            figures(ui, view, step, deal);
        }
        ui.add_space(16.0);
    });
}

fn figures(ui: &mut Ui, view: &AppView<'_>, step: &Step, deal: &DealFigures) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for (name, value, explanation) in balance_rows(step, deal) {
        figure(ui, name, &value, &explanation);
    }
    let keeps_state = view.state.report.as_ref().is_none_or(|report| report.profile.profile().keeps_state());
    if keeps_state {
        snapshot(ui, deal);
    }
    if let (Some(movement), Some(report)) = (&step.movement, &view.state.report) {
        let from = report.steps.get(movement.from_step).map_or(0, |step| step.workers);
        let name = format!("Buckets moved since {}", grouped(from.into()));
        figure(ui, &name, &percent(movement.moved_fraction), &moved(step, movement));
    }
    ui.spacing_mut().item_spacing.y = 8.0;
}

/// How evenly the load lies, and who has none: name, value, formula.
fn balance_rows(step: &Step, deal: &DealFigures) -> Vec<(&'static str, String, String)> {
    let mut rows = vec![
        (
            "Busiest ÷ mean",
            times(deal.peak_to_mean),
            "max(load) · p ÷ Σ load over all workers asked for. 1 = even.".to_owned(),
        ),
        (
            "Effective width",
            format!("{} workers", decimal(deal.effective_width, 1)),
            "Σ load ÷ max(load): as many evenly loaded workers would be as fast.".to_owned(),
        ),
        ("Workers without a bucket", grouped(step.idle.into()), "Workers asked for that own no bucket.".to_owned()),
    ];
    let Some(idle) = &deal.expected_idle else { return rows };
    rows.push((
        "… without a key",
        grouped(idle.found.into()),
        "Workers without a single key, those that own no bucket included.".to_owned(),
    ));
    // Where no worker lacks a key and none is expected to, or it could not be otherwise, chance has nothing to say.
    if (idle.found > 0 || idle.mean >= 0.05) && idle.sd >= 0.05 {
        rows.push((
            "As many by chance",
            format!("{}\u{a0}±\u{a0}{}", short(idle.mean), short(idle.sd)),
            format!(
                "Workers without a key, were each of the K keys to fall by chance: the sum of (1 − share)^K, ± its standard \
                 deviation. Found {}: {:.1} standard deviations off.",
                idle.found, idle.z
            ),
        ));
    }
    rows
}

/// What a snapshot costs before any state, and what of it the bucket count makes.
fn snapshot(ui: &mut Ui, deal: &DealFigures) {
    let (cost, kind) = (&deal.snapshot, sentence(&deal.snapshot.kind));
    let text = format!("Read by a restart before any state. {kind}.");
    let shown = |figure: Option<u64>| figure.map_or_else(|| "not modelled".to_owned(), bytes);
    figure(ui, "Snapshot metadata", &shown(cost.counted_metadata()), &text);
    let text = format!(
        "Bytes of a snapshot, in metadata and state files, that are there only because of the bucket count N. {kind}."
    );
    figure(ui, "Bytes due to N", &shown(cost.counted_bytes_of_buckets()), &text);
}

/// What a restart moves, in a sentence or two.
fn moved(step: &Step, movement: &Movement) -> String {
    let best = movement
        .best_relabelled_fraction
        .map_or(String::new(), |best| format!(" With the best renumbering, {} would still move.", percent(best)));
    let verb = if movement.buckets_moved == 1 { "changes" } else { "change" };
    format!(
        "{} of {} {verb} worker ({}).{best}",
        grouped(movement.buckets_moved.into()),
        counted(step.bucket_count.into(), "bucket", "buckets"),
        bytes(movement.state_bytes_moved)
    )
}

/// A figure with its name; its formula on hover.
pub fn figure(ui: &mut Ui, name: &str, value: &str, explanation: &str) {
    let size = vec2(ui.available_width(), 21.0);
    let row = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.add(Label::new(name).selectable(false));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add(Label::new(RichText::new(value).font(strong(13.0))));
        });
    });
    let response = ui.interact(row.response.rect, Id::unique(("figure", name)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {value}")));
    response.on_hover_text(explanation);
}

fn show_finding(ui: &mut Ui, view: &AppView<'_>, at: usize, finding: &Finding, fold: bool, out: &mut Vec<Command>) {
    let theme = view.theme;
    let edge = match finding.severity {
        Severity::Problem => theme.bad,
        Severity::Warning => theme.warn,
        Severity::Note => theme.accent,
    };
    let frame = Frame::new().fill(theme.raised).corner_radius(5).inner_margin(Margin {
        left: 12,
        right: 10,
        top: 8,
        bottom: 8,
    });
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.spacing_mut().interact_size.y = 18.0;
        if !title(ui, at, finding, fold && finding.severity == Severity::Note) {
            return;
        }
        ui.add(Label::new(RichText::new(&finding.what).line_height(Some(18.0))).wrap());
        if let Some(even) = even_keys(view).filter(|_| finding.is_uneven_deal())
            && link(ui, "Show it with even keys")
                .on_hover_text("Gives every key the same load. Undo brings yours back.")
                .clicked()
        {
            out.push(Command::Edit(even));
        }
        let problem = finding.severity == Severity::Problem;
        let better =
            finding.better_width.map(|width| (width, format!("Go to {}", counted(width.into(), "worker", "workers"))));
        let questions = [("Why?", &*finding.why), ("What helps?", &*finding.helps)];
        if unfold(ui, theme.dim, at, problem, questions, better.as_ref().map(|(_, text)| &**text))
            && let Some((width, _)) = better
        {
            let width = WorkerCount::clamped(width.into());
            out.push(Command::Edit(Edit::Width { step: view.state.step, width }));
        }
    });
    let bar = shown.response.rect.with_max_x(shown.response.rect.left() + 3.0);
    ui.painter().rect_filled(bar, 1.0, edge);
}

/// The edit that gives every generated key the same load; `None` where they have it, or keys are listed.
fn even_keys(view: &AppView<'_>) -> Option<Edit> {
    /// Records of each key.
    const EACH: u64 = 10;
    let Keys::Generated(keys) = &view.scenario.keys else { return None };
    let even = Generated { load: LoadLaw::Uniform { each: EACH }, ..keys.clone() };
    (!matches!(keys.load, LoadLaw::Uniform { .. })).then_some(Edit::Keys(Keys::Generated(even)))
}

/// A finding's title; where it folds, a click shows the rest or hides it. Returns whether the rest is to be shown.
fn title(ui: &mut Ui, at: usize, finding: &Finding, folds: bool) -> bool {
    if !folds {
        ui.add(Label::new(RichText::new(&finding.title).font(strong(13.0))).wrap());
        return true;
    }
    let id = Id::unique(("folded finding", at, &finding.title));
    let shown = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let text = format!("{}  {}", finding.title, if shown { "⏷" } else { "⏵" });
    let label = Label::new(RichText::new(text).font(strong(13.0))).wrap().selectable(false).sense(Sense::click());
    let response = ui.add(label).on_hover_cursor(egui::CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown, &finding.title));
    if response.clicked() {
        ui.data_mut(|data| data.insert_temp(id, !shown));
    }
    shown
}

/// Questions side by side that unfold their answers, `open` at first; open or not is the widget's own affair. Beside them what
/// can be done; returns whether that was clicked.
fn unfold(
    ui: &mut Ui,
    ink: Color32,
    at: usize,
    open: bool,
    questions: [(&str, &str); 2],
    action: Option<&str>,
) -> bool {
    let id = |question: &str| Id::unique(("finding", at, question.to_owned()));
    let mut clicked = false;
    let mut act = |ui: &mut Ui, text: &str| clicked |= link(ui, text).clicked();
    // A link that breaks in the middle reads badly: where there is no room beside the questions it has a line of its own.
    let below = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        for (question, _) in questions.iter().filter(|(_, answer)| !answer.is_empty()) {
            let opened = ui.data(|data| data.get_temp(id(question))).unwrap_or(open);
            let text = RichText::new(*question);
            let response = ui.add(Link::new(if opened { text.color(text_ink(ui)).underline() } else { text }));
            response.widget_info(|| WidgetInfo::selected(Role::Link, true, opened, *question));
            if response.clicked() {
                ui.data_mut(|data| *data.get_temp_mut_or(id(question), open) ^= true);
            }
        }
        let action = action?;
        let font = TextStyle::Body.resolve(ui.style());
        if ui.painter().layout_no_wrap(action.to_owned(), font, ink).size().x > ui.available_width() {
            return Some(action);
        }
        act(ui, action);
        None
    });
    if let Some(action) = below.inner {
        act(ui, action);
    }
    for (question, answer) in questions.into_iter().filter(|(_, answer)| !answer.is_empty()) {
        if ui.data(|data| data.get_temp(id(question))).unwrap_or(open) {
            ui.add(Label::new(answered(question, answer, ink, text_ink(ui))).wrap());
        }
    }
    clicked
}

fn text_ink(ui: &Ui) -> Color32 {
    ui.visuals().text_color()
}

/// `Why: …`: the question in bold, so that two answers under each other are told apart.
fn answered(question: &str, answer: &str, ink: Color32, bold: Color32) -> LayoutJob {
    let format = |font_id, color| TextFormat { font_id, color, line_height: Some(16.0), ..Default::default() };
    let mut job = LayoutJob::default();
    job.append(&format!("{}: ", question.trim_end_matches('?')), 0.0, format(strong(11.0), bold));
    job.append(answer, 0.0, format(caption(), ink));
    job
}
