//! A whole `_metadata` file, versions 2 (Flink 1.3) to 7.
//!
//! Source: `Checkpoints` and `MetadataV2Serializer` to `V6Serializer`, Flink 1.3 to 2.3. Held against what Flink 1.20.0 and 2.3.0
//! read in 373 files of theirs (versions 4 and 6); the other versions follow the source alone.

use super::channel::Channel;
use super::cursor::Cursor;
use super::error::BadMetadata;
use super::keyed::KeyedState;
use super::operator_state::OperatorState;
use super::properties::SnapshotKind;
use super::stream::Stream;
use crate::hash::murmur3_x64_128::operator_id;

/// The first bytes of every `_metadata` file (`Checkpoints.HEADER_MAGIC_NUMBER`).
pub const MAGIC: [u8; 4] = [0x49, 0x60, 0x67, 0x2d];
const MASTER_MAGIC: [u8; 4] = [0xc9, 0x6b, 0x16, 0x96];
/// The start of an object that Java has serialised.
const JAVA_OBJECT: [u8; 4] = [0xac, 0xed, 0, 5];
/// The most key groups a job of Flink may have (`KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM`).
pub(super) const MOST_KEY_GROUPS: u32 = 32_768;

type Read<T> = Result<T, BadMetadata>;

/// What a `_metadata` file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// Version of the format, 2 to 7.
    pub version: u32,
    /// Number of the checkpoint, counted by the job.
    pub checkpoint_id: u64,
    /// State of hooks of the job's master.
    pub master_states: Vec<MasterState>,
    /// Every operator, with state or without, in the order of the file.
    pub operators: Vec<Operator>,
    /// The kind of snapshot; `None` where the file does not tell (versions 2 and 3).
    pub kind: Option<SnapshotKind>,
    /// Bytes of the file.
    pub file_bytes: u64,
}

/// State of a hook of the job's master.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MasterState {
    /// Its name.
    pub name: String,
    /// Version of its serialiser.
    pub version: i32,
    /// Its bytes.
    pub state_bytes: u64,
}

/// An operator of the job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// Its id, 32 hex digits.
    pub id: String,
    /// Its name; `None` where the file has none (below version 5).
    pub name: Option<String>,
    /// Its `uid`; `None` where the program gave none or the file has none (below version 5).
    pub uid: Option<String>,
    /// Its parallelism, at least 0.
    pub parallelism: u32,
    /// Its max parallelism, from the parallelism up to 32 768.
    pub max_parallelism: u32,
    /// State of its coordinator, as of a source.
    pub coordinator: Option<Stream>,
    /// Whether all of it had finished.
    pub fully_finished: bool,
    /// Its subtasks with state and those that had finished, by index. A stateless operator has none.
    pub subtasks: Vec<Subtask>,
}

/// A subtask of an operator.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subtask {
    /// Its index, below the parallelism.
    pub index: u32,
    /// Whether it had finished; then it has no state.
    pub finished: bool,
    /// Keyed state that Flink manages.
    pub managed_keyed: Option<Box<KeyedState>>,
    /// Keyed state that the operator writes itself, as timers on the heap beside `RocksDB`.
    pub raw_keyed: Option<Box<KeyedState>>,
    /// Operator state that Flink manages.
    pub managed_operator: Option<Box<OperatorState>>,
    /// Operator state that the operator writes itself.
    pub raw_operator: Option<Box<OperatorState>>,
    /// Records in flight before it.
    pub input_channels: Vec<Channel>,
    /// Records in flight behind it.
    pub output_channels: Vec<Channel>,
}

impl Operator {
    /// What it is called: its name, else its `uid`, else its id.
    #[must_use]
    pub fn called(&self) -> &str {
        self.name.as_deref().or(self.uid.as_deref()).unwrap_or(&self.id)
    }

    /// Whether the id is the one that Flink gives an operator of this `uid`; `None` without a `uid`. It is not where the program
    /// sets the id by hand (`setUidHash`).
    #[must_use]
    pub fn id_is_of_uid(&self) -> Option<bool> {
        self.uid.as_deref().map(|uid| operator_id(uid) == self.id)
    }

