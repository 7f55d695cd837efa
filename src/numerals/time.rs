//! Seconds in the unit that people would say them in.

use super::{decimal, short};

const UNITS: [(f64, &str); 4] = [(60.0, "min"), (3_600.0, "h"), (86_400.0, "days"), (31_557_600.0, "years")];

/// A time from nothing to ages: `0 s`, `0.02 ms`, `0.2 s`, `45 s`, `8.5 min`, `3.2 h`, `12 days`, `2.5 years`.
#[must_use]
pub fn time(secs: f64) -> String {
    // The next unit begins at one and a half of it; days last two years, hours two days.
    let fits = |&&(unit, name): &&(f64, &str)| secs >= unit * if matches!(name, "min" | "h") { 1.5 } else { 2.0 };
    match UNITS.iter().rev().find(fits) {
        Some((unit, name)) => format!("{}\u{a0}{name}", short(secs / unit)),
        None if secs == 0.0 || secs >= 10.0 => format!("{}\u{a0}s", decimal(secs, 0)),
        None if secs >= 0.095 => format!("{}\u{a0}s", short(secs)),
        None => format!("{}\u{a0}ms", short(secs * 1_000.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_in_their_unit() {
        let said = [0.0, 2e-5, 0.004, 0.25, 3.25, 61.0, 90.0, 510.0, 7_515.0, 180_000.0, 1e6, 1e9].map(time);
        let wanted = [
            "0 s",
            "0.02 ms",
            "4 ms",
            "0.2 s",
            "3.2 s",
            "61 s",
            "1.5 min",
            "8.5 min",
            "2.1 h",
            "2.1 days",
            "11.6 days",
            "31.7 years",
        ];
        assert_eq!(said, wanted.map(|text| text.replace(' ', "\u{a0}")));
    }
}
