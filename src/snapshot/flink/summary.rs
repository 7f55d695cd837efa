//! A snapshot in figures, to be written as JSON.

use super::metadata::{Metadata, Operator, Subtask};
use super::observe::{Seen, handle_kinds};
use super::open::FlinkSnapshot;
use super::properties::SnapshotKind;
use super::stream::{Places, Stream};
use serde::Serialize;

/// The most key groups whose bytes are listed, over all operators.
const MOST_LISTED: usize = 1 << 20;
/// The most key groups that are looked at, over all operators: those of a thousand operators as wide as can be.
const MOST_LOOKED_AT: u32 = 1 << 25;

/// A snapshot in figures. Field names are the ones of the JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FlinkSummary {
    /// The engine, `flink`.
    pub engine: &'static str,
    /// What the snapshot is called.
    pub name: String,
    /// Its kind in words; none where the file does not tell.
    pub kind: Option<&'static str>,
    /// Number of the checkpoint.
    pub checkpoint_id: u64,
    /// Version of the format.
    pub metadata_version: u32,
    /// Bytes of `_metadata`.
    pub metadata_bytes: u64,
    /// Hooks of the job's master with state.
    pub master_states: usize,
    /// Their bytes.
    pub master_state_bytes: u64,
    /// Every operator, in the order of the file.
    pub operators: Vec<OperatorSummary>,
}

/// An operator in figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OperatorSummary {
    /// Its id, 32 hex digits.
    pub operator_id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its uid.
    pub uid: Option<String>,
    /// Whether its id is the one of its uid.
    pub id_is_of_uid: Option<bool>,
    /// Its parallelism.
    pub parallelism: u32,
    /// Its max parallelism.
    pub max_parallelism: u32,
    /// Whether all of it had finished.
    pub fully_finished: bool,
    /// Kinds of its handles of keyed state, in words.
    pub handle_kinds: Vec<&'static str>,
    /// Bytes of keyed state, headers included.
    pub keyed_state_bytes: u64,
    /// Of them inside `_metadata`.
    pub keyed_inline_bytes: u64,
    /// Of them in files of their own.
    pub keyed_file_bytes: u64,
    /// Of them in parts of files that are shared.
    pub keyed_segment_bytes: u64,
    /// Files of their own.
    pub keyed_files: u64,
    /// Bytes of operator state.
    pub operator_state_bytes: u64,
    /// Bytes of records in flight.
    pub channel_state_bytes: u64,
    /// Bytes of its coordinator's state; none without.
    pub coordinator_state_bytes: Option<u64>,
    /// Its key groups; none without keyed state.
    pub key_groups: Option<KeyGroupsSummary>,
    /// Why its key groups give no observation; none where they do.
    pub problem: Option<String>,
    /// Its subtasks with state and those that had finished.
    pub subtasks: Vec<SubtaskSummary>,
}

/// The key groups of an operator in figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeyGroupsSummary {
    /// Whether the bytes of each key group are exact: nothing was spread over a subtask's key groups.
    pub exact: bool,
    /// Bytes that were spread evenly.
    pub spread_bytes: u64,
    /// Bytes of headers that belong to no key group.
    pub header_bytes: u64,
    /// Key groups with no byte.
    pub empty: usize,
    /// Bytes of each key group, one entry a key group; none where the operators before have more than a million key groups.
    pub state_bytes: Option<Vec<u64>>,
    /// What is to be known of them, worst first.
    pub cautions: Vec<String>,
}

/// A subtask in figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SubtaskSummary {
    /// Its index.
    pub index: u32,
    /// Whether it had finished.
    pub finished: bool,
    /// Kind of its handle of keyed state, in words.
    pub handle_kind: Option<&'static str>,
    /// Its first key group.
    pub first_key_group: Option<u32>,
    /// How many key groups it has.
    pub key_groups: u32,
    /// Bytes of keyed state that Flink manages.
    pub managed_keyed_state_bytes: u64,
    /// Bytes of keyed state that the operator writes itself.
    pub raw_keyed_state_bytes: u64,
    /// Bytes of keyed state that this checkpoint wrote, where the file tells.
    pub checkpointed_bytes: Option<u64>,
    /// Bytes of operator state.
    pub operator_state_bytes: u64,
    /// Channels before it with records in flight.
    pub input_channels: usize,
    /// Channels behind it with records in flight.
    pub output_channels: usize,
}

