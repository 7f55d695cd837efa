//! 64 bits that stand for a key, and sets of them.

use super::value::Value;
use std::sync::{Mutex, PoisonError};
use xxhash_rust::xxh64::xxh64;

impl Value {
    /// 64 bits that tell this key from others of its type. Integers of up to 64 bits never share them; of n texts, two do with a
    /// chance of about n² ÷ 2^65.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        match self {
            Self::Text(text) => Self::fingerprint_of_text(text.as_bytes()),
            Self::Bytes(bytes) => xxh64(bytes, 0),
            Self::I64(number) => mixed(number.cast_unsigned()),
            Self::I32(number) => mixed(i64::from(*number).cast_unsigned()),
            Self::I16(number) => mixed(i64::from(*number).cast_unsigned()),
            other => xxh64(format!("{other:?}").as_bytes(), 1),
        }
    }

    /// The same of a text in UTF-8.
    #[must_use]
    pub fn fingerprint_of_text(text: &[u8]) -> u64 {
        xxh64(text, 0)
    }
}

/// The finaliser of Murmur3's 64-bit hash: one to one, and every bit depends on every other.
const fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x = (x ^ (x >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

/// Parts of a set, so that threads seldom wait for each other.
pub(super) const SHARDS: usize = 256;

/// Bits 24 to 31 name the part: neither those that a sample looks at nor those that name a cell of hot keys.
pub(super) const fn shard_of(fingerprint: u64) -> usize {
    (fingerprint >> 24 & 0xff) as usize
}

/// The most fingerprints a part holds before it keeps only every second one: 256 parts hold 16.8 million.
const MOST_IN_A_SHARD: usize = 65_536;

/// A set of fingerprints that several threads fill, each through an [`Arrivals`] of its own.
///
/// Of too many it keeps a sample: those whose lowest bits are 0, as many bits as are needed. Which are kept depends on the
/// set alone, not on the order or the number of threads.
#[derive(Debug)]
pub struct Fingerprints {
    shards: Vec<Mutex<Shard>>,
    most: usize,
}

impl Fingerprints {
    /// An empty set that thins itself out where it grows too large.
    #[must_use]
    pub fn bounded() -> Self {
        Self::with(0, MOST_IN_A_SHARD)
    }

    /// An empty set of the fingerprints that a sample of this level keeps: those whose lowest `level` bits are 0.
    #[must_use]
    pub fn at_level(level: u32) -> Self {
        Self::with(level, usize::MAX)
    }

    fn with(level: u32, most: usize) -> Self {
        let shard = || Mutex::new(Shard { slots: vec![0; 16], held: 0, level });
        Self { shards: std::iter::repeat_with(shard).take(SHARDS).collect(), most }
    }

    /// Adds a fingerprint, now or later. `new` is told the tags of those that turn out to be new and kept, this one's or earlier ones'.
    pub fn add<T: Copy>(&self, arrivals: &mut Arrivals<T>, fingerprint: u64, tag: T, new: &mut impl FnMut(T)) {
        // 0 marks an empty slot; 2^63 is as good.
        let fingerprint = if fingerprint == 0 { 1 << 63 } else { fingerprint };
        if !is_kept(fingerprint, arrivals.level) {
            return;
        }
        let recent = &mut arrivals.recent[(fingerprint >> 40) as usize % RECENT];
        if std::mem::replace(recent, fingerprint) == fingerprint {
            return;
        }
        let part = shard_of(fingerprint);
        arrivals.waiting[part].push((fingerprint, tag));
        if arrivals.waiting[part].len() == MOST_WAITING {
            self.take_in(arrivals, part, new);
        }
    }

    /// Takes in all that wait.
    pub fn finish_adding<T: Copy>(&self, mut arrivals: Arrivals<T>, new: &mut impl FnMut(T)) {
        for part in 0..SHARDS {
            self.take_in(&mut arrivals, part, new);
        }
    }

    fn take_in<T: Copy>(&self, arrivals: &mut Arrivals<T>, part: usize, new: &mut impl FnMut(T)) {
        let mut shard = self.shards[part].lock().unwrap_or_else(PoisonError::into_inner);
        shard.fetch(&arrivals.waiting[part]);
        for (fingerprint, tag) in arrivals.waiting[part].drain(..) {
            if shard.insert(fingerprint, self.most) {
                new(tag);
            }
        }
        // The sample that is left in the end is of the highest level of all parts: what that does not keep need not be held anywhere.
        arrivals.level = arrivals.level.max(shard.level);
    }

    /// The level of the sample that is left, 0 = all are kept, and how many of that level there are.
    #[must_use]
    pub fn finish(self) -> (u32, u64) {
        let shards = self.shards.into_iter().map(|shard| shard.into_inner().unwrap_or_else(PoisonError::into_inner));
        let shards: Vec<Shard> = shards.collect();
        let level = shards.iter().map(|shard| shard.level).max().unwrap_or(0);
        let kept = |shard: &Shard| shard.slots.iter().filter(|&&slot| slot != 0 && is_kept(slot, level)).count() as u64;
        (level, shards.iter().map(kept).sum())
    }
}

/// Fingerprints that wait in one thread for their part of a set, so that a part is locked once for many of them, and the memory for
/// many is fetched at once.
#[derive(Debug)]
pub struct Arrivals<T> {
    /// By part of the set, each with its tag.
    waiting: Vec<Vec<(u64, T)>>,
    /// Some that came last, each at its place: the same ones need not go in again.
    recent: Vec<u64>,
    /// The sample that is left in the end is of this level at least.
    level: u32,
}

/// Fingerprints that wait for one part of a set.
const MOST_WAITING: usize = 32;
/// Places for those that came last: 64 KiB a thread.
const RECENT: usize = 1 << 13;

impl<T> Default for Arrivals<T> {
    fn default() -> Self {
        let waiting = std::iter::repeat_with(|| Vec::with_capacity(MOST_WAITING)).take(SHARDS).collect();
        Self { waiting, recent: vec![0; RECENT], level: 0 }
    }
}

const fn is_kept(fingerprint: u64, level: u32) -> bool {
    fingerprint.trailing_zeros() >= level
}

/// Open addressing with linear probing; at most three quarters full.
#[derive(Debug)]
struct Shard {
    slots: Vec<u64>,
    held: usize,
    level: u32,
}

impl Shard {
    /// Brings the places of many into the cache, all at once: one by one, each would be waited for.
    fn fetch<T>(&self, waiting: &[(u64, T)]) {
        let mask = self.slots.len() - 1;
        let seen = waiting.iter().fold(0, |seen, (fingerprint, _)| seen ^ self.slots[slot_of(*fingerprint) & mask]);
        std::hint::black_box(seen);
    }

    fn insert(&mut self, fingerprint: u64, most: usize) -> bool {
        if !is_kept(fingerprint, self.level) {
            return false;
        }
        let at = place(&self.slots, fingerprint);
        if self.slots[at] == fingerprint {
            return false;
        }
        self.slots[at] = fingerprint;
        self.held += 1;
        while self.held > most {
            self.level += 1;
            self.rebuild(self.slots.len());
        }
        if self.held * 4 > self.slots.len() * 3 {
            self.rebuild(self.slots.len() * 2);
        }
        is_kept(fingerprint, self.level)
    }

    fn rebuild(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        self.held = 0;
        for fingerprint in old.into_iter().filter(|&old| old != 0 && is_kept(old, self.level)) {
            let at = place(&self.slots, fingerprint);
            self.slots[at] = fingerprint;
            self.held += 1;
        }
    }
}

/// Where a fingerprint stands or would stand.
fn place(slots: &[u64], fingerprint: u64) -> usize {
    let mask = slots.len() - 1;
    let mut at = slot_of(fingerprint) & mask;
    while slots[at] != 0 && slots[at] != fingerprint {
        at = (at + 1) & mask;
    }
    at
}

/// Bits for a place in a table, mixed once more: low ones may be 0 in a sample.
pub(super) const fn slot_of(fingerprint: u64) -> usize {
    (fingerprint.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::float;

    /// The tags of those that are new.
    fn added(set: &Fingerprints, numbers: impl Iterator<Item = u64>) -> Vec<u64> {
        let (mut arrivals, mut new) = (Arrivals::default(), Vec::new());
        for number in numbers {
            set.add(&mut arrivals, mixed(number), number, &mut |tag| new.push(tag));
        }
        set.finish_adding(arrivals, &mut |tag| new.push(tag));
        new.sort_unstable();
        new
    }

    #[test]
    fn a_set_counts_exactly_until_it_is_thinned_out() {
        let set = Fingerprints::bounded();
        assert_eq!(added(&set, (0..100_000).chain(0..100_000)), (0..100_000).collect::<Vec<_>>());
        assert_eq!(added(&set, 50_000..100_001), [100_000]);
        assert_eq!(set.finish(), (0, 100_001));
        // What is mixed to 0, which marks an empty slot elsewhere, is one like the others.
        assert_eq!((mixed(0), added(&Fingerprints::bounded(), [0, 0].into_iter())), (0, vec![0]));
    }

    #[test]
    fn which_are_kept_does_not_depend_on_the_order() {
        let of = |numbers: &mut dyn Iterator<Item = u64>| {
            let set = Fingerprints::with(0, 100);
            added(&set, numbers);
            set.finish()
        };
        let (level, kept) = of(&mut (0..1_000_000));
        assert_eq!(of(&mut (0..1_000_000).rev()), (level, kept));
        assert!(level > 4, "{level}");
        // A second pass at that level finds as many.
        assert_eq!(added(&Fingerprints::at_level(level), 0..1_000_000).len() as u64, kept);
        // Every kept one stands for 2^level; the standard error of n kept ones is 1 ÷ √n.
        let estimate = float(kept << level);
        let error = (estimate / 1e6 - 1.0).abs();
        assert!(error < 5.0 / libm::sqrt(float(kept)), "{estimate}");
    }

    #[test]
    fn texts_and_bytes_have_the_fingerprint_of_xxh64() {
        // XXH64 of nothing and of "abc", seed 0, from its specification.
        assert_eq!(Value::Text(String::new()).fingerprint(), 0xef46_db37_51d8_e999);
        assert_eq!(Value::Bytes(b"abc".to_vec()).fingerprint(), 0x44bc_2cf5_ad77_0999);
    }
}
