//! One error a defect: where, what was found, what is allowed.

use std::fmt;
use std::path::PathBuf;

/// A scenario that cannot be read, made into a job, or saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioError {
    /// The file, where there is one.
    pub path: Option<PathBuf>,
    /// Line and column, from 1, where there is one.
    pub at: Option<(usize, usize)>,
    /// What was found and what is allowed.
    pub message: String,
    /// Whether reading was only stopped from outside.
    pub cancelled: bool,
}

impl ScenarioError {
    /// An error without a place.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { path: None, at: None, message: message.into(), cancelled: false }
    }

    /// The same error at a line and column.
    #[must_use]
    pub fn at(mut self, at: Option<(usize, usize)>) -> Self {
        self.at = at;
        self
    }

    /// The same error in a file.
    #[must_use]
    pub fn in_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.path.get_or_insert_with(|| path.into());
        self
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.path, self.at) {
            (Some(path), Some((line, column))) => write!(f, "{}:{line}:{column}: ", path.display())?,
            (Some(path), None) => write!(f, "{}: ", path.display())?,
            (None, Some((line, column))) => write!(f, "line {line}, column {column}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScenarioError {}
