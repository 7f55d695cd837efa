//! Bars to be dragged, one a worker: a guess, and the truth over it.

use super::keys::arrive;
use crate::engine::Words;
use crate::gui::paint::sentence;
use crate::gui::theme::{Theme, caption};
use crate::numerals::grouped;
use crate::unit::rounded;
use egui::accesskit::{Action, ActionData, Role};
use egui::{Align2, CursorIcon, Id, Key, Modifiers, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

/// Height of the highest bar, in points.
const HEIGHT: f32 = 132.0;
/// Room for the numbers under and over the bars, in points.
const LABEL: f32 = 16.0;
/// How many steps the arrow keys take from nothing to the top.
const STEPS: f64 = 40.0;

/// Shows the bars; returns new heights where one was dragged. With the truth they are only looked at.
pub fn bars(
    ui: &mut Ui,
    theme: &Theme,
    words: &Words,
    (heights, top): (&[f64], f64),
    truth: Option<&[f64]>,
) -> Option<Vec<f64>> {
    // Once they are only looked at, the highest of all fills the room.
    let top = truth.map_or(top, |truth| truth.iter().chain(heights).copied().fold(1.0, f64::max));
    let room = vec2(ui.available_width(), HEIGHT + 2.0 * LABEL);
    let (rect, response) = ui.allocate_exact_size(room, Sense::hover());
    if let Some(truth) = truth {
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, heard(words, heights, truth)));
    }
    let plot = Rect::from_min_max(rect.min + vec2(0.0, LABEL), rect.max - vec2(0.0, LABEL));
    ui.painter().hline(plot.x_range(), plot.bottom(), Stroke::new(1.0, theme.line));
    let mut changed = None;
    for (at, &height) in heights.iter().enumerate() {
        let slot = slot(plot, at, heights.len());
        let found = truth.map(|truth| truth.get(at).copied().unwrap_or(0.0));
        paint(ui, theme, slot, at, (height, found, top));
        if truth.is_none()
            && let Some(height) = dragged(ui, slot, (at, words), height, top)
        {
            let mut next = heights.to_vec();
            next[at] = height;
            changed = Some(next);
        }
    }
    changed
}

/// Every guess beside the truth, as a screen reader says it: "Worker 0: you said 1, it is 3; worker 1: …".
fn heard(words: &Words, heights: &[f64], truth: &[f64]) -> String {
    let number = |height: f64| grouped(rounded(height));
    let bars = heights.iter().enumerate().map(|(at, &guess)| {
        let found = truth.get(at).copied().unwrap_or(0.0);
        format!("{} {at}: you said {}, it is {}", words.worker, number(guess), number(found))
    });
    sentence(&bars.collect::<Vec<_>>().join("; "))
}

#[expect(clippy::cast_precision_loss, reason = "a dozen bars")]
fn slot(plot: Rect, at: usize, of: usize) -> Rect {
    let width = plot.width() / of.max(1) as f32;
    let left = plot.left() + width * at as f32;
    Rect::from_min_max(pos2(left, plot.top()), pos2(left + width, plot.bottom()))
        .shrink2(vec2((width * 0.12).min(6.0), 0.0))
}

#[expect(clippy::cast_possible_truncation, reason = "points")]
fn bar(slot: Rect, height: f64, top: f64) -> Rect {
    slot.with_min_y(slot.bottom() - slot.height() * (height / top).clamp(0.0, 1.0) as f32)
}

