//! Bytes per key group, as far as offsets tell them.

use super::keyed::{KeyGroupRange, KeyGroups, KeyedState};
use super::metadata::Operator;
use super::refused::NoObservation;
use super::stream::Places;
use std::ops::Range;

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
        let mut sums = Sums::new(self.max_parallelism as usize);
        for subtask in &self.subtasks {
            let mut first_held = Vec::new();
            for (raw, state) in subtask.keyed() {
                sums.hold(state.range(), subtask.index, &mut first_held)?;
                sums.add(state, raw)?;
            }
        }
        let found = sums.finish()?;
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

/// What has been added up so far.
///
/// # Design
/// A file of a few bytes may name all 32 768 key groups, and a snapshot may have a great many such files. So a range costs the same
/// whatever its length: what is spread over it is a step up at its first key group and a step down past its last one, and key groups
/// that are held already are jumped over.
struct Sums {
    found: GroupBytes,
    /// How much more each key group has of what is spread than the one before it; one entry more than there are key groups.
    steps: Vec<i128>,
    /// For each key group one at or after it that no subtask may hold yet, see [`Self::free_from`]; one entry more, for none.
    free: Vec<usize>,
}

impl Sums {
    fn new(groups: usize) -> Self {
        let found = GroupBytes {
            bytes: vec![0; groups],
            held_by: vec![None; groups],
            held_twice: 0,
            header_bytes: 0,
            spread_bytes: 0,
        };
        Self { found, steps: vec![0; groups + 1], free: (0..=groups).collect() }
    }

    fn finish(mut self) -> Result<GroupBytes, NoObservation> {
        let mut spread = 0_i128;
        for (bytes, step) in self.found.bytes.iter_mut().zip(self.steps) {
            spread += step;
            plus(bytes, u64::try_from(spread).map_err(|_| NoObservation::TooManyBytes)?)?;
        }
        Ok(self.found)
    }

    /// The places of a range in the lists.
    fn within(&self, range: KeyGroupRange) -> Result<Range<usize>, NoObservation> {
        let (first, past) = (u64::from(range.start), u64::from(range.start) + u64::from(range.count));
        let key_groups = self.found.bytes.len() as u64;
        if past > key_groups {
            return Err(NoObservation::RangeOutside { first, last: past.saturating_sub(1), key_groups });
        }
        Ok(range.start as usize..(range.start as usize + range.count as usize))
    }

    /// The first key group from this one on that nobody holds; the count of key groups where there is none.
    fn free_from(&mut self, mut group: usize) -> usize {
        while self.free[group] != group {
            // Halves the way for whoever comes next.
            self.free[group] = self.free[self.free[group]];
            group = self.free[group];
        }
        group
    }

    /// Gives a subtask the key groups of a range that nobody holds. `first_held` are those that were given to it before.
    fn hold(&mut self, range: KeyGroupRange, subtask: u32, first_held: &mut Vec<usize>) -> Result<(), NoObservation> {
        let within = self.within(range)?;
        let of_its_own = first_held.iter().filter(|group| within.contains(group)).count();
        let mut taken = 0;
        let mut group = self.free_from(within.start);
        while group < within.end {
            self.found.held_by[group] = Some(subtask);
            self.free[group] = group + 1;
            first_held.push(group);
            taken += 1;
            group = self.free_from(group + 1);
        }
        self.found.held_twice += (within.len() - taken - of_its_own) as u64;
        Ok(())
    }

    fn add(&mut self, state: &KeyedState, raw: bool) -> Result<(), NoObservation> {
        match state {
            KeyedState::KeyGroups(groups) => {
                let within = self.within(groups.range)?;
                let bytes = groups.bytes_per_group(raw)?;
                let of_groups: u64 = bytes.iter().sum();
                plus(&mut self.found.header_bytes, groups.stream.state_bytes() - of_groups)?;
                self.found.bytes[within].iter_mut().zip(bytes).try_for_each(|(sum, bytes)| plus(sum, bytes))
            }
            KeyedState::Changelog(log) => log.parts().try_for_each(|part| self.add(part, raw)),
            KeyedState::ChangelogBytes(log) => {
                for &(group, bytes) in &log.changes {
                    let within = self.within(KeyGroupRange { start: group, count: 1 })?;
                    plus(&mut self.found.bytes[within.start], bytes)?;
                }
                Ok(())
            }
            KeyedState::Incremental(_) | KeyedState::ChangelogFiles(_) => self.spread(state),
        }
    }

