//! Keys that were counted elsewhere: what is known is each bucket's sum, under one bucket count.

use super::BadKeys;
use crate::unit::{BucketCount, LoadUnit, WorkerCount};
use serde::Serialize;

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
    /// What the snapshot or listing says beside them; `None` where they are from none.
    pub recorded: Option<Recorded>,
}

/// How the buckets of N become those of one of its divisors n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// Bucket b becomes b mod n.
    Remainder,
    /// Bucket b becomes b ÷ (N ÷ n), rounded down: neighbours are joined.
    Quotient,
}

/// A job whose state is laid out already, as a snapshot or a listing of it tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Recorded {
    /// The width of its last start; `None` where nothing tells it.
    pub workers: Option<WorkerCount>,
    /// What of the loads is an estimate, in a sentence; `None` where each is read or counted.
    pub estimate: Option<String>,
}

impl Counted {
    /// Checks that every list has one entry a bucket, and that 64 bits hold it together, so that no sum of it is cut off later.
    ///
    /// # Errors
    /// [`BadKeys::Counted`] or [`BadKeys::Sum`] for the first list that has not.
    pub fn check(&self) -> Result<(), BadKeys> {
        let lists =
            [("keys", self.keys.as_ref()), ("load", Some(&self.load)), ("state_bytes", self.state_bytes.as_ref())];
        let wrong = lists.into_iter().find_map(|(name, list)| {
            let found = list?.len();
            (found != self.buckets.len()).then_some(BadKeys::Counted { name, found, buckets: self.buckets.get() })
        });
        wrong.map_or(Ok(()), Err)?;
        let called = |name| match name {
            "load" => self.unit.words().1,
            "state_bytes" => "bytes of state",
            other => other,
        };
        let too_much = |list: &Vec<u64>| list.iter().try_fold(0_u64, |sum, more| sum.checked_add(*more)).is_none();
        let wrong = lists.into_iter().find(|(_, list)| list.is_some_and(too_much));
        wrong.map_or(Ok(()), |(name, _)| Err(BadKeys::Sum { name: called(name) }))
    }

    /// The same sums as if they lay evenly in another number of buckets: for what depends on the sums alone. Which bucket has how
    /// much is then made up.
    #[must_use]
    pub fn spread(&self, buckets: BucketCount) -> Self {
        let spread = |list: &[u64]| {
            let (sum, n) = (list.iter().fold(0_u64, |sum, &part| sum.saturating_add(part)), u64::from(buckets.get()));
            // The rest of the division goes to the first buckets, one each.
            (0..n).map(|bucket| sum / n + u64::from(bucket < sum % n)).collect::<Vec<_>>()
        };
        Self {
            buckets,
            keys: self.keys.as_deref().map(spread),
            load: spread(&self.load),
            unit: self.unit,
            state_bytes: self.state_bytes.as_deref().map(spread),
            recorded: self.recorded.clone(),
        }
    }

    /// The same keys in fewer buckets, exact where the engine's buckets fold so. `None` where the new count does not divide the old one.
    #[must_use]
    pub fn folded(&self, buckets: BucketCount, fold: Fold) -> Option<Self> {
        if !self.buckets.get().is_multiple_of(buckets.get()) {
            return None;
        }
        let folded = |list: &[u64]| {
            let mut sums = vec![0_u64; buckets.len()];
            let joined = self.buckets.len() / buckets.len();
            for (bucket, &more) in list.iter().enumerate() {
                let into = match fold {
                    Fold::Remainder => bucket % buckets.len(),
                    Fold::Quotient => bucket / joined,
                };
                sums[into] = sums[into].saturating_add(more);
            }
            sums
        };
        Some(Self {
            buckets,
            keys: self.keys.as_deref().map(folded),
            load: folded(&self.load),
            unit: self.unit,
            state_bytes: self.state_bytes.as_deref().map(folded),
            recorded: self.recorded.clone(),
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
            recorded: None,
        };
        // Bucket 4 of 6 is bucket 1 of 3: a hash that leaves 4 when divided by 6 leaves 1 when divided by 3.
        let into = |count, fold| counted.folded(BucketCount::clamped(count), fold).map(|folded| folded.load);
        assert_eq!(into(3, Fold::Remainder).unwrap(), [5, 7, 9]);
        assert_eq!(into(3, Fold::Quotient).unwrap(), [3, 7, 11]);
        for fold in [Fold::Remainder, Fold::Quotient] {
            assert!(into(4, fold).is_none() && into(12, fold).is_none());
        }
    }

    #[test]
    fn sums_stay_when_they_are_spread() {
        let counted = Counted {
            buckets: BucketCount::clamped(2),
            keys: None,
            load: vec![10, 1],
            unit: LoadUnit::Bytes,
            state_bytes: Some(vec![0, 2]),
            recorded: None,
        };
        let spread = counted.spread(BucketCount::clamped(4));
        assert_eq!((spread.load, spread.state_bytes, spread.keys), (vec![3, 3, 3, 2], Some(vec![1, 1, 0, 0]), None));
    }

    #[test]
    fn sums_that_64_bits_do_not_hold_are_refused_before_they_are_folded() {
        let counted = |load: Vec<u64>, state_bytes: Vec<u64>| Counted {
            buckets: BucketCount::clamped(2),
            keys: None,
            load,
            unit: LoadUnit::Messages,
            state_bytes: Some(state_bytes),
            recorded: None,
        };
        assert_eq!(counted(vec![u64::MAX, 0], vec![1, u64::MAX - 1]).check(), Ok(()));
        let told = |counted: Counted| counted.check().unwrap_err().to_string();
        assert_eq!(
            told(counted(vec![u64::MAX, 1], vec![0; 2])),
            "the messages of all buckets add up to more than 2^64 - 1"
        );
        assert_eq!(
            told(counted(vec![0; 2], vec![2, u64::MAX - 1])),
            "the bytes of state of all buckets add up to more than 2^64 - 1"
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
            recorded: None,
        };
        assert_eq!(
            counted.check().unwrap_err().to_string(),
            "keys has 2 entries for 3 buckets: one a bucket is needed"
        );
    }
}
