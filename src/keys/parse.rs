//! A key from its text.

use super::calendar::{parse_date, parse_timestamp};
use super::columns::ColumnTypes;
use super::fields::{Field, split};
use super::key_type::KeyType;
use super::value::Value;
use crate::plain::excerpt;

/// A key's text that is not a value of its type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{}\" is not a key of type {wanted}: {allowed}", excerpt(text))]
pub struct BadKey {
    /// The text found.
    pub text: String,
    /// The type asked for.
    pub wanted: KeyType,
    /// What is allowed, or what is wrong with it.
    pub allowed: String,
}

/// What stands between columns where nothing else is asked for.
const COMMA: char = ',';

impl KeyType {
    /// Reads a key of this type from its text; for [`KeyType::Bytes`] the UTF-8 bytes of the text. Columns stand between commas,
    /// in quotes where they hold one; an empty column without quotes is null, and bytes in a column are hex digits.
    ///
    /// # Errors
    /// [`BadKey`] where it is no value of the type.
    pub fn parse(self, text: &str) -> Result<Value, BadKey> {
        self.parse_separated(text, COMMA)
    }

    /// As [`Self::parse`], with another separator between columns.
    ///
    /// # Errors
    /// [`BadKey`] where it is no value of the type.
    pub fn parse_separated(self, text: &str, separator: char) -> Result<Value, BadKey> {
        let bad = |allowed: String| BadKey { text: text.to_owned(), wanted: self, allowed };
        let items = |types| items(self, types, text, separator).map_err(bad);
        match self {
            Self::Row(types) => Ok(Value::Row(items(types)?)),
            Self::Tuple(types) => Ok(Value::Tuple(items(types)?)),
            Self::List(types) => Ok(Value::List(items(types)?)),
            single => single.parse_single(text).ok_or_else(|| bad(single.allowed())),
        }
    }

    fn parse_single(self, text: &str) -> Option<Value> {
        Some(match self {
            Self::String => Value::Text(text.to_owned()),
            Self::Bytes => Value::Bytes(text.as_bytes().to_vec()),
            Self::I64 => Value::I64(text.parse().ok()?),
            Self::I32 => Value::I32(text.parse().ok()?),
            Self::I16 => Value::I16(text.parse().ok()?),
            Self::I8 => Value::I8(text.parse().ok()?),
            Self::Bool => Value::Bool(text.parse().ok()?),
            Self::Char => {
                let mut units = text.encode_utf16();
                let unit = units.next()?;
                units.next().is_none().then_some(Value::Char(unit))?
            }
            Self::F32 => Value::F32(text.parse().ok()?),
            Self::F64 => Value::F64(text.parse().ok()?),
            Self::Date => Value::Date(parse_date(text)?),
            Self::Timestamp => Value::TimestampMicros(parse_timestamp(text)?),
            Self::SqlTimestamp => {
                let micros = parse_timestamp(text)?;
                (micros % 1000 == 0).then_some(Value::SqlTimestampMillis(micros / 1000))?
            }
            Self::Uuid => Value::Uuid(uuid(text)?),
            Self::BigInteger => Value::BigInt(text.parse().ok()?),
            Self::BigDecimal => {
                let (unscaled, scale) = decimal(text)?;
                Value::Decimal { unscaled, scale, precision: 0 }
            }
            Self::Decimal { precision, scale } => sql_decimal(text, precision.into(), scale.into())?,
            Self::Row(_) | Self::Tuple(_) | Self::List(_) => return None,
        })
    }

