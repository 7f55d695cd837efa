//! Keys → keys and load per bucket. A generated population is never held in memory: hashed and added, piece by piece.

mod blocks;
mod kernels;
mod permutation;
mod sample;
mod single;
mod tally;

use self::blocks::{BLOCK, BlockHasher};
use self::permutation::Permutation;
use self::tally::Tally;
use super::{SimulateError, Watch};
use crate::hash::HashingRule;
use crate::keys::{Generated, KeySource, ListedKey, LoadLaw};
use crate::unit::BucketCount;
use std::sync::atomic::{AtomicU64, Ordering};

/// Ranks that a thread takes at a time: whole blocks, a few milliseconds at most.
const TASK: u64 = 20 * BLOCK;

/// A population, hashed and added up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Population {
    /// Keys of each bucket.
    pub keys: Vec<u64>,
    /// Records of each bucket.
    pub load: Vec<u64>,
    /// The hottest key as text; the first of them where several are.
    pub hottest_key: String,
    /// Its records.
    pub hottest_load: u64,
    /// How many keys have how many decimal digits in their number; all 0 for listed keys.
    pub keys_of_digits: [u64; 20],
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
    let population = match keys {
        KeySource::Listed(keys) => listed(keys, rule, buckets)?,
        KeySource::Generated(keys) => generated(keys, rule, buckets, seed, watch)?,
    };
    // Every later sum is a part of this one.
    population.load.iter().try_fold(0_u64, |sum, &load| sum.checked_add(load)).ok_or(SimulateError::LoadOverflow)?;
    Ok(population)
}

fn listed(keys: &[ListedKey], rule: HashingRule, buckets: BucketCount) -> Result<Population, SimulateError> {
    let mut tally = Tally::new(buckets);
    let mut hottest: Option<&ListedKey> = None;
    for listed in keys {
        tally.add(rule.bucket(&listed.key, buckets)?.0, listed.load)?;
        if hottest.is_none_or(|hottest| listed.load > hottest.load) {
            hottest = Some(listed);
        }
    }
    let (keys, load) = tally.finish()?;
    Ok(Population {
        keys,
        load,
        hottest_key: hottest.map_or_else(String::new, |hottest| hottest.key.to_string()),
        hottest_load: hottest.map_or(0, |hottest| hottest.load),
        keys_of_digits: [0; 20],
    })
}

fn generated(
    keys: &Generated,
    rule: HashingRule,
    buckets: BucketCount,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Population, SimulateError> {
    let hasher = BlockHasher::new(keys, rule, buckets)?;
    let permutation = keys.shuffled.then(|| Permutation::new(keys.count, seed));
    let number = |rank: u64| keys.first + permutation.as_ref().map_or(rank - 1, |deal| deal.at(rank - 1));
    if let LoadLaw::Sampled { records, of } = &keys.load {
        let drawn = sample::sample(of, keys.count, *records, seed, watch)?;
        return sampled(keys, &drawn, &hasher, number, buckets);
    }
    let pieces = |tally: &mut Tally, task: u64| {
        let (from, to) = (task * TASK, keys.count.min((task + 1) * TASK));
        match permutation {
            None => in_order(keys, &hasher, from, to, tally),
            Some(_) => out_of_order(keys, &hasher, from, to, number, tally),
        }
    };
    let (key_counts, load) = in_parallel(keys.count.div_ceil(TASK), buckets, |tally, task| {
        if watch.is_cancelled() {
            return Err(SimulateError::Cancelled);
        }
        pieces(tally, task)?;
        watch.advance(TASK.min(keys.count - task * TASK));
        Ok(())
    })?;
    Ok(Population {
        keys: key_counts,
        load,
        hottest_key: keys.text(number(1)),
        hottest_load: keys.load.of_rank(1, keys.count),
        keys_of_digits: digits_of_range(keys.first, keys.count),
    })
}

/// Runs the tasks `0..tasks` on every thread of the pool, a tally each, and adds the tallies up.
fn in_parallel(
    tasks: u64,
    buckets: BucketCount,
    run: impl Fn(&mut Tally, u64) -> Result<(), SimulateError> + Sync,
) -> Result<(Vec<u64>, Vec<u64>), SimulateError> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::new(buckets);
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                return tally.finish();
            }
            run(&mut tally, task)?;
        }
    };
    // One task is not worth waking other threads for.
    let tallies = if tasks <= 1 { vec![work()] } else { rayon::broadcast(|_| work()) };
    let mut sums: Option<(Vec<u64>, Vec<u64>)> = None;
    for tally in tallies {
        let (keys, load) = tally?;
        match &mut sums {
            None => sums = Some((keys, load)),
            Some(sums) => {
                sums.0.iter_mut().zip(keys).for_each(|(sum, more)| *sum += more);
                for (sum, more) in sums.1.iter_mut().zip(load) {
                    *sum = sum.checked_add(more).ok_or(SimulateError::LoadOverflow)?;
                }
            }
        }
    }
    Ok(sums.unwrap_or_default())
}

