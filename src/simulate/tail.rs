//! How rare a result is under even hashing: tails of the chi-square, of the sum of squares and of the number of idle workers.
//!
//! # Design
//! Each tail is added up itself, on both sides. As 1 less the other side, a small chance would be nothing but what rounding left.

mod idle;
mod squares;

pub(super) use idle::{IdleTails, idle_tails};
pub(super) use squares::uneven_exactly;

/// The most steps that an exact distribution may take: less than a tenth of a second, since a report asks for some.
const MOST_STEPS: f64 = 4e7;

/// The chances of a result at least and at most as large as the one found, 0 to 1 each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tails {
    pub at_least: f64,
    pub at_most: f64,
}

impl Tails {
    /// Sums of rounded terms may pass 1 by a speck.
    fn new(at_least: f64, at_most: f64) -> Self {
        Self { at_least: at_least.clamp(0.0, 1.0), at_most: at_most.clamp(0.0, 1.0) }
    }
}

/// The tails of a chi-square with so many degrees of freedom, also a broken number of them: the incomplete gamma functions, good to
/// about ten digits however small they are.
pub(super) fn chi_square_tails(statistic: f64, degrees: f64) -> Tails {
    if statistic <= 0.0 || degrees <= 0.0 {
        return Tails::new(1.0, if degrees <= 0.0 { 1.0 } else { 0.0 });
    }
    let (a, x) = (degrees / 2.0, statistic / 2.0);
    let front = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    // Whichever of the two may be small is worked out; the other is at least a third or so, and loses nothing.
    if x < a + 1.0 {
        let below = front * series(a, x);
        Tails::new(1.0 - below, below)
    } else {
        let above = front * fraction(a, x);
        Tails::new(above, 1.0 - above)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn near(found: f64, expected: f64, digits: f64) {
        assert!((found / expected - 1.0).abs() < digits, "{found} for {expected}");
    }

    #[test]
    fn tails_of_the_chi_square_are_those_of_the_tables() {
        // Critical values of any table, and closed forms: exp(-x / 2) for two degrees, with 1 + x / 2 for four.
        for (x, k, p) in [(3.841, 1.0, 0.05), (10.828, 1.0, 0.001), (18.307, 10.0, 0.05), (29.588, 10.0, 0.001)] {
            near(chi_square_tails(x, k).at_least, p, 1e-3);
        }
        for x in [0.1, 1.0, 30.0, 300.0, 1000.0_f64] {
            near(chi_square_tails(x, 2.0).at_least, libm::exp(-x / 2.0), 1e-10);
            near(chi_square_tails(x, 4.0).at_least, libm::exp(-x / 2.0) * (1.0 + x / 2.0), 1e-10);
        }
        near(chi_square_tails(1_000_000.0, 1_000_000.0).at_least, 0.499_811_9, 1e-5);
    }

    #[test]
    fn the_lower_tail_keeps_its_digits() {
        // 1 - exp(-x / 2) for two degrees; near 0 the law of k degrees is (x / 2)^(k / 2) / (k / 2)! without its next term.
        for x in [1e-20, 1e-9, 0.1, 5.0_f64] {
            near(chi_square_tails(x, 2.0).at_most, -libm::expm1(-x / 2.0), 1e-10);
        }
        near(chi_square_tails(2e-6, 10.0).at_most, 1e-30 / 120.0, 1e-5);
        near(chi_square_tails(1.0, 200.0).at_most, 4.3e-189, 0.5);
    }
}
