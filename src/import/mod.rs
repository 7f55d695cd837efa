//! Lists of keys in files: CSV, TSV, JSON lines and plain lines, also compressed, read in blocks by all threads.
//!
//! A list of up to a million distinct keys becomes a list in memory ([`KeySource::Listed`]); of a longer one its file is read
//! again for each bucket count ([`KeySource::Streamed`]), so that memory does not grow with it.

mod cells;
mod chunks;
mod csv_rows;
mod error;
mod json_rows;
mod line_rows;
mod list;
mod open;
mod options;
mod pass;
mod read;
mod rejected;
mod rows;
mod sniff;
mod table;
#[cfg(test)]
mod tests;
mod zstd;

pub use error::ImportError;
pub use options::{ColumnChoice, HeaderRow, ListFormat, ListOptions};
pub use read::{MAX_LISTED_BYTES, MAX_LISTED_KEYS, preview, read};
pub use sniff::Preview;

#[cfg(doc)]
use crate::keys::KeySource;

/// The longest row that is read, in bytes, its end not counted. Kafka's largest record is as long by default.
pub const MAX_ROW_BYTES: usize = 1 << 20;
