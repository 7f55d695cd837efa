//! Key → 32-bit hash → bucket. Pure functions, one hash a file, each checked against what the real engine answered.

pub mod binary_row;
pub mod couchbase;
pub mod elasticsearch;
pub mod flink;
pub mod flink_sql;
pub mod hadoop;
pub mod hazelcast;
pub mod java;
mod java_value;
mod key_types;
pub mod murmur2;
pub mod murmur3_x64_128;
mod murmur3_x86_32;
pub mod pulsar;
pub mod redis;
mod reduce;
pub mod risingwave;
mod serialised;
pub mod spark;

pub use flink::flink_mix;
pub use reduce::{FastMod, Reduction, default_routing_shards};

use crate::keys::{Bucketing, Value};
use crate::unit::{BucketCount, BucketId};
use serde::{Deserialize, Serialize};

/// The hash functions of the engines: key value → 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HashFn {
    /// Java's `hashCode()`.
    JavaHashCode,
    /// Java's `hashCode()` mixed by Murmur3's 4-byte round: Flink's `DataStream` keys (`MathUtils.murmurHash`, before
    /// its fold).
    FlinkMurmur,
    /// Murmur3 `x86_32` seed 42 over a `BinaryRowData`: Flink SQL keys, then Flink's own mix of that
    /// `hashCode()`.
    FlinkSqlRow,
    /// Spark's `Murmur3Hash` expression, seed 42.
    SparkMurmur3,
    /// Kafka's murmur2 over the serialised key.
    KafkaMurmur2,
    /// RisingWave's CRC-32 over the Rust `Hash` bytes of the key.
    RisingWaveCrc32,
    /// Hadoop's `hashCode()` of `Text`, `BytesWritable`, `IntWritable` (the value) and `LongWritable` (its low 32
    /// bits).
    HadoopWritable,
    /// CRC-32 over the serialised key (librdkafka's `consistent`).
    Crc32,
    /// Murmur3 `x86_32`, seed 0x01000193, over Hazelcast's serialised key.
    HazelcastMurmur3,
    /// CRC-16 of Redis Cluster, over the key's hash tag where it has one.
    RedisCrc16,
    /// 15 bits of CRC-32: Couchbase.
    CouchbaseCrc32,
    /// Murmur3 `x86_32`, seed 0, over UTF-16: Elasticsearch's `_routing`.
    ElasticsearchMurmur3,
    /// Murmur3 `x86_32`, seed 0, over the key's bytes: Pulsar's `Murmur3_32Hash`.
    PulsarMurmur3,
}

/// A key that this engine refuses to hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct KeyRefused {
    /// The engine's own words where it has them.
    pub message: String,
}

/// hash × reduction: the rule that puts a key in a bucket. Depends on the key and N alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HashingRule {
    /// Key → 32 bits.
    pub hash: HashFn,
    /// 32 bits → bucket.
    pub reduction: Reduction,
}

impl HashingRule {
    /// The 32-bit hash of a key, as the engine computes it before the reduction to a bucket.
    ///
    /// # Errors
    /// [`KeyRefused`] where the engine refuses such a key.
    pub fn hash(self, key: &Value) -> Result<i32, KeyRefused> {
        self.hash.of(key)
    }

    /// The bucket of a key.
    ///
    /// # Errors
    /// [`KeyRefused`] where the engine refuses such a key.
    pub fn bucket(self, key: &Value, buckets: BucketCount) -> Result<BucketId, KeyRefused> {
        Ok(BucketId(self.reduction.bucket(self.hash(key)?, buckets)))
    }

    /// The rule with its bucket count.
    #[must_use]
    pub const fn into_buckets(self, buckets: BucketCount) -> RuleOfCount {
        RuleOfCount { rule: self, buckets }
    }
}

/// A rule with its bucket count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleOfCount {
    /// Key → 32 bits → bucket.
    pub rule: HashingRule,
    /// N.
    pub buckets: BucketCount,
}

impl Bucketing for RuleOfCount {
    fn name(&self) -> String {
        format!("{self:?}")
    }

    fn count(&self) -> usize {
        self.buckets.len()
    }

