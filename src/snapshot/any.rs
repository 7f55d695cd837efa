//! Any snapshot or listing, by what it is.

use super::Observation;
use super::flink::{self, FlinkSnapshot};
use super::kafka::{ConsumerGroups, GroupLoad, LogDirs, SubTopology, observe_group, observe_sizes};
use super::part::{self, BadSnapshot, Part, PartName};
use super::spark::SparkCheckpoint;
use crate::plain::{excerpt, visible};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest listing that is read, in bytes: a hundred thousand partitions with several copies stay below.
const MAX_LISTING_BYTES: u64 = 128 << 20;
/// Folders and files of which one lies in every checkpoint of Spark.
const OF_SPARK: [&str; 3] = ["offsets", "commits", "state"];

/// A snapshot or listing that was read.
#[derive(Debug, Clone, PartialEq)]
pub enum Snapshot {
    /// A Flink checkpoint or savepoint.
    Flink(Box<FlinkSnapshot>),
    /// A checkpoint of Spark Structured Streaming.
    Spark(Box<SparkCheckpoint>),
    /// What `kafka-log-dirs --describe` printed.
    KafkaSizes(Box<LogDirs>),
    /// What `kafka-consumer-groups --describe` printed.
    KafkaGroups(Box<ConsumerGroups>),
}

/// What a path is by its looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looks {
    Flink,
    Spark,
    KafkaSizes,
    KafkaGroups,
}

/// What is allowed of the parts of a kind, for messages.
const ALLOWED_OF_FLINK: &str = "of a Flink snapshot only the operator can be named";
const ALLOWED_OF_SPARK: &str = "of a Spark checkpoint only the operator and the store can be named";
const ALLOWED_OF_SIZES: &str =
    "of the sizes of partitions only the topics, and the application as the operator, can be named";
const ALLOWED_OF_GROUPS: &str =
    "of consumer groups the group as the operator, the topics, and `lag` as the store can be named";

/// Whether a path is one by its looks: a folder, or a file that begins as one.
#[must_use]
pub fn is_one(path: &Path) -> bool {
    looks(path).is_some()
}

fn looks(path: &Path) -> Option<Looks> {
    if path.is_dir() {
        // A folder of neither is told of as Flink's, whose message names the folders in it that hold a snapshot.
        let spark = OF_SPARK.iter().any(|name| path.join(name).is_dir());
        return Some(if spark { Looks::Spark } else { Looks::Flink });
    }
    let head = head(path);
    if head.starts_with(&flink::MAGIC) {
        return Some(Looks::Flink);
    }
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    if [".tar", ".tar.gz", ".tgz"].iter().any(|ending| name.ends_with(ending)) {
        return Some(Looks::Spark);
    }
    of_listing(&head)
}

/// Which tool of Kafka printed a text, by its first bytes.
fn of_listing(head: &[u8]) -> Option<Looks> {
    let text = String::from_utf8_lossy(head);
    if text.contains("\"brokers\"") && text.contains("\"logDirs\"") {
        Some(Looks::KafkaSizes)
    } else if ["TOPIC", "PARTITION", "CURRENT-OFFSET", "LAG"].iter().all(|column| text.contains(column)) {
        Some(Looks::KafkaGroups)
    } else {
        None
    }
}

/// Bytes at the beginning of a file that are looked at.
const HEAD_BYTES: usize = 16 << 10;

/// The first bytes of a file; none of what cannot be read, which is told of where it is read in full, or of what is no plain
/// file: a pipe gives what it has once.
fn head(path: &Path) -> Vec<u8> {
    let mut head = Vec::new();
    if path.is_file()
        && let Ok(file) = File::open(path)
        && file.take(HEAD_BYTES as u64).read_to_end(&mut head).is_err()
    {
        head.clear();
    }
    head
}

/// Reads a snapshot or listing. Nothing outside of the path is opened, and no symbolic link is followed: neither in it, nor the
/// path itself where it is one.
///
/// # Errors
/// [`BadSnapshot`]: what is wrong, and where inside the path, which is left to the caller to tell.
pub fn open(path: &Path) -> Result<Snapshot, BadSnapshot> {
    if path.is_symlink() {
        return Err(BadSnapshot::of(&flink::LINK));
    }
    Ok(match looks(path) {
        Some(Looks::Flink) => Snapshot::Flink(Box::new(flink::open(path).map_err(|error| BadSnapshot::of(&error))?)),
        Some(Looks::Spark) => {
            Snapshot::Spark(Box::new(SparkCheckpoint::open(path).map_err(|error| BadSnapshot::of(&error))?))
        }
        Some(Looks::KafkaSizes) => sizes(&listing(path)?)?,
        Some(Looks::KafkaGroups) => groups(&listing(path)?)?,
        None if path.exists() => {
            return Err(BadSnapshot::of(
                &"is none of what can be read: a Flink _metadata file or the folder that holds it, a Spark checkpoint (folder, \
                  .tar or .tar.gz), the output of kafka-log-dirs --describe or of kafka-consumer-groups --describe",
            ));
        }
        None => return Err(BadSnapshot::of(&"there is no such file or folder")),
    })
}

