//! Which counts are worth a look.

use crate::explore::Plan;
use crate::unit::{BucketCount, WorkerCount};
use std::collections::BTreeSet;

/// Counts up to this many times the least that meets headroom and horizon are looked at: beyond, the price of the doublings is more
/// than any evenness they could bring.
const WIDEST: u32 = 64;
/// Multiples of a count with many divisors.
const MULTIPLES: u32 = 16;
/// The first count with more divisors than any smaller whose multiples are worth a look: 12 has six.
const FIRST_RICH: u32 = 12;

/// How many numbers divide a count.
#[must_use]
pub fn divisors(count: BucketCount) -> u32 {
    let n = count.get();
    (1..=n).take_while(|d| d * d <= n).filter(|d| n.is_multiple_of(*d)).map(|d| if d * d == n { 1 } else { 2 }).sum()
}

/// Counts from the peak to 64 times `least`, the least that meets headroom and horizon, within `low..=high`: powers of two, counts with more
/// divisors than any smaller and their multiples, multiples of the peak and of what all liked widths divide, and `extra`.
/// Rising, each once; never empty.
pub(super) fn candidates(plan: &Plan, least: u32, low: u32, high: u32, extra: &[BucketCount]) -> Vec<BucketCount> {
    let peak = plan.peak_width.get();
    let high = high.min(BucketCount::MAX.get());
    let low = low.max(peak).min(high);
    let high = high.min(least.saturating_mul(WIDEST)).max(low);
    let mut found = BTreeSet::from([least.clamp(low, high)]);
    found.extend((0..=20).map(|power| 1_u32 << power));
    for rich in rich_in_divisors(high) {
        let multiples = if rich >= FIRST_RICH { MULTIPLES } else { 1 };
        found.extend((1..=multiples).map(|k| k.saturating_mul(rich)));
    }
    let liked = common_multiple(&plan.liked(), high);
    let with_peak = liked.and_then(|liked| lcm(liked, peak, high));
    for step in [Some(peak), liked, with_peak].into_iter().flatten() {
        found.extend((1..=WIDEST).map(|k| k.saturating_mul(step)));
    }
    let mut counts: BTreeSet<u32> = found.range(low..=high).copied().collect();
    counts.extend(extra.iter().map(|count| count.get()));
    counts.into_iter().map(|count| BucketCount::clamped(count.into())).collect()
}

/// The least number that all widths divide, where it is at most `most`.
fn common_multiple(widths: &[WorkerCount], most: u32) -> Option<u32> {
    widths.iter().try_fold(1, |all, width| lcm(all, width.get(), most))
}

fn lcm(a: u32, b: u32, most: u32) -> Option<u32> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|&multiple| multiple <= most)
}

/// Numbers up to `most` with more divisors than any smaller, rising.
///
/// Each is a product of the first primes with exponents that never rise: among all numbers with given exponents that one is
/// the smallest. So records among those products are records among all numbers.
fn rich_in_divisors(most: u32) -> Vec<u32> {
    const PRIMES: [u32; 8] = [2, 3, 5, 7, 11, 13, 17, 19];
    let mut products = vec![(1_u32, 1_u32)];
    let mut open = vec![(1_u32, 1_u32, 0_usize, u32::MAX)];
    while let Some((number, divisors, prime, most_of_it)) = open.pop() {
        let Some(&p) = PRIMES.get(prime) else { continue };
        let (mut number, mut exponent) = (number, 0);
        while exponent < most_of_it && number <= most / p {
            number *= p;
            exponent += 1;
            products.push((number, divisors * (exponent + 1)));
            open.push((number, divisors * (exponent + 1), prime + 1, exponent));
        }
    }
    products.sort_unstable();
    let mut record = 0;
    products.retain(|&(_, divisors)| {
        let new = divisors > record;
        record = record.max(divisors);
        new
    });
    products.into_iter().map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_more_divisors_than_any_smaller_are_found_by_looking_at_all() {
        let mut record = 0;
        let plain: Vec<u32> = (1..=20_000_u32)
            .filter(|&n| {
                let count = (1..=n).filter(|d| n % d == 0).count();
                let new = count > record;
                record = record.max(count);
                new
            })
            .collect();
        assert_eq!(rich_in_divisors(20_000), plain);
    }

    #[test]
    fn candidates_stay_within_bounds_and_hold_what_was_asked_for() {
        let width = |n| WorkerCount::clamped(n);
        let mut plan = Plan::new(width(4), width(40));
        plan.widths_liked = [4, 8, 20, 40].map(width).to_vec();
        let counts: Vec<u32> =
            candidates(&plan, 120, 1, 32_768, &[BucketCount::clamped(7)]).iter().map(|n| n.get()).collect();
        assert!(counts.is_sorted() && counts[0] == 7 && counts[1] == 40);
        // Up to 64 · 120 = 7680; the last is three times 2520.
        assert_eq!(counts.last(), Some(&7560));
        for wanted in [64, 120, 128, 160, 180, 240, 360, 720, 840, 1260, 4096] {
            assert!(counts.contains(&wanted), "{wanted} is missing: {counts:?}");
        }
        let above = Plan::new(width(4), width(40_000));
        assert_eq!(candidates(&above, 120_000, 1, 32_768, &[]), [BucketCount::clamped(32_768)]);
    }
}
