//! A first look at a list of keys that is too long to be held: how many are distinct, where the hot ones are.

use super::fingerprint::{Arrivals, Fingerprints};
use super::rows::KeyRow;
use super::value::Value;
use crate::unit::float;
use std::collections::BTreeMap;

/// Bits of a fingerprint that name its cell.
const CELL_BITS: u32 = 18;
/// Cells whose keys are counted one by one in a later pass.
const HOT_CELLS: usize = 256;
/// Keys kept as a sample.
const SAMPLE: usize = 1024;

/// What a first pass found out. It depends on the rows alone, not on their order nor on the number of threads.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// Every fingerprint whose lowest so many bits are 0 was kept; 0 = all.
    pub level: u32,
    /// Distinct keys of that level, null left out.
    pub kept: u64,
    /// Cells with the most load, in order.
    hot: Vec<u32>,
    /// No key outside of the hot cells has more load than this, in records.
    pub most_outside: u64,
    /// Some distinct keys, each as likely as any other; all where they are few.
    pub sample: Vec<Value>,
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

    /// Whether a key's load is to be added up by itself: it may be the hottest.
    #[must_use]
    pub fn is_hot(&self, fingerprint: u64) -> bool {
        self.hot.binary_search(&cell_of(fingerprint)).is_ok()
    }
}

/// What several threads find out together.
#[derive(Debug)]
pub struct Surveyor {
    distinct: Fingerprints,
}

/// What one thread finds out.
#[derive(Debug)]
pub struct SurveyPart {
    /// Load of each cell.
    cells: Vec<u64>,
    /// The keys of the lowest fingerprints: which these are depends on the keys alone.
    sample: BTreeMap<u64, Value>,
    /// No higher fingerprint gets into the sample.
    sample_to: u64,
    arrivals: Arrivals<()>,
}

impl Default for Surveyor {
    fn default() -> Self {
        Self { distinct: Fingerprints::bounded() }
    }
}

impl SurveyPart {
    /// An empty part for a thread.
    #[must_use]
    pub fn new() -> Self {
        let arrivals = Arrivals::default();
        Self { cells: vec![0; 1 << CELL_BITS], sample: BTreeMap::new(), sample_to: u64::MAX, arrivals }
    }
}

impl Default for SurveyPart {
    fn default() -> Self {
        Self::new()
    }
}

impl Surveyor {
    /// Takes a row that has a key.
    pub fn add(&self, part: &mut SurveyPart, row: &KeyRow<'_>, fingerprint: u64) {
        let cell = &mut part.cells[cell_of(fingerprint) as usize];
        *cell = cell.saturating_add(row.load);
        self.distinct.add(&mut part.arrivals, fingerprint, (), &mut |()| {});
        if fingerprint <= part.sample_to {
            part.sample.entry(fingerprint).or_insert_with(|| row.key.clone());
            if part.sample.len() > SAMPLE {
                part.sample.pop_last();
            }
            if let (SAMPLE, Some((&last, _))) = (part.sample.len(), part.sample.last_key_value()) {
                part.sample_to = last;
            }
        }
    }

    /// All parts together.
    #[must_use]
    pub fn finish(self, parts: impl IntoIterator<Item = SurveyPart>) -> Survey {
        let mut all = SurveyPart::new();
        for part in parts {
            for (sum, more) in all.cells.iter_mut().zip(part.cells) {
                *sum = sum.saturating_add(more);
            }
            all.sample.extend(part.sample);
            self.distinct.finish_adding(part.arrivals, &mut |()| {});
        }
        let mut order: Vec<u32> = (0..1 << CELL_BITS).collect();
        // Of cells with the same load the first go first.
        order.sort_by_key(|&cell| std::cmp::Reverse(all.cells[cell as usize]));
        let most_outside = order.get(HOT_CELLS).map_or(0, |&cell| all.cells[cell as usize]);
        let mut hot: Vec<u32> = order.into_iter().take(HOT_CELLS).collect();
        hot.sort_unstable();
        let (level, kept) = self.distinct.finish();
        Survey { level, kept, hot, most_outside, sample: all.sample.into_values().take(SAMPLE).collect() }
    }
}

/// The highest bits of a fingerprint.
const fn cell_of(fingerprint: u64) -> u32 {
    (fingerprint >> (64 - CELL_BITS)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(rows: &mut dyn Iterator<Item = (i64, u64)>, parts: usize) -> Survey {
        let surveyor = Surveyor::default();
        let mut all: Vec<SurveyPart> = (0..parts).map(|_| SurveyPart::new()).collect();
        for (at, (number, load)) in rows.enumerate() {
            let key = Value::I64(number);
            surveyor.add(&mut all[at % parts], &KeyRow { key: &key, load, state_bytes: 0 }, key.fingerprint());
        }
        surveyor.finish(all)
    }

    #[test]
    fn the_hottest_key_is_in_a_hot_cell_whatever_the_order() {
        // Loads fall as 1 ÷ rank; rows of a key come apart.
        let rows = || (0..3).flat_map(|_| (1..50_000_i64).map(|rank| (rank, 1_000_000 / rank.unsigned_abs())));
        let one = survey(&mut rows(), 1);
        assert_eq!(survey(&mut rows().collect::<Vec<_>>().into_iter().rev(), 3), one);
        assert_eq!((one.distinct(), one.level), (49_999, 0));
        assert!(one.distinct_error() <= 0.0);
        for rank in 1..=100 {
            assert!(one.is_hot(Value::I64(rank).fingerprint()), "{rank}");
        }
        // 3 · 10^6 ÷ 257 at least are outside, and by far not the hottest load.
        assert!((11_000..30_000).contains(&one.most_outside), "{}", one.most_outside);
        assert_eq!(one.sample.len(), SAMPLE);
    }
}