    /// Whether a subtask holds keyed state.
    #[must_use]
    pub fn has_keyed_state(&self) -> bool {
        self.subtasks.iter().any(|subtask| subtask.keyed().next().is_some())
    }

    /// Bytes of keyed state of all subtasks, headers of streams included; at most `u64::MAX`.
    #[must_use]
    pub fn keyed_state_bytes(&self) -> u64 {
        let states = self.subtasks.iter().flat_map(Subtask::keyed);
        states.fold(0, |sum, (_, state)| sum.saturating_add(state.state_bytes()))
    }
}

impl Subtask {
    /// Its keyed states, each with whether the operator writes it itself (raw).
    pub fn keyed(&self) -> impl Iterator<Item = (bool, &KeyedState)> {
        let managed = self.managed_keyed.as_deref().map(|state| (false, state));
        managed.into_iter().chain(self.raw_keyed.as_deref().map(|state| (true, state)))
    }

    /// Its operator states.
    pub fn operator_states(&self) -> impl Iterator<Item = &OperatorState> {
        self.managed_operator.as_deref().into_iter().chain(self.raw_operator.as_deref())
    }
}

/// Reads the bytes of a `_metadata` file. Of the Java object at the end only the kind of snapshot is taken.
///
/// # Errors
/// [`BadMetadata`], with the byte, for anything that is no such file, whole, of version 2 to 7.
pub fn read(bytes: &[u8]) -> Result<Metadata, BadMetadata> {
    let from = &mut Cursor::new(bytes);
    if bytes.first_chunk() != Some(&MAGIC) {
        return Err(BadMetadata::NotMetadata);
    }
    from.take(MAGIC.len(), "the first four bytes")?;
    let found = from.i32("the version")?;
    let version = u32::try_from(found).ok().filter(|version| (2..=7).contains(version));
    let version = version.ok_or(BadMetadata::Version { found })?;
    let checkpoint_id = from.size("the checkpoint's number")?;
    let master_states = from.list("master states", 18, MasterState::read)?;
    let operators = from.list("operators", 29, |from| Operator::read(from, version))?;
    let kind = if version >= 4 {
        let offset = from.offset();
        let object = from.rest();
        if !object.starts_with(&JAVA_OBJECT) {
            return Err(BadMetadata::Missing { offset, what: "the Java object of the snapshot's properties" });
        }
        SnapshotKind::of(object)
    } else {
        nothing_left(from, "the last operator")?;
        None
    };
    Ok(Metadata { version, checkpoint_id, master_states, operators, kind, file_bytes: bytes.len() as u64 })
}

fn nothing_left(from: &Cursor<'_>, what: &'static str) -> Read<()> {
    match from.left() {
        0 => Ok(()),
        left => Err(BadMetadata::Surplus { offset: from.offset(), what, left }),
    }
}

impl MasterState {
    fn read(from: &mut Cursor<'_>) -> Read<Self> {
        let offset = from.offset();
        if from.take(MASTER_MAGIC.len(), "the first bytes of a master state")? != MASTER_MAGIC {
            return Err(BadMetadata::Missing { offset, what: "the mark of a master state, c9 6b 16 96" });
        }
        let length = u64::from(from.whole("the length of a master state")?);
        let start = from.offset();
        let version = from.i32("the version of a master state")?;
        let name = from.text("the name of a master state")?;
        let state_bytes = from.pass_bytes("bytes of a master state")?;
        let taken = from.offset() - start;
        if taken == length {
            Ok(Self { name, version, state_bytes })
        } else {
            let (found, allowed) = (i64::try_from(length).unwrap_or(i64::MAX), "the bytes of its parts");
            Err(BadMetadata::Number { offset: offset + 4, what: "the length of a master state", found, allowed })
        }
    }
}

