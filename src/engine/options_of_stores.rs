//! The options of Samza, Pekko, Pulsar and the stores.

use super::options::{EngineOption, Values::OneOf, option, whole};

pub(super) const SAMZA: &[EngineOption] =
    &[option("stores", whole(1, 1000), "1", "State stores of each task, each with a changelog partition.")];

pub(super) const HAZELCAST: &[EngineOption] = &[option("backups", whole(0, 6), "1", "Backups of each partition.")];

pub(super) const REDIS_CLUSTER: &[EngineOption] = &[option("replicas", whole(0, 100), "1", "Replicas of each master.")];

pub(super) const PEKKO: &[EngineOption] = &[option(
    "round_percent",
    whole(1, 100),
    "10",
    "Shards that one round of rebalancing moves at most, in percent of all.",
)];

pub(super) const ELASTICSEARCH: &[EngineOption] = &[
    option(
        "routing_shards",
        whole(0, 1 << 20),
        "0",
        "index.number_of_routing_shards, a multiple of the primary shards; 0 = Elasticsearch's own for their count.",
    ),
    option("replicas", whole(0, 100), "1", "index.number_of_replicas."),
];

pub(super) const PULSAR: &[EngineOption] = &[
    option(
        "subscription",
        OneOf(&["Failover", "KeySharedRing", "KeySharedSplit"]),
        "Failover",
        "How consumers share the topic: whole partitions, or 65536 slots of keys on a ring or in halved ranges.",
    ),
    option(
        "hashing",
        OneOf(&["JavaString", "Murmur3"]),
        "JavaString",
        "What producers hash keys with to choose a partition; Key_Shared always takes Murmur3.",
    ),
];

pub(super) const COUCHBASE: &[EngineOption] = &[option("replicas", whole(0, 3), "1", "Replicas of each vBucket.")];

pub(super) const IGNITE: &[EngineOption] = &[option("backups", whole(0, 100), "0", "Backups of each partition.")];
