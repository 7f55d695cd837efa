//! The last line: what reproduces this picture, and how the run goes.

use crate::gui::as_command;
use crate::gui::background::Stage;
use crate::gui::command::Command;
use crate::gui::exploration::ViewKind;
use crate::gui::state::{AppView, PATIENCE_SECONDS};
use crate::gui::theme::caption;
use crate::gui::view::ends::ends;
use crate::gui::worker::Failure;
use crate::numerals::{bytes, counted, grouped, load};
use crate::scenario::{Keys, Scenario};
use crate::simulate::Report;
use egui::{Button, ProgressBar, RichText, Ui, vec2};

/// Height of the line, in points.
const HEIGHT: f32 = 20.0;

/// Shows the line.
pub fn status(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.set_height(HEIGHT);
        ui.style_mut().override_font_id = Some(caption());
        ui.spacing_mut().button_padding = vec2(0.0, 2.0);
        // A button is no higher than the line, else its text stands lower than a label's.
        ui.spacing_mut().interact_size.y = HEIGHT;
        let mut asked = Vec::new();
        // A lesson's scenario is no one's to reproduce.
        let learns = view.state.shown == ViewKind::Learn;
        let left = |ui: &mut Ui| {
            if !learns {
                reproduce(ui, view, out);
            }
        };
        ends(ui, "status", left, |ui| run(ui, view, &mut asked));
        out.append(&mut asked);
    });
}

fn reproduce(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let command = as_command::report(view.state.history.current());
    let version = env!("CARGO_PKG_VERSION");
    let digest = view.state.report.as_ref().map_or("", |report| report.digest.as_str());
    let provenance = format!("seed {} · version {version} · digest {digest}", view.scenario.seed);
    let text = format!("{} · {provenance}", command.as_deref().unwrap_or("Save to reproduce"));
    let button = Button::new(RichText::new(text).color(view.theme.dim)).frame_when_inactive(false).truncate();
    let response = ui.add(button).on_hover_cursor(egui::CursorIcon::PointingHand);
    let hint = if command.is_some() { "Click copies the command." } else { "Click copies seed, version and digest." };
    if response.on_hover_text(hint).clicked() {
        out.push(Command::Copy(command.unwrap_or(provenance)));
    }
}

/// How the run goes, or went.
fn run(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let state = view.state;
    let dim = |text: String| RichText::new(text).color(view.theme.dim);
    if state.running.is_some_and(|running| view.now - running.since >= PATIENCE_SECONDS) {
        let (text, share) = course(state.stage, view.scenario);
        ui.label(dim(text));
        ui.add(ProgressBar::new(share).desired_width(160.0).desired_height(6.0)).accessible_name("Progress");
        if small(ui, "Cancel").clicked() {
            out.push(Command::Cancel);
        }
        return;
    }
    match (&state.failure, &state.report) {
        (Some(Failure::Cancelled), _) if state.running.is_none() => {
            ui.label(RichText::new("Cancelled: the picture is the one before").color(view.theme.warn));
            if small(ui, "Run again").clicked() {
                out.push(Command::Rerun);
            }
        }
        (_, Some(report)) => {
            ui.label(dim(format!("{} in {}", dealt(report), duration(state.took.as_secs_f64()))));
        }
        _ => {}
    }
}

/// How far a run has come, in words and as a share from 0 to 1.
fn course(stage: Stage, scenario: &Scenario) -> (String, f32) {
    match stage {
        Stage::Reading { bytes: read, of } => {
            (format!("Reading the keys: {} of {}", bytes(read), bytes(of)), share(read, of))
        }
        Stage::Working { done, of } => {
            let what = if matches!(scenario.keys, Keys::File(_)) { "rows" } else { "keys" };
            let all = if of > 0 { format!(" of {}", grouped(of)) } else { String::new() };
            (format!("{}{all} {what} done", grouped(done)), share(done, of.max(1)))
        }
    }
}

/// What a report is of: keys, or the buckets of which only sums are known.
fn dealt(report: &Report) -> String {
    if report.keys.counted {
        return counted(report.keys.count, "key", "keys");
    }
    let words = &report.profile.facts().words;
    let buckets = counted(report.buckets.count.into(), words.bucket, words.buckets);
    format!("{buckets} with {}", load(report.keys.load, report.keys.unit))
}

fn small(ui: &mut Ui, text: &str) -> egui::Response {
    ui.spacing_mut().button_padding.x = 8.0;
    ui.small_button(text)
}

#[expect(clippy::cast_precision_loss, reason = "a share for a progress bar")]
fn share(done: u64, total: u64) -> f32 {
    (done as f32 / total as f32).min(1.0)
}

/// `3 ms`, `1.4 s`.
fn duration(seconds: f64) -> String {
    if seconds < 0.000_95 {
        "under 1 ms".to_owned()
    } else if seconds < 0.95 {
        format!("{:.0} ms", seconds * 1000.0)
    } else {
        format!("{seconds:.1} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_short() {
        assert_eq!([0.000_1, 0.0034, 1.44].map(duration), ["under 1 ms", "3 ms", "1.4 s"]);
    }
}
