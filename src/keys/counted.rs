//! Keys that were counted elsewhere: what is known is each bucket's sum, under one bucket count.

use super::BadKeys;
use crate::unit::{BucketCount, LoadUnit};

/// Sums per bucket. Every list has one entry a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The bucket count they were counted under.
    pub buckets: BucketCount,
    /// Distinct keys of each bucket; `None` where nobody counted them.
    pub keys: Option<Vec<u64>>,
    /// Load of each bucket, in `unit`.
    pub load: Vec<u64>,
    /// What the load counts.
    pub unit: LoadUnit,
    /// Bytes of state of each bucket; `None` where nobody measured them.
    pub state_bytes: Option<Vec<u64>>,
}

impl Counted {
    /// Checks that every list has one entry a bucket.
    ///
    /// # Errors
    /// [`BadKeys::Counted`] for the first list that has not.
    pub fn check(&self) -> Result<(), BadKeys> {
        let lists =
            [("keys", self.keys.as_ref()), ("load", Some(&self.load)), ("state_bytes", self.state_bytes.as_ref())];
        let wrong = lists.into_iter().find_map(|(name, list)| {
            let found = list?.len();
            (found != self.buckets.len()).then_some(BadKeys::Counted { name, found, buckets: self.buckets.get() })
        });
        wrong.map_or(Ok(()), Err)
    }

    /// The same keys in fewer buckets, where a bucket is the remainder of a hash: bucket `b` of N becomes `b mod n`, exact where
    /// `n` divides N. `None` where it does not.
    #[must_use]
    pub fn folded(&self, buckets: BucketCount) -> Option<Self> {
        if !self.buckets.get().is_multiple_of(buckets.get()) {
            return None;
        }
        let fold = |list: &[u64]| {
            let mut sums = vec![0_u64; buckets.len()];
            for part in list.chunks(buckets.len()) {
                for (sum, &more) in sums.iter_mut().zip(part) {
                    *sum = sum.saturating_add(more);
                }
            }
            sums
        };
        Some(Self {
            buckets,
            keys: self.keys.as_deref().map(fold),
            load: fold(&self.load),
            unit: self.unit,
            state_bytes: self.state_bytes.as_deref().map(fold),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_fold_into_a_divisor_and_into_nothing_else() {
        let six = BucketCount::clamped(6);
        let counted = Counted {
            buckets: six,
            keys: None,
            load: vec![1, 2, 3, 4, 5, 6],
            unit: LoadUnit::Bytes,
            state_bytes: None,
        };
        // Bucket 4 of 6 is bucket 1 of 3: a hash that leaves 4 when divided by 6 leaves 1 when divided by 3.
        assert_eq!(counted.folded(BucketCount::clamped(3)).unwrap().load, [5, 7, 9]);
        assert!(
            counted.folded(BucketCount::clamped(4)).is_none() && counted.folded(BucketCount::clamped(12)).is_none()
        );
    }

    #[test]
    fn a_list_of_another_length_is_named() {
        let keys = Some(vec![0; 2]);
        let counted = Counted {
            buckets: BucketCount::clamped(3),
            keys,
            load: vec![0; 3],
            unit: LoadUnit::Rows,
            state_bytes: None,
        };
        assert_eq!(
            counted.check().unwrap_err().to_string(),
            "keys has 2 entries for 3 buckets: one a bucket is needed"
        );
    }
}
