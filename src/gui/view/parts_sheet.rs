//! The sheet that asks which part of a snapshot is meant.

use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::snapshot::Snapshot;
use egui::{Button, RichText, ScrollArea, Ui, vec2};
use std::path::Path;
use std::sync::Arc;

/// Lists the parts; a click takes one.
pub fn parts(ui: &mut Ui, view: &AppView<'_>, path: &Path, snapshot: &Arc<Snapshot>, out: &mut Vec<Command>) {
    ui.label(RichText::new("Which part of the snapshot?").font(strong(16.0)));
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let text = format!("Several parts of {name} keep state by key, each in buckets of its own.");
    ui.label(RichText::new(text).color(view.theme.dim));
    ui.add_space(4.0);
    ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
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
    if ui.button("Close").clicked() {
        out.push(Command::Sheet(None));
    }
}
