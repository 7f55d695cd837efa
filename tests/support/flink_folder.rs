//! Real snapshots of Flink in folders of their own.

use crate::data::data;

/// Four subtasks, 128 key groups, 20 000 keys.
pub const ONE_OPERATOR: &str = "v1.20.0_hashmap_checkpoint_m128_p4_s1_k20000_i20480";

/// A folder that holds a real snapshot of Flink, as a cluster leaves it.
pub fn flink(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(data(&format!("flink-metadata/{name}._metadata")), folder.path().join("_metadata")).unwrap();
    folder
}
