//! From listings to what was observed of an application.

use super::groups::TWICE;
use super::tasks::{State, Unknown, state, store_of, sums};
use super::{ConsumerGroups, GroupRow, KafkaError, LogDirs, listed};
use crate::engine::{Engine, KafkaStreamsOptions};
use crate::keys::{Counted, LoadUnit};
use crate::numerals::{counted, grouped};
use crate::plain::visible;
use crate::snapshot::{Fact, Observation};
use crate::unit::{BucketCount, WorkerCount, WorkerId};
use std::collections::{BTreeMap, BTreeSet};

/// The part of an application whose tasks are looked at.
#[derive(Debug, Clone, Copy)]
pub struct SubTopology<'a> {
    /// `application.id`; it is the consumer group as well.
    pub app: &'a str,
    /// Its source topics, repartition topics included: what a task reads partition by partition.
    pub topics: &'a [String],
    /// The changelog topics of its stores, as [`LogDirs::changelogs_of`] lists those of the whole application.
    pub changelogs: &'a [String],
}

/// What a group's listing is to give as the load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupLoad {
    /// Messages still to be read.
    Lag,
    /// Messages that were ever written: the log-end offsets.
    LogEndOffsets,
}

/// The tasks of a sub-topology by the bytes of their partitions. Owners are not known.
///
/// # Errors
/// [`KafkaError`]: no topic was named, one is not listed, or there are more tasks than are simulated.
pub fn observe_sizes(log_dirs: &LogDirs, part: &SubTopology<'_>) -> Result<Observation, KafkaError> {
    let mut counts = Vec::new();
    for name in each_once(part.topics) {
        counts.push((name, log_dirs.topic(name)?.count()));
    }
    let tasks = tasks(&counts)?;
    let load = sums(tasks, counts.iter().copied(), "bytes", |topic, task| log_dirs.topics.get(topic)?.bytes(task))?;
    let state = state(log_dirs, part.changelogs, tasks)?;
    let mut cautions = state_cautions(&state, tasks);
    if load.unknown.count > 0 {
        cautions.insert(0, not_listed(&load.unknown));
    }
    cautions.extend(log_dirs.cautions());
    let mut facts = facts(part, &counts, tasks);
    let brokers = log_dirs.brokers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    facts.push(fact("Brokers asked", brokers));
    facts.push(fact("Bytes of a partition", "the largest of its copies, as its leader has it".to_owned()));
    Ok(Observation {
        name: called("bytes", part),
        engine: engine(part, state.replication),
        buckets: tasks,
        workers: None,
        counted: Counted {
            buckets: tasks,
            keys: None,
            load: load.of_task,
            unit: LoadUnit::Bytes,
            state_bytes: state.bytes,
            recorded: None,
        },
        estimate: None,
        owners: None,
        facts,
        cautions,
    })
}

