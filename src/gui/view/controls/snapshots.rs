//! The options that decide what a snapshot stores: names and explanations, for the controls and the Snapshot view.

use crate::engine::{FlinkOptions, FlinkSnapshot, FlinkState, FlinkType, SparkStore};

/// Flink's kinds of snapshot.
pub const FLINK_SNAPSHOTS: [(FlinkSnapshot, &str); 4] = [
    (FlinkSnapshot::HashmapCheckpoint, "Hashmap"),
    (FlinkSnapshot::HashmapNativeSavepoint, "Native savepoint"),
    (FlinkSnapshot::CanonicalSavepoint, "Canonical savepoint"),
    (FlinkSnapshot::RocksdbIncremental, "RocksDB incremental"),
];
/// What they differ in.
pub const FLINK_SNAPSHOT: &str = "Kind of snapshot. A full one writes an 8-byte offset for every key group into _metadata; \
     an incremental RocksDB checkpoint writes ranges only. (MetadataV2V3SerializerBase)";
/// The number of Flink's states.
pub const FLINK_STATES: &str = "Keyed states of the operator: each has a header in every state file.";

/// Spark's state stores.
pub const SPARK_STORES: [(SparkStore, &str); 3] = [
    (SparkStore::HdfsBacked, "HDFS-backed"),
    (SparkStore::RocksDb, "RocksDB"),
    (SparkStore::RocksDbChangelog, "RocksDB changelog"),
];
/// What they differ in.
pub const SPARK_STORE: &str =
    "State store provider: decides files and bytes of each batch. Measured with 8 to 1000 partitions on 4.0.1.";
/// The number of Spark's stores.
pub const SPARK_STORES_EACH: &str =
    "Stores of each partition: 1, or 4 for a stream-stream join. Each writes its own file in every batch.";

/// The number of Kafka Streams' stores.
pub const KAFKA_STORES: &str = "State stores of each task: each is a RocksDB of its own with a changelog partition.";
/// Kafka Streams' standbys.
pub const KAFKA_STANDBYS: &str = "num.standby.replicas: further copies of each store on other instances.";
/// Kafka Streams' changelogs.
pub const KAFKA_REPLICATION: &str = "Replication factor of the changelog topics.";

/// `MapReduce`'s map tasks.
pub const MAPS: &str = "Every reduce fetches a piece of every map's output: M · R fetches. 0 = not known.";

/// The same options with another number of states; where the states are listed, their list grows by plain ones or is cut.
pub fn with_states(options: &FlinkOptions, states: u32) -> FlinkOptions {
    /// More states than the engine's options take: a list that long is refused for its number.
    const MOST: u32 = 1001;
    let mut next = FlinkOptions { states, ..options.clone() };
    if !next.kinds.is_empty() {
        next.kinds.truncate(states.max(1) as usize);
        next.kinds.extend((next.kinds.len()..states.min(MOST) as usize).map(plain_state));
    }
    next
}

/// A state as it is where none is listed: a value of type `Long` under a name of five letters.
pub fn plain_state(at: usize) -> FlinkState {
    FlinkState::Value { name: format!("s{at:04}"), of: FlinkType::Long }
}
