//! Scenario files (RON) ↔ [`Scenario`] → [`crate::simulate::Job`].

mod error;
mod files;
mod model;
mod parse;
mod place;
mod shipped;

pub use error::ScenarioError;
pub use files::{read, read_keys, save, write_whole};
pub use model::{Buckets, Entry, FORMAT, KeyFile, Keys, RestartBuckets, Scenario, State, TypedList};
pub use parse::{parse, to_ron};
pub use shipped::shipped;
