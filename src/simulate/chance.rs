//! What chance alone would do: keys thrown independently on workers.

use super::evenness::Thrown;
use super::report::{ChiSquare, ExpectedIdle};
use crate::unit::float;

/// How many of `workers` get no key, were each of `keys` to fall on a worker with the chance `share[i] / total`.
///
/// With `q = (1 − s)^K` for a worker of share `s`, the mean is the sum of all `q`; the variance is the sum of `q (1 − q)` over
/// workers and of `(1 − s − t)^K − q r` over ordered pairs of workers of shares `s`, `t` (and so `q`, `r`). Workers of
/// equal share are taken together, so the work grows with the distinct shares.
///
/// # Design
/// With many workers, `(1 − s − t)^K` and `q r` agree in nearly all digits. As `1 − s − t = (1 − s)(1 − t) − s t`, their
/// difference is `q r ((1 − x)^K − 1)` with `x = s t / ((1 − s)(1 − t))`, which `log1p` and `expm1` give in full; so is
/// `1 − q`.
#[must_use]
pub fn expected_idle(shares: &[u32], total: u32, keys: u64, found: u32) -> ExpectedIdle {
    if keys == 0 {
        return ExpectedIdle { mean: float(shares.len() as u64), sd: 0.0, z: 0.0, found };
    }
    let k = float(keys);
    let cells: Vec<Cell> = groups(shares).into_iter().map(|group| Cell::new(group, total, k)).collect();
    let mean: f64 = cells.iter().map(|cell| cell.members * cell.none).sum();
    let (mut variance, mut size) = (0.0, 0.0);
    let mut add = |term: f64| {
        variance += term;
        size += term.abs();
    };
    for (at, cell) in cells.iter().enumerate() {
        add(cell.members * cell.none * cell.some);
        add(cell.members * (cell.members - 1.0) * cell.covariance(cell, k));
        for other in &cells[at + 1..] {
            add(2.0 * cell.members * other.members * cell.covariance(other, k));
        }
    }
    // Where every worker is as good as sure to have a key or to have none, rounding may leave a speck on either side of 0.
    let sd = if variance > f64::max(1e-12, 1e-14 * size) { libm::sqrt(variance) } else { 0.0 };
    let z = if sd > 0.0 { (f64::from(found) - mean) / sd } else { 0.0 };
    ExpectedIdle { mean, sd, z, found }
}

/// Workers of one share.
struct Cell {
    /// How many they are.
    members: f64,
    /// The share of each, 0 to 1.
    share: f64,
    /// The chance of one to have no key, 0 to 1.
    none: f64,
    /// The chance of one to have a key, 0 to 1.
    some: f64,
}

impl Cell {
    fn new((count, members): (u32, usize), total: u32, k: f64) -> Self {
        let members = float(members as u64);
        let share = (f64::from(count) / f64::from(total)).min(1.0);
        let log_none = k * libm::log1p(-share);
        Self { members, share, none: libm::exp(log_none), some: -libm::expm1(log_none) }
    }

    /// `(1 − s − t)^K − q r`, never above 0. Nothing where one of the two is sure to have a key.
    fn covariance(&self, other: &Self, k: f64) -> f64 {
        let both = self.none * other.none;
        if both == 0.0 {
            return 0.0;
        }
        let x = self.share * other.share / ((1.0 - self.share) * (1.0 - other.share));
        both * libm::expm1(k * libm::log1p(-x.min(1.0)))
    }
}

/// How far counts lie from what chance gives in proportion to `shares`: Pearson's chi-square, and how rare it is under even
/// hashing, worked out as [`Observed::evenness`](super::Observed::evenness) does.
///
/// Workers of share 0 are left out. Shape: one count and one share a worker.
#[must_use]
pub fn chi_square(counts: &[u64], shares: &[u32]) -> ChiSquare {
    let keys = counts.iter().fold(0_u64, |sum, &count| sum.saturating_add(count));
    let thrown = Thrown::of(counts, shares, keys);
    ChiSquare { statistic: thrown.statistic, degrees: thrown.degrees, p: thrown.p }
}

