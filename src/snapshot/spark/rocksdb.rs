//! `V.zip` of the `RocksDB` provider: which SST files make up a version, and how many rows they hold.

use super::layout::StateFile;
use crate::plain::visible;
use crate::snapshot::tree::Tree;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Bytes of the zip's `metadata` that are read.
const LONGEST_METADATA: u64 = 16 << 20;

/// Line 2 of the zip's `metadata`: `RocksDBCheckpointMetadata`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    #[serde(default)]
    sst_files: Vec<SstFile>,
    /// -1 where rows are not counted (`trackTotalNumberOfRows`).
    num_keys: i64,
    #[serde(default)]
    column_family_mapping: Option<BTreeMap<String, u64>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SstFile {
    dfs_sst_file_name: String,
    size_bytes: u64,
}

/// What a zip says.
pub(super) struct Zip {
    /// Rows; `None` where the store does not count them.
    pub(super) rows: Option<u64>,
    pub(super) files: u64,
    pub(super) bytes: u64,
    pub(super) families: usize,
    /// The first SST file that it names and that is not there.
    pub(super) missing: Option<String>,
}

/// Reads the zip; its SST files lie in the folder `ssts`.
pub(super) fn read(tree: &Tree, file: &StateFile, ssts: &str) -> Result<Zip, String> {
    let told = |cause: &dyn std::fmt::Display| visible(&cause.to_string()).into_owned();
    let packed = tree.read(&file.path).map_err(|cause| told(&cause))?;
    let mut archive = ZipArchive::new(Cursor::new(&packed[..])).map_err(|cause| told(&cause))?;
    let entry = archive.by_name("metadata").map_err(|cause| format!("its entry `metadata`: {}", told(&cause)))?;
    let mut text = String::new();
    entry.take(LONGEST_METADATA + 1).read_to_string(&mut text).map_err(|cause| told(&cause))?;
    if text.len() as u64 > LONGEST_METADATA {
        return Err(format!("its entry `metadata` has more than {LONGEST_METADATA} bytes: more are not read"));
    }
    let json = match text.split_once('\n') {
        Some((version, json)) if version.trim().starts_with('v') => json,
        _ => return Err("its entry `metadata` does not begin with its version".to_owned()),
    };
    let metadata: Metadata =
        serde_json::from_str(json.trim_end()).map_err(|cause| format!("its entry `metadata`: {}", told(&cause)))?;
    let bytes = metadata.sst_files.iter().try_fold(0_u64, |sum, sst| sum.checked_add(sst.size_bytes));
    let bytes = bytes.ok_or("its entry `metadata` names SST files of more than 2^64 - 1 bytes together")?;
    let missing = metadata
        .sst_files
        .iter()
        .map(|sst| format!("{ssts}/{}", sst.dfs_sst_file_name))
        .find(|path| tree.bytes_of(path).is_none());
    Ok(Zip {
        rows: u64::try_from(metadata.num_keys).ok(),
        files: metadata.sst_files.len() as u64,
        bytes,
        families: metadata.column_family_mapping.map_or(1, |families| families.len().max(1)),
        missing,
    })
}