/// The tasks of a sub-topology by where their group stands, with who owns them. Nothing tells of their state, so changelogs are
/// not looked at.
///
/// Each consumer of the group is a worker: a stream thread has one. A consumer that owns no partition counts as well.
///
/// # Errors
/// [`KafkaError`]: the group or a topic is not listed, no topic was named, or there are more tasks than are simulated.
pub fn observe_group(
    groups: &ConsumerGroups,
    part: &SubTopology<'_>,
    load: GroupLoad,
) -> Result<Observation, KafkaError> {
    let mut all = groups.groups();
    let Some(own) = all.remove(part.app) else {
        let asked = visible(part.app).into_owned();
        return Err(KafkaError::NoGroup { asked, known: listed(all.into_keys()) });
    };
    let rows: BTreeMap<(&str, u32), &GroupRow> = own
        .iter()
        .copied()
        .filter_map(|row| row.partition.as_ref().map(|(topic, number)| ((topic.as_str(), *number), row)))
        .collect();
    let mut counts = Vec::new();
    for name in each_once(part.topics) {
        let last = rows.range((name, 0)..=(name, u32::MAX)).next_back();
        let count = last.map(|((_, last), _)| u64::from(*last) + 1).ok_or_else(|| {
            let known: BTreeSet<&str> = rows.keys().map(|(topic, _)| *topic).collect();
            KafkaError::NoTopic { asked: visible(name).into_owned(), known: listed(known.into_iter()) }
        })?;
        counts.push((name, count));
    }
    let tasks = tasks(&counts)?;
    let of = |topic: &str, task: u32| {
        let row = rows.get(&(topic, task))?;
        match load {
            GroupLoad::Lag => row.lag.map(|lag| u64::try_from(lag).unwrap_or(0)),
            GroupLoad::LogEndOffsets => row.log_end_offset,
        }
    };
    let summed = sums(tasks, counts.iter().copied(), "messages", of)?;
    let consumers: BTreeSet<&str> = own.iter().filter_map(|row| row.consumer.as_deref()).collect();
    let owners = owners(&rows, &counts, tasks, &consumers);
    let mut cautions = group_cautions(groups, part, &owners, &rows, load);
    if summed.unknown.count > 0 {
        cautions.push(not_listed(&summed.unknown));
    }
    cautions.push(
        "The listing of a group has only partitions that it owns or has read from: the topics may have more."
            .to_owned(),
    );
    let mut facts = facts(part, &counts, tasks);
    facts.push(fact("Consumers", grouped(consumers.len() as u64)));
    facts.push(fact("Load", load.words().to_owned()));
    Ok(Observation {
        name: called(load.word(), part),
        engine: engine(part, 0),
        buckets: tasks,
        workers: WorkerCount::new(consumers.len() as u64).ok(),
        counted: Counted {
            buckets: tasks,
            keys: None,
            load: summed.of_task,
            unit: LoadUnit::Messages,
            state_bytes: None,
            recorded: None,
        },
        estimate: None,
        owners: owners.ok(),
        facts,
        cautions,
    })
}

/// The topics in their order, one that is named twice once.
fn each_once(topics: &[String]) -> impl Iterator<Item = &str> {
    let mut seen = BTreeSet::new();
    topics.iter().map(String::as_str).filter(move |topic| seen.insert(*topic))
}

/// `bytes of clicks`, with the application where it is known.
fn called(load: &str, part: &SubTopology<'_>) -> String {
    let topics = listed(each_once(part.topics));
    if part.app.is_empty() {
        format!("{load} of {topics}")
    } else {
        format!("{load} of {topics} in {}", visible(part.app))
    }
}

impl GroupLoad {
    const fn word(self) -> &'static str {
        match self {
            Self::Lag => "lag",
            Self::LogEndOffsets => "messages",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Lag => "messages still to be read (LAG)",
            Self::LogEndOffsets => {
                "messages ever written (LOG-END-OFFSET), deleted ones and transaction marks included"
            }
        }
    }
}

fn tasks(counts: &[(&str, u64)]) -> Result<BucketCount, KafkaError> {
    let most = counts.iter().map(|(_, count)| *count).max().ok_or(KafkaError::NoTopics)?;
    Ok(BucketCount::new(most)?)
}

/// Why nobody can be named as the owner of each task.
enum NoOwners {
    /// The first task without one.
    Nobody(u32),
    /// The first task whose partitions have different ones.
    Several(u32),
}

/// The owner of each task: the place of its consumer among all of the group, by id.
fn owners(
    rows: &BTreeMap<(&str, u32), &GroupRow>,
    counts: &[(&str, u64)],
    tasks: BucketCount,
    consumers: &BTreeSet<&str>,
) -> Result<Vec<WorkerId>, NoOwners> {
    let numbers: BTreeMap<&str, u32> = consumers.iter().copied().zip(0..).collect();
    let owner = |task: u32| {
        let own: BTreeSet<Option<u32>> = counts
            .iter()
            .filter(|(_, count)| u64::from(task) < *count)
            .map(|(topic, _)| numbers.get(rows.get(&(*topic, task))?.consumer.as_deref()?).copied())
            .collect();
        match own.first() {
            Some(Some(one)) if own.len() == 1 => Ok(WorkerId(*one)),
            Some(Some(_)) => Err(NoOwners::Several(task)),
            _ => Err(NoOwners::Nobody(task)),
        }
    };
    tasks.range().map(owner).collect()
}

