//! What is known of an engine and where it was read.

use crate::unit::BucketCount;
use serde::Serialize;

/// An engine's own words for ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Words {
    /// Bucket, singular: "key group".
    pub bucket: &'static str,
    /// Bucket, plural: "key groups".
    pub buckets: &'static str,
    /// The setting that holds the bucket count: "max parallelism".
    pub bucket_count: &'static str,
    /// Worker, singular: "subtask".
    pub worker: &'static str,
    /// Worker, plural.
    pub workers: &'static str,
    /// The setting that holds the width: "parallelism".
    pub width: &'static str,
    /// First start.
    pub first_start: &'static str,
    /// Restart.
    pub restart: &'static str,
    /// Snapshot.
    pub snapshot: &'static str,
}

/// Our own words, for an engine that has none.
pub const OUR_WORDS: Words = Words {
    bucket: "bucket",
    buckets: "buckets",
    bucket_count: "bucket count",
    worker: "worker",
    workers: "workers",
    width: "width",
    first_start: "first start",
    restart: "restart",
    snapshot: "snapshot",
};

/// A fact and where it was read or measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The fact, in one sentence.
    pub fact: &'static str,
    /// Engine version, class or measurement.
    pub source: &'static str,
}

/// What is known of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// The name on the command line and in JSON.
    pub id: &'static str,
    /// The name on screen.
    pub name: &'static str,
    /// Versions the facts were read in or measured on.
    pub versions: &'static str,
    /// Its own words.
    pub words: Words,
    /// Smallest bucket count it takes.
    pub min_buckets: u32,
    /// Largest bucket count it takes; `None` = no bound of its own.
    pub max_buckets: Option<u32>,
    /// Its text for a count above the largest, with `{}` where the count found stands; empty where it has none.
    pub out_of_bounds: &'static str,
    /// Its text for a count below the smallest, with `{}` where the count found stands; empty where it has none that
    /// this program has seen.
    pub too_few: &'static str,
    /// The setting of the engine that holds the count, as it is written; empty where the word for the count says all.
    pub count_setting: &'static str,
    /// The default count, in words.
    pub default_buckets: &'static str,
    /// Key → bucket, in words.
    pub hashing: &'static str,
    /// Bucket → worker, in words.
    pub dealing: &'static str,
    /// What happens past the ceiling, in words.
    pub past_ceiling: &'static str,
    /// What a change of the count gets at a restart, in words.
    pub change_of_count: &'static str,
    /// Sources of the rules.
    pub sources: &'static [Source],
}

impl Facts {
    /// The engine's text for a bucket count outside its bounds, numbers filled in, or a sentence of ours where it has none;
    /// `None` where it takes the count.
    #[must_use]
    pub fn refuses_count(&self, found: u64) -> Option<String> {
        let text = if found < u64::from(self.min_buckets) {
            self.too_few
        } else if self.max_buckets.is_some_and(|max| found > u64::from(max)) {
            self.out_of_bounds
        } else {
            return None;
        };
        Some(if text.is_empty() { self.bounds_in_words(found) } else { text.replace("{}", &found.to_string()) })
    }

    /// Whether it has one count, always: nobody chooses it, and no other can be set.
    #[must_use]
    pub fn count_is_constant(&self) -> bool {
        self.max_buckets == Some(self.min_buckets)
    }

    /// The counts it takes, for messages: `1 to 1024`, or `only 16384`. Where it has no bound of its own, this program's is meant.
    #[must_use]
    pub fn takes(&self) -> String {
        let most = self.max_buckets.unwrap_or(BucketCount::MAX.get());
        if most == self.min_buckets { format!("only {most}") } else { format!("{} to {most}", self.min_buckets) }
    }

    /// Our words for a count outside the bounds.
    fn bounds_in_words(&self, found: u64) -> String {
        let (least, buckets) = (u64::from(self.min_buckets), self.words.buckets);
        match self.max_buckets.map(u64::from) {
            Some(most) if most == least => {
                format!("{found} {buckets}: {} has {least}, always, and takes no other count", self.name)
            }
            Some(most) if found > most => format!("{found} {buckets}: at most {most} are allowed"),
            _ if least == 1 => format!("{found} {buckets}: at least 1 is needed"),
            _ => format!("{found} {buckets}: at least {least} are needed"),
        }
    }
}
