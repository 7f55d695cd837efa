//! Keys and loads added up per bucket, by one thread.

use super::super::SimulateError;
use crate::unit::BucketCount;

/// Interleaved histograms below this many buckets, so that equal neighbours do not wait for each other's store.
const LANED_BUCKETS: u32 = 4096;
const LANES: usize = 4;

/// Keys and records per bucket.
///
/// Keys of equal load are only counted; a count becomes records when the load changes. Shape: `keys` and `load` hold one
/// entry a bucket, `pending` one a bucket and lane.
#[derive(Debug)]
pub struct Tally {
    keys: Vec<u64>,
    load: Vec<u64>,
    pending: Vec<u32>,
    lanes: usize,
    pending_keys: u64,
    pending_load: u64,
}

impl Tally {
    /// An empty tally.
    pub fn new(buckets: BucketCount) -> Self {
        let lanes = if buckets.get() <= LANED_BUCKETS { LANES } else { 1 };
        let n = buckets.len();
        Self {
            keys: vec![0; n],
            load: vec![0; n],
            pending: vec![0; n * lanes],
            lanes,
            pending_keys: 0,
            pending_load: 0,
        }
    }

    /// How long a run of equal loads must be for counting first to pay.
    pub fn long_run(&self) -> u64 {
        self.pending.len() as u64
    }

    /// Adds keys of equal load by their buckets.
    pub fn add_run(&mut self, buckets: &[u32], load: u64) -> Result<(), SimulateError> {
        // Pending counts are 32 bits wide.
        if load != self.pending_load || self.pending_keys > 1 << 31 {
            self.settle()?;
            self.pending_load = load;
        }
        if self.lanes == LANES {
            let mut quads = buckets.chunks_exact(LANES);
            for quad in &mut quads {
                for (lane, &bucket) in quad.iter().enumerate() {
                    self.pending[bucket as usize * LANES + lane] += 1;
                }
            }
            for &bucket in quads.remainder() {
                self.pending[bucket as usize * LANES] += 1;
            }
        } else {
            for &bucket in buckets {
                self.pending[bucket as usize] += 1;
            }
        }
        self.pending_keys += buckets.len() as u64;
        Ok(())
    }

    /// Adds one key.
    pub fn add(&mut self, bucket: u32, load: u64) -> Result<(), SimulateError> {
        let bucket = bucket as usize;
        self.keys[bucket] += 1;
        self.load[bucket] = self.load[bucket].checked_add(load).ok_or(SimulateError::LoadOverflow)?;
        Ok(())
    }

    /// Turns pending counts into keys and records.
    fn settle(&mut self) -> Result<(), SimulateError> {
        if self.pending_keys > 0 {
            for (bucket, lanes) in self.pending.chunks_exact_mut(self.lanes).enumerate() {
                let count: u64 = lanes.iter().copied().map(u64::from).sum();
                lanes.fill(0);
                self.keys[bucket] += count;
                let records = count.checked_mul(self.pending_load).ok_or(SimulateError::LoadOverflow)?;
                self.load[bucket] = self.load[bucket].checked_add(records).ok_or(SimulateError::LoadOverflow)?;
            }
            self.pending_keys = 0;
        }
        Ok(())
    }

    /// Keys and records per bucket of all tallies together; empty where there is none.
    pub fn sum(tallies: impl IntoIterator<Item = Self>) -> Result<(Vec<u64>, Vec<u64>), SimulateError> {
        let mut tallies = tallies.into_iter();
        let Some(first) = tallies.next() else { return Ok((Vec::new(), Vec::new())) };
        let mut sums = first.finish()?;
        for tally in tallies {
            let (keys, load) = tally.finish()?;
            add_up(&mut sums.0, &keys)?;
            add_up(&mut sums.1, &load)?;
        }
        Ok(sums)
    }

    /// Keys and records per bucket.
    fn finish(mut self) -> Result<(Vec<u64>, Vec<u64>), SimulateError> {
        self.settle()?;
        Ok((self.keys, self.load))
    }
}

/// Adds one number a bucket to another.
pub fn add_up(sums: &mut [u64], more: &[u64]) -> Result<(), SimulateError> {
    for (sum, &more) in sums.iter_mut().zip(more) {
        *sum = sum.checked_add(more).ok_or(SimulateError::LoadOverflow)?;
    }
    Ok(())
}
