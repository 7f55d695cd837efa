//! What is found out of a list of keys that is too long to be held: how many are distinct, which are hot.

use super::bucketing::{BucketSums, Bucketing, PartSums, Tag, add_up, together};
use super::fingerprint::{Arrivals, Fingerprints};
use super::followed::Followed;
use super::hot_keys::HotKeys;
use super::rows::KeyRow;
use super::sums::KeySum;
use super::value::Value;
use crate::unit::float;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Bits of a fingerprint that name its cell.
const CELL_BITS: u32 = 18;
/// Cells of fingerprints.
pub(super) const CELLS: usize = 1 << CELL_BITS;
/// Cells whose keys are counted one by one.
const HOT_CELLS: usize = 256;
/// Keys kept as a sample.
const SAMPLE: usize = 1024;
/// Loads that wait for their cells.
const MOST_WAITING: usize = 256;
/// Keys are counted by the zeros that end their fingerprints, up to one less: the level of the sample is known in the end only.
const ZEROS: u32 = 32;

/// What was found out of a list before its keys are put in buckets. It depends on the rows alone, not on their order nor on the number
/// of threads.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// Every fingerprint whose lowest so many bits are 0 was kept; 0 = all.
    pub level: u32,
    /// Distinct keys of that level, null left out.
    pub kept: u64,
    /// No key outside of the hot cells has more load than this, in records.
    pub most_outside: u64,
    /// Some distinct keys, each as likely as any other; all where they are few.
    pub sample: Vec<Value>,
    /// The heaviest keys with their loads in records, null left out: the first is the hottest of the hot cells, the others, nine at most,
    /// are those after it that no key outside of these cells passes. The heaviest first, equal ones in the order of their text.
    pub heaviest: Vec<(u64, Value)>,
}

impl Survey {
    /// Distinct keys: counted, or the sample's size times what each one stands for.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.kept.checked_shl(self.level).unwrap_or(u64::MAX)
    }

    /// Relative standard error of [`Self::distinct`]; 0 where it was counted.
    #[must_use]
    pub fn distinct_error(&self) -> f64 {
        // Each key is kept by a chance of 1 in 2^level.
        let chance = 1.0 / float(1 << self.level.min(63));
        if self.level == 0 { 0.0 } else { libm::sqrt((1.0 - chance) / float(self.kept.max(1))) }
    }
}

/// What several threads find out together.
#[derive(Debug)]
pub struct Surveyor<'a> {
    distinct: Fingerprints,
    followed: OnceLock<Followed>,
    /// Sums of buckets that are made on the way, and whether the list tells state.
    summing: Option<(&'a dyn Bucketing, bool)>,
}

/// What one thread finds out.
#[derive(Debug)]
pub struct SurveyPart {
    /// Load of each cell, without what waits.
    cells: Vec<u64>,
    /// Cells and what is to be added to them. Their memory is fetched for many at once: one by one, each would be waited for.
    waiting: Vec<(u32, u64)>,
    /// The keys of the lowest fingerprints: which these are depends on the keys alone.
    sample: BTreeMap<u64, Value>,
    /// No higher fingerprint gets into the sample.
    sample_to: u64,
    arrivals: Arrivals<Tag>,
    /// Load of each key that is followed.
    followed: Vec<u64>,
    sums: Option<PartSums>,
}

/// A first pass that came to its end.
#[derive(Debug)]
pub struct Surveyed {
    /// All that it found out; the heaviest keys may be left for a second pass.
    pub survey: Survey,
    /// Where the heaviest keys are yet to be found.
    pub hot_keys: Option<HotKeys>,
    /// Sums of buckets that were made on the way; none where a key is refused, or the list has more keys than these sums hold.
    pub sums: Option<BucketSums>,
}

impl<'a> Surveyor<'a> {
    /// Sums of more buckets than this are left to a pass of their own, which takes less memory.
    const MOST_BUCKETS: usize = 1 << 15;

    /// A survey that makes sums of buckets on its way, where it is told how; `has_state` is whether the list tells state.
    #[must_use]
    pub fn new(bucketing: Option<&'a dyn Bucketing>, has_state: bool) -> Self {
        let bucketing = bucketing.filter(|bucketing| bucketing.count() <= Self::MOST_BUCKETS);
        let summing = bucketing.map(|bucketing| (bucketing, has_state));
        Self { distinct: Fingerprints::bounded(), followed: OnceLock::new(), summing }
    }

