//! Why a subcommand did not run to its end.

use crate::scenario::ScenarioError;
use std::io;

/// A subcommand that stopped.
#[derive(Debug)]
pub(super) enum Failure {
    /// Wrong arguments or input, or output that cannot be written: the message for the user.
    Told(String),
    /// Whoever reads the output has closed it.
    Closed,
}

impl From<ScenarioError> for Failure {
    fn from(error: ScenarioError) -> Self {
        Self::Told(error.to_string())
    }
}

impl From<io::Error> for Failure {
    /// An error of writing to stdout.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Told(format!("the output cannot be written: {error}"))
        }
    }
}
