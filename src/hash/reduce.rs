//! 32-bit hash → bucket: how each engine drops the sign, then takes a remainder.

use crate::unit::BucketCount;
use serde::{Deserialize, Serialize};

/// What an engine does with the sign of a hash before the remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(clippy::enum_variant_names, reason = "the field's own names: every reduction ends in a remainder")]
pub enum Reduction {
    /// Absolute value, `i32::MIN` → 0, then remainder: Flink (`MathUtils.murmurHash`), Hazelcast.
    AbsMod,
    /// The sign bit is dropped (`& 0x7fff_ffff`), then remainder: Kafka, Hadoop.
    MaskMod,
    /// Signed remainder moved into `0..n` (`pmod`, `floorMod`): Spark.
    FloorMod,
    /// The 32 bits read as unsigned, then remainder: `RisingWave`.
    UnsignedMod,
}

impl Reduction {
    /// The bucket of a hash. Shape: any `i32` → `0..buckets`.
    #[must_use]
    #[expect(
        clippy::cast_sign_loss,
        clippy::cast_possible_wrap,
        reason = "each arm states how it reads the bits; buckets <= 2^20"
    )]
    pub fn bucket(self, hash: i32, buckets: BucketCount) -> u32 {
        let n = buckets.get();
        match self {
            Self::AbsMod => hash.checked_abs().unwrap_or(0) as u32 % n,
            Self::MaskMod => (hash & i32::MAX) as u32 % n,
            Self::FloorMod => hash.rem_euclid(n as i32) as u32,
            Self::UnsignedMod => hash as u32 % n,
        }
    }
}

/// Remainder of 31-bit numbers by a fixed divisor through one multiplication and a shift, exact for every input.
///
/// With `l = ceil(log2 d)` and `m = floor(2^(31+l) / d) + 1`, `m·d` exceeds `2^(31+l)` by at most `d <= 2^l`, so
/// `(a·m) >> (31+l)` is the exact quotient for every `a < 2^31`; `m < 2^32` and `a·m < 2^63`, so 64 bits hold it.
#[derive(Debug, Clone, Copy)]
pub struct FastMod {
    divisor: u32,
    multiplier: u64,
    shift: u32,
}

impl FastMod {
    /// Prepares division by a bucket count.
    #[must_use]
    pub fn new(buckets: BucketCount) -> Self {
        let divisor = buckets.get();
        let shift = 31 + (32 - (divisor - 1).leading_zeros());
        Self { divisor, multiplier: (1_u64 << shift) / u64::from(divisor) + 1, shift }
    }

    /// `a % divisor` for `a < 2^31`.
    #[must_use]
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must vanish into the vectorised loops")]
    #[expect(clippy::cast_possible_truncation, reason = "the quotient of a 31-bit number fits 31 bits")]
    pub fn rem31(self, a: u32) -> u32 {
        let quotient = ((u64::from(a) * self.multiplier) >> self.shift) as u32;
        a - quotient * self.divisor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_remainder_equals_the_plain_one() {
        let interesting = [
            0,
            1,
            2,
            3,
            127,
            128,
            129,
            32_767,
            32_768,
            1 << 20,
            (1 << 30) - 1,
            1 << 30,
            i32::MAX as u32 - 1,
            i32::MAX as u32,
        ];
        for d in (1..5000).chain([32_767, 32_768, (1 << 20) - 1, 1 << 20]) {
            let fast = FastMod::new(BucketCount::new(d).unwrap());
            let d = u32::try_from(d).unwrap();
            for a in interesting {
                assert_eq!(fast.rem31(a), a % d, "{a} % {d}");
            }
            for k in 1..50 {
                let a = (k * (i32::MAX as u32 / 50)) / d * d;
                assert_eq!(fast.rem31(a), 0);
                assert_eq!(fast.rem31(a.saturating_sub(1)), a.saturating_sub(1) % d);
            }
        }
    }

    #[test]
    fn the_sign_is_treated_as_each_engine_does() {
        let n = BucketCount::new(10).unwrap();
        assert_eq!(Reduction::AbsMod.bucket(i32::MIN, n), 0);
        assert_eq!(Reduction::MaskMod.bucket(i32::MIN, n), 0);
        assert_eq!(Reduction::FloorMod.bucket(-1, n), 9);
        assert_eq!(Reduction::AbsMod.bucket(-1, n), 1);
        assert_eq!(Reduction::MaskMod.bucket(-1, n), 7);
        assert_eq!(Reduction::UnsignedMod.bucket(-1, n), 5);
    }
}
