//! Keys whose loads are known from their first row on: where one of them is the hottest beyond doubt, no second pass is needed.

use super::fingerprint::slot_of;
use super::heaviest::{HEAVIEST, Heaviest};
use super::sums::{KeySum, by_text};
use super::survey::cell_of;
use super::value::Value;

/// The most keys that are followed: their table stays in the cache of a core.
const MOST: usize = 4096;

/// Some keys, to be found by their fingerprints.
#[derive(Debug)]
pub(super) struct Followed {
    /// Place in `keys`, 1 = the first; 0 = none. Open addressing.
    slots: Vec<u16>,
    /// Each with its fingerprint.
    keys: Vec<(u64, Value)>,
}

impl Followed {
    /// The heaviest of these keys; which they are changes no result.
    pub fn of(sums: &mut [KeySum]) -> Self {
        let by_load = |sum: &KeySum| std::cmp::Reverse(sum.load);
        let most = MOST.min(sums.len());
        if most < sums.len() {
            sums.select_nth_unstable_by_key(most, by_load);
        }
        let heavy = sums[..most].iter().filter(|sum| sum.key != Value::Null);
        let keys: Vec<(u64, Value)> = heavy.map(|sum| (sum.fingerprint, sum.key.clone())).collect();
        let mut followed = Self { slots: vec![0; 4 * MOST], keys };
        for at in 0..followed.keys.len() {
            let slot = followed.slot(followed.keys[at].0, None);
            followed.slots[slot] = u16::try_from(at + 1).expect("at most 4096 keys are followed");
        }
        followed
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The place of a key, from 0.
    pub fn place(&self, fingerprint: u64, key: &Value) -> Option<usize> {
        (self.slots[self.slot(fingerprint, Some(key))] as usize).checked_sub(1)
    }

    /// Where a key stands or would stand; without a key, the first place that is free.
    fn slot(&self, fingerprint: u64, key: Option<&Value>) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = slot_of(fingerprint) & mask;
        while let Some(held) = (self.slots[at] as usize).checked_sub(1) {
            let (held, held_key) = &self.keys[held];
            if *held == fingerprint && key.is_some_and(|key| key == held_key) {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    /// The heaviest keys of the `hot` cells, as [`heaviest_of`] gives them for all keys of those cells, or `None` where the others may be as
    /// heavy: one of them has at most what a cell has beside the keys that are followed.
    ///
    /// Shape: `loads` has an entry a key, `cells` one a cell.
    pub fn heaviest(self, loads: &[u64], cells: &[u64], hot: &[u32], most_outside: u64) -> Option<Vec<(u64, Value)>> {
        let mut beside: Vec<u64> = hot.iter().map(|&cell| cells[cell as usize]).collect();
        let mut keys = Vec::new();
        for ((fingerprint, key), &load) in self.keys.into_iter().zip(loads) {
            if let Ok(at) = hot.binary_search(&cell_of(fingerprint)) {
                beside[at] = beside[at].saturating_sub(load);
                keys.push((load, key));
            }
        }
        let most_beside = beside.into_iter().max().unwrap_or(0);
        keys.sort_unstable_by(|(_, a), (_, b)| by_text(a, b));
        let mut heaviest = Heaviest::new();
        for (load, key) in keys {
            heaviest.add(load, key);
        }
        let heaviest: Vec<(u64, Value)> = heaviest.in_order().collect();
        let above = |at: usize| heaviest.get(at).is_some_and(|(load, _)| *load > most_beside);
        let is_beyond_doubt = above(0) && (above(HEAVIEST - 1) || most_beside < most_outside);
        is_beyond_doubt.then(|| certain(heaviest, most_outside))
    }
}

/// The heaviest of all keys of the hot cells, which come in the order of their text.
pub(super) fn heaviest_of(sums: Vec<KeySum>, most_outside: u64) -> Vec<(u64, Value)> {
    let mut heaviest = Heaviest::new();
    for sum in sums {
        heaviest.add(sum.load, sum.key);
    }
    certain(heaviest.in_order().collect(), most_outside)
}

/// The hottest, and those after it that none outside of the hot cells passes.
fn certain(mut heaviest: Vec<(u64, Value)>, most_outside: u64) -> Vec<(u64, Value)> {
    let certain = heaviest.iter().take_while(|(load, _)| *load >= most_outside).count();
    heaviest.truncate(certain.max(1));
    heaviest
}
