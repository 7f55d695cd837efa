//! From the files of a checkpoint to what is true of it.

use super::changes::Turns;
use super::layout::{DEFAULT_STORE, Kind, Load, OperatorFiles, StoreFiles, operators};
use super::log::{self, Identities, OperatorMetadata, Planned, batches, planned};
use super::rows::{Reading, Rows};
use super::{Codec, Operator, Provider, SparkCheckpoint, SparkError, Store, StorePart, Trap};
use crate::plain::{excerpt, visible};
use crate::snapshot::tree::{Limits, Tree};
use crate::unit::BucketCount;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Partitions times stores that are listed.
const MOST_PARTS: u64 = 4_000_000;

impl SparkCheckpoint {
    /// Reads a checkpoint: its folder, or a tar archive with it (`.tar`, `.tar.gz`, `.tgz`), at the top or in a folder inside.
    ///
    /// # Errors
    /// [`SparkError`]: no checkpoint, several, a damaged log, or more than the default limits of a tree allow. Damaged state files
    /// are no error: they are told as a [`Trap`], and their rows are unknown.
    pub fn open(path: &Path) -> Result<Self, SparkError> {
        Self::open_within(path, Limits::default())
    }

    /// The same, with other limits.
    ///
    /// # Errors
    /// As [`SparkCheckpoint::open`].
    pub fn open_within(path: &Path, limits: Limits) -> Result<Self, SparkError> {
        let tree = Tree::open(path, limits, is_read)?;
        let folder = checkpoint_folder(&tree)?;
        read(&tree.below(&folder))
    }
}

/// Checksum files of files whose rows are counted.
const CHECKED: [&str; 3] = [".delta.crc", ".snapshot.crc", ".changelog.crc"];

/// Of an archive, what is held: not the SST files, which are only counted.
fn is_read(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_checksum = name.starts_with('.') && CHECKED.iter().any(|ending| name.ends_with(ending));
    is_checksum || !name.starts_with('.') && [".crc", ".sst"].iter().all(|ending| !name.ends_with(ending))
}

/// The folder that holds `offsets` or `commits`: the tree itself, or the only such one inside.
fn checkpoint_folder(tree: &Tree) -> Result<String, SparkError> {
    let parent = |folder: &str| match folder.rsplit_once('/') {
        Some((parent, "offsets" | "commits")) => Some(parent.to_owned()),
        None if matches!(folder, "offsets" | "commits") => Some(String::new()),
        _ => None,
    };
    let found: BTreeSet<String> = tree.folders().filter_map(parent).collect();
    match found.first() {
        None => Err(SparkError::NoCheckpoint),
        Some(first) if first.is_empty() || found.len() == 1 => Ok(first.clone()),
        Some(_) => {
            let mut folders: Vec<String> = found.iter().take(4).map(|folder| visible(folder).into_owned()).collect();
            if found.len() > folders.len() {
                folders.push("…".to_owned());
            }
            Err(SparkError::Several { folders: folders.join(", ") })
        }
    }
}

/// What the logs say.
struct Logs {
    committed: Option<u64>,
    newest: Option<u64>,
    /// The plan that is in force: of the last committed batch, else of the newest.
    plan: Planned,
    /// Its count.
    count: Option<u64>,
    /// The count of the newest planned batch.
    newest_count: Option<u64>,
    version: u64,
    identities: Identities,
}

fn logs(tree: &Tree) -> Result<Logs, SparkError> {
    let (offsets, commits) = (batches(tree, "offsets"), batches(tree, "commits"));
    let (committed, newest) = (commits.last().copied(), offsets.last().copied());
    if let Some(batch) = committed.filter(|batch| !offsets.contains(batch)) {
        return Err(SparkError::NoOffsets { batch });
    }
    let in_force = committed.or(newest);
    let plan = in_force.map(|batch| planned(tree, batch)).transpose()?.unwrap_or_default();
    let count = in_force.map(|batch| plan.partitions(batch)).transpose()?.flatten();
    // The newest plan may be half written: it decides nothing.
    let newest_count = newest.and_then(|batch| planned(tree, batch).ok()?.partitions(batch).ok()?);
    let version = match committed {
        Some(batch) => batch.checked_add(1).ok_or_else(|| SparkError::Log {
            file: format!("commits/{batch}"),
            cause: "no version of the state can follow this batch".to_owned(),
        })?,
        None => 0,
    };
    let identities = committed.map(|batch| log::identities(tree, batch)).transpose()?.unwrap_or_default();
    Ok(Logs { committed, newest, plan, count, newest_count, version, identities })
}

