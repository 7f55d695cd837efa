//! Text from outside – keys, names, paths, arguments – made fit to be shown: what would act unseen is spelled out, what is long
//! is cut.

use std::borrow::Cow;
use std::fmt::Write;

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
                | '\u{ad}'
                | '\u{3164}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// A word as a POSIX shell takes it. What would act unseen is spelled out, which takes the newer `$'…'`.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./+=:@,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if !word.chars().any(is_hidden) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut spelled = String::from("$'");
    for c in word.chars() {
        match c {
            '\'' | '\\' => spelled.extend(['\\', c]),
            c if is_hidden(c) => {
                for byte in c.to_string().bytes() {
                    let _ = write!(spelled, "\\{byte:03o}");
                }
            }
            c => spelled.push(c),
        }
    }
    spelled.push('\'');
    spelled
}

/// A file of this program's (RON) from its first word on: a byte order mark, spaces and comments before it are passed over.
#[must_use]
pub fn from_first_word(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let after = if rest.starts_with("//") {
            rest.find('\n').map_or("", |end| &rest[end..])
        } else if rest.starts_with("/*") {
            after_comment(rest)
        } else {
            return rest;
        };
        rest = after.trim_start();
    }
}

/// What follows the comment that begins here; comments may hold comments.
fn after_comment(rest: &str) -> &str {
    let mut depth = 0;
    for (at, _) in rest.match_indices(['/', '*']) {
        // A mark of two characters is met at its first.
        if rest[at..].starts_with("/*") {
            depth += 1;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            if depth == 0 {
                return &rest[at + 2..];
            }
        }
    }
    ""
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
    fn a_file_begins_with_its_first_word() {
        for text in
            ["Lesson(", "\u{feff}\n// one\n  // two\nLesson(", "/* a /* b */ c */ Lesson(", "/**/ /***/\r\nLesson("]
        {
            assert_eq!(from_first_word(text), "Lesson(", "{text}");
        }
        assert_eq!([from_first_word("// all"), from_first_word("/* all"), from_first_word("")], [""; 3]);
    }

    /// Soft hyphen, Hangul filler and language tags: nothing of them is seen.
    #[test]
    fn what_is_never_seen_is_spelled_out() {
        assert_eq!(visible("A\u{ad}d\u{3164}a\u{e0061}"), r"A\u{ad}d\u{3164}a\u{e0061}");
    }

    #[test]
    fn names_with_spaces_are_quoted() {
        assert_eq!(quoted("few-keys"), "few-keys");
        assert_eq!(quoted("my job's.ron"), r"'my job'\''s.ron'");
        // As bash and POSIX.1-2024 read it: three octal digits a byte.
        assert_eq!(quoted("a\u{1b}'\u{202e}1"), r"$'a\033\'\342\200\2561'");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(excerpt(&"é".repeat(100)), "é".repeat(100));
        assert_eq!(excerpt(&"é".repeat(101)), format!("{}… (202 bytes in all)", "é".repeat(90)));
    }
}
