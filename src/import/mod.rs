//! Lists of keys in files: CSV, TSV, JSON lines and plain lines, also compressed, read in blocks by all threads.
//!
//! A list of up to a million distinct keys becomes a list in memory ([`KeySource::Listed`]); of a longer one its file is read
//! again for each bucket count but the first ([`KeySource::Streamed`]), so that memory does not grow with it.

mod cells;
mod choose;
mod chunks;
mod csv_rows;
mod error;
mod gather;
mod json_rows;
mod line_rows;
mod list;
mod open;
mod options;
mod pass;
mod preview;
mod quotes;
mod read;
mod rejected;
mod returns;
mod rows;
mod sniff;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use choose::{BUCKETS as BUCKET_NAMES, is_load_name};
pub use error::ImportError;
pub use gather::{MAX_LISTED_BYTES, MAX_LISTED_KEYS};
pub(crate) use open::text_of;
pub use options::{ColumnChoice, HeaderRow, ListFormat, ListOptions};
pub use preview::{Preview, preview};
pub use read::read;

#[cfg(doc)]
use crate::keys::KeySource;

/// The longest row that is read, in bytes, its end not counted. Kafka's largest record is as long by default.
pub const MAX_ROW_BYTES: usize = 1 << 20;
