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
    pub(super) unknown: Unknown,
}

/// Partitions below their topic's count that the listing does not have, or has without a number. A topic may lack a million.
#[derive(Default)]
pub(super) struct Unknown {
    /// How many there are.
    pub(super) count: u64,
    /// The names of the first few.
    pub(super) first: Vec<String>,
}

impl Unknown {
    fn add(&mut self, topic: &str, partition: u32) {
        self.count += 1;
        // One more than a message lists, which then says that there are more.
        if self.first.len() <= super::SHOWN {
            self.first.push(format!("{topic}-{partition}"));
        }
    }
}

/// Adds up, over topics, what `of` says of each partition. A topic with fewer partitions gives nothing to the higher tasks.
///
/// # Errors
/// [`KafkaError::Overflow`], in `unit`.
pub(super) fn sums<'a>(
    tasks: BucketCount,
    topics: impl Iterator<Item = (&'a str, u64)>,
    unit: &'static str,
    of: impl Fn(&str, u32) -> Option<u64>,
) -> Result<Sums, KafkaError> {
    let mut sums = Sums { of_task: vec![0; tasks.len()], unknown: Unknown::default() };
    for (topic, partitions) in topics {
        for (task, sum) in tasks.range().zip(&mut sums.of_task).take_while(|(task, _)| u64::from(*task) < partitions) {
            match of(topic, task) {
                Some(own) => *sum = sum.checked_add(own).ok_or(KafkaError::Overflow { unit, task })?,
                None => sums.unknown.add(topic, task),
            }
        }
    }
    Ok(sums)
}

/// State of each task: the bytes of its changelog partitions. `None` where no changelog was named.
pub(super) struct State {
    pub(super) bytes: Option<Vec<u64>>,
    pub(super) unknown: Unknown,
    /// Changelogs with another count than there are tasks, and that count.
    pub(super) misfits: Vec<(String, u64)>,
    /// Copies of a changelog partition, the most of any.
    pub(super) replication: usize,
}

/// # Errors
/// [`KafkaError::NoTopic`] where a named changelog is not listed, [`KafkaError::Overflow`].
pub(super) fn state(log_dirs: &LogDirs, changelogs: &[String], tasks: BucketCount) -> Result<State, KafkaError> {
    if changelogs.is_empty() {
        return Ok(State { bytes: None, unknown: Unknown::default(), misfits: Vec::new(), replication: 0 });
    }
    let named: Vec<(&str, &Topic)> =
        changelogs.iter().map(|name| Ok((name.as_str(), log_dirs.topic(name)?))).collect::<Result<_, KafkaError>>()?;
    let counts = named.iter().map(|(name, topic)| (*name, topic.count()));
    let of = |topic: &str, partition| log_dirs.topics.get(topic)?.bytes(partition);
    let sums = sums(tasks, counts.clone(), "bytes", of)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_that_are_not_listed_are_named_up_to_a_few() {
        let tasks = BucketCount::clamped(1_000_000);
        let topics = || [("in", 1_000_000), ("side", 10)].into_iter();
        assert!(sums(tasks, topics(), "bytes", |_, _| Some(1 << 63)).is_err());
        let sums = sums(tasks, topics(), "bytes", |_, task| (task == 3).then_some(7)).unwrap();
        assert_eq!((sums.of_task[3], sums.unknown.count), (14, 999_999 + 9));
        assert_eq!(sums.unknown.first.len(), crate::snapshot::kafka::SHOWN + 1);
    }
}
