//! Keys → keys and load per bucket. A generated population is never held in memory: hashed and added, piece by piece.

mod blocks;
mod drawn;
mod hashed;
mod heavy;
mod kernels;
mod order;
mod permutation;
mod runs;
mod sample;
mod single;
mod streamed;
mod tally;

pub use self::hashed::Hashed;
pub use self::heavy::HeavyKey;

use self::blocks::{BLOCK, BlockHasher};
use self::runs::RunReader;
use self::tally::Tally;
use super::{SimulateError, Watch};
use crate::hash::HashingRule;
use crate::keys::{Counted, Generated, HEAVIEST, Heaviest, KeySource, Listed, ListedKey, LoadLaw, Value};
use crate::unit::BucketCount;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Ranks that a thread takes at a time: whole blocks, a few milliseconds at most.
const TASK: u64 = 20 * BLOCK;

/// What is known of the keys of each bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeysKnown {
    /// Each is counted.
    Counted,
    /// Their number is estimated from a sample.
    Estimated,
    /// Nobody counted them: they stand as 0.
    Not,
}

/// A population, hashed and added up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Population {
    /// Keys of each bucket.
    pub keys: Vec<u64>,
    /// Load of each bucket.
    pub load: Vec<u64>,
    /// The hottest key as text; the first of them where several are.
    pub hottest_key: String,
    /// Its records.
    pub hottest_load: u64,
    /// How many keys have how many decimal digits in their number; all 0 for listed keys.
    pub keys_of_digits: [u64; 20],
    /// What is known of `keys`.
    pub known: KeysKnown,
    /// Bytes of state of each bucket, where they were measured or the list of keys tells them.
    pub state_bytes: Option<Vec<u64>>,
    /// No key has more records than this: `hottest_load`, or more where another key may be as hot.
    pub hottest_at_most: u64,
    /// The heaviest keys, at most ten, the heaviest first, equal ones in their order; none where only sums of buckets are known.
    pub heaviest: Vec<HeavyKey>,
}

/// Hashes every key and adds it to its bucket. Runs on the threads of the pool it is called in; the result is the same for any number of them.
///
/// # Errors
/// A key the engine refuses, loads that exceed 64 bits, or a cancelled run.
pub fn populate(
    keys: &KeySource,
    rule: HashingRule,
    buckets: BucketCount,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Population, SimulateError> {
    match keys {
        KeySource::Listed(keys) => listed(keys, rule, buckets)?.checked(),
        KeySource::Counted(counted) => {
            let overflow = |_| SimulateError::SumOverflow { unit: counted.unit };
            from_counts(counted, rule, buckets)?.checked().map_err(overflow)
        }
        KeySource::Streamed(list) => streamed::streamed(list.0.as_ref(), rule, buckets, watch)?.checked(),
        KeySource::Generated(keys) if keys.shuffled || matches!(keys.load, LoadLaw::Sampled { .. }) => {
            Hashed::new(keys, rule, buckets, watch)?.population(seed, watch)
        }
        KeySource::Generated(keys) => generated(keys, rule, buckets, watch)?.checked(),
    }
}

impl Population {
    /// The population itself, where 64 bits hold the whole load: every later sum is a part of it.
    fn checked(self) -> Result<Self, SimulateError> {
        let sum = self.load.iter().try_fold(0_u64, |sum, &load| sum.checked_add(load));
        sum.map(|_| self).ok_or(SimulateError::LoadOverflow)
    }
}

/// What was counted under one bucket count is known under it, and under those of its divisors that its buckets fold into.
fn from_counts(counted: &Counted, rule: HashingRule, buckets: BucketCount) -> Result<Population, SimulateError> {
    let known = if buckets == counted.buckets {
        Some(counted.clone())
    } else {
        rule.reduction.fold(counted.buckets, buckets).and_then(|fold| counted.folded(buckets, fold))
    };
    let known = known.ok_or(SimulateError::CountedUnder { counted: counted.buckets.get(), asked: buckets.get() })?;
    Ok(Population {
        known: if known.keys.is_some() { KeysKnown::Counted } else { KeysKnown::Not },
        keys: known.keys.unwrap_or_else(|| vec![0; buckets.len()]),
        load: known.load,
        state_bytes: known.state_bytes,
        hottest_key: String::new(),
        hottest_load: 0,
        hottest_at_most: 0,
        heaviest: Vec::new(),
        keys_of_digits: [0; 20],
    })
}

/// A null key that the engine refuses is left out, as the engine leaves it out: a list read from a file may have one.
fn listed(keys: &Listed, rule: HashingRule, buckets: BucketCount) -> Result<Population, SimulateError> {
    let mut tally = Tally::new(buckets);
    let mut state = keys.state_bytes().map(|bytes| (bytes, vec![0_u64; buckets.len()]));
    let mut heaviest: Heaviest<(&ListedKey, u32)> = Heaviest::new();
    for (at, listed) in keys.iter().enumerate() {
        let bucket = match rule.bucket(&listed.key, buckets) {
            Err(_) if listed.key == Value::Null => continue,
            bucket => bucket?.0,
        };
        tally.add(bucket, listed.load)?;
        if let Some((bytes, sums)) = &mut state {
            let sum = &mut sums[bucket as usize];
            *sum = sum.checked_add(bytes[at]).ok_or(SimulateError::StateOverflow)?;
        }
        heaviest.add(listed.load, (listed, bucket));
    }
    let (keys, load) = Tally::sum([tally])?;
    let heavy =
        |(load, (listed, bucket)): (u64, (&ListedKey, u32))| HeavyKey { key: listed.key.to_string(), load, bucket };
    let heaviest: Vec<HeavyKey> = heaviest.in_order().map(heavy).collect();
    let hottest_load = heaviest.first().map_or(0, |hottest| hottest.load);
    Ok(Population {
        keys,
        load,
        hottest_key: heaviest.first().map_or_else(String::new, |hottest| hottest.key.clone()),
        hottest_load,
        heaviest,
        keys_of_digits: [0; 20],
        known: KeysKnown::Counted,
        state_bytes: state.map(|(_, sums)| sums),
        hottest_at_most: hottest_load,
    })
}

/// Generated keys where rank k is the k-th key.
fn generated(
    keys: &Generated,
    rule: HashingRule,
    buckets: BucketCount,
    watch: &dyn Watch,
) -> Result<Population, SimulateError> {
    let hasher = BlockHasher::new(keys, rule, buckets)?;
    let tallies = in_parallel(
        tasks_of(keys.count),
        || Tally::new(buckets),
        |tally, task| {
            if watch.is_cancelled() {
                return Err(SimulateError::Cancelled);
            }
            in_order(keys, &keys.load, &hasher, task * TASK..keys.count.min((task + 1) * TASK), tally)?;
            watch.advance(TASK.min(keys.count - task * TASK));
            Ok(())
        },
    )?;
    let (key_counts, load) = Tally::sum(tallies)?;
    let hottest_load = keys.load.of_rank(1, keys.count);
    let heaviest =
        (0..keys.count.min(HEAVIEST as u64)).map(|index| hasher.heavy(index, keys.load.of_rank(index + 1, keys.count)));
    Ok(Population {
        heaviest: heaviest.collect::<Result<_, _>>()?,
        keys: key_counts,
        load,
        hottest_key: keys.text(keys.first),
        hottest_load,
        keys_of_digits: digits_of_range(keys.first, keys.count),
        known: KeysKnown::Counted,
        state_bytes: None,
        hottest_at_most: hottest_load,
    })
}

/// How many tasks so many ranks are.
const fn tasks_of(ranks: u64) -> u64 {
    ranks.div_ceil(TASK)
}

/// Runs the tasks `0..tasks` on every thread of the pool, each into a part of its own.
fn in_parallel<T: Send>(
    tasks: u64,
    empty: impl Fn() -> T + Sync,
    run: impl Fn(&mut T, u64) -> Result<(), SimulateError> + Sync,
) -> Result<Vec<T>, SimulateError> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut part = empty();
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                return Ok(part);
            }
            run(&mut part, task)?;
        }
    };
    // One task is not worth waking other threads for.
    if tasks <= 1 { Ok(vec![work()?]) } else { rayon::broadcast(|_| work()).into_iter().collect() }
}

