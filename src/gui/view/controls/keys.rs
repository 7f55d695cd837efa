//! Keys: how many, what they look like, and the load law.

use super::load;
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::theme::caption;
use crate::gui::view::number::{Field, Quantity};
use crate::gui::view::parts::{check_row, choice, number_row, remark, row};
use crate::gui::view::slider::{Slider, slider};
use crate::keys::{Generated, KeyType, MAX_KEYS};
use crate::numerals::counted;
use crate::scenario::{Keys, Scenario};
use egui::{Id, RichText, TextEdit, Ui};

/// The keys of the scenario.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    match &view.scenario.keys {
        Keys::Generated(now) => {
            if let Some(next) = generated(ui, view, now) {
                out.push(Command::Edit(Edit::Keys(Keys::Generated(next))));
            }
        }
        Keys::List(entries) => listed(ui, view, &counted(entries.len() as u64, "key", "keys"), "in the scenario", out),
        Keys::Typed(list) => listed(ui, view, &counted(list.keys.len() as u64, "key", "keys"), "in the scenario", out),
        Keys::File(file) => listed(ui, view, &file.path, "one key a line", out),
    }
    let field = Field { name: "Seed", value: view.scenario.seed, low: 0, high: u64::MAX, unit: "" };
    let text = "Seed of everything drawn by chance: which key gets which rank where shuffled, which events are drawn where \
                sampled. Same seed, same figures, on every machine.";
    let seed =
        number_row(ui, view.theme, &field, text, Scenario::built_in().seed, &|seed| view.check(Edit::Seed(seed)));
    out.extend(seed.map(|seed| Command::Edit(Edit::Seed(seed))));
}

/// The built-in scenario's keys: what a reset brings back.
pub fn given() -> Generated {
    match Scenario::built_in().keys {
        Keys::Generated(keys) => keys,
        _ => unreachable!("the built-in scenario's keys are generated"),
    }
}

fn listed(ui: &mut Ui, view: &AppView<'_>, what: &str, where_from: &str, out: &mut Vec<Command>) {
    row(ui, "Keys", "The job's own keys, as the scenario has them.", |ui| ui.label(what));
    remark(ui, view.theme, where_from);
    if ui.button("Generate keys instead").on_hover_text("The list leaves the scenario; undo brings it back.").clicked()
    {
        out.push(Command::Edit(Edit::Keys(Keys::Generated(given()))));
    }
}

fn generated(ui: &mut Ui, view: &AppView<'_>, now: &Generated) -> Option<Generated> {
    let given = given();
    let mut next = now.clone();
    let check = |keys: Generated| view.check(Edit::Keys(Keys::Generated(keys)));
    let field = Field { name: "Keys", value: now.count, low: 1, high: MAX_KEYS, unit: "" };
    let text = "Distinct keys: text with the numbers 1, 2, 3 … They are counted, never held in memory.";
    let with_count = |count| Generated { count, ..now.clone() };
    let typed = number_row(ui, view.theme, &field, text, given.count, &|count| check(with_count(count)));
    let input = Slider {
        name: "Keys",
        value: now.count.to_f64(),
        low: 1.0,
        high: 1e9_f64.max(now.count.to_f64()),
        logarithmic: true,
        step: 1.0,
        ticks: &[],
    };
    let moved = slider(ui, view.theme, &input).1.map(two_digits).filter(|count| check(with_count(*count)).is_ok());
    if let Some(count) = typed.or(moved) {
        next.count = count;
    }
    if let Some(law) = load::controls(ui, view, now) {
        next.load = law;
    }
    if now.is_text()
        && let Some(text) = pattern(ui, view, now)
    {
        next.pattern = text;
    }
    if let Some(key_type) = key_type(ui, view, now.key_type) {
        next.key_type = key_type;
    }
    let text = "Off: key number k has rank k, so key 1 is the hottest. On: the seed deals the ranks to the keys.";
    if let Some(on) = check_row(ui, "Shuffled ranks", text, now.shuffled) {
        next.shuffled = on;
    }
    (next != *now).then_some(next)
}

fn key_type(ui: &mut Ui, view: &AppView<'_>, now: KeyType) -> Option<KeyType> {
    let types = view.scenario.engine.profile().key_types();
    let options: Vec<_> = types.iter().map(|key_type| (*key_type, key_type.name())).collect();
    let text = "What the keys are to the engine: it decides the bytes that are hashed.";
    let shown = row(ui, "Key type", text, |ui| choice(ui, "Key type", &now, &options));
    if shown.reset { Some(KeyType::String) } else { shown.inner }
}

/// The text around a key's number. What cannot be stays as typed, with the reason under it.
fn pattern(ui: &mut Ui, view: &AppView<'_>, now: &Generated) -> Option<String> {
    let id = Id::unique("key pattern");
    let draft: Option<(String, String)> = ui.data(|data| data.get_temp(id));
    let mut text = draft.filter(|(_, of)| *of == now.pattern).map_or_else(|| now.pattern.clone(), |(text, _)| text);
    let explanation = "Text of a key; {} stands for its number.";
    let shown = row(ui, "Key", explanation, |ui| {
        let edit = TextEdit::singleline(&mut text).desired_width(112.0).align(egui::Align2::RIGHT_CENTER);
        let response = ui.add(edit).on_hover_text(explanation);
        response.accessible_name("Key pattern").changed()
    });
    if shown.reset {
        return Some(given().pattern);
    }
    let wanted = view.check(Edit::Keys(Keys::Generated(Generated { pattern: text.clone(), ..now.clone() })));
    if let Err(reason) = &wanted {
        ui.label(RichText::new(reason).font(caption()).color(view.theme.bad));
    }
    if shown.inner {
        let of = if wanted.is_ok() { text.clone() } else { now.pattern.clone() };
        ui.data_mut(|data| data.insert_temp(id, (text.clone(), of)));
    }
    (shown.inner && wanted.is_ok()).then_some(text)
}

/// A count of which a hand on a slider means the first two digits.
fn two_digits(count: f64) -> u64 {
    let count = u64::from_f64(count);
    let unit = 10_u64.pow(count.checked_ilog10().unwrap_or(0).saturating_sub(1));
    count / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_gives_round_counts() {
        assert_eq!([1.0, 99.0, 12_345.0, 1e9].map(two_digits), [1, 99, 12_000, 1_000_000_000]);
    }
}
