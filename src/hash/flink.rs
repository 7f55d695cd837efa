//! Flink's `DataStream` keys: Java's `hashCode()`, then one Murmur3 round.
//!
//! Source: `MathUtils.murmurHash` (flink-core) and `KeyGroupRangeAssignment` (flink-runtime); 1.20.0 and 2.3.0 agree.

use super::murmur3_x86_32::{finish, round};
use super::{KeyRefused, java_value};
use crate::keys::Value;

/// Murmur3 `x86_32`, seed 0, of the four bytes of a Java hash: `MathUtils.murmurHash` before its fold. Shape: any →
/// any, one to one. The fold that follows there is [`Reduction::AbsMod`](super::Reduction::AbsMod).
#[must_use]
#[inline]
pub const fn flink_mix(hash: i32) -> i32 {
    finish(round(0, hash.cast_unsigned()), 4).cast_signed()
}

/// The mix of a `DataStream` key. The key itself must not be null nor an array, as `KeyedStream` asks; a `byte[]`
/// inside a `Row` is hashed by content and taken.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    match key {
        Value::Null => Err(KeyRefused { message: "Assigned key must not be null!".into() }),
        Value::Bytes(_) => Err(KeyRefused {
            message: "Type byte[] cannot be used as key. Contained UNSUPPORTED key types: byte[]. Look at the keyBy() \
                      documentation for the conditions a type has to satisfy in order to be eligible for a key."
                .into(),
        }),
        other => java_value::hash_code(other).map(flink_mix),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two mixes whose sign decides: `MathUtils.murmurHash` gives 593 689 054 for 0, and 0 for the hash whose mix is
    /// `i32::MIN`.
    #[test]
    fn the_mix_reaches_the_smallest_integer() {
        assert_eq!(flink_mix(0), 593_689_054);
        assert_eq!(flink_mix(-2_089_875_627), i32::MIN);
    }

    #[test]
    fn null_and_arrays_are_refused_in_the_words_of_flink() {
        assert_eq!(key_hash(&Value::Null).unwrap_err().to_string(), "Assigned key must not be null!");
        let array = key_hash(&Value::Bytes(vec![1])).unwrap_err().to_string();
        assert!(
            array.starts_with("Type byte[] cannot be used as key. Contained UNSUPPORTED key types: byte[]."),
            "{array}"
        );
        assert!(key_hash(&Value::Row(vec![Value::Bytes(b"ab".to_vec())])).is_ok());
    }
}
