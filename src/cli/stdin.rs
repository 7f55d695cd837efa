//! `-`: standard input in place of a file that is read once from its beginning to its end.

use super::failure::Failure;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of a text that are held: as many as a listing in a file may have.
const MAX_BYTES: u64 = 128 << 20;

/// Where the system has standard input among its files: what takes a path reads it there, block by block.
pub(super) const PATH: &str = "/dev/stdin";

/// Whether a name stands for it.
pub(super) fn is_meant(name: &OsStr) -> bool {
    name == "-"
}

/// Refuses it where a file is needed; `why` says what for.
pub(super) fn refuse(name: &OsStr, why: &str) -> Result<(), Failure> {
    if is_meant(name) {
        Err(Failure::Told(format!("-: {why}: write it to a file first, and name that")))
    } else {
        Ok(())
    }
}

/// Takes it for one reading.
///
/// # Errors
/// It is named twice: the second reading would find nothing.
pub(super) fn take() -> Result<(), Failure> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        return Err(Failure::Told("-: standard input is named twice, and can be read once: name files".to_owned()));
    }
    Ok(())
}

/// All of it, as text.
///
/// # Errors
/// It is named twice, cannot be read, is too long or not UTF-8.
pub(super) fn text() -> Result<String, Failure> {
    take()?;
    let told = |message: &str| Failure::Told(format!("-: {message}"));
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| told(&format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(told(&format!(
            "has more than {MAX_BYTES} bytes, the most that are held: write it to a file, and name that"
        )));
    }
    String::from_utf8(bytes).map_err(|_| told("is not UTF-8 text: what is no text is read from a file or folder"))
}