/// Pearson's chi-square of counts against shares, and its degrees of freedom; workers of share 0 are left out.
pub(super) fn pearson(counts: &[u64], shares: &[u32]) -> (f64, u32) {
    let total = float(counts.iter().sum());
    let parts: f64 = shares.iter().copied().map(f64::from).sum();
    let (mut statistic, mut cells) = (0.0, 0_u32);
    for (&count, &share) in counts.iter().zip(shares).filter(|(_, share)| **share > 0) {
        let expected = total * f64::from(share) / parts;
        let off = float(count) - expected;
        statistic += if expected > 0.0 { off * off / expected } else { 0.0 };
        cells += 1;
    }
    let degrees = cells.saturating_sub(1);
    (if degrees == 0 { 0.0 } else { statistic }, degrees)
}

/// (share, how many workers have it), by rising share.
pub(super) fn groups(shares: &[u32]) -> Vec<(u32, usize)> {
    let mut sorted = shares.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shares_give_the_closed_form() {
        // n (1 - 1/n)^K and its standard deviation, from the literature's table of balls in bins.
        for (n, k, mean, sd) in
            [(4, 2, 2.25, 0.4330), (4, 20, 0.0127, 0.1120), (64, 64, 23.3591, 2.4981), (2000, 10_000, 13.4591, 3.5939)]
        {
            let idle = expected_idle(&vec![1; n as usize], n, k, 0);
            assert!((idle.mean - mean).abs() < 1e-4 && (idle.sd - sd).abs() < 1e-4, "{n} {k}: {idle:?}");
        }
    }

    /// Worked out from the sums as they stand, `(1 − 2s)^K − q²` and all, with 80 digits (Python, mpmath `mp.dps = 80`),
    /// rounded to 15. Each entry of the first list: a share, and how many workers have it.
    #[test]
    fn many_workers_keep_their_digits() {
        type Case = (&'static [(u32, usize)], u32, u64, f64, f64);
        let cases: [Case; 7] = [
            (&[(1, 32_768)], 32_768, 10, 32_758.001_373_179_3, 0.037_049_837_172_089_2),
            (&[(1, 40_000)], 40_000, 40_000, 14_714.993_705_221_0, 62.356_828_426_985_5),
            (&[(1, 1 << 20)], 1 << 20, 2, 1_048_574.000_000_95, 0.000_976_562_034_338_602),
            (&[(1, 1 << 20)], 1 << 20, 1000, 1_047_576.476_209_23, 0.689_641_093_579_224),
            (&[(1, 1 << 20)], 1 << 20, 20_000_000, 0.005_458_660_702_598_22, 0.073_882_745_835_426_1),
            (&[(1, 24_576), (2, 4096)], 32_768, 1000, 27_690.786_794_928_3, 4.232_253_257_632_28),
            (&[(3, 200_000), (4, 100_000)], 1_000_000, 1_000_000, 11_788.918_101_604_3, 99.377_642_545_369_0),
        ];
        for (groups, total, keys, mean, sd) in cases {
            let shares: Vec<u32> =
                groups.iter().flat_map(|&(share, members)| std::iter::repeat_n(share, members)).collect();
            let idle = expected_idle(&shares, total, keys, 0);
            let off = ((idle.mean / mean - 1.0).abs(), (idle.sd / sd - 1.0).abs());
            assert!(off.0 < 1e-12 && off.1 < 1e-8, "{groups:?} {keys} keys: {idle:?}, off by {off:?}");
        }
    }

    #[test]
    fn what_is_certain_has_no_spread() {
        for (shares, total, keys, mean) in [(&[1, 1, 1][..], 3, 0, 3.0), (&[4, 0, 0], 4, 9, 2.0), (&[1; 7], 7, 1, 6.0)]
        {
            let idle = expected_idle(shares, total, keys, 1);
            assert!((idle.mean - mean).abs() < 1e-12, "{idle:?}");
            assert_eq!((idle.sd, idle.z), (0.0, 0.0), "{shares:?} {keys}");
        }
        // Two workers of one half each: two keys meet on one of them half of the time.
        let halves = expected_idle(&[1, 1], 2, 2, 0);
        assert!((halves.mean - 0.5).abs() < 1e-12 && (halves.sd - 0.5).abs() < 1e-12, "{halves:?}");
    }

    #[test]
    fn workers_without_buckets_are_idle_for_certain() {
        let idle = expected_idle(&[1, 1, 0, 0], 2, 1000, 2);
        assert!((idle.mean - 2.0).abs() < 1e-12);
        assert_eq!((idle.sd, idle.z), (0.0, 0.0));
    }
}
