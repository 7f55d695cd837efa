//! Flink's checkpoints and savepoints: what their `_metadata` file says.
//!
//! [`open`] finds the file, [`read`] reads its bytes, [`FlinkSnapshot::observation`] makes of one operator what the simulator takes.
//! State files are never opened: their sizes and the offsets of key groups stand in `_metadata`.

mod cautions;
mod channel;
mod choose;
mod cursor;
mod error;
mod groups;
mod keyed;
mod metadata;
mod observe;
mod open;
mod operator_state;
mod properties;
mod refused;
mod stream;
mod summary;

pub use channel::Channel;
pub use error::BadMetadata;
pub use groups::GroupBytes;
pub use keyed::{
    BackendFile, Changelog, ChangelogBytes, ChangelogFiles, Incremental, KeyGroupRange, KeyGroups, KeyedState,
};
pub use metadata::{MAGIC, MasterState, Metadata, Operator, Subtask, read};
pub(super) use open::LINK;
pub use open::{CannotOpen, FlinkSnapshot, open};
pub use operator_state::{NamedState, OperatorState, Redistribution};
pub use properties::SnapshotKind;
pub use refused::NoObservation;
pub use stream::{Places, Stream};
pub use summary::{FlinkSummary, KeyGroupsSummary, OperatorSummary, SubtaskSummary};
