//! Spark's `Murmur3Hash` expression: Murmur3 `x86_32`, seed 42, each column's hash the seed of the next.
//!
//! Source: `Murmur3_x86_32.java` and `hash.scala` (catalyst); 3.5.9, 4.0.1 and 4.2.1 agree. Its tail is its own: every
//! byte left over after the 4-byte words is sign-extended and given a whole round (`hashUnsafeBytes`), so other Murmur3
//! libraries agree only where the length divides by 4.

use super::murmur3_x86_32::{finish, round};
use super::{KeyRefused, refused};
use crate::keys::Value;

/// The seed of `hash()` and of shuffles.
pub const SEED: i32 = 42;
/// The largest SQL precision whose decimals are hashed as one 64-bit integer.
const LONG_DIGITS: u32 = 18;

/// INT, SMALLINT, TINYINT, BOOLEAN (as 1 or 0) and DATE: one round over 4 bytes.
#[must_use]
#[inline]
pub const fn hash_i32(value: i32, seed: i32) -> i32 {
    finish(round(seed.cast_unsigned(), value.cast_unsigned()), 4).cast_signed()
}

/// BIGINT and TIMESTAMP (microseconds): the low word, then the high one, over 8 bytes.
#[must_use]
#[inline]
pub const fn hash_i64(value: i64, seed: i32) -> i32 {
    let bits = value.cast_unsigned();
    let low = round(seed.cast_unsigned(), (bits & 0xffff_ffff) as u32);
    finish(round(low, (bits >> 32) as u32), 8).cast_signed()
}

/// FLOAT: its bits as an INT; −0.0 is made 0.0, and every NaN the same one.
#[must_use]
#[inline]
pub fn hash_f32(value: f32, seed: i32) -> i32 {
    let bits = if value.is_nan() { 0x7fc0_0000 } else { (value + 0.0).to_bits() };
    hash_i32(bits.cast_signed(), seed)
}

/// DOUBLE: its bits as a BIGINT; −0.0 is made 0.0, and every NaN the same one.
#[must_use]
#[inline]
pub fn hash_f64(value: f64, seed: i32) -> i32 {
    let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { (value + 0.0).to_bits() };
    hash_i64(bits.cast_signed(), seed)
}

/// STRING (its UTF-8 bytes) and BINARY.
#[must_use]
pub fn hash_bytes(bytes: &[u8], seed: i32) -> i32 {
    let (words, tail) = bytes.as_chunks::<4>();
    let mut hash = seed.cast_unsigned();
    for word in words {
        hash = round(hash, u32::from_le_bytes(*word));
    }
    for byte in tail {
        hash = round(hash, i32::from(byte.cast_signed()).cast_unsigned());
    }
    #[expect(clippy::cast_possible_truncation, reason = "a Spark value is one Java array, so shorter than 2^31 bytes")]
    let length = bytes.len() as u32;
    finish(hash, length).cast_signed()
}

/// DECIMAL beyond 18 digits: the shortest big-endian two's complement of its unscaled value, as bytes.
#[must_use]
pub fn hash_wide_decimal(unscaled: i128, seed: i32) -> i32 {
    let bytes = unscaled.to_be_bytes();
    let sign = if unscaled < 0 { 0xff } else { 0 };
    // A leading byte can go where it only repeats the sign bit of the byte after it; the last byte stays.
    let spare = bytes.windows(2).take_while(|pair| pair[0] == sign && (pair[1] ^ sign) < 0x80).count();
    hash_bytes(&bytes[spare..], seed)
}

/// The hash of one key, or of several columns in order where the key is a row.
///
/// A null leaves the running hash as it is; rows and arrays hash their items in order.
///
/// # Errors
/// [`KeyRefused`] for values that are no Spark SQL type, and decimals without a SQL precision.
pub fn hash_value(value: &Value, seed: i32) -> Result<i32, KeyRefused> {
    Ok(match value {
        Value::Null => seed,
        Value::Bool(v) => hash_i32(i32::from(*v), seed),
        Value::I8(v) => hash_i32(i32::from(*v), seed),
        Value::I16(v) => hash_i32(i32::from(*v), seed),
        Value::I32(v) | Value::Date(v) => hash_i32(*v, seed),
        Value::I64(v) | Value::TimestampMicros(v) => hash_i64(*v, seed),
        Value::F32(v) => hash_f32(*v, seed),
        Value::F64(v) => hash_f64(*v, seed),
        Value::Text(text) => hash_bytes(text.as_bytes(), seed),
        Value::Bytes(bytes) => hash_bytes(bytes, seed),
        Value::Decimal { unscaled, precision: 1..=LONG_DIGITS, .. } => match i64::try_from(*unscaled) {
            Ok(long) => hash_i64(long, seed),
            Err(_) => return Err(refused("Spark", "decimals that fit their precision", value)),
        },
        Value::Decimal { unscaled, precision: 19..=38, .. } => hash_wide_decimal(*unscaled, seed),
        Value::Tuple(items) | Value::Row(items) | Value::List(items) => {
            items.iter().try_fold(seed, |running, item| hash_value(item, running))?
        }
        Value::Decimal { .. }
        | Value::Char(_)
        | Value::Utf16(_)
        | Value::BigInt(_)
        | Value::Uuid(_)
        | Value::SqlTimestampMillis(_) => return Err(refused("Spark", "values of a SQL type", value)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_null_and_the_sign_of_zero_matter_as_in_spark() {
        assert_eq!(hash_value(&Value::Null, SEED), Ok(42));
        assert_eq!(hash_i32(5, SEED), 1_023_896_466);
        assert_eq!(hash_i64(5, SEED), 1_607_884_268);
        assert_eq!(hash_f32(-0.0, SEED), 933_211_791);
        assert_eq!(hash_f64(f64::NAN, SEED), -1_281_358_385);
    }

    #[test]
    fn left_over_bytes_are_signed_and_have_a_round_each() {
        assert_eq!(hash_bytes(b"", SEED), 142_593_372);
        assert_eq!(hash_bytes(&[0xff, 0x80], SEED), -577_813_652);
        assert_eq!(hash_bytes(&[1, 2, 3, 0xff], SEED), -1_838_430_744);
    }

    #[test]
    fn wide_decimals_are_hashed_by_their_shortest_bytes() {
        assert_eq!(hash_wide_decimal(123, SEED), -1_536_290_115);
        for (unscaled, bytes) in [
            (0, vec![0]),
            (-1, vec![0xff]),
            (127, vec![0x7f]),
            (128, vec![0, 0x80]),
            (-128, vec![0x80]),
            (-129, vec![0xff, 0x7f]),
        ] {
            assert_eq!(hash_wide_decimal(unscaled, SEED), hash_bytes(&bytes, SEED), "{unscaled}");
        }
    }

    #[test]
    fn values_outside_sql_are_refused() {
        for value in [Value::Char(97), Value::Uuid(1), Value::Decimal { unscaled: 1, scale: 0, precision: 0 }] {
            assert!(hash_value(&value, SEED).is_err(), "{value:?}");
        }
    }
}
