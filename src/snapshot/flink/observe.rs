//! One operator of a snapshot as an [`Observation`].

use super::cautions::{cautions, spread};
use super::choose::shown;
use super::groups::GroupBytes;
use super::keyed::KeyedState;
use super::metadata::Operator;
use super::open::FlinkSnapshot;
use super::properties::SnapshotKind;
use super::refused::NoObservation;
use super::stream::Places;
use crate::deal::contiguous;
use crate::engine::{Engine, FlinkOptions, FlinkSnapshot as EngineSnapshot, FlinkVersion};
use crate::hash::murmur3_x64_128::operator_id;
use crate::keys::{Counted, LoadUnit};
use crate::numerals::{bytes, counted, grouped};
use crate::plain::is_hidden;
use crate::snapshot::{Fact, Observation};
use crate::unit::{BucketCount, BucketId, OutOfRange, WorkerCount, WorkerId};

/// Everything that is known of one operator.
pub(super) struct Seen<'a> {
    pub operator: &'a Operator,
    pub groups: GroupBytes,
    pub places: Places,
    pub buckets: BucketCount,
    pub workers: WorkerCount,
}

impl<'a> Seen<'a> {
    pub(super) fn of(operator: &'a Operator) -> Result<Self, NoObservation> {
        let wrong = |source: OutOfRange| NoObservation::Count { operator: shown(operator.called()), source };
        Ok(Self {
            operator,
            buckets: BucketCount::new(operator.max_parallelism.into()).map_err(wrong)?,
            workers: WorkerCount::new(operator.parallelism.into()).map_err(wrong)?,
            groups: operator.group_bytes()?,
            places: operator.keyed_places(),
        })
    }

    /// The subtask that Flink's rule gives a key group.
    pub(super) fn by_rule(&self, group: u32) -> WorkerId {
        contiguous::owner(self.buckets, self.workers, BucketId(group))
    }

    /// The owner of each key group: the subtask whose handle names it, else the one of Flink's rule. `None` where two subtasks
    /// hold the same one.
    fn owners(&self) -> Option<Vec<WorkerId>> {
        let held = self.buckets.range().zip(&self.groups.held_by);
        let owners = held.map(|(group, holder)| holder.map_or_else(|| self.by_rule(group), WorkerId));
        (self.groups.held_twice == 0).then(|| owners.collect())
    }
}

impl FlinkSnapshot {
    /// One operator as the simulator takes it: the bytes of each key group as its load, the subtasks as they owned them. The
    /// operator is chosen as by [`Self::operator`].
    ///
    /// # Errors
    /// [`NoObservation`] where no operator is meant alone, or its handles contradict themselves.
    pub fn observation(&self, operator: Option<&str>) -> Result<Observation, NoObservation> {
        let operator = self.operator(operator)?;
        let seen = Seen::of(operator)?;
        Ok(Observation {
            name: format!("operator {} of {}", shown(operator.called()), self.name),
            engine: Engine::Flink(self.options(operator)),
            buckets: seen.buckets,
            workers: Some(seen.workers),
            owners: seen.owners(),
            facts: self.facts(&seen),
            cautions: cautions(&seen),
            estimate: spread(&seen),
            counted: Counted {
                buckets: seen.buckets,
                keys: None,
                load: seen.groups.bytes.clone(),
                unit: LoadUnit::Bytes,
                state_bytes: Some(seen.groups.bytes),
                recorded: None,
            },
        })
    }

    /// The options that the file tells; how many states there are it does not.
    fn options(&self, operator: &Operator) -> FlinkOptions {
        let mut options = FlinkOptions::default();
        let usable = |name: &&str| (1..=1000).contains(&name.len()) && !name.chars().any(is_hidden);
        if operator_id(&options.operator) != operator.id
            && let Some(name) = operator.uid.as_deref().or(operator.name.as_deref()).filter(usable)
        {
            name.clone_into(&mut options.operator);
        }
        if self.metadata.version >= 5 {
            options.version = FlinkVersion::V2_3;
        }
        let states = || operator.subtasks.iter().filter_map(|subtask| subtask.managed_keyed.as_deref());
        options.snapshot = if states().any(is_incremental) {
            EngineSnapshot::RocksdbIncremental
        } else if states().any(|state| matches!(state, KeyedState::KeyGroups(groups) if groups.canonical)) {
            EngineSnapshot::CanonicalSavepoint
        } else if self.metadata.kind == Some(SnapshotKind::NativeSavepoint) {
            EngineSnapshot::HashmapNativeSavepoint
        } else {
            EngineSnapshot::HashmapCheckpoint
        };
        options
    }

    fn facts(&self, seen: &Seen<'_>) -> Vec<Fact> {
        let (operator, metadata) = (seen.operator, &self.metadata);
        let mut facts = Vec::new();
        let mut fact = |name: &str, value: String| facts.push(Fact { name: name.to_owned(), value });
        fact("Checkpoint", grouped(metadata.checkpoint_id));
        fact("Kind of snapshot", metadata.kind.map_or("not told by the file", SnapshotKind::words).to_owned());
        fact("Metadata version", metadata.version.to_string());
        fact("Size of _metadata", bytes(metadata.file_bytes));
        fact("Operator", shown(operator.called()));
        if let Some(uid) = &operator.uid {
            fact("Uid", shown(uid));
        }
        let of_uid = match operator.id_is_of_uid() {
            Some(true) => ", that of its uid",
            Some(false) => ", not that of its uid: the program sets it by hand",
            None => "",
        };
        fact("Operator id", format!("{}{of_uid}", operator.id));
        fact("Parallelism", counted(operator.parallelism.into(), "subtask", "subtasks"));
        fact("Max parallelism", counted(operator.max_parallelism.into(), "key group", "key groups"));
        fact("Kinds of handle", handle_kinds(operator).join(", "));
        fact("Keyed state", bytes(operator.keyed_state_bytes()));
        let places = &seen.places;
        let files = counted(places.files, "file", "files");
        for (name, size, more) in [
            ("Headers, of no key group", seen.groups.header_bytes, String::new()),
            ("Inside _metadata", places.inline_bytes, String::new()),
            ("In files of their own", places.file_bytes, format!(" in {files}")),
            ("In parts of shared files", places.segment_bytes, String::new()),
        ] {
            if size > 0 {
                fact(name, format!("{}{more}", bytes(size)));
            }
        }
        facts
    }
}

/// Whether it holds whole files of a backend, itself or below a changelog.
fn is_incremental(state: &KeyedState) -> bool {
    match state {
        KeyedState::Incremental(_) => true,
        KeyedState::Changelog(log) => log.materialised.iter().any(is_incremental),
        KeyedState::KeyGroups(_) | KeyedState::ChangelogBytes(_) | KeyedState::ChangelogFiles(_) => false,
    }
}

/// The kinds of handle of keyed state in words, each once.
pub(super) fn handle_kinds(operator: &Operator) -> Vec<&'static str> {
    let states = operator.subtasks.iter().flat_map(super::Subtask::keyed);
    let mut kinds: Vec<&str> = states.map(|(_, state)| state.words()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
