//! Events drawn one by one from a law by rank: how many records each key gets by chance.

use super::super::{SimulateError, Watch};
use crate::keys::LoadLaw;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Events drawn from one stream of the seed; fixed, so that the draws do not depend on the number of threads.
const EVENTS_PER_STREAM: u64 = 1 << 16;
/// Streams from here on belong to sampling.
const FIRST_STREAM: u64 = 1 << 32;
/// The guide narrows the search for a run to the runs that start in one of 2^16 equal parts of the total weight.
const GUIDE_BITS: u32 = 16;

/// Draws events by a law, for one seed or for many.
#[derive(Debug)]
pub struct Sampler {
    runs: Runs,
    keys: u64,
    records: u64,
}

impl Sampler {
    /// Prepares draws of `records` events over `keys` keys.
    ///
    /// # Errors
    /// Weights that exceed 64 bits together.
    pub fn new(law: &LoadLaw, keys: u64, records: u64) -> Result<Self, SimulateError> {
        Ok(Self { runs: Runs::of(law, keys)?, keys, records })
    }

    /// Records of each rank as the seed draws them. Shape: one entry a rank, rank 1 first.
    ///
    /// # Errors
    /// A cancelled run.
    pub fn draw(&self, seed: u64, watch: &dyn Watch) -> Result<Vec<u32>, SimulateError> {
        let (runs, records) = (&self.runs, self.records);
        let counts: Vec<AtomicU32> = (0..self.keys).map(|_| AtomicU32::new(0)).collect();
        (0..records.div_ceil(EVENTS_PER_STREAM)).into_par_iter().try_for_each(|stream| {
            if watch.is_cancelled() {
                return Err(SimulateError::Cancelled);
            }
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(FIRST_STREAM + stream);
            let events = EVENTS_PER_STREAM.min(records - stream * EVENTS_PER_STREAM);
            for _ in 0..events {
                // Sums do not depend on the order of additions.
                counts[index(runs.rank_at(below(&mut rng, runs.total)))].fetch_add(1, Ordering::Relaxed);
            }
            watch.advance(events);
            Ok(())
        })?;
        Ok(counts.into_iter().map(AtomicU32::into_inner).collect())
    }
}

/// A number below `bound`, every one as likely: the high half of a product, rejecting the few values that come once too often.
fn below(rng: &mut ChaCha8Rng, bound: u64) -> u64 {
    let threshold = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        if low(product) >= threshold {
            return high(product);
        }
    }
}

/// Runs of equal weight, with the weight before each.
#[derive(Debug)]
struct Runs {
    /// (weight before the run, first index of the run, weight of each member)
    entries: Vec<(u64, u64, u64)>,
    guide: Vec<u32>,
    shift: u32,
    total: u64,
}

impl Runs {
    fn of(law: &LoadLaw, keys: u64) -> Result<Self, SimulateError> {
        let (mut runs, mut total, mut rank) = (Vec::new(), 0_u64, 1);
        while rank <= keys {
            let (end, weight) = (law.run_end(rank, keys, keys), law.of_rank(rank, keys));
            runs.push((total, rank - 1, weight));
            let more = weight.checked_mul(end + 1 - rank).ok_or(SimulateError::LoadOverflow)?;
            total = total.checked_add(more).ok_or(SimulateError::LoadOverflow)?;
            rank = end + 1;
        }
        let shift = (64 - total.leading_zeros()).saturating_sub(GUIDE_BITS);
        let parts = (total >> shift) + 2;
        let guide = (0..parts).map(|part| {
            let runs_before = runs.partition_point(|run| run.0 <= part << shift);
            u32::try_from(runs_before.saturating_sub(1)).unwrap_or(u32::MAX)
        });
        Ok(Self { guide: guide.collect(), entries: runs, shift, total })
    }

    /// The index (rank − 1) whose part of the total weight holds `weight`.
    fn rank_at(&self, weight: u64) -> u64 {
        let part = index(weight >> self.shift);
        let (from, to) = (self.guide[part] as usize, self.guide[part + 1] as usize + 1);
        let at = from + self.entries[from..to].partition_point(|run| run.0 <= weight) - 1;
        let (before, first, each) = self.entries[at];
        first + (weight - before) / each
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an index below 2^24 keys or 2^17 guide parts")]
const fn index(value: u64) -> usize {
    value as usize
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
const fn low(product: u128) -> u64 {
    product as u64
}

const fn high(product: u128) -> u64 {
    (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_of_weight_finds_its_rank() {
        for law in [LoadLaw::Zipf { exponent: 1.0, top: 700 }, LoadLaw::Uniform { each: 3 }] {
            let runs = Runs::of(&law, 300).unwrap();
            let mut weight = 0;
            for rank in 1..=300 {
                for _ in 0..law.of_rank(rank, 300) {
                    assert_eq!(runs.rank_at(weight), rank - 1);
                    weight += 1;
                }
            }
            assert_eq!(weight, runs.total);
        }
    }
}
