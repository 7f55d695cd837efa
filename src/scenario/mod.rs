//! Scenario files (RON) ↔ [`Scenario`] → [`crate::simulate::Job`].

mod asked;
mod error;
mod files;
mod job;
mod key_file;
mod lines;
mod model;
mod parse;
mod place;
mod shipped;
mod unfinished;
mod write;

pub use error::ScenarioError;
pub use files::{read, read_job, read_text, save};
pub use key_file::read_keys;
pub use lines::{BadLine, KeyLines, MAX_LINE_BYTES};
pub use model::{Buckets, Entry, FORMAT, KeyFile, Keys, RestartBuckets, Scenario, State, TypedList};
pub use parse::{parse, parse_as, to_ron};
pub use place::{of_field as place_of_field, of_message as place_of_message};
pub use shipped::shipped;
pub use write::write_whole;