/// The listing that a text is, wherever it came from; `None` where it is none of Kafka's tools.
///
/// # Errors
/// [`BadSnapshot`]: what is wrong in it.
pub fn open_listing(text: &str) -> Result<Option<Snapshot>, BadSnapshot> {
    let head = &text.as_bytes()[..text.len().min(HEAD_BYTES)];
    match of_listing(head) {
        Some(Looks::KafkaSizes) => sizes(text).map(Some),
        Some(Looks::KafkaGroups) => groups(text).map(Some),
        Some(Looks::Flink | Looks::Spark) | None => Ok(None),
    }
}

fn sizes(text: &str) -> Result<Snapshot, BadSnapshot> {
    let listing = LogDirs::parse(text).map_err(|error| BadSnapshot::of(&error))?;
    Ok(Snapshot::KafkaSizes(Box::new(listing)))
}

fn groups(text: &str) -> Result<Snapshot, BadSnapshot> {
    let listing = ConsumerGroups::parse(text).map_err(|error| BadSnapshot::of(&error))?;
    Ok(Snapshot::KafkaGroups(Box::new(listing)))
}

/// The text of a listing.
fn listing(path: &Path) -> Result<String, BadSnapshot> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_LISTING_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| BadSnapshot::of(&format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > MAX_LISTING_BYTES {
        return Err(BadSnapshot::of(&format!(
            "is larger than {MAX_LISTING_BYTES} bytes, the most that a listing may have"
        )));
    }
    String::from_utf8(bytes).map_err(|_| BadSnapshot::of(&"is not UTF-8 text"))
}

impl Snapshot {
    /// Every part that can be observed by itself, in the order of the snapshot.
    #[must_use]
    pub fn parts(&self) -> Vec<PartName> {
        match self {
            Self::Flink(snapshot) => part::of_flink(snapshot),
            Self::Spark(checkpoint) => part::of_spark(checkpoint),
            Self::KafkaSizes(listing) => part::of_sizes(listing),
            Self::KafkaGroups(listing) => part::of_groups(listing),
        }
    }

    /// One part as the simulator takes it.
    ///
    /// # Errors
    /// [`BadSnapshot`]: no such part, several where none is named, a name of what this kind does not have, or a part that
    /// contradicts itself.
    pub fn observation(&self, part: Part<'_>) -> Result<Observation, BadSnapshot> {
        self.check(part)?;
        match self {
            Self::Flink(snapshot) => snapshot.observation(part.operator).map_err(|error| BadSnapshot::of(&error)),
            Self::Spark(checkpoint) => observe_spark(checkpoint, part, &self.parts()),
            Self::KafkaSizes(listing) => {
                let only = self.only_topics(part)?;
                let app = part.operator.unwrap_or_default();
                let changelogs = if app.is_empty() { Vec::new() } else { listing.changelogs_of(app) };
                let part = SubTopology { app, topics: &only, changelogs: &changelogs };
                observe_sizes(listing, &part).map_err(|error| BadSnapshot::of(&error))
            }
            Self::KafkaGroups(listing) => {
                let (app, only) = self.only_group(part)?;
                let load = if part.store.is_some() { GroupLoad::Lag } else { GroupLoad::LogEndOffsets };
                let part = SubTopology { app: &app, topics: &only, changelogs: &[] };
                observe_group(listing, &part, load).map_err(|error| BadSnapshot::of(&error))
            }
        }
    }

    /// Refuses a name of what this kind of snapshot does not have.
    fn check(&self, part: Part<'_>) -> Result<(), BadSnapshot> {
        let (has_topics, is_store, allowed): (bool, fn(&str) -> bool, &str) = match self {
            Self::Flink(_) => (false, |_| false, ALLOWED_OF_FLINK),
            Self::Spark(_) => (false, |_| true, ALLOWED_OF_SPARK),
            Self::KafkaSizes(_) => (true, |_| false, ALLOWED_OF_SIZES),
            Self::KafkaGroups(_) => (true, |store| store == "lag", ALLOWED_OF_GROUPS),
        };
        let shown = |name: &str| visible(&excerpt(name)).into_owned();
        let store =
            part.store.filter(|store| !is_store(store)).map(|store| format!("the store {} is named", shown(store)));
        let topic =
            part.topics.first().filter(|_| !has_topics).map(|topic| format!("the topic {} is named", shown(topic)));
        store.or(topic).map_or(Ok(()), |found| Err(BadSnapshot::of(&format!("{found}: {allowed}"))))
    }

