//! Keys hashed once, their ranks dealt by one seed after another.

use super::KeysKnown;
use super::blocks::{BLOCK, BlockHasher};
use super::order::Order;
use super::permutation::MOST_QUICK;
use super::runs::{RunReader, ranks_above_the_last};
use super::sample::Sampler;
use super::single::SingleHasher;
use super::tally::{Tally, add_up};
use super::{Population, TASK, digits_of_range, in_order, in_parallel, tasks_of, to_len};
use crate::hash::HashingRule;
use crate::keys::{Generated, HEAVIEST, LoadLaw};
use crate::simulate::{SimulateError, Watch};
use crate::unit::BucketCount;
use rayon::prelude::*;
use std::ops::Range;

/// Ranks dealt at a time: their places, and the tables they go through, stay in the caches nearby.
pub(super) const BATCH: usize = 4096;

/// What is kept of buckets and loads takes at most this many bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Generated keys, hashed into so many buckets.
///
/// # Design
/// A key's bucket does not depend on the seed, and neither does the load of a rank: only who has which rank does. So the keys
/// are hashed once, and so is the law worked out. Ranks as light as the last one need no dealing either: every key is given that
/// much beforehand, and a seed deals only what the heavier ranks have above it.
#[derive(Debug)]
pub struct Hashed<'a> {
    pub(super) keys: &'a Generated,
    pub(super) hasher: BlockHasher<'a>,
    pub(super) buckets: BucketCount,
    /// The bucket of each key, by its place among the keys; none where keys are too many to keep them, or few of many are
    /// drawn.
    pub(super) places: Option<Vec<u32>>,
    loads: Loads,
}

/// Who has how much.
#[derive(Debug)]
enum Loads {
    /// A rank has its load.
    ByRank(ByRank),
    /// Events are drawn.
    Drawn(Sampler),
}

#[derive(Debug)]
struct ByRank {
    /// Keys of each bucket.
    key_counts: Vec<u64>,
    /// What every key has at least: the load of the last rank.
    least: u64,
    /// How many ranks have more.
    above: u64,
    /// How much more each of them has, where that can be kept.
    surplus: Option<Vec<u64>>,
}

impl<'a> Hashed<'a> {
    /// Hashes the keys. Runs on the threads of the pool it is called in. The watch is told of the keys whose load no seed
    /// changes; each [`Self::population`] tells of the others.
    ///
    /// # Errors
    /// A key the engine refuses, loads that exceed 64 bits, or a cancelled run.
    pub fn new(
        keys: &'a Generated,
        rule: HashingRule,
        buckets: BucketCount,
        watch: &dyn Watch,
    ) -> Result<Self, SimulateError> {
        let hasher = BlockHasher::new(keys, rule, buckets)?;
        if let LoadLaw::Sampled { records, of } = &keys.load {
            // Where few of many keys are drawn, hashing those alone is less.
            let keep = *records >= keys.count / 4 && keys.count <= MOST_QUICK;
            let places = if keep { Some(places(keys, &hasher, watch)?) } else { None };
            let loads = Loads::Drawn(Sampler::new(of, keys.count, *records)?);
            return Ok(Self { keys, hasher, buckets, places, loads });
        }
        let least = keys.load.of_rank(keys.count, keys.count);
        let above = ranks_above_the_last(&keys.load, keys.count);
        let (places, key_counts) = if keys.count <= MOST_QUICK {
            let places = places(keys, &hasher, watch)?;
            let counts = count_places(&places, buckets)?;
            watch.advance(keys.count - above);
            (Some(places), counts)
        } else {
            (None, count_in_order(keys, &hasher, buckets, above, watch)?)
        };
        let room = MOST_BYTES - places.as_ref().map_or(0, |places| 4 * places.len() as u64);
        let surplus = (8 * above <= room).then(|| surplus(keys, above, least));
        let loads = Loads::ByRank(ByRank { key_counts, least, above, surplus });
        Ok(Self { keys, hasher, buckets, places, loads })
    }

