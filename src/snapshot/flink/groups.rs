//! Bytes per key group, as far as offsets tell them.

use super::keyed::{Changelog, KeyGroupRange, KeyGroups, KeyedState};
use super::metadata::Operator;
use super::refused::NoObservation;
use super::stream::Places;

impl KeyGroups {
    /// Bytes of each key group of the range: from its offset up to the next one that is set, the last up to the end of the stream.
    ///
    /// What has no offset has no bytes: in state that Flink manages an offset of 0 stands for an empty key group, because every
    /// such stream begins with a header; in raw state 0 is the start of the stream and -1 stands for an empty one. The header is
    /// what is left of the stream. Source: `FullSnapshotAsyncWriter`, `HeapSnapshotStrategy`, `KeyedStateCheckpointOutputStream`.
    ///
    /// # Errors
    /// [`NoObservation::OffsetPastEnd`] where an offset lies past the end of the stream.
    pub fn bytes_per_group(&self, raw: bool) -> Result<Vec<u64>, NoObservation> {
        let stream_bytes = self.stream.state_bytes();
        let mut bytes = vec![0; self.offsets.len()];
        let mut starts: Vec<(u64, usize)> = Vec::with_capacity(bytes.len());
        for (at, &offset) in self.offsets.iter().enumerate() {
            if let Ok(offset) = u64::try_from(offset)
                && (raw || offset > 0)
            {
                if offset > stream_bytes {
                    let key_group = u64::from(self.range.start) + at as u64;
                    return Err(NoObservation::OffsetPastEnd { key_group, offset, stream_bytes });
                }
                starts.push((offset, at));
            }
        }
        // An operator may write its raw groups in any order.
        starts.sort_unstable();
        let ends = starts.iter().skip(1).map(|&(offset, _)| offset).chain([stream_bytes]);
        for (&(offset, at), end) in starts.iter().zip(ends) {
            bytes[at] = end - offset;
        }
        Ok(bytes)
    }
}

/// What the key groups of an operator hold, and who held them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupBytes {
    /// Bytes of each key group, all keyed states of the operator together, one entry a key group.
    pub bytes: Vec<u64>,
    /// The subtask whose handle names the key group, one entry a key group; `None` where no handle does.
    pub held_by: Vec<Option<u32>>,
    /// Key groups that handles of two subtasks name; the first one keeps it.
    pub held_twice: u64,
    /// Bytes of streams that belong to no key group: their headers.
    pub header_bytes: u64,
    /// Bytes that are known of a whole subtask alone, and are spread evenly over its key groups.
    pub spread_bytes: u64,
}

impl Operator {
    /// The bytes of its key groups. Where a subtask's files tell nothing of key groups, its bytes are spread evenly, what does not
    /// divide goes to the first ones.
    ///
    /// # Errors
    /// [`NoObservation`] where a range or an offset does not fit, or all bytes together pass `u64::MAX`.
    pub fn group_bytes(&self) -> Result<GroupBytes, NoObservation> {
        let groups = self.max_parallelism as usize;
        let mut found = GroupBytes {
            bytes: vec![0; groups],
            held_by: vec![None; groups],
            held_twice: 0,
            header_bytes: 0,
            spread_bytes: 0,
        };
        for subtask in &self.subtasks {
            for (raw, state) in subtask.keyed() {
                found.hold(state.range(), subtask.index)?;
                found.add(state, raw)?;
            }
        }
        // What is summed later is at most this.
        let all = found.bytes.iter().chain([&found.header_bytes]);
        all.copied().try_fold(0_u64, u64::checked_add).ok_or(NoObservation::TooManyBytes)?;
        Ok(found)
    }

    /// Where the bytes of its keyed state lie.
    #[must_use]
    pub fn keyed_places(&self) -> Places {
        let mut places = Places::default();
        for (_, state) in self.subtasks.iter().flat_map(super::Subtask::keyed) {
            state.add_to(&mut places);
        }
        places
    }
}

impl GroupBytes {
    /// The places of a range in the lists.
    fn within(&self, range: KeyGroupRange) -> Result<std::ops::Range<usize>, NoObservation> {
        let (first, past) = (u64::from(range.start), u64::from(range.start) + u64::from(range.count));
        if past > self.bytes.len() as u64 {
            let key_groups = self.bytes.len() as u64;
            return Err(NoObservation::RangeOutside { first, last: past.saturating_sub(1), key_groups });
        }
        Ok(range.start as usize..(range.start as usize + range.count as usize))
    }

    fn hold(&mut self, range: KeyGroupRange, subtask: u32) -> Result<(), NoObservation> {
        let within = self.within(range)?;
        for holder in &mut self.held_by[within] {
            self.held_twice += u64::from(holder.is_some_and(|holder| holder != subtask));
            holder.get_or_insert(subtask);
        }
        Ok(())
    }

    fn add(&mut self, state: &KeyedState, raw: bool) -> Result<(), NoObservation> {
        match state {
            KeyedState::KeyGroups(groups) => {
                let within = self.within(groups.range)?;
                let bytes = groups.bytes_per_group(raw)?;
                let of_groups: u64 = bytes.iter().sum();
                let header = groups.stream.state_bytes() - of_groups;
                self.header_bytes = self.header_bytes.checked_add(header).ok_or(NoObservation::TooManyBytes)?;
                self.bytes[within].iter_mut().zip(bytes).try_for_each(|(sum, bytes)| plus(sum, bytes))
            }
            KeyedState::Changelog(log) => self.add_changelog(log, raw),
            KeyedState::ChangelogBytes(log) => {
                for &(group, bytes) in &log.changes {
                    let within = self.within(KeyGroupRange { start: group, count: 1 })?;
                    plus(&mut self.bytes[within.start], bytes)?;
                }
                Ok(())
            }
            KeyedState::Incremental(_) | KeyedState::ChangelogFiles(_) => self.spread(state),
        }
    }

    fn add_changelog(&mut self, log: &Changelog, raw: bool) -> Result<(), NoObservation> {
        log.parts().try_for_each(|part| self.add(part, raw))
    }

    /// Bytes that nothing tells apart: the same to every key group of the range, one more to the first ones.
    fn spread(&mut self, state: &KeyedState) -> Result<(), NoObservation> {
        let (range, bytes) = (state.range(), state.state_bytes());
        let within = self.within(range)?;
        if within.is_empty() {
            return plus(&mut self.header_bytes, bytes);
        }
        plus(&mut self.spread_bytes, bytes)?;
        let count = u64::from(range.count);
        for (at, sum) in (0_u64..).zip(&mut self.bytes[within]) {
            plus(sum, bytes / count + u64::from(at < bytes % count))?;
        }
        Ok(())
    }
}

fn plus(sum: &mut u64, bytes: u64) -> Result<(), NoObservation> {
    *sum = sum.checked_add(bytes).ok_or(NoObservation::TooManyBytes)?;
    Ok(())
}
