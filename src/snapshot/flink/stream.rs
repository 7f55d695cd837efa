//! Streams of state: where the bytes of a handle lie, and how many they are.

use super::cursor::Cursor;
use super::error::BadMetadata;
use super::keyed::KeyGroups;

/// Bytes of state somewhere. Source: `MetadataV2V3SerializerBase.serializeStreamStateHandle`, Flink 1.3 to 2.3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stream {
    /// Inside `_metadata` itself (`ByteStreamStateHandle`).
    Inline {
        /// The name of the handle.
        name: String,
        /// Its bytes.
        state_bytes: u64,
    },
    /// A file somewhere (`FileStateHandle`).
    File {
        /// Its whole path or address as written.
        path: String,
        /// Its bytes as written.
        state_bytes: u64,
    },
    /// A file beside `_metadata` (`RelativeFileStateHandle`).
    RelativeFile {
        /// Its path below the folder of `_metadata`.
        path: String,
        /// Its bytes as written.
        state_bytes: u64,
    },
    /// A stream that is itself cut into key groups (`KeyGroupsStateHandle` as a stream).
    KeyGroups(Box<KeyGroups>),
    /// A part of a file that several handles share (`SegmentFileStateHandle`).
    Segment {
        /// Path of the file.
        path: String,
        /// The first byte in it.
        start: u64,
        /// The bytes of the part.
        state_bytes: u64,
        /// Id of the file in Flink's file merging.
        logical_file: String,
    },
    /// A part of a file without bytes (`EmptySegmentFileStateHandle`).
    EmptySegment,
}

impl Stream {
    /// Bytes of the stream.
    #[must_use]
    pub fn state_bytes(&self) -> u64 {
        match self {
            Self::Inline { state_bytes, .. }
            | Self::File { state_bytes, .. }
            | Self::RelativeFile { state_bytes, .. }
            | Self::Segment { state_bytes, .. } => *state_bytes,
            Self::KeyGroups(groups) => groups.stream.state_bytes(),
            Self::EmptySegment => 0,
        }
    }

    /// Path of the file as written; `None` where the bytes are in no file of their own.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::File { path, .. } | Self::RelativeFile { path, .. } | Self::Segment { path, .. } => Some(path),
            Self::KeyGroups(groups) => groups.stream.path(),
            Self::Inline { .. } | Self::EmptySegment => None,
        }
    }

    /// The stream, or nothing where the file says so.
    pub(super) fn read(from: &mut Cursor<'_>) -> Result<Option<Self>, BadMetadata> {
        let offset = from.offset();
        let kind = from.u8("the kind of a stream")?;
        Ok(Some(match kind {
            0 => return Ok(None),
            1 => Self::Inline {
                name: from.text("the name of inline state")?,
                state_bytes: from.pass_bytes("bytes of inline state")?,
            },
            2 => {
                let state_bytes = from.state_size("the size of a file")?;
                Self::File { path: from.text("the path of a file")?, state_bytes }
            }
            3 => Self::KeyGroups(Box::new(from.nested(|from| KeyGroups::read(from, kind))?)),
            6 => {
                let path = from.text("the path of a relative file")?;
                Self::RelativeFile { path, state_bytes: from.state_size("the size of a relative file")? }
            }
            15 => {
                let start = from.size("the start of a segment")?;
                let state_bytes = from.state_size("the size of a segment")?;
                from.i32("the scope of a segment")?;
                let path = from.text("the path of a segment's file")?;
                Self::Segment { path, start, state_bytes, logical_file: from.text("the id of a segment's file")? }
            }
            16 => Self::EmptySegment,
            found => {
                return Err(BadMetadata::Kind { offset, what: "stream", found, known: "0, 1, 2, 3, 6, 15 and 16" });
            }
        }))
    }

    /// A stream that must be there.
    pub(super) fn read_present(from: &mut Cursor<'_>, what: &'static str) -> Result<Self, BadMetadata> {
        let offset = from.offset();
        Self::read(from)?.ok_or(BadMetadata::Missing { offset, what })
    }
}

/// Bytes of streams by where they lie.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Places {
    /// Bytes inside `_metadata`.
    pub inline_bytes: u64,
    /// Bytes in files of their own.
    pub file_bytes: u64,
    /// Bytes in files that several handles share.
    pub segment_bytes: u64,
    /// Streams in files of their own.
    pub files: u64,
}

impl Places {
    /// All bytes.
    #[must_use]
    pub const fn all_bytes(&self) -> u64 {
        self.inline_bytes.saturating_add(self.file_bytes).saturating_add(self.segment_bytes)
    }

    /// Adds a stream.
    pub(super) fn add(&mut self, stream: &Stream) {
        match stream {
            Stream::Inline { state_bytes, .. } => self.inline_bytes = self.inline_bytes.saturating_add(*state_bytes),
            Stream::File { state_bytes, .. } | Stream::RelativeFile { state_bytes, .. } => {
                self.file_bytes = self.file_bytes.saturating_add(*state_bytes);
                self.files += 1;
            }
            Stream::Segment { state_bytes, .. } => self.segment_bytes = self.segment_bytes.saturating_add(*state_bytes),
            Stream::KeyGroups(groups) => self.add(&groups.stream),
            Stream::EmptySegment => {}
        }
    }
}
