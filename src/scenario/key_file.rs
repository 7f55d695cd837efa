//! Listed keys: from a file beside the scenario, or from the scenario itself. Equal keys are one key.

use super::error::ScenarioError;
use super::model::{Entry, KeyFile};
use crate::import;
use crate::keys::{Bucketing, KeyRow, KeySource, KeySums, KeyType, ListedKey, RowWatch};
use crate::plain::excerpt;
use crate::simulate::Watch;
use std::path::Path;
use std::sync::Arc;

/// Reads a key file that lies in `folder`. A file of up to a million keys is read once, so it may be a pipe; a longer one remembers its sums
/// under the `bucketing`.
pub(super) fn read_key_file(
    folder: &Path,
    file: &KeyFile,
    bucketing: Option<&dyn Bucketing>,
    watch: &dyn Watch,
) -> Result<KeySource, ScenarioError> {
    let path = folder.join(&file.path);
    import::read(&path, &file.options(), bucketing, &Told(watch)).map_err(|error| {
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

/// Keys listed in the scenario: "5" and "05" are one integer, and two texts.
pub(super) fn listed(key_type: KeyType, entries: &[Entry]) -> Result<KeySource, ScenarioError> {
    // They are in memory already, so there is room for all.
    let sums = KeySums::with_room(u64::MAX, u64::MAX);
    let mut total = 0_u64;
    for Entry { key: text, load } in entries {
        let key = key_type.parse(text).map_err(|error| ScenarioError::new(error.to_string()))?;
        sums.add(&KeyRow { key: &key, load: *load, state_bytes: 0 }, key.fingerprint());
        total = total.checked_add(*load).ok_or_else(|| {
            let key = excerpt(text);
            ScenarioError::new(format!("with key \"{key}\" the loads of all keys add up to more than 2^64 - 1 records"))
        })?;
    }
    let keys = sums.in_order().into_iter().map(|sum| ListedKey { key: sum.key, load: sum.load });
    Ok(KeySource::Listed(Arc::new(keys.collect())))
}
