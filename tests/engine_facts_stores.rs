//! Defaults, bounds, refusals and costs of Samza, Pekko, Pulsar and the stores, against what they print or their documents say.

#[path = "support/starts.rs"]
mod starts;

use redeal::engine::{
    Allowed, Cause, ElasticsearchOptions, Engine, Outcome, PulsarHashing, PulsarOptions, PulsarSubscription, RouteKind,
    SnapshotInput, routes,
};
use starts::{buckets, start, workers};

fn engine(id: &str) -> Engine {
    Engine::named(id).unwrap()
}

fn pulsar(subscription: PulsarSubscription) -> Engine {
    Engine::Pulsar(PulsarOptions { subscription, hashing: PulsarHashing::JavaString })
}

/// A figure of a snapshot of one key a bucket.
fn figure(engine: &Engine, count: u64, width: u64, label: &str) -> u64 {
    let cost = engine.profile().snapshot(&SnapshotInput {
        buckets: buckets(count),
        workers: workers(width),
        owners: u32::try_from(width.min(count)).unwrap(),
        occupied: u32::try_from(count).unwrap(),
        keys: count,
        key_bytes: 8 * count,
        value_bytes: 0,
    });
    assert!(!cost.is_counted && cost.data_bytes == 8 * count, "nothing of {} is modelled", engine.facts().id);
    let line = cost.detail.iter().find(|line| line.label == label).unwrap_or_else(|| panic!("no line {label}"));
    format!("{:.0}", line.value).parse().unwrap()
}

#[test]
fn defaults_are_those_of_the_engines() {
    for (id, default) in [
        ("samza", 7),
        ("hazelcast", 271),
        ("redis-cluster", 16_384),
        ("pekko", 1000),
        ("elasticsearch", 1),
        ("pulsar", 1),
        ("couchbase", 1024),
        ("ignite", 1024),
    ] {
        assert_eq!(engine(id).profile().default_buckets(workers(3), 7), Some(default), "{id}");
    }
    let shared = pulsar(PulsarSubscription::KeySharedRing);
    assert_eq!(shared.profile().default_buckets(workers(3), 7), Some(65_536));
}

#[test]
fn bounds_are_those_of_the_engines() {
    for (id, least, most) in [
        ("samza", 1, None),
        ("hazelcast", 1, None),
        ("redis-cluster", 16_384, Some(16_384)),
        ("pekko", 1, None),
        ("elasticsearch", 1, Some(1024)),
        ("pulsar", 1, None),
        ("couchbase", 64, Some(1024)),
        ("ignite", 1, Some(65_000)),
    ] {
        let facts = engine(id).facts();
        assert_eq!((facts.min_buckets, facts.max_buckets), (least, most), "{id}");
        assert_eq!(facts.refuses_count(least.into()), None);
        assert!(facts.refuses_count(u64::from(least) - 1).is_some());
        assert_eq!(most.map(|most| facts.refuses_count(u64::from(most) + 1).is_some()), most.map(|_| true));
    }
    let told = |id: &str, count| engine(id).facts().refuses_count(count).unwrap();
    assert_eq!(told("redis-cluster", 8), "8 hash slots: Redis Cluster has 16384, always, and takes no other count");
    assert_eq!(told("elasticsearch", 1025), "1025 primary shards: at most 1024 are allowed");
    assert_eq!(told("couchbase", 8), "8 vBuckets: at least 64 are needed");
    let shared = pulsar(PulsarSubscription::KeySharedSplit).facts();
    assert_eq!(shared.takes(), "only 65536");
}

