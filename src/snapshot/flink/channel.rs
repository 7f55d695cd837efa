//! Records in flight that an unaligned checkpoint keeps.

use super::cursor::Cursor;
use super::error::BadMetadata;
use super::stream::Stream;

/// Records of one channel, or of several that were merged. Source: `ChannelStateHandleSerializerV1` and `V2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// Bytes of the records.
    pub state_bytes: u64,
    /// Where they lie, with those of other channels.
    pub stream: Stream,
}

impl Channel {
    /// The fewest bytes one takes: a merged one of version 6.
    pub(super) const LEAST_BYTES: usize = 18;

    /// One channel of a file of this version.
    pub(super) fn read(from: &mut Cursor<'_>, version: u32) -> Result<Self, BadMetadata> {
        let offset = from.offset();
        let kind = if version >= 6 { from.u8("the kind of channel state")? } else { 1 };
        match kind {
            1 | 2 => {
                from.i32("the subtask of a channel")?;
                from.i32("the first index of a channel")?;
                from.i32("the second index of a channel")?;
                from.list("channel offsets", 8, |from| from.i64("the offset of a channel"))?;
                Ok(Self {
                    state_bytes: from.state_size("the size of a channel")?,
                    stream: Stream::read_present(from, "the stream of a channel")?,
                })
            }
            3 | 4 => {
                from.i32("the subtask of a channel")?;
                let state_bytes = from.state_size("the size of merged channels")?;
                let stream = Stream::read_present(from, "the stream of merged channels")?;
                from.pass_bytes("bytes of merged channels")?;
                Ok(Self { state_bytes, stream })
            }
            found => Err(BadMetadata::Kind { offset, what: "channel state", found, known: "1 to 4" }),
        }
    }
}
