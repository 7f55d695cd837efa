//! A tree of files: a folder, or an archive of one, read without following a link or leaving it.

mod archive;
mod folder;

use crate::numerals::{bytes, grouped};
use crate::plain::visible;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How much of a tree is read before it is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Files, folders and what is skipped, together.
    pub entries: u64,
    /// Bytes of one file that is read whole.
    pub file_bytes: u64,
    /// Bytes of an archive's files that are held in memory.
    pub kept_bytes: u64,
    /// Bytes that an archive may unpack to, headers and skipped files counted.
    pub unpacked_bytes: u64,
}

impl Default for Limits {
    /// 2 million entries, 256 MiB a file, 1 GiB held, 64 GiB unpacked: a checkpoint of 1 000 partitions that keeps 100 versions
    /// has some 400 000 files with their checksums.
    fn default() -> Self {
        Self { entries: 2_000_000, file_bytes: 256 << 20, kept_bytes: 1 << 30, unpacked_bytes: 64 << 30 }
    }
}

/// The deepest file that is looked at, in folders around it; those of engines lie some five deep.
const DEEPEST: usize = 64;
/// The longest path of a file inside a tree, in bytes: as of most file systems.
const LONGEST_PATH: usize = 4096;

/// Why a tree, or a file of it, cannot be read. The path of the tree itself is left to the caller.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The system says no.
    #[error("{}cannot be read: {cause}", subject(inside))]
    Unreadable {
        /// What was to be read, inside the tree; empty for the tree itself.
        inside: String,
        /// What the system says.
        cause: io::Error,
    },
    /// Neither a folder nor an archive.
    #[error("is neither a folder nor a .tar, .tar.gz or .tgz archive")]
    NoTree,
    /// More entries than are read.
    #[error("holds more than {} files and folders: more are not read", grouped(*.most))]
    TooMany {
        /// The most that are read.
        most: u64,
    },
    /// The archive unpacks to more than is read or held.
    #[error("unpacks to more than {}: unpack it and name the folder", bytes(*.most))]
    TooLarge {
        /// The most bytes that are read.
        most: u64,
    },
    /// One file is larger than is read whole.
    #[error("{file} has {}: allowed are {}", bytes(*.found), bytes(*.most))]
    FileTooLarge {
        /// The file, inside the tree.
        file: String,
        /// Its bytes.
        found: u64,
        /// The most that are read.
        most: u64,
    },
    /// The archive is cut short or was changed.
    #[error("the archive is damaged {place}: {cause}")]
    Damaged {
        /// After which entry.
        place: String,
        /// What does not fit.
        cause: String,
    },
    /// No such file.
    #[error("{file} is not there")]
    Missing {
        /// The file, inside the tree.
        file: String,
    },
}

/// What a sentence begins with: nothing for the tree itself.
fn subject(inside: &str) -> String {
    if inside.is_empty() { String::new() } else { format!("{} ", visible(inside)) }
}

/// Entries that were not looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Symbolic and hard links: never followed.
    pub links: u64,
    /// Names that are absolute or hold `..`.
    pub outside: u64,
    /// Names of more than 4096 bytes, or more than 64 folders deep.
    pub too_long: u64,
    /// Pipes, devices, sparse files.
    pub special: u64,
    /// Names that are no UTF-8 text.
    pub unnamed: u64,
}

impl Skipped {
    /// All of them.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.links + self.outside + self.too_long + self.special + self.unnamed
    }
}

#[derive(Debug)]
enum Content {
    /// Lies below the root, to be opened when asked for.
    OnDisk,
    /// Held: an archive is read once.
    Kept(Vec<u8>),
    /// Not wanted, or larger than a file may be.
    LeftOut,
}

#[derive(Debug)]
struct Leaf {
    bytes: u64,
    content: Content,
}

/// Files below one root, by their path with `/` between the parts.
#[derive(Debug)]
pub struct Tree {
    name: String,
    root: PathBuf,
    leaves: BTreeMap<String, Leaf>,
    folders: BTreeSet<String>,
    skipped: Skipped,
    limits: Limits,
}

