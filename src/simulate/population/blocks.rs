//! Buckets of consecutive generated keys, many at a time.
//!
//! Ten thousand consecutive numbers share all but their last four digits. A hash that is a sum over positions (Java's
//! polynomial) or an exclusive-or over them (CRC) is then one constant a block and one table entry a key; integers need
//! no text at all. The mixing and the remainder that follow are straight-line code over arrays, which vectorises.

use super::kernels;
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
    /// Text through a sum of positions: hash = block constant + table entry.
    Sum { table: Vec<u32> },
    /// Text through an exclusive-or of positions: hash = block constant ^ table entry.
    Xor { table: Vec<u32> },
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
                Method::Sum { table: table(keys, rule.hash, u32::wrapping_sub)? }
            }
            HashFn::RisingWaveCrc32 | HashFn::Crc32 if text => {
                Method::Xor { table: table(keys, rule.hash, |a, b| a ^ b)? }
            }
            HashFn::SparkMurmur3 | HashFn::FlinkMurmur | HashFn::JavaHashCode | HashFn::HadoopWritable
                if matches!(keys.key_type, KeyType::I64 | KeyType::I32 | KeyType::I16) =>
            {
                Method::Integer
            }
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
        let (start, low) = (first - first % BLOCK, to_usize(first % BLOCK));
        // Below 10 000 the numbers have no leading digits and so no fixed width.
        match &self.method {
            Method::Sum { table } if start > 0 => {
                let constant = self.start_hash(start)?;
                let entries = &table[low..low + out.len()];
                if self.rule.hash == HashFn::FlinkMurmur {
                    kernels::sum_flink_mix(constant, entries, out);
                } else {
                    kernels::sum(constant, entries, out);
                }
            }
            Method::Xor { table } if start > 0 => {
                kernels::xor(self.start_hash(start)?, &table[low..low + out.len()], out);
            }
            Method::Integer => kernels::integers(self.rule.hash, self.keys.key_type, first, out),
            _ => return self.fill_singly(first, out),
        }
        self.reduce(out);
        Ok(())
    }

    /// The bucket of one key.
    ///
    /// # Errors
    /// [`KeyRefused`] where the engine refuses the key.
    pub fn bucket(&self, number: u64) -> Result<u32, KeyRefused> {
        Ok(self.rule.bucket(&self.keys.value(number), self.buckets)?.0)
    }

    fn fill_singly(&self, first: u64, out: &mut [u32]) -> Result<(), KeyRefused> {
        for (number, bucket) in (first..).zip(out) {
            *bucket = self.bucket(number)?;
        }
        Ok(())
    }

    /// The unmixed hash of a block's first key, whose low digits are all 0.
    fn start_hash(&self, start: u64) -> Result<u32, KeyRefused> {
        Ok(bits(plain(self.rule.hash).of(&self.keys.value(start))?))
    }

    fn reduce(&self, out: &mut [u32]) {
        match self.rule.reduction {
            Reduction::AbsMod => kernels::abs_mod(self.divide, out),
            Reduction::MaskMod => kernels::mask_mod(self.divide, out),
            Reduction::FloorMod => kernels::floor_mod(self.divide, self.buckets, out),
            Reduction::UnsignedMod => kernels::unsigned_mod(self.divide, self.buckets, out),
        }
    }
}

/// What a key's last four digits add to the hash of the key that ends in 0000, the same in every block.
fn table(keys: &Generated, hash: HashFn, difference: impl Fn(u32, u32) -> u32) -> Result<Vec<u32>, KeyRefused> {
    let of = |number| Ok(bits(plain(hash).of(&keys.value(number))?));
    let zero = of(BLOCK)?;
    (BLOCK..2 * BLOCK).map(|number| Ok(difference(of(number)?, zero))).collect()
}

/// The hash before its mixing.
const fn plain(hash: HashFn) -> HashFn {
    match hash {
        HashFn::FlinkMurmur => HashFn::JavaHashCode,
        other => other,
    }
}

const fn bits(hash: i32) -> u32 {
    hash.cast_unsigned()
}

#[expect(clippy::cast_possible_truncation, reason = "below 10 000")]
const fn to_usize(low: u64) -> usize {
    low as usize
}
