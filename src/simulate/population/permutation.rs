//! A permutation of `0..count` that needs no memory: which key gets which rank where the seed deals them.

use super::kernels;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Rounds of the network.
pub const ROUNDS: usize = 6;

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

/// The most values that a [`QuickPermutation`] takes: halves of 12 bits.
pub const MOST_QUICK: u64 = 1 << 24;

/// Values that one half of the network can have at most.
pub const HALF: usize = 1 << 12;

/// The same permutation for many values at once.
///
/// # Design
/// A round looks at one half of the value, and a half has few values: all rounds lie in tables of their own. A network is then
/// six look-ups a value in a straight loop. Values that land outside go on together, until none is left.
#[derive(Debug)]
pub struct QuickPermutation {
    count: u32,
    half_bits: u32,
    rounds: Box<[[u32; HALF]; ROUNDS]>,
}

impl QuickPermutation {
    /// The tables of a permutation; `None` above [`MOST_QUICK`] values.
    #[must_use]
    pub fn of(permutation: &Permutation) -> Option<Self> {
        let count = u32::try_from(permutation.count).ok().filter(|&count| u64::from(count) <= MOST_QUICK)?;
        let mask = (1_u64 << permutation.half_bits) - 1;
        let mut rounds: Box<[[u32; HALF]; ROUNDS]> = vec![[0; HALF]; ROUNDS].into_boxed_slice().try_into().ok()?;
        for (table, key) in rounds.iter_mut().zip(permutation.keys) {
            for (half, entry) in (0..=mask).zip(table) {
                // No half has more than 12 bits.
                *entry = u32::try_from(mix(half ^ key) & mask).unwrap_or(0);
            }
        }
        Some(Self { count, half_bits: permutation.half_bits, rounds })
    }

    /// Where one index goes.
    #[must_use]
    pub fn at(&self, index: u64) -> u64 {
        // Every index is below the count, which 24 bits hold.
        let mut one = [u32::try_from(index).unwrap_or(0)];
        self.deal(&mut one);
        one[0].into()
    }

    /// Puts in the place of each index where it goes, as [`Permutation::at`] says. Shape: every index is below the count.
    pub fn deal(&self, indices: &mut [u32]) {
        kernels::network(&self.rounds, self.half_bits, indices);
        // Those outside, and where they belong, moved together without a branch: which ones they are cannot be foretold.
        let (mut outside, mut places) = (vec![0; indices.len() + 1], vec![0; indices.len() + 1]);
        let mut left = 0;
        for (place, &value) in indices.iter().enumerate() {
            (outside[left], places[left]) = (value, place);
            left += usize::from(value >= self.count);
        }
        while left > 0 {
            kernels::network(&self.rounds, self.half_bits, &mut outside[..left]);
            let mut still = 0;
            for at in 0..left {
                let (value, place) = (outside[at], places[at]);
                indices[place] = value;
                (outside[still], places[still]) = (value, place);
                still += usize::from(value >= self.count);
            }
            left = still;
        }
    }
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

    #[test]
    fn the_quick_way_is_the_plain_one() {
        for count in [1, 2, 3, 5, 64, 65, 1000, 4097, 100_000, MOST_QUICK - 1, MOST_QUICK] {
            for seed in [0, 7, u64::MAX] {
                let permutation = Permutation::new(count, seed);
                let quick = QuickPermutation::of(&permutation).unwrap();
                let last = u32::try_from(count).unwrap();
                for first in [0, last.saturating_sub(3000)] {
                    let mut dealt: Vec<u32> = (first..last.min(first + 3000)).collect();
                    quick.deal(&mut dealt);
                    let plain = (first..).map(|index| permutation.at(index.into()));
                    assert!(dealt.into_iter().zip(plain).all(|(quick, plain)| u64::from(quick) == plain), "{count}");
                }
            }
        }
        assert!(QuickPermutation::of(&Permutation::new(MOST_QUICK + 1, 7)).is_none());
    }
}
