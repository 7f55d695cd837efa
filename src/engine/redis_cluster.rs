//! Redis Cluster: 16 384 hash slots, compiled in; ranges at creation, single slots moved live afterwards.

use super::{Cause, Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest, Words, store};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Redis Cluster's options that change cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RedisClusterOptions {
    /// Replicas of each master, 0 to 100.
    pub replicas: u32,
}

impl Default for RedisClusterOptions {
    fn default() -> Self {
        Self { replicas: 1 }
    }
}

const SLOTS: u32 = 16_384;
/// Fewer masters than these make no cluster.
const LEAST_MASTERS: u32 = 3;

static FACTS: Facts = Facts {
    id: "redis-cluster",
    name: "Redis Cluster",
    versions: "7.0.15",
    words: Words {
        bucket: "hash slot",
        buckets: "hash slots",
        bucket_count: "hash slots, a constant",
        worker: "master",
        workers: "masters",
        width: "masters",
        first_start: "creation",
        restart: "resharding",
        snapshot: "RDB or AOF files",
    },
    min_buckets: SLOTS,
    max_buckets: Some(SLOTS),
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "16\u{a0}384, a constant",
    hashing: "CRC-16 (XMODEM) of the key, or of the part between its first { and the next } where that is not empty, low 14 bits",
    dealing: "ranges with rounded ends, as redis-cli creates a cluster; afterwards any slot may move, so resharding can move fewer \
              than a new creation would",
    past_ceiling: "a master without slots serves no keys; gossip stops growth at about 1000 masters long before",
    change_of_count: "never: the count is compiled in; slots move live instead",
    sources: &[
        Source {
            fact: "Key → slot, with hash tags", source: "redis-server 7.0.15, CLUSTER KEYSLOT, run on 255 keys"
        },
        Source {
            fact: "Slots → masters at creation",
            source: "redis-cli --cluster create 7.0.15, run for 3, 4, 6 and 7 masters; fewer than 3 it refuses",
        },
        Source {
            fact: "2 KiB of slot bits in every heartbeat; about 1000 masters at most",
            source: "github.com/redis/redis issue 2576",
        },
    ],
};

impl Profile for RedisClusterOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::RedisCrc16, reduction: Reduction::UnsignedMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        Some(SLOTS.into())
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::FloatRanges
    }

    /// The slots are compiled in, so that their count is never changed. A cluster that is there may shrink below three masters.
    fn start(&self, request: &StartRequest) -> Start {
        let slots = BucketCount::clamped(SLOTS.into());
        if request.recorded.is_none() && request.width.get() < LEAST_MASTERS {
            let note = format!("redis-cli creates no cluster of fewer than {LEAST_MASTERS} masters.");
            return Start::refused(slots, request.width, Cause::TooNarrow).noting([note]);
        }
        Start::idle_past(slots, request.width)
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let masters = self.replicas.saturating_add(1).saturating_mul(input.workers.get());
        let mut cost = store::copies(
            input,
            self.replicas,
            "RDB or AOF files of each node; slots are no part of them, and nothing of them is modelled",
            ("slots held, replicas counted", "slots", "each master's slots and those of its replicas"),
        );
        cost.detail.push(super::CostLine::of(
            "nodes",
            masters.into(),
            "nodes",
            super::Accuracy::Exact,
            "masters and their replicas",
        ));
        let bits = u64::from(SLOTS / 8);
        let source = "one bit a slot, whatever the number of masters: issue 2576";
        cost.detail.push(super::CostLine::of(
            "slot bits in every heartbeat",
            bits,
            "bytes",
            super::Accuracy::Exact,
            source,
        ));
        cost
    }

    fn check(&self) -> Result<(), String> {
        store::check("replicas", self.replicas, 100)
    }
}
