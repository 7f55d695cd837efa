//! A text that is read part by part, up to a limit.

use super::{Explained, Explainer};
use std::io::{self, Read};

/// The most of a text that is read, in bytes: 64 MB.
pub const MOST_READ: u64 = 64 * 1024 * 1024;

/// What was read, and what it holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Looked {
    /// What it holds.
    pub told: Explained,
    /// How many bytes were read.
    pub bytes: u64,
    /// Whether there is more than was read.
    pub is_cut: bool,
}

/// Reads a text up to [`MOST_READ`] bytes and explains it: UTF-8, or UTF-16 with its byte order mark.
///
/// # Errors
/// What reading failed with.
pub fn explain_read(input: impl Read) -> io::Result<Looked> {
    let mut explainer = Explainer::new();
    let mut input = input.take(MOST_READ);
    let mut part = vec![0; 64 * 1024];
    let mut bytes = 0;
    loop {
        match input.read(&mut part) {
            Ok(0) => break,
            Ok(length) => {
                explainer.push_bytes(&part[..length]);
                bytes += length as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let is_cut = input.limit() == 0 && input.into_inner().read(&mut part)? > 0;
    Ok(Looked { told: explainer.finish(), bytes, is_cut })
}
