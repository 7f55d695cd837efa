//! The sheet that asks which part of a snapshot is meant.

use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::ends::ends;
use crate::gui::view::parts::scrolled_in_sheet;
use crate::snapshot::Snapshot;
use egui::{Button, RichText, Ui, vec2};
use std::path::Path;
use std::sync::Arc;

/// Lists the parts; a click takes one.
pub fn parts(ui: &mut Ui, view: &AppView<'_>, path: &Path, snapshot: &Arc<Snapshot>, out: &mut Vec<Command>) {
    // As the command line and the field of the controls have it.
    let (part, parts) =
        if matches!(**snapshot, Snapshot::Flink(_)) { ("operator", "operators") } else { ("part", "parts") };
    ui.label(RichText::new(format!("Which {part} of the snapshot?")).font(strong(16.0)));
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let text = format!("Several {parts} of {name} keep state by key, each in buckets of its own.");
    ui.label(RichText::new(text).color(view.theme.dim));
    ui.add_space(4.0);
    scrolled_in_sheet("parts", 360.0).show(ui, |ui| {
        for (at, part) in snapshot.parts().into_iter().enumerate() {
            let text = RichText::new(&part.name).font(strong(13.0));
            let size = vec2(ui.available_width(), 28.0);
            let button =
                ui.add(Button::new(text).right_text(RichText::new(&part.detail).font(caption())).min_size(size));
            let button = button.accessible_name(format!("{}: {}", part.name, part.detail));
            if at == 0 && ui.memory(|memory| memory.focused().is_none()) {
                button.request_focus();
            }
            if button.clicked() {
                let (path, snapshot) = (path.to_owned(), Arc::clone(snapshot));
                out.extend([Command::Sheet(None), Command::Observe { path, snapshot, part: Some(part) }]);
            }
        }
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let nothing = |_: &mut Ui| ();
        ends(ui, "buttons", nothing, |ui| {
            if ui.button("Close").on_hover_text("Esc").clicked() {
                out.push(Command::Sheet(None));
            }
        });
    });
}