/// The text that `GroupByContainerCount` printed for 6 containers and 4 tasks, and that of a partition count that is no multiple.
#[test]
fn samza_refuses_in_its_own_words_and_grows_by_multiples() {
    let engine = engine("samza");
    let refused = start(&engine, None, Some(4), 6);
    let text = "Your container count (6) is larger than your task count (4). Can't have containers with nothing to do, so aborting.";
    assert_eq!(
        (refused.outcome, refused.cause, refused.message.as_deref()),
        (Outcome::Refused, Some(Cause::Width), Some(text))
    );
    let other = start(&engine, Some(8), Some(12), 4);
    let text = "New partition count: 12 should be a multiple of previous partition count: 8.";
    assert_eq!(
        (other.outcome, other.cause, other.message.as_deref()),
        (Outcome::Refused, Some(Cause::CountChanged), Some(text))
    );
    let fewer = start(&engine, Some(8), Some(4), 4);
    assert_eq!((fewer.outcome, fewer.cause), (Outcome::Refused, Some(Cause::CountChanged)));
    let grown = start(&engine, Some(8), Some(16), 12);
    assert_eq!((grown.outcome, grown.buckets, grown.message, grown.notes.len()), (Outcome::Runs, buckets(16), None, 1));
    assert_eq!(start(&engine, None, None, 6).buckets, buckets(64), "one task for each input partition");
    assert_eq!(figure(&engine, 64, 4, "changelog partitions"), 64);
}

#[test]
fn stores_keep_their_count_and_let_the_surplus_idle() {
    for (id, count, other) in [
        ("hazelcast", 271, 272),
        ("pekko", 1000, 500),
        ("elasticsearch", 5, 7),
        ("couchbase", 1024, 128),
        ("ignite", 1024, 512),
    ] {
        let engine = engine(id);
        let idle = start(&engine, Some(count), None, count + 100);
        assert_eq!((idle.outcome, idle.buckets, idle.message), (Outcome::Idle, buckets(count), None), "{id}");
        let changed = start(&engine, Some(count), Some(other), 3);
        assert_eq!((changed.outcome, changed.cause), (Outcome::Refused, Some(Cause::CountChanged)), "{id}");
        assert!(changed.message.is_some() || changed.notes.len() == 1, "{id}: {changed:?}");
        assert!(!engine.profile().takes_another_count() && engine.profile().keeps_state(), "{id}");
        let deal = engine.profile().dealing(workers(3)).deal(buckets(count), workers(3), &[]);
        assert_eq!(deal.bucket_counts().iter().map(|&owned| u64::from(owned)).sum::<u64>(), count, "{id}");
    }
    let message = start(&engine("hazelcast"), Some(271), Some(1009), 3).message;
    assert_eq!(message.as_deref(), Some("Incompatible partition count! expected: 271, found: 1009"));
}

#[test]
fn redis_has_its_slots_and_needs_three_masters() {
    let engine = engine("redis-cluster");
    for few in [1, 2] {
        let small = start(&engine, None, None, few);
        assert_eq!(
            (small.outcome, small.cause, small.buckets),
            (Outcome::Refused, Some(Cause::TooNarrow), buckets(16_384))
        );
        assert_eq!(small.notes, ["redis-cli creates no cluster of fewer than 3 masters."]);
        // One that is there may lose masters: its slots move.
        assert_eq!(start(&engine, Some(16_384), None, few).outcome, Outcome::Runs);
    }
    assert!(engine.facts().count_is_constant() && !engine.profile().takes_another_count());
    assert!(start(&engine, Some(16_384), Some(16_384), 3).notes.is_empty());
    assert_eq!(start(&engine, None, None, 20_000).outcome, Outcome::Idle);
    assert_eq!(figure(&engine, 16_384, 3, "slot bits in every heartbeat"), 2048);
    assert_eq!(figure(&engine, 16_384, 3, "nodes"), 6);
}

