//! Ways out of a bucket count for Samza, Pekko, Pulsar and the stores.

use super::routes::Allowed::{Limited, Needless, No, Yes};
use super::routes::RouteKind::{Rebuild, Rewrite, Split};
use super::routes::{Route, replayed, route, titled};

const SAMZA_SOURCE: &str = "Samza: SEP-5, HashSystemStreamPartitionMapper";

pub(super) static SAMZA: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Start the job under a new name, or with its changelogs deleted, and read the input from its oldest message.",
        &["Outputs get the old results once more."],
        SAMZA_SOURCE,
    ),
    route(
        Rewrite,
        Limited,
        "Grow the input by a whole multiple: each new task takes over the changelog of the task that its number leaves as a remainder.",
        &[
            "Every new task also keeps the keys that went to its sisters, until they expire.",
            "Any other count fails a stateful job: its monitor looks every 300 s.",
        ],
        SAMZA_SOURCE,
    ),
    replayed(route(
        Split,
        Limited,
        "Give part of the keys an input and a job of their own.",
        &["The second job begins without state: its keys must be replayed."],
        "follows from jobs: each has an input and changelogs of its own",
    )),
];

const HAZELCAST_SOURCE: &str = "Hazelcast: the count is checked at every join";

pub(super) static HAZELCAST: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Stop the whole cluster, set hazelcast.partition.count on every member and load the data anew.",
        &["Everything in memory is lost unless a map store or an export holds it."],
        HAZELCAST_SOURCE,
    ),
    route(
        Rewrite,
        Limited,
        "Export the data, start a cluster with the other count beside the old one and read it in.",
        &["A running member cannot take another count, and one that has it does not join."],
        HAZELCAST_SOURCE,
    ),
    replayed(route(
        Split,
        Yes,
        "Keep part of the keys in a second cluster with a count of its own.",
        &["Every client must know which cluster has a key."],
        "follows from clusters: each has a count of its own",
    )),
];

const REDIS_SOURCE: &str = "Redis Cluster: the count of slots is a constant of the source";

pub(super) static REDIS_CLUSTER: [Route; 3] = [
    route(
        Rebuild,
        Needless,
        "There is no other count to build for: 16\u{a0}384 slots allow more masters than the nodes' heartbeats can carry, about 1000.",
        &["What is too narrow is a hot slot: its keys need other hash tags, and so other names."],
        REDIS_SOURCE,
    ),
    route(Rewrite, Needless, "Slots move live, key by key; none is ever rewritten.", &[], REDIS_SOURCE),
    replayed(route(
        Split,
        Yes,
        "Run a second cluster over part of the keys.",
        &["Every client must know which cluster has a key."],
        "follows from clusters: each has its own 16\u{a0}384 slots",
    )),
];

const PEKKO_SOURCE: &str = "Pekko: typed/cluster-sharding.md and additional/rolling-updates.md";

pub(super) static PEKKO: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Stop every node, set number-of-shards and start them: entities come back at their next message.",
        &[
            "A rolling update cannot do it: a node with another count does not join.",
            "Entities that are not persistent begin anew; remembered entities must be told again.",
        ],
        PEKKO_SOURCE,
    ),
    route(
        Rewrite,
        Needless,
        "Nothing is laid out by shard: a persistent entity is stored under its own id.",
        &[],
        PEKKO_SOURCE,
    ),
    replayed(route(
        Split,
        Limited,
        "Give part of the entities a type of their own, with its own number of shards.",
        &["Every sender must know which type an entity has."],
        PEKKO_SOURCE,
    )),
];

const ELASTICSEARCH_SOURCE: &str = "Elasticsearch reference 7.1 and 8.17, indices-split-index; shrink likewise";

pub(super) static ELASTICSEARCH: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Create an index with the other number of shards and index everything anew, from the source or by the reindex API.",
        &["The old index and the new one stand beside each other until an alias is switched."],
        ELASTICSEARCH_SOURCE,
    ),
    route(
        Rewrite,
        Limited,
        "The split API makes a new index with a whole factor more shards, which must divide the routing shards; the shrink API \
         one with a whole factor fewer.",
        &[
            "The old index takes no writes meanwhile.",
            "Other counts than these cannot be had so: 5 shards of 30 routing shards become 10, 15 or 30.",
        ],
        ELASTICSEARCH_SOURCE,
    ),
    titled(
        "Two indices",
        replayed(route(
            Split,
            Yes,
            "Write new documents to a second index with more shards, and search both through an alias.",
            &["An update of an old document must find the index that has it."],
            "follows from aliases: each index has a count of its own",
        )),
    ),
];

const PULSAR_SOURCE: &str = "Pulsar: the admin API takes more partitions only (HTTP 409 otherwise)";

pub(super) static PULSAR: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Create a topic with the other number of partitions, write to it, and consume the old one to its end first.",
        &["A key's order holds only where the old topic is drained before the new one is read."],
        PULSAR_SOURCE,
    ),
    route(
        Rewrite,
        Limited,
        "Grow the topic in place; old messages stay in the partition they were written to.",
        &["From then on keys go elsewhere, while consumers may still work off their older messages."],
        PULSAR_SOURCE,
    ),
    replayed(route(
        Split,
        Yes,
        "Send part of the keys to a second topic.",
        &["Every producer must know which topic a key has."],
        "follows from topics: each has a count of its own",
    )),
];

const COUCHBASE_SOURCE: &str = "Couchbase: vBuckets are fixed when a bucket is created";

pub(super) static COUCHBASE: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Create a Couchbase bucket with the other count and load the documents anew.",
        &["Only 128 or 1024 can be chosen, and only with Magma."],
        COUCHBASE_SOURCE,
    ),
    route(
        Rewrite,
        Limited,
        "Back the documents up and restore them into a new Couchbase bucket.",
        &["What is written meanwhile must be sent to both."],
        COUCHBASE_SOURCE,
    ),
    replayed(route(
        Split,
        Yes,
        "Keep part of the documents in a second Couchbase bucket.",
        &["Every client must know which one has a key."],
        "follows from Couchbase buckets: each has vBuckets of its own",
    )),
];

const IGNITE_SOURCE: &str = "GridGain, choosing the partition count: it is fixed for a cache";

pub(super) static IGNITE: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Destroy the cache, create it with the other count and load it anew.",
        &["It is empty until then."],
        IGNITE_SOURCE,
    ),
    route(
        Rewrite,
        No,
        "Nothing lays a cache out anew under another count.",
        &["A snapshot restores under the count that it was taken with."],
        IGNITE_SOURCE,
    ),
    replayed(route(
        Split,
        Yes,
        "Keep part of the keys in a second cache.",
        &["Every client must know which cache has a key."],
        "follows from caches: each has a count of its own",
    )),
];
