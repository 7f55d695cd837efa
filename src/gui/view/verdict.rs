//! The right panel: one sentence, the figures behind it, and what would help.

use super::losses::losses;
use super::parts::{link, scrolled, section};
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::numerals::{bytes, grouped, percent, short, times};
use crate::simulate::{DealFigures, Finding, Severity, Step};
use crate::unit::WorkerCount;
use egui::{Align, Frame, Id, Label, Layout, Margin, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Shows the panel.
pub fn verdict(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    scrolled(ui, |ui| {
        ui.add_space(12.0);
        let Some(step) = view.step() else {
            ui.label(RichText::new("Simulating…").color(view.theme.dim));
            return;
        };
        ui.add(Label::new(RichText::new(&step.verdict.sentence).font(strong(16.0)).line_height(Some(22.0))).wrap());
        ui.add(
            Label::new(RichText::new(&step.verdict.explanation).color(view.theme.dim).line_height(Some(19.0))).wrap(),
        );
        if let Some(deal) = &step.deal {
            section(ui, view.theme, "What it costs");
            figures(ui, view, step, deal);
            section(ui, view.theme, "Where it is lost");
            losses(ui, view.theme, &deal.loss);
        }
        ui.add_space(8.0);
        for (at, finding) in step.verdict.findings.iter().enumerate() {
            show_finding(ui, view, at, finding, out);
        }
        ui.add_space(16.0);
    });
}

fn figures(ui: &mut Ui, view: &AppView<'_>, step: &Step, deal: &DealFigures) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let idle = &deal.expected_idle;
    let words = &view.facts.words;
    let rows = [
        (
            "Busiest ÷ mean",
            times(deal.peak_to_mean),
            format!("max(load) · p ÷ Σ load over all {} asked for. 1 = even.", words.workers),
        ),
        (
            "Effective width",
            short(deal.effective_width),
            format!("Σ load ÷ max(load): as many evenly loaded {} would be as fast.", words.workers),
        ),
        (
            "Idle workers",
            grouped(step.idle.into()),
            format!("{} asked for that own no {}.", words.workers, words.bucket),
        ),
        (
            "Without a key",
            grouped(idle.found.into()),
            format!("{} without a single key, those that own no {} included.", words.workers, words.bucket),
        ),
        (
            "Expected by chance",
            format!("{} ± {}", short(idle.mean), short(idle.sd)),
            format!(
                "Workers without a key were each key to fall by chance: the sum of (1 − share)^K, and its standard deviation. Found {}: z = {:.1}.",
                idle.found, idle.z
            ),
        ),
        (
            "Snapshot metadata",
            bytes(deal.snapshot.metadata_bytes),
            format!(
                "Read by a restart before any state. {}. {} because of N.",
                deal.snapshot.kind,
                bytes(deal.snapshot.bytes_of_buckets)
            ),
        ),
    ];
    for (name, value, explanation) in rows {
        figure(ui, name, &value, &explanation);
    }
    if let (Some(movement), Some(report)) = (&step.movement, &view.state.report) {
        let from = report.steps.get(movement.from_step).map_or(0, |step| step.workers);
        let best = movement.best_relabelled_fraction.map_or(String::new(), |best| {
            format!(" Were the {} renamed as well as can be, {} would.", words.workers, percent(best))
        });
        let explanation = format!(
            "{} of {} {} have an owner of another index than at {from}: {} of state.{best}",
            grouped(movement.buckets_moved.into()),
            grouped(step.bucket_count.into()),
            words.buckets,
            bytes(movement.state_bytes_moved)
        );
        figure(ui, &format!("Moved since {from}"), &percent(movement.moved_fraction), &explanation);
    }
    ui.spacing_mut().item_spacing.y = 8.0;
}

fn figure(ui: &mut Ui, name: &str, value: &str, explanation: &str) {
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

fn show_finding(ui: &mut Ui, view: &AppView<'_>, at: usize, finding: &Finding, out: &mut Vec<Command>) {
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
        ui.add(Label::new(RichText::new(&finding.title).font(strong(13.0))).wrap());
        ui.add(Label::new(RichText::new(&finding.what).line_height(Some(18.0))).wrap());
        let problem = finding.severity == Severity::Problem;
        unfold(ui, theme.dim, at, problem, [("Why?", &finding.why), ("What helps?", &finding.helps)]);
        if let Some(width) = finding.better_width {
            let text = format!("Go to {width} {}", view.facts.words.workers);
            if link(ui, text).clicked() {
                let width = WorkerCount::clamped(width.into());
                out.push(Command::Edit(Edit::Width { step: view.state.step, width }));
            }
        }
    });
    let bar = shown.response.rect.with_max_x(shown.response.rect.left() + 3.0);
    ui.painter().rect_filled(bar, 1.0, edge);
}

/// Questions side by side that unfold their answers, `open` at first; open or not is the widget's own affair.
fn unfold(ui: &mut Ui, ink: egui::Color32, at: usize, open: bool, questions: [(&str, &str); 2]) {
    let id = |question: &str| Id::unique(("finding", at, question.to_owned()));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        for (question, _) in questions.iter().filter(|(_, answer)| !answer.is_empty()) {
            if link(ui, *question).clicked() {
                ui.data_mut(|data| *data.get_temp_mut_or(id(question), open) ^= true);
            }
        }
    });
    for (question, answer) in questions {
        if ui.data(|data| data.get_temp(id(question))).unwrap_or(open) {
            ui.add(Label::new(RichText::new(answer).font(caption()).color(ink).line_height(Some(16.0))).wrap());
        }
    }
}
