//! A list of keys that is too long to be held: its rows are read once a pass.

use super::bucketing::{BucketSums, Bucketing};
use super::list::ListFacts;
use super::survey::Survey;
use super::value::Value;
use std::fmt;
use std::sync::Arc;

/// One row of a list.
#[derive(Debug, Clone, Copy)]
pub struct KeyRow<'a> {
    /// The key; [`Value::Null`] where it has none.
    pub key: &'a Value,
    /// What the row adds to its load, in records.
    pub load: u64,
    /// What it adds to its state, in bytes; 0 where the list does not tell.
    pub state_bytes: u64,
}

/// Told of progress, asked whether to go on, from several threads.
pub trait RowWatch: Sync {
    /// So many more are done: rows, or bytes of a file that is looked through.
    fn advance(&self, done: u64);
    /// Whether to stop.
    fn is_cancelled(&self) -> bool;
}

/// A pass that did not come to its end.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RowsError {
    /// Stopped from outside.
    #[error("cancelled")]
    Cancelled,
    /// The list can no longer be read as it was; the message says why.
    #[error("{0}")]
    Unreadable(String),
    /// The engine refuses this key.
    #[error("a key is refused")]
    Refused(Value),
}

/// A list of keys that can be gone through as often as needed.
pub trait KeyRows: fmt::Debug + Send + Sync {
    /// Tells it from other lists: the same for the same rows read in the same way.
    fn identity(&self) -> u64;
    /// What was found in it.
    fn facts(&self) -> &Arc<ListFacts>;
    /// What was found out of its keys.
    fn survey(&self) -> &Survey;
    /// Sums of each bucket, on the threads of the pool it is called in: of a pass through all rows, or remembered. The watch is told of
    /// rows.
    ///
    /// # Errors
    /// [`RowsError`]: stopped, no longer what it was, or a key that the engine refuses.
    fn sums(&self, bucketing: &dyn Bucketing, watch: &dyn RowWatch) -> Result<Arc<BucketSums>, RowsError>;
}

/// A list that is read anew for each bucket count but the first. Two are equal where they are the same list read in the same way.
#[derive(Debug, Clone)]
pub struct Streamed(pub Arc<dyn KeyRows>);

impl PartialEq for Streamed {
    fn eq(&self, other: &Self) -> bool {
        self.0.identity() == other.0.identity()
    }
}
