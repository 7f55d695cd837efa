//! Scenario files (RON) ↔ [`Scenario`] → [`crate::simulate::Job`].

mod error;
mod files;
mod job;
mod key_file;
mod lines;
mod model;
mod parse;
mod place;
mod shipped;
mod write;

pub use error::ScenarioError;
pub use files::{read, read_job, save};
pub use key_file::read_keys;
pub use lines::{BadLine, KeyLines, MAX_LINE_BYTES};
pub use model::{Buckets, Entry, FORMAT, KeyFile, Keys, RestartBuckets, Scenario, State, TypedList};
pub use parse::{parse, to_ron};
pub use shipped::shipped;
pub use write::write_whole;
