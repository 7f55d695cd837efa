//! How many rows a store holds at a version.

use super::changes::{Changes, Turns};
use super::checksum;
use super::codec::Codec;
use super::layout::{Kind, Load, StateFile, StoreFiles};
use super::records::{Change, Lineage, read_changelog, read_delta};
use super::rocksdb;
use crate::plain::{excerpt, visible};
use crate::snapshot::tree::Tree;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;

/// Rows of a store, as far as its files tell them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "known", rename_all = "snake_case")]
pub enum Rows {
    /// So many.
    Exact {
        /// Rows.
        rows: u64,
    },
    /// A whole state of an earlier version, counted, and changes after it, of which nothing tells whether their keys were in it.
    Between {
        /// At least so many rows.
        rows_at_least: u64,
        /// At most so many rows.
        rows_at_most: u64,
    },
    /// Not known.
    Unknown {
        /// Why.
        reason: Cow<'static, str>,
    },
}

impl Rows {
    /// The number, where it is exact.
    pub const fn exact(&self) -> Option<u64> {
        match self {
            Self::Exact { rows } => Some(*rows),
            _ => None,
        }
    }

    /// The least and the most it may be.
    pub const fn bounds(&self) -> Option<(u64, u64)> {
        match self {
            Self::Exact { rows } => Some((*rows, *rows)),
            Self::Between { rows_at_least, rows_at_most } => Some((*rows_at_least, *rows_at_most)),
            Self::Unknown { .. } => None,
        }
    }

    pub(super) const fn unknown(reason: &'static str) -> Self {
        Self::Unknown { reason: Cow::Borrowed(reason) }
    }
}

/// What reading a store's files tells.
pub(super) struct Counted {
    pub(super) rows: Rows,
    /// SST files that the zip names.
    pub(super) sst_files: u64,
    pub(super) sst_bytes: u64,
    /// Column families of the store: more than one where its rows are of several state variables.
    pub(super) families: usize,
    /// The files that could not be read, and why.
    pub(super) unreadable: Vec<(String, String)>,
}

/// How the files of a checkpoint are read.
pub(super) struct Reading<'a> {
    pub(super) tree: &'a Tree,
    pub(super) codec: &'a Codec,
    /// Removed keys carry a checksum (`spark.sql.streaming.stateStore.rowChecksum.enabled`).
    pub(super) has_row_checksums: bool,
    pub(super) turns: Turns,
}

impl Reading<'_> {
    /// Counts the rows that a load comes to, and the SST files it reads.
    pub(super) fn count(&self, files: &StoreFiles, load: &Load<'_>) -> Counted {
        let mut counted = Counted {
            rows: Rows::unknown("a file is missing"),
            sst_files: 0,
            sst_bytes: 0,
            families: 1,
            unreadable: Vec::new(),
        };
        let base = match load.base {
            Some(base) if base.kind == Kind::Zip => match rocksdb::read(self.tree, base, &files.ssts) {
                Ok(zip) => {
                    (counted.sst_files, counted.sst_bytes, counted.families) = (zip.files, zip.bytes, zip.families);
                    counted.unreadable.extend(zip.missing.map(|file| (file, "it is not there".to_owned())));
                    zip.rows
                }
                Err(cause) => {
                    counted.unreadable.push((base.path.clone(), cause));
                    None
                }
            },
            _ => Some(0),
        };
        if load.missing.is_some() {
            return counted;
        }
        let mut keys = Changes::new(&self.turns);
        for file in load.files().filter(|file| file.kind != Kind::Zip) {
            if let Err(cause) = self.apply(file, &mut keys) {
                let text = visible(&cause.to_string()).into_owned();
                counted.rows = Rows::Unknown { reason: format!("{}: {}", visible(&file.path), excerpt(&text)).into() };
                counted.unreadable.push((file.path.clone(), text));
                return counted;
            }
        }
        counted.rows = match base {
            Some(base) if counted.unreadable.is_empty() => together(base, keys.counts()),
            Some(_) => Rows::unknown("an SST file is missing"),
            None if counted.unreadable.is_empty() => Rows::unknown("the store does not count its rows"),
            None => Rows::unknown("its zip cannot be read"),
        };
        counted
    }

    fn apply(&self, file: &StateFile, keys: &mut Changes<'_>) -> io::Result<Lineage> {
        keys.file(file.bytes);
        let packed = self.tree.read(&file.path).map_err(io::Error::other)?;
        let is_whole = matches!(file.kind, Kind::Snapshot | Kind::Delta);
        let mut on = |change: Change, key: &[u8]| {
            if change == Change::Removed && self.has_row_checksums {
                return Err(io::Error::other("a removed row carries a checksum: it is not told which row it was"));
            }
            keys.put(change, key, is_whole)
        };
        let lineage = self.codec.unpack(&packed, |input| {
            if is_whole { read_delta(input, &mut on).map(|()| Lineage::new()) } else { read_changelog(input, &mut on) }
        })?;
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        // A file system that keeps none, or a copy without them, has nothing to be held against.
        match self.tree.read(&format!("{folder}/.{name}.crc")) {
            Ok(sums) if !checksum::fits(&sums, &packed) => {
                Err(io::Error::other("it is not the file that the checksums beside it (.crc) were made of"))
            }
            _ => Ok(lineage),
        }
    }

    /// Identities of the versions that the changelog of the committed version was written after; empty where it has none.
    pub(super) fn lineage(&self, files: &StoreFiles, version: u64, committed: &BTreeSet<String>) -> BTreeSet<String> {
        let head = files.versioned.iter().find(|file| {
            let is_committed = file.identity.as_ref().is_some_and(|own| committed.contains(own));
            file.kind == Kind::Changelog && file.version == version && is_committed
        });
        let lineage = head.and_then(|file| self.apply(file, &mut Changes::new(&self.turns)).ok()).unwrap_or_default();
        committed.iter().cloned().chain(lineage.into_values()).collect()
    }
}

/// Rows of a whole state of `base` rows after so many keys were put and removed.
fn together(base: u64, (put, removed): (u64, u64)) -> Rows {
    if base == 0 || put + removed == 0 {
        return Rows::Exact { rows: base + put };
    }
    // Every key that was put is a row; of the others in the base at most the removed ones are gone.
    let rows_at_least = put.max(base.saturating_sub(removed));
    Rows::Between { rows_at_least, rows_at_most: base.saturating_add(put) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_after_a_counted_state_leave_a_range() {
        assert_eq!(together(0, (2, 1)), Rows::Exact { rows: 2 });
        assert_eq!(together(10, (2, 1)), Rows::Between { rows_at_least: 9, rows_at_most: 12 });
        assert_eq!(together(1, (2, 1)), Rows::Between { rows_at_least: 2, rows_at_most: 3 });
        assert_eq!(together(10, (0, 0)), Rows::Exact { rows: 10 });
    }
}
