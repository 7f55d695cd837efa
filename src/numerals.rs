//! Numbers as people read them: grouped digits, few decimals, a unit beside each.

use crate::unit::float;

/// Digits in groups of three, parted by thin spaces where there are more than four: `20 000`, `1024`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let mut text = String::with_capacity(digits.len() * 2);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// One decimal, none where it would be 0: `31.2`, `32`.
#[must_use]
pub fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A ratio to an even deal: `1.25×`.
#[must_use]
pub fn times(ratio: f64) -> String {
    format!("{ratio:.2}×")
}

/// A share of 1 as percent: `9.9 %`; one decimal below 10 %, up to four below 0.1 %.
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent == 0.0 || percent >= 10.0 {
        format!("{percent:.0}\u{202f}%")
    } else if percent >= 0.1 {
        format!("{percent:.1}\u{202f}%")
    } else if percent >= 0.000_1 {
        // Two significant digits, the zeros after them dropped.
        let text = format!("{percent:.4}");
        format!("{}\u{202f}%", text.trim_end_matches('0'))
    } else {
        "below 0.0001\u{202f}%".to_owned()
    }
}

/// Bytes: exact below ten thousand, then in the unit that leaves three digits: `6310 B`, `1.28 MB`.
#[must_use]
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if count < 10_000 {
        return format!("{count}\u{202f}B");
    }
    let (mut value, mut unit) = (float(count) / 1000.0, 0);
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    let text = if value >= 99.95 {
        format!("{value:.0}")
    } else if value >= 9.995 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    };
    format!("{text}\u{202f}{}", UNITS[unit])
}

/// `1 worker`, `40 workers`.
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// Rising numbers as ranges: `1–13, 15, 16, 19`.
#[must_use]
pub fn ranges(rising: &[u32]) -> String {
    let runs = rising.chunk_by(|a, b| a + 1 == *b);
    let text = runs.map(|run| match run {
        [one] => one.to_string(),
        [a, b] => format!("{a}, {b}"),
        [first, .., last] => format!("{first}–{last}"),
        [] => String::new(),
    });
    text.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(1024), "1024");
        assert_eq!(grouped(201_177), "201\u{202f}177");
        assert_eq!(short(31.24), "31.2");
        assert_eq!(short(31.96), "32");
        assert_eq!(percent(0.0994), "9.9\u{202f}%");
        assert_eq!(percent(0.969), "97\u{202f}%");
        assert_eq!(percent(0.000_01), "0.001\u{202f}%");
        assert_eq!(percent(1e-9), "below 0.0001\u{202f}%");
        assert_eq!(bytes(6310), "6310\u{202f}B");
        assert_eq!(bytes(1_280_000), "1.28\u{202f}MB");
        assert_eq!(bytes(999_600), "1.00\u{202f}MB");
        assert_eq!(ranges(&[1, 2, 3, 5, 6, 8]), "1–3, 5, 6, 8");
    }
}
