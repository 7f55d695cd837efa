//! Kafka's key hash: 32-bit `MurmurHash2` over the serialised key, bytes unsigned, all shifts logical.
//!
//! Source: `Utils.murmur2` (kafka-clients, 4.0): seed 0x9747b28c xor the length, multiplier 0x5bd1e995.

const SEED: u32 = 0x9747_b28c;
const MULTIPLIER: u32 = 0x5bd1_e995;

/// The hash of a serialised key. The empty key is a key: 275646681. `BuiltInPartitioner` then masks the sign bit off.
#[must_use]
pub fn murmur2(bytes: &[u8]) -> i32 {
    let (words, tail) = bytes.as_chunks::<4>();
    #[expect(clippy::cast_possible_truncation, reason = "a Kafka key is one Java array, so shorter than 2^31 bytes")]
    let mut hash = SEED ^ bytes.len() as u32;
    for word in words {
        hash = round(hash, u32::from_le_bytes(*word));
    }
    if !tail.is_empty() {
        let mut padded = [0; 4];
        padded[..tail.len()].copy_from_slice(tail);
        hash = (hash ^ u32::from_le_bytes(padded)).wrapping_mul(MULTIPLIER);
    }
    finish(hash)
}

/// The hash of an `Integer` key: 4 bytes, big-endian. No branch.
#[must_use]
#[inline]
pub const fn murmur2_i32(value: i32) -> i32 {
    finish(round(SEED ^ 4, value.cast_unsigned().swap_bytes()))
}

/// The hash of a `Long` key: 8 bytes, big-endian. No branch.
#[must_use]
#[inline]
pub const fn murmur2_i64(value: i64) -> i32 {
    let bits = value.cast_unsigned();
    let high = ((bits >> 32) as u32).swap_bytes();
    let low = ((bits & 0xffff_ffff) as u32).swap_bytes();
    finish(round(round(SEED ^ 8, high), low))
}

#[inline]
const fn round(hash: u32, word: u32) -> u32 {
    let word = word.wrapping_mul(MULTIPLIER);
    hash.wrapping_mul(MULTIPLIER) ^ (word ^ (word >> 24)).wrapping_mul(MULTIPLIER)
}

#[inline]
const fn finish(hash: u32) -> i32 {
    let hash = (hash ^ (hash >> 13)).wrapping_mul(MULTIPLIER);
    (hash ^ (hash >> 15)).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_key_and_one_byte_are_as_in_kafka() {
        assert_eq!(murmur2(b""), 275_646_681);
        assert_eq!(murmur2(b"u"), -1_111_134_317);
    }

    #[test]
    fn fixed_width_keys_equal_their_serialised_bytes() {
        assert_eq!(murmur2_i64(42), 506_863_552);
        assert_eq!(murmur2_i32(42), 1_606_757_304);
        for value in [0, 1, -1, 255, 65_536, i32::MIN, i32::MAX] {
            assert_eq!(murmur2_i32(value), murmur2(&value.to_be_bytes()));
            let wide = i64::from(value) << 31 ^ 0x1234_5678;
            assert_eq!(murmur2_i64(wide), murmur2(&wide.to_be_bytes()));
        }
    }
}
