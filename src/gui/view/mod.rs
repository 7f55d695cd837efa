//! One panel a file. Panels read the [`AppView`] and push commands; they change nothing.

mod controls;
mod deal;
pub mod losses;
mod message;
mod number;
mod parts;
mod probe;
mod sheets;
mod slider;
mod status;
mod steps;
mod top_bar;
mod verdict;
pub mod wall;
pub mod workers;

use super::command::Command;
use super::state::AppView;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};

/// Width of the panel of controls, in points.
const CONTROLS_WIDTH: f32 = 256.0;
/// Width of the panel of the verdict, in points.
const VERDICT_WIDTH: f32 = 264.0;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let surface = |x: i8, y: i8| Frame::new().fill(view.theme.surface).inner_margin(Margin::symmetric(x, y));
    Panel::top("top bar").exact_size(44.0).frame(surface(16, 0)).show(ui, |ui| top_bar::top_bar(ui, view, out));
    Panel::bottom("steps and status").exact_size(68.0).frame(surface(16, 6)).show(ui, |ui| {
        steps::steps(ui, view, out);
        status::status(ui, view, out);
    });
    let left = Panel::left("controls").resizable(false).exact_size(CONTROLS_WIDTH).frame(surface(16, 0));
    left.show(ui, |ui| controls::controls(ui, view, out));
    let right = Panel::right("verdict").resizable(false).exact_size(VERDICT_WIDTH).frame(surface(16, 0));
    right.show(ui, |ui| verdict::verdict(ui, view, out));
    let ground = Frame::new().fill(view.theme.ground).inner_margin(Margin::symmetric(20, 12));
    CentralPanel::no_frame().frame(ground).show(ui, |ui| {
        message::message(ui, view, out);
        deal::deal(ui, view, out);
    });
    sheets::sheets(ui, view, out);
}