/// The ranks of these indices (rank − 1) where rank k is the k-th key: block by block, run by run of equal loads.
fn in_order(
    keys: &Generated,
    law: &LoadLaw,
    hasher: &BlockHasher<'_>,
    indices: Range<u64>,
    tally: &mut Tally,
) -> Result<(), SimulateError> {
    let mut buckets = vec![0; to_len(BLOCK)];
    let mut runs = RunReader::new(law, keys.count, indices.end);
    let mut done = indices.start;
    while done < indices.end {
        let first = keys.first + done;
        let count = (BLOCK - first % BLOCK).min(indices.end - done);
        let block = &mut buckets[..to_len(count)];
        hasher.fill(first, block)?;
        let mut rest = &*block;
        while !rest.is_empty() {
            let (load, left) = runs.at(done + 1);
            let (now, later) = rest.split_at(rest.len().min(to_len(left.min(BLOCK))));
            if left >= tally.long_run() {
                tally.add_run(now, load)?;
            } else {
                for &bucket in now {
                    tally.add(bucket, load)?;
                }
            }
            done += now.len() as u64;
            rest = later;
        }
    }
    Ok(())
}

/// How many of `count` numbers from `first` on have 1, 2, … 20 digits.
fn digits_of_range(first: u64, count: u64) -> [u64; 20] {
    let end = u128::from(first) + u128::from(count);
    let mut lower = 0_u128;
    std::array::from_fn(|digits| {
        let upper = 10_u128.pow(u32::try_from(digits + 1).unwrap_or(20));
        let (from, to) = (u128::from(first).max(lower), end.min(upper));
        lower = upper;
        u64::try_from(to.saturating_sub(from)).unwrap_or(u64::MAX)
    })
}

#[expect(clippy::cast_possible_truncation, reason = "at most a block, a sampled population or twenty digits")]
const fn to_len(count: u64) -> usize {
    count as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_by_their_digits() {
        let digits = digits_of_range(1, 20_000);
        assert_eq!(digits[..6], [9, 90, 900, 9000, 10_001, 0]);
        assert_eq!(digits_of_range(0, 1)[0], 1);
        assert_eq!(digits_of_range(95, 10)[..3], [0, 5, 5]);
    }
}
