//! The files below `state`, told apart by operator, partition and store; and which of them a load reads.

use super::log::batch_number;
use crate::snapshot::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

/// The store that has no folder of its own.
pub(super) const DEFAULT_STORE: &str = "default";

/// What a state file is to a load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// `V.delta`: the changes of one version.
    Delta,
    /// `V.snapshot`: all rows of a version.
    Snapshot,
    /// `V.changelog`: the changes of one version.
    Changelog,
    /// `V.zip`: which SST files make up a version.
    Zip,
}

/// A file that belongs to one version of a store.
#[derive(Debug)]
pub(super) struct StateFile {
    pub(super) kind: Kind,
    pub(super) version: u64,
    /// Checkpoint format 2: `V_identity.zip`.
    pub(super) identity: Option<String>,
    /// Path inside the checkpoint.
    pub(super) path: String,
    pub(super) bytes: u64,
}

/// The files of one store in one partition.
#[derive(Debug, Default)]
pub(super) struct StoreFiles {
    pub(super) versioned: Vec<StateFile>,
    /// Path inside the checkpoint of the folder with the SST files.
    pub(super) ssts: String,
    /// All files but checksums.
    pub(super) files: u64,
    pub(super) bytes: u64,
    /// Checksum files, `.crc`.
    pub(super) crc_files: u64,
    pub(super) crc_bytes: u64,
}

impl StoreFiles {
    pub(super) fn newest(&self) -> Option<u64> {
        self.versioned.iter().map(|file| file.version).max()
    }
}

/// The files of one operator, by partition and store.
pub(super) type OperatorFiles = BTreeMap<u32, BTreeMap<String, StoreFiles>>;

/// The files of all operators; an operator with nothing but metadata has no partition.
pub(super) fn operators(tree: &Tree) -> BTreeMap<u64, OperatorFiles> {
    let mut operators: BTreeMap<u64, OperatorFiles> = BTreeMap::new();
    for (path, bytes) in tree.files_below("state") {
        let parts: Vec<&str> = path.split('/').collect();
        let Some((operator, parts)) = parts.split_first() else { continue };
        let Some(operator) = batch_number(operator) else { continue };
        let partitions = operators.entry(operator).or_default();
        let Some((partition, parts)) = parts.split_first() else { continue };
        let Some(partition) = batch_number(partition).and_then(|number| u32::try_from(number).ok()) else { continue };
        let (store, below) = match parts {
            [_] | ["SSTs" | "_metadata" | "logs", _, ..] => (DEFAULT_STORE, parts),
            [store, below @ ..] => (*store, below),
            [] => continue,
        };
        let files = partitions.entry(partition).or_default().entry(store.to_owned()).or_default();
        add(files, &format!("state/{path}"), below, bytes);
    }
    operators
}

fn add(files: &mut StoreFiles, path: &str, below: &[&str], bytes: u64) {
    let name = below.last().copied().unwrap_or_default();
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    if ending == "crc" {
        files.crc_files += 1;
        files.crc_bytes = files.crc_bytes.saturating_add(bytes);
        return;
    }
    if name.starts_with('.') {
        // A file still being written.
        return;
    }
    files.files += 1;
    files.bytes = files.bytes.saturating_add(bytes);
    if below.len() == 1 {
        let kind = match ending {
            "delta" => Kind::Delta,
            "snapshot" => Kind::Snapshot,
            "changelog" => Kind::Changelog,
            "zip" => Kind::Zip,
            _ => return,
        };
        let (version, identity) = stem.split_once('_').map_or((stem, None), |(version, id)| (version, Some(id)));
        if let Some(version) = batch_number(version) {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            files.ssts = format!("{folder}/SSTs");
            let identity = identity.map(str::to_owned);
            files.versioned.push(StateFile { kind, version, identity, path: path.to_owned(), bytes });
        }
    }
}

/// The files that a load of one version reads, in order.
#[derive(Debug)]
pub(super) struct Load<'a> {
    /// The newest whole state up to the version; `None` where the changes begin with version 1.
    pub(super) base: Option<&'a StateFile>,
    /// The changes after it, rising.
    pub(super) changes: Vec<&'a StateFile>,
    /// Versions whose changes are missing: how many, and the first.
    pub(super) missing: Option<(u64, u64)>,
}

impl<'a> Load<'a> {
    /// The load of `version`, from snapshots and deltas or from zips and changelogs, whichever are there.
    ///
    /// Of several files for one version (checkpoint format 2) the one counts whose identity is among `identities`, else the first
    /// by name.
    pub(super) fn of(files: &'a StoreFiles, version: u64, identities: &BTreeSet<String>) -> Self {
        let is_rocks = files.versioned.iter().any(|file| matches!(file.kind, Kind::Zip | Kind::Changelog));
        let (whole, change) = if is_rocks { (Kind::Zip, Kind::Changelog) } else { (Kind::Snapshot, Kind::Delta) };
        let pick = |kind: Kind| -> BTreeMap<u64, &'a StateFile> {
            let mut picked: BTreeMap<u64, &StateFile> = BTreeMap::new();
            for file in files.versioned.iter().filter(|file| file.kind == kind && file.version <= version) {
                let is_named = file.identity.as_ref().is_some_and(|own| identities.contains(own));
                if is_named || !picked.contains_key(&file.version) {
                    picked.insert(file.version, file);
                }
            }
            picked
        };
        let base = pick(whole).pop_last().map(|(_, file)| file);
        let from = base.map_or(0, |file| file.version);
        let changes: Vec<&StateFile> =
            pick(change).into_iter().filter(|(own, _)| *own > from).map(|(_, f)| f).collect();
        let missing = gaps(from, version, changes.iter().map(|file| file.version));
        Self { base, changes, missing }
    }

    /// Files that are read, SST files left out.
    pub(super) fn files(&self) -> impl Iterator<Item = &'a StateFile> {
        self.base.into_iter().chain(self.changes.iter().copied())
    }

    /// The name of the first file that is missing.
    pub(super) fn first_missing(&self, files: &StoreFiles) -> Option<String> {
        let (_, version) = self.missing?;
        let is_rocks = files.versioned.iter().any(|file| matches!(file.kind, Kind::Zip | Kind::Changelog));
        let has_changes = files.versioned.iter().any(|file| matches!(file.kind, Kind::Changelog | Kind::Delta));
        Some(match (is_rocks, has_changes) {
            (true, true) => format!("{version}.changelog"),
            (true, false) => format!("{version}.zip"),
            (false, _) => format!("{version}.delta"),
        })
    }
}

/// How many of the versions after `from` up to `to` are not in `rising`, and the first of them. `rising` may be far shorter than
/// the span: nothing walks the span itself.
fn gaps(from: u64, to: u64, rising: impl Iterator<Item = u64>) -> Option<(u64, u64)> {
    let (mut expected, mut first, mut present) = (from.saturating_add(1), None, 0);
    for version in rising {
        present += 1;
        if version != expected && first.is_none() {
            first = Some(expected);
        }
        expected = version.saturating_add(1);
    }
    if expected <= to && first.is_none() {
        first = Some(expected);
    }
    first.map(|first| (to - from - present, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_counted_without_walking_them() {
        assert_eq!(gaps(0, 4, [1, 2, 3, 4].into_iter()), None);
        assert_eq!(gaps(0, 4, [1, 4].into_iter()), Some((2, 2)));
        assert_eq!(gaps(3, 4, [].into_iter()), Some((1, 4)));
        assert_eq!(gaps(4, 4, [].into_iter()), None);
        assert_eq!(gaps(0, u64::MAX, [1].into_iter()), Some((u64::MAX - 1, 2)));
    }
}
