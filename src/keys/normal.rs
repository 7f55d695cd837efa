//! The standard normal law's quantile, the same bits on every machine.

/// The value below which a standard normal draw falls with probability `p` (above 0 and below 1).
///
/// Newton steps on `libm::erfc` from a rough start: within a few units of the last place over the range that ranks
/// of 10^12 keys need, and non-decreasing wherever neighbouring ranks differ by more than that.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -quantile(1.0 - p);
    }
    // Start: the tail bound x ≈ sqrt(-2 ln p) corrected by its next term; good to some percent.
    let t = libm::sqrt(-2.0 * libm::log(p.max(f64::MIN_POSITIVE)));
    let mut x = -(t - (libm::log(t.max(1.0)) + 0.92) / t.max(1.0)).max(0.0);
    for _ in 0..40 {
        let error = 0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2) - p;
        let density = libm::exp(-0.5 * x * x) * 0.398_942_280_401_432_7;
        let newton = error / density;
        // Halley's correction keeps far-tail steps from overshooting.
        let step = newton / (1.0 + 0.5 * x * newton);
        x -= step;
        if step.abs() <= 1e-15 * x.abs().max(1e-3) {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_the_tabled_ones() {
        // Standard tables of the normal law.
        for (p, x) in [
            (0.5, 0.0),
            (0.841_344_746_068_542_9, 1.0),
            (0.975, 1.959_963_984_540_054),
            (0.999, 3.090_232_306_167_813_5),
            (1e-9, -5.997_807_015_007_773),
        ] {
            assert!((quantile(p) - x).abs() < 1e-9, "{p}: {}", quantile(p));
        }
    }

    #[test]
    fn it_rises() {
        let mut last = f64::NEG_INFINITY;
        for i in 1..20_000 {
            let x = quantile(f64::from(i) / 20_000.0);
            assert!(x > last);
            last = x;
        }
    }
}