    /// The population that a seed makes of the keys: it deals the ranks to them where they are shuffled, and draws the events
    /// where loads are sampled. Runs on the threads of the pool it is called in; the result is the same for any number of them.
    ///
    /// # Errors
    /// Loads that exceed 64 bits, or a cancelled run.
    pub fn population(&self, seed: u64, watch: &dyn Watch) -> Result<Population, SimulateError> {
        let order = Order::new(self.keys, seed);
        let population = match &self.loads {
            Loads::ByRank(loads) => self.by_rank(loads, &order, watch)?,
            Loads::Drawn(sampler) => self.drawn(&sampler.draw(seed, watch)?, &order, watch)?,
        };
        population.checked()
    }

    /// How many keys have a load that no seed changes.
    #[must_use]
    pub const fn settled(&self) -> u64 {
        match &self.loads {
            Loads::ByRank(loads) => self.keys.count - loads.above,
            Loads::Drawn(_) => 0,
        }
    }

    fn by_rank(&self, loads: &ByRank, order: &Order, watch: &dyn Watch) -> Result<Population, SimulateError> {
        let parts = in_parallel(
            tasks_of(loads.above),
            || vec![0; self.buckets.len()],
            |load, task| {
                if watch.is_cancelled() {
                    return Err(SimulateError::Cancelled);
                }
                let indices = task * TASK..loads.above.min((task + 1) * TASK);
                watch.advance(indices.end - indices.start);
                self.add_surplus(loads, order, indices, load)
            },
        )?;
        let least = |&keys: &u64| keys.checked_mul(loads.least).ok_or(SimulateError::LoadOverflow);
        let mut load = loads.key_counts.iter().map(least).collect::<Result<Vec<u64>, SimulateError>>()?;
        for part in parts {
            add_up(&mut load, &part)?;
        }
        let of_rank = |index: u64| self.keys.load.of_rank(index + 1, self.keys.count);
        let hottest_load = of_rank(0);
        let heaviest =
            (0..self.keys.count.min(HEAVIEST as u64)).map(|index| self.hasher.heavy(order.at(index), of_rank(index)));
        Ok(Population {
            heaviest: heaviest.collect::<Result<_, _>>()?,
            keys: loads.key_counts.clone(),
            load,
            hottest_key: self.keys.text(self.keys.first + order.at(0)),
            hottest_load,
            keys_of_digits: digits_of_range(self.keys.first, self.keys.count),
            known: KeysKnown::Counted,
            state_bytes: None,
            hottest_at_most: hottest_load,
        })
    }

    /// Adds what the ranks of these indices have above the least to their keys' buckets.
    fn add_surplus(
        &self,
        loads: &ByRank,
        order: &Order,
        indices: Range<u64>,
        load: &mut [u64],
    ) -> Result<(), SimulateError> {
        let mut single = self.hasher.single();
        let mut reader = RunReader::new(&self.keys.load, self.keys.count, indices.end);
        let mut buckets = Vec::with_capacity(BATCH);
        let mut read = Vec::new();
        for from in indices.clone().step_by(BATCH) {
            let batch = from..indices.end.min(from + BATCH as u64);
            self.buckets_of(batch.clone(), order, &mut single, &mut buckets)?;
            let surplus = if let Some(kept) = &loads.surplus {
                &kept[to_len(batch.start)..to_len(batch.end)]
            } else {
                read.clear();
                read.extend(batch.map(|index| reader.at(index + 1).0 - loads.least));
                &read
            };
            for (&bucket, &surplus) in buckets.iter().zip(surplus) {
                let load = &mut load[bucket as usize];
                *load = load.checked_add(surplus).ok_or(SimulateError::LoadOverflow)?;
            }
        }
        Ok(())
    }

    /// The buckets of the keys at these indices (rank − 1), in `out`.
    fn buckets_of(
        &self,
        indices: Range<u64>,
        order: &Order,
        single: &mut SingleHasher<'_>,
        out: &mut Vec<u32>,
    ) -> Result<(), SimulateError> {
        out.clear();
        if let Some(places) = &self.places {
            let narrow = |index: u64| u32::try_from(index).unwrap_or(u32::MAX);
            out.extend(narrow(indices.start)..narrow(indices.end));
            order.deal(out);
            for place in out {
                *place = places[*place as usize];
            }
        } else {
            for index in indices {
                out.push(single.bucket(self.keys.first + order.at(index))?);
            }
        }
        Ok(())
    }
}

