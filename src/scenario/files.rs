//! Scenario files on disk: read with a limit, saved whole or not at all.

use super::error::ScenarioError;
use super::model::Scenario;
use super::parse::{parse, to_ron};
use super::place;
use super::write::write_whole;
use crate::simulate::{Job, Unwatched, Watch};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest scenario file that is read.
const MAX_SCENARIO_BYTES: u64 = 4 << 20;

/// Reads a scenario file and checks it.
///
/// # Errors
/// [`ScenarioError`] with path, and line and column where there is one.
pub fn read(path: &Path) -> Result<Scenario, ScenarioError> {
    read_job(path).map(|(scenario, _)| scenario)
}

/// Reads a scenario file with its key file, each once, so that either may be a pipe.
///
/// # Errors
/// [`ScenarioError`] with path, and line and column where there is one.
pub fn read_job(path: &Path) -> Result<(Scenario, Job), ScenarioError> {
    read_job_watched(path, &Unwatched)
}

/// The same; the watch is told of bytes of a key file, and may stop its reading.
///
/// # Errors
/// [`ScenarioError`] with path, and line and column where there is one.
pub fn read_job_watched(path: &Path, watch: &dyn Watch) -> Result<(Scenario, Job), ScenarioError> {
    let text = read_text(path, MAX_SCENARIO_BYTES, "a scenario file")?;
    job_of_text(&text, path, watch)
}

/// The scenario that a text is, with its job; `path` is where it stands, for messages and for the files that it names.
///
/// # Errors
/// [`ScenarioError`] with path, and line and column where there is one.
pub fn job_of_text(text: &str, path: &Path, watch: &dyn Watch) -> Result<(Scenario, Job), ScenarioError> {
    let scenario = parse(text).map_err(|error| error.in_file(path))?;
    // What only the checked value shows is placed by the name of its field.
    let job = scenario.job_watched(path.parent().unwrap_or(Path::new("")), watch).map_err(|mut error| {
        if error.path.is_none() {
            let at = place::of_message(text, &error.message);
            return error.at(at).in_file(path);
        }
        let named = ScenarioError::new("").at(place::of_message(text, "keys: path")).in_file(path).to_string();
        error.message = format!("{} (the key file of {})", error.message, named.trim_end_matches(": "));
        error
    })?;
    Ok((scenario, job))
}

/// Saves a scenario: the file is replaced whole, or left as it was.
///
/// # Errors
/// [`ScenarioError`] with the path.
pub fn save(scenario: &Scenario, path: &Path) -> Result<(), ScenarioError> {
    let text = to_ron(scenario)?;
    write_whole(path, |out| out.write_all(text.as_bytes()))
}

/// Opens a file to read, or a pipe or device, but no folder.
pub(super) fn open(path: &Path, what: &str) -> Result<File, ScenarioError> {
    let told = |message: String| ScenarioError::new(message).in_file(path);
    let file = File::open(path).map_err(|error| told(format!("cannot be read: {error}")))?;
    let meta = file.metadata().map_err(|error| told(format!("cannot be read: {error}")))?;
    if meta.is_dir() { Err(told(format!("is a folder: {what} is needed"))) } else { Ok(file) }
}

/// More bytes than are read.
pub(super) fn too_large(limit: u64, what: &str) -> ScenarioError {
    ScenarioError::new(format!("is larger than {limit} bytes, the most that {what} may have"))
}

/// Reads a text file of at most `limit` bytes; `what` is what messages call it, as in "a scenario file". A byte order mark is
/// left out.
///
/// # Errors
/// [`ScenarioError`] with path, and line and column of what is not UTF-8.
pub fn read_text(path: &Path, limit: u64, what: &str) -> Result<String, ScenarioError> {
    let mut bytes = Vec::new();
    // One byte past the limit tells a longer file, also where its length is not known beforehand.
    let read = open(path, what)?.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| ScenarioError::new(format!("cannot be read: {error}")).in_file(path))?;
    if bytes.len() as u64 > limit {
        return Err(too_large(limit, what).in_file(path));
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let place = place::at(&String::from_utf8_lossy(valid), valid.len());
        ScenarioError::new("this byte is not UTF-8 text").in_file(path).at(Some(place))
    })?;
    // Some editors put a byte order mark in front; it is no part of the first field.
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}
