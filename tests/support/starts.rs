//! Starts put to an engine.

use redeal::engine::{Engine, Start, StartRequest};
use redeal::unit::{BucketCount, WorkerCount};

pub fn buckets(count: u64) -> BucketCount {
    BucketCount::new(count).unwrap()
}

pub fn workers(count: u64) -> WorkerCount {
    WorkerCount::new(count).unwrap()
}

pub fn start(engine: &Engine, recorded: Option<u64>, configured: Option<u64>, width: u64) -> Start {
    engine.profile().start(&StartRequest {
        recorded: recorded.map(buckets),
        configured: configured.map(buckets),
        width: workers(width),
        input_pieces: 64,
    })
}
