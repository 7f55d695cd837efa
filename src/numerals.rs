//! Numbers as people read them: grouped digits, few decimals, a unit beside each.
//!
//! Groups of digits and units are parted by the no-break space U+00A0: it is as wide as a space in every terminal and font,
//! which the narrow one (U+202F) is not, and no line is broken there.

mod bound;
mod tied;
mod time;

pub use bound::{at_least, at_most, stated};
pub use tied::{one_of, one_of_or};
pub use time::time;

use crate::unit::{LoadUnit, float, rounded};

/// Between groups of digits, and before a unit.
const SPACE: char = '\u{a0}';

/// Digits in groups of three: `20 000`, `1 024`, `128`.
#[must_use]
pub fn grouped(number: u64) -> String {
    in_groups(&number.to_string())
}

fn in_groups(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 2);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(SPACE);
        }
        text.push(digit);
    }
    text
}

/// A ratio or share with so many decimals, its whole part grouped: `1.26`, `1 023.50`; a dash where it is no number, which no
/// report should hold.
#[must_use]
pub fn decimal(number: f64, decimals: usize) -> String {
    if !number.is_finite() {
        return "-".to_owned();
    }
    let text = format!("{number:.decimals$}");
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    // What is rounded to nothing has no sign.
    let sign = if digits.contains(|c: char| c.is_ascii_digit() && c != '0') { sign } else { "" };
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    format!("{sign}{}{rest}", in_groups(whole))
}

