//! Elasticsearch's routing hash: Murmur3 `x86_32`, seed 0, over the UTF-16 code units of `_id` or `_routing`, little-endian.
//!
//! Source: `Murmur3HashFunction` (server); the values of its own tests come out the same.

use super::murmur3_x86_32::murmur3;
use super::{KeyRefused, refused};
use crate::keys::Value;

/// The hash of a document's id or routing value.
#[must_use]
pub fn routing_hash(text: &str) -> i32 {
    murmur3(0, text.encode_utf16().flat_map(u16::to_le_bytes))
}

/// The hash of text; ids are never anything else.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    match key {
        Value::Text(text) => Ok(routing_hash(text)),
        other => Err(refused("Elasticsearch", "text", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that Elasticsearch's `Murmur3HashFunctionTests` holds.
    #[test]
    fn the_values_of_elasticsearchs_own_tests() {
        for (text, hash) in [
            ("hell", 0x5a0c_b7c3_u32),
            ("hello", 0xd7c3_1989),
            ("hello w", 0x22ab_2984),
            ("hello wo", 0xdf0c_a123),
            ("hello wor", 0xe774_4d61),
            ("The quick brown fox jumps over the lazy dog", 0xe07d_b09c),
            ("The quick brown fox jumps over the lazy cog", 0x4e63_d2ad),
        ] {
            assert_eq!(routing_hash(text).cast_unsigned(), hash, "{text}");
        }
    }
}
