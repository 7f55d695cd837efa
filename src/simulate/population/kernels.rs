//! Straight-line loops over arrays, compiled for the vector units a machine may have and chosen at run time.
//!
//! Every version computes the same integers.

use super::permutation::{HALF as HALF_VALUES, ROUNDS};
use crate::hash::flink::flink_mix;
use crate::hash::{FastMod, HashFn, flink_sql, java, murmur2, spark};
use crate::keys::KeyType;
use crate::unit::BucketCount;
use multiversion::multiversion;

/// `out = constant + table`, then Flink's mix.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn sum_flink_mix(constant: u32, table: &[u32], out: &mut [u32]) {
    for (out, entry) in out.iter_mut().zip(table) {
        *out = flink_mix(constant.wrapping_add(*entry).cast_signed()).cast_unsigned();
    }
}

/// `out = constant + table`.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn sum(constant: u32, table: &[u32], out: &mut [u32]) {
    for (out, entry) in out.iter_mut().zip(table) {
        *out = constant.wrapping_add(*entry);
    }
}

/// `out = constant ^ table`.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn xor(constant: u32, table: &[u32], out: &mut [u32]) {
    for (out, entry) in out.iter_mut().zip(table) {
        *out = constant ^ *entry;
    }
}

/// Hashes of consecutive integers from `first`, for the hashes that are straight-line code on integers; false for the
/// others, and nothing is written.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn integers(hash: HashFn, key_type: KeyType, first: u64, out: &mut [u32]) -> bool {
    let first = first.cast_signed();
    match (hash, key_type) {
        (HashFn::SparkMurmur3, KeyType::I64) => each(first, out, |v| spark::hash_i64(v, spark::SEED)),
        (HashFn::SparkMurmur3, KeyType::I32 | KeyType::I16 | KeyType::I8) => {
            each(first, out, |v| spark::hash_i32(low_word(v), spark::SEED));
        }
        (HashFn::FlinkMurmur, KeyType::I64 | KeyType::I32 | KeyType::I16 | KeyType::I8) => {
            each(first, out, |v| flink_mix(java::long_hash(v)));
        }
        (HashFn::JavaHashCode, KeyType::I64 | KeyType::I32 | KeyType::I16 | KeyType::I8) => {
            each(first, out, java::long_hash);
        }
        (HashFn::HadoopWritable, KeyType::I64 | KeyType::I32) => each(first, out, low_word),
        (HashFn::FlinkSqlRow, KeyType::I64) => each(first, out, |v| flink_mix(flink_sql::row_hash_i64(v))),
        (HashFn::FlinkSqlRow, KeyType::I32) => each(first, out, |v| flink_mix(flink_sql::row_hash_i32(low_word(v)))),
        (HashFn::KafkaMurmur2, KeyType::I64) => each(first, out, murmur2::murmur2_i64),
        (HashFn::KafkaMurmur2, KeyType::I32) => each(first, out, |v| murmur2::murmur2_i32(low_word(v))),
        _ => return false,
    }
    true
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must become part of each vectorised version")]
fn each(first: i64, out: &mut [u32], hash: impl Fn(i64) -> i32) {
    for (offset, out) in (0_i64..).zip(out) {
        *out = hash(first + offset).cast_unsigned();
    }
}

/// A Feistel network over values of twice `half_bits` bits, at most 24, its rounds looked up. In place.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn network(rounds: &[[u32; HALF_VALUES]; ROUNDS], half_bits: u32, values: &mut [u32]) {
    let mask = (1_u32 << half_bits) - 1;
    for value in values {
        let (mut left, mut right) = (*value >> half_bits, *value & mask);
        for round in rounds {
            // The remainder changes no half; it shows the compiler that none is beyond the table.
            (left, right) = (right, left ^ round[right as usize % HALF_VALUES]);
        }
        *value = left << half_bits | right;
    }
}

/// Bucket of the absolute value, `i32::MIN` as 0.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn abs_mod(divide: FastMod, out: &mut [u32]) {
    for hash in out {
        // The wrapped absolute value of MIN is MIN itself: the mask turns it into 0 and leaves every other value alone.
        let absolute = hash.cast_signed().wrapping_abs() & i32::MAX;
        *hash = divide.rem31(absolute.cast_unsigned());
    }
}

/// Absolute value of the signed hash, of `i32::MIN` 2^31.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn full_abs(out: &mut [u32]) {
    for hash in out {
        *hash = hash.cast_signed().unsigned_abs();
    }
}

/// Bucket of the hash without its sign bit.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn mask_mod(divide: FastMod, out: &mut [u32]) {
    for hash in out {
        *hash = divide.rem31(*hash & MASK);
    }
}

/// Bucket of the signed hash, moved into `0..n`: a negative hash is its low 31 bits less 2^31.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn floor_mod(divide: FastMod, buckets: BucketCount, out: &mut [u32]) {
    let n = buckets.get();
    let half = HALF % n;
    for hash in out {
        let low = divide.rem31(*hash & MASK);
        let negative = if low < half { low + n - half } else { low - half };
        *hash = if *hash > MASK { negative } else { low };
    }
}

/// Bucket of the hash read as unsigned: the high bit adds 2^31.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn unsigned_mod(divide: FastMod, buckets: BucketCount, out: &mut [u32]) {
    let n = buckets.get();
    let half = HALF % n;
    for hash in out {
        let low = divide.rem31(*hash & MASK);
        let high = if low + half >= n { low + half - n } else { low + half };
        *hash = if *hash > MASK { high } else { low };
    }
}

const HALF: u32 = 1 << 31;
const MASK: u32 = HALF - 1;

/// The low 32 bits: a 32- or 16-bit key itself, or the hash of a `LongWritable`.
#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
const fn low_word(number: i64) -> i32 {
    number as i32
}
