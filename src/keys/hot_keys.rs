//! The pass that finds the heaviest keys, where the first one could not.

use super::followed::heaviest_of;
use super::rows::KeyRow;
use super::sums::{KeySums, KeySumsPart};
use super::survey::{CELLS, Survey, cell_of};
use super::value::Value;
use std::sync::atomic::{AtomicBool, Ordering};

/// Room for the keys of the hot cells: about one in a thousand of all.
const MOST_KEYS: u64 = 4_000_000;
/// Bytes of their texts.
const MOST_BYTES: u64 = 512 << 20;

/// Adds up the loads of the keys that may be the hottest, each by itself.
#[derive(Debug)]
pub struct HotKeys {
    /// A bit a cell.
    cells: Vec<u64>,
    sums: KeySums,
    is_full: AtomicBool,
}

impl HotKeys {
    pub(super) fn new(hot: &[u32]) -> Self {
        let mut cells = vec![0; CELLS / 64];
        for cell in hot {
            cells[*cell as usize / 64] |= 1 << (cell % 64);
        }
        Self { cells, sums: KeySums::with_room(MOST_KEYS, MOST_BYTES), is_full: AtomicBool::new(false) }
    }

    /// Whether a key of this fingerprint may be the hottest.
    #[must_use]
    pub fn has(&self, fingerprint: u64) -> bool {
        let cell = cell_of(fingerprint);
        self.cells[cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds a row. False once there is no room left.
    pub fn add(&self, part: &mut KeySumsPart, row: &KeyRow<'_>, fingerprint: u64) -> bool {
        let is_hot = *row.key != Value::Null && self.has(fingerprint);
        !is_hot || self.sums.add_later(part, row, fingerprint) || self.give_up()
    }

    fn give_up(&self) -> bool {
        self.is_full.store(true, Ordering::Relaxed);
        false
    }

    /// Puts what was found into the survey. False where there was no room for it.
    #[must_use]
    pub fn finish(self, parts: impl IntoIterator<Item = KeySumsPart>, survey: &mut Survey) -> bool {
        let mut has_room = !self.is_full.into_inner();
        for mut part in parts {
            has_room &= self.sums.take_in(&mut part);
        }
        survey.heaviest = heaviest_of(self.sums.in_order(), survey.most_outside);
        has_room
    }
}
