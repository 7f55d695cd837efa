//! Couchbase's key hash: the 15 bits of CRC-32 above its low half.
//!
//! Source: `crc32.h` and the vBucket mapping of libcouchbase (3ff90ef), run.

use super::{KeyRefused, refused};
use crate::keys::Value;

/// The hash of a document's key. Shape: 0 to 32767; the vBucket is its remainder by their count.
#[must_use]
pub fn crc15(key: &[u8]) -> i32 {
    (crc32fast::hash(key) >> 16 & 0x7fff).cast_signed()
}

/// The hash of text (its UTF-8 bytes) or bytes.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    match key {
        Value::Text(text) => Ok(crc15(text.as_bytes())),
        Value::Bytes(bytes) => Ok(crc15(bytes)),
        other => Err(refused("Couchbase", "text and bytes", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_low_half_and_the_sign_are_dropped() {
        // CRC-32 of "123456789" is cbf43926.
        assert_eq!(crc15(b"123456789"), 0x4bf4);
        assert_eq!(crc15(b"u"), 29_293);
    }
}
