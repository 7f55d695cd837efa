//! How a long simulation is watched and stopped, without knowing who watches.

use super::SimulateError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Told of progress, asked whether to go on. Both come every few milliseconds from several threads.
pub trait Watch: Sync {
    /// `keys` more keys (or sampled events, or in a sweep steps of dealing) are done.
    fn advance(&self, keys: u64) {
        let _ = keys;
    }
    /// Whether to stop.
    fn is_cancelled(&self) -> bool {
        false
    }
    /// Nothing, as long as nobody wants to stop.
    ///
    /// # Errors
    /// [`SimulateError::Cancelled`] once somebody does.
    fn go_on(&self) -> Result<(), SimulateError> {
        if self.is_cancelled() { Err(SimulateError::Cancelled) } else { Ok(()) }
    }
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// Counts progress and holds a flag that stops the run.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Keys or events done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Asks the run to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Watch for Progress {
    fn advance(&self, keys: u64) {
        self.done.fetch_add(keys, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
