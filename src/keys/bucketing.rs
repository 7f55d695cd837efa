//! Sums of each bucket, made while a list of keys is gone through.

use super::fingerprint::{Arrivals, Fingerprints};
use super::rows::KeyRow;
use super::value::Value;
use std::fmt;

/// Puts keys in a number of buckets.
pub trait Bucketing: Sync {
    /// Tells the rule and the count from others.
    fn name(&self) -> String;
    /// The bucket count, 1 and up.
    fn count(&self) -> usize;
    /// The bucket of a key, below [`Self::count`]; `None` where the engine refuses such a key.
    fn bucket(&self, key: &Value) -> Option<u32>;
}

impl fmt::Debug for dyn Bucketing + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Sums of each bucket of a list. Shape: one entry a bucket; none for state that is not told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BucketSums {
    /// Distinct keys: counted, or estimated where the list's survey is of a sample. Null is not among them.
    pub keys: Vec<u64>,
    /// Load in records.
    pub load: Vec<u64>,
    /// State in bytes.
    pub state: Vec<u64>,
}

/// A key that the engine refuses.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused(pub Value);

/// A pass for the sums of one bucket count, with what all its threads share.
#[derive(Debug)]
pub struct Summing<'a> {
    bucketing: &'a dyn Bucketing,
    has_state: bool,
    distinct: Fingerprints,
    level: u32,
}

/// What one thread adds up.
#[derive(Debug)]
pub struct SummingPart {
    sums: PartSums,
    arrivals: Arrivals<Tag>,
}

impl<'a> Summing<'a> {
    /// A pass over a list whose survey kept fingerprints of this level.
    #[must_use]
    pub fn new(bucketing: &'a dyn Bucketing, has_state: bool, level: u32) -> Self {
        Self { bucketing, has_state, distinct: Fingerprints::at_level(level), level }
    }

    /// An empty part for a thread.
    #[must_use]
    pub fn part(&self) -> SummingPart {
        SummingPart { sums: PartSums::new(self.bucketing, self.has_state, 1), arrivals: Arrivals::default() }
    }

    /// Adds a row. A null key that the engine refuses is left out, as the engine leaves it out. False after another key that is refused.
    pub fn add(&self, part: &mut SummingPart, row: &KeyRow<'_>) -> bool {
        if let Some(bucket) = part.sums.add(self.bucketing, row)
            && *row.key != Value::Null
        {
            let SummingPart { sums, arrivals } = part;
            self.distinct.add(arrivals, row.key.fingerprint(), Tag::new(bucket, 0), &mut |tag| sums.see(tag));
        }
        part.sums.refused.is_none()
    }

    /// All parts together.
    ///
    /// # Errors
    /// A key that the engine refuses.
    pub fn finish(self, parts: impl IntoIterator<Item = SummingPart>) -> Result<BucketSums, Refused> {
        let parts = parts.into_iter().map(|SummingPart { mut sums, arrivals }| {
            self.distinct.finish_adding(arrivals, &mut |tag| sums.see(tag));
            sums
        });
        together(parts.collect(), self.bucketing.count(), 0, self.level)
    }
}

/// A bucket, and by how many zeros the fingerprint of its key ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag(u32);

impl Tag {
    const BUCKET_BITS: u32 = 27;

    pub const fn new(bucket: u32, zeros: u32) -> Self {
        Self(zeros << Self::BUCKET_BITS | bucket)
    }
}

/// Sums of one thread.
#[derive(Debug)]
pub(super) struct PartSums {
    /// New keys by the zeros of their fingerprints and by bucket. Shape: a row for each number of zeros, the last for all that have more.
    keys: Vec<u64>,
    load: Vec<u64>,
    state: Vec<u64>,
    /// A key that the engine refuses.
    pub refused: Option<Value>,
}

impl PartSums {
    pub fn new(bucketing: &dyn Bucketing, has_state: bool, rows: usize) -> Self {
        let count = bucketing.count();
        let state = vec![0; if has_state { count } else { 0 }];
        Self { keys: vec![0; count * rows], load: vec![0; count], state, refused: None }
    }

    /// Adds a row to its bucket, which is returned. All rows together were added up before, or will be, and refused where 64 bits do not
    /// hold that.
    pub fn add(&mut self, bucketing: &dyn Bucketing, row: &KeyRow<'_>) -> Option<u32> {
        let Some(bucket) = bucketing.bucket(row.key) else {
            if *row.key != Value::Null {
                self.refused.get_or_insert_with(|| row.key.clone());
            }
            return None;
        };
        let load = &mut self.load[bucket as usize];
        *load = load.saturating_add(row.load);
        if let Some(state) = self.state.get_mut(bucket as usize) {
            *state = state.saturating_add(row.state_bytes);
        }
        Some(bucket)
    }

    /// Counts a key that is new.
    pub fn see(&mut self, Tag(tag): Tag) {
        let (zeros, bucket) = (tag >> Tag::BUCKET_BITS, tag & ((1 << Tag::BUCKET_BITS) - 1));
        self.keys[zeros as usize * self.load.len() + bucket as usize] += 1;
    }
}

/// Parts added up. Keys are those of the rows from `first_row` on, each of which stands for 2^`level`.
pub(super) fn together(
    parts: Vec<PartSums>,
    count: usize,
    first_row: usize,
    level: u32,
) -> Result<BucketSums, Refused> {
    let mut sums = BucketSums { keys: vec![0; count], load: vec![0; count], state: Vec::new() };
    for part in parts {
        if let Some(key) = part.refused {
            return Err(Refused(key));
        }
        part.keys.chunks(count).skip(first_row).for_each(|row| add_up(&mut sums.keys, row));
        add_up(&mut sums.load, &part.load);
        sums.state.resize(part.state.len(), 0);
        add_up(&mut sums.state, &part.state);
    }
    for keys in &mut sums.keys {
        *keys = keys.saturating_mul(1 << level.min(63));
    }
    Ok(sums)
}

/// Adds one number an entry to another.
pub(super) fn add_up(sums: &mut [u64], more: &[u64]) {
    for (sum, &more) in sums.iter_mut().zip(more) {
        *sum = sum.saturating_add(more);
    }
}
