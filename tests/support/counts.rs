//! Counts in short.

use redeal::unit::{BucketCount, WorkerCount};

/// So many buckets.
pub fn n(count: u64) -> BucketCount {
    BucketCount::new(count).unwrap()
}

/// So many workers.
pub fn p(count: u64) -> WorkerCount {
    WorkerCount::new(count).unwrap()
}
