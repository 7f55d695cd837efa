//! Where the width is lost: dealing, few keys, hot key, each as the peak-to-mean ratio that it alone forces.

use crate::gui::theme::{Theme, caption};
use crate::numerals::times;
use crate::simulate::Loss;
use egui::{Align2, Color32, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Height of a bar's row, in points.
const ROW: f32 = 20.0;

/// The ratio whose bar fills the width, unless one is larger: half as much again as the mean.
const FULL: f64 = 1.5;

/// A ratio at or below this reads as none: it shows as 1.00×.
const NONE: f64 = 1.005;

struct Row {
    name: &'static str,
    ratio: f64,
    colour: Color32,
    /// Where it comes from.
    cause: &'static str,
    /// What would make it smaller.
    cure: &'static str,
}

/// Draws the three losses, a short bar each. Lengths are logarithmic: losses multiply, so their bars add up.
pub fn losses(ui: &mut Ui, theme: &Theme, loss: &Loss) {
    let rows = [
        Row {
            name: "dealing",
            ratio: loss.dealing,
            colour: theme.warn,
            cause: "Most buckets on a worker, against the mean: some workers own one bucket more than others.",
            cure: "What helps: a width that divides the bucket count, or at the next first start a count that the widths divide.",
        },
        Row {
            name: "few or unlucky keys",
            ratio: loss.chance,
            colour: theme.accent,
            cause: "What chance adds: keys fall on buckets as they hash, and few keys fall unevenly.",
            cure: "What helps: more distinct keys, or a dealing rule that looks at the load.",
        },
        Row {
            name: "hot key",
            ratio: loss.hot_key_floor,
            colour: theme.bad,
            cause: "The hottest key's load, against a worker's mean: one key is never shared among workers.",
            cure: "What helps: splitting the key (a salt, a first aggregation before the shuffle). More buckets do not.",
        },
    ];
    let full = rows.iter().fold(FULL, |full, row| full.max(row.ratio));
    ui.spacing_mut().item_spacing.y = 4.0;
    for row in &rows {
        bar(ui, theme, row, full);
    }
}

fn bar(ui: &mut Ui, theme: &Theme, row: &Row, full: f64) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    #[expect(clippy::cast_possible_truncation, reason = "a share of 1")]
    let share = (libm::log(row.ratio.max(1.0)) / libm::log(full)) as f32;
    let text =
        if row.ratio <= NONE { format!("{}: none", row.name) } else { format!("{} {}", row.name, times(row.ratio)) };
    let length = (rect.width() * share).max(2.0);
    let bar = Rect::from_min_size(rect.min + vec2(0.0, 2.0), vec2(length, ROW - 4.0));
    ui.painter().rect_filled(bar, 3.0_f32.min(length / 2.0), row.colour);
    let inside = ui.painter().layout_no_wrap(text.clone(), caption(), theme.on(row.colour));
    if inside.size().x + 12.0 <= length {
        let place = Align2::LEFT_CENTER.anchor_size(bar.left_center() + vec2(6.0, 0.0), inside.size());
        ui.painter().galley(place.min, inside, theme.on(row.colour));
    } else {
        let ink = if row.ratio <= NONE { theme.dim } else { theme.text };
        // Beside the bar, or, where a long label would leave the panel, at its right edge.
        let outside = ui.painter().layout_no_wrap(text.clone(), caption(), ink);
        let left = (bar.right() + 6.0).min(rect.right() - outside.size().x);
        let place = Align2::LEFT_CENTER.anchor_size(egui::pos2(left, bar.center().y), outside.size());
        ui.painter().galley(place.min, outside, ink);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, format!("Loss, {text}")));
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(format!("{}: {}", row.name, times(row.ratio))).strong());
        ui.label(row.cause);
        ui.label(RichText::new(row.cure).color(theme.dim));
    });
}
