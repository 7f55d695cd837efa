//! State of an operator that no key decides on: lists and broadcasts of a subtask.

use super::cursor::Cursor;
use super::error::BadMetadata;
use super::stream::Stream;

/// Operator state of one subtask (`OperatorStreamStateHandle`, with file merging `FileMergingOperatorStreamStateHandle`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorState {
    /// The states in it.
    pub states: Vec<NamedState>,
    /// Where the bytes lie.
    pub stream: Stream,
}

/// One state of an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedState {
    /// Its name.
    pub name: String,
    /// What a restart at another width does with it.
    pub redistribution: Redistribution,
    /// Where each element starts in the stream, in bytes.
    pub offsets: Vec<i64>,
}

/// What a restart at another width does with operator state (`OperatorStateHandle.Mode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redistribution {
    /// The elements are dealt out.
    Split,
    /// Every subtask gets all.
    Union,
    /// Every subtask has the same.
    Broadcast,
}

impl OperatorState {
    /// The operator state, or nothing where the file says so. A flag of four bytes says first whether anything follows.
    pub(super) fn read(from: &mut Cursor<'_>) -> Result<Option<Self>, BadMetadata> {
        if from.i32("the flag of operator state")? == 0 {
            return Ok(None);
        }
        let offset = from.offset();
        let kind = from.u8("the kind of operator state")?;
        match kind {
            0 => return Ok(None),
            4 | 17 => {}
            found => return Err(BadMetadata::Kind { offset, what: "operator state", found, known: "0, 4 and 17" }),
        }
        let states = from.list("operator states", 7, NamedState::read)?;
        if kind == 17 {
            from.text("the folder of merged files")?;
            from.text("the shared folder of merged files")?;
            from.u8("the flag of merged files")?;
        }
        Ok(Some(Self { states, stream: Stream::read_present(from, "the stream of operator state")? }))
    }
}

impl NamedState {
    fn read(from: &mut Cursor<'_>) -> Result<Self, BadMetadata> {
        let name = from.text("the name of operator state")?;
        let offset = from.offset();
        let redistribution = match from.u8("the mode of operator state")? {
            0 => Redistribution::Split,
            1 => Redistribution::Union,
            2 => Redistribution::Broadcast,
            found => {
                return Err(BadMetadata::Kind { offset, what: "redistribution", found, known: "0, 1 and 2" });
            }
        };
        let offsets = from.list("offsets of operator state", 8, |from| from.i64("an offset of operator state"))?;
        Ok(Self { name, redistribution, offsets })
    }
}
