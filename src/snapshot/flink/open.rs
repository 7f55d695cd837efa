//! Finds the `_metadata` file of a snapshot and reads it. Nothing else is opened, and no symbolic link is followed.

use super::error::BadMetadata;
use super::metadata::{Metadata, read};
use crate::plain::{excerpt, visible};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The name of the file that describes a snapshot.
const METADATA: &str = "_metadata";
/// The largest file that is read, in bytes: 1 GB. A job of a thousand subtasks with all its state inline stays far below.
const MOST_BYTES: u64 = 1_000_000_000;
/// Entries of a folder that are looked at for folders of checkpoints.
const MOST_ENTRIES: usize = 10_000;

/// A checkpoint or savepoint of Flink.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlinkSnapshot {
    /// What it is called: the name of its folder, as `chk-12` or `savepoint-0a1b2c-…`.
    pub name: String,
    /// What its `_metadata` says.
    pub metadata: Metadata,
}

/// Why a path could not be opened as a snapshot. The path that was given is left to the caller to tell.
#[derive(Debug, thiserror::Error)]
pub enum CannotOpen {
    /// The system does not let it be read, or it is not there.
    #[error("{}cannot be read: {source}", subject(path))]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A symbolic link.
    #[error("{}{LINK}", subject(path))]
    Link {
        /// The path.
        path: PathBuf,
    },
    /// Neither a file nor a folder.
    #[error("{}is neither a file nor a folder", subject(path))]
    NoFile {
        /// The path.
        path: PathBuf,
    },
    /// A folder without a `_metadata` file.
    #[error("holds no file {METADATA}{}", hint(below))]
    NoMetadata {
        /// The folder.
        path: PathBuf,
        /// The folders in it that do hold one, by name.
        below: Vec<String>,
    },
    /// A file past the limit.
    #[error("is larger than {MOST_BYTES} bytes (1 GB), the most that is read of a {METADATA} file")]
    TooLarge {
        /// The path.
        path: PathBuf,
    },
    /// Bytes that cannot be read as `_metadata`.
    #[error("{source}")]
    Bad {
        /// The path.
        path: PathBuf,
        /// What is wrong, and where.
        source: BadMetadata,
    },
}

/// What is said of a link in place of a snapshot.
pub(in crate::snapshot) const LINK: &str = "is a symbolic link, which is not followed: give the path that it points to";

/// What a sentence begins with: the file itself may be the one in the folder that was given.
fn subject(path: &Path) -> &'static str {
    if path.file_name().is_some_and(|name| name == METADATA) { "_metadata " } else { "" }
}

fn hint(below: &[String]) -> String {
    const SHOWN: usize = 10;
    let names: Vec<_> = below.iter().take(SHOWN).map(|name| visible(name)).collect();
    let more = if below.len() > SHOWN { ", …" } else { "" };
    if names.is_empty() { String::new() } else { format!("; these folders in it do: {}{more}", names.join(", ")) }
}

/// Opens a `_metadata` file, or the folder of a checkpoint or savepoint that holds one.
///
/// # Errors
/// [`CannotOpen`] with the path.
pub fn open(path: &Path) -> Result<FlinkSnapshot, CannotOpen> {
    let file = metadata_file(path)?;
    let bytes = read_whole(&file)?;
    let metadata = read(&bytes).map_err(|source| CannotOpen::Bad { path: file.clone(), source })?;
    Ok(FlinkSnapshot { name: name_of(&file), metadata })
}

/// What lies at a path, links not followed.
fn kind_of(path: &Path) -> Result<fs::FileType, CannotOpen> {
    let found = fs::symlink_metadata(path);
    let kind = found.map_err(|source| CannotOpen::Unreadable { path: path.to_owned(), source })?.file_type();
    if kind.is_symlink() { Err(CannotOpen::Link { path: path.to_owned() }) } else { Ok(kind) }
}

/// The file itself, or the one in the folder.
fn metadata_file(path: &Path) -> Result<PathBuf, CannotOpen> {
    if !kind_of(path)?.is_dir() {
        return regular(path.to_owned());
    }
    let inside = path.join(METADATA);
    match kind_of(&inside) {
        Err(CannotOpen::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            Err(CannotOpen::NoMetadata { path: path.to_owned(), below: snapshots_below(path) })
        }
        Err(error) => Err(error),
        Ok(_) => regular(inside),
    }
}

fn regular(path: PathBuf) -> Result<PathBuf, CannotOpen> {
    if kind_of(&path)?.is_file() { Ok(path) } else { Err(CannotOpen::NoFile { path }) }
}

/// Names of the folders in this one that hold a `_metadata` file, as those of a job's checkpoints.
fn snapshots_below(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path).into_iter().flatten().take(MOST_ENTRIES).flatten();
    let holds =
        |folder: &Path| kind_of(folder).is_ok_and(|kind| kind.is_dir()) && regular(folder.join(METADATA)).is_ok();
    let folders = entries.filter(|entry| holds(&entry.path()));
    let mut names: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

fn read_whole(path: &Path) -> Result<Vec<u8>, CannotOpen> {
    let unreadable = |source| CannotOpen::Unreadable { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    // One byte past the limit tells a longer file.
    let mut file = File::open(path).map_err(unreadable)?.take(MOST_BYTES + 1);
    if file.get_ref().metadata().map_err(unreadable)?.len() > MOST_BYTES {
        return Err(CannotOpen::TooLarge { path: path.to_owned() });
    }
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES { Err(CannotOpen::TooLarge { path: path.to_owned() }) } else { Ok(bytes) }
}

/// The name of the folder of `_metadata`; of a file that is called otherwise its own name.
fn name_of(file: &Path) -> String {
    let named = |path: &Path| path.file_name().map(|name| visible(&excerpt(&name.to_string_lossy())).into_owned());
    let own = named(file).filter(|name| name != METADATA);
    let folder = || std::path::absolute(file).ok().and_then(|path| path.parent().and_then(named));
    own.or_else(folder).unwrap_or_else(|| "the snapshot".to_owned())
}
