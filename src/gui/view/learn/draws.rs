//! A figure under other keys, where chance matters: one dot a draw, the mean and the value seen marked.

use super::over;
use crate::gui::learning::LessonPlace;
use crate::gui::paint::length;
use crate::gui::theme::{Theme, caption};
use crate::learn::{Kind, Quantity};
use crate::numerals::short;
use egui::{Align2, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Width of a dot with its gap, in points.
const DOT: f32 = 9.0;

/// Shows the dots, those of one value on each other; nothing where the step has none.
pub fn draws(ui: &mut Ui, theme: &Theme, place: &LessonPlace) {
    let draws = place.walk.draws();
    let (Some(low), Some(high), Some(mean)) =
        (draws.iter().copied().reduce(f64::min), draws.iter().copied().reduce(f64::max), place.walk.mean_of_draws())
    else {
        return;
    };
    over(ui, theme, &title(place, mean));
    let same = |a: f64, b: f64| (a - b).abs() < 1e-9;
    // How many of the draws before it have the same value: its place in the pile.
    let rank = |at: usize| draws[..at].iter().filter(|other| same(**other, draws[at])).count();
    let ranks: Vec<f32> = (0..draws.len()).map(|at| length(u32::try_from(rank(at)).unwrap_or(0))).collect();
    let highest = ranks.iter().copied().fold(0.0, f32::max);
    let room = vec2(ui.available_width(), DOT * (highest + 1.0) + 24.0);
    let (rect, response) = ui.allocate_exact_size(room, Sense::hover());
    let heard = draws.iter().map(|draw| short(*draw)).collect::<Vec<_>>().join(", ");
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Draws: {heard}")));
    let line = rect.shrink2(vec2(14.0, 0.0));
    let span = (high - low).max(1.0);
    #[expect(clippy::cast_possible_truncation, reason = "points")]
    let x = |value: f64| line.left() + line.width() * ((value - low) / span) as f32;
    let y = rect.bottom() - 20.0;
    ui.painter().hline(line.x_range(), y, Stroke::new(1.0, theme.line));
    ui.painter().vline(x(mean), rect.top()..=y + 4.0, Stroke::new(1.5, theme.text));
    for (&draw, rank) in draws.iter().zip(ranks) {
        ui.painter().circle_filled(pos2(x(draw), y - DOT * (rank + 0.5)), DOT / 2.0 - 0.5, theme.accent);
    }
    for value in [low, high] {
        ui.painter().text(pos2(x(value), y + 4.0), Align2::CENTER_TOP, short(value), caption(), theme.dim);
    }
}

/// What the dots are of, their mean, and what calculation expects where there is a formula.
fn title(place: &LessonPlace, mean: f64) -> String {
    let kind = place.walk.step().draws.as_ref().map(|figure| figure.kind);
    let name = Kind::ALL.iter().find(|(known, _)| Some(*known) == kind).map_or("", |(_, name)| name);
    let (what, formula) = match kind {
        Some(Kind::Keyless) => ("workers without a key".to_owned(), "expected_keyless".parse::<Quantity>().ok()),
        _ => (name.replace('_', " "), None),
    };
    let times = place.walk.draws().len();
    let told = format!("With other keys, {times} times: {what}, {} on average", short(mean));
    match formula.and_then(|formula| formula.of(place.walk.scene())) {
        Some(expected) => format!("{told}; {expected} expected by calculation"),
        None => told,
    }
}
