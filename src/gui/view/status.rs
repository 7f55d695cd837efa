//! The last line: what reproduces this picture, and how the run goes.

use crate::gui::command::Command;
use crate::gui::state::{AppView, PATIENCE_SECONDS};
use crate::gui::theme::caption;
use crate::gui::worker::Failure;
use crate::numerals::{counted, grouped};
use egui::{Align, Layout, ProgressBar, RichText, Ui};

/// Shows the line.
pub fn status(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.set_height(20.0);
        ui.style_mut().override_font_id = Some(caption());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            run(ui, view, out);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| reproduce(ui, view, out));
        });
    });
}

fn reproduce(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let document = view.state.history.current();
    let command = match &document.path {
        Some(path) if !document.is_unsaved() => Ok(format!("redeal report {}", quoted(&path.display().to_string()))),
        _ => Err("save to reproduce"),
    };
    let version = env!("CARGO_PKG_VERSION");
    let digest = view.state.report.as_ref().map_or("", |report| report.digest.as_str());
    let provenance = format!("seed {} · {version} · digest {digest}", view.scenario.seed);
    let text = format!("{} · {provenance}", command.as_deref().unwrap_or_else(|hint| *hint));
    let label = egui::Label::new(RichText::new(text).color(view.theme.dim)).truncate().selectable(false);
    let response = ui.add(label.sense(egui::Sense::click())).on_hover_cursor(egui::CursorIcon::PointingHand);
    let hint = if command.is_ok() { "Click copies the command." } else { "Click copies seed, version and digest." };
    if response.on_hover_text(hint).clicked() {
        out.push(Command::Copy(command.unwrap_or(provenance)));
    }
}

/// A path as a shell takes it.
fn quoted(path: &str) -> String {
    if path.chars().all(|c| c.is_alphanumeric() || "/._-+=:,@".contains(c)) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// From right to left.
fn run(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let state = view.state;
    if let Some(running) = state.running.filter(|running| view.now - running.since >= PATIENCE_SECONDS) {
        if ui.small_button("Cancel").clicked() {
            out.push(Command::Cancel);
        }
        let bar =
            if running.total > 0 { ProgressBar::new(share(state.done, running.total)) } else { ProgressBar::new(0.0) };
        ui.add(bar.desired_width(160.0).desired_height(6.0)).accessible_name("Progress");
        ui.label(RichText::new(format!("{} keys done", grouped(state.done))).color(view.theme.dim));
        return;
    }
    match (&state.failure, &state.report) {
        (Some(Failure::Cancelled), _) if state.running.is_none() => {
            if ui.small_button("Run again").clicked() {
                out.push(Command::Rerun);
            }
            ui.label(RichText::new("cancelled: the picture is the one before").color(view.theme.warn));
        }
        (_, Some(report)) => {
            let keys = counted(report.keys.count, "key", "keys");
            let text = format!("{keys} · {}", duration(state.took.as_secs_f64()));
            ui.label(RichText::new(text).color(view.theme.dim));
        }
        _ => {}
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share for a progress bar")]
fn share(done: u64, total: u64) -> f32 {
    (done as f32 / total as f32).min(1.0)
}

/// `3 ms`, `1.4 s`.
fn duration(seconds: f64) -> String {
    if seconds < 0.000_95 {
        "below 1 ms".to_owned()
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
    fn paths_are_quoted_as_a_shell_needs() {
        assert_eq!(quoted("jobs/128-at-40.ron"), "jobs/128-at-40.ron");
        assert_eq!(quoted("my job's.ron"), r"'my job'\''s.ron'");
    }

    #[test]
    fn durations_are_short() {
        assert_eq!([0.000_1, 0.0034, 1.44].map(duration), ["below 1 ms", "3 ms", "1.4 s"]);
    }
}