impl Operator {
    fn read(from: &mut Cursor<'_>, version: u32) -> Read<Self> {
        let (name, uid) = if version >= 5 {
            (from.text_if_any("the name of an operator")?, from.text_if_any("the uid of an operator")?)
        } else {
            (None, None)
        };
        let id = format!("{:032x}", u128::from_be_bytes(from.array("the id of an operator")?));
        let (parallelism, max_parallelism) = read_parallelism(from)?;
        let coordinator = if version == 2 {
            from.i32("the chain length of an operator")?;
            None
        } else {
            Stream::read(from)?
        };
        let offset = from.offset();
        let count = from.i32("the count of subtasks")?;
        let fully_finished = version >= 3 && count < 0;
        let mut subtasks = Vec::new();
        if !fully_finished {
            let count = from.check_count(offset, count, "subtasks", 4)?;
            if count > parallelism as usize {
                let (what, allowed) = ("the count of subtasks with state", "0 to the parallelism of the operator");
                let found = i64::try_from(count).unwrap_or(i64::MAX);
                return Err(BadMetadata::Number { offset, what, found, allowed });
            }
            for _ in 0..count {
                let subtask = Subtask::read(from, version, parallelism)?;
                from.hold(&subtask, "subtasks")?;
                subtasks.push(subtask);
            }
        }
        // The order in the file is that of a Java map.
        subtasks.sort_by_key(|subtask| subtask.index);
        if let Some(pair) = subtasks.windows(2).find(|pair| pair[0].index == pair[1].index) {
            let (what, found) = ("the index of two subtasks of an operator", pair[0].index.into());
            return Err(BadMetadata::Number { offset, what, found, allowed: "one subtask an index" });
        }
        Ok(Self { id, name, uid, parallelism, max_parallelism, coordinator, fully_finished, subtasks })
    }
}

/// The parallelism and the max parallelism of an operator.
fn read_parallelism(from: &mut Cursor<'_>) -> Read<(u32, u32)> {
    let offset = from.offset();
    let parallelism = from.whole("the parallelism of an operator")?;
    let at = from.offset();
    let max_parallelism = from.whole("the max parallelism of an operator")?;
    if max_parallelism > MOST_KEY_GROUPS {
        let (what, allowed) = ("the max parallelism of an operator", "0 to 32768");
        return Err(BadMetadata::Number { offset: at, what, found: max_parallelism.into(), allowed });
    }
    if parallelism > max_parallelism {
        let (what, allowed) = ("the parallelism of an operator", "0 to its max parallelism");
        return Err(BadMetadata::Number { offset, what, found: parallelism.into(), allowed });
    }
    Ok((parallelism, max_parallelism))
}

impl Subtask {
    fn read(from: &mut Cursor<'_>, version: u32, parallelism: u32) -> Read<Self> {
        let offset = from.offset();
        let found = from.i32("the index of a subtask")?;
        let finished = version >= 3 && found < 0;
        // -1 stands for subtask 0 that has finished, and so on; `!x` is `-x - 1`.
        let index = u32::try_from(if finished { !found } else { found }).ok().filter(|&index| index < parallelism);
        let Some(index) = index else {
            let allowed =
                "0 and more, below the operator's parallelism; from version 3 on also -1 and less for a finished one";
            return Err(BadMetadata::Number { offset, what: "the index of a subtask", found: found.into(), allowed });
        };
        if finished {
            return Ok(Self { index, finished, ..Self::default() });
        }
        if version == 2 {
            from.i64("the duration of a subtask's snapshot")?;
            let offset = from.offset();
            let found = from.i32("the count of states of Flink 1.1")?;
            if found != 0 {
                let what = "the count of states of Flink 1.1";
                return Err(BadMetadata::Number { offset, what, found: found.into(), allowed: "0" });
            }
        }
        let managed_operator = OperatorState::read(from)?.map(Box::new);
        let raw_operator = OperatorState::read(from)?.map(Box::new);
        let managed_keyed = KeyedState::read(from)?.map(Box::new);
        let raw_keyed = KeyedState::read(from)?.map(Box::new);
        let mut channels = |what| {
            if version == 2 {
                return Ok(Vec::new());
            }
            from.list(what, Channel::LEAST_BYTES, |from| Channel::read(from, version))
        };
        let (input_channels, output_channels) = (channels("input channels")?, channels("output channels")?);
        if version >= 7 && from.u8("the flag of a checkpoint referred to")? != 0 {
            from.i64("the checkpoint referred to")?;
        }
        Ok(Self {
            index,
            finished,
            managed_keyed,
            raw_keyed,
            managed_operator,
            raw_operator,
            input_channels,
            output_channels,
        })
    }
}
