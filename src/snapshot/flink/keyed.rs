//! Keyed state of one subtask: its key groups, and what holds their bytes.

use super::cursor::Cursor;
use super::error::BadMetadata;
use super::stream::{Places, Stream};

/// A run of key groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyGroupRange {
    /// The first key group.
    pub start: u32,
    /// How many key groups there are.
    pub count: u32,
}

/// Keyed state. Source: `MetadataV2V3SerializerBase.serializeKeyedStateHandle`, Flink 1.3 to 2.3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyedState {
    /// One stream with an offset a key group.
    KeyGroups(KeyGroups),
    /// Whole files of `RocksDB` or another backend of its kind.
    Incremental(Incremental),
    /// A state of before, and the changes since.
    Changelog(Changelog),
    /// Changes inside `_metadata`.
    ChangelogBytes(ChangelogBytes),
    /// Changes in files.
    ChangelogFiles(ChangelogFiles),
}

/// One stream with an offset a key group (`KeyGroupsStateHandle`, `KeyGroupsSavepointStateHandle`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyGroups {
    /// Whether it is of a canonical savepoint (kind 7; otherwise 3 or 12).
    pub canonical: bool,
    /// The key groups.
    pub range: KeyGroupRange,
    /// Where each key group starts in the stream, in bytes, one entry a key group. What says that a key group is empty depends on
    /// the writer, see [`Self::bytes_per_group`].
    pub offsets: Vec<i64>,
    /// Where the bytes lie.
    pub stream: Stream,
}

/// Whole files (`IncrementalRemoteKeyedStateHandle`). Nothing tells the bytes of a key group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incremental {
    /// The checkpoint that wrote it.
    pub checkpoint_id: i64,
    /// Id of the state backend, a UUID.
    pub backend: String,
    /// The key groups.
    pub range: KeyGroupRange,
    /// Bytes that this checkpoint wrote; `None` where the file does not tell.
    pub checkpointed_bytes: Option<u64>,
    /// The backend's own description of its states.
    pub meta: Stream,
    /// Files that other checkpoints may use as well.
    pub shared: Vec<BackendFile>,
    /// Files of this checkpoint alone.
    pub private: Vec<BackendFile>,
}

/// A file of a state backend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendFile {
    /// Its name in the backend's folder.
    pub local_path: String,
    /// Where the bytes lie.
    pub stream: Stream,
}

/// A state of before, and the changes since (`ChangelogStateBackendHandle`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changelog {
    /// The key groups.
    pub range: KeyGroupRange,
    /// Bytes that this checkpoint wrote; `None` where the file does not tell.
    pub checkpointed_bytes: Option<u64>,
    /// The state of before.
    pub materialised: Vec<KeyedState>,
    /// The changes since.
    pub changes: Vec<KeyedState>,
    /// Which state of before it is.
    pub materialisation_id: i64,
}

/// Changes inside `_metadata` (`InMemoryChangelogStateHandle`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangelogBytes {
    /// The key groups.
    pub range: KeyGroupRange,
    /// Key group and bytes of each change.
    pub changes: Vec<(u32, u64)>,
}

/// Changes in files (`ChangelogStateHandleStreamImpl`). Nothing tells the bytes of a key group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangelogFiles {
    /// The key groups.
    pub range: KeyGroupRange,
    /// Where the changes start in each stream, and the stream.
    pub files: Vec<(i64, Stream)>,
    /// Bytes of the changes.
    pub state_bytes: u64,
    /// Bytes that this checkpoint wrote; `None` where the file does not tell.
    pub checkpointed_bytes: Option<u64>,
}

impl KeyedState {
    /// The kind of handle in words, as shown.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Self::KeyGroups(groups) if groups.canonical => "canonical key groups",
            Self::KeyGroups(_) => "key groups with offsets",
            Self::Incremental(_) => "incremental files",
            Self::Changelog(_) => "changelog over a state of before",
            Self::ChangelogBytes(_) => "changelog inside _metadata",
            Self::ChangelogFiles(_) => "changelog in files",
        }
    }

    /// The key groups it is of.
    #[must_use]
    pub const fn range(&self) -> KeyGroupRange {
        match self {
            Self::KeyGroups(groups) => groups.range,
            Self::Incremental(files) => files.range,
            Self::Changelog(log) => log.range,
            Self::ChangelogBytes(log) => log.range,
            Self::ChangelogFiles(log) => log.range,
        }
    }

    /// All its bytes, as Flink's `getStateSize` has them; at most `u64::MAX`.
    #[must_use]
    pub fn state_bytes(&self) -> u64 {
        match self {
            Self::KeyGroups(groups) => groups.stream.state_bytes(),
            Self::Incremental(files) => sum(files.streams().map(Stream::state_bytes)),
            Self::Changelog(log) => sum(log.parts().map(Self::state_bytes)),
            Self::ChangelogBytes(log) => sum(log.changes.iter().map(|&(_, bytes)| bytes)),
            Self::ChangelogFiles(log) => log.state_bytes,
        }
    }

    /// Bytes that the checkpoint itself wrote, where the file tells them apart.
    #[must_use]
    pub const fn checkpointed_bytes(&self) -> Option<u64> {
        match self {
            Self::Incremental(files) => files.checkpointed_bytes,
            Self::Changelog(log) => log.checkpointed_bytes,
            Self::ChangelogFiles(log) => log.checkpointed_bytes,
            Self::KeyGroups(_) | Self::ChangelogBytes(_) => None,
        }
    }

    /// Adds its bytes to where they lie.
    pub(super) fn add_to(&self, places: &mut Places) {
        match self {
            Self::KeyGroups(groups) => places.add(&groups.stream),
            Self::Incremental(files) => files.streams().for_each(|stream| places.add(stream)),
            Self::Changelog(log) => log.parts().for_each(|part| part.add_to(places)),
            Self::ChangelogBytes(_) => {
                places.inline_bytes = places.inline_bytes.saturating_add(self.state_bytes());
            }
            Self::ChangelogFiles(log) => log.files.iter().for_each(|(_, stream)| places.add(stream)),
        }
    }

    /// The keyed state, or nothing where the file says so.
    pub(super) fn read(from: &mut Cursor<'_>) -> Result<Option<Self>, BadMetadata> {
        let offset = from.offset();
        let kind = from.u8("the kind of keyed state")?;
        Ok(Some(match kind {
            0 => return Ok(None),
            3 | 7 | 12 => Self::KeyGroups(KeyGroups::read(from, kind)?),
            5 | 11 => Self::Incremental(Incremental::read(from, kind)?),
            8 | 14 => Self::Changelog(from.nested(|from| Changelog::read(from, kind))?),
            9 => Self::ChangelogBytes(ChangelogBytes::read(from)?),
            10 | 13 => Self::ChangelogFiles(ChangelogFiles::read(from, kind)?),
            found => {
                let known = "0, 3, 5 and 7 to 14";
                return Err(BadMetadata::Kind { offset, what: "keyed state", found, known });
            }
        }))
    }
}

