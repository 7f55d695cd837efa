//! Text from outside – keys, names, paths, arguments – made fit to be shown: what would act unseen is spelled out, what is long
//! is cut.

use std::borrow::Cow;

/// The text with every character spelled out that a terminal would obey, or that turns or hides what stands beside it:
/// controls, line breaks, direction marks, spaces of no width.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_hidden) {
        let spelled = |c: char| if is_hidden(c) { c.escape_default().to_string() } else { c.to_string() };
        text.chars().map(spelled).collect::<String>().into()
    } else {
        text.into()
    }
}

/// Whether a character acts unseen. Joiners stay as they are: some scripts are not written without them.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

/// The text as a message or a table quotes it: whole up to 100 characters, else its first 90 and how long it is.
#[must_use]
pub fn excerpt(text: &str) -> Cow<'_, str> {
    const WHOLE: usize = 100;
    const SHOWN: usize = 90;
    if text.chars().nth(WHOLE).is_none() {
        return text.into();
    }
    let head: String = text.chars().take(SHOWN).collect();
    format!("{head}… ({} bytes in all)", text.len()).into()
}

/// A number as a message quotes it: as it is written, with a power of ten where that takes many digits.
#[must_use]
pub fn told_number(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || !size.is_finite() || (1e-7..1e16).contains(&size) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_hundreds_of_digits_are_quoted_short() {
        assert_eq!([1e308, -2.5e-300, 101.0, 0.0].map(told_number), ["1e308", "-2.5e-300", "101", "0"]);
        assert_eq!([f64::NAN, f64::INFINITY, 1e15].map(told_number), ["NaN", "inf", "1000000000000000"]);
    }

    #[test]
    fn what_acts_unseen_is_spelled_out() {
        assert_eq!(visible("a\u{1b}[31m\r\nb"), r"a\u{1b}[31m\r\nb");
        // The names that Unicode gives: right-to-left override, zero width space, C1 control sequence introducer.
        assert_eq!(visible("a\u{202e}b\u{200b}c\u{9b}"), r"a\u{202e}b\u{200b}c\u{9b}");
        assert!(matches!(visible("Zürich 北京 20\u{a0}000 \u{1f469}\u{200d}\u{1f4bb}"), Cow::Borrowed(_)));
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(excerpt(&"é".repeat(100)), "é".repeat(100));
        assert_eq!(excerpt(&"é".repeat(101)), format!("{}… (202 bytes in all)", "é".repeat(90)));
    }
}
