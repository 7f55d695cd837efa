//! One panel a file. Panels read the [`AppView`] and push commands; they change nothing.

mod chart;
mod chart_keys;
mod compare;
mod controls;
mod counts;
mod deal;
mod ends;
mod exploring;
pub mod losses;
mod message;
mod movement;
mod number;
mod palette;
mod parts;
mod probe;
mod sheets;
mod slider;
mod snapshot;
mod status;
mod steps;
mod tabs;
mod text;
mod top_bar;
mod verdict;
pub mod wall;
mod ways_out;
mod widths;
pub mod workers;

use super::command::Command;
use super::exploration::ViewKind;
use super::state::AppView;
use crate::figure;
use egui::{Color32, Layout, Rect, Stroke, Ui, UiBuilder, Vec2, vec2};

/// Height of the bar at the top, in points.
const TOP_HEIGHT: f32 = 44.0;
/// Height of the steps and the last line together, in points.
const BOTTOM_HEIGHT: f32 = 68.0;
/// Width of the panel of controls, in points: in a window 1280 wide and in one 1920 wide.
const CONTROLS_WIDTH: (f32, f32) = (256.0, 288.0);
/// Width of the panel of the verdict, in points: in a window 1280 wide and in one 1920 wide.
const VERDICT_WIDTH: (f32, f32) = (304.0, 360.0);
/// How much is left of the picture's ink while it is of an earlier state of the scenario.
const STALE_INK: f32 = 0.5;

/// Draws the window. The areas come in the order in which they are read, so that Tab goes through them in that order.
pub fn show(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let theme = view.theme;
    let (top, rest) = ui.max_rect().split_top_bottom_at_y(ui.max_rect().top() + TOP_HEIGHT);
    let (rest, bottom) = rest.split_top_bottom_at_y(rest.bottom() - BOTTOM_HEIGHT);
    let wide = ((ui.max_rect().width() - 1280.0) / 640.0).clamp(0.0, 1.0);
    let side = |(narrow, full): (f32, f32)| egui::lerp(narrow..=full, wide).round();
    let (left, rest) = rest.split_left_right_at_x(rest.left() + side(CONTROLS_WIDTH));
    let (middle, right) = rest.split_left_right_at_x(rest.right() - side(VERDICT_WIDTH));
    let ink = if view.is_stale() { STALE_INK } else { 1.0 };
    area(ui, "top bar", top, theme.surface, vec2(16.0, 0.0), |ui| top_bar::top_bar(ui, view, out));
    area(ui, "controls", left, theme.surface, vec2(16.0, 0.0), |ui| controls::controls(ui, view, out));
    area(ui, "view", middle, theme.ground, vec2(20.0, 12.0), |ui| {
        tabs::tabs(ui, view, out);
        ui.add_space(6.0);
        message::message(ui, view, out);
        ui.multiply_opacity(ink);
        shown(ui, view, out);
    });
    area(ui, "verdict", right, theme.surface, vec2(16.0, 0.0), |ui| {
        ui.multiply_opacity(ink);
        verdict::verdict(ui, view, out);
    });
    area(ui, "steps and status", bottom, theme.surface, vec2(16.0, 6.0), |ui| {
        steps::steps(ui, view, out);
        status::status(ui, view, out);
    });
    let line = Stroke::new(1.0, theme.line);
    ui.painter().hline(top.x_range(), top.bottom(), line);
    ui.painter().hline(bottom.x_range(), bottom.top(), line);
    ui.painter().vline(left.right(), left.y_range(), line);
    ui.painter().vline(right.left(), right.y_range(), line);
    sheets::sheets(ui, view, out);
}

/// The view that is up.
fn shown(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    match view.state.shown {
        ViewKind::Deal => {
            deal::deal(ui, view, out);
            if let (true, Some(report), Some((at, _))) = (view.state.chart_wanted, &view.state.report, view.deal()) {
                out.extend(chart::saved(view, "Deal", &|look| figure::deal(report, at, look)));
            }
        }
        ViewKind::Widths => widths::widths(ui, view, out),
        ViewKind::Counts => counts::counts(ui, view, out),
        ViewKind::Move => movement::movement(ui, view, out),
        ViewKind::Snapshot => snapshot::snapshot(ui, view, out),
        ViewKind::WaysOut => ways_out::ways_out(ui, view, out),
        ViewKind::Compare => compare::compare(ui, view, out),
    }
}

/// A part of the window, its content clipped to it.
fn area(ui: &mut Ui, name: &str, rect: Rect, fill: Color32, margin: Vec2, content: impl FnOnce(&mut Ui)) {
    ui.painter().rect_filled(rect, 0.0, fill);
    let inside = UiBuilder::new().id_salt(name).max_rect(rect.shrink2(margin)).layout(Layout::default());
    let mut child = ui.new_child(inside);
    child.shrink_clip_rect(rect);
    content(&mut child);
}
