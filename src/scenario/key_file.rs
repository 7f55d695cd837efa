//! Listed keys: from a file beside the scenario, or from the scenario itself. Equal keys are one key.

use super::error::ScenarioError;
use super::lines::{BadLine, KeyLines};
use super::model::Entry;
use crate::keys::{BadKey, KeySource, KeyType, ListedKey};
use crate::plain::excerpt;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

/// The largest key file that is read; every distinct key is held in memory.
const MAX_KEY_FILE_BYTES: u64 = 256 << 20;

/// Reads a key file, once and from its beginning to its end: it may be a pipe.
pub(super) fn read_key_file(path: &Path, key_type: KeyType) -> Result<KeySource, ScenarioError> {
    let file = super::files::open(path, "a key file")?;
    // One byte past the limit tells a longer file, also where its length is not known beforehand.
    let mut input = BufReader::new(file).take(MAX_KEY_FILE_BYTES + 1);
    let keys = read_keys(&mut input, key_type);
    if input.limit() == 0 {
        return Err(super::files::too_large(MAX_KEY_FILE_BYTES, "a key file").in_file(path));
    }
    match keys {
        Ok(KeySource::Listed(keys)) if keys.is_empty() => {
            Err(ScenarioError::new("holds no key: at least one line with a key is needed").in_file(path))
        }
        keys => keys.map_err(|error| error.in_file(path)),
    }
}

/// Reads keys from text: one a line, an optional load after a tab. Empty lines are skipped; equal keys add up.
///
/// # Errors
/// [`ScenarioError`] with the line and column of the first line that is not a key.
pub fn read_keys(input: impl BufRead, key_type: KeyType) -> Result<KeySource, ScenarioError> {
    let (mut lines, mut sums) = (KeyLines::of_text(input), Sums::new(key_type));
    for number in 1.. {
        let place = |column| Some((number, column));
        let line = match lines.next_line() {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error @ BadLine::TooLong) => return Err(ScenarioError::new(error.to_string()).at(place(1))),
            Err(error @ BadLine::Unreadable(_)) => return Err(ScenarioError::new(error.to_string())),
        };
        let line = std::str::from_utf8(line).map_err(|error| {
            let before = String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count();
            ScenarioError::new("this byte is not UTF-8 text").at(place(before + 1))
        })?;
        if line.is_empty() {
            continue;
        }
        let (key, load) = match line.rsplit_once('\t') {
            None => (line, 1),
            Some((key, load)) => {
                let parsed = load.trim().parse().map_err(|_| {
                    let found = excerpt(load);
                    ScenarioError::new(format!("load \"{found}\" is not a whole number of records (key, tab, load)"))
                        .at(place(key.chars().count() + 2))
                })?;
                (key, parsed)
            }
        };
        sums.add(key, load).map_err(|error| error.at(place(1)))?;
    }
    sums.finish()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_add_up_and_defects_have_their_place() {
        let KeySource::Listed(keys) = read_keys("\u{feff}b\t2\r\n\na\nb\n".as_bytes(), KeyType::String).unwrap() else {
            panic!("listed keys");
        };
        let loads: Vec<(String, u64)> = keys.iter().map(|listed| (listed.key.to_string(), listed.load)).collect();
        assert_eq!(loads, [("a".to_owned(), 1), ("b".to_owned(), 3)]);
        let place = |text: &[u8]| read_keys(text, KeyType::I32).unwrap_err().at;
        assert_eq!(place(b"1\n2\nthree\n"), Some((3, 1)));
        assert_eq!(place(b"1\t9\n22\tmany"), Some((2, 4)));
        assert_eq!(place("1\n7\u{e9}\u{e9}".as_bytes().split_last().unwrap().1), Some((2, 3)));
    }

    #[test]
    fn loads_that_add_up_to_too_much_have_their_place() {
        // 2^64 - 1 is 18446744073709551615.
        let most = "a\t18446744073709551615\n";
        assert!(read_keys(most.as_bytes(), KeyType::String).is_ok());
        let error = read_keys(format!("{most}b\n").as_bytes(), KeyType::String).unwrap_err();
        assert_eq!(error.at, Some((2, 1)));
        assert!(error.message.contains("with key \"b\" the loads of all keys add up to more than"), "{error}");
    }

    #[test]
    fn a_line_that_is_too_long_is_named_by_its_number() {
        let text = ["a\n".to_owned(), "b".repeat((1 << 20) + 1)].concat();
        let error = read_keys(text.as_bytes(), KeyType::String).unwrap_err();
        assert_eq!(error.at, Some((2, 1)));
        assert!(error.message.starts_with("this line is longer than 1048576 bytes"), "{error}");
    }
}
