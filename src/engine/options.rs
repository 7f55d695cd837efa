//! What a scenario file may say of each engine: every option with what it may be and what it is where it is left out.
//!
//! Bounds are checked by each profile's `check`; the tests below hold this list against the types that are read and against
//! those checks, so that it cannot drift.

use super::{Engine, options_of_stores as stores};
use serde::Serialize;

/// An option of an engine in a scenario file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EngineOption {
    /// Its name in the file.
    pub name: &'static str,
    /// What it may be, as it is written in the file.
    pub allowed: Values,
    /// What it is where it is left out, as it would be written.
    pub default: &'static str,
    /// What it does.
    pub what: &'static str,
}

/// What an option may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Values {
    /// One of these; where a value has fields of its own, they stand in brackets with an example.
    OneOf(&'static [&'static str]),
    /// A whole number in these bounds, both included.
    Whole {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A text in quotes, of this many bytes or characters.
    Text {
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A list, of such entries.
    ListOf(&'static [&'static str]),
}

/// The options of an engine, in the order shown.
#[must_use]
pub const fn engine_options(engine: &Engine) -> &'static [EngineOption] {
    match engine {
        Engine::Flink(_) | Engine::FlinkSql(_) => FLINK,
        Engine::Spark(_) => SPARK,
        Engine::KafkaStreams(_) => KAFKA_STREAMS,
        Engine::RisingWave(_) => RISINGWAVE,
        Engine::MapReduce(_) => MAPREDUCE,
        Engine::Samza(_) => stores::SAMZA,
        Engine::Hazelcast(_) => stores::HAZELCAST,
        Engine::RedisCluster(_) => stores::REDIS_CLUSTER,
        Engine::Pekko(_) => stores::PEKKO,
        Engine::Elasticsearch(_) => stores::ELASTICSEARCH,
        Engine::Pulsar(_) => stores::PULSAR,
        Engine::Couchbase(_) => stores::COUCHBASE,
        Engine::Ignite(_) => stores::IGNITE,
        Engine::Custom(_) => CUSTOM,
    }
}

pub(super) const fn option(
    name: &'static str,
    allowed: Values,
    default: &'static str,
    what: &'static str,
) -> EngineOption {
    EngineOption { name, allowed, default, what }
}

pub(super) const fn whole(least: u64, most: u64) -> Values {
    Values::Whole { least, most }
}

const fn text(least: usize, most: usize) -> Values {
    Values::Text { least, most }
}

use Values::{ListOf, OneOf};

const FLINK: &[EngineOption] = &[
    option(
        "scheduler",
        OneOf(&["Default", "Adaptive(slots: 8)", "Reactive(slots: 0)"]),
        "Default",
        "Who decides the width: the program, or the free task slots (1 to 1048576; 0 with Reactive = as many as each width).",
    ),
    option(
        "snapshot",
        OneOf(&["HashmapCheckpoint", "HashmapNativeSavepoint", "CanonicalSavepoint", "RocksdbIncremental"]),
        "HashmapCheckpoint",
        "What a snapshot is.",
    ),
    option("states", whole(1, 1000), "1", "Keyed states of the operator."),
    option(
        "kinds",
        ListOf(&[
            "Value(name: \"count\", of: Long)",
            "Map(name: \"seen\", key: String, value: Int, entries_per_key: 2.5)",
        ]),
        "[]",
        "What the states hold, an entry a state, of String, Long or Int; none = Long values.",
    ),
    option(
        "restore_backend",
        OneOf(&["Same", "Hashmap", "Rocksdb"]),
        "Same",
        "State backend that every restart reads with.",
    ),
    option("version", OneOf(&["V1_20", "V2_3"]), "V1_20", "Whose file format."),
    option("operator", text(1, 1000), "\"counter\"", "Name and uid of the keyed operator, in bytes."),
];

const SPARK: &[EngineOption] = &[
    option("store", OneOf(&["HdfsBacked", "RocksDb", "RocksDbChangelog"]), "HdfsBacked", "State store provider."),
    option("stores", whole(1, 100), "1", "Stores of each state partition: 4 for a stream-stream join, else 1."),
    option("version", OneOf(&["V4_0", "V4_2"]), "V4_0", "Spark release: texts, and whether an offline rewrite exists."),
];

const KAFKA_STREAMS: &[EngineOption] = &[
    option("threads_per_instance", whole(1, 10_000), "1", "num.stream.threads; the last instance has the rest."),
    option("stores", whole(1, 1000), "1", "State stores of each task."),
    option("standbys", whole(0, 100), "0", "num.standby.replicas."),
    option("replication", whole(1, 100), "3", "Replication factor of the changelog topics."),
    option("app", text(1, 100), "\"app\"", "application.id, in bytes."),
    option("store_name", text(1, 100), "\"store\"", "Name of the state store, in bytes."),
];

const RISINGWAVE: &[EngineOption] = &[
    option(
        "parallelism",
        OneOf(&["Explicit", "Adaptive"]),
        "Explicit",
        "Who decides the width: the statement (refused above the vnodes), or the cluster's cores (capped at them).",
    ),
    option(
        "deal",
        OneOf(&["Scheduled(nodes: [8, 8], job: 1)", "Uniform"]),
        "Scheduled(nodes: [], job: 1)",
        "How vnodes reach actors; nodes are cores, 1 to 100000 each, at most 1000; none = one node as wide as the step.",
    ),
];

const MAPREDUCE: &[EngineOption] =
    &[option("maps", whole(0, 1 << 20), "0", "Map tasks that every reduce fetches from; 0 = not known.")];

