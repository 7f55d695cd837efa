//! A permutation of `0..count` that needs no memory: which key gets which rank where the seed deals them.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const ROUNDS: usize = 6;

/// A Feistel network over the smallest even number of bits that holds `count`, walked until it lands below `count`.
///
/// A network on 2h bits is a bijection whatever its round function is; a walk along its cycles restricts it to
/// `0..count`. The domain is below 4·count (or 4), so a walk takes four steps at most on average.
#[derive(Debug, Clone)]
pub struct Permutation {
    count: u64,
    half_bits: u32,
    keys: [u64; ROUNDS],
}

/// The stream of the seed that permutations draw from.
const STREAM: u64 = 1;

impl Permutation {
    /// The permutation of `0..count` that a seed names.
    #[must_use]
    pub fn new(count: u64, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(STREAM);
        let bits = 64 - count.saturating_sub(1).leading_zeros();
        Self { count, half_bits: bits.div_ceil(2).max(1), keys: std::array::from_fn(|_| rng.next_u64()) }
    }

    /// Where `index` goes. Shape: `0..count` → `0..count`, each value once.
    #[must_use]
    pub fn at(&self, index: u64) -> u64 {
        let mut x = self.network(index);
        while x >= self.count {
            x = self.network(x);
        }
        x
    }

    fn network(&self, x: u64) -> u64 {
        let mask = (1_u64 << self.half_bits) - 1;
        let (mut left, mut right) = (x >> self.half_bits, x & mask);
        for key in self.keys {
            (left, right) = (right, left ^ (mix(right ^ key) & mask));
        }
        left << self.half_bits | right
    }
}

/// The 64-bit finaliser of Murmur3: every input bit reaches every output bit.
const fn mix(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_once() {
        for count in [1, 2, 3, 7, 64, 65, 1000, 4097] {
            let permutation = Permutation::new(count, 7);
            let mut seen: Vec<u64> = (0..count).map(|index| permutation.at(index)).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..count), "{count}");
        }
    }

    #[test]
    fn another_seed_deals_otherwise() {
        let (a, b) = (Permutation::new(1000, 1), Permutation::new(1000, 2));
        let same = (0..1000).filter(|&index| a.at(index) == b.at(index)).count();
        assert!(same < 20, "{same} of 1000 stayed; about 1 would by chance");
    }
}
