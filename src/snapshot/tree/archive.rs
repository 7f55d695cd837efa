//! A tar archive, read once from front to back; what is wanted of it is held in memory.

use super::{Content, Leaf, Skipped, Tree, TreeError, is_too_long};
use flate2::read::MultiGzDecoder;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use tar::{Archive, Entry, EntryType, PaxExtensions};

/// Longest name of an entry that is read, in bytes, and longest block of extended headers.
const LONGEST_NAME: u64 = 64 << 10;

pub(super) fn read(tree: &mut Tree, mut file: File, keep: fn(&str) -> bool) -> Result<(), TreeError> {
    let unreadable = |cause| TreeError::Unreadable { inside: String::new(), cause };
    let mut head = Vec::new();
    (&mut file).take(512).read_to_end(&mut head).map_err(unreadable)?;
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    if head.starts_with(&[0x1f, 0x8b]) {
        unpack(tree, MultiGzDecoder::new(BufReader::new(file)), keep)
    } else if head.get(257..262) == Some(b"ustar") {
        unpack(tree, BufReader::new(file), keep)
    } else {
        Err(TreeError::NoTree)
    }
}

/// Hands on so many bytes and no more.
struct Measured<'a, R> {
    inner: R,
    left: &'a Cell<u64>,
    is_over: &'a Cell<bool>,
}

impl<R: Read> Read for Measured<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let Some(left) = self.left.get().checked_sub(count as u64) else {
            self.is_over.set(true);
            return Err(io::Error::other("more than is read"));
        };
        self.left.set(left);
        Ok(count)
    }
}

fn unpack<R: Read>(tree: &mut Tree, inner: R, keep: fn(&str) -> bool) -> Result<(), TreeError> {
    let (left, is_over) = (Cell::new(tree.limits.unpacked_bytes), Cell::new(false));
    let mut archive = Archive::new(Measured { inner, left: &left, is_over: &is_over });
    let mut last = None;
    let most = tree.limits.unpacked_bytes;
    let failure = |cause: &io::Error, last: &Option<String>| {
        if is_over.get() {
            return TreeError::TooLarge { most };
        }
        damaged(last.as_deref(), &cause.to_string())
    };
    let mut kept = Kept { bytes: 0, most: tree.limits.kept_bytes };
    let (mut entries, mut own_name) = (0, None);
    for entry in archive.entries().map_err(|cause| failure(&cause, &last))?.raw(true) {
        let mut entry = entry.map_err(|cause| failure(&cause, &last))?;
        tree.counted(&mut entries)?;
        let kind = entry.header().entry_type();
        match kind {
            EntryType::GNULongName | EntryType::XHeader => {
                let text = short_text(&mut entry).map_err(|cause| failure(&cause, &last))?;
                if kind == EntryType::GNULongName {
                    own_name = Some(text.split(|byte| *byte == 0).next().unwrap_or_default().to_owned());
                } else {
                    extended(&text, &mut own_name).map_err(|cause| damaged(last.as_deref(), cause))?;
                }
                continue;
            }
            EntryType::GNULongLink | EntryType::XGlobalHeader => continue,
            _ => {}
        }
        let path = own_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
        let Some(path) = inside(&path, &mut tree.skipped) else { continue };
        last = Some(path.clone());
        kept.add(path.len() as u64)?;
        match kind {
            EntryType::Regular | EntryType::Continuous => {
                let bytes = entry.size();
                let content = if keep(&path) && bytes <= tree.limits.file_bytes {
                    kept.add(bytes)?;
                    Content::Kept(whole(&mut entry).map_err(|cause| failure(&cause, &last))?)
                } else {
                    Content::LeftOut
                };
                tree.leaves.insert(path, Leaf { bytes, content });
            }
            EntryType::Directory => {
                tree.folders.insert(path);
            }
            EntryType::Symlink | EntryType::Link => tree.skipped.links += 1,
            _ => tree.skipped.special += 1,
        }
    }
    // To the end, so that the checksum of gzip is looked at. One block of zeros at least stands behind the first.
    let rest = io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(|cause| failure(&cause, &last))?;
    if rest == 0 {
        return Err(damaged(last.as_deref(), "it ends without its end mark"));
    }
    with_parents(tree, &mut kept)
}

/// What is held of an archive: the bytes of its files, and their names.
struct Kept {
    bytes: u64,
    most: u64,
}

impl Kept {
    fn add(&mut self, bytes: u64) -> Result<(), TreeError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.most { Err(TreeError::TooLarge { most: self.most }) } else { Ok(()) }
    }
}

fn damaged(last: Option<&str>, cause: &str) -> TreeError {
    let place = match last {
        Some(entry) => format!("at or after its entry {}", crate::plain::visible(entry)),
        None => "at its first entry".to_owned(),
    };
    TreeError::Damaged { place, cause: crate::plain::visible(cause).into_owned() }
}

/// An entry's data; fewer bytes than its header says are an error.
fn whole<R: Read>(entry: &mut Entry<'_, R>) -> io::Result<Vec<u8>> {
    let (size, mut bytes) = (entry.size(), Vec::new());
    entry.read_to_end(&mut bytes)?;
    if bytes.len() as u64 != size {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it is cut short"));
    }
    Ok(bytes)
}

fn short_text<R: Read>(entry: &mut Entry<'_, R>) -> io::Result<Vec<u8>> {
    if entry.size() > LONGEST_NAME {
        return Err(io::Error::other(format!(
            "a name or extended header of {} bytes: allowed are {LONGEST_NAME}",
            entry.size()
        )));
    }
    whole(entry)
}

/// What an extended header says of the next entry: its name is taken. A size in it would be another than the plain header's, for
/// files of 8 GiB and more.
fn extended(text: &[u8], own_name: &mut Option<Vec<u8>>) -> Result<(), &'static str> {
    for record in PaxExtensions::new(text) {
        let record = record.map_err(|_| "an extended header cannot be read")?;
        match record.key_bytes() {
            b"path" => *own_name = Some(record.value_bytes().to_owned()),
            b"size" => {
                return Err("a file with its size in an extended header: unpack the archive and name the folder");
            }
            _ => {}
        }
    }
    Ok(())
}

/// The path with `/` between its parts; `None`, and counted, where it leads outside, is too long or is no text.
fn inside(path: &[u8], skipped: &mut Skipped) -> Option<String> {
    let Ok(text) = str::from_utf8(path) else {
        skipped.unnamed += 1;
        return None;
    };
    let parts: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if text.starts_with('/') || parts.contains(&"..") {
        skipped.outside += 1;
        return None;
    }
    let path = parts.join("/");
    if is_too_long(&path) {
        skipped.too_long += 1;
        return None;
    }
    // The root's own entry, `./`, names nothing.
    Some(path).filter(|path| !path.is_empty())
}

/// Folders that stand only in the paths of files.
fn with_parents(tree: &mut Tree, kept: &mut Kept) -> Result<(), TreeError> {
    for path in tree.leaves.keys() {
        let mut rest = path.as_str();
        while let Some((parent, _)) = rest.rsplit_once('/') {
            if !tree.folders.insert(parent.to_owned()) {
                break;
            }
            kept.add(parent.len() as u64)?;
            rest = parent;
        }
    }
    Ok(())
}