/// 5 shards of 30 routing shards (reference 7.1): what another count gets, and when a node holds nothing.
#[test]
fn elasticsearch_splits_shrinks_or_indexes_anew() {
    let engine = Engine::Elasticsearch(ElasticsearchOptions { routing_shards: 30, replicas: 1 });
    let told = |wanted| start(&engine, Some(5), Some(wanted), 3).notes[0].clone();
    let splits = " Splits lead to 10, 15, 30.";
    let keeps = "An index keeps its 5 primary shards: ";
    assert_eq!(told(15), format!("{keeps}a split into a new index makes 15 of it.{splits}"));
    assert_eq!(told(1), format!("{keeps}a shrink into a new index makes 1 of it.{splits}"));
    assert_eq!(told(7), format!("{keeps}7 cannot be had without indexing anew.{splits}"));
    let wide = start(&engine, None, Some(5), 12);
    assert_eq!(wide.outcome, Outcome::Idle);
    assert_eq!(wide.notes, ["Primaries and replicas are 10 shards, so 2 nodes hold nothing of the index."]);
    let none = start(&engine, None, Some(7), 3);
    assert_eq!((none.outcome, none.cause), (Outcome::Refused, Some(Cause::CountUnfit)));
    assert_eq!(none.notes, ["7 primary shards do not divide 30 routing shards: no such index is created."]);
    // An index has 1024 primary shards at most, however many routing shards it has.
    let fine = ElasticsearchOptions { routing_shards: 1 << 20, replicas: 1 };
    assert_eq!(fine.splits(buckets(256)), [512, 1024]);
    let rewrite = &routes(&engine)[1];
    assert_eq!((rewrite.kind, rewrite.allowed), (RouteKind::Rewrite, Allowed::Limited));
}

/// The texts of Pulsar: fewer partitions get HTTP 409, and split ranges run out.
#[test]
fn pulsar_grows_only_and_refuses_where_no_range_is_left() {
    let failover = pulsar(PulsarSubscription::Failover);
    let fewer = start(&failover, Some(12), Some(8), 4);
    assert_eq!(fewer.message.as_deref(), Some("number of partitions must be more than existing 12"));
    assert_eq!((fewer.outcome, fewer.cause), (Outcome::Refused, Some(Cause::CountChanged)));
    let more = start(&failover, Some(12), Some(16), 4);
    assert_eq!((more.outcome, more.buckets, more.notes.len()), (Outcome::Runs, buckets(16), 1));
    assert_eq!(start(&failover, None, Some(4), 6).outcome, Outcome::Idle);
    let split = start(&pulsar(PulsarSubscription::KeySharedSplit), None, None, 65_537);
    let text = "No more range can assigned to new consumer, assigned consumers 65536";
    assert_eq!((split.outcome, split.message.as_deref()), (Outcome::Refused, Some(text)));
    assert_eq!(start(&pulsar(PulsarSubscription::KeySharedRing), None, None, 65_537).outcome, Outcome::Idle);
    assert_eq!(figure(&pulsar(PulsarSubscription::KeySharedRing), 65_536, 3, "points on the ring"), 300);
}

#[test]
fn couchbase_makes_three_counts() {
    let engine = engine("couchbase");
    for count in [64, 128, 1024] {
        assert!(start(&engine, None, Some(count), 3).notes.is_empty());
    }
    for (count, fitting) in [(100, 64), (65, 64), (1000, 128)] {
        let other = start(&engine, None, Some(count), 3);
        assert_eq!((other.outcome, other.cause), (Outcome::Refused, Some(Cause::CountUnfit)));
        assert_eq!(other.notes, [format!("Couchbase makes 64, 128 or 1024 vBuckets; {count} is none of them.")]);
        assert_eq!(engine.profile().fitting(buckets(count)), buckets(fitting));
    }
}

/// No node holds two copies of a bucket, so one node holds one and two hold two, whatever was asked for; masters of Redis have
/// nodes of their own for their replicas.
#[test]
fn there_are_no_more_copies_than_nodes() {
    let line = |id: &str, label, count, width| figure(&engine(id), count, width, label);
    for (width, copies) in [(1, 1), (2, 2), (3, 2)] {
        assert_eq!(line("elasticsearch", "shards of the index, replicas counted", 5, width), 5 * copies);
        assert_eq!(line("couchbase", "vBuckets, replicas counted", 1024, width), 1024 * copies);
        assert_eq!(line("hazelcast", "partition replicas in the cluster", 271, width), 271 * copies);
    }
    assert_eq!(line("redis-cluster", "slots held, replicas counted", 16_384, 1), 2 * 16_384);
}

#[test]
fn every_one_of_them_says_what_stands_in_for_its_deal() {
    for id in ["hazelcast", "pekko", "elasticsearch", "couchbase", "ignite", "pulsar"] {
        let dealing = engine(id).facts().dealing;
        assert!(dealing.contains("stands in") || dealing.contains("stand in"), "{id}: {dealing}");
    }
}
