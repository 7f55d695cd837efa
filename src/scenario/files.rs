//! Scenario and key files on disk: read with a limit, written whole or not at all.

use super::error::ScenarioError;
use super::model::{Buckets, Entry, Keys, RestartBuckets, Scenario};
use super::parse::{parse, to_ron};
use super::place;
use crate::keys::{BadKey, KeySource, KeyType, ListedKey};
use crate::simulate::{BadJob, BucketChoice, Job, RestartChoice, Start};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

/// The largest scenario file that is read.
const MAX_SCENARIO_BYTES: u64 = 4 << 20;
/// The largest key file that is read; every distinct key is held in memory.
const MAX_KEY_FILE_BYTES: u64 = 256 << 20;

/// Reads a scenario file.
///
/// # Errors
/// [`ScenarioError`] with path, and line and column where there is one.
pub fn read(path: &Path) -> Result<Scenario, ScenarioError> {
    let text = read_text(path, MAX_SCENARIO_BYTES, "a scenario file")?;
    let scenario = parse(&text).map_err(|error| error.in_file(path))?;
    // What only the checked value shows is placed by the name of its field.
    scenario.job(path.parent().unwrap_or(Path::new(""))).map_err(|mut error| {
        if error.path.is_none() {
            let at = place::of_message(&text, &error.message);
            return error.at(at).in_file(path);
        }
        let named = ScenarioError::new("").at(place::of_message(&text, "keys: path")).in_file(path).to_string();
        error.message = format!("{} (the key file of {})", error.message, named.trim_end_matches(": "));
        error
    })?;
    Ok(scenario)
}

/// Saves a scenario: the file is replaced whole, or left as it was.
///
/// # Errors
/// [`ScenarioError`] with the path.
pub fn save(scenario: &Scenario, path: &Path) -> Result<(), ScenarioError> {
    write_whole(path, to_ron(scenario)?.as_bytes())
}

/// Writes a file whole or not at all: into a temporary file beside it, then renamed over it.
///
/// # Errors
/// [`ScenarioError`] with the path and the system's reason.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ScenarioError> {
    let fail = |error: std::io::Error| ScenarioError::new(format!("cannot be written: {error}")).in_file(path);
    // A link keeps leading to what it led to; a pipe or device is written to, not replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let path = target.as_path();
    let known = std::fs::metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file() && !known.is_dir()) {
        return std::fs::OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(bytes))
            .map_err(fail);
    }
    if known.as_ref().is_some_and(|known| known.permissions().readonly()) {
        return Err(fail(std::io::Error::other("the file is read-only")));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = temporary(folder, known.map(|known| known.permissions())).map_err(fail)?;
    file.write_all(bytes).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    file.persist(path).map_err(|error| fail(error.error))?;
    Ok(())
}

/// A temporary file that may be read as the file it replaces, or as a new file.
fn temporary(folder: &Path, permissions: Option<std::fs::Permissions>) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".redeal-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

impl Scenario {
    /// The checked job; key files are read from `folder`.
    ///
    /// # Errors
    /// [`ScenarioError`] names the first part that cannot be.
    pub fn job(&self, folder: &Path) -> Result<Job, ScenarioError> {
        let mut settings = self.restart_buckets.iter();
        if self.restart_buckets.len() >= self.widths.len().max(1) {
            let (found, most) = (self.restart_buckets.len(), self.widths.len().saturating_sub(1));
            return Err(ScenarioError::new(format!(
                "restart_buckets has {found} entries: one a restart, at most {most}"
            )));
        }
        let starts = self.widths.iter().enumerate().map(|(index, &width)| {
            let setting = if index == 0 { None } else { settings.next() };
            let buckets = match setting {
                None | Some(RestartBuckets::Keep) => RestartChoice::Keep,
                Some(RestartBuckets::Unset) => RestartChoice::Unset,
                Some(RestartBuckets::Set(count)) => RestartChoice::Set(*count),
            };
            Start { width, buckets }
        });
        let starts = starts.collect();
        let mut job = Job {
            name: self.name.clone(),
            engine: self.engine.clone(),
            buckets: match self.buckets {
                Buckets::Fixed(count) => BucketChoice::Fixed(count),
                Buckets::EngineDefault => BucketChoice::EngineDefault,
            },
            starts,
            keys: KeySource::Listed(Arc::new(Vec::new())),
            state: self.state.into(),
            input_pieces: self.input_pieces,
            seed: self.seed,
        };
        job.keys = self.key_source(folder)?;
        self.check_key_type()?;
        job.check().map_err(|error: BadJob| ScenarioError::new(error.to_string()))?;
        Ok(job)
    }

