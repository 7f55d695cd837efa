//! The left panel: everything a scenario holds, each number to be dragged or typed.

mod about;
mod buckets;
mod counted;
mod custom;
mod engine;
mod flink;
mod flink_state;
mod keys;
mod listed;
mod lists;
mod load;
pub mod snapshots;
mod state;
mod stores;

pub use keys::key_type_of_list;

use super::parts::{scrolled, section};
use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::learn::Control;
use egui::Ui;

/// Shows those controls that a step of a lesson offers.
pub fn offered(ui: &mut Ui, view: &AppView<'_>, offered: &[Control], out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 3.0;
    for control in offered {
        match control {
            Control::Engine => engine::controls(ui, view, out),
            Control::Buckets => buckets::count(ui, view, out),
            Control::Width => buckets::width(ui, view, out),
            Control::Keys => keys::controls(ui, view, out),
        }
    }
    ui.spacing_mut().item_spacing.y = 8.0;
}

/// Shows the panel.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    scrolled(ui, "controls", |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.spacing_mut().interact_size.y = 22.0;
        ui.spacing_mut().button_padding.y = 2.0;
        section(ui, view.theme, "Job");
        engine::controls(ui, view, out);
        let free = view.takes_another_count();
        section(ui, view.theme, if free { "Buckets, free at each start" } else { "Buckets, fixed at first start" });
        buckets::count(ui, view, out);
        section(ui, view.theme, "Width, free at each start");
        buckets::width(ui, view, out);
        section(ui, view.theme, "Keys");
        keys::controls(ui, view, out);
        section(ui, view.theme, "State and input");
        state::controls(ui, view, out);
        section(ui, view.theme, "Engine options");
        engine::options(ui, view, out);
        section(ui, view.theme, "Scenario");
        about::controls(ui, view, out);
        ui.add_space(16.0);
    });
}
