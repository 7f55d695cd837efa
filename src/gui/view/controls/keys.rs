//! Keys: how many, what they look like, and the load law.

use super::{counted, listed, load};
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::{Field, Quantity};
use crate::gui::view::parts::{check_row, choice_row, number_row, text_row};
use crate::gui::view::slider::{Slider, slider};
use crate::gui::view::text::TextField;
use crate::keys::{Generated, KeyType, LoadLaw, MAX_KEYS};
use crate::scenario::{Keys, Scenario};
use egui::Ui;

/// The largest number that a key may have.
const LARGEST: u64 = i64::MAX as u64;

/// The keys of the scenario.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let source = listed::source(ui, view);
    let next = match &view.scenario.keys {
        Keys::Generated(now) => generated(ui, view, now).map(Keys::Generated),
        Keys::List(entries) => listed::entries(ui, view, KeyType::String, entries),
        Keys::Typed(list) => listed::entries(ui, view, list.key_type, &list.keys),
        Keys::File(file) => listed::file(ui, view, file, out),
        Keys::Buckets(file) => counted::buckets(ui, view, file, out),
        Keys::Snapshot(file) => counted::observed(ui, view, file),
    };
    out.extend(source.or(next).map(|keys| Command::Edit(Edit::Keys(keys))));
    let field = Field { name: "Seed", value: view.scenario.seed, low: 0, high: u64::MAX, unit: "" };
    let text = "Seed of everything drawn by chance: which key gets which rank where shuffled, which events are drawn where \
                sampled. Same seed, same figures, on every machine.";
    let seed = number_row(ui, view.theme, &field, text, view.saved.seed, &|seed| view.check(Edit::Seed(seed)));
    out.extend(seed.map(|seed| Command::Edit(Edit::Seed(seed))));
}

/// The generated keys that a reset brings back: the saved ones where they are generated, else the built-in scenario's.
pub(super) fn given(view: &AppView<'_>) -> Generated {
    match (&view.saved.keys, Scenario::built_in().keys) {
        (Keys::Generated(saved), _) => saved.clone(),
        (_, Keys::Generated(built_in)) => built_in,
        _ => unreachable!("the built-in scenario's keys are generated"),
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
        && let Some(text) = pattern(ui, view, now, &given.pattern)
    {
        next.pattern = text;
    }
    let number = number_row(
        ui,
        view.theme,
        &Field { name: "First number", value: now.first, low: 0, high: LARGEST, unit: "" },
        "The first key's number; each further key has the next one.",
        given.first,
        &|first| check(Generated { first, ..now.clone() }),
    );
    if let Some(first) = number {
        next.first = first;
    }
    if let Some(key_type) = key_type_of(ui, view, "Key type", (now.key_type, given.key_type), KeyType::is_generated) {
        next.key_type = key_type;
    }
    let text = "Which keys are the heavy ones. Off: the first ones, in the order of their numbers. On: any, mixed by the seed; how heavy \
                the heaviest, the second and so on are stays the same.";
    if let Some(on) = check_row(ui, "Shuffled ranks", text, now.shuffled) {
        next.shuffled = on;
    }
    (next != *now).then_some(next)
}

/// What the keys are to the engine, of the types that it hashes.
pub(super) fn key_type(ui: &mut Ui, view: &AppView<'_>, now: KeyType, given: KeyType) -> Option<KeyType> {
    key_type_of(ui, view, "Key type", (now, given), |_| true)
}

/// The same of a list that is still to be taken.
pub fn key_type_of_list(ui: &mut Ui, view: &AppView<'_>, now: KeyType) -> Option<KeyType> {
    key_type_of(ui, view, "Keys are read as", (now, view.state.list_options().key_type), |_| true)
}

/// As [`key_type`], of those types that are wanted. Types with parts of their own are chosen in the scenario file, and stay here.
fn key_type_of(
    ui: &mut Ui,
    view: &AppView<'_>,
    name: &str,
    (now, given): (KeyType, KeyType),
    is_wanted: impl Fn(KeyType) -> bool,
) -> Option<KeyType> {
    let types = view.scenario.engine.profile().key_types();
    let single = types.iter().copied().filter(|key_type| is_wanted(*key_type) && KeyType::ALL.contains(key_type));
    let mut options: Vec<_> = single.map(|key_type| (key_type, on_screen(key_type))).collect();
    if !options.iter().any(|(key_type, _)| *key_type == now) {
        options.push((now, on_screen(now)));
    }
    let text = "What the keys are to the engine: it decides the bytes that are hashed. Keys of several columns and decimals are set in \
                the scenario file, as key_type: Row([String, I64]).";
    choice_row(ui, name, text, &now, &options, &given)
}

const fn on_screen(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::String => "Text",
        KeyType::I64 => "64-bit integer",
        KeyType::I32 => "32-bit integer",
        KeyType::I16 => "16-bit integer",
        KeyType::Bytes => "Bytes",
        KeyType::I8 => "8-bit integer",
        KeyType::Bool => "True or false",
        KeyType::Char => "Character",
        KeyType::F32 => "32-bit float",
        KeyType::F64 => "64-bit float",
        KeyType::Date => "Date",
        KeyType::Timestamp => "Timestamp",
        KeyType::SqlTimestamp => "sql.Timestamp",
        KeyType::Uuid => "UUID",
        KeyType::BigInteger => "BigInteger",
        KeyType::BigDecimal => "BigDecimal",
        KeyType::Decimal { .. } => "Decimal",
        KeyType::Row(_) => "Several columns",
        KeyType::Tuple(_) => "Tuple",
        KeyType::List(_) => "List",
    }
}

/// The text around a key's number.
fn pattern(ui: &mut Ui, view: &AppView<'_>, now: &Generated, given: &str) -> Option<String> {
    let explanation = "Text of a key; {} stands for its number.";
    let field = TextField::short("Key pattern", &now.pattern, "user-{}");
    let check = |text: &str| match text.matches("{}").count() {
        1 => view.check(Edit::Keys(Keys::Generated(Generated { pattern: text.to_owned(), ..now.clone() }))),
        _ => Err("Put {} once in the pattern, where the number goes.".to_owned()),
    };
    text_row(ui, view.theme, &field, explanation, given, &check)
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
