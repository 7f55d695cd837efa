//! What chance alone would do: keys thrown independently on workers.

use super::report::{ChiSquare, ExpectedIdle};
use crate::unit::float;

/// How many of `workers` get no key, were each of `keys` to fall on a worker with the chance `share[i] / total`.
///
/// With `q = (1 − s)^K` for a worker of share `s`, the mean is the sum of all `q`; the variance is the sum of `q (1 − q)` over
/// workers and of `(1 − s − t)^K − q r` over ordered pairs of workers of shares `s`, `t` (and so `q`, `r`). Workers of
/// equal share are taken together, so the work grows with the distinct shares.
#[must_use]
pub fn expected_idle(shares: &[u32], total: u32, keys: u64, found: u32) -> ExpectedIdle {
    let groups = groups(shares);
    let k = float(keys);
    let none = |share: f64| power(1.0 - share, k);
    let part = |count: u32| f64::from(count) / f64::from(total);
    let mean: f64 = groups.iter().map(|&(count, members)| members * none(part(count))).sum();
    let mut variance = 0.0;
    for (at, &(count, members)) in groups.iter().enumerate() {
        let (s, q) = (part(count), none(part(count)));
        variance += members * q * (1.0 - q) + members * (members - 1.0) * (none(2.0 * s) - q * q);
        for &(other, others) in &groups[at + 1..] {
            let t = part(other);
            variance += 2.0 * members * others * (none(s + t) - q * none(t));
        }
    }
    // Where every worker is sure to have a key or sure to have none, rounding leaves a speck on either side of 0.
    let sd = if variance > 1e-12 { libm::sqrt(variance) } else { 0.0 };
    let z = if sd > 0.0 { (f64::from(found) - mean) / sd } else { 0.0 };
    ExpectedIdle { mean, sd, z, found }
}

/// How far counts lie from what chance gives in proportion to `shares`: Pearson's chi-square.
///
/// Workers of share 0 are left out. Shape: one count and one share a worker. The p-value is Wilson and Hilferty's normal
/// approximation, good to about 0.01 from one degree of freedom on; it needs some five expected keys a worker.
#[must_use]
pub fn chi_square(counts: &[u64], shares: &[u32]) -> ChiSquare {
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
    if degrees == 0 {
        return ChiSquare { statistic: 0.0, degrees, p: 1.0 };
    }
    let k = f64::from(degrees);
    let spread = 2.0 / (9.0 * k);
    let z = (libm::cbrt(statistic / k) - (1.0 - spread)) / libm::sqrt(spread);
    ChiSquare { statistic, degrees, p: 0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2) }
}

/// (share, how many workers have it), by rising share.
fn groups(shares: &[u32]) -> Vec<(u32, f64)> {
    let mut sorted = shares.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|same| (same[0], float(same.len() as u64))).collect()
}

/// `base^k` for `base` in 0..=1 (below 0 by rounding counts as 0), with 0^0 = 1.
fn power(base: f64, k: f64) -> f64 {
    if k == 0.0 { 1.0 } else { libm::pow(base.max(0.0), k) }
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

    #[test]
    fn workers_without_buckets_are_idle_for_certain() {
        let idle = expected_idle(&[1, 1, 0, 0], 2, 1000, 2);
        assert!((idle.mean - 2.0).abs() < 1e-12);
        assert_eq!((idle.sd, idle.z), (0.0, 0.0));
    }
}
