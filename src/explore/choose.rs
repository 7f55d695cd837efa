//! Which widths and counts are worth a look where nobody names any.

use super::dealing::Dealing;
use crate::deal::DealingRule;
use crate::engine::{Outcome, StartRequest};
use crate::simulate::{Job, useful_widths};
use crate::unit::{BucketCount, WorkerCount};

/// Every width up to a little past the largest of `counts`; where they are very many, evenly spaced ones and the useful widths
/// of every count with the widths before them. Where the engine's deal must be played through bucket by bucket, only as many
/// as take a few seconds. Rising, each once.
#[must_use]
pub fn widths_worth_sweeping(job: &Job, counts: &[BucketCount]) -> Vec<WorkerCount> {
    let played = job.engine.profile().dealing(WorkerCount::clamped(2)) != DealingRule::Contiguous;
    let own: Vec<u64> = job.starts.iter().map(|start| start.width.get().into()).collect();
    thinned(counts, &own, u64::from(played))
}

/// The same where the buckets are dealt by each of these rules.
#[must_use]
pub fn widths_worth_dealing(counts: &[BucketCount], dealings: &[Dealing]) -> Vec<WorkerCount> {
    thinned(counts, &[], dealings.iter().filter(|&&dealing| dealing != Dealing::Contiguous).count() as u64)
}

/// `own` are widths of the job, which stay among them; `played` is how many times every width is dealt bucket by bucket.
fn thinned(counts: &[BucketCount], own: &[u64], played: u64) -> Vec<WorkerCount> {
    /// Up to here every width is swept in a moment.
    const ALL: u64 = 40_000;
    /// So many points are as many as a picture has columns.
    const MANY: u64 = 4000;
    /// Buckets dealt one by one in a few seconds.
    const DEALT: u64 = 20_000_000;
    let largest = counts.iter().map(|count| u64::from(count.get())).max().unwrap_or(1);
    let most = (largest + largest / 8 + 1).min(WorkerCount::MAX.get().into());
    // Every width but these is as slow as the one before it: without them a line would fall where nothing falls.
    let useful = counts.iter().flat_map(|count| useful_widths(*count)).map(u64::from);
    let mut telling: Vec<u64> = useful.flat_map(|width| [width.saturating_sub(1).max(1), width]).collect();
    telling.sort_unstable();
    telling.dedup();
    let all = counts.iter().map(|count| u64::from(count.get())).sum::<u64>().saturating_mul(played);
    let room = DEALT.checked_div(all).map_or(u64::MAX, |room| room.max(16));
    let between = if most <= ALL { most } else { MANY };
    let evenly = between.min(room.saturating_sub(telling.len() as u64));
    let len = |every: u64| usize::try_from(every).unwrap_or(usize::MAX);
    if evenly > 0 {
        telling.extend((1..=most).step_by(len(most.div_ceil(evenly))));
    } else {
        let every = (telling.len() as u64).div_ceil(room);
        telling = telling.into_iter().step_by(len(every)).collect();
    }
    let ends = counts.iter().map(|count| count.get().into());
    let own = own.iter().copied().filter(|&width| width <= most);
    let mut widths: Vec<u64> = telling.into_iter().chain(ends).chain(own).collect();
    widths.sort_unstable();
    widths.dedup();
    widths.into_iter().map(WorkerCount::clamped).collect()
}

/// The widths 1 to `widest`; where they are more than a picture has columns, evenly spaced ones that end with it. Rising.
#[must_use]
pub fn widths_up_to(widest: WorkerCount) -> Vec<WorkerCount> {
    /// As many columns as can be told apart.
    const COLUMNS: u32 = 400;
    let every = widest.get().div_ceil(COLUMNS);
    let mut widths: Vec<u32> = (1..=widest.get()).rev().step_by(every as usize).collect();
    widths.reverse();
    widths.into_iter().map(|width| WorkerCount::clamped(width.into())).collect()
}

