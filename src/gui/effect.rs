//! What is to be done outside the state.

use super::exploration::Picture;
use super::files::Wanted;
use crate::import::ListOptions;
use std::path::PathBuf;

/// Something outside the state that a command asks for.
#[derive(Debug, PartialEq)]
pub enum Effect {
    /// Read a file.
    Read(PathBuf),
    /// Look at a list of keys that is read so.
    Preview(PathBuf, ListOptions),
    /// Write the scenario.
    Write(PathBuf),
    /// Write a chart.
    WritePicture(PathBuf, Picture),
    /// Write the decision record.
    WriteRecord(PathBuf),
    /// Write a copy of what has been learnt.
    WriteLearning(PathBuf),
    /// Read a log and explain what is in it.
    ReadLog(PathBuf),
    /// Open the system's dialog for what is to be read or written.
    Browse(Wanted),
    /// Stop the run.
    Cancel,
    /// Simulate.
    Run,
    /// Put a text in the clipboard.
    Copy(String),
    /// Close the window.
    Quit,
}