/// The bucket of every key, by its place among the keys.
fn places(keys: &Generated, hasher: &BlockHasher<'_>, watch: &dyn Watch) -> Result<Vec<u32>, SimulateError> {
    let mut places = vec![0; to_len(keys.count)];
    places.par_chunks_mut(to_len(TASK)).enumerate().try_for_each(|(task, chunk)| {
        if watch.is_cancelled() {
            return Err(SimulateError::Cancelled);
        }
        let mut first = keys.first + task as u64 * TASK;
        let mut rest = chunk;
        while !rest.is_empty() {
            let (now, later) = rest.split_at_mut(rest.len().min(to_len(BLOCK - first % BLOCK)));
            hasher.fill(first, now)?;
            first += now.len() as u64;
            rest = later;
        }
        Ok(())
    })?;
    Ok(places)
}

fn count_places(places: &[u32], buckets: BucketCount) -> Result<Vec<u64>, SimulateError> {
    let tallies = in_parallel(
        tasks_of(places.len() as u64),
        || Tally::new(buckets),
        |tally, task| {
            let from = to_len(task * TASK);
            tally.add_run(&places[from..places.len().min(from + to_len(TASK))], 1)
        },
    )?;
    Ok(Tally::sum(tallies)?.0)
}

/// Keys of each bucket where buckets are not kept. Tells of the keys past the first `above`.
fn count_in_order(
    keys: &Generated,
    hasher: &BlockHasher<'_>,
    buckets: BucketCount,
    above: u64,
    watch: &dyn Watch,
) -> Result<Vec<u64>, SimulateError> {
    let alike = LoadLaw::Uniform { each: 1 };
    let tallies = in_parallel(
        tasks_of(keys.count),
        || Tally::new(buckets),
        |tally, task| {
            if watch.is_cancelled() {
                return Err(SimulateError::Cancelled);
            }
            let (from, to) = (task * TASK, keys.count.min((task + 1) * TASK));
            watch.advance(to.saturating_sub(from.max(above)));
            in_order(keys, &alike, hasher, from..to, tally)
        },
    )?;
    Ok(Tally::sum(tallies)?.0)
}

/// What each of the first ranks has above the least.
fn surplus(keys: &Generated, above: u64, least: u64) -> Vec<u64> {
    let mut surplus = vec![0; to_len(above)];
    surplus.par_chunks_mut(to_len(TASK)).enumerate().for_each(|(task, chunk)| {
        let from = task as u64 * TASK;
        let mut reader = RunReader::new(&keys.load, keys.count, from + chunk.len() as u64);
        for (rank, surplus) in (from + 1..).zip(chunk) {
            *surplus = reader.at(rank).0 - least;
        }
    });
    surplus
}

#[cfg(test)]
mod tests {
    use super::super::HeavyKey;
    use super::super::permutation::Permutation;
    use super::*;
    use crate::hash::{HashFn, Reduction};
    use crate::keys::KeyType;
    use crate::simulate::Unwatched;

    const RULE: HashingRule = HashingRule { hash: HashFn::SparkMurmur3, reduction: Reduction::FloorMod };

    fn keys(load: LoadLaw, shuffled: bool) -> Generated {
        Generated { count: 30_011, pattern: "k{}".into(), first: 95, key_type: KeyType::String, load, shuffled }
    }

