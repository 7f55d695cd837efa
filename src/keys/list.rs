//! Keys listed one by one, and what is known of the list that they were read from.

use super::value::Value;
use serde::Serialize;
use std::ops::Deref;
use std::sync::Arc;

/// One key of a list with its load in records.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedKey {
    /// The key.
    pub key: Value,
    /// Its load in records.
    pub load: u64,
}

/// A list of distinct keys; reads as a slice of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listed {
    keys: Vec<ListedKey>,
    /// One entry a key, where the list tells them.
    state_bytes: Option<Vec<u64>>,
    facts: Option<Arc<ListFacts>>,
}

impl Listed {
    /// Keys read from a file. Shape: `state_bytes` has one entry a key.
    #[must_use]
    pub const fn read(keys: Vec<ListedKey>, state_bytes: Option<Vec<u64>>, facts: Arc<ListFacts>) -> Self {
        Self { keys, state_bytes, facts: Some(facts) }
    }

    /// Bytes of state, one entry a key; `None` where the list does not tell.
    #[must_use]
    pub fn state_bytes(&self) -> Option<&[u64]> {
        self.state_bytes.as_deref()
    }

    /// What was found in the file; `None` for keys that were not read from one.
    #[must_use]
    pub const fn facts(&self) -> Option<&Arc<ListFacts>> {
        self.facts.as_ref()
    }
}

impl Deref for Listed {
    type Target = [ListedKey];

    fn deref(&self) -> &[ListedKey] {
        &self.keys
    }
}

impl FromIterator<ListedKey> for Listed {
    fn from_iter<I: IntoIterator<Item = ListedKey>>(keys: I) -> Self {
        Self { keys: keys.into_iter().collect(), ..Self::default() }
    }
}

/// How many rows that cannot be read are kept with their reason; the others are counted.
pub const REJECTED_KEPT: usize = 20;

/// A row that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RejectedRow {
    /// The line where the row begins, 1 = the first of the file.
    pub line: u64,
    /// The character of that line where the defect begins, 1 = the first.
    pub column: usize,
    /// What was found and what is allowed.
    pub reason: String,
}

/// What was found in a file of keys.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ListFacts {
    /// The file's name, without its folder.
    pub file: String,
    /// What it is, as in `CSV, separated by semicolons, gzip`.
    pub format: String,
    /// Whether its first row was taken for the names of the columns.
    pub header: bool,
    /// The column of the keys: its name, or `column 1`.
    pub key_column: String,
    /// The column of the loads; null where each row is one record.
    pub load_column: Option<String>,
    /// The column of the bytes of state; null where the list does not tell.
    pub state_column: Option<String>,
    /// Rows that were read, those without a key included.
    pub rows: u64,
    /// Rows that cannot be read and are left out.
    pub rejected: u64,
    /// The first of them, at most 20.
    pub first_rejected: Vec<RejectedRow>,
    /// Rows whose key is null: nothing at all between two delimiters, JSON's null, or no such field.
    pub null_rows: u64,
    /// Records of those rows.
    pub null_load: u64,
    /// Rows whose key is the empty text.
    pub empty_rows: u64,
    /// What may have been meant otherwise, in sentences; left out where there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Distinct keys, null left out.
    pub distinct: u64,
    /// Relative standard error of `distinct`; 0 where it was counted.
    pub distinct_error: f64,
}

impl ListFacts {
    /// Whether distinct keys were counted, not estimated.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.distinct_error <= 0.0
    }
}
