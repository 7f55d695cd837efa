//! Ways out of a bucket count that was set too low: what each engine allows, and the traps met on the way.

use super::{Engine, SparkStore, SparkVersion, routes_of_stores as stores};
use serde::Serialize;

/// One of the three ways to another bucket count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RouteKind {
    /// Throw the state away and build it again from the source.
    Rebuild,
    /// Read a snapshot as data and write it under another count, while the job stands still.
    Rewrite,
    /// Give part of the keys to a second job.
    Split,
}

impl RouteKind {
    /// Its name on screen, and what it does with the state.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Rebuild => "Rebuild from the source",
            Self::Rewrite => "Rewrite the snapshot",
            Self::Split => "Split the job",
        }
    }

    /// Its name in JSON and CSV.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Rebuild => "rebuild",
            Self::Rewrite => "rewrite",
            Self::Split => "split",
        }
    }
}

/// Whether an engine has a road for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Allowed {
    /// Yes.
    Yes,
    /// In some settings only.
    Limited,
    /// The engine offers nothing for it.
    No,
    /// Nothing has to be done: no state outlives a run.
    Needless,
}

impl Allowed {
    /// The answer on screen.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Yes => "Yes",
            Self::Limited => "In some settings",
            Self::No => "No",
            Self::Needless => "Needless",
        }
    }

    /// The answer in JSON and CSV.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Limited => "limited",
            Self::No => "no",
            Self::Needless => "needless",
        }
    }
}

/// A way out as an engine knows it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Route {
    /// Which one.
    pub kind: RouteKind,
    /// Its name on screen: what the engine calls it, where its own word is another.
    #[serde(skip)]
    pub title: &'static str,
    /// Whether there is a road.
    pub allowed: Allowed,
    /// How it is done, in a sentence.
    pub how: &'static str,
    /// Limits and traps, one a sentence.
    pub limits: &'static [&'static str],
    /// Where this was read or seen.
    pub source: &'static str,
    /// Whether the job that is new in it begins with the old state; otherwise its keys are replayed from the source.
    pub restores: bool,
}

/// The three ways out for an engine with its options, in the order rebuild, rewrite, split.
#[must_use]
pub const fn routes(engine: &Engine) -> &'static [Route; 3] {
    match engine {
        Engine::Flink(_) => &FLINK,
        Engine::FlinkSql(_) => &FLINK_SQL,
        Engine::Spark(options) => match (options.version, options.store) {
            (SparkVersion::V4_2, SparkStore::RocksDb | SparkStore::RocksDbChangelog) => &SPARK_ROCKSDB,
            (SparkVersion::V4_2, SparkStore::HdfsBacked) => &SPARK_HDFS,
            (SparkVersion::V4_0, _) => &SPARK_4_0,
        },
        Engine::KafkaStreams(_) => &KAFKA_STREAMS,
        Engine::RisingWave(_) => &RISINGWAVE,
        Engine::MapReduce(_) => &MAPREDUCE,
        Engine::Samza(_) => &stores::SAMZA,
        Engine::Hazelcast(_) => &stores::HAZELCAST,
        Engine::RedisCluster(_) => &stores::REDIS_CLUSTER,
        Engine::Pekko(_) => &stores::PEKKO,
        Engine::Elasticsearch(_) => &stores::ELASTICSEARCH,
        Engine::Pulsar(_) => &stores::PULSAR,
        Engine::Couchbase(_) => &stores::COUCHBASE,
        Engine::Ignite(_) => &stores::IGNITE,
        Engine::Custom(_) => &CUSTOM,
    }
}

pub(super) const fn route(
    kind: RouteKind,
    allowed: Allowed,
    how: &'static str,
    limits: &'static [&'static str],
    source: &'static str,
) -> Route {
    // What is said of a second job that must replay is in `replayed`.
    Route { kind, title: kind.title(), allowed, how, limits, source, restores: true }
}