/// Counts with no other factors than 2, 3 and 5, and many of 2, from a quarter of `own` to four times `own`, and `own` itself:
/// rising, within the engine's bounds, about 30.
#[must_use]
pub fn counts_around(job: &Job, own: BucketCount) -> Vec<BucketCount> {
    /// As many rows as can be read.
    const ROWS: usize = 30;
    let facts = job.engine.facts();
    let least = (own.get() / 4).max(facts.min_buckets).max(1);
    let most = own.get().saturating_mul(4).min(facts.max_buckets.unwrap_or(u32::MAX)).min(BucketCount::MAX.get());
    let round = |count: &u32| {
        let rest = [2, 3, 5].into_iter().fold(*count, |mut rest, factor| {
            while rest.is_multiple_of(factor) {
                rest /= factor;
            }
            rest
        });
        rest == 1
    };
    let even = (own.get() / 16).max(1);
    let even = if even.is_power_of_two() { even } else { even.next_power_of_two() / 2 };
    let all: Vec<u32> = (least..=most).filter(|count| count.is_multiple_of(even)).filter(round).collect();
    let every = all.len().div_ceil(ROWS);
    let mut counts: Vec<u32> = all.into_iter().step_by(every.max(1)).chain([own.get()]).collect();
    counts.sort_unstable();
    counts.dedup();
    counts.into_iter().map(|count| BucketCount::clamped(count.into())).collect()
}

/// Whether a job can make its first start with a count at some width: an engine may take none but those that fit its settings.
#[must_use]
pub fn takes_count(job: &Job, count: BucketCount) -> bool {
    let profile = job.engine.profile();
    let starts = |width| {
        let request = StartRequest { recorded: None, configured: Some(count), width, input_pieces: job.input_pieces };
        profile.start(&request).outcome != Outcome::Refused
    };
    let bounds = job.engine.facts().refuses_count(count.get().into()).is_none();
    bounds && (starts(WorkerCount::ONE) || starts(WorkerCount::clamped(count.get().into())))
}

/// Powers of two from 16 to 32 768, or to `own` where that is more, those that the job's engine takes.
#[must_use]
pub fn powers_of_two(job: &Job, own: BucketCount) -> Vec<BucketCount> {
    let facts = job.engine.facts();
    let most = facts.max_buckets.unwrap_or(1 << 15).min(1 << 15).max(own.get());
    let powers = (4..=20).map(|power| 1_u32 << power).filter(|count| (facts.min_buckets..=most).contains(count));
    powers.map(|count| BucketCount::clamped(count.into())).filter(|count| takes_count(job, *count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_that_tell_something_are_never_left_out() {
        let thinned = |counts: &[u64], own: &[u64], played| {
            let counts: Vec<BucketCount> = counts.iter().map(|count| BucketCount::clamped(*count)).collect();
            thinned(&counts, own, played).into_iter().map(|width| u64::from(width.get())).collect::<Vec<_>>()
        };
        assert_eq!(thinned(&[128], &[4, 40, 200], 0), (1..=145).collect::<Vec<_>>());
        // 16 384 buckets dealt one by one: as many widths as take a few seconds, and among them every one at which the busiest has a
        // bucket less, with the one before it.
        let slots = thinned(&[16_384], &[3, 6, 7001], 1);
        assert!((1000..1300).contains(&slots.len()), "{}", slots.len());
        for width in
            useful_widths(BucketCount::clamped(16_384)).into_iter().map(u64::from).chain([6, 7001, 8191, 16_383])
        {
            assert!(slots.binary_search(&width).is_ok(), "{width}");
        }
        let most = thinned(&[1 << 20], &[77], 1);
        assert!(most.len() < 40 && most.contains(&77) && most.contains(&(1 << 20)), "{most:?}");
    }

    #[test]
    fn many_widths_are_thinned_and_the_widest_stays() {
        let widths = |widest| widths_up_to(WorkerCount::new(widest).unwrap());
        assert_eq!(widths(3).iter().map(|width| width.get()).collect::<Vec<_>>(), [1, 2, 3]);
        let many = widths(1_048_576);
        assert!(many.len() <= 400 && many.is_sorted() && many.last() == Some(&WorkerCount::MAX));
    }
}