    /// What its text may be, for messages.
    fn allowed(self) -> String {
        let whole = |least: i64, most: i64| format!("allowed are whole numbers from {least} to {most}");
        match self {
            Self::String | Self::Bytes => "allowed is any text".to_owned(),
            Self::I64 => whole(i64::MIN, i64::MAX),
            Self::I32 => whole(i32::MIN.into(), i32::MAX.into()),
            Self::I16 => whole(i16::MIN.into(), i16::MAX.into()),
            Self::I8 => whole(i8::MIN.into(), i8::MAX.into()),
            Self::Bool => "allowed are true and false".to_owned(),
            Self::Char => "allowed is one character of the Unicode planes up to U+FFFF".to_owned(),
            Self::F32 | Self::F64 => "allowed are numbers as 1.5, 1e30, NaN and inf".to_owned(),
            Self::Date => "allowed are days as 2026-11-30, years 0000 to 9999".to_owned(),
            Self::Timestamp => {
                "allowed are times as 2026-11-30T09:30:00.000001Z, up to six digits of a second".to_owned()
            }
            Self::SqlTimestamp => {
                "allowed are times as 2026-11-30T09:30:00.001Z, up to three digits of a second".to_owned()
            }
            Self::Uuid => "allowed are UUIDs as 123e4567-e89b-12d3-a456-426614174000".to_owned(),
            Self::BigInteger => "allowed are whole numbers of at most 127 bits".to_owned(),
            Self::BigDecimal => format!(
                "allowed are numbers as -1.50, without an exponent, of at most 127 bits and {MOST_SCALE} digits after the point"
            ),
            Self::Decimal { .. } => "allowed are numbers as -1.5, without an exponent, that fit it".to_owned(),
            Self::Row(_) | Self::Tuple(_) | Self::List(_) => "allowed are columns with a comma between them".to_owned(),
        }
    }
}

/// The columns, fields or items of a key.
fn items(of: KeyType, types: ColumnTypes, text: &str, separator: char) -> Result<Vec<Value>, String> {
    if matches!(of, KeyType::List(_)) && text.is_empty() {
        return Ok(Vec::new());
    }
    let fields = split(text, separator)?;
    let mut all: Vec<KeyType> = types.iter().collect();
    if let (KeyType::List(_), Some(item)) = (of, all.first().copied()) {
        all.resize(fields.len(), item);
    }
    if fields.len() != all.len() {
        let noun = if fields.len() == 1 { "column" } else { "columns" };
        return Err(format!("it has {} {noun}, {} are needed", fields.len(), all.len()));
    }
    fields.iter().zip(all).map(|(field, key_type)| item(field, key_type)).collect()
}

fn item(field: &Field, key_type: KeyType) -> Result<Value, String> {
    if field.text.is_empty() && !field.is_quoted {
        return Ok(Value::Null);
    }
    let found = match key_type {
        KeyType::Bytes => bytes_of_hex(&field.text).map(Value::Bytes),
        _ => key_type.parse_single(&field.text),
    };
    found.ok_or_else(|| {
        let allowed =
            if key_type == KeyType::Bytes { "allowed are pairs of hex digits".to_owned() } else { key_type.allowed() };
        format!("\"{}\" is no {key_type}, {allowed}", excerpt(&field.text))
    })
}

fn bytes_of_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

/// Five groups of 8, 4, 4, 4 and 12 hex digits.
fn uuid(text: &str) -> Option<u128> {
    let groups: Vec<usize> = text.split('-').map(str::len).collect();
    let is_hex = text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
    (is_hex && groups == [8, 4, 4, 4, 12]).then(|| u128::from_str_radix(&text.replace('-', ""), 16).ok()).flatten()
}

/// The most digits after the point: a key of more is no number that anybody counts by.
const MOST_SCALE: i32 = 1000;

/// Unscaled digits and digits after the point.
fn decimal(text: &str) -> Option<(i128, i32)> {
    let (whole, after) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    if !is_digits(unsigned) || !is_digits(after) || (unsigned.is_empty() && after.is_empty()) {
        return None;
    }
    let scale = i32::try_from(after.len()).ok().filter(|scale| *scale <= MOST_SCALE)?;
    Some((format!("{whole}{after}").parse().ok()?, scale))
}

