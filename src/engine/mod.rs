//! One profile an engine: how it hashes keys, deals buckets, starts, refuses, and what a snapshot costs.
//!
//! Everything an engine does lives in its file; the rest of the crate asks through [`Profile`].

mod ceiling;
mod cost;
mod couchbase;
mod custom;
mod elasticsearch;
mod facts;
mod flink;
mod flink_cost;
mod flink_sql;
mod flink_start;
mod flink_states;
mod hazelcast;
mod ignite;
mod kafka_streams;
mod key_bytes;
mod mapreduce;
mod options;
mod options_of_stores;
mod pekko;
mod pulsar;
mod query;
mod redis_cluster;
mod risingwave;
mod routes;
mod routes_of_stores;
mod samza;
mod spark;
mod store;

pub use cost::{Accuracy, CostLine, SnapshotCost, SnapshotInput};
pub use couchbase::CouchbaseOptions;
pub use custom::{ChangeOfCount, CustomOptions, PastCeiling};
pub use elasticsearch::ElasticsearchOptions;
pub use facts::{Facts, OUR_WORDS, Source, Words};
pub use flink::{FlinkBackend, FlinkOptions, FlinkScheduler, FlinkSnapshot, FlinkVersion};
pub use flink_cost::offset_metadata_bytes;
pub use flink_sql::FlinkSqlOptions;
pub use flink_states::{FlinkState, FlinkType};
pub use hazelcast::HazelcastOptions;
pub use ignite::IgniteOptions;
pub use kafka_streams::KafkaStreamsOptions;
pub use mapreduce::MapReduceOptions;
pub use options::{EngineOption, Values, engine_options};
pub use pekko::PekkoOptions;
pub use pulsar::{PulsarHashing, PulsarOptions, PulsarSubscription};
pub use query::{CountQuery, count_query};
pub use redis_cluster::RedisClusterOptions;
pub use risingwave::{RisingWaveDeal, RisingWaveOptions, RisingWaveParallelism};
pub use routes::{Allowed, Route, RouteKind, routes};
pub use samza::SamzaOptions;
pub use spark::{SparkOptions, SparkStore, SparkVersion};

use crate::deal::DealingRule;
use crate::hash::HashingRule;
use crate::keys::{KeyType, Value};
use crate::unit::{BucketCount, WorkerCount, rounded};
use serde::{Deserialize, Serialize};

/// An engine with its options, as a scenario names it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Engine {
    /// Apache Flink, `DataStream` keys.
    Flink(FlinkOptions),
    /// Apache Flink, SQL and Table API keys (`BinaryRowData`).
    FlinkSql(FlinkSqlOptions),
    /// Spark Structured Streaming.
    Spark(SparkOptions),
    /// Kafka Streams.
    KafkaStreams(KafkaStreamsOptions),
    /// `RisingWave`.
    RisingWave(RisingWaveOptions),
    /// Hadoop `MapReduce`.
    MapReduce(MapReduceOptions),
    /// Apache Samza.
    Samza(SamzaOptions),
    /// Hazelcast.
    Hazelcast(HazelcastOptions),
    /// Redis Cluster.
    RedisCluster(RedisClusterOptions),
    /// Pekko and Akka Cluster Sharding.
    Pekko(PekkoOptions),
    /// Elasticsearch.
    Elasticsearch(ElasticsearchOptions),
    /// Apache Pulsar.
    Pulsar(PulsarOptions),
    /// Couchbase.
    Couchbase(CouchbaseOptions),
    /// Apache Ignite.
    Ignite(IgniteOptions),
    /// Any hash, reduction, dealing rule and behaviour past the ceiling.
    Custom(CustomOptions),
}

/// A start or restart, as the engine sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartRequest {
    /// The bucket count that stored state was laid out under; `None` at the first start.
    pub recorded: Option<BucketCount>,
    /// The bucket count the program sets at this start; `None` = it sets none.
    pub configured: Option<BucketCount>,
    /// The width asked for.
    pub width: WorkerCount,
    /// Pieces of the job's input (partitions, splits).
    pub input_pieces: u32,
}

/// What became of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Every worker asked for takes part and can own buckets.
    Runs,
    /// The engine does not start.
    Refused,
    /// It runs with fewer workers than asked for.
    Capped,
    /// It starts with all workers, and the surplus owns nothing.
    Idle,
}