fn paint(ui: &Ui, theme: &Theme, slot: Rect, at: usize, (guess, found, top): (f64, Option<f64>, f64)) {
    let painter = ui.painter();
    let owner = theme.owner(u32::try_from(at).unwrap_or(0));
    let text = |at: egui::Pos2, align, text: String, ink| painter.text(at, align, text, caption(), ink);
    if let Some(found) = found {
        let (told, said) = (bar(slot, found, top), bar(slot, guess, top));
        painter.rect_filled(told, 2.0, owner);
        let number = grouped(rounded(found));
        if rounded(guess) == rounded(found) {
            text(told.center_top() - vec2(0.0, 2.0), Align2::CENTER_BOTTOM, number, theme.text);
        } else {
            painter.rect_stroke(said, 2.0, Stroke::new(1.5, theme.text), StrokeKind::Inside);
            let guess_ink = if guess < found { theme.on(owner) } else { theme.dim };
            // Each number over what it is of; where one has no room there, it stands below the line.
            let apart = (told.top() - said.top()).abs();
            let place = |of: Rect, room: f32| {
                if room >= LABEL {
                    (of.center_top() - vec2(0.0, 2.0), Align2::CENTER_BOTTOM)
                } else {
                    (of.center_top() + vec2(0.0, 2.0), Align2::CENTER_TOP)
                }
            };
            let (at, align) = place(told, if guess < found { LABEL } else { apart });
            text(at, align, number, if align == Align2::CENTER_TOP { theme.on(owner) } else { theme.text });
            let (at, align) = place(said, if guess < found { apart } else { LABEL });
            text(at, align, format!("you {}", grouped(rounded(guess))), guess_ink);
        }
    } else {
        painter.rect_filled(slot, 2.0, theme.raised);
        painter.rect_filled(bar(slot, guess, top), 2.0, theme.faded(owner, 0.35));
        let handle = bar(slot, guess, top).center_top();
        painter.hline(slot.x_range(), handle.y, Stroke::new(2.0, theme.accent));
        text(handle - vec2(0.0, 2.0), Align2::CENTER_BOTTOM, grouped(rounded(guess)), theme.text);
    }
    text(slot.center_bottom() + vec2(0.0, 2.0), Align2::CENTER_TOP, at.to_string(), theme.dim);
}

/// A new height by drag, click or arrow key.
fn dragged(ui: &Ui, slot: Rect, (at, words): (usize, &Words), height: f64, top: f64) -> Option<f64> {
    let id = Id::unique(("guessed bar", at));
    let response = ui.interact(slot, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeVertical);
    response.widget_info(|| WidgetInfo::slider(true, height, sentence(&format!("{} {at}", words.worker))));
    if at == 0 {
        arrive(ui, ("bars", top.to_bits()), &response);
    }
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(Role::Slider);
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(top);
        node.add_action(Action::SetValue);
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
    });
    if response.has_focus() {
        ui.painter().rect_stroke(slot.expand(2.0), 3.0, ui.visuals().selection.stroke, StrokeKind::Outside);
        ui.memory_mut(|memory| {
            memory.set_focus_lock_filter(id, egui::EventFilter { vertical_arrows: true, ..Default::default() });
        });
    }
    let whole = |height: f64| height.clamp(0.0, top).round();
    if let Some(point) = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked()) {
        let share = f64::from((slot.bottom() - point.y) / slot.height());
        return Some(whole(share * top)).filter(|next| (next - height).abs() > 0.0);
    }
    let step = (top / STEPS).max(1.0);
    let keys = response.has_focus().then(|| {
        ui.input_mut(|input| {
            let up = input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp);
            let down = input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown);
            (up, down)
        })
    });
    let asked = asked_by_reader(ui, id, height, step);
    match (keys, asked) {
        (_, Some(asked)) => Some(whole(asked)),
        (Some((up, down)), None) if up != down => Some(whole(height + if up > down { step } else { -step })),
        _ => None,
    }
}

/// A height that a screen reader or a test sets.
fn asked_by_reader(ui: &Ui, id: Id, height: f64, step: f64) -> Option<f64> {
    ui.input(|input| {
        let set = input.accesskit_action_requests(id, Action::SetValue).filter_map(|request| match request.data {
            Some(ActionData::NumericValue(value)) => Some(value),
            _ => None,
        });
        let up = input.num_accesskit_action_requests(id, Action::Increment);
        let down = input.num_accesskit_action_requests(id, Action::Decrement);
        let moved = (up > down).then_some(height + step).or((down > up).then_some(height - step));
        set.last().or(moved)
    })
}