/// A way under the engine's own name for it.
pub(super) const fn titled(title: &'static str, route: Route) -> Route {
    Route { title, ..route }
}

/// A way in which the new job begins without the old state.
pub(super) const fn replayed(route: Route) -> Route {
    Route { restores: false, ..route }
}

use Allowed::{Limited, Needless, No, Yes};
use RouteKind::{Rebuild, Rewrite, Split};

const FLINK_REBUILD: Route = route(
    Rebuild,
    Yes,
    "Start the job anew without a savepoint, with the new maximum parallelism set, and read the source from its oldest record.",
    &["Sinks that are not idempotent get the old results once more."],
    "Flink 1.20 and 2.3: a start without state takes any maximum parallelism from 1 to 32 768",
);

const FLINK_SPLIT: Route = route(
    Split,
    Yes,
    "Restore the same savepoint into two jobs and let each drop the keys of the other before its keyed operators.",
    &["State of the dropped keys stays in both jobs until it expires or is cleared."],
    "follows from restoring: a savepoint may be restored any number of times",
);

static FLINK_SQL: [Route; 3] = [
    FLINK_REBUILD,
    route(
        Rewrite,
        No,
        "The State Processor API needs the descriptor of every state, and those that the planner makes have none that a program \
         could name.",
        &[],
        "flink-state-processing-api 1.20 and 2.3, read in the source",
    ),
    FLINK_SPLIT,
];

static FLINK: [Route; 3] = [
    FLINK_REBUILD,
    route(
        Rewrite,
        Limited,
        "Read every keyed state of a savepoint with the State Processor API and write a new savepoint with the new maximum parallelism.",
        &[
            "Every operator and every state descriptor must be known to the program that rewrites.",
            "SavepointWriter.fromExistingSavepoint does not help: it copies the old operators' state under their old maximum \
             parallelism.",
        ],
        "flink-state-processing-api: SavepointReader.readKeyedState, SavepointWriter.newSavepoint; read in the source, not run",
    ),
    FLINK_SPLIT,
];

const SPARK_REBUILD: Route = replayed(route(
    Rebuild,
    Yes,
    "Start the query with a new checkpoint directory and another spark.sql.shuffle.partitions, from the oldest offsets.",
    &["The sink gets the old batches once more: batch numbers begin at 0 again."],
    "Spark's own guide: discard the checkpoint and start a new query",
));

const SPARK_SPLIT: Route = replayed(route(
    Split,
    Yes,
    "Start a second query with a checkpoint of its own and filter the keys in both.",
    &[
        "The second query begins without state: its keys must be replayed, or it starts where their past does not matter.",
    ],
    "follows from checkpoints: one directory, one query",
));

const EDITED_LOG: &str = "Editing the count in the offset log by hand to fewer loses state without an error: partitions past the \
     new count are never opened again.";

static SPARK_ROCKSDB: [Route; 3] = [
    SPARK_REBUILD,
    route(
        Rewrite,
        Limited,
        "With the query stopped, let Spark 4.2 repartition the checkpoint offline; it reads every store, shuffles the rows and writes a \
         full snapshot for each new partition.",
        &[
            EDITED_LOG,
            "Not over Spark Connect; the checkpoint must come from 4.0 or later with at least one batch committed.",
        ],
        "Spark 4.2.1: OfflineStateRepartitionRunner, run on 394 and 484 rows",
    ),
    SPARK_SPLIT,
];

static SPARK_HDFS: [Route; 3] = [
    SPARK_REBUILD,
    route(
        Rewrite,
        No,
        "Spark 4.2's offline repartition takes the RocksDB state store provider alone.",
        &[
            "Tried on the HDFS-backed provider it fails after the next offsets file is written: from then on the query refuses to \
             start (STREAMING_UNFINISHED_REPARTITION_DETECTED) until that file is taken away.",
            EDITED_LOG,
        ],
        "Spark 4.2.1: STATE_REPARTITION_INVALID_CHECKPOINT.UNSUPPORTED_PROVIDER, run",
    ),
    SPARK_SPLIT,
];

