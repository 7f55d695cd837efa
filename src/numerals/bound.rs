//! Figures held against a limit: none of them is rounded over it, so that a miss never reads as met.

use super::decimal;

/// A figure that must be at least something, rounded down to three decimals, to six below 0.01; no zeros after them:
/// `2.975`, `18`.
#[must_use]
pub fn at_least(found: f64) -> String {
    let (decimals, parts) = if found >= 0.01 { (3, 1e3) } else { (6, 1e6) };
    // What a division leaves below a whole part is no miss.
    trimmed(libm::floor(found * parts + 1e-6) / parts, decimals)
}

/// A figure that must be at most something, rounded up to three decimals; no zeros after them: `1.985`.
#[must_use]
pub fn at_most(found: f64) -> String {
    trimmed(libm::ceil(found * 1e3 - 1e-6) / 1e3, 3)
}

/// A limit as it was stated: at most six decimals, no zeros after them: `3`, `1.1`.
#[must_use]
pub fn stated(number: f64) -> String {
    trimmed(number, 6)
}

fn trimmed(number: f64, decimals: usize) -> String {
    decimal(number, decimals).trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_never_reads_as_met() {
        assert_eq!(
            [at_least(2.9999), at_least(2.975), at_least(18.0), at_least(0.0013)],
            ["2.999", "2.975", "18", "0.0013"]
        );
        assert_eq!([at_most(1.1001), at_most(254.0 / 128.0), at_most(1.0)], ["1.101", "1.985", "1"]);
        assert_eq!([stated(3.0), stated(1.1), stated(0.25)], ["3", "1.1", "0.25"]);
    }
}
