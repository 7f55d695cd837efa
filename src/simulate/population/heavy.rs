//! A heavy key with its bucket.

use serde::Serialize;

/// A key that carries much of the load.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeavyKey {
    /// As text.
    pub key: String,
    /// Its load.
    pub load: u64,
    /// Its bucket.
    pub bucket: u32,
}
