//! Keys: how many, what they look like, and the load law.

use super::load;
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::{Field, Quantity};
use crate::gui::view::parts::{check_row, choice, number_row, remark, row};
use crate::gui::view::slider::{Slider, slider};
use crate::gui::view::text::{TextField, text_field, text_reason};
use crate::keys::{Generated, KeyType, LoadLaw, MAX_KEYS};
use crate::numerals::counted;
use crate::scenario::{Keys, Scenario};
use egui::{Align2, Ui};

/// The keys of the scenario.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    match &view.scenario.keys {
        Keys::Generated(now) => {
            if let Some(next) = generated(ui, view, now) {
                out.push(Command::Edit(Edit::Keys(Keys::Generated(next))));
            }
        }
        Keys::List(entries) => listed(ui, view, &counted(entries.len() as u64, "key", "keys"), "In the scenario", out),
        Keys::Typed(list) => listed(ui, view, &counted(list.keys.len() as u64, "key", "keys"), "In the scenario", out),
        Keys::File(file) => listed(ui, view, &file.path, "One key a line", out),
    }
    let field = Field { name: "Seed", value: view.scenario.seed, low: 0, high: u64::MAX, unit: "" };
    let text = "Seed of everything drawn by chance: which key gets which rank where shuffled, which events are drawn where \
                sampled. Same seed, same figures, on every machine.";
    let seed = number_row(ui, view.theme, &field, text, view.saved.seed, &|seed| view.check(Edit::Seed(seed)));
    out.extend(seed.map(|seed| Command::Edit(Edit::Seed(seed))));
}

/// The keys that a reset brings back: the saved ones where they are generated, else the built-in scenario's.
fn given(view: &AppView<'_>) -> Generated {
    match (&view.saved.keys, Scenario::built_in().keys) {
        (Keys::Generated(saved), _) => saved.clone(),
        (_, Keys::Generated(built_in)) => built_in,
        _ => unreachable!("the built-in scenario's keys are generated"),
    }
}

fn listed(ui: &mut Ui, view: &AppView<'_>, what: &str, where_from: &str, out: &mut Vec<Command>) {
    row(ui, "Keys", "The job's own keys, as the scenario has them.", |ui| ui.label(what));
    remark(ui, view.theme, where_from);
    if ui.button("Generate keys instead").on_hover_text("The list leaves the scenario; undo brings it back.").clicked()
    {
        out.push(Command::Edit(Edit::Keys(Keys::Generated(given(view)))));
    }
}

fn generated(ui: &mut Ui, view: &AppView<'_>, now: &Generated) -> Option<Generated> {
    let given = given(view);
    let mut next = now.clone();
    let check = |keys: Generated| view.check(Edit::Keys(Keys::Generated(keys)));
    let field = Field { name: "Keys", value: now.count, low: 1, high: MAX_KEYS, unit: "" };
    let drawn = if matches!(now.load, LoadLaw::Sampled { .. }) { " that may be drawn" } else { "" };
    let text = format!("Distinct keys{drawn}, numbered from {} on. They are counted, never held in memory.", now.first);
    let with_count = |count| Generated { count, ..now.clone() };
    let typed = number_row(ui, view.theme, &field, &text, given.count, &|count| check(with_count(count)));
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
    if let Some(law) = load::controls(ui, view, now, &given.load) {
        next.load = law;
    }
    if now.is_text()
        && let Some(text) = pattern(ui, view, now, given.pattern)
    {
        next.pattern = text;
    }
    if let Some(key_type) = key_type(ui, view, now.key_type, given.key_type) {
        next.key_type = key_type;
    }
    let text = "Which keys are the heavy ones. Off: the first ones, in the order of their numbers. On: any, mixed by the seed; how heavy \
                the heaviest, the second and so on are stays the same.";
    if let Some(on) = check_row(ui, "Shuffled ranks", text, now.shuffled) {
        next.shuffled = on;
    }
    (next != *now).then_some(next)
}

fn key_type(ui: &mut Ui, view: &AppView<'_>, now: KeyType, given: KeyType) -> Option<KeyType> {
    let types = view.scenario.engine.profile().key_types();
    let options: Vec<_> = types.iter().map(|key_type| (*key_type, on_screen(*key_type))).collect();
    let text = "What the keys are to the engine: it decides the bytes that are hashed.";
    let shown = row(ui, "Key type", text, |ui| choice(ui, "Key type", &now, &options));
    if shown.reset { Some(given) } else { shown.inner }
}

const fn on_screen(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::String => "Text",
        KeyType::I64 => "64-bit integer",
        KeyType::I32 => "32-bit integer",
        KeyType::I16 => "16-bit integer",
        KeyType::Bytes => "Bytes",
    }
}

/// The text around a key's number.
fn pattern(ui: &mut Ui, view: &AppView<'_>, now: &Generated, given: String) -> Option<String> {
    let explanation = "Text of a key; {} stands for its number.";
    let field = TextField {
        name: "Key pattern",
        value: &now.pattern,
        hint: "user-{}",
        width: 112.0,
        align: Align2::RIGHT_CENTER,
        rows: 1,
    };
    let with = |text: &str| Generated { pattern: text.to_owned(), ..now.clone() };
    let shown = row(ui, field.name, explanation, |ui| {
        let check = |text: &str| match text.matches("{}").count() {
            1 => view.check(Edit::Keys(Keys::Generated(with(text)))),
            _ => Err("Put {} once in the pattern, where the number goes.".to_owned()),
        };
        let (response, typed) = text_field(ui, view.theme, &field, &check);
        response.on_hover_text(explanation);
        typed
    });
    text_reason(ui, view.theme, field.name, field.value);
    if shown.reset { Some(given) } else { shown.inner }
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
