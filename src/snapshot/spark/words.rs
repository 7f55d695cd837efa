//! A checkpoint in words, and as data for other programs.

use super::observe::told;
use super::{Operator, Provider, SparkCheckpoint, Store, StorePart};
use crate::numerals::{bytes, counted, grouped};
use crate::plain::{excerpt, visible};
use serde::Serialize;
use std::fmt::Write;

/// Partitions that the text lists one by one.
const LISTED: usize = 32;

/// A checkpoint as data: names in snake case, units last.
#[derive(Debug, Serialize)]
pub struct SparkSummary<'a> {
    kind: &'static str,
    name: &'a str,
    last_committed_batch: Option<u64>,
    last_planned_batch: Option<u64>,
    state_version: u64,
    partitions: Option<u32>,
    provider: &'a Provider,
    codec: &'a str,
    operators: Vec<OperatorSummary<'a>>,
    cautions: Vec<String>,
}

#[derive(Debug, Serialize)]
struct OperatorSummary<'a> {
    id: u64,
    name: Option<&'a str>,
    partitions: u32,
    recorded_partitions: Option<u64>,
    partition_folders: u64,
    stores: Vec<StoreSummary<'a>>,
}

#[derive(Debug, Serialize)]
struct StoreSummary<'a> {
    name: &'a str,
    rows: Option<u64>,
    load_files: u64,
    load_bytes: u64,
    files: u64,
    bytes: u64,
    partitions: Vec<PartSummary<'a>>,
}

#[derive(Debug, Serialize)]
struct PartSummary<'a> {
    partition: u32,
    #[serde(flatten)]
    part: &'a StorePart,
}

impl SparkCheckpoint {
    /// The checkpoint as data, for `--format json`.
    #[must_use]
    pub fn summary(&self) -> SparkSummary<'_> {
        SparkSummary {
            kind: "spark-checkpoint",
            name: &self.name,
            last_committed_batch: self.committed_batch,
            last_planned_batch: self.planned_batch,
            state_version: self.state_version,
            partitions: self.partitions.map(Into::into),
            provider: &self.provider,
            codec: self.codec.name(),
            operators: self.operators.iter().map(operator).collect(),
            cautions: self.traps.iter().map(super::Trap::sentence).collect(),
        }
    }
}

fn operator(operator: &Operator) -> OperatorSummary<'_> {
    OperatorSummary {
        id: operator.id,
        name: operator.name.as_deref(),
        partitions: operator.partitions.get(),
        recorded_partitions: operator.recorded_partitions,
        partition_folders: operator.folders,
        stores: operator.stores.iter().map(|store| summary(store, operator)).collect(),
    }
}

fn summary<'a>(store: &'a Store, operator: &Operator) -> StoreSummary<'a> {
    let sum = |of: fn(&StorePart) -> u64| store.parts.iter().fold(0u64, |sum, part| sum.saturating_add(of(part)));
    let numbered = operator.partitions.range().zip(&store.parts);
    StoreSummary {
        name: &store.name,
        rows: store.rows(),
        load_files: sum(|part| part.load_files),
        load_bytes: sum(|part| part.load_bytes),
        files: sum(|part| part.files),
        bytes: sum(|part| part.bytes),
        partitions: numbered.map(|(partition, part)| PartSummary { partition, part }).collect(),
    }
}

impl Store {
    /// Rows of all partitions, where every one is known.
    #[must_use]
    pub fn rows(&self) -> Option<u64> {
        let rows: Option<Vec<u64>> = self.parts.iter().map(|part| part.rows.exact()).collect();
        Some(rows?.into_iter().fold(0, u64::saturating_add))
    }
}

/// The checkpoint in words.
#[must_use]
pub fn text(checkpoint: &SparkCheckpoint) -> String {
    let mut text = format!("Spark checkpoint {}\n", visible(&checkpoint.name));
    let batch = |batch: Option<u64>| batch.map_or_else(|| "none".to_owned(), |batch| batch.to_string());
    let count =
        checkpoint.partitions.map_or_else(|| "not recorded".to_owned(), |count| grouped(u64::from(count.get())));
    let committed = batch(checkpoint.committed_batch);
    line(&mut text, 1, &format!("last committed batch: {committed} (state version {})", checkpoint.state_version));
    line(&mut text, 1, &format!("last planned batch: {}", batch(checkpoint.planned_batch)));
    line(&mut text, 1, &format!("state partitions: {count}"));
    let codec = visible(checkpoint.codec.name());
    line(&mut text, 1, &format!("state store: {}, packed with {}", checkpoint.provider.name(), excerpt(&codec)));
    for operator in &checkpoint.operators {
        let partitions = counted(u64::from(operator.partitions.get()), "partition", "partitions");
        line(&mut text, 1, &format!("{}: {partitions}", told(operator)));
        for store in &operator.stores {
            store_lines(&mut text, store);
        }
    }
    if !checkpoint.traps.is_empty() {
        text.push_str("Before trusting the figures:\n");
        for trap in &checkpoint.traps {
            line(&mut text, 1, &trap.sentence());
        }
    }
    text
}

fn store_lines(text: &mut String, store: &Store) {
    let rows = store.rows().map_or_else(|| "rows not known exactly".to_owned(), |rows| counted(rows, "row", "rows"));
    let load: u64 = store.parts.iter().fold(0, |sum, part| sum.saturating_add(part.load_bytes));
    line(text, 2, &format!("store {}: {rows}; a load reads {}", visible(&store.name), bytes(load)));
    for (partition, part) in store.parts.iter().take(LISTED).enumerate() {
        let rows = match part.rows.bounds() {
            Some((least, most)) if least == most => counted(most, "row", "rows"),
            Some((least, most)) => format!("{} to {} rows", grouped(least), grouped(most)),
            None => "rows not known".to_owned(),
        };
        let files = counted(part.load_files, "file", "files");
        line(text, 3, &format!("partition {partition}: {rows}, {files}, {}", bytes(part.load_bytes)));
    }
    if store.parts.len() > LISTED {
        line(
            text,
            3,
            &format!("… and {} more", counted((store.parts.len() - LISTED) as u64, "partition", "partitions")),
        );
    }
}

/// One line, indented by two spaces a level.
fn line(text: &mut String, level: usize, words: &str) {
    let _ = writeln!(text, "{:width$}{words}", "", width = level * 2);
}
