//! Hadoop's writable keys, as `HashPartitioner` sees them.
//!
//! Source: `Text`, `BytesWritable` (`WritableComparator.hashBytes`), `IntWritable`, `LongWritable` (hadoop-common,
//! 3.4.1).

use super::{KeyRefused, java, refused};
use crate::keys::Value;

/// `Text.hashCode()`: the base-31 polynomial over signed UTF-8 bytes, started at 1; not that of `String`. The empty
/// text gives 1.
#[must_use]
pub fn text_hash(utf8: &[u8]) -> i32 {
    java::bytes_hash(utf8)
}

/// `LongWritable.hashCode()`: the low 32 bits, not the two halves xored as `Long` has it.
#[must_use]
#[inline]
pub const fn long_writable_hash(value: i64) -> i32 {
    ((value.cast_unsigned() & 0xffff_ffff) as u32).cast_signed()
}

/// The hash of a `Text`, `BytesWritable`, `IntWritable` or `LongWritable` key.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    match key {
        Value::Text(text) => Ok(text_hash(text.as_bytes())),
        Value::Bytes(bytes) => Ok(text_hash(bytes)),
        Value::I32(v) => Ok(*v),
        Value::I64(v) => Ok(long_writable_hash(*v)),
        other => Err(refused("Hadoop", "text, bytes and integers of 4 or 8 bytes", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_starts_at_one_and_reads_signed_bytes() {
        assert_eq!(text_hash(b""), 1);
        assert_eq!(text_hash(b"u"), 148);
        assert_eq!(text_hash(&[0xff]), 30);
    }

    #[test]
    fn a_long_keeps_its_low_half_only() {
        assert_eq!(key_hash(&Value::I64(-1)), Ok(-1));
        assert_eq!(key_hash(&Value::I64(1 << 32 | 7)), Ok(7));
        assert!(key_hash(&Value::Null).is_err());
    }
}