    /// Bytes that nothing tells apart: the same to every key group of the range, one more to the first ones.
    fn spread(&mut self, state: &KeyedState) -> Result<(), NoObservation> {
        let (range, bytes) = (state.range(), state.state_bytes());
        let within = self.within(range)?;
        if within.is_empty() {
            return plus(&mut self.found.header_bytes, bytes);
        }
        plus(&mut self.found.spread_bytes, bytes)?;
        let count = within.len() as u64;
        let (each, first) = (i128::from(bytes / count), bytes % count);
        let past_first = within.start + usize::try_from(first).unwrap_or(within.len());
        for (group, step) in [(within.start, each + 1), (past_first, -1), (within.end, -each)] {
            self.steps[group] += step;
        }
        Ok(())
    }
}

fn plus(sum: &mut u64, bytes: u64) -> Result<(), NoObservation> {
    *sum = sum.checked_add(bytes).ok_or(NoObservation::TooManyBytes)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::keyed::ChangelogFiles;
    use super::*;

    fn range(start: u32, count: u32) -> KeyGroupRange {
        KeyGroupRange { start, count }
    }

    fn files(range: KeyGroupRange, state_bytes: u64) -> KeyedState {
        KeyedState::ChangelogFiles(ChangelogFiles { range, files: Vec::new(), state_bytes, checkpointed_bytes: None })
    }

    #[test]
    fn ranges_that_overlap_are_spread_each_by_itself() {
        let mut sums = Sums::new(6);
        // 7 over three: 3, 2, 2. 2 over four: 1, 1, 0, 0. 5 over the last: 5.
        for (range, bytes) in [(range(1, 3), 7), (range(2, 4), 2), (range(5, 1), 5), (range(3, 0), 9)] {
            sums.add(&files(range, bytes), false).unwrap();
        }
        let found = sums.finish().unwrap();
        assert_eq!(found.bytes, [0, 3, 3, 3, 0, 5]);
        assert_eq!((found.spread_bytes, found.header_bytes), (14, 9));
    }

    #[test]
    fn the_first_subtask_keeps_a_key_group() {
        let mut sums = Sums::new(8);
        for (subtask, ranges) in
            [(0, [range(0, 3), range(2, 3)]), (1, [range(4, 2), range(0, 8)]), (2, [range(7, 1), range(7, 1)])]
        {
            let mut own = Vec::new();
            for range in ranges {
                sums.hold(range, subtask, &mut own).unwrap();
            }
        }
        // Of subtask 1 first key group 4, then 0 to 4; of subtask 2 key group 7, twice.
        let found = sums.finish().unwrap();
        assert_eq!(found.held_by, [0, 0, 0, 0, 0, 1, 1, 1].map(Some));
        assert_eq!(found.held_twice, 1 + 5 + 2);
    }

    /// 200 000 parts over all key groups, as 3 MB of a file may name: a step for each part, not one for each of its key groups.
    #[test]
    fn a_part_costs_the_same_whatever_its_range() {
        let mut sums = Sums::new(32_768);
        let part = files(range(0, 32_768), 32_769);
        for subtask in 0..200_000 {
            sums.hold(range(0, 32_768), subtask, &mut Vec::new()).unwrap();
            sums.add(&part, false).unwrap();
        }
        let found = sums.finish().unwrap();
        assert_eq!((found.bytes[0], found.bytes[1], found.held_by[9]), (400_000, 200_000, Some(0)));
        assert_eq!(found.held_twice, 199_999 * 32_768);
    }
}
