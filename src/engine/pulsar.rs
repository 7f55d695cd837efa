//! Apache Pulsar: partitions of a topic under a Failover subscription, or the slots of a `Key_Shared` one.

use super::{
    Accuracy, Cause, CostLine, Facts, Outcome, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words,
};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::keys::KeyType;
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Pulsar's options that change hashing, dealing or answers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PulsarOptions {
    /// How consumers share the topic.
    pub subscription: PulsarSubscription,
    /// What producers hash keys with to choose a partition; `Key_Shared` always takes Murmur3.
    pub hashing: PulsarHashing,
}

/// How consumers share a topic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PulsarSubscription {
    /// Failover: a partition has one consumer, surplus ones stand by. The buckets are the topic's partitions.
    #[default]
    Failover,
    /// `Key_Shared` over a consistent-hash ring of 100 points a consumer, the default since 2.10. The buckets are 65 536 slots.
    KeySharedRing,
    /// `Key_Shared` over ranges that a new consumer halves. The buckets are 65 536 slots.
    KeySharedSplit,
}

/// What a producer hashes keys with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PulsarHashing {
    /// `String.hashCode()`, the Java client's default.
    #[default]
    JavaString,
    /// `Murmur3_32Hash`, as other clients are set to.
    Murmur3,
}

const SLOTS: u32 = 65_536;
const POINTS: u32 = 100;

static FAILOVER: Facts = Facts {
    id: "pulsar",
    name: "Pulsar",
    versions: "the rule of its source, before PIP-379 (4.0)",
    words: Words {
        bucket: "topic partition",
        buckets: "topic partitions",
        bucket_count: "partitions of the topic",
        worker: "consumer",
        workers: "consumers",
        width: "consumers",
        first_start: "subscription",
        restart: "change of consumers",
        snapshot: "backlog in the brokers",
    },
    min_buckets: 1,
    max_buckets: None,
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "1, chosen when the topic is created; 65536 slots of a Key_Shared subscription",
    hashing: "String.hashCode or Murmur3 of the key, sign bit dropped, remainder by N; Key_Shared: Murmur3 by 65536",
    dealing: "Failover: partition index mod consumers. Key_Shared: a ring of 100 points a consumer, whose names stand in, or halves of \
              the largest range",
    past_ceiling: "Failover: surplus consumers stand by; Key_Shared on a ring: they get no slot; with split ranges they are refused",
    change_of_count: "grows only and live: keys move, and their order across the change is lost; fewer are refused",
    sources: &[
        Source {
            fact: "Key → partition and slot",
            source: "JavaStringHash, Murmur3_32Hash and StickyKeyConsumerSelector, read; held against two other Murmur3 libraries",
        },
        Source {
            fact: "Failover: partition index mod consumers, sorted by priority and name",
            source: "the dispatcher for a single active consumer, read",
        },
        Source {
            fact: "Key_Shared on a ring since 2.10; split ranges refuse a consumer when none can be halved",
            source: "PIP-119, ConsistentHashingStickyKeyConsumerSelector and HashRangeAutoSplitStickyKeyConsumerSelector",
        },
        Source { fact: "Partitions only grow: HTTP 409", source: "the admin API for partitioned topics, read" },
    ],
};

/// The same with a count that is a constant.
static KEY_SHARED: Facts = Facts {
    words: Words {
        bucket: "hash slot",
        buckets: "hash slots",
        bucket_count: "hash slots, a constant",
        ..FAILOVER.words
    },
    min_buckets: SLOTS,
    max_buckets: Some(SLOTS),
    change_of_count: "never: the count of slots is a constant",
    ..FAILOVER
};

impl PulsarOptions {
    fn default_count(&self) -> u64 {
        if self.subscription == PulsarSubscription::Failover { 1 } else { SLOTS.into() }
    }

    /// Surplus consumers of split ranges are refused, others start without a bucket.
    fn at_width(&self, buckets: BucketCount, width: WorkerCount) -> Start {
        if self.subscription == PulsarSubscription::KeySharedSplit && width.get() > buckets.get() {
            let message = format!("No more range can assigned to new consumer, assigned consumers {buckets}");
            return Start::refused(buckets, width, Cause::Width).saying(message);
        }
        Start::idle_past(buckets, width)
    }
}

impl Profile for PulsarOptions {
    fn facts(&self) -> &'static Facts {
        if self.subscription == PulsarSubscription::Failover { &FAILOVER } else { &KEY_SHARED }
    }

    fn hashing(&self) -> HashingRule {
        let hash = match (self.subscription, self.hashing) {
            (PulsarSubscription::Failover, PulsarHashing::JavaString) => HashFn::JavaHashCode,
            _ => HashFn::PulsarMurmur3,
        };
        HashingRule { hash, reduction: Reduction::MaskMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(self.default_count())
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        match self.subscription {
            PulsarSubscription::Failover => DealingRule::Modulo,
            PulsarSubscription::KeySharedRing => DealingRule::HashRing { points: POINTS },
            PulsarSubscription::KeySharedSplit => DealingRule::Halving,
        }
    }

    /// A topic grows and never shrinks.
    fn start(&self, request: &StartRequest) -> Start {
        let default = BucketCount::clamped(self.default_count());
        let buckets = request.recorded.or(request.configured).unwrap_or(default);
        match (request.recorded, request.configured) {
            (Some(existing), Some(wanted)) if wanted < existing => {
                let message = format!("number of partitions must be more than existing {existing}");
                Start::refused(buckets, request.width, Cause::CountChanged).saying(message)
            }
            (Some(existing), Some(wanted)) if wanted > existing => {
                let start = self.at_width(wanted, request.width);
                let note = format!(
                    "The topic grows from {existing} to {wanted} partitions while it is used: keys move, and their order across \
                     the change is lost."
                );
                if start.outcome == Outcome::Refused { start } else { start.noting([note]) }
            }
            _ => self.at_width(buckets, request.width),
        }
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let lines = match self.subscription {
            PulsarSubscription::Failover => {
                let topics = u64::from(input.buckets.get());
                vec![CostLine::of(
                    "topics with a ledger each on the brokers",
                    topics,
                    "topics",
                    Accuracy::Exact,
                    "one a partition",
                )]
            }
            PulsarSubscription::KeySharedRing => {
                let points = u64::from(POINTS) * u64::from(input.workers.get());
                vec![CostLine::of("points on the ring", points, "points", Accuracy::Exact, "100 a consumer")]
            }
            PulsarSubscription::KeySharedSplit => {
                let ranges = u64::from(input.owners);
                vec![CostLine::of("ranges in the broker's map", ranges, "ranges", Accuracy::Exact, "one a consumer")]
            }
        };
        SnapshotCost::not_modelled(input, "the backlog in the brokers' storage; no state of consumers is kept", lines)
    }

    /// A message's key is a string.
    fn key_types(&self) -> &'static [KeyType] {
        &[KeyType::String]
    }
}
