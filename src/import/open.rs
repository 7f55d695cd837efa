//! A file as a stream of text, decompressed where its first bytes say that it is compressed.

use super::error::ImportError;
use crate::zstd::Zstd;
use flate2::bufread::MultiGzDecoder;
use std::fs::{File, Metadata};
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    /// Not at all.
    Plain,
    /// Members of gzip, one after the other.
    Gzip,
    /// Frames of Zstandard, one after the other.
    Zstd,
}

impl Compression {
    /// Its name, where it is one.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Gzip => Some("gzip"),
            Self::Zstd => Some("zstd"),
        }
    }

    fn of(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, ..] => Self::Gzip,
            // A frame, or one that is to be passed over.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            _ => Self::Plain,
        }
    }
}

/// A file that is open.
pub(super) struct Opened {
    /// Its text, decompressed.
    pub text: Box<dyn Read + Send>,
    pub compression: Compression,
    /// Bytes read of the file itself so far.
    pub taken: Arc<AtomicU64>,
    /// Whether it can be read again: a pipe cannot.
    pub is_file: bool,
    /// Tells whether it was written to since: its length and when it was last written, in nanoseconds since 1970.
    pub stamp: Stamp,
}

/// Length in bytes, and when a file was last written.
pub(super) type Stamp = (u64, u128);

/// The stamp of a file.
pub(super) fn stamp(meta: &Metadata) -> Stamp {
    let written = meta.modified().ok().and_then(|when| when.duration_since(std::time::UNIX_EPOCH).ok());
    (meta.len(), written.map_or(0, |since| since.as_nanos()))
}

/// Opens a file, a pipe or a device, but no folder.
pub(super) fn open(path: &Path) -> Result<Opened, ImportError> {
    let reading = |error: io::Error| ImportError::reading(&error);
    let file = File::open(path).map_err(reading)?;
    let meta = file.metadata().map_err(reading)?;
    if meta.is_dir() {
        return Err(ImportError::new("is a folder: a key file is needed"));
    }
    let taken = Arc::new(AtomicU64::new(0));
    let (text, compression) = decompressed(Counted { file, taken: Arc::clone(&taken) }).map_err(reading)?;
    Ok(Opened { text, compression, taken, is_file: meta.is_file(), stamp: stamp(&meta) })
}

/// The text of any stream of bytes, decompressed where its first ones say that it is compressed (gzip, Zstandard).
///
/// # Errors
/// The first bytes cannot be read; damage further on is an error of the reading.
pub(crate) fn text_of(bytes: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    Ok(decompressed(bytes)?.0)
}

/// The text of a stream of bytes, by its first ones.
pub(super) fn decompressed(mut bytes: impl Read + Send + 'static) -> io::Result<(Box<dyn Read + Send>, Compression)> {
    let mut head = Vec::new();
    bytes.by_ref().take(4).read_to_end(&mut head)?;
    let compression = Compression::of(&head);
    let whole = Cursor::new(head).chain(bytes);
    let buffered = |whole| BufReader::with_capacity(1 << 18, whole);
    let text: Box<dyn Read + Send> = match compression {
        Compression::Plain => Box::new(whole),
        Compression::Gzip => Box::new(Gzip(MultiGzDecoder::new(buffered(whole)))),
        Compression::Zstd => Box::new(Zstd::new(buffered(whole))),
    };
    Ok((text, compression))
}

/// Says of an error of gzip what it is.
struct Gzip<R>(MultiGzDecoder<R>);

impl<R: io::BufRead> Read for Gzip<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => io::Error::other(format!("the gzip data is damaged or cut off: {error}")),
        })
    }
}

/// Counts what is read.
struct Counted {
    file: File,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(out)?;
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
