//! Pulsar's other key hash, also that of `Key_Shared`: Murmur3 `x86_32`, seed 0, over the key's UTF-8 bytes.
//!
//! Source: `Murmur3_32Hash` (pulsar-client, pulsar-broker), which drops the sign bit afterwards. The Java client's default is
//! `String.hashCode()` instead.

use super::murmur3_x86_32::murmur3;
use super::{KeyRefused, refused};
use crate::keys::Value;

/// The hash of a message's key, before its sign bit is dropped.
#[must_use]
pub fn murmur3_hash(key: &[u8]) -> i32 {
    murmur3(0, key.iter().copied())
}

/// The hash of text (its UTF-8 bytes) or bytes.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    match key {
        Value::Text(text) => Ok(murmur3_hash(text.as_bytes())),
        Value::Bytes(bytes) => Ok(murmur3_hash(bytes)),
        other => Err(refused("Pulsar", "text and bytes", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_is_dropped_by_the_reduction() {
        assert_eq!(murmur3_hash(b""), 0);
        assert_eq!(murmur3_hash(b"u") & i32::MAX, 1_646_279_392);
    }
}
