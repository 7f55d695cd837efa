//! Keys: what a key is, how load falls over them, and populations of them.

mod bucketing;
pub mod calendar;
mod columns;
mod counted;
mod display;
mod fields;
mod fingerprint;
mod followed;
mod heaviest;
mod hot_keys;
mod key_type;
mod list;
mod load;
mod normal;
mod parse;
mod rows;
mod spec;
mod sums;
mod survey;
mod value;

pub use crate::unit::LoadUnit;
pub use bucketing::{BucketSums, Bucketing, Refused, Summing, SummingPart};
pub use columns::{ColumnTypes, MAX_COLUMNS};
pub use counted::{Counted, Fold, Recorded};
pub use heaviest::{HEAVIEST, Heaviest};
pub use hot_keys::HotKeys;
pub use key_type::KeyType;
pub use list::{ListFacts, Listed, ListedKey, REJECTED_KEPT, RejectedRow};
pub use load::{BadLoad, LoadLaw, MAX_LOAD, MAX_SAMPLED_KEYS};
pub use parse::BadKey;
pub use rows::{KeyRow, KeyRows, RowWatch, RowsError, Streamed};
pub use spec::{BadKeys, Generated, KeySource, MAX_KEYS};
pub use sums::{KeySum, KeySums, KeySumsPart};
pub use survey::{Survey, SurveyPart, Surveyed, Surveyor};
pub use value::Value;