/// A decimal of a SQL type: digits that are missing after the point are zeros; none may be lost.
fn sql_decimal(text: &str, precision: u32, scale: u32) -> Option<Value> {
    let (unscaled, found) = decimal(text)?;
    let missing = scale.checked_sub(u32::try_from(found).ok()?)?;
    let unscaled = unscaled.checked_mul(10_i128.checked_pow(missing)?)?;
    let fits = unscaled.unsigned_abs() < 10_u128.checked_pow(precision)?;
    fits.then_some(Value::Decimal { unscaled, scale: i32::try_from(scale).ok()?, precision })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(key_type: &str, text: &str) -> Result<Value, String> {
        KeyType::named(key_type).unwrap().parse(text).map_err(|error| error.to_string())
    }

    #[test]
    fn columns_are_parted_by_commas_and_may_be_null() {
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(of("string,i64", "a,7"), Ok(Value::Row(vec![text("a"), Value::I64(7)])));
        assert_eq!(of("string,i64", "\"a,b\","), Ok(Value::Row(vec![text("a,b"), Value::Null])));
        assert_eq!(of("tuple(string,bool)", "\"\",true"), Ok(Value::Tuple(vec![text(""), Value::Bool(true)])));
        assert_eq!(of("list(i32)", "1,,3"), Ok(Value::List(vec![Value::I32(1), Value::Null, Value::I32(3)])));
        assert_eq!(of("list(i32)", ""), Ok(Value::List(Vec::new())));
        assert_eq!(of("row(bytes)", "00fF"), Ok(Value::Row(vec![Value::Bytes(vec![0, 255])])));
        let piped = KeyType::named("string,i64").unwrap().parse_separated("a,b|7", '|');
        assert_eq!(piped, Ok(Value::Row(vec![text("a,b"), Value::I64(7)])));
    }

    #[test]
    fn what_is_no_key_says_what_is_allowed() {
        for (key_type, text, told) in [
            ("string,i64", "a", "\"a\" is not a key of type row(string,i64): it has 1 column, 2 are needed"),
            ("string,i64", "a,b", "\"b\" is no i64, allowed are whole numbers from -9223372036854775808"),
            ("string,i64", "\"a,1", "a quote is never closed"),
            ("row(bytes)", "abc", "\"abc\" is no bytes, allowed are pairs of hex digits"),
            ("bool", "yes", "\"yes\" is not a key of type bool: allowed are true and false"),
            ("char", "ab", "allowed is one character"),
            ("char", "\u{1f600}", "allowed is one character"),
            ("uuid", "123e4567e89b12d3a456426614174000", "allowed are UUIDs"),
            ("decimal(4,2)", "123.4", "allowed are numbers as -1.5"),
            ("decimal(4,1)", "1.25", "allowed are numbers as -1.5"),
            ("big-decimal", ".", "allowed are numbers as -1.50"),
            ("sql-timestamp", "1970-01-01T00:00:00.0001Z", "up to three digits"),
        ] {
            let found = of(key_type, text).unwrap_err();
            assert!(found.contains(told), "{key_type} {text}: {found}");
        }
    }

    #[test]
    fn digits_after_the_point_are_bounded() {
        let of_zeros = |zeros: usize| of("big-decimal", &format!("0.{}1", "0".repeat(zeros)));
        assert_eq!(of_zeros(999), Ok(Value::Decimal { unscaled: 1, scale: 1000, precision: 0 }));
        assert!(of_zeros(70_000).unwrap_err().ends_with("1000 digits after the point"));
    }

    #[test]
    fn decimals_keep_or_fill_their_digits() {
        assert_eq!(of("big-decimal", "-1.50"), Ok(Value::Decimal { unscaled: -150, scale: 2, precision: 0 }));
        assert_eq!(of("decimal(10,2)", "1.5"), Ok(Value::Decimal { unscaled: 150, scale: 2, precision: 10 }));
        assert_eq!(of("decimal(10,2)", "-.5"), Ok(Value::Decimal { unscaled: -50, scale: 2, precision: 10 }));
    }

    #[test]
    fn a_key_is_read_back_from_its_text() {
        for (key_type, text) in [
            ("bool", "true"),
            ("char", "é"),
            ("f64", "-0.5"),
            ("date", "2024-02-29"),
            ("timestamp", "2024-06-11T00:00:00.000001Z"),
            ("sql-timestamp", "2024-06-11T00:00:00.123Z"),
            ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
            ("big-integer", "-123456789012345678901234567890"),
            ("big-decimal", "-0.050"),
            ("decimal(10,2)", "7"),
            ("string,i64,bytes", "\"a,\"\"b\"\"\",,00ff"),
            ("row(string)", "\"\""),
        ] {
            let key = of(key_type, text).unwrap();
            assert_eq!(of(key_type, &key.to_string()), Ok(key), "{key_type} {text}");
        }
    }
}
