//! Readers of what a running job leaves behind: snapshots and listings. What they find becomes an [`Observation`].

mod any;
pub mod flink;
pub mod kafka;
mod observation;
mod part;
pub mod spark;
pub mod tree;

pub use any::{Snapshot, is_one, open, open_listing};
pub use observation::{Fact, Observation};
pub use part::{BadSnapshot, Part, PartName};