fn read(tree: &Tree) -> Result<SparkCheckpoint, SparkError> {
    let logs = logs(tree)?;
    let files = operators(tree);
    let batch = logs.committed.or(logs.newest);
    let mut traps = traps_of_logs(&logs);
    let partitions = if let (Some(count), Some(batch)) = (logs.count, batch) {
        Some(BucketCount::new(count).map_err(|cause| SparkError::Count { batch, cause })?)
    } else {
        let seen = files.values().filter_map(|partitions| partitions.keys().next_back()).max();
        let taken = seen.map(|last| BucketCount::clamped(u64::from(*last) + 1));
        traps.extend(taken.map(|taken| Trap::CountNotRecorded { taken: taken.get() }));
        taken
    };
    let codec = Codec::named(logs.plan.conf.get(CODEC).map_or("lz4", String::as_str));
    let provider = provider(logs.plan.conf.get(PROVIDER), &files);
    let skipped = tree.skipped();
    if skipped.all() > 0 {
        let other = skipped.special + skipped.unnamed;
        let (links, outside, too_long) = (skipped.links, skipped.outside, skipped.too_long);
        traps.push(Trap::Skipped { links, outside, too_long, other });
    }
    if let Codec::Other(name) = &codec {
        traps.push(Trap::CodecNotRead { codec: visible(&excerpt(name)).into_owned() });
    }
    if let Provider::Other(class) = &provider {
        traps.push(Trap::OtherProvider { class: class.clone() });
    }
    let mut read = Vec::new();
    if let Some(count) = partitions {
        let has_row_checksums = logs.plan.is_on(ROW_CHECKSUM);
        let reading = Reading { tree, codec: &codec, has_row_checksums, turns: Turns::default() };
        let mut all = 0;
        for (id, files) in &files {
            let metadata = log::operator(tree, *id, batch.unwrap_or(0))?;
            let operator = OperatorReader { id: *id, files, metadata, count, logs: &logs, reading: &reading };
            read.push(operator.read(&mut all, &mut traps)?);
        }
    }
    if read.is_empty() && logs.committed.is_some() {
        traps.push(Trap::Stateless);
    }
    traps.sort();
    Ok(SparkCheckpoint {
        name: tree.name().to_owned(),
        committed_batch: logs.committed,
        planned_batch: logs.newest,
        partitions,
        state_version: logs.version,
        provider,
        codec,
        is_recent: logs.plan.conf.contains_key(SINCE_4_2),
        operators: read,
        traps,
    })
}

const CODEC: &str = "spark.sql.streaming.stateStore.compression.codec";
const PROVIDER: &str = "spark.sql.streaming.stateStore.providerClass";
const ROW_CHECKSUM: &str = "spark.sql.streaming.stateStore.rowChecksum.enabled";
/// Seen in the logs of 4.2.1 and in none of 4.0.1.
const SINCE_4_2: &str = "spark.sql.streaming.queryEvolution.enableSourceEvolution";

fn traps_of_logs(logs: &Logs) -> Vec<Trap> {
    match (logs.committed, logs.newest) {
        (None, _) => vec![Trap::NothingCommitted],
        (Some(committed), Some(planned)) if planned > committed => match (logs.count, logs.newest_count) {
            (Some(from), Some(to)) if from != to => {
                vec![Trap::UnfinishedRepartition { committed, planned, from, to }]
            }
            _ => vec![Trap::NotCommitted { planned }],
        },
        _ => Vec::new(),
    }
}

fn provider(class: Option<&String>, files: &BTreeMap<u64, OperatorFiles>) -> Provider {
    let stores = || files.values().flat_map(BTreeMap::values).flat_map(BTreeMap::values);
    let has = |kind| stores().any(|store| store.versioned.iter().any(|file| file.kind == kind));
    let is_rocks = match class.and_then(|class| class.rsplit('.').next()) {
        Some("HDFSBackedStateStoreProvider") => false,
        Some("RocksDBStateStoreProvider") => true,
        Some(_) => return Provider::Other(visible(&excerpt(class.map_or("", String::as_str))).into_owned()),
        // Before Spark 2.4 the log did not say; the files do.
        None => has(Kind::Zip) || has(Kind::Changelog),
    };
    match (is_rocks, has(Kind::Changelog)) {
        (false, _) => Provider::HdfsBacked,
        (true, false) => Provider::RocksDb,
        (true, true) => Provider::RocksDbChangelog,
    }
}

