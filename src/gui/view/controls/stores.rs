//! The options of Samza, Pekko, Pulsar and the stores.

use super::engine::whole;
use crate::engine::{
    CouchbaseOptions, ElasticsearchOptions, Engine, HazelcastOptions, IgniteOptions, PekkoOptions, PulsarHashing,
    PulsarOptions, PulsarSubscription, RedisClusterOptions, SamzaOptions,
};
use crate::gui::state::AppView;
use crate::gui::view::parts::{choice_row, remark};
use crate::unit::BucketCount;
use egui::Ui;

/// The most copies that a store may be said to keep, and routing shards that an index may have.
const COPIES: u32 = 100;
const ROUTING: u32 = 1 << 20;

/// Shows the options of the scenario's engine; returns it with others.
pub fn options(ui: &mut Ui, view: &AppView<'_>) -> Option<Engine> {
    let saved = &view.saved.engine;
    let mut count = |texts, value, (low, high), given, make: fn(u32) -> Engine| {
        whole(ui, view, texts, (value, low, high, given), make).map(make)
    };
    match &view.scenario.engine {
        Engine::Samza(now) => {
            let given = if let Engine::Samza(saved) = saved { saved.stores } else { 1 };
            let texts = ("Stores a task", "State stores of each task, each with a changelog partition.");
            count(texts, now.stores, (1, 1000), given, |stores| Engine::Samza(SamzaOptions { stores }))
        }
        Engine::Hazelcast(now) => {
            let given = if let Engine::Hazelcast(saved) = saved { saved.backups } else { 1 };
            let texts = ("Backups", "Backups of each partition.");
            count(texts, now.backups, (0, 6), given, |backups| Engine::Hazelcast(HazelcastOptions { backups }))
        }
        Engine::RedisCluster(now) => {
            let given = if let Engine::RedisCluster(saved) = saved { saved.replicas } else { 1 };
            let texts = ("Replicas", "Replicas of each master.");
            count(texts, now.replicas, (0, COPIES), given, |replicas| {
                Engine::RedisCluster(RedisClusterOptions { replicas })
            })
        }
        Engine::Pekko(now) => {
            let given = if let Engine::Pekko(saved) = saved { saved.round_percent } else { 10 };
            let texts = ("Round, in percent", "Shards that one round of rebalancing moves at most, in percent of all.");
            count(texts, now.round_percent, (1, 100), given, |round_percent| {
                Engine::Pekko(PekkoOptions { round_percent })
            })
        }
        Engine::Couchbase(now) => {
            let given = if let Engine::Couchbase(saved) = saved { saved.replicas } else { 1 };
            let texts = ("Replicas", "Replicas of each vBucket.");
            count(texts, now.replicas, (0, 3), given, |replicas| Engine::Couchbase(CouchbaseOptions { replicas }))
        }
        Engine::Ignite(now) => {
            let given = if let Engine::Ignite(saved) = saved { saved.backups } else { 0 };
            let texts = ("Backups", "Backups of each partition.");
            count(texts, now.backups, (0, COPIES), given, |backups| Engine::Ignite(IgniteOptions { backups }))
        }
        Engine::Elasticsearch(now) => elasticsearch(ui, view, now).map(Engine::Elasticsearch),
        Engine::Pulsar(now) => pulsar(ui, view, now).map(Engine::Pulsar),
        _ => None,
    }
}

fn elasticsearch(ui: &mut Ui, view: &AppView<'_>, now: &ElasticsearchOptions) -> Option<ElasticsearchOptions> {
    let given = match &view.saved.engine {
        Engine::Elasticsearch(saved) => saved.clone(),
        _ => ElasticsearchOptions::default(),
    };
    let mut next = now.clone();
    let make = |routing_shards| Engine::Elasticsearch(ElasticsearchOptions { routing_shards, ..now.clone() });
    let text =
        "index.number_of_routing_shards, a multiple of the primary shards; 0 = Elasticsearch's own for their count.";
    let bounds = (now.routing_shards, 0, ROUTING, given.routing_shards);
    if let Some(routing_shards) = whole(ui, view, ("Routing shards", text), bounds, make) {
        next.routing_shards = routing_shards;
    }
    if let Some(count) =
        view.state.report.as_ref().and_then(|report| report.steps.first()).map(|step| step.bucket_count)
    {
        let splits = now.splits(BucketCount::clamped(count.into()));
        let splits: Vec<String> = splits.iter().map(u32::to_string).collect();
        let to = if splits.is_empty() { "no larger count".to_owned() } else { splits.join(", ") };
        remark(ui, view.theme, format!("{count} split into {to}"));
    }
    let make = |replicas| Engine::Elasticsearch(ElasticsearchOptions { replicas, ..now.clone() });
    let texts = ("Replicas", "index.number_of_replicas: a node holds at most one copy of a shard.");
    if let Some(replicas) = whole(ui, view, texts, (now.replicas, 0, COPIES, given.replicas), make) {
        next.replicas = replicas;
    }
    (next != *now).then_some(next)
}

fn pulsar(ui: &mut Ui, view: &AppView<'_>, now: &PulsarOptions) -> Option<PulsarOptions> {
    let given = match &view.saved.engine {
        Engine::Pulsar(saved) => saved.clone(),
        _ => PulsarOptions::default(),
    };
    let mut next = now.clone();
    let modes = [
        (PulsarSubscription::Failover, "Failover"),
        (PulsarSubscription::KeySharedRing, "Key_Shared, ring"),
        (PulsarSubscription::KeySharedSplit, "Key_Shared, split ranges"),
    ];
    let text = "How consumers share the topic. Failover: whole partitions. Key_Shared: 65536 slots of keys, on a ring of 100 points a \
                consumer or in ranges that a new consumer halves.";
    if let Some(mode) = choice_row(ui, "Subscription", text, &now.subscription, &modes, &given.subscription) {
        next.subscription = mode;
    }
    if now.subscription == PulsarSubscription::Failover {
        let hashes = [(PulsarHashing::JavaString, "String.hashCode"), (PulsarHashing::Murmur3, "Murmur3")];
        let text = "What producers hash keys with to choose a partition. String.hashCode is the Java client's default.";
        if let Some(hashing) = choice_row(ui, "Hashing", text, &now.hashing, &hashes, &given.hashing) {
            next.hashing = hashing;
        }
    }
    (next != *now).then_some(next)
}