    fn bucket(&self, key: &Value) -> Option<u32> {
        self.rule.bucket(key, self.buckets).ok().map(|bucket| bucket.0)
    }
}

/// The refusal of a key by an engine that names no words for it.
fn refused(engine: &str, takes: &str, found: &Value) -> KeyRefused {
    KeyRefused { message: format!("{engine} keys here are {takes}; found {}", found.kind()) }
}

impl HashFn {
    /// The hash of one key.
    ///
    /// # Errors
    /// [`KeyRefused`] where the engine refuses such a key, or its rule for such a key is not known here. What is taken:
    ///
    /// | hash | keys |
    /// |---|---|
    /// | [`JavaHashCode`](Self::JavaHashCode) | all but null; a `byte[]` inside a tuple or list has only an identity |
    /// | [`FlinkMurmur`](Self::FlinkMurmur) | as Java's, but no `byte[]` as the key itself |
    /// | [`FlinkSqlRow`](Self::FlinkSqlRow) | text, numbers, truth values, days, decimals of up to 18 digits; a row is several columns, null among them |
    /// | [`SparkMurmur3`](Self::SparkMurmur3) | SQL values, null included; a row is several columns |
    /// | [`KafkaMurmur2`](Self::KafkaMurmur2), [`Crc32`](Self::Crc32) | text, bytes, integers of 2, 4 or 8 bytes |
    /// | [`RisingWaveCrc32`](Self::RisingWaveCrc32) | VARCHAR, SMALLINT, INT, BIGINT, NULL; a row is several columns |
    /// | [`HadoopWritable`](Self::HadoopWritable) | text, bytes, integers of 4 or 8 bytes |
    /// | [`HazelcastMurmur3`](Self::HazelcastMurmur3) | text, integers of 2, 4 or 8 bytes |
    /// | [`RedisCrc16`](Self::RedisCrc16), [`CouchbaseCrc32`](Self::CouchbaseCrc32), [`PulsarMurmur3`](Self::PulsarMurmur3) | text and bytes |
    /// | [`ElasticsearchMurmur3`](Self::ElasticsearchMurmur3) | text |
    pub fn of(self, key: &Value) -> Result<i32, KeyRefused> {
        match self {
            Self::JavaHashCode => java_value::hash_code(key),
            Self::FlinkMurmur => flink::key_hash(key),
            Self::FlinkSqlRow => flink_sql::key_hash(key),
            Self::SparkMurmur3 => spark::hash_value(key, spark::SEED),
            Self::KafkaMurmur2 => serialised::hash(key, murmur2::murmur2),
            Self::RisingWaveCrc32 => risingwave::key_hash(key),
            Self::HadoopWritable => hadoop::key_hash(key),
            Self::Crc32 => serialised::hash(key, |bytes| crc32fast::hash(bytes).cast_signed()),
            Self::HazelcastMurmur3 => hazelcast::key_hash(key),
            Self::RedisCrc16 => redis::key_hash(key),
            Self::CouchbaseCrc32 => couchbase::key_hash(key),
            Self::ElasticsearchMurmur3 => elasticsearch::key_hash(key),
            Self::PulsarMurmur3 => pulsar::key_hash(key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hash_refuses_what_its_engine_cannot_key_by() {
        for (hash, key, message) in [
            (HashFn::JavaHashCode, Value::Null, "Java keys here are objects; found null"),
            (HashFn::FlinkMurmur, Value::Null, "Assigned key must not be null!"),
            (HashFn::KafkaMurmur2, Value::Null, "a null key has no partition of its own"),
            (
                HashFn::Crc32,
                Value::F64(0.5),
                "Kafka keys here are text, bytes and integers of 2, 4 or 8 bytes; found a 64-bit float",
            ),
            (
                HashFn::FlinkSqlRow,
                Value::Bytes(vec![1]),
                "Flink SQL keys here are columns of text, numbers, truth values and dates; found bytes",
            ),
        ] {
            assert_eq!(hash.of(&key).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn null_is_a_key_where_sql_says_so() {
        assert_eq!(HashFn::SparkMurmur3.of(&Value::Null), Ok(42));
        assert_eq!(HashFn::RisingWaveCrc32.of(&Value::Null), Ok(2_812_080_041_u32.cast_signed()));
    }
}
