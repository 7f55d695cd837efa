//! Size of the state, and pieces of the input.

use super::engine::CEILING;
use crate::engine::Engine;
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{number_row, remark};
use crate::scenario::{Buckets, State};
use egui::Ui;

/// State a key and a record, and input pieces.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let (now, given) = (view.scenario.state, view.saved);
    let text = "Bytes of values each key holds, over all its states, without the key itself.";
    if let Some(bytes_per_key) =
        small(ui, view, ("State a key", text), (now.bytes_per_key, 0, " B"), given.state.bytes_per_key)
    {
        out.push(Command::Edit(Edit::State(State { bytes_per_key, ..now })));
    }
    let text = "Bytes of values each record adds to the state; 0 where a key's state does not grow.";
    let bytes = (now.bytes_per_load, 0, " B");
    if let Some(bytes_per_load) = small(ui, view, ("State a record", text), bytes, given.state.bytes_per_load) {
        out.push(Command::Edit(Edit::State(State { bytes_per_load, ..now })));
    }
    let text = "Pieces of the job's input: partitions, splits. Another quantity than the buckets.";
    let pieces = (view.scenario.input_pieces, 1, "");
    if let Some(pieces) = small(ui, view, ("Input pieces", text), pieces, given.input_pieces) {
        out.push(Command::Edit(Edit::InputPieces(pieces)));
    }
    let default = view.scenario.buckets == Buckets::EngineDefault;
    let caption = match view.scenario.engine {
        Engine::KafkaStreams(_) if default => "The input's partitions are the tasks here.",
        _ => "Input pieces never move the ceiling.",
    };
    let text = format!("{CEILING} Cutting the input into more or fewer pieces changes neither.");
    remark(ui, view.theme, caption).on_hover_text(text);
}

fn small(
    ui: &mut Ui,
    view: &AppView<'_>,
    (name, explanation): (&str, &str),
    (value, low, unit): (u32, u32, &str),
    given: u32,
) -> Option<u32> {
    let field = Field { name, value: u64::from(value), low: low.into(), high: u32::MAX.into(), unit };
    let value = number_row(ui, view.theme, &field, explanation, u64::from(given), &|_| Ok(()));
    value.map(|value| u32::try_from(value).unwrap_or(u32::MAX))
}