/// One decimal, none where it would be 0: `31.2`, `32`; as many as its first digit needs where it would read as nothing: `0.04`.
#[must_use]
pub fn short(number: f64) -> String {
    let text = seen(number, 1);
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A ratio to an even deal: `1.25×`; as many decimals as its first digit needs where it would read as nothing: `0.003×`.
#[must_use]
pub fn times(ratio: f64) -> String {
    format!("{}×", seen(ratio, 2))
}

/// Nearer to nothing, or a share nearer to all, is what a calculation leaves of it.
const NEAR: f64 = 1e-12;

/// So many decimals, more where there is something and they would show nothing; at most four.
fn seen(number: f64, decimals: usize) -> String {
    let is_shown = |text: &String| text.contains(|c: char| c.is_ascii_digit() && c != '0');
    let text = decimal(number, decimals);
    if number.abs() <= NEAR || !number.is_finite() || is_shown(&text) {
        return text;
    }
    let finer = (decimals..=4).map(|decimals| decimal(number, decimals)).find(is_shown);
    finer.unwrap_or_else(|| if number > 0.0 { "below 0.0001" } else { "above -0.0001" }.to_owned())
}

/// A share of 1 as percent: `9.9 %`; one decimal below 10 %, up to four below 0.1 % and from 99.5 % on, so that what is above
/// nothing never reads as 0 %, nor what is below all as 100 %. A share below 0 has its sign; a dash where it is no number.
#[must_use]
pub fn percent(share: f64) -> String {
    if share < 0.0 {
        return format!("-{}", percent(-share));
    }
    let percent = share * 100.0;
    let text = if !percent.is_finite() {
        "-".to_owned()
    } else if percent == 0.0 || (10.0..99.5).contains(&percent) || share >= 1.0 - NEAR {
        format!("{percent:.0}")
    } else if percent >= 99.5 {
        let finer = (1..=4).map(|decimals| format!("{percent:.decimals$}")).find(|text| !text.starts_with("100"));
        finer.unwrap_or_else(|| "above 99.9999".to_owned())
    } else if percent >= 0.1 {
        format!("{percent:.1}")
    } else if percent >= 0.000_1 {
        // Two significant digits, the zeros after them dropped.
        format!("{percent:.4}").trim_end_matches('0').to_owned()
    } else {
        "below 0.0001".to_owned()
    };
    format!("{text}{SPACE}%")
}

/// A share of 1 as percent with so many decimals, more where they would show nothing of it: `12.5 %`, `0.04 %`, `0 %`.
#[must_use]
pub fn percent_to(share: f64, decimals: usize) -> String {
    format!("{}{SPACE}%", seen(share * 100.0, decimals))
}

/// Bytes: exact below ten thousand, then in the unit that leaves three digits: `6 310 B`, `1.28 MB`.
#[must_use]
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if count < 10_000 {
        return format!("{}{SPACE}B", grouped(count));
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
    format!("{text}{SPACE}{}", UNITS[unit])
}

/// A figure of a comparison with its unit: `6 310 B`, `12 %`, `1.25×`; plain where the unit is a word.
#[must_use]
pub fn figure(value: f64, unit: &str) -> String {
    match unit {
        "bytes" => bytes(rounded(value)),
        "%" => percent(value / 100.0),
        "times" => times(value),
        "records" | "rows" | "messages" | "files" => seen(value, 0),
        _ if value < 10.0 && value.fract() != 0.0 => seen(value, 3),
        _ => short(value),
    }
}

/// `1 worker`, `40 workers`.
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A load in its unit: `1 record`, `1 234 rows`, `1.28 MB`.
#[must_use]
pub fn load(count: u64, unit: LoadUnit) -> String {
    let (one, many) = unit.words();
    if unit == LoadUnit::Bytes { bytes(count) } else { counted(count, one, many) }
}

/// A mean load with the words for one and for several: below a thousand with one decimal where it is not whole; above, a part of
/// one is no matter.
#[must_use]
pub fn mean_load(mean: f64, unit: LoadUnit, (one, many): (&str, &str)) -> String {
    if unit == LoadUnit::Bytes {
        return bytes(rounded(mean));
    }
    let number = if mean < 1000.0 { short(mean) } else { grouped(rounded(mean)) };
    let word = if number == "1" { one } else { many };
    format!("{number} {word}")
}

/// Rising numbers as ranges: `1–13, 15, 16, 19, 1 024`.
#[must_use]
pub fn ranges(rising: &[u32]) -> String {
    let runs = rising.chunk_by(|a, b| a + 1 == *b);
    let number = |number: &u32| grouped((*number).into());
    let text = runs.map(|run| match run {
        [one] => number(one),
        [a, b] => format!("{}, {}", number(a), number(b)),
        [first, .., last] => format!("{}–{}", number(first), number(last)),
        [] => String::new(),
    });
    text.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1024), "1\u{a0}024");
        assert_eq!(grouped(201_177), "201\u{a0}177");
        assert_eq!(short(31.24), "31.2");
        assert_eq!(short(31.96), "32");
        assert_eq!(short(5029.4), "5\u{a0}029.4");
        assert_eq!(times(1234.5), "1\u{a0}234.50×");
        assert_eq!(percent(0.0994), "9.9\u{a0}%");
        assert_eq!(percent(0.969), "97\u{a0}%");
        assert_eq!(percent(0.000_01), "0.001\u{a0}%");
        assert_eq!(percent(1e-9), "below 0.0001\u{a0}%");
        assert_eq!(bytes(6310), "6\u{a0}310\u{a0}B");
        assert_eq!(bytes(1_280_000), "1.28\u{a0}MB");
        assert_eq!(bytes(999_600), "1.00\u{a0}MB");
        assert_eq!(ranges(&[1, 2, 3, 5, 6, 8, 1024]), "1–3, 5, 6, 8, 1\u{a0}024");
    }

    #[test]
    fn what_is_something_never_reads_as_nothing_nor_as_all() {
        let shares = [0.995, 0.999, 0.9996, 0.999_951, 0.999_999_9, 1.0, 1.0 - 1e-16, 1.003, 0.0, 0.000_000_4, -0.25];
        assert_eq!(
            shares.map(|share| percent(share).replace(SPACE, " ")),
            [
                "99.5 %",
                "99.9 %",
                "99.96 %",
                "99.995 %",
                "above 99.9999 %",
                "100 %",
                "100 %",
                "100 %",
                "0 %",
                "below 0.0001 %",
                "-25 %"
            ]
        );
        assert_eq!(percent(f64::NAN), "-\u{a0}%");
        assert_eq!(
            [0.04, 0.000_3, 1e-7, 1e-16, 0.0, -0.04, -1e-7].map(short),
            ["0.04", "0.0003", "below 0.0001", "0", "0", "-0.04", "above -0.0001"]
        );
        assert_eq!(
            [percent_to(0.125, 1), percent_to(0.000_04, 1), percent_to(0.0, 0)].map(|text| text.replace(SPACE, " ")),
            ["12.5 %", "0.004 %", "0 %"]
        );
        assert_eq!([0.003, 0.0, 0.996].map(times), ["0.003×", "0.00×", "1.00×"]);
        assert_eq!([figure(0.3, "records"), figure(0.000_2, "s")], ["0.3", "0.0002"]);
        assert_eq!(mean_load(0.02, LoadUnit::Records, ("record", "records")), "0.02 records");
    }

    #[test]
    fn figures_carry_their_unit() {
        assert_eq!([figure(6310.0, "bytes"), figure(12.0, "%")], ["6\u{a0}310\u{a0}B", "12\u{a0}%"]);
        assert_eq!([figure(1.25, "times"), figure(40.0, "workers"), figure(7.255, "")], ["1.25×", "40", "7.255"]);
    }

    #[test]
    fn decimals_are_grouped_and_what_is_no_number_is_a_dash() {
        assert_eq!([decimal(f64::NAN, 2), decimal(f64::INFINITY, 2), decimal(1.256, 2)], ["-", "-", "1.26"]);
        assert_eq!([decimal(-1023.5, 1), decimal(1e6, 0)], ["-1\u{a0}023.5", "1\u{a0}000\u{a0}000"]);
        assert_eq!([decimal(-0.04, 1), decimal(-0.06, 1)], ["0.0", "-0.1"]);
    }
}