impl Tree {
    /// Lists a folder, or reads a tar archive, packed with gzip or not.
    ///
    /// Links, and in an archive names that are absolute or hold `..`, are counted and skipped. Of an archive the files are held
    /// for which `keep` says yes.
    ///
    /// # Errors
    /// [`TreeError`]: nothing to read, more than `limits` allow, or a damaged archive.
    pub fn open(path: &Path, limits: Limits, keep: fn(&str) -> bool) -> Result<Self, TreeError> {
        let unreadable = |cause| TreeError::Unreadable { inside: String::new(), cause };
        let kind = path.metadata().map_err(unreadable)?;
        let mut tree = Self {
            name: base_name(path),
            root: path.to_owned(),
            leaves: BTreeMap::new(),
            folders: BTreeSet::new(),
            skipped: Skipped::default(),
            limits,
        };
        if kind.is_dir() {
            folder::list(&mut tree)?;
        } else if kind.is_file() {
            archive::read(&mut tree, File::open(path).map_err(unreadable)?, keep)?;
        } else {
            return Err(TreeError::NoTree);
        }
        Ok(tree)
    }

    /// The last part of the path, without the ending of an archive; of a folder inside, that folder's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What was skipped.
    pub const fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Paths and bytes of all files, in order.
    pub fn files(&self) -> impl Iterator<Item = (&str, u64)> {
        self.leaves.iter().map(|(path, leaf)| (path.as_str(), leaf.bytes))
    }

    /// Paths of all folders, in order, the root itself left out.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.folders.iter().map(String::as_str)
    }

    /// Paths and bytes of the files below a folder, in order.
    pub fn files_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, u64)> {
        let start = format!("{folder}/");
        let length = start.len();
        self.leaves
            .range(start.clone()..)
            .take_while(move |(path, _)| path.starts_with(&start))
            .map(move |(path, leaf)| (&path[length..], leaf.bytes))
    }

    /// Bytes of a file, where there is such a file.
    pub fn bytes_of(&self, file: &str) -> Option<u64> {
        self.leaves.get(file).map(|leaf| leaf.bytes)
    }

    /// A file, whole.
    ///
    /// # Errors
    /// [`TreeError`]: it is not there, too large, or cannot be read.
    pub fn read(&self, file: &str) -> Result<Cow<'_, [u8]>, TreeError> {
        let leaf = self.leaves.get(file).ok_or_else(|| TreeError::Missing { file: visible(file).into_owned() })?;
        let too_large =
            |found| TreeError::FileTooLarge { file: visible(file).into_owned(), found, most: self.limits.file_bytes };
        match &leaf.content {
            Content::Kept(bytes) => Ok(Cow::Borrowed(bytes)),
            Content::LeftOut => Err(too_large(leaf.bytes)),
            Content::OnDisk => {
                let path = self.root.join(file);
                let unreadable = |cause| TreeError::Unreadable { inside: file.to_owned(), cause };
                // Looked at again: since the listing it may have become a link.
                if !path.symlink_metadata().map_err(unreadable)?.is_file() {
                    return Err(TreeError::Missing { file: visible(file).into_owned() });
                }
                let mut bytes = Vec::new();
                let opened = File::open(&path).map_err(unreadable)?;
                opened.take(self.limits.file_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
                if bytes.len() as u64 > self.limits.file_bytes {
                    return Err(too_large(leaf.bytes.max(bytes.len() as u64)));
                }
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// The part of the tree below one of its folders, under that folder's name; the tree itself for an empty path.
    #[must_use]
    pub fn below(mut self, folder: &str) -> Self {
        if folder.is_empty() {
            return self;
        }
        let start = format!("{folder}/");
        let inside = |path: &str| path.strip_prefix(&start).map(str::to_owned);
        self.leaves = self.leaves.into_iter().filter_map(|(path, leaf)| Some((inside(&path)?, leaf))).collect();
        self.folders = self.folders.iter().filter_map(|path| inside(path)).collect();
        self.root = self.root.join(folder);
        folder.rsplit('/').next().unwrap_or(folder).clone_into(&mut self.name);
        self
    }

    /// Counts one more entry.
    fn counted(&self, entries: &mut u64) -> Result<(), TreeError> {
        *entries += 1;
        if *entries > self.limits.entries {
            return Err(TreeError::TooMany { most: self.limits.entries });
        }
        Ok(())
    }
}

/// Whether a path inside a tree is past what is looked at.
fn is_too_long(path: &str) -> bool {
    path.len() > LONGEST_PATH || path.bytes().filter(|byte| *byte == b'/').count() > DEEPEST
}

fn base_name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bare = [".tar.gz", ".tgz", ".tar"].iter().find_map(|ending| name.strip_suffix(ending));
    bare.map(str::to_owned).unwrap_or(name)
}
