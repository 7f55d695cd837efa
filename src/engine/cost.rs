//! What a snapshot costs: figures that every engine has, and an engine's own lines.

use crate::unit::{BucketCount, WorkerCount, float};
use serde::{Serialize, Serializer};

/// What a snapshot of one step is made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SnapshotInput {
    /// Bucket count.
    pub buckets: BucketCount,
    /// Workers that take part.
    pub workers: WorkerCount,
    /// Workers that own at least one bucket.
    pub owners: u32,
    /// Buckets with at least one key.
    pub occupied: u32,
    /// Keys in the state.
    pub keys: u64,
    /// Bytes of all keys as the engine's serialiser writes them.
    pub key_bytes: u64,
    /// Bytes of all values (state of the keys without the keys).
    pub value_bytes: u64,
}

/// How far a cost figure can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Accuracy {
    /// Follows from the format; equal to what the engine wrote, byte for byte.
    Exact,
    /// A line through measured values; its error is stated.
    Fitted,
    /// Reasoned from few measurements.
    Estimated,
}

/// One more figure of a snapshot's cost, with its unit in the label's last word where it has one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CostLine {
    /// What it is.
    pub label: &'static str,
    /// The value.
    pub value: f64,
    /// Its unit: "bytes", "files", "ms", …
    pub unit: &'static str,
    /// How far it can be trusted.
    pub accuracy: Accuracy,
    /// Where it comes from, and its error.
    pub source: &'static str,
}

impl CostLine {
    /// A line of a whole number.
    pub(super) fn of(
        label: &'static str,
        value: u64,
        unit: &'static str,
        accuracy: Accuracy,
        source: &'static str,
    ) -> Self {
        Self { label, value: float(value), unit, accuracy, source }
    }
}

/// What one snapshot stores beside the values, and how it grows with the bucket count.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotCost {
    /// Whether metadata, files and ranges are modelled. Where they are not, they are 0 here and null in JSON.
    pub is_counted: bool,
    /// Bytes a restart reads before any state: ranges, offsets, handles.
    pub metadata_bytes: u64,
    /// Bytes of state files, keys and values included.
    pub data_bytes: u64,
    /// Files written.
    pub files: u64,
    /// Ranges (or separate pieces) of buckets in it.
    pub ranges: u64,
    /// N / workers.
    pub buckets_per_worker: f64,
    /// How far these figures can be trusted.
    pub accuracy: Accuracy,
    /// What this kind of snapshot is, in one line.
    pub kind: String,
    /// Bytes of the metadata and data that are there only because of the bucket count.
    pub bytes_of_buckets: u64,
    /// Further figures.
    pub detail: Vec<CostLine>,
}

impl SnapshotCost {
    /// A cost of which nothing is modelled but the keys and values themselves.
    pub(super) fn not_modelled(input: &SnapshotInput, kind: &str, detail: Vec<CostLine>) -> Self {
        Self {
            is_counted: false,
            metadata_bytes: 0,
            data_bytes: input.key_bytes.saturating_add(input.value_bytes),
            files: 0,
            ranges: 0,
            buckets_per_worker: input.buckets.as_f64() / input.workers.as_f64(),
            accuracy: Accuracy::Estimated,
            kind: kind.to_owned(),
            bytes_of_buckets: 0,
            detail,
        }
    }

    /// Bytes of metadata; `None` where they are not modelled.
    #[must_use]
    pub fn counted_metadata(&self) -> Option<u64> {
        self.is_counted.then_some(self.metadata_bytes)
    }

    /// Files; `None` where they are not modelled.
    #[must_use]
    pub fn counted_files(&self) -> Option<u64> {
        self.is_counted.then_some(self.files)
    }

    /// Bytes that are there only because of the bucket count; `None` where they are not modelled.
    #[must_use]
    pub fn counted_bytes_of_buckets(&self) -> Option<u64> {
        self.is_counted.then_some(self.bytes_of_buckets)
    }
}

impl Serialize for SnapshotCost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            metadata_bytes: Option<u64>,
            data_bytes: u64,
            files: Option<u64>,
            ranges: Option<u64>,
            buckets_per_worker: f64,
            accuracy: Accuracy,
            kind: &'a str,
            bytes_of_buckets: u64,
            detail: &'a [CostLine],
        }
        let written = Written {
            metadata_bytes: self.counted_metadata(),
            data_bytes: self.data_bytes,
            files: self.counted_files(),
            ranges: self.is_counted.then_some(self.ranges),
            buckets_per_worker: self.buckets_per_worker,
            accuracy: self.accuracy,
            kind: &self.kind,
            bytes_of_buckets: self.bytes_of_buckets,
            detail: &self.detail,
        };
        written.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    #[test]
    fn what_is_not_modelled_is_null_and_there() {
        let input = SnapshotInput {
            buckets: BucketCount::clamped(64),
            workers: WorkerCount::clamped(4),
            owners: 4,
            occupied: 64,
            keys: 1000,
            key_bytes: 8000,
            value_bytes: 8000,
        };
        for engine in Engine::all() {
            let written = serde_json::to_value(engine.profile().snapshot(&input)).unwrap();
            let id = engine.facts().id;
            let known = ["flink", "flink-sql", "spark", "kafka-streams", "custom"].contains(&id);
            for field in ["metadata_bytes", "files", "ranges"] {
                let value = written.get(field).unwrap();
                assert_eq!(value.is_null(), !known, "{id}: {field} is {value}");
            }
        }
    }
}
