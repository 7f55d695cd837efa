//! The result of a deal: one owner a bucket.

use crate::unit::{BucketCount, BucketId, WorkerCount, WorkerId};

/// Which worker owns each bucket. Every bucket has exactly one owner, below the worker count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    workers: WorkerCount,
    owner: Vec<u32>,
}

impl Assignment {
    /// An assignment from one owner a bucket.
    ///
    /// # Panics
    /// Where there is no bucket or an owner is not below `workers`: a dealing rule that does so is wrong.
    #[must_use]
    pub fn new(workers: WorkerCount, owner: Vec<u32>) -> Self {
        assert!(
            !owner.is_empty() && owner.iter().all(|&w| w < workers.get()),
            "a dealing rule named a worker that does not exist"
        );
        Self { workers, owner }
    }

    /// How many workers take part, owners or not.
    #[must_use]
    pub const fn workers(&self) -> WorkerCount {
        self.workers
    }

    /// How many buckets were dealt.
    #[must_use]
    pub fn buckets(&self) -> BucketCount {
        BucketCount::clamped(self.owner.len() as u64)
    }

    /// The owner of a bucket; `None` past the last bucket.
    #[must_use]
    pub fn owner(&self, bucket: BucketId) -> Option<WorkerId> {
        self.owner.get(bucket.index()).copied().map(WorkerId)
    }

    /// The owner of every bucket, by bucket.
    #[must_use]
    pub fn owners(&self) -> &[u32] {
        &self.owner
    }

    /// How many buckets each worker owns, by worker.
    #[must_use]
    pub fn bucket_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.workers.len()];
        for &w in &self.owner {
            counts[w as usize] += 1;
        }
        counts
    }

    /// The buckets of each worker in rising order, by worker.
    #[must_use]
    pub fn bucket_lists(&self) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); self.workers.len()];
        for (b, &w) in (0..).zip(&self.owner) {
            lists[w as usize].push(b);
        }
        lists
    }

    /// Sums one number a bucket into one number a worker. Shape: `per_bucket` has one entry a bucket.
    #[must_use]
    pub fn sum(&self, per_bucket: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; self.workers.len()];
        for (&w, &x) in self.owner.iter().zip(per_bucket) {
            sums[w as usize] += x;
        }
        sums
    }

    /// Whether owners never fall from one bucket to the next: every worker holds one range.
    #[must_use]
    pub fn is_contiguous(&self) -> bool {
        self.owner.is_sorted()
    }
}
