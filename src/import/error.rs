//! A list that cannot be read.

use std::io;

/// Why a list of keys cannot be read: what was found, where, and what is allowed. The path is left to the caller.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ImportError {
    /// Line and character, both from 1, where there is a place.
    pub at: Option<(u64, usize)>,
    /// What was found and what is allowed.
    pub message: String,
    /// Whether it was only stopped from outside.
    pub cancelled: bool,
}

impl ImportError {
    /// An error without a place.
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { at: None, message: message.into(), cancelled: false }
    }

    /// The same at a line and a character of it.
    pub(super) const fn at(mut self, line: u64, column: usize) -> Self {
        self.at = Some((line, column));
        self
    }

    /// Stopped from outside.
    pub(super) fn cancelled() -> Self {
        Self { cancelled: true, ..Self::new("cancelled") }
    }

    /// The system's reason, or the decompressor's.
    pub(super) fn reading(error: &io::Error) -> Self {
        Self::new(format!("cannot be read: {error}"))
    }
}
