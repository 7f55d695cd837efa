//! Sums per task of a sub-topology.

use super::{KafkaError, LogDirs, Topic};
use crate::unit::BucketCount;

/// The store of a changelog topic of this application; `None` where it is none.
pub(super) fn store_of<'a>(app: &str, topic: &'a str) -> Option<&'a str> {
    let store = topic.strip_prefix(app)?.strip_prefix('-')?.strip_suffix("-changelog")?;
    if store.is_empty() { None } else { Some(store) }
}

/// What a task's partitions come to.
pub(super) struct Sums {
    pub(super) of_task: Vec<u64>,
    /// Partitions below their topic's count that the listing does not have, or has without a number.
    pub(super) unknown: Vec<String>,
}

/// Adds up, over topics, what `of` says of each partition. A topic with fewer partitions gives nothing to the higher tasks.
pub(super) fn sums<'a>(
    tasks: BucketCount,
    topics: impl Iterator<Item = (&'a str, u64)>,
    of: impl Fn(&str, u32) -> Option<u64>,
) -> Sums {
    let mut sums = Sums { of_task: vec![0; tasks.len()], unknown: Vec::new() };
    for (topic, partitions) in topics {
        for (task, sum) in tasks.range().zip(&mut sums.of_task).take_while(|(task, _)| u64::from(*task) < partitions) {
            match of(topic, task) {
                Some(own) => *sum = sum.saturating_add(own),
                None => sums.unknown.push(format!("{}-{task}", crate::plain::visible(topic))),
            }
        }
    }
    sums
}

/// State of each task: the bytes of its changelog partitions. `None` where no changelog was named.
pub(super) struct State {
    pub(super) bytes: Option<Vec<u64>>,
    pub(super) unknown: Vec<String>,
    /// Changelogs with another count than there are tasks, and that count.
    pub(super) misfits: Vec<(String, u64)>,
    /// Copies of a changelog partition, the most of any.
    pub(super) replication: usize,
}

/// # Errors
/// [`KafkaError::NoTopic`] where a named changelog is not listed.
pub(super) fn state(
    log_dirs: Option<&LogDirs>,
    changelogs: &[String],
    tasks: BucketCount,
) -> Result<State, KafkaError> {
    let nothing = State { bytes: None, unknown: Vec::new(), misfits: Vec::new(), replication: 0 };
    let Some(log_dirs) = log_dirs.filter(|_| !changelogs.is_empty()) else { return Ok(nothing) };
    let named: Vec<(&str, &Topic)> =
        changelogs.iter().map(|name| Ok((name.as_str(), log_dirs.topic(name)?))).collect::<Result<_, KafkaError>>()?;
    let counts = named.iter().map(|(name, topic)| (*name, topic.count()));
    let sums = sums(tasks, counts.clone(), |topic, partition| log_dirs.topics.get(topic)?.bytes(partition));
    Ok(State {
        bytes: Some(sums.of_task),
        unknown: sums.unknown,
        misfits: counts
            .filter(|(_, count)| *count != u64::from(tasks.get()))
            .map(|(name, count)| (name.to_owned(), count))
            .collect(),
        replication: named.iter().map(|(_, topic)| topic.replication()).max().unwrap_or(0),
    })
}
