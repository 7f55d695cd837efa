//! `kafka-log-dirs --describe`: one line of JSON, after two lines of text.

use super::{KafkaError, listed};
use crate::plain::{excerpt, visible};
use crate::unit::BucketCount;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Sizes of all listed partitions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogDirs {
    /// The brokers that answered.
    pub brokers: BTreeSet<i64>,
    /// The topics, by name.
    pub topics: BTreeMap<String, Topic>,
    /// Copies that are being moved to another folder of their broker (`isFuture`): not counted.
    pub future_replicas: u64,
    /// Folders that could not be read: broker, folder, error.
    pub failed: Vec<(i64, String, String)>,
}

/// One topic's partitions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Topic {
    /// The copies of each listed partition, by its number.
    pub partitions: BTreeMap<u32, Vec<Replica>>,
}

/// One copy of a partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replica {
    /// The broker that holds it.
    pub broker: i64,
    /// Its log segments, in bytes.
    pub bytes: u64,
    /// Messages that it has not copied yet.
    pub lag: i64,
}

impl Topic {
    /// The count of partitions: the largest number + 1.
    pub fn count(&self) -> u64 {
        self.partitions.keys().next_back().map_or(0, |last| u64::from(*last) + 1)
    }

    /// Bytes of a partition: the largest of its copies, which is what the leader has or had; `None` where it is not listed.
    pub fn bytes(&self, partition: u32) -> Option<u64> {
        self.partitions.get(&partition)?.iter().map(|replica| replica.bytes).max()
    }

    /// Bytes of all partitions, one copy of each; at most 2^64 - 1, and no listing that was read has more.
    pub fn all_bytes(&self) -> u64 {
        self.sum().unwrap_or(u64::MAX)
    }

    /// The same; `None` where 64 bits do not hold them.
    fn sum(&self) -> Option<u64> {
        self.partitions.keys().filter_map(|partition| self.bytes(*partition)).try_fold(0, u64::checked_add)
    }

    /// Copies of the partition that has most.
    pub fn replication(&self) -> usize {
        self.partitions.values().map(Vec::len).max().unwrap_or(0)
    }
}

#[derive(Deserialize)]
struct Listing {
    brokers: Vec<Broker>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Broker {
    broker: i64,
    #[serde(default)]
    log_dirs: Vec<LogDir>,
}

#[derive(Deserialize)]
struct LogDir {
    #[serde(default, rename = "logDir")]
    path: String,
    error: Option<String>,
    #[serde(default)]
    partitions: Vec<Partition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Partition {
    #[serde(rename = "partition")]
    name: String,
    size: i64,
    #[serde(default)]
    offset_lag: i64,
    #[serde(default)]
    is_future: bool,
}

impl LogDirs {
    /// Reads the output of the tool, with the lines of text before its JSON or without.
    ///
    /// # Errors
    /// [`KafkaError`]: no JSON, or none as the tool prints it; a topic of more than 2^64 - 1 bytes.
    pub fn parse(text: &str) -> Result<Self, KafkaError> {
        let text = text.trim_start_matches('\u{feff}');
        let (mut read, mut end, mut is_first) = (Self::default(), 0, true);
        for (before, start) in line_starts(text).enumerate() {
            if start < end || !text[start..].trim_start_matches([' ', '\t']).starts_with('{') {
                continue;
            }
            let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Listing>();
            match values.next() {
                Some(Ok(listing)) => {
                    end = start + values.byte_offset();
                    read.take(listing, before + 1)?;
                    is_first = false;
                }
                Some(Err(cause)) if is_first => {
                    let (line, column) = (before + cause.line(), cause.column());
                    let cause = visible(&excerpt(&cause.to_string())).into_owned();
                    return Err(KafkaError::Json { line, column, cause });
                }
                // What a log of the tool may print after it is left alone.
                Some(Err(_)) | None => break,
            }
        }
        if is_first {
            return Err(KafkaError::NoJson);
        }
        match read.topics.iter().find(|(_, topic)| topic.sum().is_none()) {
            Some((name, _)) => Err(KafkaError::Sum { unit: "bytes", of: format!("topic {}", visible(&excerpt(name))) }),
            None => Ok(read),
        }
    }

    /// Takes in a listing, whose brokers no other one before it has: it would count their partitions twice.
    fn take(&mut self, listing: Listing, line: usize) -> Result<(), KafkaError> {
        let known = |broker: &&Broker| self.brokers.contains(&broker.broker);
        if let Some(twice) = listing.brokers.iter().find(known) {
            return Err(KafkaError::Twice { broker: twice.broker, line });
        }
        for broker in listing.brokers {
            self.brokers.insert(broker.broker);
            for folder in broker.log_dirs {
                self.add(broker.broker, folder)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, broker: i64, folder: LogDir) -> Result<(), KafkaError> {
        // "NONE" was printed for no error up to Kafka 2.x.
        if let Some(error) = folder.error.filter(|error| !matches!(error.as_str(), "" | "NONE" | "null")) {
            self.failed.push((broker, folder.path, error));
        }
        for partition in folder.partitions {
            if partition.is_future {
                self.future_replicas += 1;
                continue;
            }
            let (topic, number) = split(&partition.name)?;
            let bytes = u64::try_from(partition.size).map_err(|_| KafkaError::Size {
                partition: visible(&excerpt(&partition.name)).into_owned(),
                found: partition.size,
            })?;
            let replica = Replica { broker, bytes, lag: partition.offset_lag };
            self.topics.entry(topic.to_owned()).or_default().partitions.entry(number).or_default().push(replica);
        }
        Ok(())
    }

    /// A topic.
    ///
    /// # Errors
    /// [`KafkaError::NoTopic`] where it is not listed.
    pub fn topic(&self, name: &str) -> Result<&Topic, KafkaError> {
        self.topics.get(name).ok_or_else(|| KafkaError::NoTopic {
            asked: visible(&excerpt(name)).into_owned(),
            known: listed(self.topics.keys().map(String::as_str)),
        })
    }

    /// Changelog topics of an application, `APP-STORE-changelog`, in order.
    pub fn changelogs_of(&self, app: &str) -> Vec<String> {
        let is_own = |name: &&String| super::tasks::store_of(app, name).is_some();
        self.topics.keys().filter(is_own).cloned().collect()
    }
}

fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1))
}

/// `topic-3`: a topic's name may hold `-` itself.
fn split(partition: &str) -> Result<(&str, u32), KafkaError> {
    let wrong =
        || KafkaError::Partition { found: visible(&excerpt(partition)).into_owned(), most: BucketCount::MAX.get() };
    let (topic, number) = partition.rsplit_once('-').filter(|(topic, _)| !topic.is_empty()).ok_or_else(wrong)?;
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|number| is_plain && *number < BucketCount::MAX.get()).ok_or_else(wrong)?;
    Ok((topic, number))
}
