//! The first pass over a list: equal keys are added up while they can be held, and surveyed from then on.

use super::error::ImportError;
use super::pass::{Passed, Told, pass};
use super::rows::{Counts, Wanted};
use super::table::Layout;
use crate::keys::{Bucketing, KeyRow, KeySum, KeySums, RowWatch, SurveyPart, Surveyed, Surveyor};
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most distinct keys that are held in memory; a list with more is read again for each bucket count but the first.
pub const MAX_LISTED_KEYS: u64 = 1_000_000;
/// The most bytes of their texts.
pub const MAX_LISTED_BYTES: u64 = 64 << 20;

/// What the first pass makes of a list.
pub(super) enum Gathered {
    /// All of its keys, in the order of their text.
    Held(Vec<KeySum>),
    /// There are too many of them.
    Surveyed(Box<Surveyed>),
    /// There are too many of them, and they may not be read a second time.
    TooMany,
}

/// What all threads share.
struct Gathering<'a> {
    sums: KeySums,
    surveyor: Surveyor<'a>,
    /// Whether the list may be longer than what is held.
    may_be_long: bool,
    /// Whether some thread has found no more room.
    is_full: AtomicBool,
}

/// Goes through all rows; sums of buckets are made on the way where the list is a long one.
pub(super) fn gather(
    text: Box<dyn Read + Send>,
    layout: &Layout,
    bucketing: Option<&dyn Bucketing>,
    may_be_long: bool,
    watch: &dyn RowWatch,
    told: &Told,
) -> Result<(Gathered, Counts), ImportError> {
    let gathering = Gathering {
        sums: KeySums::with_room(MAX_LISTED_KEYS, MAX_LISTED_BYTES),
        surveyor: Surveyor::new(bucketing, layout.state.is_some()),
        may_be_long,
        is_full: AtomicBool::new(false),
    };
    let passed = pass(text, Wanted::all(layout), watch, told, || None, |part, row| gathering.add(part, row))?;
    let Passed { parts, counts, is_cut_short } = passed;
    let gathered = if is_cut_short { Gathered::TooMany } else { gathering.finish(parts.into_iter().flatten()) };
    Ok((gathered, counts))
}

impl Gathering<'_> {
    /// Adds a row to what is held, or to what a thread has found out. False where the list is too long.
    fn add(&self, part: &mut Option<SurveyPart>, row: &KeyRow<'_>) -> bool {
        let fingerprint = row.key.fingerprint();
        if self.surveyor.has_begun() {
            let part = part.get_or_insert_with(|| self.surveyor.part());
            self.surveyor.add(part, row, fingerprint);
            return true;
        }
        // Of a row that another thread adds while the survey begins, what is held is surveyed in the end.
        if self.sums.add(row, fingerprint) || self.is_full.swap(true, Ordering::Relaxed) {
            return true;
        }
        if self.may_be_long {
            *part = Some(self.surveyor.begin(self.sums.take()));
        }
        self.may_be_long
    }

    fn finish(self, parts: impl Iterator<Item = SurveyPart>) -> Gathered {
        if !self.surveyor.has_begun() {
            return Gathered::Held(self.sums.in_order());
        }
        let mut late = self.surveyor.part();
        self.surveyor.add_sums(&mut late, &self.sums.take());
        Gathered::Surveyed(Box::new(self.surveyor.finish(parts.chain([late]))))
    }
}
