//! Every way to throw few keys on workers of one share or two, by its sum of squares.

use super::{MOST_STEPS, Tails};
use crate::unit::float;

/// More keys than that have factorials past the range of floats.
const MOST_KEYS: u64 = 150;

/// Workers that all have the same share of the buckets.
#[derive(Debug, Clone, Copy)]
struct Group {
    workers: usize,
    share: u64,
    /// The sum of their squared loads.
    squares: usize,
}

/// The workers by their share, those without one left out; the second group is empty where all have the same. `None` where there
/// are more than two shares, or a load where nothing can be.
fn groups(loads: &[u64], shares: &[u32]) -> Option<[Group; 2]> {
    let of = |share: u32| Group { workers: 0, share: share.into(), squares: 0 };
    let first = of(*shares.iter().find(|share| **share > 0)?);
    let mut groups = [first, first];
    for (&load, &share) in loads.iter().zip(shares) {
        if share == 0 {
            if load > 0 {
                return None;
            }
            continue;
        }
        if groups[1].workers == 0 && u64::from(share) != first.share {
            groups[1] = of(share);
        }
        let group = groups.iter_mut().find(|group| group.share == u64::from(share))?;
        group.workers += 1;
        group.squares = group.squares.checked_add(usize::try_from(load.checked_mul(load)?).ok()?)?;
    }
    Some(groups)
}

