//! Every way to throw few keys on equal workers, by its sum of squares.

use super::{MOST_STEPS, Tails};
use crate::unit::float;

/// More keys than that have factorials past the range of floats.
const MOST_KEYS: u64 = 150;

/// The chances that `keys` thrown on so many equal workers give a sum of squares of at least, and of at most, `found`; `None` where
/// working them out would take too long.
///
/// # Design
/// Worker by worker, the weight of having thrown `k` keys so far with sum of squares `s` is kept for every `s` up to the one found;
/// what goes past it never comes back, so of that the weight of `k` keys alone is kept. A worker that gets `x` of the keys adds
/// `1 / x!`.
pub(in crate::simulate) fn uneven_exactly(workers: usize, keys: u64, found: u64) -> Option<Tails> {
    let root = libm::sqrt(float(found));
    if float(keys) * float(found) * root * float(workers as u64) > MOST_STEPS || keys > MOST_KEYS {
        return None;
    }
    let (keys, found) = (usize::try_from(keys).ok()?, usize::try_from(found).ok()?);
    let mut factor = vec![1.0; keys + 1];
    for x in 1..=keys {
        factor[x] = factor[x - 1] / float(x as u64);
    }
    let mut thrown = Thrown::new(keys, found);
    thrown.up_to[0][0] = 1.0;
    for _ in 0..workers {
        thrown = thrown.on_one_more(&factor);
    }
    // K! / n^K, in logarithms: either alone leaves the range of floats.
    let scale = libm::lgamma(float(keys as u64) + 1.0) - float(keys as u64) * libm::log(float(workers as u64));
    let chance = |weight: f64| if weight > 0.0 { libm::exp(libm::log(weight) + scale) } else { 0.0 };
    let (below, at) = (thrown.up_to[keys][..found].iter().sum::<f64>(), thrown.up_to[keys][found]);
    Some(Tails::new(chance(thrown.past[keys] + at), chance(below + at)))
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

    fn tails(workers: usize, keys: u64, found: u64) -> (f64, f64) {
        let tails = uneven_exactly(workers, keys, found).unwrap();
        (tails.at_least, tails.at_most)
    }

    #[test]
    fn small_throws_are_counted_out() {
        // Two keys on two workers: together half of the time; apart is the least there is.
        near(tails(2, 2, 4).0, 0.5, 1e-12);
        near(tails(2, 2, 2).0, 1.0, 1e-12);
        near(tails(2, 2, 2).1, 0.5, 1e-12);
        // Four on four: 24 of 256 ways have one each, 4 have all on one.
        near(tails(4, 4, 6).0, 232.0 / 256.0, 1e-12);
        near(tails(4, 4, 16).0, 4.0 / 256.0, 1e-12);
        near(tails(4, 4, 4).1, 24.0 / 256.0, 1e-12);
        assert_eq!(uneven_exactly(2, 160, 1), None);
    }

    #[test]
    fn what_is_all_but_impossible_keeps_its_digits() {
        // All 20 keys on one of 20 workers: 20 of 20^20 ways. One key each: 20! of 20^20.
        near(tails(20, 20, 400).0, libm::exp(-19.0 * libm::log(20.0)), 1e-10);
        near(tails(20, 20, 20).1, libm::exp(libm::lgamma(21.0) - 20.0 * libm::log(20.0)), 1e-10);
        // 40 keys, 40 workers, one each: 40! of 40^40.
        near(tails(40, 40, 40).1, libm::exp(libm::lgamma(41.0) - 40.0 * libm::log(40.0)), 1e-10);
    }
}
