//! The logs of a checkpoint: what each batch planned, which were committed, and who the operators are.

use super::SparkError;
use crate::plain::{excerpt, visible};
use crate::snapshot::tree::Tree;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

/// The setting that holds the number of state partitions.
pub(super) const PARTITIONS: &str = "spark.sql.shuffle.partitions";

/// Batch numbers that a log has a file for.
pub(super) fn batches(tree: &Tree, log: &str) -> BTreeSet<u64> {
    tree.files_below(log).filter_map(|(name, _)| batch_number(name)).collect()
}

/// A number as Spark writes it: digits, no sign, no zero in front.
pub(super) fn batch_number(name: &str) -> Option<u64> {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
    if is_plain { name.parse().ok() } else { None }
}

/// Line 2 of `offsets/N`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Planned {
    #[serde(default)]
    pub(super) conf: BTreeMap<String, String>,
}

impl Planned {
    /// The number of state partitions that the batch was planned with.
    pub(super) fn partitions(&self, batch: u64) -> Result<Option<u64>, SparkError> {
        let Some(text) = self.conf.get(PARTITIONS) else { return Ok(None) };
        let count = text.parse::<u64>().ok().filter(|count| *count > 0);
        count.map(Some).ok_or_else(|| SparkError::Log {
            file: format!("offsets/{batch}"),
            cause: format!("{PARTITIONS} is `{}`: a whole number above 0 is expected", visible(&excerpt(text))),
        })
    }

    pub(super) fn is_on(&self, setting: &str) -> bool {
        self.conf.get(setting).is_some_and(|value| value == "true")
    }
}

pub(super) fn planned(tree: &Tree, batch: u64) -> Result<Planned, SparkError> {
    let file = format!("offsets/{batch}");
    // A batch of Spark 2.0 has sources alone: `-` or nothing stands where the settings are now.
    let lines = versioned(tree, &file)?;
    match lines.lines().next().map(str::trim) {
        Some(line) if line.starts_with('{') => json(&file, line),
        _ => Ok(Planned::default()),
    }
}

/// Line 2 of `commits/N`.
#[derive(Debug, Default, Deserialize)]
struct Committed {
    /// Checkpoint format 2: by operator, then partition, then store, which of several files of a version counts.
    #[serde(rename = "stateUniqueIds")]
    ids: Option<BTreeMap<u64, Vec<Vec<String>>>>,
}

/// Which files of the committed version count, by operator and partition; empty below checkpoint format 2.
pub(super) type Identities = BTreeMap<u64, Vec<Vec<String>>>;

pub(super) fn identities(tree: &Tree, batch: u64) -> Result<Identities, SparkError> {
    let file = format!("commits/{batch}");
    let lines = versioned(tree, &file)?;
    let line = lines.lines().next().unwrap_or("{}");
    Ok(json::<Committed>(&file, line)?.ids.unwrap_or_default())
}

/// `_metadata` of an operator.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OperatorMetadata {
    pub(super) operator_info: OperatorInfo,
    #[serde(default)]
    pub(super) state_store_info: Vec<StoreInfo>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OperatorInfo {
    pub(super) operator_name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoreInfo {
    pub(super) store_name: String,
    /// As written by the first batch: never rewritten in version 1.
    pub(super) num_partitions: u64,
}

/// The newest metadata up to a batch; `None` before Spark 4.0, which wrote none.
pub(super) fn operator(tree: &Tree, operator: u64, batch: u64) -> Result<Option<OperatorMetadata>, SparkError> {
    let folder = format!("state/{operator}/_metadata");
    let second = format!("{folder}/v2");
    let newest = batches(tree, &second).into_iter().rfind(|own| *own <= batch);
    let file = newest.map_or_else(|| format!("{folder}/metadata"), |own| format!("{second}/{own}"));
    if tree.bytes_of(&file).is_none() {
        return Ok(None);
    }
    let lines = versioned(tree, &file)?;
    json(&file, lines.lines().next().unwrap_or_default()).map(Some)
}

/// A file whose first line is its version: the lines after it.
fn versioned(tree: &Tree, file: &str) -> Result<String, SparkError> {
    let broken = |cause: String| SparkError::Log { file: file.to_owned(), cause };
    let bytes = tree.read(file)?;
    let text = str::from_utf8(&bytes).map_err(|_| broken("it is no UTF-8 text".to_owned()))?;
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if !matches!(first.trim(), "v1" | "v2") {
        // Cut first: spelled out, a line of a whole file would be several times as long.
        let found = excerpt(first.trim());
        return Err(broken(format!("its first line is `{}`: `v1` or `v2` is expected", visible(&found))));
    }
    Ok(rest.to_owned())
}

fn json<T: DeserializeOwned>(file: &str, line: &str) -> Result<T, SparkError> {
    serde_json::from_str(line).map_err(|cause| SparkError::Log {
        file: file.to_owned(),
        cause: format!("line 2: {}", visible(&cause.to_string())),
    })
}
