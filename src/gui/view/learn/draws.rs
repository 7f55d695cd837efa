//! A figure under other keys, where chance matters: one dot a draw, the mean and the value seen marked.

use super::over;
use crate::gui::learning::LessonPlace;
use crate::gui::theme::{Theme, caption};
use crate::numerals::short;
use egui::{Align2, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Shows the row of dots; nothing where the step has none.
pub fn draws(ui: &mut Ui, theme: &Theme, place: &LessonPlace) {
    let draws = place.walk.draws();
    let (Some(low), Some(high), Some(mean)) =
        (draws.iter().copied().reduce(f64::min), draws.iter().copied().reduce(f64::max), place.walk.mean_of_draws())
    else {
        return;
    };
    over(ui, theme, &format!("The same with other keys, {} times: mean {}", draws.len(), short(mean)));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::hover());
    let heard = draws.iter().map(|draw| short(*draw)).collect::<Vec<_>>().join(", ");
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Draws: {heard}")));
    let line = rect.shrink2(vec2(14.0, 0.0));
    let span = (high - low).max(1.0);
    #[expect(clippy::cast_possible_truncation, reason = "points")]
    let x = |value: f64| line.left() + line.width() * ((value - low) / span) as f32;
    let y = rect.top() + 14.0;
    ui.painter().hline(line.x_range(), y, Stroke::new(1.0, theme.line));
    for &draw in draws {
        ui.painter().circle_filled(pos2(x(draw), y), 4.0, theme.accent.gamma_multiply(0.55));
    }
    ui.painter().vline(x(mean), y - 9.0..=y + 9.0, Stroke::new(2.0, theme.text));
    for value in [low, high] {
        ui.painter().text(pos2(x(value), y + 10.0), Align2::CENTER_TOP, short(value), caption(), theme.dim);
    }
}