    /// Key by key, rank by rank: each rank goes to the key that the seed gives it.
    fn plainly(keys: &Generated, loads: impl Iterator<Item = u64>, buckets: BucketCount, seed: u64) -> Population {
        let permutation = Permutation::new(keys.count, seed);
        let (mut counts, mut load, mut digits) = (vec![0; buckets.len()], vec![0; buckets.len()], [0; 20]);
        let (mut hottest, mut ranked) = ((keys.first, 0), Vec::new());
        for (index, records) in (0..keys.count).zip(loads).filter(|(_, records)| *records > 0) {
            let number = keys.first + if keys.shuffled { permutation.at(index) } else { index };
            let bucket = RULE.bucket(&keys.value(number), buckets).unwrap().index();
            counts[bucket] += 1;
            load[bucket] += records;
            digits[number.to_string().len() - 1] += 1;
            if records > hottest.1 {
                hottest = (number, records);
            }
            ranked.push(HeavyKey { key: keys.text(number), load: records, bucket: u32::try_from(bucket).unwrap() });
        }
        ranked.sort_by_key(|key| std::cmp::Reverse(key.load));
        ranked.truncate(10);
        let (hottest_key, hottest_load) = (keys.text(hottest.0), hottest.1);
        Population {
            heaviest: ranked,
            keys: counts,
            load,
            hottest_key,
            hottest_load,
            keys_of_digits: digits,
            known: KeysKnown::Counted,
            state_bytes: None,
            hottest_at_most: hottest_load,
        }
    }

    #[test]
    fn every_rank_reaches_the_key_that_the_seed_gives_it() {
        let buckets = BucketCount::clamped(100);
        for load in [
            LoadLaw::Zipf { exponent: 1.0, top: 20_000 },
            LoadLaw::Zipf { exponent: 0.7, top: 1 << 40 },
            LoadLaw::HotKeys { count: 7, share: 0.4, each: 10 },
            LoadLaw::LogNormal { mu: 2.0, sigma: 1.5 },
            LoadLaw::Uniform { each: 3 },
        ] {
            let keys = keys(load, true);
            let loads = |rank| keys.load.of_rank(rank, keys.count);
            let mut hashed = Hashed::new(&keys, RULE, buckets, &Unwatched).unwrap();
            for (seed, kept) in [(0, true), (8, true), (8, false)] {
                if !kept {
                    // What is too much to keep is worked out on the way.
                    hashed.places = None;
                    if let Loads::ByRank(loads) = &mut hashed.loads {
                        loads.surplus = None;
                    }
                }
                let plain = plainly(&keys, (1..).map(loads), buckets, seed);
                assert_eq!(hashed.population(seed, &Unwatched).unwrap(), plain, "{:?}", keys.load);
            }
            let counts = count_in_order(&keys, &hashed.hasher, buckets, 0, &Unwatched).unwrap();
            assert_eq!(counts, plainly(&keys, (1..).map(loads), buckets, 0).keys);
        }
    }

    #[test]
    fn every_event_reaches_the_key_it_was_drawn_for() {
        let buckets = BucketCount::clamped(100);
        let of = LoadLaw::Zipf { exponent: 1.0, top: 1000 };
        // Many events of which most keys get some, and few.
        for (records, shuffled) in [(90_000, true), (90_000, false), (40, true), (40, false)] {
            let keys = keys(LoadLaw::Sampled { records, of: Box::new(of.clone()) }, shuffled);
            let hashed = Hashed::new(&keys, RULE, buckets, &Unwatched).unwrap();
            let drawn = Sampler::new(&of, keys.count, records).unwrap().draw(5, &Unwatched).unwrap();
            let plain = plainly(&keys, drawn.into_iter().map(u64::from), buckets, 5);
            assert_eq!(plain.load.iter().sum::<u64>(), records);
            assert_eq!(hashed.population(5, &Unwatched).unwrap(), plain);
        }
    }

    #[test]
    fn a_watch_is_told_of_every_key_once() {
        let law = LoadLaw::Zipf { exponent: 1.0, top: 20_000 };
        let keys = keys(law, true);
        let progress = crate::simulate::Progress::default();
        let hashed = Hashed::new(&keys, RULE, BucketCount::clamped(100), &progress).unwrap();
        assert_eq!(progress.done(), hashed.settled());
        hashed.population(5, &progress).unwrap();
        assert_eq!(progress.done(), keys.count);
    }
}
