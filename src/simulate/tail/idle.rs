//! How rare a number of workers without a key is.

use super::{MOST_STEPS, Tails, chi_square_tails};
use crate::simulate::chance::{expected_idle, groups};
use crate::unit::float;

/// How rare a number of idle workers is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::simulate) struct IdleTails {
    /// The chances of at least and of at most as many.
    pub tails: Tails,
    /// Whether both are counted out; else Poisson's law stands for it where few are expected, the normal one where many.
    pub is_exact: bool,
}

/// The chances of at least and of at most `found` workers without a key, where `keys` fall on workers by `shares` of `total`.
///
/// # Design
/// Workers of one or two different shares are counted out, key by key where that is not too long. After so many keys that one idle
/// worker is a chance of e^-100, a second one is that much rarer still: then the chance of `m` is that of every set of `m` workers,
/// added up.
pub(in crate::simulate) fn idle_tails(shares: &[u32], total: u32, keys: u64, found: u32) -> IdleTails {
    let groups = groups(shares);
    let without = groups.first().filter(|(share, _)| *share == 0).map_or(0, |(_, members)| *members);
    let cells: Vec<(u32, usize)> = groups.into_iter().filter(|(share, _)| *share > 0).collect();
    if let [one, ref others @ ..] = cells[..]
        && others.len() <= 1
    {
        let cells = Cells { one, other: others.first().copied().unwrap_or((1, 0)), total: f64::from(total) };
        let found = (found as usize).checked_sub(without);
        if float(keys) >= cells.keys_until_rare(one.0.min(others.first().map_or(one.0, |other| other.0))) {
            return IdleTails { tails: cells.rare(keys, found), is_exact: true };
        }
        if cells.states() * float(keys) <= MOST_STEPS {
            return IdleTails { tails: cells.thrown(keys, found), is_exact: true };
        }
    }
    let idle = expected_idle(shares, total, keys, found);
    IdleTails { tails: poisson_or_normal(idle.mean, idle.sd, found), is_exact: false }
}

/// The chances of at least and of at most so many.
fn poisson_or_normal(mean: f64, sd: f64, found: u32) -> Tails {
    let found = f64::from(found);
    if mean > 50.0 && sd > 0.0 {
        // Half a worker to the side, since workers are counted whole.
        let past = |off: f64| 0.5 * libm::erfc((off - 0.5) / sd * std::f64::consts::FRAC_1_SQRT_2);
        return Tails::new(past(found - mean), past(mean - found));
    }
    // Poisson's tail is a gamma function: at least k where the mean is m, as a chi-square of 2 m stays below with 2 k degrees.
    let at_least = if found > 0.0 { chi_square_tails(2.0 * mean, 2.0 * found).at_most } else { 1.0 };
    Tails::new(at_least, chi_square_tails(2.0 * mean, 2.0 * (found + 1.0)).at_least)
}

/// Workers that own buckets, in two groups of (share, members); the second may be empty.
struct Cells {
    one: (u32, usize),
    other: (u32, usize),
    /// All shares together.
    total: f64,
}

impl Cells {
    /// How many pairs of busy workers, one number a group, there are.
    fn states(&self) -> f64 {
        float(self.one.1 as u64 + 1) * float(self.other.1 as u64 + 1)
    }

    /// Keys after which a worker is idle with a chance of e^-100 at most, whatever `smallest` share it has.
    fn keys_until_rare(&self, smallest: u32) -> f64 {
        let workers = float((self.one.1 + self.other.1) as u64);
        (libm::log(workers) + 100.0) * self.total / f64::from(smallest)
    }

    /// By every set of workers: exact to e^-100 of what it gives, where that many are rare. `found` is less the workers without a
    /// bucket; `None` where it is below their number.
    fn rare(&self, keys: u64, found: Option<usize>) -> Tails {
        let Some(found) = found else { return Tails::new(1.0, 0.0) };
        let at_least = self.sets(keys, found);
        Tails::new(at_least, 1.0 - self.sets(keys, found + 1))
    }

    /// The chance that all of a set of so many workers are idle, over all sets.
    fn sets(&self, keys: u64, count: usize) -> f64 {
        let least = count.saturating_sub(self.other.1);
        let chance = |of_one: usize| {
            let of_other = count - of_one;
            let share = float(of_one as u64) * f64::from(self.one.0) + float(of_other as u64) * f64::from(self.other.0);
            let none = float(keys) * libm::log1p(-(share / self.total).min(1.0));
            libm::exp(log_choose(self.one.1, of_one) + log_choose(self.other.1, of_other) + none)
        };
        (least..=count.min(self.one.1)).map(chance).sum()
    }

