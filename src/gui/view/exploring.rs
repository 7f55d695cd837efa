//! A finding of the exploring thread, or what stands in its place.

use super::STALE_INK;
use crate::gui::state::AppView;
use egui::{Label, RichText, Ui};

/// Shows a finding, faded while it is of an earlier question; over it, why there is no newer one. Where there is none at all,
/// `wait` says what is being worked on.
pub fn found<T, R>(
    ui: &mut Ui,
    view: &AppView<'_>,
    finding: Option<&T>,
    wait: &str,
    show: impl FnOnce(&mut Ui, &T) -> R,
) -> Option<R> {
    let exploration = &view.state.exploration;
    if let Some(reason) = &exploration.failure {
        ui.add(Label::new(RichText::new(reason).color(view.theme.bad)).wrap());
    }
    let Some(finding) = finding else {
        let working = exploration.failure.is_none() && view.state.failure.is_none();
        if working {
            ui.label(RichText::new(wait).color(view.theme.dim));
        }
        return None;
    };
    let faded = exploration.is_stale(view.now) && !view.is_stale();
    let shown = ui.scope(|ui| {
        if faded {
            ui.multiply_opacity(STALE_INK);
        }
        show(ui, finding)
    });
    Some(shown.inner)
}
