//! Apache Flink SQL and Table API: Flink's rules, but the key is a `BinaryRowData` and hashes as one.

use super::flink::{FLINK_SQL_FACTS, FlinkOptions};
use super::{Facts, Profile, SnapshotCost, SnapshotInput, Start, StartRequest};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::keys::{KeyType, Value};
use crate::unit::WorkerCount;
use serde::{Deserialize, Serialize};

/// Flink's options for a SQL or Table API job; only key hashing differs from [`FlinkOptions`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FlinkSqlOptions(pub FlinkOptions);

impl Profile for FlinkSqlOptions {
    fn facts(&self) -> &'static Facts {
        &FLINK_SQL_FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::FlinkSqlRow, reduction: Reduction::AbsMod }
    }

    fn default_buckets(&self, first_width: WorkerCount, input_pieces: u32) -> Option<u64> {
        self.0.default_buckets(first_width, input_pieces)
    }

    fn dealing(&self, workers: WorkerCount) -> DealingRule {
        self.0.dealing(workers)
    }

    fn width_asked(&self, width: WorkerCount) -> WorkerCount {
        self.0.width_asked(width)
    }

    fn start(&self, request: &StartRequest) -> Start {
        self.0.start(request)
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        self.0.snapshot(input)
    }

    fn check(&self) -> Result<(), String> {
        self.0.check()
    }

    /// A one-field `BinaryRowData`: a 4-byte length, 8 bytes of null bits, an 8-byte slot, and text of more than
    /// 7 bytes after it, padded to a multiple of 8.
    fn serialized_key_bytes(&self, key: &Value) -> u64 {
        let variable = match key {
            Value::Text(text) if text.len() > 7 => text.len().next_multiple_of(8) as u64,
            Value::Bytes(bytes) if bytes.len() > 7 => bytes.len().next_multiple_of(8) as u64,
            _ => 0,
        };
        4 + 8 + 8 + variable
    }

    fn key_types(&self) -> &'static [KeyType] {
        &[KeyType::String, KeyType::I64, KeyType::I32]
    }
}
