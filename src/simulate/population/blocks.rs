//! Buckets of consecutive generated keys, many at a time.
//!
//! Ten thousand consecutive numbers share all but their last four digits. A hash that is a sum over positions (Java's
//! polynomial) or an exclusive-or over them (any CRC) is then one constant a block and one table entry a key; integers need
//! no text at all. The mixing and the remainder that follow are straight-line code over arrays, which vectorises.

use super::heavy::HeavyKey;
use super::kernels;
use super::single::SingleHasher;
use crate::hash::{FastMod, HashFn, HashingRule, KeyRefused, Reduction};
use crate::keys::{Generated, KeyType};
use crate::unit::BucketCount;

/// Numbers that share a prefix: the last four digits count through.
pub const BLOCK: u64 = 10_000;

/// Fills in the buckets of consecutive keys of one population.
#[derive(Debug)]
pub struct BlockHasher<'a> {
    keys: &'a Generated,
    rule: HashingRule,
    buckets: BucketCount,
    divide: FastMod,
    method: Method,
}

#[derive(Debug)]
enum Method {
    /// Text through a sum of positions: hash = constant + table entry.
    Sum(Vec<u32>),
    /// Text through an exclusive-or of positions: hash = constant ^ table entry.
    Xor(Vec<u32>),
    /// Integers whose hash is straight-line code.
    Integer,
    /// One key at a time.
    Single,
}

impl<'a> BlockHasher<'a> {
    /// Prepares the tables.
    ///
    /// # Errors
    /// [`KeyRefused`] where the engine does not hash such keys.
    pub fn new(keys: &'a Generated, rule: HashingRule, buckets: BucketCount) -> Result<Self, KeyRefused> {
        rule.hash(&keys.value(keys.first))?;
        let text = keys.key_type == KeyType::String;
        let method = match rule.hash {
            HashFn::JavaHashCode | HashFn::FlinkMurmur | HashFn::HadoopWritable if text => {
                Method::Sum(table(keys, rule.hash, u32::wrapping_sub, u32::wrapping_add)?)
            }
            HashFn::RisingWaveCrc32 | HashFn::Crc32 | HashFn::RedisCrc16 | HashFn::CouchbaseCrc32 if text => {
                Method::Xor(table(keys, rule.hash, |a, b| a ^ b, |a, b| a ^ b)?)
            }
            _ if kernels::integers(rule.hash, keys.key_type, keys.first, &mut []) => Method::Integer,
            _ => Method::Single,
        };
        Ok(Self { keys, rule, buckets, divide: FastMod::new(buckets), method })
    }

    /// The buckets of the keys numbered `first`, `first + 1`, …, one an entry of `out`. Shape: at most [`BLOCK`] entries,
    /// all within one aligned block of [`BLOCK`] numbers.
    ///
    /// # Errors
    /// [`KeyRefused`] where the engine refuses a key.
    pub fn fill(&self, first: u64, out: &mut [u32]) -> Result<(), KeyRefused> {
        match &self.method {
            Method::Integer => {
                kernels::integers(self.rule.hash, self.keys.key_type, first, out);
            }
            Method::Sum(table) | Method::Xor(table) => self.fill_by_digits(table, first, out)?,
            Method::Single => {
                let mut single = self.single();
                for (number, bucket) in (first..).zip(out) {
                    *bucket = single.bucket(number)?;
                }
                return Ok(());
            }
        }
        match self.rule.reduction {
            Reduction::AbsMod => kernels::abs_mod(self.divide, out),
            Reduction::MaskMod => kernels::mask_mod(self.divide, out),
            Reduction::FloorMod => kernels::floor_mod(self.divide, self.buckets, out),
            Reduction::UnsignedMod => kernels::unsigned_mod(self.divide, self.buckets, out),
            Reduction::FullAbsMod => {
                kernels::full_abs(out);
                kernels::unsigned_mod(self.divide, self.buckets, out);
            }
            other @ (Reduction::IgniteAffinity | Reduction::RoutingShards { .. }) => {
                for hash in out {
                    *hash = other.bucket(hash.cast_signed(), self.buckets);
                }
            }
        }
        Ok(())
    }

    /// The same rule, a key at a time.
    pub const fn single(&self) -> SingleHasher<'a> {
        SingleHasher::new(self.keys, self.rule, self.buckets)
    }

    /// The key at a place among the keys, with its load.
    pub fn heavy(&self, place: u64, load: u64) -> Result<HeavyKey, KeyRefused> {
        let number = self.keys.first + place;
        Ok(HeavyKey { key: self.keys.text(number), load, bucket: self.single().bucket(number)? })
    }

    /// Hashes by the table, in stretches of numbers with as many digits: a whole block, but for the first block of all.
    fn fill_by_digits(&self, table: &[u32], first: u64, out: &mut [u32]) -> Result<(), KeyRefused> {
        let (mut first, mut out) = (first, out);
        while !out.is_empty() {
            let digits_end = if first < BLOCK { 10_u64.pow(first.max(1).ilog10() + 1) } else { u64::MAX };
            let stretch = out.len().min(usize::try_from(digits_end - first).unwrap_or(usize::MAX));
            let (now, later) = out.split_at_mut(stretch);
            let low = usize::try_from(first % BLOCK).unwrap_or(0);
            let entries = &table[low..low + stretch];
            let hash = plain_hash(self.keys, self.rule.hash, first)?;
            match &self.method {
                Method::Xor(_) => kernels::xor(hash ^ table[low], entries, now),
                _ if self.rule.hash == HashFn::FlinkMurmur => {
                    kernels::sum_flink_mix(hash.wrapping_sub(table[low]), entries, now);
                }
                _ => kernels::sum(hash.wrapping_sub(table[low]), entries, now),
            }
            first += stretch as u64;
            out = later;
        }
        Ok(())
    }
}

/// What a key's last four digits add to the hash of the key that ends in 0000, the same in every block: the parts of each
/// digit at each place, put together.
fn table(
    keys: &Generated,
    hash: HashFn,
    part: impl Fn(u32, u32) -> u32,
    join: impl Fn(u32, u32) -> u32,
) -> Result<Vec<u32>, KeyRefused> {
    let zero = plain_hash(keys, hash, BLOCK)?;
    let mut parts = [[0; 10]; 4];
    for (place, power) in [1000, 100, 10, 1].into_iter().enumerate() {
        for (digit, entry) in (0_u64..).zip(&mut parts[place]) {
            *entry = part(plain_hash(keys, hash, BLOCK + digit * power)?, zero);
        }
    }
    let mut table = vec![0];
    for digits in parts {
        table = table.iter().flat_map(|&before| digits.map(|digit| join(before, digit))).collect();
    }
    Ok(table)
}

/// The hash of a key before any mixing.
fn plain_hash(keys: &Generated, hash: HashFn, number: u64) -> Result<u32, KeyRefused> {
    let plain = if hash == HashFn::FlinkMurmur { HashFn::JavaHashCode } else { hash };
    Ok(plain.of(&keys.value(number))?.cast_unsigned())
}
