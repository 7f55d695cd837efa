//! Listed keys: from a file beside the scenario, or from the scenario itself. Equal keys are one key.

use super::error::ScenarioError;
use super::model::{Entry, KeyFile};
use crate::import;
use crate::keys::{BadKey, KeySource, KeyType, ListedKey, RowWatch};
use crate::plain::excerpt;
use crate::simulate::Watch;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Reads a key file that lies in `folder`. A file of up to a million keys is read once, so it may be a pipe.
pub(super) fn read_key_file(folder: &Path, file: &KeyFile, watch: &dyn Watch) -> Result<KeySource, ScenarioError> {
    let path = folder.join(&file.path);
    import::read(&path, &file.options(), &Told(watch)).map_err(|error| {
        let place = error.at.map(|(line, column)| (usize::try_from(line).unwrap_or(usize::MAX), column));
        ScenarioError { cancelled: error.cancelled, ..ScenarioError::new(error.message).at(place).in_file(path) }
    })
}

/// A watch of bytes that passes on to a watch of keys.
struct Told<'a>(&'a dyn Watch);

impl RowWatch for Told<'_> {
    fn advance(&self, done: u64) {
        self.0.advance(done);
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Keys listed in the scenario.
pub(super) fn listed(key_type: KeyType, entries: &[Entry]) -> Result<KeySource, ScenarioError> {
    let mut sums = Sums::new(key_type);
    for entry in entries {
        sums.add(&entry.key, entry.load)?;
    }
    sums.finish()
}

/// Loads of equal keys, added up: "5" and "05" are one integer, and two texts.
struct Sums {
    key_type: KeyType,
    loads: BTreeMap<String, u64>,
    /// Of all keys.
    total: u64,
}

impl Sums {
    const fn new(key_type: KeyType) -> Self {
        Self { key_type, loads: BTreeMap::new(), total: 0 }
    }

    fn add(&mut self, text: &str, load: u64) -> Result<(), ScenarioError> {
        let parsed = match self.key_type {
            KeyType::String | KeyType::Bytes => None,
            _ => Some(self.key_type.parse(text).map_err(|error| bad_key(&error))?.to_string()),
        };
        let key = parsed.as_deref().unwrap_or(text);
        let sum = match self.loads.get_mut(key) {
            Some(sum) => sum,
            None => self.loads.entry(key.to_owned()).or_default(),
        };
        *sum = sum.checked_add(load).ok_or_else(|| {
            ScenarioError::new(format!("the loads of key \"{}\" add up to more than 2^64 - 1", excerpt(text)))
        })?;
        self.total = self.total.checked_add(load).ok_or_else(|| {
            let key = excerpt(text);
            ScenarioError::new(format!("with key \"{key}\" the loads of all keys add up to more than 2^64 - 1 records"))
        })?;
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
    ScenarioError::new(error.to_string())
}
