//! Hazelcast's partition hash: Murmur3 `x86_32`, seed 0x01000193, over the serialised key without its header.
//!
//! A string is its length in UTF-8 bytes, four bytes big-endian, then those bytes; integers are big-endian in their own width.
//!
//! Source: `HashUtil.MurmurHash3_x86_32` and the default serialisers, as in the Python client 5.7.0, run.

use super::murmur3_x86_32::murmur3;
use super::{KeyRefused, refused};
use crate::keys::Value;

const SEED: u32 = 0x0100_0193;

/// The hash of a string key.
#[must_use]
pub fn text_hash(text: &str) -> i32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a serialised key is one Java array, so shorter than 2^31 bytes"
    )]
    let length = text.len() as u32;
    murmur3(SEED, length.to_be_bytes().into_iter().chain(text.bytes()))
}

/// The hash of a string or an integer of 2, 4 or 8 bytes.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    match key {
        Value::Text(text) => Ok(text_hash(text)),
        Value::I16(v) => Ok(murmur3(SEED, v.to_be_bytes())),
        Value::I32(v) => Ok(murmur3(SEED, v.to_be_bytes())),
        Value::I64(v) => Ok(murmur3(SEED, v.to_be_bytes())),
        other => Err(refused("Hazelcast", "strings and integers of 2, 4 or 8 bytes", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The empty string and the integer 0 are the same four bytes.
    #[test]
    fn a_string_begins_with_its_length() {
        assert_eq!(text_hash(""), 923_237_662);
        assert_eq!(key_hash(&Value::I32(0)), Ok(923_237_662));
        assert_eq!(text_hash("u"), -1_141_226_918);
        assert!(key_hash(&Value::Bytes(vec![1])).is_err());
    }
}