/// Ranks `from + 1 ..= to` where rank k is the k-th key: block by block, run by run of equal loads.
fn in_order(
    keys: &Generated,
    hasher: &BlockHasher<'_>,
    from: u64,
    to: u64,
    tally: &mut Tally,
) -> Result<(), SimulateError> {
    let mut buckets = vec![0; to_len(BLOCK)];
    let mut runs = RunReader::new(keys, to);
    let mut done = from;
    while done < to {
        let first = keys.first + done;
        let count = (BLOCK - first % BLOCK).min(to - done);
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

/// Ranks `from + 1 ..= to` where the seed dealt the ranks to the keys.
fn out_of_order(
    keys: &Generated,
    hasher: &BlockHasher<'_>,
    from: u64,
    to: u64,
    number: impl Fn(u64) -> u64,
    tally: &mut Tally,
) -> Result<(), SimulateError> {
    let (mut runs, mut single) = (RunReader::new(keys, to), hasher.single());
    for rank in from + 1..=to {
        tally.add(single.bucket(number(rank))?, runs.at(rank).0)?;
    }
    Ok(())
}

/// The load of rising ranks, one evaluation a run of equal loads where runs are long and one a rank where they are short.
struct RunReader<'a> {
    keys: &'a Generated,
    last: u64,
    load: u64,
    end: u64,
    short: bool,
}

impl<'a> RunReader<'a> {
    const fn new(keys: &'a Generated, last: u64) -> Self {
        Self { keys, last, load: 0, end: 0, short: false }
    }

    /// The load of a rank and how many ranks from it on are known to share it. Ranks must rise.
    fn at(&mut self, rank: u64) -> (u64, u64) {
        if rank > self.end {
            let (law, count) = (&self.keys.load, self.keys.count);
            let load = law.of_rank(rank, count);
            // Two short runs in a row: galloping would cost more evaluations than it saves.
            let gallop = !self.short || load == self.load;
            self.end = if gallop { law.run_end(rank, self.last, count) } else { rank };
            self.short = self.end - rank < 4;
            self.load = load;
        }
        (self.load, self.end + 1 - rank)
    }
}

fn sampled(
    keys: &Generated,
    drawn: &[u32],
    hasher: &BlockHasher<'_>,
    number: impl Fn(u64) -> u64 + Sync,
    buckets: BucketCount,
) -> Result<Population, SimulateError> {
    let count = drawn.len() as u64;
    let (key_counts, load) = in_parallel(count.div_ceil(TASK), buckets, |tally, task| {
        let mut single = hasher.single();
        for rank in task * TASK + 1..=count.min((task + 1) * TASK) {
            let records = drawn[to_len(rank - 1)];
            if records > 0 {
                tally.add(single.bucket(number(rank))?, records.into())?;
            }
        }
        Ok(())
    })?;
    let (mut hottest, mut digits) = ((0, 1), [0; 20]);
    for (rank, &records) in (1..).zip(drawn).filter(|(_, records)| **records > 0) {
        digits[to_len(u64::from(number(rank).checked_ilog10().unwrap_or(0)))] += 1;
        if records > hottest.0 {
            hottest = (records, rank);
        }
    }
    Ok(Population {
        keys: key_counts,
        load,
        hottest_key: keys.text(number(hottest.1)),
        hottest_load: hottest.0.into(),
        keys_of_digits: digits,
    })
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