fn group_cautions(
    groups: &ConsumerGroups,
    part: &SubTopology<'_>,
    owners: &Result<Vec<WorkerId>, NoOwners>,
    rows: &BTreeMap<(&str, u32), &GroupRow>,
    load: GroupLoad,
) -> Vec<String> {
    let mut cautions = Vec::new();
    if groups.inactive.contains(part.app) {
        cautions.push(format!("The group {} has no active member: nobody owns its partitions.", visible(part.app)));
    } else if let Err(NoOwners::Nobody(task)) = owners {
        cautions.push(format!("Nobody owns all partitions of task {task}: owners are left out."));
    }
    if let Err(NoOwners::Several(task)) = owners {
        cautions.push(format!(
            "The partitions of task {task} have different owners, which tasks of Kafka Streams never have: the topics are of more \
             than one sub-topology, or this is another kind of group. Owners are left out."
        ));
    }
    let below = rows.values().filter(|row| row.lag.is_some_and(|lag| lag < 0)).count() as u64;
    if below > 0 && load == GroupLoad::Lag {
        cautions.push(format!(
            "{} a lag below 0, taken as 0: the topic was made anew or cut back.",
            counted(below, "partition has", "partitions have")
        ));
    }
    cautions.extend(
        groups
            .notes
            .iter()
            .filter(|note| note.starts_with("Error:") || note.contains("rebalancing") || note.starts_with(TWICE))
            .cloned(),
    );
    cautions
}

fn state_cautions(state: &State, tasks: BucketCount) -> Vec<String> {
    let mut cautions: Vec<String> = state
        .misfits
        .iter()
        .map(|(name, found)| {
            format!(
                "The changelog {} has {} and there are {}: Kafka Streams does not start so, and its bytes per task are not right.",
                visible(name),
                counted(*found, "partition", "partitions"),
                counted(u64::from(tasks.get()), "task", "tasks")
            )
        })
        .collect();
    if state.unknown.count > 0 {
        cautions.push(not_listed(&state.unknown));
    }
    cautions
}

fn not_listed(unknown: &Unknown) -> String {
    let names = listed(unknown.first.iter().map(String::as_str));
    let count = counted(unknown.count, "partition", "partitions");
    format!("Taken as 0: {count} that the listing leaves out or has no number for: {names}.")
}

impl LogDirs {
    /// What to know before trusting the sizes.
    pub(super) fn cautions(&self) -> Vec<String> {
        let mut cautions: Vec<String> = self
            .failed
            .iter()
            .map(|(broker, folder, error)| {
                let (folder, error) = (visible(folder), visible(error));
                format!("Broker {broker} could not read its folder {folder} ({error}): what lies there is missing.")
            })
            .collect();
        if self.future_replicas > 0 {
            cautions.push(format!(
                "{} being moved to another folder: the half-made copies are not counted.",
                counted(self.future_replicas, "partition is", "partitions are")
            ));
        }
        cautions
    }
}

/// The engine with what is known of its options; 0 copies of a changelog partition where nothing tells them.
fn engine(part: &SubTopology<'_>, replication: usize) -> Engine {
    let usual = KafkaStreamsOptions::default();
    let fits = |text: &&str| (1..=100).contains(&text.len());
    let store = part.changelogs.iter().find_map(|topic| store_of(part.app, topic)).filter(fits);
    Engine::KafkaStreams(KafkaStreamsOptions {
        stores: u32::try_from(part.changelogs.len()).unwrap_or(u32::MAX).clamp(1, 1000),
        replication: match u32::try_from(replication) {
            Ok(copies @ 1..=100) => copies,
            _ => usual.replication,
        },
        app: Some(part.app).filter(fits).map_or(usual.app.clone(), str::to_owned),
        store_name: store.map_or(usual.store_name.clone(), str::to_owned),
        ..usual
    })
}

fn facts(part: &SubTopology<'_>, counts: &[(&str, u64)], tasks: BucketCount) -> Vec<Fact> {
    let told =
        |(name, count): &(&str, u64)| format!("{} ({})", visible(name), counted(*count, "partition", "partitions"));
    let topics: Vec<String> = counts.iter().map(told).collect();
    let mut facts = vec![
        fact("Source topics", topics.join(", ")),
        fact("Tasks", format!("{}, as the widest topic has partitions", grouped(u64::from(tasks.get())))),
    ];
    if !part.app.is_empty() {
        facts.insert(0, fact("Application", visible(part.app).into_owned()));
    }
    if !part.changelogs.is_empty() {
        facts.push(fact("Changelog topics", listed(part.changelogs.iter().map(String::as_str))));
    }
    facts
}

fn fact(name: &str, value: String) -> Fact {
    Fact { name: name.to_owned(), value }
}
