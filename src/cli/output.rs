//! Data to stdout or a whole file; everything else to stderr.

use super::failure::Failure;
use crate::scenario::write_whole;
use std::io::{self, Write};
use std::path::Path;

/// Writes text to a file, whole or not at all, or to stdout.
pub(super) fn emit(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = file {
        return Ok(write_whole(path, text.as_bytes())?);
    }
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Tells the user something that is not data. Nobody left to read it is no error.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
