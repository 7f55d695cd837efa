//! Scenario files (RON) ↔ [`Scenario`] → [`crate::simulate::Job`].

mod asked;
mod bucket_file;
mod error;
mod files;
mod job;
mod key_file;
mod key_list;
mod lines;
mod model;
mod observed;
mod parse;
mod place;
mod shipped;
mod unfinished;
mod write;

pub use error::ScenarioError;
pub use files::{job_of_text, read, read_job, read_job_watched, read_text, save};
pub use key_list::{is_key_list, key_list_endings};
pub use lines::{BadLine, KeyLines, MAX_LINE_BYTES};
pub use model::{
    BucketFile, Buckets, Entry, FORMAT, KeyFile, Keys, RestartBuckets, Scenario, SnapshotFile, State, TypedList,
};
pub use parse::{parse, parse_as, to_ron};
pub use place::{of_field as place_of_field, of_message as place_of_message};
pub use shipped::shipped;
pub use write::write_whole;
