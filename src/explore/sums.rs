//! Jobs of which only the sums of buckets are known, asked about another bucket count.

use crate::keys::KeySource;
use crate::simulate::Job;
use crate::unit::BucketCount;
use std::borrow::Cow;
use std::sync::Arc;

/// The bucket count that a job's keys were counted under, where what lies in each of `count` buckets cannot be told from that;
/// `None` where it is known.
#[must_use]
pub fn counted_under(job: &Job, count: BucketCount) -> Option<BucketCount> {
    let KeySource::Counted(counted) = &job.keys else { return None };
    let folds = || job.engine.profile().hashing().reduction.fold(counted.buckets, count).is_some();
    (counted.buckets != count && !folds()).then_some(counted.buckets)
}

/// The job itself where what lies in each of `count` buckets is known; else with the same sums laid evenly in so many: right for
/// what a snapshot weighs, made up for who carries it.
pub(super) fn with_sums(job: &Job, count: BucketCount) -> Cow<'_, Job> {
    match &job.keys {
        KeySource::Counted(counted) if counted_under(job, count).is_some() => {
            Cow::Owned(Job { keys: KeySource::Counted(Arc::new(counted.spread(count))), ..job.clone() })
        }
        _ => Cow::Borrowed(job),
    }
}