const CUSTOM: &[EngineOption] = &[
    option("name", text(1, 100), "\"custom\"", "What it is called, in characters."),
    option(
        "hash",
        OneOf(&[
            "JavaHashCode",
            "FlinkMurmur",
            "FlinkSqlRow",
            "SparkMurmur3",
            "KafkaMurmur2",
            "RisingWaveCrc32",
            "HadoopWritable",
            "Crc32",
            "HazelcastMurmur3",
            "RedisCrc16",
            "CouchbaseCrc32",
            "ElasticsearchMurmur3",
            "PulsarMurmur3",
        ]),
        "Crc32",
        "Key to 32 bits.",
    ),
    option(
        "reduction",
        OneOf(&[
            "AbsMod",
            "MaskMod",
            "FloorMod",
            "UnsignedMod",
            "FullAbsMod",
            "IgniteAffinity",
            "RoutingShards(shards: 0)",
        ]),
        "UnsignedMod",
        "32 bits to a bucket; routing shards at most 1048576, 0 = Elasticsearch's own for the count.",
    ),
    option(
        "deal",
        OneOf(&[
            "Contiguous",
            "ContiguousFirstLarger",
            "Modulo",
            "KafkaHighAvailability(threads: [2, 2])",
            "ListScheduling",
            "LeastLoaded",
            "RisingWaveWeighted(weights: [8, 8], job: 1)",
            "SortedAsText",
            "FloatRanges",
            "FewestMoves",
            "Drawn",
            "HashRing(points: 100)",
            "Halving",
        ]),
        "Contiguous",
        "Bucket to worker; at most 10000 threads, 1000 weights or 1000 points.",
    ),
    option("past_ceiling", OneOf(&["Refuse", "Cap", "Idle"]), "Idle", "What a width above the bucket count gets."),
    option(
        "change_of_count",
        OneOf(&["Refuse", "Ignore", "Adopt"]),
        "Refuse",
        "What another bucket count gets at a restart.",
    ),
    option(
        "metadata_bytes_per_bucket",
        whole(0, 1 << 30),
        "8",
        "Bytes of metadata that each bucket adds to a snapshot.",
    ),
    option("data_bytes_per_bucket", whole(0, 1 << 30), "0", "Bytes of data that each bucket adds, even an empty one."),
    option("files_per_bucket", whole(0, 1 << 30), "0", "Files of a snapshot a bucket; 0 = one a worker."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use ron::extensions::Extensions;

    /// The engine's name in a scenario file.
    fn written(engine: &Engine) -> String {
        format!("{engine:?}").split('(').next().unwrap().to_owned()
    }

    /// The engine with one option written out.
    fn read(engine: &Engine, name: &str, value: &str) -> Result<Engine, String> {
        let variant = written(engine);
        let options = ron::Options::default()
            .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::IMPLICIT_SOME);
        let read: Engine =
            options.from_str(&format!("{variant}({name}: {value})")).map_err(|error| error.to_string())?;
        read.profile().check().map(|()| read)
    }

    #[test]
    fn the_options_are_those_that_a_scenario_file_takes() {
        for engine in Engine::all() {
            // Serde names the fields that it takes where it is given one that it does not.
            let told = read(&engine, "no_such_option", "1").unwrap_err();
            let mut taken: Vec<&str> = told.split('`').skip(3).step_by(2).collect();
            let mut named: Vec<&str> = engine_options(&engine).iter().map(|option| option.name).collect();
            taken.retain(|word| !written(&engine).starts_with(*word));
            taken.sort_unstable();
            named.sort_unstable();
            assert_eq!(named, taken, "{told}");
        }
    }

    #[test]
    fn what_is_left_out_is_the_default() {
        for engine in Engine::all() {
            for option in engine_options(&engine) {
                assert_eq!(read(&engine, option.name, option.default).as_ref(), Ok(&engine), "{}", option.name);
            }
        }
    }

    #[test]
    fn every_value_listed_is_taken_and_nothing_else_is() {
        for engine in Engine::all() {
            for option in engine_options(&engine) {
                let read = |value: &str| read(&engine, option.name, value);
                match option.allowed {
                    OneOf(values) => {
                        for value in values {
                            assert!(read(value).is_ok(), "{}: {value}: {:?}", option.name, read(value));
                        }
                        // Serde lists every variant there is.
                        let told = read("NoSuchValue").unwrap_err();
                        let variants: Vec<&str> = told.split('`').skip(1).step_by(2).collect();
                        let listed = |name: &&&str| values.iter().any(|value| value.split('(').next() == Some(**name));
                        assert_eq!(variants.iter().filter(listed).count(), values.len(), "{told}");
                        assert!(variants.len() <= values.len() + 2, "{told}");
                    }
                    Values::Whole { least, most } => {
                        assert!(read(&least.to_string()).is_ok() && read(&most.to_string()).is_ok(), "{}", option.name);
                        assert!(read(&(most + 1).to_string()).is_err(), "{}", option.name);
                        assert!(least == 0 || read(&(least - 1).to_string()).is_err(), "{}", option.name);
                    }
                    Values::Text { least, most } => {
                        let text = |letters: usize| read(&format!("\"{}\"", "a".repeat(letters)));
                        assert!(text(least).is_ok() && text(most).is_ok(), "{}", option.name);
                        assert!(text(least - 1).is_err() && text(most + 1).is_err(), "{}", option.name);
                    }
                    ListOf(values) => {
                        for value in values {
                            let read = read(&format!("[{value}]"));
                            assert!(read.is_ok(), "{}: {read:?}", option.name);
                        }
                    }
                }
            }
        }
    }
}
