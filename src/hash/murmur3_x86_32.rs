//! 32-bit Murmur3: the round for each word, the tail and the finish, and the whole hash of bytes as it was published.
//!
//! Flink and Spark differ in seed, in what they cut into words, and in the tail; that is theirs to say. Hazelcast,
//! Elasticsearch and Pulsar take the published hash and differ in seed and bytes.

/// Mixes one 32-bit word into a running hash. No branch, so loops over fixed-size keys vectorise.
#[inline]
pub(super) const fn round(hash: u32, word: u32) -> u32 {
    (hash ^ scrambled(word)).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
}

#[inline]
const fn scrambled(word: u32) -> u32 {
    word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593)
}

/// Ends a hash over `length` bytes so that every input bit reaches every output bit.
#[inline]
pub(super) const fn finish(hash: u32, length: u32) -> u32 {
    let mut h = hash ^ length;
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

/// The published hash of some bytes: words little-endian, one to three bytes left over as the low part of a word.
pub(super) fn murmur3(seed: u32, bytes: impl IntoIterator<Item = u8>) -> i32 {
    let (mut hash, mut word, mut length) = (seed, 0, 0_u32);
    for byte in bytes {
        word |= u32::from(byte) << (length % 4 * 8);
        length = length.wrapping_add(1);
        if length.is_multiple_of(4) {
            hash = round(hash, word);
            word = 0;
        }
    }
    // A tail of zeros, or none at all, scrambles to zero and changes nothing.
    finish(hash ^ scrambled(word), length).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that the function's author published, and others repeat in their tests.
    #[test]
    fn published_values() {
        let of = |seed, text: &str| murmur3(seed, text.bytes()).cast_unsigned();
        assert_eq!(of(0, ""), 0);
        assert_eq!(of(1, ""), 0x514e_28b7);
        assert_eq!(of(0x9747_b28c, "Hello, world!"), 0x2488_4cba);
        assert_eq!(of(0x9747_b28c, "aaa"), 0x283e_0130);
        assert_eq!(of(0, "The quick brown fox jumps over the lazy dog"), 0x2e4f_f723);
    }
}
