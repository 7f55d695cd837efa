//! Where the width is lost: uneven deal, few keys, hot key, each as the peak-to-mean ratio that it alone forces.

use crate::gui::theme::{Theme, caption, strong};
use crate::numerals::times;
use crate::simulate::Loss;
use egui::{Align2, Color32, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Height of a loss, name and bar, in points.
const ROW: f32 = 24.0;

/// Height of a bar, in points.
const BAR: f32 = 5.0;

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

/// Draws the three losses, a short bar each. Lengths are logarithmic: losses multiply, so their bars add up. `hot`: whether the
/// hottest key stands out of the others.
pub fn losses(ui: &mut Ui, theme: &Theme, loss: &Loss, hot: bool) {
    let rows = [
        Row {
            name: "Uneven deal",
            ratio: loss.dealing,
            colour: theme.warn,
            cause: "Most buckets on a worker, against the mean: some workers own one bucket more than others.",
            cure: "What helps: a width that divides the bucket count, or at the next first start a count that the widths divide.",
        },
        Row {
            name: "Few or unlucky keys",
            ratio: loss.chance,
            colour: theme.accent,
            cause: "What chance adds: keys fall on buckets as they hash, and few keys fall unevenly.",
            cure: "What helps: more distinct keys, or a dealing rule that looks at the load.",
        },
        heaviest_key(theme, loss.hot_key_floor, hot),
    ];
    let full = rows.iter().fold(FULL, |full, row| full.max(row.ratio));
    ui.spacing_mut().item_spacing.y = 8.0;
    for row in &rows {
        bar(ui, theme, row, full);
    }
}

/// The third row: a hot key, or one key among equals that is more than a worker's fair share.
fn heaviest_key(theme: &Theme, ratio: f64, hot: bool) -> Row {
    if hot || ratio <= NONE {
        Row {
            name: "Hot key",
            ratio,
            colour: theme.bad,
            cause: "The hottest key's load, against a worker's mean: one key is never shared among workers.",
            cure: "What helps: splitting the key (a salt, a first aggregation before the shuffle). More buckets do not.",
        }
    } else {
        Row {
            name: "One key, no hot one",
            ratio,
            colour: theme.dim,
            cause: "No key stands out. There are so few that one alone is more than a worker's fair share.",
            cure: "What helps: more distinct keys, or fewer workers. Splitting one key does not.",
        }
    }
}

fn bar(ui: &mut Ui, theme: &Theme, row: &Row, full: f64) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    #[expect(clippy::cast_possible_truncation, reason = "a share of 1")]
    let share = (libm::log(row.ratio.max(1.0)) / libm::log(full)) as f32;
    let none = row.ratio <= NONE;
    let (number, ink) = if none { ("none".to_owned(), theme.dim) } else { (times(row.ratio), theme.text) };
    let painter = ui.painter();
    painter.text(rect.left_top(), Align2::LEFT_TOP, row.name, caption(), ink);
    painter.text(rect.right_top(), Align2::RIGHT_TOP, &number, if none { caption() } else { strong(11.0) }, ink);
    let track = rect.with_min_y(rect.bottom() - BAR);
    painter.rect_filled(track, BAR / 2.0, theme.raised);
    if !none {
        let length = (rect.width() * share).max(BAR);
        painter.rect_filled(track.with_max_x(track.left() + length), BAR / 2.0, row.colour);
    }
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Meter, true, format!("Loss by {}: {number}", row.name.to_lowercase()))
    });
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(format!("{}: {}", row.name, times(row.ratio))).font(strong(13.0)));
        ui.label(row.cause);
        ui.label(RichText::new(row.cure).color(theme.dim));
    });
}
