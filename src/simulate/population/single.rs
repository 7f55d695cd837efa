//! Buckets of generated keys one at a time, for hashes and orders that blocks do not serve.

use crate::hash::flink::flink_mix;
use crate::hash::{
    HashFn, HashingRule, KeyRefused, couchbase, elasticsearch, flink_sql, hadoop, hazelcast, java, murmur2, pulsar,
    redis, risingwave, spark,
};
use crate::keys::{Generated, KeyType};
use crate::unit::BucketCount;
use std::fmt::Write;

/// Hashes one key after another, its text in one buffer.
#[derive(Debug)]
pub struct SingleHasher<'a> {
    keys: &'a Generated,
    rule: HashingRule,
    buckets: BucketCount,
    text: String,
}

impl<'a> SingleHasher<'a> {
    /// A hasher of one population.
    pub const fn new(keys: &'a Generated, rule: HashingRule, buckets: BucketCount) -> Self {
        Self { keys, rule, buckets, text: String::new() }
    }

    /// The bucket of the key of a number.
    ///
    /// # Errors
    /// [`KeyRefused`] where the engine refuses the key.
    pub fn bucket(&mut self, number: u64) -> Result<u32, KeyRefused> {
        if self.keys.key_type != KeyType::String {
            return Ok(self.rule.bucket(&self.keys.value(number), self.buckets)?.0);
        }
        let (before, after) = self.keys.affixes();
        self.text.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{before}{number}{after}");
        Ok(self.rule.reduction.bucket(text_hash(self.rule.hash, &self.text), self.buckets))
    }
}

/// The hash of a text; every hash function takes text.
fn text_hash(hash: HashFn, text: &str) -> i32 {
    match hash {
        HashFn::JavaHashCode => java::string_hash(text),
        HashFn::FlinkMurmur => flink_mix(java::string_hash(text)),
        HashFn::FlinkSqlRow => flink_mix(flink_sql::row_hash_text(text)),
        HashFn::SparkMurmur3 => spark::hash_bytes(text.as_bytes(), spark::SEED),
        HashFn::KafkaMurmur2 => murmur2::murmur2(text.as_bytes()),
        HashFn::RisingWaveCrc32 => risingwave::crc32_text(text),
        HashFn::HadoopWritable => hadoop::text_hash(text.as_bytes()),
        HashFn::Crc32 => crc32fast::hash(text.as_bytes()).cast_signed(),
        HashFn::HazelcastMurmur3 => hazelcast::text_hash(text),
        HashFn::RedisCrc16 => redis::slot_hash(text.as_bytes()),
        HashFn::CouchbaseCrc32 => couchbase::crc15(text.as_bytes()),
        HashFn::ElasticsearchMurmur3 => elasticsearch::routing_hash(text),
        HashFn::PulsarMurmur3 => pulsar::murmur3_hash(text.as_bytes()),
    }
}