/// Why an engine does not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The width is above the bucket count in force.
    Width,
    /// The program asks for another bucket count than the state is laid out under, or counts as asking for it.
    CountChanged,
    /// There is no bucket count at all: none recorded, none set, and no default.
    CountMissing,
    /// The engine, as it is set, makes no such bucket count: Couchbase makes three of them, Elasticsearch those that divide its
    /// routing shards.
    CountUnfit,
    /// The width is below the least that the engine starts with (Redis Cluster's three masters).
    TooNarrow,
    /// Another state backend cannot read the snapshot.
    Backend,
}

impl Outcome {
    /// In one word, as in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Refused => "refused",
            Self::Capped => "capped",
            Self::Idle => "idle",
        }
    }
}

impl Cause {
    /// In one word, as in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Width => "width",
            Self::CountChanged => "count-changed",
            Self::CountMissing => "count-missing",
            Self::CountUnfit => "count-unfit",
            Self::TooNarrow => "too-narrow",
            Self::Backend => "backend",
        }
    }
}

/// The engine's answer to a [`StartRequest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The bucket count in force.
    pub buckets: BucketCount,
    /// What became of it.
    pub outcome: Outcome,
    /// Why it does not start; `None` unless refused.
    pub cause: Option<Cause>,
    /// Workers that take part: the owners where capped, all asked for otherwise.
    pub workers: WorkerCount,
    /// The engine's own text (refusal, warning), numbers filled in, word for word; nothing of ours.
    pub message: Option<String>,
    /// What is to be said where the engine has no text of its own, in our words, one sentence each.
    pub notes: Vec<String>,
}

impl Start {
    /// A start whose every worker takes part, without a word.
    const fn of(buckets: BucketCount, outcome: Outcome, workers: WorkerCount) -> Self {
        Self { buckets, outcome, cause: None, workers, message: None, notes: Vec::new() }
    }

    /// A start that is refused, without a word.
    fn refused(buckets: BucketCount, width: WorkerCount, cause: Cause) -> Self {
        Self { cause: Some(cause), ..Self::of(buckets, Outcome::Refused, width) }
    }

    /// A start of all workers, where those past the bucket count own nothing.
    const fn idle_past(buckets: BucketCount, width: WorkerCount) -> Self {
        let outcome = if width.get() > buckets.get() { Outcome::Idle } else { Outcome::Runs };
        Self::of(buckets, outcome, width)
    }

    /// The same with the engine's own text.
    fn saying(self, message: impl Into<Option<String>>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// The same with sentences of ours.
    fn noting(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(notes);
        self
    }
}

/// A product of counts, at most `u64::MAX`.
fn product(factors: &[u64]) -> u64 {
    factors.iter().fold(1, |all, &factor| all.saturating_mul(factor))
}

/// What every engine answers.
pub trait Profile: Sync {
    /// Names, words, bounds and sources.
    fn facts(&self) -> &'static Facts;
    /// Key → bucket.
    fn hashing(&self) -> HashingRule;
    /// The count where the program sets none; `None` where the engine has no default.
    fn default_buckets(&self, first_width: WorkerCount, input_pieces: u32) -> Option<u64>;
    /// Bucket → worker for this many workers taking part.
    fn dealing(&self, workers: WorkerCount) -> DealingRule;
    /// The width that a start really asks for: the program's, unless the engine is told another way.
    fn width_asked(&self, width: WorkerCount) -> WorkerCount {
        width
    }
    /// Whether state is kept from one start to the next: what a restart moves, and what a count is recorded beside.
    fn keeps_state(&self) -> bool {
        true
    }
    /// Whether a restart may set another count and gets it, as where nothing is retained between runs.
    fn takes_another_count(&self) -> bool {
        let configured = BucketCount::clamped(128);
        let start = self.start(&StartRequest {
            recorded: Some(BucketCount::clamped(256)),
            configured: Some(configured),
            width: WorkerCount::ONE,
            input_pieces: 1,
        });
        start.outcome != Outcome::Refused && start.buckets == configured
    }
    /// The count, or the nearest smaller one where the options allow no such count: of Elasticsearch's the nearest that divides its
    /// routing shards.
    fn fitting(&self, count: BucketCount) -> BucketCount {
        count
    }
    /// What becomes of a start.
    fn start(&self, request: &StartRequest) -> Start;
    /// The cost of a snapshot.
    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost;
    /// The query that counts its buckets on its own cluster; `None` where it offers nothing of the kind.
    fn count_query(&self, _buckets: BucketCount) -> Option<CountQuery> {
        None
    }
    /// Checks the options.
    ///
    /// # Errors
    /// What is wrong with an option, in one sentence: field, what was found, what is allowed.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
    /// Bytes of one key as this engine's serialiser writes it.
    fn serialized_key_bytes(&self, key: &Value) -> u64 {
        key_bytes::plain(key)
    }
    /// Key types this engine hashes.
    fn key_types(&self) -> &'static [KeyType] {
        self.hashing().hash.key_types()
    }
}