    /// The engine says which types it hashes; a key of another type would only be refused once it is hashed.
    fn check_key_type(&self) -> Result<(), ScenarioError> {
        let key_type = match &self.keys {
            Keys::Generated(generated) => generated.key_type,
            Keys::List(_) => KeyType::String,
            Keys::Typed(list) => list.key_type,
            Keys::File(file) => file.key_type,
        };
        let types = self.engine.profile().key_types();
        if types.contains(&key_type) {
            return Ok(());
        }
        let allowed = types.iter().map(|allowed| allowed.name()).collect::<Vec<_>>().join(", ");
        let (found, name) = (key_type.name(), self.engine.facts().name);
        Err(ScenarioError::new(format!("keys: key_type is {found}: {name} hashes {allowed}")))
    }

    fn key_source(&self, folder: &Path) -> Result<KeySource, ScenarioError> {
        match &self.keys {
            Keys::Generated(generated) => Ok(KeySource::Generated(generated.clone())),
            Keys::List(entries) => listed(KeyType::String, entries),
            Keys::Typed(list) => listed(list.key_type, &list.keys),
            Keys::File(file) => {
                let path = folder.join(&file.path);
                let text = read_text(&path, MAX_KEY_FILE_BYTES, "a key file")?;
                read_keys(&text, file.key_type).map_err(|error| error.in_file(path))
            }
        }
    }
}

/// Reads keys from text: one a line, an optional load after a tab. Empty lines are skipped; equal keys add up.
///
/// # Errors
/// [`ScenarioError`] with the line and column of the first line that is not a key.
pub fn read_keys(text: &str, key_type: KeyType) -> Result<KeySource, ScenarioError> {
    let mut sums = Sums::new(key_type);
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty()) {
        let (key, load) = match line.rsplit_once('\t') {
            None => (line, 1),
            Some((key, load)) => {
                let column = key.chars().count() + 2;
                let parsed = load.trim().parse().map_err(|_| {
                    ScenarioError::new(format!("load \"{load}\" is not a whole number of records (key, tab, load)"))
                        .at(Some((number, column)))
                })?;
                (key, parsed)
            }
        };
        sums.add(key, load).map_err(|error| error.at(Some((number, 1))))?;
    }
    sums.finish()
}

fn listed(key_type: KeyType, entries: &[Entry]) -> Result<KeySource, ScenarioError> {
    let mut sums = Sums::new(key_type);
    for entry in entries {
        sums.add(&entry.key, entry.load)?;
    }
    sums.finish()
}

/// Loads of equal keys, added up: "5" and "05" are one integer, and two texts.
struct Sums<'a> {
    key_type: KeyType,
    loads: BTreeMap<Cow<'a, str>, u64>,
}

impl<'a> Sums<'a> {
    const fn new(key_type: KeyType) -> Self {
        Self { key_type, loads: BTreeMap::new() }
    }

    fn add(&mut self, text: &'a str, load: u64) -> Result<(), ScenarioError> {
        let key = match self.key_type {
            KeyType::String | KeyType::Bytes => Cow::Borrowed(text),
            _ => Cow::Owned(self.key_type.parse(text).map_err(|error| bad_key(&error))?.to_string()),
        };
        let sum = self.loads.entry(key).or_default();
        *sum = sum
            .checked_add(load)
            .ok_or_else(|| ScenarioError::new(format!("the loads of key \"{text}\" add up to more than 2^64 - 1")))?;
        Ok(())
    }

    fn finish(self) -> Result<KeySource, ScenarioError> {
        let keys = self.loads.into_iter().map(|(text, load)| {
            let key = self.key_type.parse(&text).map_err(|error| bad_key(&error))?;
            Ok(ListedKey { key, load })
        });
        Ok(KeySource::Listed(Arc::new(keys.collect::<Result<_, ScenarioError>>()?)))
    }
}

fn bad_key(error: &BadKey) -> ScenarioError {
    let range = match error.wanted {
        KeyType::I16 => format!("{} to {}", i16::MIN, i16::MAX),
        KeyType::I32 => format!("{} to {}", i32::MIN, i32::MAX),
        KeyType::I64 => format!("{} to {}", i64::MIN, i64::MAX),
        KeyType::String | KeyType::Bytes => return ScenarioError::new(error.to_string()),
    };
    ScenarioError::new(format!("{error}: allowed are whole numbers from {range}"))
}

fn read_text(path: &Path, limit: u64, what: &str) -> Result<String, ScenarioError> {
    let fail = |message: String| ScenarioError::new(message).in_file(path);
    let file = File::open(path).map_err(|error| fail(format!("cannot be read: {error}")))?;
    let meta = file.metadata().map_err(|error| fail(format!("cannot be read: {error}")))?;
    if meta.is_dir() {
        return Err(fail(format!("is a folder: {what} is needed")));
    }
    // One byte past the limit tells a longer file, also where its length is not known beforehand.
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| fail(format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > limit {
        return Err(fail(format!("is larger than {limit} bytes, the most that {what} may have")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let place = place::at(&String::from_utf8_lossy(valid), valid.len());
        fail("this byte is not UTF-8 text".to_owned()).at(Some(place))
    })?;
    // Some editors put a byte order mark in front; it is no part of the first field or key.
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
}
