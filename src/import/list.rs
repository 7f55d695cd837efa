//! A list in a file that is read anew for each pass.

use super::error::ImportError;
use super::open::{Opened, Stamp, open};
use super::pass::{Told, pass};
use super::rows::Wanted;
use super::table::Layout;
use crate::keys::{
    BucketSums, Bucketing, KeyRow, KeyRows, ListFacts, Refused, RowWatch, RowsError, Summing, SummingPart, Survey,
};
use crate::plain::visible;
use std::path::PathBuf;
use std::sync::Arc;
use xxhash_rust::xxh64::xxh64;

/// A file of keys and how it is read. It must stay as it is: a file that was written to meanwhile is not read on.
#[derive(Debug)]
pub(super) struct KeyList {
    pub(super) path: PathBuf,
    pub(super) layout: Layout,
    pub(super) stamp: Stamp,
    pub(super) facts: Arc<ListFacts>,
    pub(super) survey: Survey,
    /// What was added up on the way, with the name of its bucketing.
    pub(super) sums: Option<(String, Arc<BucketSums>)>,
}

/// Refuses a file that is no longer what it was.
pub(super) fn unchanged(before: Stamp, now: Stamp) -> Result<(), ImportError> {
    if before == now {
        return Ok(());
    }
    Err(ImportError::new("was written to while it was read: start again"))
}

impl KeyList {
    /// Refuses a file that is no longer what it was.
    pub(super) fn check(&self, now: Stamp) -> Result<(), ImportError> {
        unchanged(self.stamp, now)
    }

    /// A pass through all rows, so that the sums of the buckets are known.
    fn pass(
        &self,
        bucketing: &dyn Bucketing,
        watch: &dyn RowWatch,
    ) -> Result<Result<BucketSums, Refused>, ImportError> {
        let Opened { text, stamp, .. } = open(&self.path)?;
        self.check(stamp)?;
        let summing = Summing::new(bucketing, self.layout.state.is_some(), self.survey.level);
        let add = |part: &mut SummingPart, row: &KeyRow<'_>| summing.add(part, row);
        let passed = pass(text, Wanted::all(&self.layout), watch, &Told::Rows, || summing.part(), add)?;
        self.check(open(&self.path)?.stamp)?;
        Ok(summing.finish(passed.parts))
    }

    fn unreadable(&self, error: &ImportError) -> RowsError {
        if error.cancelled {
            return RowsError::Cancelled;
        }
        RowsError::Unreadable(format!("{} {}", visible(&self.path.to_string_lossy()), error.message))
    }
}

impl KeyRows for KeyList {
    fn identity(&self) -> u64 {
        let path = xxh64(self.path.as_os_str().as_encoded_bytes(), 0);
        xxh64(format!("{:?} {:?}", self.layout, self.stamp).as_bytes(), path)
    }

    fn facts(&self) -> &Arc<ListFacts> {
        &self.facts
    }

    fn survey(&self) -> &Survey {
        &self.survey
    }

    fn sums(&self, bucketing: &dyn Bucketing, watch: &dyn RowWatch) -> Result<Arc<BucketSums>, RowsError> {
        if let Some((_, sums)) = self.sums.as_ref().filter(|(name, _)| *name == bucketing.name()) {
            if watch.is_cancelled() {
                return Err(RowsError::Cancelled);
            }
            // Remembered or not, a file that was written to since is another list.
            open(&self.path).and_then(|now| self.check(now.stamp)).map_err(|error| self.unreadable(&error))?;
            watch.advance(self.facts.rows);
            return Ok(Arc::clone(sums));
        }
        match self.pass(bucketing, watch) {
            Ok(Ok(sums)) => Ok(Arc::new(sums)),
            Ok(Err(Refused(key))) => Err(RowsError::Refused(key)),
            Err(error) => Err(self.unreadable(&error)),
        }
    }
}
