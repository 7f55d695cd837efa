//! How rare a result is under even hashing: tails of the chi-square and of the number of idle workers.

use super::chance::expected_idle;
use crate::unit::float;

/// The chance of a chi-square of at least `statistic` with so many degrees of freedom, also a broken number of them: the upper
/// incomplete gamma function, good to about ten digits however small it is.
pub(super) fn chi_square_tail(statistic: f64, degrees: f64) -> f64 {
    if statistic <= 0.0 || degrees <= 0.0 {
        return 1.0;
    }
    let (a, x) = (degrees / 2.0, statistic / 2.0);
    let front = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    if x < a + 1.0 { (1.0 - front * series(a, x)).clamp(0.0, 1.0) } else { (front * fraction(a, x)).clamp(0.0, 1.0) }
}

/// Terms after which either form has come to rest, whatever the degrees: they need some multiple of the root of `a`.
const TERMS: u32 = 200_000;

/// The series of the lower function, without its front.
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
    for _ in 0..TERMS {
        n += 1.0;
        term *= x / n;
        sum += term;
        if term < sum * 1e-16 {
            break;
        }
    }
    sum
}

/// The continued fraction of the upper function, without its front, by Lentz's way.
fn fraction(shape: f64, point: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let mut level = point + 1.0 - shape;
    let mut above = 1.0 / TINY;
    let mut below = 1.0 / away_from_zero(level, TINY);
    let mut value = below;
    for term in 1..TERMS {
        let term = f64::from(term);
        let step = -term * (term - shape);
        level += 2.0;
        below = 1.0 / away_from_zero(step * below + level, TINY);
        above = away_from_zero(level + step / above, TINY);
        value *= below * above;
        if (below * above - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

fn away_from_zero(value: f64, tiny: f64) -> f64 {
    if value.abs() < tiny { tiny } else { value }
}

/// The most steps that an exact distribution may take: a fraction of a second.
const MOST_STEPS: f64 = 2e8;

/// More keys than that have factorials past the range of floats.
const MOST_KEYS: u64 = 150;

/// The chance that `keys` thrown on so many equal workers give a sum of squares of at least `least`; `None` where working it out
/// would take too long.
///
/// # Design
/// Worker by worker, the weight of having thrown `k` keys so far with sum of squares `s` is kept for every `s` below the one found;
/// what is missing from 1 at the end is the chance asked for. A worker that gets `x` of the keys adds `1 / x!`.
pub(super) fn uneven_exactly(workers: usize, keys: u64, least: u64) -> Option<f64> {
    let root = libm::sqrt(float(least));
    if float(keys) * float(least) * root * float(workers as u64) > MOST_STEPS || keys > MOST_KEYS {
        return None;
    }
    let (keys, found) = (usize::try_from(keys).ok()?, usize::try_from(least).ok()?);
    let mut factor = vec![1.0; keys + 1];
    for x in 1..=keys {
        factor[x] = factor[x - 1] / float(x as u64);
    }
    // weight[k][s]
    let mut weight = vec![vec![0.0; found]; keys + 1];
    if found > 0 {
        weight[0][0] = 1.0;
    }
    for _ in 0..workers {
        let mut next = vec![vec![0.0; found]; keys + 1];
        for (k, row) in weight.iter().enumerate() {
            for (s, &here) in row.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                for x in 0..=keys - k {
                    let Some(cell) = next[k + x].get_mut(s + x * x) else { break };
                    *cell += here * factor[x];
                }
            }
        }
        weight = next;
    }
    // K! / n^K, in logarithms: either alone leaves the range of floats.
    let scale = libm::lgamma(float(keys as u64) + 1.0) - float(keys as u64) * libm::log(float(workers as u64));
    let below: f64 = weight[keys].iter().sum();
    Some((1.0 - if below > 0.0 { libm::exp(libm::log(below) + scale) } else { 0.0 }).clamp(0.0, 1.0))
}

/// How rare a number of idle workers is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct IdleTails {
    /// The chance of at least as many.
    pub at_least: f64,
    /// The chance of at most as many.
    pub at_most: f64,
    /// Whether both are counted out; else Poisson's law stands for it where few are expected, the normal one where many.
    pub is_exact: bool,
}

/// The chances of at least and of at most `found` workers without a key, where `keys` fall on workers by `shares` of `total`.
pub(super) fn idle_tails(shares: &[u32], total: u32, keys: u64, found: u32) -> IdleTails {
    let groups = super::chance::groups(shares);
    let without = groups.first().filter(|(share, _)| *share == 0).map_or(0, |(_, members)| *members);
    let cells: Vec<(u32, usize)> = groups.into_iter().filter(|(share, _)| *share > 0).collect();
    let states = cells.iter().fold(1.0, |all, (_, members)| all * float(*members as u64 + 1));
    if cells.len() <= 2 && states * float(keys.min(still(shares.len()))) <= MOST_STEPS {
        let (a, b) = (cells.first().copied().unwrap_or((1, 0)), cells.get(1).copied().unwrap_or((1, 0)));
        return idle_exactly(a, b, without, f64::from(total), keys, found as usize);
    }
    let idle = expected_idle(shares, total, keys, found);
    let (least, most) = (poisson_or_normal(idle.mean, idle.sd, found), found.checked_add(1));
    let more = most.map_or(0.0, |more| poisson_or_normal(idle.mean, idle.sd, more));
    IdleTails { at_least: least, at_most: 1.0 - more, is_exact: false }
}

/// The chance of at least so many.
fn poisson_or_normal(mean: f64, sd: f64, least: u32) -> f64 {
    if mean > 50.0 && sd > 0.0 {
        // Half a worker to the side, since workers are counted whole.
        return 0.5 * libm::erfc((f64::from(least) - 0.5 - mean) / sd * std::f64::consts::FRAC_1_SQRT_2);
    }
    // Poisson's tail is a gamma function: at least k where the mean is m, as a chi-square of 2 m stays below with 2 k degrees.
    if least == 0 { 1.0 } else { 1.0 - chi_square_tail(2.0 * mean, 2.0 * f64::from(least)) }
}

/// Keys after which hardly any worker is idle, and nothing changes any more.
fn still(workers: usize) -> u64 {
    let n = float(workers as u64);
    crate::unit::rounded(n * (libm::log(n.max(1.0)) + 100.0))
}

/// Key by key: the chance of so many workers with a key, in each of two groups of (share, members).
fn idle_exactly(
    (share, members): (u32, usize),
    (other_share, others): (u32, usize),
    without: usize,
    total: f64,
    keys: u64,
    found: usize,
) -> IdleTails {
    let (one, other) = (f64::from(share) / total, f64::from(other_share) / total);
    let width = others + 1;
    let mut chance = vec![0.0; (members + 1) * width];
    chance[0] = 1.0;
    // With two groups the smaller share empties last: no key is left out unless all are alike.
    let throws = if others == 0 { keys.min(still(members)) } else { keys };
    for _ in 0..throws {
        // From the most busy down, so that each entry is read before it is written.
        for at in (0..chance.len()).rev() {
            let (busy, busy_others) = (at / width, at % width);
            let mut sum = chance[at] * (float(busy as u64) * one + float(busy_others as u64) * other);
            if busy > 0 {
                sum += chance[at - width] * float((members - busy + 1) as u64) * one;
            }
            if busy_others > 0 {
                sum += chance[at - 1] * float((others - busy_others + 1) as u64) * other;
            }
            chance[at] = sum;
        }
    }
    let (mut at_least, mut at_most) = (0.0, 0.0);
    for (at, chance) in chance.into_iter().enumerate() {
        let idle = without + (members - at / width) + (others - at % width);
        at_least += if idle >= found { chance } else { 0.0 };
        at_most += if idle <= found { chance } else { 0.0 };
    }
    IdleTails { at_least: f64::min(at_least, 1.0), at_most: f64::min(at_most, 1.0), is_exact: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, digits: f64) {
        assert!((found / expected - 1.0).abs() < digits, "{found} for {expected}");
    }

    #[test]
    fn tails_of_the_chi_square_are_those_of_the_tables() {
        // Critical values of any table, and closed forms: exp(-x / 2) for two degrees, with 1 + x / 2 for four.
        for (x, k, p) in [(3.841, 1.0, 0.05), (10.828, 1.0, 0.001), (18.307, 10.0, 0.05), (29.588, 10.0, 0.001)] {
            near(chi_square_tail(x, k), p, 1e-3);
        }
        for x in [0.1, 1.0, 30.0, 300.0, 1000.0_f64] {
            near(chi_square_tail(x, 2.0), libm::exp(-x / 2.0), 1e-10);
            near(chi_square_tail(x, 4.0), libm::exp(-x / 2.0) * (1.0 + x / 2.0), 1e-10);
        }
        near(chi_square_tail(1_000_000.0, 1_000_000.0), 0.499_811_9, 1e-5);
    }

    #[test]
    fn small_throws_are_counted_out() {
        // Two keys on two workers: together half of the time; apart is the least there is.
        near(uneven_exactly(2, 2, 4).unwrap(), 0.5, 1e-12);
        near(uneven_exactly(2, 2, 2).unwrap(), 1.0, 1e-12);
        // Four on four: 24 of 256 ways have one each, 4 have all on one.
        near(uneven_exactly(4, 4, 6).unwrap(), 232.0 / 256.0, 1e-12);
        near(uneven_exactly(4, 4, 16).unwrap(), 4.0 / 256.0, 1e-9);
        assert_eq!(uneven_exactly(2, 160, 1), None);
    }

    #[test]
    fn idle_workers_are_counted_out() {
        // Four keys on four workers: 24 ways leave none idle, 144 one, 84 two, 4 three.
        for (found, least, most) in [(0, 256.0, 24.0), (1, 232.0, 168.0), (2, 88.0, 252.0), (3, 4.0, 256.0)] {
            let tails = idle_tails(&[1; 4], 4, 4, found);
            near(tails.at_least, least / 256.0, 1e-12);
            near(tails.at_most, most / 256.0, 1e-12);
            assert!(tails.is_exact);
        }
        // A half and two quarters, two keys, and one worker that owns nothing: both on the half (1/4), both on one quarter (1/8),
        // else two are busy.
        let tails = idle_tails(&[2, 1, 1, 0], 4, 2, 3);
        near(tails.at_least, 3.0 / 8.0, 1e-12);
        near(tails.at_most, 1.0, 1e-12);
    }

    #[test]
    fn laws_stand_in_where_counting_takes_too_long() {
        // Forty different shares: 0.418 idle are expected, of which Poisson's law gives three or more 0.9 % of the time.
        let many: Vec<u32> = (1..=40).collect();
        let tails = idle_tails(&many, 820, 1000, 3);
        assert!(!tails.is_exact, "{tails:?}");
        near(tails.at_least, 0.009, 0.02);
        near(tails.at_most, 0.999_1, 1e-3);
        near(poisson_or_normal(2.0, 1.0, 2), 1.0 - 3.0 * libm::exp(-2.0), 1e-10);
        near(poisson_or_normal(100.0, 10.0, 120), 0.025_588, 1e-3);
    }
}
