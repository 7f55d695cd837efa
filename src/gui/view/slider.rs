//! A slider: one rail, the part up to the value filled, ticks where something happens. Logarithmic where the range is wide.

use crate::gui::theme::Theme;
use egui::accesskit::{Action, ActionData};
use egui::{Color32, Key, Modifiers, Rect, Response, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// A slider over whole or real numbers.
#[derive(Debug, Clone, Copy)]
pub struct Slider<'a> {
    /// Its name for screen readers.
    pub name: &'a str,
    /// What it holds.
    pub value: f64,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Equal ways stand for equal ratios rather than equal differences; needs `low` above 0.
    pub logarithmic: bool,
    /// One step of the arrow keys.
    pub step: f64,
    /// Marked values.
    pub ticks: &'a [u32],
}

impl Slider<'_> {
    /// Where a value lies, 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let (low, high, value) = if self.logarithmic {
            (libm::log(self.low), libm::log(self.high), libm::log(value))
        } else {
            (self.low, self.high, value)
        };
        if high > low { (value - low) / (high - low) } else { 0.0 }
    }

    /// The value at a place, 0 to 1, to a whole step.
    fn at(&self, share: f64) -> f64 {
        let share = share.clamp(0.0, 1.0);
        let value = if self.logarithmic {
            libm::exp(libm::log(self.low) + share * (libm::log(self.high) - libm::log(self.low)))
        } else {
            self.low + share * (self.high - self.low)
        };
        ((value / self.step).round() * self.step).clamp(self.low, self.high)
    }
}

const KNOB: f32 = 5.0;
const TICK: f32 = 4.0;

/// Shows the slider; returns another value where it was moved.
pub fn slider(ui: &mut Ui, theme: &Theme, input: &Slider<'_>) -> (Response, Option<f64>) {
    let height = if input.ticks.is_empty() { 12.0 } else { 12.0 + TICK };
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
    let id = egui::Id::unique(("slider", input.name));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let rail =
        Rect::from_min_max(pos2(rect.left() + KNOB, rect.top() + 4.0), pos2(rect.right() - KNOB, rect.top() + 8.0));
    let value = moved(ui, &response, rail, input);
    paint(ui, theme, rail, &response, input, value.unwrap_or(input.value));
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), input.value, input.name));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_min_numeric_value(input.low);
        node.set_max_numeric_value(input.high);
        node.set_numeric_value_step(input.step);
        for action in [Action::SetValue, Action::Increment, Action::Decrement] {
            node.add_action(action);
        }
    });
    let changed = value.filter(|value| (value - input.value).abs() > f64::EPSILON);
    (response, changed)
}

fn moved(ui: &Ui, response: &Response, rail: Rect, input: &Slider<'_>) -> Option<f64> {
    if let Some(pointer) = response.interact_pointer_pos() {
        return Some(input.at(f64::from((pointer.x - rail.left()) / rail.width())));
    }
    let (id, focused) = (response.id, response.has_focus());
    let steps = ui.input_mut(|events| {
        let mut steps = i32::from(events.num_accesskit_action_requests(id, Action::Increment) > 0);
        steps -= i32::from(events.num_accesskit_action_requests(id, Action::Decrement) > 0);
        if focused {
            for (key, by) in [(Key::ArrowLeft, -1), (Key::ArrowDown, -1), (Key::ArrowRight, 1), (Key::ArrowUp, 1)] {
                steps += if events.consume_key(Modifiers::NONE, key) { by } else { 0 };
            }
        }
        steps
    });
    if focused {
        let arrows = egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
    }
    let set = ui.input(|events| {
        let requests = events.accesskit_action_requests(id, Action::SetValue);
        let values = requests.filter_map(|request| match request.data {
            Some(ActionData::NumericValue(value)) => Some(value),
            _ => None,
        });
        values.last()
    });
    let stepped = (steps != 0).then(|| input.value + f64::from(steps) * input.step);
    set.or(stepped).map(|value| value.clamp(input.low, input.high))
}

#[expect(clippy::cast_possible_truncation, reason = "places on screen")]
fn paint(ui: &Ui, theme: &Theme, rail: Rect, response: &Response, input: &Slider<'_>, value: f64) {
    if !ui.is_rect_visible(response.rect) {
        return;
    }
    let painter = ui.painter();
    let x = |value: f64| rail.left() + rail.width() * input.share(value) as f32;
    let mut last = f32::NEG_INFINITY;
    for &tick in input.ticks {
        let at = x(f64::from(tick));
        // Ticks closer than three points would run into one bar.
        if at - last >= 3.0 && f64::from(tick) <= input.high {
            painter.vline(at, rail.bottom() + 4.0..=rail.bottom() + 4.0 + TICK, Stroke::new(1.0, theme.dim));
            last = at;
        }
    }
    let knob = pos2(x(value), rail.center().y);
    painter.rect_filled(rail, 2.0, rail_ink(theme));
    painter.rect_filled(Rect::from_min_max(rail.min, pos2(knob.x, rail.bottom())), 2.0, theme.accent);
    let radius = if response.hovered() || response.dragged() { KNOB + 1.0 } else { KNOB };
    painter.circle(knob, radius, theme.surface, Stroke::new(2.0, theme.accent));
    if response.has_focus() {
        painter.circle_stroke(knob, KNOB + 3.0, Stroke::new(1.0, theme.text));
    }
}

/// The rail's colour: dim, paler, and still three times as light or dark as the panel (WCAG 2.1, 1.4.11).
fn rail_ink(theme: &Theme) -> Color32 {
    theme.surface.lerp_to_gamma(theme.dim, 0.75)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast of two colours as WCAG 2.1 has it: (lighter + 0.05) ÷ (darker + 0.05) of the relative luminances.
    fn contrast(a: Color32, b: Color32) -> f64 {
        let linear = |byte: u8| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
        };
        let light = |colour: Color32| {
            0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b()) + 0.05
        };
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn rails_and_empty_boxes_can_be_seen() {
        for theme in [Theme::dark(), Theme::light()] {
            assert!(contrast(rail_ink(&theme), theme.surface) >= 3.0, "{}", contrast(rail_ink(&theme), theme.surface));
            assert!(contrast(theme.dim, theme.surface) >= 3.0);
        }
    }

    #[test]
    fn places_and_values_are_each_others_inverse() {
        let slider =
            Slider { name: "N", value: 1.0, low: 1.0, high: 32_768.0, logarithmic: true, step: 1.0, ticks: &[] };
        for value in [1.0, 2.0, 128.0, 4096.0, 32_768.0] {
            assert!((slider.at(slider.share(value)) - value).abs() < 1e-9);
        }
        assert!((slider.share(128.0) - 7.0 / 15.0).abs() < 1e-12);
    }
}