    /// Key by key: the chance of so many workers with a key, in each of the two groups. `found` as for [`Self::rare`].
    fn thrown(&self, keys: u64, found: Option<usize>) -> Tails {
        let ((share, members), (other_share, others)) = (self.one, self.other);
        let (one, other) = (f64::from(share) / self.total, f64::from(other_share) / self.total);
        let width = others + 1;
        let mut chance = vec![0.0; (members + 1) * width];
        chance[0] = 1.0;
        for _ in 0..keys {
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
            let idle = (members - at / width) + (others - at % width);
            at_least += if found.is_none_or(|found| idle >= found) { chance } else { 0.0 };
            at_most += if found.is_some_and(|found| idle <= found) { chance } else { 0.0 };
        }
        Tails::new(at_least, at_most)
    }
}

/// The logarithm of how many sets of so many of `all` there are.
fn log_choose(all: usize, chosen: usize) -> f64 {
    let log_factorial = |number: usize| libm::lgamma(float(number as u64) + 1.0);
    log_factorial(all) - log_factorial(chosen) - log_factorial(all - chosen)
}

#[cfg(test)]
mod tests {
    use super::super::tests::near;
    use super::*;

    #[test]
    fn idle_workers_are_counted_out() {
        // Four keys on four workers: 24 ways leave none idle, 144 one, 84 two, 4 three.
        for (found, least, most) in [(0, 256.0, 24.0), (1, 232.0, 168.0), (2, 88.0, 252.0), (3, 4.0, 256.0)] {
            let IdleTails { tails, is_exact } = idle_tails(&[1; 4], 4, 4, found);
            near(tails.at_least, least / 256.0, 1e-12);
            near(tails.at_most, most / 256.0, 1e-12);
            assert!(is_exact);
        }
        // A half and two quarters, two keys, and one worker that owns nothing: both on the half (1/4), both on one quarter (1/8),
        // else two are busy.
        let tails = idle_tails(&[2, 1, 1, 0], 4, 2, 3).tails;
        near(tails.at_least, 3.0 / 8.0, 1e-12);
        near(tails.at_most, 1.0, 1e-12);
    }

    /// A million million keys would be a million million throws: what is left is one worker or two without any of them.
    #[test]
    fn many_keys_are_not_thrown_one_by_one() {
        for keys in [1_000_000_000_000, u64::MAX] {
            for shares in [&[43, 43, 42][..], &[1; 3], &[1, 1_000_000]] {
                let total = shares.iter().sum();
                let none = idle_tails(shares, total, keys, 0);
                assert_eq!((none.tails, none.is_exact), (Tails { at_least: 1.0, at_most: 1.0 }, true));
                assert_eq!(idle_tails(shares, total, keys, 1).tails, Tails { at_least: 0.0, at_most: 1.0 });
            }
        }
        // A worker of share 42 of 128 is idle with (86/128)^K, one of 43 with (85/128)^K: here 4e-70 and less.
        let one = idle_tails(&[43, 43, 42], 128, 400, 1);
        let sum = |share: f64| libm::exp(400.0 * libm::log(share / 128.0));
        near(one.tails.at_least, sum(86.0) + 2.0 * sum(85.0), 1e-10);
        // Two at once: all keys on the third.
        near(idle_tails(&[43, 43, 42], 128, 400, 2).tails.at_least, sum(42.0) + 2.0 * sum(43.0), 1e-10);
        assert_eq!(idle_tails(&[43, 43, 42, 0], 128, 400, 0).tails, Tails { at_least: 1.0, at_most: 0.0 });
    }

    #[test]
    fn laws_stand_in_where_counting_takes_too_long() {
        // Forty different shares: 0.418 idle are expected, of which Poisson's law gives three or more 0.9 % of the time.
        let many: Vec<u32> = (1..=40).collect();
        let IdleTails { tails, is_exact } = idle_tails(&many, 820, 1000, 3);
        assert!(!is_exact, "{tails:?}");
        near(tails.at_least, 0.009, 0.02);
        near(tails.at_most, 0.999_1, 1e-3);
        near(poisson_or_normal(2.0, 1.0, 2).at_least, 1.0 - 3.0 * libm::exp(-2.0), 1e-10);
        near(poisson_or_normal(100.0, 10.0, 120).at_least, 0.025_588, 1e-3);
        near(poisson_or_normal(100.0, 10.0, 80).at_most, 0.025_588, 1e-3);
        // One term is nearly all of Poisson's far tail: m^k e^-m / k!.
        near(poisson_or_normal(1e-3, 1.0, 8).at_least, 1e-24 / 40_320.0, 1e-2);
        near(poisson_or_normal(49.0, 7.0, 0).at_most, libm::exp(-49.0), 1e-10);
    }
}