impl FlinkSnapshot {
    /// The snapshot in figures, for JSON.
    #[must_use]
    pub fn summary(&self) -> FlinkSummary {
        let Metadata { version, checkpoint_id, master_states, operators, kind, file_bytes } = &self.metadata;
        let mut left = Left { listed: MOST_LISTED, looked_at: MOST_LOOKED_AT };
        FlinkSummary {
            engine: "flink",
            name: self.name.clone(),
            kind: kind.map(SnapshotKind::words),
            checkpoint_id: *checkpoint_id,
            metadata_version: *version,
            metadata_bytes: *file_bytes,
            master_states: master_states.len(),
            master_state_bytes: sum(master_states.iter().map(|state| state.state_bytes)),
            operators: operators.iter().map(|operator| OperatorSummary::of(operator, &mut left)).collect(),
        }
    }
}

/// How many key groups, over all operators, may still be listed and looked at.
struct Left {
    listed: usize,
    looked_at: u32,
}

impl Left {
    /// Takes the key groups of one more operator; false where they are too many.
    fn looks_at(&mut self, groups: u32) -> bool {
        let left = self.looked_at.checked_sub(groups);
        self.looked_at = left.unwrap_or(0);
        left.is_some()
    }
}

impl OperatorSummary {
    fn of(operator: &Operator, left: &mut Left) -> Self {
        let (key_groups, problem) = if !operator.has_keyed_state() {
            (None, None)
        } else if !left.looks_at(operator.max_parallelism) {
            (
                None,
                Some(format!(
                    "not looked at: the operators before have {MOST_LOOKED_AT} key groups, the most that are"
                )),
            )
        } else {
            match Seen::of(operator) {
                Ok(seen) => (Some(KeyGroupsSummary::of(&seen, &mut left.listed)), None),
                Err(error) => (None, Some(error.to_string())),
            }
        };
        let Places { inline_bytes, file_bytes, segment_bytes, files } = operator.keyed_places();
        let channels = |subtask: &Subtask| {
            sum(subtask.input_channels.iter().chain(&subtask.output_channels).map(|channel| channel.state_bytes))
        };
        Self {
            operator_id: operator.id.clone(),
            name: operator.name.clone(),
            uid: operator.uid.clone(),
            id_is_of_uid: operator.id_is_of_uid(),
            parallelism: operator.parallelism,
            max_parallelism: operator.max_parallelism,
            fully_finished: operator.fully_finished,
            handle_kinds: handle_kinds(operator),
            keyed_state_bytes: operator.keyed_state_bytes(),
            keyed_inline_bytes: inline_bytes,
            keyed_file_bytes: file_bytes,
            keyed_segment_bytes: segment_bytes,
            keyed_files: files,
            operator_state_bytes: sum(operator.subtasks.iter().map(operator_state_bytes)),
            channel_state_bytes: sum(operator.subtasks.iter().map(channels)),
            coordinator_state_bytes: operator.coordinator.as_ref().map(Stream::state_bytes),
            key_groups,
            problem,
            subtasks: operator.subtasks.iter().map(SubtaskSummary::of).collect(),
        }
    }
}

impl KeyGroupsSummary {
    fn of(seen: &Seen<'_>, left: &mut usize) -> Self {
        let groups = &seen.groups;
        let listed = left.checked_sub(groups.bytes.len());
        *left = listed.unwrap_or(0);
        Self {
            exact: groups.spread_bytes == 0,
            spread_bytes: groups.spread_bytes,
            header_bytes: groups.header_bytes,
            empty: groups.bytes.iter().filter(|&&bytes| bytes == 0).count(),
            state_bytes: listed.map(|_| groups.bytes.clone()),
            cautions: super::cautions::cautions(seen),
        }
    }
}

impl SubtaskSummary {
    fn of(subtask: &Subtask) -> Self {
        let (managed, raw) = (subtask.managed_keyed.as_deref(), subtask.raw_keyed.as_deref());
        let range = managed.or(raw).map(super::KeyedState::range);
        Self {
            index: subtask.index,
            finished: subtask.finished,
            handle_kind: managed.or(raw).map(super::KeyedState::words),
            first_key_group: range.map(|range| range.start),
            key_groups: range.map_or(0, |range| range.count),
            managed_keyed_state_bytes: managed.map_or(0, super::KeyedState::state_bytes),
            raw_keyed_state_bytes: raw.map_or(0, super::KeyedState::state_bytes),
            checkpointed_bytes: managed.and_then(super::KeyedState::checkpointed_bytes),
            operator_state_bytes: operator_state_bytes(subtask),
            input_channels: subtask.input_channels.len(),
            output_channels: subtask.output_channels.len(),
        }
    }
}

fn operator_state_bytes(subtask: &Subtask) -> u64 {
    sum(subtask.operator_states().map(|state| state.stream.state_bytes()))
}

fn sum(bytes: impl Iterator<Item = u64>) -> u64 {
    bytes.fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_groups_are_looked_at_as_long_as_there_are_few() {
        let mut left = Left { listed: 0, looked_at: MOST_LOOKED_AT };
        assert!((0..1024).all(|_| left.looks_at(32_768)) && !left.looks_at(1));
    }
}
