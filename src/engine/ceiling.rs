//! What a width above the bucket count gets, of an engine with its options.

use super::{Engine, FlinkOptions, FlinkScheduler, FlinkSqlOptions, PastCeiling, RisingWaveParallelism};

impl Engine {
    /// What happens past the ceiling as this engine is set: [`Facts::past_ceiling`](super::Facts::past_ceiling) tells of all its
    /// settings, this of the chosen one.
    #[must_use]
    pub fn past_ceiling(&self) -> &'static str {
        match self {
            Self::Custom(options) => match options.past_ceiling {
                PastCeiling::Refuse => "refuses to start",
                PastCeiling::Cap => "runs with as many workers as buckets",
                PastCeiling::Idle => "starts; the surplus owns nothing",
            },
            Self::Flink(options) | Self::FlinkSql(FlinkSqlOptions(options)) => flink(options),
            Self::RisingWave(options) => match options.parallelism {
                RisingWaveParallelism::Explicit => "refuses the parallelism",
                RisingWaveParallelism::Adaptive => "runs with as many actors as vnodes",
            },
            Self::Spark(_) | Self::KafkaStreams(_) | Self::MapReduce(_) => self.facts().past_ceiling,
        }
    }
}

const fn flink(options: &FlinkOptions) -> &'static str {
    match options.scheduler {
        FlinkScheduler::Default => "refuses to start",
        FlinkScheduler::Adaptive { .. } => "cuts the width to the free slots, then refuses to start",
        FlinkScheduler::Reactive { .. } => "runs with as many subtasks as key groups",
    }
}
