//! Apache Flink SQL and Table API: Flink's rules, but the key is a `BinaryRowData` and hashes as one.

use super::flink::{FLINK_SQL_FACTS, FlinkOptions};
use super::{Facts, Profile, SnapshotCost, SnapshotInput, Start, StartRequest, key_bytes};
use crate::deal::DealingRule;
use crate::hash::binary_row::{fixed_bytes, variable_bytes};
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::keys::Value;
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

    /// A `BinaryRowData`: a 4-byte length, header and slots, and text of more than 7 bytes after them, padded to a multiple of 8.
    fn serialized_key_bytes(&self, key: &Value) -> u64 {
        let columns = key_bytes::columns(key);
        let variable = |column: &Value| match column {
            Value::Text(text) => variable_bytes(text.len()),
            _ => 0,
        };
        let behind: usize = columns.iter().map(variable).sum();
        4 + (fixed_bytes(columns.len()) + behind) as u64
    }
}
