//! What kind of snapshot it is, from the Java object at the end of a `_metadata` file.

use memchr::memmem;

/// A kind of snapshot, as Flink's `CheckpointProperties` tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnapshotKind {
    /// A checkpoint, full or incremental.
    Checkpoint,
    /// A savepoint in the format that every state backend reads.
    CanonicalSavepoint,
    /// A savepoint in the state backend's own format.
    NativeSavepoint,
}

impl SnapshotKind {
    /// In words, as shown.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Checkpoint => "checkpoint",
            Self::CanonicalSavepoint => "canonical savepoint",
            Self::NativeSavepoint => "native savepoint",
        }
    }

    /// The kind that a serialised `CheckpointProperties` names; `None` where it names none that is known. The object is not
    /// decoded: its texts stand in it with their lengths before them.
    pub(super) fn of(object: &[u8]) -> Option<Self> {
        let names = |text: &[u8]| memmem::find(object, text).is_some();
        if names(b"t\0\x09CANONICAL") {
            Some(Self::CanonicalSavepoint)
        } else if names(b"t\0\x06NATIVE") {
            Some(Self::NativeSavepoint)
        } else {
            names(b"org.apache.flink.runtime.checkpoint.CheckpointType").then_some(Self::Checkpoint)
        }
    }
}