fn sum(bytes: impl Iterator<Item = u64>) -> u64 {
    bytes.fold(0, u64::saturating_add)
}

impl KeyGroupRange {
    fn read(from: &mut Cursor<'_>) -> Result<Self, BadMetadata> {
        Ok(Self { start: from.whole("the first key group")?, count: from.whole("the count of key groups")? })
    }
}

impl KeyGroups {
    /// Everything after the kind.
    pub(super) fn read(from: &mut Cursor<'_>, kind: u8) -> Result<Self, BadMetadata> {
        let start = from.whole("the first key group")?;
        let offsets = from.list("key group offsets", 8, |from| from.i64("the offset of a key group"))?;
        let stream = Stream::read_present(from, "the stream of key groups")?;
        if kind == 12 {
            from.text("the id of a handle")?;
        }
        // No more entries than a positive four-byte number tells.
        let count = u32::try_from(offsets.len()).unwrap_or(u32::MAX);
        Ok(Self { canonical: kind == 7, range: KeyGroupRange { start, count }, offsets, stream })
    }
}

impl Incremental {
    /// Every stream.
    fn streams(&self) -> impl Iterator<Item = &Stream> {
        let files = self.shared.iter().chain(&self.private).map(|file| &file.stream);
        std::iter::once(&self.meta).chain(files)
    }

    fn read(from: &mut Cursor<'_>, kind: u8) -> Result<Self, BadMetadata> {
        let checkpoint_id = from.i64("the checkpoint of incremental state")?;
        let backend = from.text("the id of a state backend")?;
        let range = KeyGroupRange::read(from)?;
        let checkpointed_bytes = if kind == 11 { from.size_if_known("the bytes written")? } else { None };
        let meta = Stream::read_present(from, "the description of incremental state")?;
        let mut files = |what| {
            from.list(what, 3, |from| {
                let local_path = from.text("the name of a backend's file")?;
                Ok(BackendFile { local_path, stream: Stream::read_present(from, "the stream of a backend's file")? })
            })
        };
        let (shared, private) = (files("shared files")?, files("private files")?);
        if kind == 11 {
            from.text("the id of a handle")?;
        }
        Ok(Self { checkpoint_id, backend, range, checkpointed_bytes, meta, shared, private })
    }
}

impl Changelog {
    /// The state of before, then the changes.
    pub(super) fn parts(&self) -> impl Iterator<Item = &KeyedState> {
        self.materialised.iter().chain(&self.changes)
    }

    fn read(from: &mut Cursor<'_>, kind: u8) -> Result<Self, BadMetadata> {
        let range = KeyGroupRange::read(from)?;
        let checkpointed_bytes = from.size_if_known("the bytes written")?;
        let mut parts = |what| from.list_if_any(what, 1, KeyedState::read);
        let (materialised, changes) = (parts("materialised states")?, parts("changelogs")?);
        let materialisation_id = from.i64("the id of a materialisation")?;
        if kind == 14 {
            from.i64("the checkpoint of a changelog")?;
            from.text("the id of a handle")?;
        }
        Ok(Self { range, checkpointed_bytes, materialised, changes, materialisation_id })
    }
}

impl ChangelogBytes {
    fn read(from: &mut Cursor<'_>) -> Result<Self, BadMetadata> {
        let range = KeyGroupRange::read(from)?;
        from.i64("the first sequence number of a changelog")?;
        from.i64("the last sequence number of a changelog")?;
        let changes = from.list("changes", 8, |from| {
            Ok((from.whole("the key group of a change")?, from.pass_bytes("bytes of a change")?))
        })?;
        from.text("the id of a handle")?;
        Ok(Self { range, changes })
    }
}

impl ChangelogFiles {
    fn read(from: &mut Cursor<'_>, kind: u8) -> Result<Self, BadMetadata> {
        let range = KeyGroupRange::read(from)?;
        let files = from.list("files of a changelog", 9, |from| {
            let offset = from.i64("the offset in a changelog's file")?;
            Ok((offset, Stream::read_present(from, "the stream of a changelog")?))
        })?;
        let state_bytes = from.state_size("the size of a changelog")?;
        let checkpointed_bytes = from.size_if_known("the bytes written")?;
        from.text("the id of a handle")?;
        if kind == 13 {
            from.text("the id of a changelog's storage")?;
        }
        Ok(Self { range, files, state_bytes, checkpointed_bytes })
    }
}
