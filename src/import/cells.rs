//! Fields become keys and numbers.

use crate::keys::{KeyType, Value};
use crate::plain::excerpt;

/// One field of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell<'a> {
    pub bytes: &'a [u8],
    /// Whether there is no value at all, which an empty text is not.
    pub is_null: bool,
}

impl<'a> Cell<'a> {
    /// A field with a value.
    pub const fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, is_null: false }
    }
}

/// What is wrong with a field.
#[derive(Debug)]
pub(super) struct BadCell {
    /// Bytes of the field before the defect.
    pub offset: usize,
    pub reason: String,
}

impl BadCell {
    fn new(reason: String) -> Self {
        Self { offset: 0, reason }
    }
}

/// A whole number, 0 to 2^64 - 1; spaces around it, a fraction of zeros, an exponent, and separators between thousands are no harm. `what` and
/// `unit` are for the message, as in "load" and "records".
pub(super) fn whole_number(cell: Cell<'_>, what: &str, unit: &str) -> Result<u64, BadCell> {
    let bytes = cell.bytes.trim_ascii();
    // What nearly every row has.
    if (1..=19).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_digit) {
        return Ok(bytes.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')));
    }
    if bytes.is_empty() {
        return Err(BadCell::new(format!("{what} is empty: a whole number of {unit} is needed")));
    }
    let text = String::from_utf8_lossy(bytes);
    let whole = match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|digit| digit == b'0') => whole,
        _ => &*text,
    };
    let digits = whole.strip_prefix('+').unwrap_or(whole);
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let bare = without_separators(digits).or_else(|| without_exponent(text.strip_prefix('+').unwrap_or(&text)));
    let digits = bare.as_deref().unwrap_or(digits);
    if is_number(digits) {
        let told = || BadCell::new(format!("{what} \"{}\" is more than 2^64 - 1 {unit}", excerpt(&text)));
        return digits.parse().map_err(|_| told());
    }
    let found = excerpt(&text);
    Err(BadCell::new(match whole.strip_prefix('-') {
        Some(digits) if is_number(digits) => format!("{what} \"{found}\" is below 0: 0 and more {unit} are allowed"),
        _ => format!("{what} \"{found}\" is not a whole number of {unit}"),
    }))
}

/// Between thousands: a comma, an apostrophe or its typeset form, a space, also one that does not break or is narrow. A point is none:
/// it would be read as that of a fraction elsewhere.
const SEPARATORS: [char; 6] = [',', '\'', '\u{2019}', ' ', '\u{a0}', '\u{202f}'];

/// The digits of `1,429` or `12 000 000`: three in each group but the first, which has no zero in front, and the same separator
/// throughout. `None` where it is no such number.
fn without_separators(text: &str) -> Option<String> {
    let separator = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| SEPARATORS.contains(c))?;
    let mut groups = text.split(separator);
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'))?;
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|digit| digit.is_ascii_digit());
    groups.try_fold(first.to_owned(), |all, group| is_group(group).then(|| all + group))
}

/// Puts a key into `key`, whose room is used again.
pub(super) fn set_key(key: &mut Value, key_type: KeyType, bytes: &[u8]) -> Result<(), BadCell> {
    if key_type == KeyType::Bytes {
        if let Value::Bytes(held) = key {
            held.clear();
            held.extend_from_slice(bytes);
        } else {
            *key = Value::Bytes(bytes.to_vec());
        }
        return Ok(());
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| BadCell { offset: error.valid_up_to(), reason: "this byte is not UTF-8 text".to_owned() })?;
    match key {
        Value::Text(held) if key_type == KeyType::String => {
            held.clear();
            held.push_str(text);
        }
        _ => *key = key_type.parse(text).map_err(|error| BadCell::new(error.to_string()))?,
    }
    Ok(())
}

/// The digits of `1e3` or `1.25E+06`, as queries write what they take for a real number; `None` where it is none, or not whole.
fn without_exponent(text: &str) -> Option<String> {
    /// More digits than any load has: what is longer is too much, however long.
    const LONGEST: usize = 64;
    let (mantissa, exponent) = text.split_once(['e', 'E'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let are_digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let exponent: i64 = exponent.parse().ok()?;
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    // Digits before the point.
    let before = i64::try_from(whole.len()).ok()?.checked_add(exponent)?;
    let before = usize::try_from(before).ok().filter(|before| *before >= digits.len())?;
    Some(format!("{digits}{}", "0".repeat(before.min(LONGEST.max(digits.len())) - digits.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_exported() {
        let read = |text: &str| whole_number(Cell::of(text.as_bytes()), "load", "records");
        for (text, number) in [
            ("0", 0),
            (" 12 ", 12),
            ("0007", 7),
            ("5.000", 5),
            ("+3", 3),
            ("18446744073709551615", u64::MAX),
            ("00000000000000000000000001", 1),
            ("1,429", 1429),
            ("12 000 000", 12_000_000),
            ("1'429", 1429),
            ("1\u{2019}429\u{2019}000", 1_429_000),
            ("1\u{a0}429", 1429),
            ("12\u{202f}429", 12_429),
            ("+1,429.00", 1429),
            ("1e6", 1_000_000),
            ("1.25E+02", 125),
            ("1200e-2", 12),
            ("0.0e5", 0),
            ("18,446,744,073,709,551,615", u64::MAX),
        ] {
            assert_eq!(read(text).unwrap(), number, "{text}");
        }
        for (text, reason) in [
            ("", "load is empty: a whole number of records is needed"),
            ("-5", "load \"-5\" is below 0: 0 and more records are allowed"),
            ("18446744073709551616", "load \"18446744073709551616\" is more than 2^64 - 1 records"),
            ("1.5", "load \"1.5\" is not a whole number of records"),
            ("1e-3", "load \"1e-3\" is not a whole number of records"),
            ("1.25e1", "load \"1.25e1\" is not a whole number of records"),
            ("e3", "load \"e3\" is not a whole number of records"),
            ("1e20", "load \"1e20\" is more than 2^64 - 1 records"),
            ("1e999999999", "load \"1e999999999\" is more than 2^64 - 1 records"),
            ("NaN", "load \"NaN\" is not a whole number of records"),
            ("5.", "load \"5.\" is not a whole number of records"),
            ("-", "load \"-\" is not a whole number of records"),
            ("1,42", "load \"1,42\" is not a whole number of records"),
            ("1,4290", "load \"1,4290\" is not a whole number of records"),
            ("0,429", "load \"0,429\" is not a whole number of records"),
            ("1,429 000", "load \"1,429 000\" is not a whole number of records"),
            (",429", "load \",429\" is not a whole number of records"),
            ("1.429.000", "load \"1.429.000\" is not a whole number of records"),
            ("18,446,744,073,709,551,616", "load \"18,446,744,073,709,551,616\" is more than 2^64 - 1 records"),
        ] {
            assert_eq!(read(text).unwrap_err().reason, reason, "{text}");
        }
    }
}
