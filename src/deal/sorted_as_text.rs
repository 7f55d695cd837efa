//! Buckets in the order of their numbers as text, round robin: 0, 1, 10, 11, 2, …
//!
//! Source: Samza at 23f52e9, `GroupByContainerCount`: task names are sorted as strings, so "Partition 10" comes before
//! "Partition 2".

use super::Assignment;
use crate::unit::{BucketCount, WorkerCount};

/// More than any bucket number.
const ABOVE: u64 = 10_000_000;

pub(super) fn deal(buckets: BucketCount, workers: WorkerCount) -> Assignment {
    let mut order: Vec<u32> = buckets.range().collect();
    // Digits compare as text where the first ones stand at the same place; of equals the shorter comes first.
    order.sort_unstable_by_key(|&bucket| {
        let mut padded = u64::from(bucket);
        while padded > 0 && padded < ABOVE / 10 {
            padded *= 10;
        }
        (padded, bucket)
    });
    let mut owner = vec![0; buckets.len()];
    for (bucket, worker) in order.into_iter().zip((0..workers.get()).cycle()) {
        owner[bucket as usize] = worker;
    }
    Assignment::new(workers, owner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_strings() {
        // On as many workers as buckets, each owns its place in the order.
        for n in [1, 10, 12, 123, 1100] {
            let owner = deal(BucketCount::clamped(n), WorkerCount::clamped(n)).owners().to_vec();
            let mut names: Vec<String> = (0..n).map(|bucket| format!("Partition {bucket}")).collect();
            names.sort();
            for (place, name) in names.iter().enumerate() {
                let bucket: usize = name.trim_start_matches("Partition ").parse().unwrap();
                assert_eq!(owner[bucket] as usize, place, "{name} of {n}");
            }
        }
    }
}