/// One operator on its way from files to figures.
struct OperatorReader<'a> {
    id: u64,
    files: &'a OperatorFiles,
    metadata: Option<OperatorMetadata>,
    count: BucketCount,
    logs: &'a Logs,
    reading: &'a Reading<'a>,
}

impl OperatorReader<'_> {
    fn read(&self, all: &mut u64, traps: &mut Vec<Trap>) -> Result<Operator, SparkError> {
        let recorded = self.metadata.as_ref().and_then(|m| m.state_store_info.first()).map(|info| info.num_partitions);
        let partitions = if self.is_one_partition(recorded) { BucketCount::ONE } else { self.count };
        if partitions != self.count {
            traps.push(Trap::OnePartition { operator: self.id, count: self.count.get() });
        }
        if let Some(recorded) = recorded.filter(|recorded| *recorded != u64::from(self.count.get())) {
            traps.push(Trap::OldRecord { operator: self.id, recorded, count: self.count.get() });
        }
        self.past_the_count(partitions, traps);
        let names = self.store_names(partitions);
        *all = all.saturating_add(u64::from(partitions.get()).saturating_mul(names.len() as u64));
        if *all > MOST_PARTS {
            return Err(SparkError::TooMuch { found: *all, most: MOST_PARTS });
        }
        let stores: Vec<Store> = names.into_iter().map(|name| self.store(name, partitions, traps)).collect();
        stores.iter().try_for_each(|store| self.check_sums(store))?;
        let name = self.metadata.as_ref().map(|metadata| metadata.operator_info.operator_name.clone());
        let folders = self.files.len() as u64;
        Ok(Operator { id: self.id, name, partitions, recorded_partitions: recorded, folders, stores })
    }

    /// Whether only partition 0 has files though more are counted: an aggregate without keys. A first batch with keys writes every
    /// partition, so only a count that was 1 and was raised by hand looks alike; then the operator's record says 1.
    fn is_one_partition(&self, recorded: Option<u64>) -> bool {
        self.count.get() > 1 && self.files.keys().eq([&0]) && recorded != Some(1)
    }

    fn store_names(&self, partitions: BucketCount) -> BTreeSet<String> {
        let recorded = self.metadata.iter().flat_map(|metadata| &metadata.state_store_info);
        let mut names: BTreeSet<String> = recorded.map(|info| info.store_name.clone()).collect();
        let inside = self.files.range(..partitions.get()).flat_map(|(_, stores)| stores);
        names.extend(inside.filter(|(_, files)| !files.versioned.is_empty()).map(|(name, _)| name.clone()));
        if names.is_empty() && !self.files.is_empty() {
            names.insert(DEFAULT_STORE.to_owned());
        }
        names
    }

    /// Folders past the count: left behind by a larger one, or lost because the count was lowered by hand.
    fn past_the_count(&self, partitions: BucketCount, traps: &mut Vec<Trap>) {
        let (mut lowered, mut left) = (Vec::new(), Vec::new());
        let mut counts: BTreeMap<u64, Option<u64>> = BTreeMap::new();
        for (partition, stores) in self.files.range(partitions.get()..) {
            let newest = stores.values().filter_map(StoreFiles::newest).max();
            match newest {
                // Written ahead by a repartition that never finished: its own trap says so.
                Some(version) if version > self.logs.version => {}
                Some(version) if version > 0 => {
                    let batch = version - 1;
                    let written_with = *counts.entry(batch).or_insert_with(|| self.count_of(batch));
                    let is_lost = written_with.is_some_and(|count| u64::from(*partition) >= count);
                    if is_lost { &mut lowered } else { &mut left }.push(*partition);
                }
                _ => left.push(*partition),
            }
        }
        let (operator, count) = (self.id, partitions.get());
        if !lowered.is_empty() {
            traps.push(Trap::CountLowered { operator, partitions: lowered, count });
        }
        if !left.is_empty() {
            traps.push(Trap::Leftovers { operator, partitions: left, count });
        }
    }

    /// The count that a batch's own log has; `None` where that log is gone.
    fn count_of(&self, batch: u64) -> Option<u64> {
        planned(self.reading.tree, batch).ok()?.partitions(batch).ok()?
    }

    fn store(&self, name: String, partitions: BucketCount, traps: &mut Vec<Trap>) -> Store {
        let nothing = StoreFiles::default();
        let of = |partition: u32| self.files.get(&partition).and_then(|stores| stores.get(&name)).unwrap_or(&nothing);
        let read: Vec<Part> =
            partitions.range().into_par_iter().map(|partition| self.part(partition, of(partition))).collect();
        let (operator, store) = (self.id, visible(&name).into_owned());
        let those = |wanted: fn(&Part) -> bool| -> Vec<u32> {
            partitions.range().zip(&read).filter(|(_, part)| wanted(part)).map(|(partition, _)| partition).collect()
        };
        if self.logs.committed.is_some() {
            let absent = those(|part| part.is_absent);
            if !absent.is_empty() {
                let (store, version) = (store.clone(), self.logs.version);
                traps.push(Trap::NoState { operator, store, partitions: absent, version });
            }
        }
        if let Some(first) = read.iter().find_map(|part| part.first_missing.clone()) {
            let partitions = those(|part| part.first_missing.is_some());
            traps.push(Trap::BrokenChain { operator, store: store.clone(), partitions, first });
        }
        let unreadable: Vec<&(String, String)> = read.iter().flat_map(|part| &part.unreadable).collect();
        if let (Some((file, cause)), false) = (unreadable.first(), matches!(self.reading.codec, Codec::Other(_))) {
            let (first, files) = (visible(file).into_owned(), unreadable.len() as u64);
            traps.push(Trap::Unreadable { files, first, cause: cause.clone() });
        }
        let whole_only = u32::try_from(read.iter().filter(|part| part.is_whole_only).count()).unwrap_or(u32::MAX);
        if whole_only > 0 {
            traps.push(Trap::SnapshotsOnly { operator, store: store.clone(), partitions: whole_only });
        }
        let bounds: Option<Vec<(u64, u64)>> = read.iter().map(|part| part.out.rows.bounds()).collect();
        let (least, most) = bounds
            .unwrap_or_default()
            .iter()
            .fold((0u64, 0u64), |(least, most), (low, high)| (least.saturating_add(*low), most.saturating_add(*high)));
        if least != most {
            traps.push(Trap::RowsBetween { operator, store, least, most });
        }
        let is_of_several = read.iter().any(|part| part.families > 1);
        Store { name, is_of_several, parts: read.into_iter().map(|part| part.out).collect() }
    }

    /// Refuses what 64 bits do not hold together, so that no sum is cut off later.
    fn check_sums(&self, store: &Store) -> Result<(), SparkError> {
        type Of = fn(&StorePart) -> u64;
        let sums: [(&'static str, Of); 3] = [
            ("rows", |part| part.rows.bounds().map_or(0, |(_, most)| most)),
            ("bytes", |part| part.load_bytes),
            ("bytes", |part| part.bytes),
        ];
        let fits = |of: Of| store.parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(of(part))).is_some();
        match sums.into_iter().find(|(_, of)| !fits(*of)) {
            Some((what, _)) => {
                let store = visible(&excerpt(&store.name)).into_owned();
                Err(SparkError::Sum { what, operator: self.id, store })
            }
            None => Ok(()),
        }
    }

    fn part(&self, partition: u32, files: &StoreFiles) -> Part {
        let own = self.logs.identities.get(&self.id);
        let of_partition = usize::try_from(partition).ok().and_then(|at| own?.get(at));
        let committed: BTreeSet<String> = of_partition.into_iter().flatten().cloned().collect();
        let identities =
            if committed.is_empty() { committed } else { self.reading.lineage(files, self.logs.version, &committed) };
        let load = Load::of(files, self.logs.version, &identities);
        let is_absent = files.versioned.is_empty();
        let mut part = Part {
            out: StorePart {
                rows: Rows::unknown("it has no state file"),
                load_files: load.files().count() as u64,
                load_bytes: load.files().fold(0, |sum, file| sum.saturating_add(file.bytes)),
                files: files.files,
                bytes: files.bytes,
                crc_files: files.crc_files,
                crc_bytes: files.crc_bytes,
            },
            is_absent,
            first_missing: if is_absent { None } else { load.first_missing(files) },
            is_whole_only: !is_absent && files.versioned.iter().all(|file| file.kind == Kind::Snapshot),
            families: 1,
            unreadable: Vec::new(),
        };
        if self.logs.committed.is_none() {
            part.out.rows = Rows::Exact { rows: 0 };
        } else if !is_absent {
            let counted = self.reading.count(files, &load);
            part.out.rows = counted.rows;
            part.out.load_files += counted.sst_files;
            part.out.load_bytes = part.out.load_bytes.saturating_add(counted.sst_bytes);
            (part.families, part.unreadable) = (counted.families, counted.unreadable);
        }
        part
    }
}

/// A partition of a store, and what is to be told of it.
struct Part {
    out: StorePart,
    is_absent: bool,
    first_missing: Option<String>,
    is_whole_only: bool,
    families: usize,
    unreadable: Vec<(String, String)>,
}
