//! The two halves of 32-bit Murmur3 that Flink's and Spark's hashes share: one round for each word, one finish.
//!
//! The engines differ in seed, in what they cut into words, and in the tail; that is theirs to say.

/// Mixes one 32-bit word into a running hash. No branch, so loops over fixed-size keys vectorise.
#[inline]
pub(super) const fn round(hash: u32, word: u32) -> u32 {
    let mixed = word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    (hash ^ mixed).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
}

/// Ends a hash over `length` bytes so that every input bit reaches every output bit.
#[inline]
pub(super) const fn finish(hash: u32, length: u32) -> u32 {
    let mut h = hash ^ length;
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}
