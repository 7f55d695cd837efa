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

/// A whole number, 0 to 2^64 - 1; spaces around it, and a fraction of zeros, are no harm. `what` and `unit` are for the message, as
/// in "load" and "records".
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
        ] {
            assert_eq!(read(text).unwrap(), number, "{text}");
        }
        for (text, reason) in [
            ("", "load is empty: a whole number of records is needed"),
            ("-5", "load \"-5\" is below 0: 0 and more records are allowed"),
            ("18446744073709551616", "load \"18446744073709551616\" is more than 2^64 - 1 records"),
            ("1.5", "load \"1.5\" is not a whole number of records"),
            ("1e6", "load \"1e6\" is not a whole number of records"),
            ("5.", "load \"5.\" is not a whole number of records"),
            ("-", "load \"-\" is not a whole number of records"),
        ] {
            assert_eq!(read(text).unwrap_err().reason, reason, "{text}");
        }
    }
}
