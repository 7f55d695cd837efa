//! Java's `hashCode()` of the plain value classes, one function a class. All arithmetic wraps at 32 bits, as the JVM's
//! does.
//!
//! Source: the specifications of `String`, `Long`, `Double`, `BigDecimal` … in `java.base` and `java.sql` (Java 17).

use crate::keys::calendar::date_of_day;

/// `String.hashCode()`: base-31 polynomial over UTF-16 code units. The empty string gives 0.
#[must_use]
pub fn string_hash(text: &str) -> i32 {
    if text.is_ascii() {
        text.bytes().fold(0, |hash: i32, byte| step(hash, i32::from(byte)))
    } else {
        utf16_hash(text.encode_utf16())
    }
}

/// `String.hashCode()` of UTF-16 code units, which need not be valid Unicode.
#[must_use]
pub fn utf16_hash(units: impl IntoIterator<Item = u16>) -> i32 {
    units.into_iter().fold(0, |hash, unit| step(hash, i32::from(unit)))
}

/// `Arrays.hashCode(byte[])`: the polynomial over signed bytes, started at 1. A bare `byte[]` has no such hash: see the
/// callers.
#[must_use]
pub fn bytes_hash(bytes: &[u8]) -> i32 {
    bytes.iter().fold(1, |hash, byte| step(hash, i32::from(byte.cast_signed())))
}

/// One step of the base-31 polynomial that Java's strings, lists and arrays share.
#[inline]
pub(super) const fn step(hash: i32, item: i32) -> i32 {
    hash.wrapping_mul(31).wrapping_add(item)
}

/// `Boolean.hashCode()`.
#[must_use]
#[inline]
pub const fn bool_hash(value: bool) -> i32 {
    if value { 1231 } else { 1237 }
}

/// `Long.hashCode()`: the two halves, xored.
#[must_use]
#[inline]
pub const fn long_hash(value: i64) -> i32 {
    let bits = value.cast_unsigned();
    ((bits & 0xffff_ffff) as u32 ^ (bits >> 32) as u32).cast_signed()
}

/// `Float.hashCode()`: the IEEE bits, every NaN made the same one; −0.0 differs from 0.0.
#[must_use]
#[inline]
pub const fn float_hash(value: f32) -> i32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits().cast_signed() }
}

/// `Double.hashCode()`: the two halves of the IEEE bits, xored, every NaN made the same one; −0.0 differs from 0.0.
#[must_use]
#[inline]
pub const fn double_hash(value: f64) -> i32 {
    long_hash(if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits().cast_signed() })
}

/// `BigInteger.hashCode()`: the polynomial over the 32-bit words of the magnitude, most significant first, then the
/// sign.
#[must_use]
pub const fn big_integer_hash(value: i128) -> i32 {
    let magnitude = value.unsigned_abs();
    let mut hash = 0;
    let mut shift = 128;
    // Leading zero words, which Java does not store, leave the hash at 0.
    while shift > 0 {
        shift -= 32;
        hash = step(hash, ((magnitude >> shift & 0xffff_ffff) as u32).cast_signed());
    }
    if value < 0 { hash.wrapping_neg() } else { hash }
}

/// `BigDecimal.hashCode()` of `unscaled · 10^-scale`: 1.0 and 1.00 differ.
#[must_use]
pub const fn big_decimal_hash(unscaled: i128, scale: i32) -> i32 {
    step(big_integer_hash(unscaled), scale)
}

/// `UUID.hashCode()`: the four 32-bit words, xored.
#[must_use]
pub const fn uuid_hash(uuid: u128) -> i32 {
    let folded = ((uuid >> 64 & 0xffff_ffff_ffff_ffff) as u64) ^ ((uuid & 0xffff_ffff_ffff_ffff) as u64);
    long_hash(folded.cast_signed())
}

/// `LocalDate.hashCode()` of a day counted from 1970-01-01, in the proleptic Gregorian calendar.
#[must_use]
pub const fn local_date_hash(days: i32) -> i32 {
    let (year, month, day) = date_of_day(days);
    let packed = (year << 11).wrapping_add(month << 6).wrapping_add(day);
    (year & !0x7ff) ^ packed
}

/// `Instant.hashCode()` of microseconds since 1970-01-01T00:00Z.
#[must_use]
pub const fn instant_hash(micros: i64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "below 10^9")]
    let nanos = (micros.rem_euclid(1_000_000) * 1_000) as i32;
    long_hash(micros.div_euclid(1_000_000)).wrapping_add(nanos.wrapping_mul(51))
}

/// `java.sql.Timestamp.hashCode()` of milliseconds since 1970-01-01T00:00Z: that of `java.util.Date`, which leaves
/// finer digits out.
#[must_use]
#[inline]
pub const fn sql_timestamp_hash(millis: i64) -> i32 {
    long_hash(millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_collide_and_overflow_as_in_java() {
        assert_eq!(string_hash("Aa"), string_hash("BB"));
        for text in ["polygenelubricants", "GydZG_", "DESIGNING WORKHOUSES"] {
            assert_eq!(string_hash(text), i32::MIN, "{text}");
        }
        assert_eq!(utf16_hash("user-1".encode_utf16()), string_hash("user-1"));
    }

    #[test]
    fn numbers_hash_by_their_halves() {
        assert_eq!(long_hash(-1), 0);
        assert_eq!(long_hash(1), 1);
        assert_eq!(float_hash(-0.0), i32::MIN);
        assert_eq!(double_hash(f64::NAN), 2_146_959_360);
        assert_eq!(double_hash(-f64::NAN), 2_146_959_360);
    }

    #[test]
    fn decimals_remember_their_scale() {
        assert_eq!(big_decimal_hash(10, 1), 311);
        assert_eq!(big_decimal_hash(100, 2), 3_102);
        assert_eq!(big_integer_hash(-1), -1);
    }

    #[test]
    fn a_day_hashes_by_its_date() {
        assert_eq!(local_date_hash(0), 4_034_625);
    }
}
