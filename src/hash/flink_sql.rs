//! Flink SQL and Table keys: Murmur3 `x86_32`, seed 42, over the bytes of a `BinaryRowData`, then Flink's own mix.
//!
//! A row of one column is 8 header bytes (row kind and null bits, all 0), one 8-byte slot, and for long text a variable part.
//! Hence the same logical key lands elsewhere in SQL than in a `DataStream` job. Rows of several columns, and columns that are
//! neither text nor a wide integer, go through their bytes.
//!
//! Source: `BinaryRowData.hashCode`, `MurmurHashUtils.hashBytesByWords`, `BinaryRowWriter` (flink-table-runtime);
//! 1.20.0 and 2.3.0 agree.

use super::binary_row::{INLINE_BYTES, SEED};
use super::flink::flink_mix;
use super::murmur3_x86_32::{finish, round};
use super::{KeyRefused, binary_row};
use crate::keys::Value;

/// Header and the slot of one field, in bytes.
const FIXED_BYTES: u32 = 16;
/// The running hash after the header of an inserted row without nulls.
const AFTER_HEADER: u32 = round(round(SEED, 0), 0);

/// `BinaryRowData.hashCode()` of a row whose variable part is empty.
#[inline]
const fn slot_hash(low: u32, high: u32) -> i32 {
    finish(round(round(AFTER_HEADER, low), high), FIXED_BYTES).cast_signed()
}

/// `BinaryRowData.hashCode()` of a row of one BIGINT.
#[must_use]
#[inline]
pub const fn row_hash_i64(value: i64) -> i32 {
    let bits = value.cast_unsigned();
    slot_hash((bits & 0xffff_ffff) as u32, (bits >> 32) as u32)
}

/// `BinaryRowData.hashCode()` of a row of one INT, which fills the lower half of its slot.
#[must_use]
#[inline]
pub const fn row_hash_i32(value: i32) -> i32 {
    slot_hash(value.cast_unsigned(), 0)
}

/// `BinaryRowData.hashCode()` of a row of one STRING, given as text (hashed as UTF-8).
#[must_use]
pub fn row_hash_text(text: &str) -> i32 {
    let bytes = text.as_bytes();
    #[expect(clippy::cast_possible_truncation, reason = "a row is one Java array, so shorter than 2^31 bytes")]
    let length = bytes.len() as u32;
    if bytes.len() <= INLINE_BYTES {
        let mut slot = [0; 8];
        slot[..bytes.len()].copy_from_slice(bytes);
        return row_hash_i64(i64::from_le_bytes(slot) | i64::from(0x80 | length) << 56);
    }
    let mut hash = round(round(AFTER_HEADER, length), FIXED_BYTES);
    let (words, tail) = bytes.as_chunks::<8>();
    for word in words {
        hash = two_words(hash, *word);
    }
    if !tail.is_empty() {
        let mut padded = [0; 8];
        padded[..tail.len()].copy_from_slice(tail);
        hash = two_words(hash, padded);
    }
    finish(hash, FIXED_BYTES + length.next_multiple_of(8)).cast_signed()
}

/// Mixes eight bytes of a variable part as two little-endian words.
#[inline]
const fn two_words(hash: u32, bytes: [u8; 8]) -> u32 {
    let bits = u64::from_le_bytes(bytes);
    round(round(hash, (bits & 0xffff_ffff) as u32), (bits >> 32) as u32)
}

/// Flink's mix of the row hash of a key, of one column or, where it is a row, of several.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    let row = match key {
        Value::Text(text) => row_hash_text(text),
        Value::I64(value) => row_hash_i64(*value),
        Value::I32(value) => row_hash_i32(*value),
        Value::Row(columns) => binary_row::row_hash(columns)?,
        column => binary_row::row_hash(std::slice::from_ref(column))?,
    };
    Ok(flink_mix(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_moves_out_of_the_slot_at_eight_bytes() {
        assert_eq!(row_hash_text(""), 302_122_119);
        assert_eq!(row_hash_text("user-1"), -813_579_580);
        assert_eq!(row_hash_text("a-longer-string-key-0123456789"), -374_003_230);
    }

    #[test]
    fn only_a_negative_int_differs_from_its_bigint() {
        assert_eq!(row_hash_i32(42), row_hash_i64(42));
        assert_eq!(row_hash_i64(-1), -821_098_432);
        assert_ne!(row_hash_i32(-1), row_hash_i64(-1));
    }
}
