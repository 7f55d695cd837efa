//! What a width above the bucket count gets, of an engine with its options.

use super::{
    Engine, FlinkOptions, FlinkScheduler, FlinkSqlOptions, PastCeiling, PulsarSubscription, RisingWaveParallelism,
};

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
            Self::Pulsar(options) => match options.subscription {
                PulsarSubscription::Failover => "starts; consumers past the partitions stand by",
                PulsarSubscription::KeySharedRing => "starts; the surplus gets no slot",
                PulsarSubscription::KeySharedSplit => "refuses the next consumer",
            },
            Self::Spark(_)
            | Self::KafkaStreams(_)
            | Self::MapReduce(_)
            | Self::Samza(_)
            | Self::Hazelcast(_)
            | Self::RedisCluster(_)
            | Self::Pekko(_)
            | Self::Elasticsearch(_)
            | Self::Couchbase(_)
            | Self::Ignite(_) => self.facts().past_ceiling,
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
