//! How evenly loads lie: the field's figures, from integers.

use super::report::Loss;
use crate::unit::{BucketCount, WorkerCount, float, float_wide};

/// Figures of one list of loads over all workers asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Balance {
    /// Busiest ÷ mean, at least 1; 1 where there is no load.
    pub peak_to_mean: f64,
    /// Total ÷ busiest; the number of workers where there is no load.
    pub effective_width: f64,
    /// Standard deviation (of the whole population) ÷ mean; 0 where there is no load.
    pub cv: f64,
    /// 100 · mean absolute deviation ÷ mean, at most 100.
    pub flink_skew_score: f64,
}

impl Balance {
    /// Figures of `loads`; workers asked for beyond the list count with no load.
    #[must_use]
    pub fn of(loads: &[u64], asked: WorkerCount) -> Self {
        let (total, busiest) = (sum(loads), loads.iter().copied().max().unwrap_or(0));
        let (peak_to_mean, effective_width) = peak_ratios(total, busiest, asked);
        if total == 0 {
            return Self { peak_to_mean, effective_width, cv: 0.0, flink_skew_score: 0.0 };
        }
        let p = asked.as_f64();
        let absent = f64::from(asked.get()) - float(loads.len() as u64);
        let mean = ratio(total, u128::from(asked.get()));
        let squares: f64 =
            loads.iter().map(|&x| (float(x) - mean) * (float(x) - mean)).sum::<f64>() + absent * mean * mean;
        Self {
            peak_to_mean,
            effective_width,
            cv: libm::sqrt(squares / p) / mean,
            flink_skew_score: flink_skew_score(loads, asked),
        }
    }
}

/// Busiest ÷ mean (at least 1) and total ÷ busiest (at most the workers asked for), where `total` records lie on so many
/// workers and the busiest has `busiest` of them; 1 and all workers where there is no load.
#[must_use]
pub fn peak_ratios(total: u128, busiest: u64, asked: WorkerCount) -> (f64, f64) {
    if total == 0 {
        return (1.0, asked.as_f64());
    }
    (ratio(u128::from(busiest) * u128::from(asked.get()), total), ratio(total, busiest.into()))
}

/// Flink's data skew score, 0 to 100 (FLIP-418: mean absolute deviation in percent of the mean, at most 100; 0 without load).
#[must_use]
pub fn flink_skew_score(loads: &[u64], asked: WorkerCount) -> f64 {
    let total = sum(loads);
    if total == 0 {
        return 0.0;
    }
    // Deviations from the mean, all scaled by the number of workers, stay integers.
    let p = u128::from(asked.get());
    let absent = p.saturating_sub(loads.len() as u128);
    let deviation: u128 = loads.iter().map(|&x| (u128::from(x) * p).abs_diff(total)).sum::<u128>() + absent * total;
    (100.0 * float_wide(deviation) / (float_wide(total) * float_wide(p))).min(100.0)
}

/// The losses of a deal, each as a ratio. They do not all multiply: of dealing and the hot key floor only the larger binds, and
/// `chance` is what the peak-to-mean ratio has beyond it.
#[must_use]
pub fn losses(
    bucket_counts: &[u32],
    bucket_loads: &[u64],
    hottest_key: u64,
    least_loaded_peak: u64,
    peak_to_mean: f64,
    asked: WorkerCount,
) -> Loss {
    let p = u128::from(asked.get());
    let total = sum(bucket_loads);
    let share = |part: u64| if total == 0 { 1.0 } else { ratio(u128::from(part) * p, total).max(1.0) };
    let most = bucket_counts.iter().copied().max().unwrap_or(0);
    let dealing = ratio(u128::from(most) * p, bucket_loads.len() as u128);
    let hottest_bucket = bucket_loads.iter().copied().max().unwrap_or(0);
    let hot_key_floor = share(hottest_key);
    Loss {
        dealing,
        hot_key_floor,
        hot_bucket_floor: share(hottest_bucket),
        least_loaded: share(least_loaded_peak),
        best_possible: share(lower_bound(bucket_loads, asked)),
        chance: (peak_to_mean / dealing.max(hot_key_floor)).max(1.0),
    }
}

/// A load that the busiest worker cannot get below, however whole buckets are dealt: the heaviest bucket; or, with more
/// buckets than workers, the two lightest of the p + 1 heaviest, since two of those must share a worker; or the mean.
fn lower_bound(bucket_loads: &[u64], asked: WorkerCount) -> u64 {
    let mut loads = bucket_loads.to_vec();
    let p = asked.len();
    let heaviest = loads.iter().copied().max().unwrap_or(0);
    let mean = sum(bucket_loads).div_ceil(p as u128);
    let pair = if loads.len() > p {
        let (_, &mut next, _) = loads.select_nth_unstable_by(p, |a, b| b.cmp(a));
        let last = loads[..p].iter().copied().min().unwrap_or(0);
        u128::from(last) + u128::from(next)
    } else {
        0
    };
    u64::try_from(mean.max(pair).max(heaviest.into())).unwrap_or(u64::MAX)
}

/// Widths at which the busiest worker of an even deal holds fewer buckets than at any smaller width: where `ceil(N / p)` drops.
#[must_use]
pub fn useful_widths(buckets: BucketCount) -> Vec<u32> {
    let n = buckets.get();
    let mut widths = Vec::new();
    let mut width = 1;
    loop {
        widths.push(width);
        let most = n.div_ceil(width);
        if most == 1 {
            return widths;
        }
        // The least width with ceil(N / w) <= most - 1.
        width = n.div_ceil(most - 1);
    }
}

/// The next useful width above `width`; `None` at or past the last.
#[must_use]
pub fn next_useful_width(buckets: BucketCount, width: WorkerCount) -> Option<u32> {
    let n = buckets.get();
    match n.div_ceil(width.get()) {
        1 => None,
        most => Some(n.div_ceil(most - 1)),
    }
}

pub(super) fn sum(loads: &[u64]) -> u128 {
    loads.iter().copied().map(u128::from).sum()
}

pub(super) fn ratio(a: u128, b: u128) -> f64 {
    float_wide(a) / float_wide(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(count: u64) -> BucketCount {
        BucketCount::new(count).unwrap()
    }

    #[test]
    fn useful_widths_of_128_are_the_known_ones() {
        let expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 19, 22, 26, 32, 43, 64, 128];
        assert_eq!(useful_widths(n(128)), expected);
        assert_eq!(next_useful_width(n(128), WorkerCount::new(40).unwrap()), Some(43));
        assert_eq!(next_useful_width(n(128), WorkerCount::new(128).unwrap()), None);
    }

    #[test]
    fn useful_widths_are_where_the_busiest_share_drops() {
        for buckets in 1_u32..300 {
            let plain: Vec<u32> =
                (1..=buckets).filter(|&w| w == 1 || buckets.div_ceil(w) < buckets.div_ceil(w - 1)).collect();
            assert_eq!(useful_widths(n(buckets.into())), plain);
        }
    }
}
