//! Listings in words, and as data for other programs.

use super::{ConsumerGroups, LogDirs};
use crate::numerals::{bytes, counted, grouped};
use crate::plain::visible;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Sizes as data: names in snake case, units last.
#[derive(Debug, Serialize)]
pub struct LogDirsSummary<'a> {
    kind: &'static str,
    brokers: &'a BTreeSet<i64>,
    topics: Vec<TopicSummary<'a>>,
    cautions: Vec<String>,
}

#[derive(Debug, Serialize)]
struct TopicSummary<'a> {
    name: &'a str,
    partitions: u64,
    replicas: usize,
    bytes: u64,
    /// By partition, those that are listed.
    partition_bytes: BTreeMap<u32, u64>,
}

/// Groups as data: names in snake case, units last.
#[derive(Debug, Serialize)]
pub struct GroupsSummary<'a> {
    kind: &'static str,
    groups: Vec<GroupSummary<'a>>,
    notes: &'a [String],
}

#[derive(Debug, Serialize)]
struct GroupSummary<'a> {
    name: &'a str,
    is_active: bool,
    consumers: usize,
    topics: Vec<GroupTopic<'a>>,
}

#[derive(Debug, Serialize)]
struct GroupTopic<'a> {
    name: &'a str,
    /// Partitions that are listed.
    partitions: u64,
    lag_messages: u64,
    log_end_offsets: u64,
}

impl LogDirs {
    /// The sizes as data, for `--format json`.
    #[must_use]
    pub fn summary(&self) -> LogDirsSummary<'_> {
        let topics = self.topics.iter().map(|(name, topic)| TopicSummary {
            name,
            partitions: topic.count(),
            replicas: topic.replication(),
            bytes: topic.all_bytes(),
            partition_bytes: topic.partitions.keys().filter_map(|own| Some((*own, topic.bytes(*own)?))).collect(),
        });
        LogDirsSummary {
            kind: "kafka-log-dirs",
            brokers: &self.brokers,
            topics: topics.collect(),
            cautions: self.cautions(),
        }
    }
}

impl ConsumerGroups {
    /// The groups as data, for `--format json`.
    #[must_use]
    pub fn summary(&self) -> GroupsSummary<'_> {
        let groups = self.groups().into_iter().map(|(name, rows)| {
            let consumers: BTreeSet<&str> = rows.iter().filter_map(|row| row.consumer.as_deref()).collect();
            let mut topics: BTreeMap<&str, GroupTopic<'_>> = BTreeMap::new();
            for row in rows {
                let Some((topic, _)) = &row.partition else { continue };
                let own = topics.entry(topic).or_insert_with(|| GroupTopic {
                    name: topic,
                    partitions: 0,
                    lag_messages: 0,
                    log_end_offsets: 0,
                });
                own.partitions += 1;
                own.lag_messages = own.lag_messages.saturating_add(row.behind());
                own.log_end_offsets = own.log_end_offsets.saturating_add(row.log_end_offset.unwrap_or(0));
            }
            GroupSummary {
                name,
                is_active: !self.inactive.contains(name),
                consumers: consumers.len(),
                topics: topics.into_values().collect(),
            }
        });
        GroupsSummary { kind: "kafka-consumer-groups", groups: groups.collect(), notes: &self.notes }
    }
}

/// Sizes in words.
#[must_use]
pub fn log_dirs_text(log_dirs: &LogDirs) -> String {
    let brokers: Vec<String> = log_dirs.brokers.iter().map(i64::to_string).collect();
    let mut text = format!("Kafka log directories of brokers {}\n", brokers.join(", "));
    for (name, topic) in &log_dirs.topics {
        let partitions = counted(topic.count(), "partition", "partitions");
        let copies = counted(topic.replication() as u64, "copy", "copies");
        let largest = topic.partitions.keys().filter_map(|number| topic.bytes(*number)).max().unwrap_or(0);
        let _ = writeln!(
            text,
            "  {}: {partitions} in {copies}, {} a copy, the largest partition {}",
            visible(name),
            bytes(topic.all_bytes()),
            bytes(largest)
        );
    }
    told(text, &log_dirs.cautions())
}

/// Groups in words.
#[must_use]
pub fn groups_text(groups: &ConsumerGroups) -> String {
    let mut text = "Kafka consumer groups\n".to_owned();
    for group in groups.summary().groups {
        let consumers = match (group.is_active, group.consumers) {
            (false, _) => "no active consumer".to_owned(),
            (true, count) => counted(count as u64, "consumer", "consumers"),
        };
        let _ = writeln!(text, "  {}: {consumers}", visible(group.name));
        for topic in group.topics {
            let _ = writeln!(
                text,
                "    {}: {} listed, {} still to be read of {} ever written",
                visible(topic.name),
                counted(topic.partitions, "partition", "partitions"),
                counted(topic.lag_messages, "message", "messages"),
                grouped(topic.log_end_offsets)
            );
        }
    }
    told(text, &groups.notes)
}

fn told(mut text: String, cautions: &[String]) -> String {
    if !cautions.is_empty() {
        text.push_str("Before trusting the figures:\n");
        for caution in cautions {
            let _ = writeln!(text, "  {caution}");
        }
    }
    text
}