static SPARK_4_0: [Route; 3] = [
    SPARK_REBUILD,
    route(
        Rewrite,
        No,
        "Spark 4.0 has no way to lay a checkpoint out anew; 4.2 has one, for the RocksDB provider.",
        &[EDITED_LOG],
        "Spark 4.0.1: the offline repartition came with 4.2.0 (SPARK-54346)",
    ),
    SPARK_SPLIT,
];

static KAFKA_STREAMS: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Write the input to a new topic with the new number of partitions, and start there under a new application id; or give a \
         repartition topic in between that number (Repartitioned.withNumberOfPartitions), stop every instance, run \
         kafka-streams-application-reset, clear each instance's local state and start.",
        &[
            "The reset deletes internal topics and rewinds the inputs; output topics keep the old results.",
            "Partitions added to the input topic itself leave its old records where they are, so old keys are found twice.",
            "Each instance must call cleanUp() of KafkaStreams, or its state directory must be deleted, or stale stores come back.",
        ],
        "Kafka: StreamsResetter; InternalTopicManager refuses the old changelog at another count",
    ),
    route(
        Rewrite,
        No,
        "Nothing reads a changelog and writes it under another partition count: a topic can only grow, and its records stay where they are.",
        &[
            "A stateless application, or a store whose changelog is the input topic itself, starts on a grown topic without a \
             word: old keys then hash to other tasks and leave stale values behind.",
        ],
        "Kafka: ReplicationControlManager takes increases only; KIP-253 was never finished",
    ),
    replayed(route(
        Split,
        Limited,
        "Give part of the keys a topic and an application of their own.",
        &[
            "A Repartitioned with its own number of partitions widens the stateful part alone, but only if it was there from the start.",
        ],
        "Kafka Streams: Repartitioned.numberOfPartitions (KIP-221)",
    )),
];

static RISINGWAVE: [Route; 3] = [
    route(
        Rebuild,
        Yes,
        "Set streaming_max_parallelism, create the materialised view anew and let it backfill from its tables or sources.",
        &["Views on top of it must be created anew as well.", "Sources keep only what their retention left."],
        "RisingWave: the count is a property of the job, set when it is created",
    ),
    route(
        Rewrite,
        No,
        "Nothing rewrites a state table under another number of vnodes.",
        &["ALTER … SET PARALLELISM moves whole vnodes only."],
        "RisingWave, commit 448c657: vnode counts are fixed for each table",
    ),
    replayed(route(
        Split,
        Limited,
        "Create a second view over the other part of the keys and join both by UNION ALL.",
        &["It backfills as a rebuild of its part does."],
        "follows from views: each job has a count of its own",
    )),
];

static MAPREDUCE: [Route; 3] = [
    route(
        Rebuild,
        Needless,
        "Every run starts from its input: set another number of reduces and run.",
        &[],
        MAPREDUCE_SOURCE,
    ),
    route(Rewrite, Needless, "No state outlives a run, so there is nothing to rewrite.", &[], MAPREDUCE_SOURCE),
    route(
        Split,
        Needless,
        "A run may have as many reduces as wanted, so there is no ceiling to split around.",
        &[],
        MAPREDUCE_SOURCE,
    ),
];

const MAPREDUCE_SOURCE: &str = "Hadoop MapReduce: HashPartitioner is applied anew in every job";

static CUSTOM: [Route; 3] = [
    route(Rebuild, Yes, "Start without state under the new count and replay the source.", &[], CUSTOM_SOURCE),
    route(
        Rewrite,
        Limited,
        "Read a snapshot as data and write it under the new count, where its format can be read.",
        &[],
        CUSTOM_SOURCE,
    ),
    route(Split, Yes, "Run a second job over part of the keys.", &[], CUSTOM_SOURCE),
];

const CUSTOM_SOURCE: &str = "what any engine with a replayable source allows";
