//! Flink by its scheduler.

use redeal::engine::{Engine, FlinkOptions, FlinkScheduler};

pub fn flink(scheduler: FlinkScheduler) -> Engine {
    Engine::Flink(FlinkOptions { scheduler, ..FlinkOptions::default() })
}
