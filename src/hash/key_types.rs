//! Which key types each hash takes, as far as scenarios and the command line name them.

use super::HashFn;
use crate::keys::KeyType;

impl HashFn {
    /// The key types that this hash takes. Every key of such a type hashes, but for nulls and bytes inside another value where an
    /// engine refuses them.
    #[must_use]
    pub const fn key_types(self) -> &'static [KeyType] {
        match self {
            Self::JavaHashCode => JAVA,
            Self::FlinkMurmur => FLINK,
            Self::FlinkSqlRow => FLINK_SQL,
            Self::SparkMurmur3 => SPARK,
            Self::KafkaMurmur2 | Self::Crc32 => KAFKA,
            Self::RisingWaveCrc32 => RISINGWAVE,
            Self::HadoopWritable => HADOOP,
            Self::HazelcastMurmur3 => HAZELCAST,
            Self::RedisCrc16 | Self::CouchbaseCrc32 | Self::PulsarMurmur3 => TEXT_AND_BYTES,
            Self::ElasticsearchMurmur3 => TEXT,
        }
    }
}

use KeyType::{
    BigDecimal, BigInteger, Bool, Bytes, Char, Date, F32, F64, I8, I16, I32, I64, SqlTimestamp, String, Timestamp, Uuid,
};

const JAVA: &[KeyType] = &[
    String,
    I64,
    I32,
    I16,
    Bytes,
    I8,
    Bool,
    Char,
    F32,
    F64,
    Date,
    Timestamp,
    SqlTimestamp,
    Uuid,
    BigInteger,
    BigDecimal,
    KeyType::DECIMALS,
    KeyType::ROWS,
    KeyType::TUPLES,
    KeyType::LISTS,
];

const FLINK: &[KeyType] = &[
    String,
    I64,
    I32,
    I16,
    I8,
    Bool,
    Char,
    F32,
    F64,
    Date,
    Timestamp,
    SqlTimestamp,
    Uuid,
    BigInteger,
    BigDecimal,
    KeyType::DECIMALS,
    KeyType::ROWS,
    KeyType::TUPLES,
    KeyType::LISTS,
];

const FLINK_SQL: &[KeyType] = &[String, I64, I32, I16, I8, Bool, F32, F64, Date, KeyType::LONG_DECIMALS, KeyType::ROWS];

const SPARK: &[KeyType] = &[
    String,
    I64,
    I32,
    I16,
    Bytes,
    I8,
    Bool,
    F32,
    F64,
    Date,
    Timestamp,
    KeyType::DECIMALS,
    KeyType::ROWS,
    KeyType::TUPLES,
    KeyType::LISTS,
];

const KAFKA: &[KeyType] = &[String, I64, I32, I16, Bytes];
const RISINGWAVE: &[KeyType] = &[String, I64, I32, I16, KeyType::ROWS];
const HADOOP: &[KeyType] = &[String, I64, I32, Bytes];
const HAZELCAST: &[KeyType] = &[String, I64, I32, I16];
const TEXT_AND_BYTES: &[KeyType] = &[String, Bytes];
const TEXT: &[KeyType] = &[String];
