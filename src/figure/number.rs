//! Numbers on their way between counts, figures and places.

use crate::unit::float;

/// A length of a list as a figure.
pub(super) fn size(count: usize) -> f64 {
    float(count as u64)
}

/// A figure as a count: rounded down, 0 below 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
pub(super) fn whole(figure: f64) -> usize {
    figure as usize
}

/// A figure as a count shown to people: rounded to the nearest, 0 below 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
pub(super) fn nearest(figure: f64) -> u64 {
    libm::round(figure) as u64
}

/// A figure as a byte: rounded to the nearest, held between 0 and 255.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
pub(super) fn byte(figure: f64) -> u8 {
    libm::round(figure) as u8
}

/// A place or length as it is written: two decimals at most, no zeros at the end, no minus before 0.
pub(super) fn written(figure: f64) -> String {
    let text = format!("{figure:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// An axis's or legend's number: no more decimals than it needs, digits in groups.
pub(super) fn plain(figure: f64) -> String {
    if figure >= 1.0 && (figure - libm::round(figure)).abs() < 1e-9 {
        return crate::numerals::grouped(nearest(figure));
    }
    let text = format!("{figure:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_short() {
        assert_eq!([written(12.0), written(0.126), written(-0.001), written(3.10)], ["12", "0.13", "0", "3.1"]);
        assert_eq!([plain(0.0), plain(0.25), plain(20_000.0)], ["0", "0.25", "20\u{a0}000"]);
    }
}
