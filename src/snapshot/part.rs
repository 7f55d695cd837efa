//! Parts of a snapshot: a snapshot of a whole job holds the buckets of several operators.

use super::flink;
use super::kafka::{ConsumerGroups, LogDirs};
use super::spark::SparkCheckpoint;
use crate::numerals::{bytes, counted, grouped};
use crate::plain::{excerpt, visible};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Which part of a snapshot is meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Part<'a> {
    /// The operator: by id, uid or name (Flink), by its number (Spark); the application or consumer group (Kafka). `None` = the
    /// only one.
    pub operator: Option<&'a str>,
    /// The store of the operator (Spark); `lag` for the messages still to be read in place of all (Kafka groups). `None` = the
    /// only one. Nothing else has stores.
    pub store: Option<&'a str>,
    /// The topics that one sub-topology reads (Kafka); empty = the only one.
    pub topics: &'a [String],
}

/// A part of a snapshot that can be observed by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartName {
    /// The operator, as it is chosen by.
    pub operator: Option<String>,
    /// The store, as it is chosen by.
    pub store: Option<String>,
    /// The topics.
    pub topics: Vec<String>,
    /// What it is called.
    pub name: String,
    /// Its width, bucket count and size, in words.
    pub detail: String,
}

/// What cannot be read, or is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BadSnapshot {
    /// What was found and what is allowed.
    pub message: String,
}

impl BadSnapshot {
    /// The same error, as any reader tells it.
    pub(super) fn of(error: &dyn Display) -> Self {
        Self { message: error.to_string() }
    }

    /// Several parts where one must be named.
    pub(super) fn several<'a>(parts: impl IntoIterator<Item = &'a PartName>, how: &str) -> Self {
        let parts: Vec<&PartName> = parts.into_iter().collect();
        Self { message: format!("{} parts keep state by key; name one {how}:\n{}", parts.len(), lines(&parts)) }
    }

    /// A name that no part has.
    pub(super) fn none_called(asked: &str, parts: &[PartName]) -> Self {
        if parts.is_empty() {
            return Self { message: "holds no part that keeps state by key".to_owned() };
        }
        Self {
            message: format!(
                "nothing in it is called {}; there are:\n{}",
                visible(&excerpt(asked)),
                lines(&parts.iter().collect::<Vec<_>>())
            ),
        }
    }
}

/// A line each.
fn lines(parts: &[&PartName]) -> String {
    const SHOWN: usize = 20;
    let lines: Vec<String> = parts.iter().take(SHOWN).map(|part| format!("  {}: {}", part.name, part.detail)).collect();
    let more = parts.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    format!("{}{rest}", lines.join("\n"))
}

/// Operators with keyed state.
pub(super) fn of_flink(snapshot: &flink::FlinkSnapshot) -> Vec<PartName> {
    let part = |operator: &flink::Operator| PartName {
        operator: Some(operator.id.clone()),
        store: None,
        topics: Vec::new(),
        name: visible(&excerpt(operator.called())).into_owned(),
        detail: format!(
            "{} key groups, parallelism {}, {}",
            grouped(operator.max_parallelism.into()),
            grouped(operator.parallelism.into()),
            bytes(operator.keyed_state_bytes())
        ),
    };
    snapshot.keyed_operators().map(part).collect()
}

/// Stores of stateful operators.
pub(super) fn of_spark(checkpoint: &SparkCheckpoint) -> Vec<PartName> {
    let stores =
        checkpoint.operators.iter().flat_map(|operator| operator.stores.iter().map(move |store| (operator, store)));
    let part = |(operator, store): (&super::spark::Operator, &super::spark::Store)| {
        let name = operator.name.as_deref().unwrap_or("operator");
        let partitions = counted(u64::from(operator.partitions.get()), "partition", "partitions");
        let size: u64 = store.parts.iter().map(|part| part.load_bytes).fold(0, u64::saturating_add);
        let rows = store.rows().map_or_else(String::new, |rows| format!(", {}", counted(rows, "row", "rows")));
        PartName {
            operator: Some(operator.id.to_string()),
            store: Some(store.name.clone()),
            topics: Vec::new(),
            name: format!("{} {}, store {}", visible(&excerpt(name)), operator.id, visible(&excerpt(&store.name))),
            detail: format!("{partitions}{rows}, {}", bytes(size)),
        }
    };
    stores.map(part).collect()
}

/// Topics by their sizes; those of Kafka itself and changelogs are no input.
pub(super) fn of_sizes(listing: &LogDirs) -> Vec<PartName> {
    let inputs = listing.topics.iter().filter(|(name, _)| !name.starts_with("__") && !name.ends_with("-changelog"));
    let part = |(name, topic): (&String, &super::kafka::Topic)| PartName {
        operator: None,
        store: None,
        topics: vec![name.clone()],
        name: format!("topic {}", visible(&excerpt(name))),
        detail: format!("{}, {}", counted(topic.count(), "partition", "partitions"), bytes(topic.all_bytes())),
    };
    inputs.map(part).collect()
}

/// Topics of each consumer group, in the order of the listing.
pub(super) fn of_groups(listing: &ConsumerGroups) -> Vec<PartName> {
    let mut parts: Vec<PartName> = Vec::new();
    for (group, rows) in listing.groups() {
        // By topic: its place in the listing, and its partitions.
        let mut topics: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for (topic, _) in rows.iter().filter_map(|row| row.partition.as_ref()) {
            let next = topics.len();
            topics.entry(topic).or_insert((next, 0)).1 += 1;
        }
        let mut topics: Vec<_> = topics.into_iter().collect();
        topics.sort_unstable_by_key(|(_, (place, _))| *place);
        parts.extend(topics.into_iter().map(|(topic, (_, partitions))| PartName {
            operator: Some(group.to_owned()),
            store: None,
            topics: vec![topic.to_owned()],
            name: format!("group {}, topic {}", visible(&excerpt(group)), visible(&excerpt(topic))),
            detail: counted(partitions, "partition", "partitions"),
        }));
    }
    parts
}
