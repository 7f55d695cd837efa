//! What Flink's states hold: listed one by one, or left as plain values.

use super::engine::named;
use super::snapshots::plain_state;
use crate::engine::{Engine, FlinkOptions, FlinkState, FlinkType};
use crate::gui::command::Edit;
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{check_row, choice_row, number_row};
use egui::{Id, Ui};

const TYPES: [(FlinkType, &str); 3] =
    [(FlinkType::String, "String"), (FlinkType::Long, "Long"), (FlinkType::Int, "Int")];
/// Entries of a map that is only just chosen.
const ENTRIES: f64 = 10.0;
/// The most entries that a key may be said to have.
const MOST_ENTRIES: f64 = 1e6;

/// Shows whether the states are listed and, where they are, one of them; returns other states.
pub fn kinds(
    ui: &mut Ui,
    view: &AppView<'_>,
    options: &FlinkOptions,
    given: &[FlinkState],
    make: &dyn Fn(Vec<FlinkState>) -> Engine,
) -> Option<Vec<FlinkState>> {
    let now = &options.kinds;
    let text = "Off: every state is a value of type Long under a name of five letters. On: say of each state what it holds and what \
                it is called; that decides the bytes of its header in every state file.";
    if let Some(on) = check_row(ui, "List the states", text, !now.is_empty()) {
        let plain = (0..options.states as usize).map(plain_state);
        return Some(if on { plain.collect() } else { Vec::new() });
    }
    let at = chosen(ui, view, now.len());
    let state = now.get(at)?;
    let with = |state: FlinkState| {
        let mut kinds = now.clone();
        kinds[at] = state;
        kinds
    };
    let shown = Shown { view, now: state, given: given.get(at).unwrap_or(state), make: &|state| make(with(state)) };
    shown.edited(ui).map(with)
}

/// Which of the listed states is shown, from 0.
fn chosen(ui: &mut Ui, view: &AppView<'_>, count: usize) -> usize {
    let id = Id::unique("the Flink state shown");
    let last = count.saturating_sub(1);
    let at = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(0).min(last);
    if count < 2 {
        return at;
    }
    let field = Field { name: "State shown", value: at as u64 + 1, low: 1, high: count as u64, unit: "" };
    let text = format!("Which of the {count} states is shown below.");
    let typed = number_row(ui, view.theme, &field, &text, 1, &|_| Ok(()));
    let Some(at) = typed.and_then(|number| usize::try_from(number - 1).ok()) else { return at };
    ui.data_mut(|data| data.insert_temp(id, at.min(last)));
    at.min(last)
}

/// A state and what it is shown with.
struct Shown<'a> {
    view: &'a AppView<'a>,
    now: &'a FlinkState,
    /// What a reset brings back.
    given: &'a FlinkState,
    make: &'a dyn Fn(FlinkState) -> Engine,
}

impl Shown<'_> {
    fn edited(&self, ui: &mut Ui) -> Option<FlinkState> {
        let text =
            "ValueState: one value a key. MapState: a map a key, in canonical savepoints and RocksDB a row an entry.";
        let (is_map, was_map) = (is_map(self.now), is_map(self.given));
        let kind =
            choice_row(ui, "Kind of state", text, &is_map, &[(false, "ValueState"), (true, "MapState")], &was_map);
        let kind = kind.filter(|kind| *kind != is_map).map(|_| other_kind(self.now));
        let texts =
            ("State name", "Name of the state's descriptor, in the header of every state file. 1 to 100 bytes.");
        let given = name(self.given);
        let named = named(ui, self.view, texts, (name(self.now), given), |name| (self.make)(renamed(self.now, name)));
        let types = match self.now {
            FlinkState::Value { of, .. } => self.value(ui, *of),
            FlinkState::Map { key, value, .. } => self.map(ui, *key, *value).or_else(|| self.entries(ui)),
        };
        kind.or(named.map(|name| renamed(self.now, name))).or(types)
    }

    fn value(&self, ui: &mut Ui, of: FlinkType) -> Option<FlinkState> {
        let given = if let FlinkState::Value { of, .. } = self.given { *of } else { of };
        let text = "Type of the value: its serialiser's class name stands in the header of every state file.";
        let of = choice_row(ui, "Value type", text, &of, &TYPES, &given)?;
        Some(FlinkState::Value { name: name(self.now).to_owned(), of })
    }

    fn map(&self, ui: &mut Ui, key: FlinkType, value: FlinkType) -> Option<FlinkState> {
        let given = if let FlinkState::Map { key, value, .. } = self.given { (*key, *value) } else { (key, value) };
        let text = "Type of the keys inside the map, not of the job's keys.";
        let keys = choice_row(ui, "Map's key type", text, &key, &TYPES, &given.0);
        let values = choice_row(ui, "Map's value type", "Type of the map's values.", &value, &TYPES, &given.1);
        let entries_per_key = entries_of(self.now)?;
        (keys.is_some() || values.is_some()).then(|| FlinkState::Map {
            name: name(self.now).to_owned(),
            key: keys.unwrap_or(key),
            value: values.unwrap_or(value),
            entries_per_key,
        })
    }

    fn entries(&self, ui: &mut Ui) -> Option<FlinkState> {
        let now = entries_of(self.now)?;
        let field = Field { name: "Entries a key", value: now, low: 0.0, high: MOST_ENTRIES, unit: "" };
        let text = "Entries that a key's map has in the mean: more than 0, at most 1 000 000.";
        let with = |entries| match self.now.clone() {
            FlinkState::Map { name, key, value, .. } => FlinkState::Map { name, key, value, entries_per_key: entries },
            value @ FlinkState::Value { .. } => value,
        };
        let check = |entries| self.view.check(Edit::Engine((self.make)(with(entries))));
        number_row(ui, self.view.theme, &field, text, entries_of(self.given).unwrap_or(now), &check).map(with)
    }
}

const fn is_map(state: &FlinkState) -> bool {
    matches!(state, FlinkState::Map { .. })
}

const fn entries_of(state: &FlinkState) -> Option<f64> {
    match state {
        FlinkState::Value { .. } => None,
        FlinkState::Map { entries_per_key, .. } => Some(*entries_per_key),
    }
}

fn name(state: &FlinkState) -> &str {
    match state {
        FlinkState::Value { name, .. } | FlinkState::Map { name, .. } => name,
    }
}

fn renamed(state: &FlinkState, to: String) -> FlinkState {
    let mut state = state.clone();
    match &mut state {
        FlinkState::Value { name, .. } | FlinkState::Map { name, .. } => *name = to,
    }
    state
}

/// The same state as a map, or as a value; a map's values stay of their type.
fn other_kind(state: &FlinkState) -> FlinkState {
    match state.clone() {
        FlinkState::Value { name, of } => {
            FlinkState::Map { name, key: FlinkType::String, value: of, entries_per_key: ENTRIES }
        }
        FlinkState::Map { name, value, .. } => FlinkState::Value { name, of: value },
    }
}
