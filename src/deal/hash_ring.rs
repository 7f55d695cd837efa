//! A ring with points of every worker: a bucket belongs to the next point from it on.
//!
//! Source: Pulsar's `Key_Shared`, `ConsistentHashingStickyKeyConsumerSelector`, 100 points a consumer. Consumers' names are not known
//! beforehand: `consumer-0`, `consumer-1`, … stand in for them, and points lie on the slots themselves. How uneven a ring is is
//! Pulsar's; which slot is whose is not.

use super::Assignment;
use super::pace::{Check, Pace};
use crate::unit::{BucketCount, WorkerCount};
use xxhash_rust::xxh64::xxh64;

/// What a point takes, in about nanoseconds.
const STEP: usize = 32;

pub(super) fn deal<E>(
    buckets: BucketCount,
    workers: WorkerCount,
    points: u32,
    check: &Check<'_, E>,
) -> Result<Assignment, E> {
    let mut pace = Pace::new(check);
    let mut at_point: Vec<Option<u32>> = vec![None; buckets.len()];
    for worker in workers.range() {
        let name = format!("consumer-{worker}");
        for point in 0..points.max(1) {
            let spot = xxh64(name.as_bytes(), point.into()) % u64::from(buckets.get());
            // Of several at one place the first stays.
            at_point[usize::try_from(spot).unwrap_or(0)].get_or_insert(worker);
            pace.step(STEP)?;
        }
    }
    // Behind the last point the ring goes on with the first.
    let mut next = at_point.iter().find_map(|worker| *worker).unwrap_or(0);
    let mut owner = vec![0; buckets.len()];
    for (owner, point) in owner.iter_mut().zip(&at_point).rev() {
        next = point.unwrap_or(next);
        *owner = next;
    }
    Ok(Assignment::new(workers, owner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn a_newcomer_takes_from_its_neighbours_alone_and_shares_vary_by_a_tenth() {
        let of = |p| {
            let Ok(dealt) =
                deal(BucketCount::clamped(65_536), WorkerCount::clamped(p), 100, &|| Ok::<(), Infallible>(()));
            dealt
        };
        for p in [1_u64, 2, 5, 20] {
            let (before, after) = (of(p), of(p + 1));
            assert!(before.owners().iter().zip(after.owners()).all(|(old, new)| old == new || u64::from(*new) == p));
            let mean = 65_536.0 / f64::from(after.workers().get());
            // With 100 points a share has a deviation of about a tenth of its mean.
            let share = |count: u32| f64::from(count) / mean;
            assert!(after.bucket_counts().into_iter().all(|count| (0.5..1.5).contains(&share(count))));
        }
        let shares = of(20).bucket_counts();
        assert!(shares.iter().max() > shares.iter().min());
    }
}
