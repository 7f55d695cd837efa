//! Which counts and widths give a subtask a certain range of key groups.

use crate::deal::contiguous;
use crate::unit::{BucketCount, BucketId, WorkerCount, WorkerId};

/// A count and a width under which the range is that of one subtask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fit {
    pub buckets: BucketCount,
    pub width: WorkerCount,
    /// The subtask of the range, counted from 0.
    pub holder: WorkerId,
    /// The subtask that owns the key group asked for, counted from 0.
    pub owner: WorkerId,
}

/// Counts that jobs have: Flink's defaults first, then round numbers and numbers of many divisors.
const LIKELY: [u32; 50] = [
    128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 720, 1000, 840, 360, 240, 480, 960, 1440, 120, 180, 200,
    100, 300, 400, 500, 600, 800, 1200, 1500, 1260, 1680, 1800, 2000, 2520, 3000, 4000, 5000, 5040, 7560, 10_000,
    10_080, 15_120, 20_000, 20_160, 25_200, 27_720, 30_000, 30_240, 32_760, 64, 32,
];

/// Counts among the likely ones, and the range's own end, whose deal to some width gives one subtask the key groups `first..=last`,
/// and to another one `group`.
pub(super) fn likely(first: u32, last: u32, group: u32) -> Vec<Fit> {
    let size = last - first + 1;
    let mut fits = Vec::new();
    let own = (last + 1).max(group + 1);
    let counts = LIKELY.into_iter().chain((!LIKELY.contains(&own) && own == last + 1).then_some(own));
    for buckets in counts.filter(|&count| count > last && count > group) {
        // Ranges have N / p key groups, rounded down or up.
        for width in (buckets / (size + 1)).max(1)..=(buckets / (size - 1).max(1)).min(buckets) {
            fits.extend(fit(buckets, width, first, last, group));
        }
    }
    // Even deals are the likeliest, then small widths.
    fits.sort_by_key(|fit| (!fit.buckets.get().is_multiple_of(fit.width.get()), fit.width, fit.buckets));
    fits.dedup();
    fits
}

/// The counts under which subtask `index` (from 0) of `width` has just this range: from the least to the greatest.
pub(super) fn at_width(first: u32, last: u32, group: u32, width: u32, index: u32) -> Vec<Fit> {
    let size = last - first + 1;
    let counts = width.max((size - 1).saturating_mul(width))..=(size + 1).saturating_mul(width).min(32_768);
    counts.filter_map(|buckets| fit(buckets, width, first, last, group)).filter(|fit| fit.holder.0 == index).collect()
}

fn fit(buckets: u32, width: u32, first: u32, last: u32, group: u32) -> Option<Fit> {
    if last >= buckets || group >= buckets {
        return None;
    }
    let (count, workers) = (BucketCount::new(buckets.into()).ok()?, WorkerCount::new(width.into()).ok()?);
    let holder = contiguous::owner(count, workers, BucketId(first));
    (contiguous::range(count, workers, holder) == (first..last + 1)).then(|| Fit {
        buckets: count,
        width: workers,
        holder,
        owner: contiguous::owner(count, workers, BucketId(group)),
    })
}
