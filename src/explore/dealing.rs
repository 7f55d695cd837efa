//! Dealing rules by name, to deal the same buckets by.

use crate::deal::DealingRule;
use crate::engine::Engine;
use crate::unit::WorkerCount;
use serde::Serialize;

/// A dealing rule without what it depends on beside the buckets and the width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// Ranges whose sizes differ by at most one (Flink).
    Contiguous,
    /// Ranges, the larger ones first (`RisingWave`'s uniform mapping).
    FirstLarger,
    /// Bucket b goes to worker b mod p.
    Interleaved,
    /// Kafka Streams' fresh assignment: over instances, then their threads.
    KafkaStreams,
    /// The next bucket goes to the next free worker (Spark, `MapReduce`).
    NextFree,
    /// The heaviest bucket left goes to the least loaded worker; no engine deals so.
    LeastLoaded,
    /// `RisingWave`'s scheduler: over compute nodes, then round robin over a node's actors.
    #[serde(rename = "risingwave")]
    RisingWave,
    /// By the buckets' numbers as text, round robin (Samza).
    SortedAsText,
    /// Ranges with rounded ends (Redis Cluster at its creation).
    FloatRanges,
    /// Evenly, moving as few as can be (stands in for Hazelcast, Couchbase, Elasticsearch and Pekko).
    FewestMoves,
    /// Drawn by a hash (stands in for Ignite's rendezvous).
    Drawn,
    /// A ring with points of every worker (Pulsar's `Key_Shared`).
    HashRing,
    /// Halves of the largest range (Pulsar's `Key_Shared` with split ranges).
    Halving,
}

impl Dealing {
    /// Every rule.
    pub const ALL: [Self; 13] = [
        Self::Contiguous,
        Self::FirstLarger,
        Self::Interleaved,
        Self::KafkaStreams,
        Self::NextFree,
        Self::LeastLoaded,
        Self::RisingWave,
        Self::SortedAsText,
        Self::FloatRanges,
        Self::FewestMoves,
        Self::Drawn,
        Self::HashRing,
        Self::Halving,
    ];

    /// Its name on the command line and in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contiguous => "contiguous",
            Self::FirstLarger => "first-larger",
            Self::Interleaved => "interleaved",
            Self::KafkaStreams => "kafka-streams",
            Self::NextFree => "next-free",
            Self::LeastLoaded => "least-loaded",
            Self::RisingWave => "risingwave",
            Self::SortedAsText => "sorted-as-text",
            Self::FloatRanges => "float-ranges",
            Self::FewestMoves => "fewest-moves",
            Self::Drawn => "drawn",
            Self::HashRing => "hash-ring",
            Self::Halving => "halving",
        }
    }

    /// The rule at a width. Instances, nodes and weights are the engine's own where it deals by this rule itself; elsewhere
    /// every worker is an instance of one thread, and all are on one node.
    #[must_use]
    pub fn rule(self, engine: &Engine, width: WorkerCount) -> DealingRule {
        let own = engine.profile().dealing(width);
        if Self::of(&own) == self {
            return own;
        }
        match self {
            Self::Contiguous => DealingRule::Contiguous,
            Self::FirstLarger => DealingRule::ContiguousFirstLarger,
            Self::Interleaved => DealingRule::Modulo,
            Self::KafkaStreams => DealingRule::KafkaHighAvailability { threads: Vec::new() },
            Self::NextFree => DealingRule::ListScheduling,
            Self::LeastLoaded => DealingRule::LeastLoaded,
            Self::RisingWave => DealingRule::RisingWaveWeighted { weights: Vec::new(), job: 1 },
            Self::SortedAsText => DealingRule::SortedAsText,
            Self::FloatRanges => DealingRule::FloatRanges,
            Self::FewestMoves => DealingRule::FewestMoves,
            Self::Drawn => DealingRule::Drawn,
            Self::HashRing => DealingRule::HashRing { points: 100 },
            Self::Halving => DealingRule::Halving,
        }
    }

    const fn of(rule: &DealingRule) -> Self {
        match rule {
            DealingRule::Contiguous => Self::Contiguous,
            DealingRule::ContiguousFirstLarger => Self::FirstLarger,
            DealingRule::Modulo => Self::Interleaved,
            DealingRule::KafkaHighAvailability { .. } => Self::KafkaStreams,
            DealingRule::ListScheduling => Self::NextFree,
            DealingRule::LeastLoaded => Self::LeastLoaded,
            DealingRule::RisingWaveWeighted { .. } => Self::RisingWave,
            DealingRule::SortedAsText => Self::SortedAsText,
            DealingRule::FloatRanges => Self::FloatRanges,
            DealingRule::FewestMoves => Self::FewestMoves,
            DealingRule::Drawn => Self::Drawn,
            DealingRule::HashRing { .. } => Self::HashRing,
            DealingRule::Halving => Self::Halving,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_one_rule_and_an_engines_own_keeps_its_options() {
        let width = WorkerCount::clamped(10);
        let flink = Engine::named("flink").unwrap();
        for dealing in Dealing::ALL {
            assert_eq!(Dealing::of(&dealing.rule(&flink, width)), dealing);
            assert_eq!(serde_json::to_value(dealing).unwrap(), dealing.name());
        }
        let Some(Engine::KafkaStreams(options)) = Engine::named("kafka-streams") else { panic!("another engine") };
        let three = Engine::KafkaStreams(crate::engine::KafkaStreamsOptions { threads_per_instance: 3, ..options });
        let threads = vec![3, 3, 3, 1];
        assert_eq!(Dealing::KafkaStreams.rule(&three, width), DealingRule::KafkaHighAvailability { threads });
    }
}