impl Engine {
    /// Every engine with its default options, in the order shown: stream and batch engines, then stores and messaging.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![
            Self::Flink(FlinkOptions::default()),
            Self::FlinkSql(FlinkSqlOptions::default()),
            Self::Spark(SparkOptions::default()),
            Self::KafkaStreams(KafkaStreamsOptions::default()),
            Self::RisingWave(RisingWaveOptions::default()),
            Self::MapReduce(MapReduceOptions::default()),
            Self::Samza(SamzaOptions::default()),
            Self::Hazelcast(HazelcastOptions::default()),
            Self::RedisCluster(RedisClusterOptions::default()),
            Self::Pekko(PekkoOptions::default()),
            Self::Elasticsearch(ElasticsearchOptions::default()),
            Self::Pulsar(PulsarOptions::default()),
            Self::Couchbase(CouchbaseOptions::default()),
            Self::Ignite(IgniteOptions::default()),
            Self::Custom(CustomOptions::default()),
        ]
    }

    /// The engine of a command-line name (`flink`, `kafka-streams`, …), with default options.
    #[must_use]
    pub fn named(id: &str) -> Option<Self> {
        Self::all().into_iter().find(|engine| engine.facts().id == id)
    }

    /// The profile behind the name.
    #[must_use]
    pub fn profile(&self) -> &dyn Profile {
        match self {
            Self::Flink(options) => options,
            Self::FlinkSql(options) => options,
            Self::Spark(options) => options,
            Self::KafkaStreams(options) => options,
            Self::RisingWave(options) => options,
            Self::MapReduce(options) => options,
            Self::Samza(options) => options,
            Self::Hazelcast(options) => options,
            Self::RedisCluster(options) => options,
            Self::Pekko(options) => options,
            Self::Elasticsearch(options) => options,
            Self::Pulsar(options) => options,
            Self::Couchbase(options) => options,
            Self::Ignite(options) => options,
            Self::Custom(options) => options,
        }
    }

    /// Names, words, bounds and sources.
    #[must_use]
    pub fn facts(&self) -> &'static Facts {
        self.profile().facts()
    }

    /// What kind of engine it is.
    #[must_use]
    pub const fn group(&self) -> EngineGroup {
        match self {
            Self::Flink(_)
            | Self::FlinkSql(_)
            | Self::Spark(_)
            | Self::KafkaStreams(_)
            | Self::RisingWave(_)
            | Self::MapReduce(_)
            | Self::Samza(_) => EngineGroup::Jobs,
            Self::Hazelcast(_)
            | Self::RedisCluster(_)
            | Self::Pekko(_)
            | Self::Elasticsearch(_)
            | Self::Pulsar(_)
            | Self::Couchbase(_)
            | Self::Ignite(_) => EngineGroup::Stores,
            Self::Custom(_) => EngineGroup::Own,
        }
    }
}

/// Kinds of engines, in the order shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineGroup {
    /// Engines that run jobs over streams or files.
    Jobs,
    /// Stores, messaging and actors, which have no jobs but keep keys in buckets all the same.
    Stores,
    /// An engine of the user's own.
    Own,
}

impl EngineGroup {
    /// Its title on screen.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Jobs => "Stream and batch engines",
            Self::Stores => "Stores, messaging and actors",
            Self::Own => "Your own",
        }
    }
}