    /// Begins with all rows so far, those of each key added up; only once, and before any row is added. Rows that come after it may be of
    /// these keys.
    pub fn begin(&self, mut sums: Vec<KeySum>) -> SurveyPart {
        let has_begun = self.followed.set(Followed::of(&mut sums)).is_err();
        debug_assert!(!has_begun, "a survey begins once");
        let mut part = self.part();
        self.add_sums(&mut part, &sums);
        part
    }

    /// Whether it has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.followed.get().is_some()
    }

    /// An empty part for a thread.
    #[must_use]
    pub fn part(&self) -> SurveyPart {
        let sums = self.summing.map(|(bucketing, has_state)| PartSums::new(bucketing, has_state, ZEROS as usize));
        SurveyPart {
            cells: vec![0; CELLS],
            waiting: Vec::with_capacity(MOST_WAITING),
            sample: BTreeMap::new(),
            sample_to: u64::MAX,
            arrivals: Arrivals::default(),
            followed: vec![0; self.followed.get().map_or(0, Followed::len)],
            sums,
        }
    }

    /// Adds rows of keys that were added up.
    pub fn add_sums(&self, part: &mut SurveyPart, sums: &[KeySum]) {
        for KeySum { key, load, state_bytes, fingerprint } in sums {
            self.add(part, &KeyRow { key, load: *load, state_bytes: *state_bytes }, *fingerprint);
        }
    }

    /// Adds a row.
    pub fn add(&self, part: &mut SurveyPart, row: &KeyRow<'_>, fingerprint: u64) {
        if part.waiting.len() == MOST_WAITING {
            part.settle();
        }
        let SurveyPart { waiting, sample, sample_to, arrivals, followed, sums, .. } = part;
        let bucket = match (&mut *sums, self.summing) {
            (Some(sums), Some((bucketing, _))) => sums.add(bucketing, row).unwrap_or(0),
            _ => 0,
        };
        if *row.key == Value::Null {
            return;
        }
        let tag = Tag::new(bucket, fingerprint.trailing_zeros().min(ZEROS - 1));
        self.distinct.add(arrivals, fingerprint, tag, &mut |tag| {
            if let Some(sums) = sums {
                sums.see(tag);
            }
        });
        waiting.push((cell_of(fingerprint), row.load));
        if let Some(place) = self.followed.get().and_then(|followed| followed.place(fingerprint, row.key)) {
            followed[place] = followed[place].saturating_add(row.load);
        }
        if fingerprint <= *sample_to {
            sample.entry(fingerprint).or_insert_with(|| row.key.clone());
            if sample.len() > SAMPLE {
                sample.pop_last();
            }
            if let (SAMPLE, Some((&last, _))) = (sample.len(), sample.last_key_value()) {
                *sample_to = last;
            }
        }
    }

    /// All parts together.
    #[must_use]
    pub fn finish(self, parts: impl IntoIterator<Item = SurveyPart>) -> Surveyed {
        let mut all = self.part();
        let mut sums = Vec::new();
        for mut part in parts {
            part.settle();
            self.distinct.finish_adding(part.arrivals, &mut |tag| {
                if let Some(sums) = &mut part.sums {
                    sums.see(tag);
                }
            });
            add_up(&mut all.cells, &part.cells);
            add_up(&mut all.followed, &part.followed);
            all.sample.extend(part.sample);
            sums.extend(part.sums);
        }
        let mut order: Vec<u32> = (0..1 << CELL_BITS).collect();
        // Of cells with the same load the first go first.
        order.sort_by_key(|&cell| std::cmp::Reverse(all.cells[cell as usize]));
        let most_outside = order.get(HOT_CELLS).map_or(0, |&cell| all.cells[cell as usize]);
        let mut hot: Vec<u32> = order.into_iter().take(HOT_CELLS).collect();
        hot.sort_unstable();
        let (level, kept) = self.distinct.finish();
        let followed = self.followed.into_inner();
        let heaviest = followed.and_then(|followed| followed.heaviest(&all.followed, &all.cells, &hot, most_outside));
        let hot_keys = heaviest.is_none().then(|| HotKeys::new(&hot));
        let sums = self
            .summing
            .filter(|_| level < ZEROS)
            .and_then(|(bucketing, _)| together(sums, bucketing.count(), level as usize, level).ok());
        let sample = all.sample.into_values().take(SAMPLE).collect();
        let survey = Survey { level, kept, most_outside, sample, heaviest: heaviest.unwrap_or_default() };
        Surveyed { survey, hot_keys, sums }
    }
}