/// The chances that keys thrown on workers with these shares lie at least, and at most, as unevenly as `loads`, by Pearson's
/// chi-square; `None` where there are more than two different shares, or where working them out would take too long.
///
/// # Design
/// With the shares a and b the statistic rises with `b · A + a · B`, whole numbers, of the sums of squares A and B of the workers of
/// either share. For either, the weight of `k` keys with sum of squares `s` is kept for every `s` that alone does not pass the one
/// found; then each `k` on the first goes with all other keys on the second.
pub(in crate::simulate) fn uneven_exactly(loads: &[u64], shares: &[u32]) -> Option<Tails> {
    let keys = loads.iter().try_fold(0_u64, |sum, load| sum.checked_add(*load)).filter(|keys| *keys <= MOST_KEYS)?;
    let [one, other] = groups(loads, shares)?;
    let divisor = common_divisor(one.share, other.share);
    // What a square counts on the workers of either.
    let [of_first, of_second] =
        [usize::try_from(other.share / divisor).ok()?, usize::try_from(one.share / divisor).ok()?];
    let counts = [of_first, of_second];
    let found = of_first.checked_mul(one.squares)?.checked_add(of_second.checked_mul(other.squares)?)?;
    let most = counts.map(|count| found / count);
    let steps = |group: Group, most: usize| {
        let most = float(most as u64);
        float(keys) * most * libm::sqrt(most) * float(group.workers as u64)
    };
    if steps(one, most[0]) + steps(other, most[1]) > MOST_STEPS {
        return None;
    }
    let keys = usize::try_from(keys).ok()?;
    let (first, second) = (Thrown::on(one.workers, keys, most[0]), Thrown::on(other.workers, keys, most[1]));
    let (mut at_least, mut at_most) = (0.0, 0.0);
    // K! · (a / S)^k · (b / S)^(K - k), in logarithms: each alone leaves the range of floats.
    let all = float(one.share) * float(one.workers as u64) + float(other.share) * float(other.workers as u64);
    let [of_one, of_other] = [one, other].map(|group| libm::log(all / float(group.share)));
    for k in 0..=keys {
        let rest = second.of(keys - k);
        let joined = first.joined(k, &rest, counts, found);
        let scale =
            libm::lgamma(float(keys as u64) + 1.0) - float(k as u64) * of_one - float((keys - k) as u64) * of_other;
        let chance = |weight: f64| if weight > 0.0 { libm::exp(libm::log(weight) + scale) } else { 0.0 };
        at_least += chance(joined.at_least);
        at_most += chance(joined.at_most);
    }
    Some(Tails::new(at_least, at_most))
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The weights of one number of keys, added up from either end.
struct Sums {
    /// Of sums of squares up to each.
    up_to: Vec<f64>,
    /// Of sums of squares from each on, those past the largest kept included, which stand alone behind it.
    from: Vec<f64>,
}

/// Weights of what was thrown on some of the workers.
struct Thrown {
    /// By keys, then by sum of squares up to the one found.
    up_to: Vec<Vec<f64>>,
    /// By keys, of all sums past it.
    past: Vec<f64>,
}

impl Thrown {
    fn new(keys: usize, found: usize) -> Self {
        Self { up_to: vec![vec![0.0; found + 1]; keys + 1], past: vec![0.0; keys + 1] }
    }

    /// Of so many keys on so many workers.
    ///
    /// # Design
    /// Worker by worker; what goes past the largest sum that is kept never comes back, so of that the weight of `k` keys alone is kept.
    /// A worker that gets `x` of the keys adds `1 / x!`.
    fn on(workers: usize, keys: usize, most: usize) -> Self {
        let mut factor = vec![1.0; keys + 1];
        for x in 1..=keys {
            factor[x] = factor[x - 1] / float(x as u64);
        }
        let mut thrown = Self::new(keys, most);
        thrown.up_to[0][0] = 1.0;
        for _ in 0..workers {
            thrown = thrown.on_one_more(&factor);
        }
        thrown
    }

    /// The weights of `k` keys, added up; what is small is added to what is small, never taken from what is large.
    fn of(&self, k: usize) -> Sums {
        let row = &self.up_to[k];
        let up_to = row.iter().scan(0.0, |sum, here| {
            *sum += here;
            Some(*sum)
        });
        let mut from = vec![self.past[k]; row.len() + 1];
        for s in (0..row.len()).rev() {
            from[s] = from[s + 1] + row[s];
        }
        Sums { up_to: up_to.collect(), from }
    }

    /// The weights of `k` keys here with those of `rest` there, where the sums of squares, each counted so many times, come to at least
    /// and at most `found`.
    fn joined(&self, k: usize, rest: &Sums, counts: [usize; 2], found: usize) -> Tails {
        let mut tails = Tails { at_least: 0.0, at_most: 0.0 };
        // Nothing at all there: nothing together.
        if rest.from[0] <= 0.0 {
            return tails;
        }
        for (s, &here) in self.up_to[k].iter().enumerate().filter(|(_, here)| **here > 0.0) {
            let left = found - counts[0] * s;
            let most = left / counts[1];
            tails.at_most += here * rest.up_to[most];
            tails.at_least += here * rest.from[most + usize::from(!left.is_multiple_of(counts[1]))];
        }
        tails.at_least += self.past[k] * rest.from[0];
        tails
    }

    fn on_one_more(&self, factor: &[f64]) -> Self {
        let keys = self.past.len() - 1;
        let mut next = Self::new(keys, self.up_to[0].len() - 1);
        // leaving[x]: the weight of `k` keys whose sum passes the one found with `x` keys or more on this worker.
        let mut leaving = vec![0.0; keys + 2];
        for (k, row) in self.up_to.iter().enumerate() {
            leaving.fill(0.0);
            leaving[0] = self.past[k];
            for (s, &here) in row.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                let mut x = 0;
                while x <= keys - k {
                    let Some(cell) = next.up_to[k + x].get_mut(s + x * x) else { break };
                    *cell += here * factor[x];
                    x += 1;
                }
                leaving[x] += here;
            }
            let mut weight = 0.0;
            for x in 0..=keys - k {
                weight += leaving[x];
                next.past[k + x] += weight * factor[x];
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::near;
    use super::*;

    fn tails(workers: usize, loads: &[u64]) -> (f64, f64) {
        let mut all = loads.to_vec();
        all.resize(workers, 0);
        let tails = uneven_exactly(&all, &vec![3; workers]).unwrap();
        (tails.at_least, tails.at_most)
    }

    #[test]
    fn small_throws_are_counted_out() {
        // Two keys on two workers: together half of the time; apart is the least there is.
        near(tails(2, &[2]).0, 0.5, 1e-12);
        near(tails(2, &[1, 1]).0, 1.0, 1e-12);
        near(tails(2, &[1, 1]).1, 0.5, 1e-12);
        // Four on four: 24 of 256 ways have one each, 4 have all on one.
        near(tails(4, &[2, 1, 1]).0, 232.0 / 256.0, 1e-12);
        near(tails(4, &[4]).0, 4.0 / 256.0, 1e-12);
        near(tails(4, &[1; 4]).1, 24.0 / 256.0, 1e-12);
        assert_eq!(uneven_exactly(&[80, 80], &[1, 1]), None);
        assert_eq!(uneven_exactly(&[1, 1, 1], &[1, 2, 3]), None, "three shares");
        assert_eq!(uneven_exactly(&[1, 1], &[0, 1]), None, "a key where none can be");
    }

    #[test]
    fn what_is_all_but_impossible_keeps_its_digits() {
        // All 20 keys on one of 20 workers: 20 of 20^20 ways. One key each: 20! of 20^20.
        near(tails(20, &[20]).0, libm::exp(-19.0 * libm::log(20.0)), 1e-10);
        near(tails(20, &[1; 20]).1, libm::exp(libm::lgamma(21.0) - 20.0 * libm::log(20.0)), 1e-10);
        // 40 keys, 40 workers, one each: 40! of 40^40.
        near(tails(40, &[1; 40]).1, libm::exp(libm::lgamma(41.0) - 40.0 * libm::log(40.0)), 1e-10);
        // 20 keys on the one worker that has 1 of 41 buckets.
        let mut loads = vec![0; 21];
        loads[20] = 20;
        let mut shares = vec![2; 21];
        shares[20] = 1;
        near(uneven_exactly(&loads, &shares).unwrap().at_least, libm::exp(-20.0 * libm::log(41.0)), 1e-10);
    }

    /// Each way to throw the keys one by one, with its chance: at least, and at most, as uneven as `loads`.
    fn thrown_one_by_one(loads: &[u64], shares: &[u32]) -> (f64, f64) {
        let (keys, all): (u64, u32) = (loads.iter().sum(), shares.iter().sum());
        // Pearson's statistic times a number that all shares divide.
        let whole: u64 = shares.iter().filter(|share| **share > 0).map(|share| u64::from(*share)).product();
        let statistic = |loads: &[u64]| -> u64 {
            let each = loads.iter().zip(shares).filter(|(_, share)| **share > 0);
            each.map(|(load, share)| load * load * whole / u64::from(*share)).sum()
        };
        let (found, mut tails) = (statistic(loads), (0.0, 0.0));
        let ways = (shares.len() as u64).pow(u32::try_from(keys).unwrap());
        for mut way in 0..ways {
            let (mut thrown, mut chance) = (vec![0; shares.len()], 1.0);
            for _ in 0..keys {
                let worker = usize::try_from(way % shares.len() as u64).unwrap();
                way /= shares.len() as u64;
                thrown[worker] += 1;
                chance *= f64::from(shares[worker]) / f64::from(all);
            }
            let found_here = statistic(&thrown);
            tails.0 += if found_here >= found { chance } else { 0.0 };
            tails.1 += if found_here <= found { chance } else { 0.0 };
        }
        tails
    }

    #[test]
    fn two_shares_are_what_each_way_alone_adds_up_to() {
        for (loads, shares) in [
            (&[3, 0, 1][..], &[1, 1, 2][..]),
            (&[0, 4, 2], &[3, 2, 2]),
            (&[1, 1, 2], &[2, 2, 4]),
            (&[0, 5, 1, 0], &[0, 2, 1, 2]),
            (&[6, 0], &[1, 5]),
            (&[0, 0, 5], &[0, 0, 7]),
        ] {
            let (least, most) = thrown_one_by_one(loads, shares);
            let tails = uneven_exactly(loads, shares).unwrap();
            near(tails.at_least, least, 1e-12);
            near(tails.at_most, most, 1e-12);
        }
    }

    /// By fractions in Python: worker by worker, binomially, over keys thrown so far and the statistic itself, no groups.
    #[test]
    fn two_shares_are_what_fractions_give() {
        for (loads, shares, least, most) in [
            (&[3, 0, 1][..], &[1, 1, 2][..], 0.101_562_5, 0.960_937_5),
            (&[9, 2, 4, 3, 2, 6, 1, 3], &[4, 4, 4, 3, 3, 3, 3, 3], 0.161_860_716_635_275_2, 0.843_161_187_832_327),
            (&[0, 0, 7, 1, 0], &[2, 1, 2, 1, 0], 0.013_336_381_649_138_852, 0.990_435_909_160_189),
            (&[2, 2, 2, 2, 1, 1], &[2, 2, 2, 2, 1, 1], 1.0, 0.005_806_08),
            (&[14, 6, 5, 5, 4, 6], &[2, 2, 2, 2, 2, 3], 0.029_414_061_535_245_003, 0.971_496_660_104_115_6),
        ] {
            let tails = uneven_exactly(loads, shares).unwrap();
            near(tails.at_least, least, 1e-11);
            near(tails.at_most, most, 1e-11);
        }
    }
}
