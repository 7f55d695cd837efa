//! One panel a file. Panels read the [`AppView`] and push commands; they change nothing.

mod chance;
mod chart;
mod chart_keys;
mod compare;
mod controls;
mod counts;
mod deal;
mod ends;
mod explain_sheet;
mod exploring;
mod import_sheet;
mod learn;
pub mod losses;
mod message;
mod movement;
mod number;
mod palette;
mod parts;
mod parts_sheet;
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
/// Height of the last line, in points: alone, and under the steps.
const BOTTOM_HEIGHT: [f32; 2] = [32.0, 68.0];
/// Width of the panel of controls, in points: in windows 960, 1280 and 1920 wide.
const CONTROLS_WIDTH: [f32; 3] = [256.0, 256.0, 288.0];
/// Width of the panel of a lesson's text, in points: in windows 960, 1280 and 1920 wide.
const LESSON_WIDTH: [f32; 3] = [300.0, 340.0, 400.0];
/// Width of the panel of the verdict, in points: in windows 960, 1280 and 1920 wide.
const VERDICT_WIDTH: [f32; 3] = [256.0, 304.0, 360.0];
/// How much is left of the picture's ink while it is of an earlier state of the scenario.
const STALE_INK: f32 = 0.5;

/// Draws the window. The areas come in the order in which they are read, so that Tab goes through them in that order.
pub fn show(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let theme = view.theme;
    let (top, rest) = ui.max_rect().split_top_bottom_at_y(ui.max_rect().top() + TOP_HEIGHT);
    let learns = view.state.shown == ViewKind::Learn;
    let lesson = learns && learn::is_in_lesson(view);
    // A page has no step to go to.
    let stepped = !learns || lesson;
    let (rest, bottom) = rest.split_top_bottom_at_y(rest.bottom() - BOTTOM_HEIGHT[usize::from(stepped)]);
    let wide = ui.max_rect().width();
    let side = |[small, usual, full]: [f32; 3]| {
        let width = if wide < 1280.0 {
            egui::remap_clamp(wide, 960.0..=1280.0, small..=usual)
        } else {
            egui::remap_clamp(wide, 1280.0..=1920.0, usual..=full)
        };
        width.round()
    };
    let (left, rest) =
        rest.split_left_right_at_x(rest.left() + side(if lesson { LESSON_WIDTH } else { CONTROLS_WIDTH }));
    // While one learns, the verdict would give the answers away.
    let verdict_width = if learns { 0.0 } else { side(VERDICT_WIDTH) };
    let (middle, right) = rest.split_left_right_at_x(rest.right() - verdict_width);
    let ink = if view.is_stale() { STALE_INK } else { 1.0 };
    area(ui, "top bar", top, theme.surface, vec2(16.0, 0.0), |ui| top_bar::top_bar(ui, view, out));
    area(ui, "controls", left, theme.surface, vec2(16.0, 0.0), |ui| {
        if learns { learn::side(ui, view, out) } else { controls::controls(ui, view, out) }
    });
    area(ui, "view", middle, theme.ground, vec2(20.0, 12.0), |ui| {
        tabs::tabs(ui, view, out);
        ui.add_space(6.0);
        message::message(ui, view, out);
        if learns && !lesson {
            learn::page(ui, view, out);
        } else {
            if !learns {
                learn::mistake_strip(ui, view, out);
            }
            ui.multiply_opacity(ink);
            shown(ui, view, out);
        }
    });
    if !learns {
        area(ui, "verdict", right, theme.surface, vec2(16.0, 0.0), |ui| {
            ui.multiply_opacity(ink);
            verdict::verdict(ui, view, out);
        });
    }
    area(ui, "steps and status", bottom, theme.surface, vec2(16.0, 6.0), |ui| {
        if stepped {
            steps::steps(ui, view, out);
        }
        status::status(ui, view, out);
    });
    let line = Stroke::new(1.0, theme.line);
    ui.painter().hline(top.x_range(), top.bottom(), line);
    ui.painter().hline(bottom.x_range(), bottom.top(), line);
    ui.painter().vline(left.right(), left.y_range(), line);
    if !learns {
        ui.painter().vline(right.left(), right.y_range(), line);
    }
    sheets::sheets(ui, view, out);
}

/// The view that is up.
fn shown(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    match view.state.pictured() {
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
        ViewKind::Learn => learn::page(ui, view, out),
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