    /// The topics meant: those named, else those of the only part there is.
    fn only_topics(&self, part: Part<'_>) -> Result<Vec<String>, BadSnapshot> {
        if !part.topics.is_empty() {
            return Ok(part.topics.to_vec());
        }
        match &self.parts()[..] {
            [only] => Ok(only.topics.clone()),
            [] => Err(BadSnapshot::none_called(part.operator.unwrap_or_default(), &self.parts())),
            several => Err(BadSnapshot::several(several, "or more by their topics")),
        }
    }

    /// The consumer group meant and its topics: what is named, and of the rest what only one group has.
    fn only_group(&self, part: Part<'_>) -> Result<(String, Vec<String>), BadSnapshot> {
        const HOW: &str = "by its group, or more by their topics";
        let parts = self.parts();
        let topics: BTreeSet<&str> = part.topics.iter().map(String::as_str).collect();
        let of_topics = |own: &&PartName| own.topics.iter().all(|topic| topics.contains(topic.as_str()));
        let group = |own: &PartName| own.operator.clone().unwrap_or_default();
        match (part.operator, topics.is_empty()) {
            // The reader says what there is of what was named.
            (Some(group), false) => Ok((group.to_owned(), part.topics.to_vec())),
            (named, true) => {
                let is_of = |own: &&PartName| named.is_none_or(|named| own.operator.as_deref() == Some(named));
                let found: Vec<&PartName> = parts.iter().filter(is_of).collect();
                match (&found[..], named) {
                    ([only], _) => Ok((group(only), only.topics.clone())),
                    ([], Some(named)) => Ok((named.to_owned(), Vec::new())),
                    _ => Err(BadSnapshot::several(found, HOW)),
                }
            }
            (None, false) => {
                let mut groups: BTreeMap<String, Vec<&PartName>> = BTreeMap::new();
                for own in parts.iter().filter(of_topics) {
                    groups.entry(group(own)).or_default().push(own);
                }
                groups.retain(|_, found| found.len() == topics.len());
                match groups.len() {
                    1 => Ok((groups.into_keys().collect(), part.topics.to_vec())),
                    0 => Err(BadSnapshot::none_called(&part.topics.join(", "), &parts)),
                    _ => Err(BadSnapshot::several(groups.into_values().flatten(), HOW)),
                }
            }
        }
    }

    /// The engine whose job it is of, by its id.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Flink(_) => "flink",
            Self::Spark(_) => "spark",
            Self::KafkaSizes(_) | Self::KafkaGroups(_) => "kafka-streams",
        }
    }

    /// Everything that was read, in figures.
    #[must_use]
    pub fn json(&self) -> Value {
        let value = match self {
            Self::Flink(snapshot) => serde_json::to_value(snapshot.summary()),
            Self::Spark(checkpoint) => serde_json::to_value(checkpoint.summary()),
            Self::KafkaSizes(listing) => serde_json::to_value(listing.summary()),
            Self::KafkaGroups(listing) => serde_json::to_value(listing.summary()),
        };
        value.unwrap_or_default()
    }
}

/// A store of an operator, each of which may be left out where there is only one.
fn observe_spark(checkpoint: &SparkCheckpoint, part: Part<'_>, parts: &[PartName]) -> Result<Observation, BadSnapshot> {
    let same = |asked: Option<&str>, own: &Option<String>| asked.is_none_or(|asked| own.as_deref() == Some(asked));
    let named = |own: &&PartName| same(part.operator, &own.operator) && same(part.store, &own.store);
    let found: Vec<&PartName> = parts.iter().filter(named).collect();
    let (operator, store) = match found[..] {
        [only] => (only.operator.as_deref(), only.store.as_deref()),
        // The reader says what there is of what was named.
        [] => (part.operator, part.store.or(Some("default"))),
        _ => return Err(BadSnapshot::several(parts, "by operator and store")),
    };
    let number = operator.unwrap_or("0").parse().map_err(|_| {
        BadSnapshot::of(&format!(
            "operator {}: Spark's operators go by their number, 0 and up",
            operator.unwrap_or_default()
        ))
    })?;
    checkpoint.observation(number, store.unwrap_or_default()).map_err(|error| BadSnapshot::of(&error))
}