impl SurveyPart {
    /// Adds what waits to the cells.
    fn settle(&mut self) {
        for (cell, load) in self.waiting.drain(..) {
            let sum = &mut self.cells[cell as usize];
            *sum = sum.saturating_add(load);
        }
    }
}

/// The highest bits of a fingerprint.
pub(super) const fn cell_of(fingerprint: u64) -> u32 {
    (fingerprint >> (64 - CELL_BITS)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::sums::{KeySums, KeySumsPart};
    use super::*;

    /// Rows of key and load, the first `held` of them added up before the survey begins.
    fn surveyed(rows: &[(i64, u64)], parts: usize, held: usize) -> Surveyed {
        let surveyor = Surveyor::new(None, false);
        let sums = KeySums::with_room(u64::MAX, u64::MAX);
        let row = |&(number, load): &(i64, u64), take: &mut dyn FnMut(&KeyRow<'_>, u64)| {
            let key = Value::I64(number);
            take(&KeyRow { key: &key, load, state_bytes: 0 }, key.fingerprint());
        };
        let (first, rest) = rows.split_at(held);
        for first in first {
            row(first, &mut |row, fingerprint| assert!(sums.add(row, fingerprint)));
        }
        let mut all = vec![surveyor.begin(sums.take())];
        all.resize_with(parts, || surveyor.part());
        for (at, rest) in rest.iter().enumerate() {
            row(rest, &mut |row, fingerprint| surveyor.add(&mut all[at % parts], row, fingerprint));
        }
        surveyor.finish(all)
    }

    /// The same with the heaviest keys found, in a second pass if need be.
    fn survey(rows: &[(i64, u64)], parts: usize, held: usize) -> (Survey, bool) {
        let Surveyed { mut survey, hot_keys, .. } = surveyed(rows, parts, held);
        let Some(hot_keys) = hot_keys else { return (survey, true) };
        let mut part = KeySumsPart::default();
        for &(number, load) in rows {
            let key = Value::I64(number);
            assert!(hot_keys.add(&mut part, &KeyRow { key: &key, load, state_bytes: 0 }, key.fingerprint()));
        }
        assert!(hot_keys.finish([part], &mut survey));
        (survey, false)
    }

    /// Loads fall as 1 ÷ rank; rows of a key come apart.
    fn falling() -> Vec<(i64, u64)> {
        (0..3).flat_map(|_| (1..50_000_i64).map(|rank| (rank, 1_000_000 / rank.unsigned_abs()))).collect()
    }

    #[test]
    fn the_heaviest_keys_are_found_whatever_the_order() {
        let rows = falling();
        let (one, in_one_pass) = survey(&rows, 1, 20_000);
        assert!(in_one_pass, "rows of the first 20 000 keys were followed");
        let backwards: Vec<_> = rows.iter().rev().copied().collect();
        for (rows, parts, held) in [(&rows, 3, 0), (&backwards, 3, 0), (&backwards, 2, 20_000), (&rows, 4, rows.len())]
        {
            assert_eq!(survey(rows, parts, held).0, one, "{held}");
        }
        assert!(!survey(&rows, 1, 0).1 && !survey(&backwards, 1, 20_000).1, "the hottest key was seen too late");
        assert_eq!((one.distinct(), one.level), (49_999, 0));
        assert!(one.distinct_error() <= 0.0);
        let expected: Vec<_> =
            (1..=10_i64).map(|rank| (3 * (1_000_000 / rank.unsigned_abs()), Value::I64(rank))).collect();
        assert_eq!(one.heaviest, expected);
        // 3 · 10^6 ÷ 257 at least are outside, and by far not the hottest load.
        assert!((11_000..30_000).contains(&one.most_outside), "{}", one.most_outside);
        assert_eq!(one.sample.len(), SAMPLE);
    }

    /// A key that is seen late and is as hot as any that was followed, or hotter, is looked for in a second pass.
    #[test]
    fn a_late_key_may_be_the_hottest() {
        let mut rows: Vec<(i64, u64)> = (1..=1000).map(|key| (key, 1000)).collect();
        for (late, load, hottest) in [(7777, 5000, 5000), (5, 4000, 5000), (10_000, 1000, 1000)] {
            rows.push((late, load));
            let (found, in_one_pass) = survey(&rows, 2, 1000);
            assert_eq!(found, survey(&rows, 1, 0).0, "{late}");
            assert_eq!((found.heaviest[0].0, in_one_pass), (hottest, late == 5), "{late}");
            assert!(hottest == 1000 || found.heaviest[0].1 == Value::I64(late), "{late}");
            rows.pop();
        }
    }
}
