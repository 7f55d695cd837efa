//! A list in a file that is read anew for each pass.

use super::error::ImportError;
use super::open::{Stamp, open};
use super::pass::{Told, pass};
use super::table::Layout;
use crate::keys::{KeyRow, KeyRows, ListFacts, RowSink, RowWatch, RowsError, Survey};
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
}

impl KeyList {
    /// Refuses a file that is no longer what it was.
    pub(super) fn check(&self, stamp: Stamp) -> Result<(), ImportError> {
        if stamp == self.stamp {
            return Ok(());
        }
        Err(ImportError::new("was written to while it was read: start again"))
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

    fn each<'a>(
        &self,
        watch: &dyn RowWatch,
        sink: &(dyn Fn() -> Box<dyn RowSink + 'a> + Sync + 'a),
    ) -> Result<(), RowsError> {
        let opened = open(&self.path).map_err(|error| self.unreadable(&error))?;
        self.check(opened.stamp).map_err(|error| self.unreadable(&error))?;
        let take = |sink: &mut Box<dyn RowSink + 'a>, row: &KeyRow<'_>| {
            sink.row(row);
            true
        };
        let passed = pass(opened.text, &self.layout, watch, &Told::Rows, sink, take);
        let passed = passed.map_err(|error| self.unreadable(&error))?;
        passed.parts.into_iter().for_each(RowSink::finish);
        let after = open(&self.path).map_err(|error| self.unreadable(&error))?.stamp;
        self.check(after).map_err(|error| self.unreadable(&error))
    }
}
