//! A snapshot in place of a scenario, and which part of it is meant: `PATH#OPERATOR/STORE`, `PATH#TOPIC,TOPIC`.

use super::failure::Failure;
use super::stdin;
use crate::scenario::{Scenario, SnapshotFile};
use crate::simulate::Job;
use crate::snapshot::{self, BadSnapshot, Observation, Part, PartName, Snapshot};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A path, and what stands behind the # that follows it. A # may be part of a file's name as well.
pub(super) fn split(path: &Path) -> (PathBuf, Option<String>) {
    let whole = || (path.to_owned(), None);
    let Some(text) = path.to_str().filter(|_| !path.exists()) else { return whole() };
    if let Some(part) = text.strip_prefix("-#") {
        return (PathBuf::from("-"), Some(part.to_owned()));
    }
    let mut marks = text.match_indices('#').filter(|(at, _)| Path::new(&text[..*at]).exists());
    marks.next().map_or_else(whole, |(at, _)| (PathBuf::from(&text[..at]), Some(text[at + 1..].to_owned())))
}

/// The part that such a text names: an operator of Flink; an operator of Spark, with a store of it; topics of Kafka, with their
/// group or application before them.
pub(super) fn named(path: &Path, snapshot: &Snapshot, text: &str) -> SnapshotFile {
    let mut file = whole(path);
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    match snapshot {
        Snapshot::Flink(_) => file.operator = some(text),
        Snapshot::Spark(_) => {
            let (operator, store) = text.split_once('/').unwrap_or((text, ""));
            (file.operator, file.store) = (some(operator), some(store));
        }
        Snapshot::KafkaSizes(_) | Snapshot::KafkaGroups(_) => {
            let parts = snapshot.parts();
            let is_group = |part: &PartName| part.operator.as_deref() == Some(text);
            let is_topic = |part: &PartName| part.topics.iter().any(|topic| topic == text);
            let (group, topics) = match text.rsplit_once('/') {
                Some(pair) => pair,
                None if parts.iter().any(is_group) && !parts.iter().any(is_topic) => (text, ""),
                None => ("", text),
            };
            file.operator = some(group);
            file.topics = topics.split(',').filter_map(some).collect();
        }
    }
    file
}

/// The whole snapshot: its only part, where there is only one.
pub(super) fn whole(path: &Path) -> SnapshotFile {
    SnapshotFile { path: path.display().to_string(), operator: None, store: None, topics: Vec::new(), keys: None }
}

/// Reads what a path names, or the listing on standard input.
pub(super) fn open(path: &Path) -> Result<Snapshot, Failure> {
    let told = |error: &dyn Display| told(path, error);
    if !stdin::is_meant(path.as_os_str()) {
        return snapshot::open(path).map_err(|error| told(&error));
    }
    let listing = snapshot::open_listing(&stdin::text()?).map_err(|error| told(&error))?;
    listing.ok_or_else(|| {
        told(
            &"is no listing: standard input takes the output of kafka-log-dirs --describe or of kafka-consumer-groups --describe; a \
              snapshot of Flink or Spark is a file or a folder",
        )
    })
}

/// What a part of a snapshot tells.
pub(super) fn observe(path: &Path, snapshot: &Snapshot, file: &SnapshotFile) -> Result<Observation, Failure> {
    let part = Part { operator: file.operator.as_deref(), store: file.store.as_deref(), topics: &file.topics };
    snapshot.observation(part).map_err(|error: BadSnapshot| {
        // Where it lists what there is, it is told how one is named.
        let is_choice = error.message.contains('\n');
        let how = if is_choice { format!("\n  {}", how(&path.display(), snapshot)) } else { String::new() };
        told(path, &format!("{error}{how}"))
    })
}

/// How a part is named.
pub(super) fn how(path: &impl Display, snapshot: &Snapshot) -> String {
    match snapshot {
        Snapshot::Flink(_) => {
            format!(
                "Name one by its id, uid or name: {path}#OPERATOR in every command, or --operator OPERATOR in inspect"
            )
        }
        Snapshot::Spark(_) => format!(
            "Name one as {path}#OPERATOR/STORE in every command, or with --operator OPERATOR and --store STORE in inspect; \
             OPERATOR is its number"
        ),
        Snapshot::KafkaSizes(_) => format!(
            "Name one as {path}#TOPIC in every command, or with --topic TOPIC in inspect; several that one sub-topology reads as \
             #TOPIC,TOPIC; with #APPLICATION/TOPIC the changelogs of the application tell the state"
        ),
        Snapshot::KafkaGroups(_) => format!(
            "Name one as {path}#TOPIC or {path}#GROUP/TOPIC in every command, or with --topic TOPIC and --group GROUP in inspect; \
             several topics that one sub-topology reads as #TOPIC,TOPIC"
        ),
    }
}

/// A message about the snapshot.
pub(super) fn told(path: &Path, error: &dyn Display) -> Failure {
    Failure::Told(format!("{}: {error}", path.display()))
}

/// The scenario of a snapshot or listing that is named in place of one; `None` where there is none.
pub(super) fn scenario(path: &Path) -> Result<Option<(Scenario, Job)>, Failure> {
    let (path, text) = split(path);
    if !snapshot::is_one(&path) {
        return Ok(None);
    }
    let snapshot = open(&path)?;
    of_snapshot(&path, &snapshot, text.as_deref()).map(Some)
}

/// The scenario of a snapshot that was read, or of the part of it that is named.
pub(super) fn of_snapshot(path: &Path, snapshot: &Snapshot, text: Option<&str>) -> Result<(Scenario, Job), Failure> {
    let file = text.map_or_else(|| whole(path), |text| named(path, snapshot, text));
    let observation = observe(path, snapshot, &file)?;
    let scenario = Scenario::observed(&observation, file, &[]);
    let job = scenario.job_of(observation.keys()).map_err(|error| told(path, &error))?;
    Ok((scenario, job))
}
