//! 32-bit hash → bucket: how each engine drops the sign, then takes a remainder.

use crate::keys::Fold;
use crate::unit::BucketCount;
use serde::{Deserialize, Serialize};

/// What an engine does with the sign of a hash before the remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reduction {
    /// Absolute value, `i32::MIN` → 0, then remainder: Flink (`MathUtils.murmurHash`), Hazelcast.
    AbsMod,
    /// The sign bit is dropped (`& 0x7fff_ffff`), then remainder: Kafka, Hadoop.
    MaskMod,
    /// Signed remainder moved into `0..n` (`pmod`, `floorMod`): Spark.
    FloorMod,
    /// The 32 bits read as unsigned, then remainder: `RisingWave`, and hashes that are never negative.
    UnsignedMod,
    /// Absolute value, of `i32::MIN` 2^31, then remainder: Pekko's shard id without its sign, which only `i32::MIN` has there.
    FullAbsMod,
    /// For a power of two the absolute value of the hash xored with its upper half, `i32::MIN` → 0, low bits; for another
    /// count the absolute value of the signed remainder: Ignite (`RendezvousAffinityFunction.calculatePartition`).
    IgniteAffinity,
    /// Signed remainder by the routing shards moved into `0..R`, then divided by `R / n`: Elasticsearch.
    RoutingShards {
        /// Routing shards R, of which each bucket has as many; 0 = n doubled until 1024 is in reach, at least once.
        shards: u32,
    },
}

/// Routing shards of an index of `primaries` shards where none are set: the primaries, doubled while they stay at 1024 or
/// below, and at least once.
///
/// Source: Elasticsearch, `MetadataCreateIndexService.calculateNumRoutingShards`.
#[must_use]
pub const fn default_routing_shards(primaries: BucketCount) -> u32 {
    let n = primaries.get();
    let log2_rounded_up = u32::BITS - (n - 1).leading_zeros();
    let doublings = 10_u32.saturating_sub(log2_rounded_up);
    n << if doublings > 1 { doublings } else { 1 }
}

impl Reduction {
    /// How the bucket under `to` buckets follows from the bucket under `from`, whatever the key; `None` where it does not.
    ///
    /// A remainder by N leaves the remainder by each divisor of N. Ignite mixes the hash for powers of two alone, so it takes two
    /// counts of the same kind. A shard of Elasticsearch is a range of routing shards: where both counts have as many of these,
    /// neighbours are joined, as its own shrink does.
    #[must_use]
    pub fn fold(self, from: BucketCount, to: BucketCount) -> Option<Fold> {
        let (n, m) = (from.get(), to.get());
        let routing = |shards: u32, count| if shards == 0 { default_routing_shards(count) } else { shards };
        let fold = match self {
            Self::AbsMod | Self::MaskMod | Self::FloorMod | Self::UnsignedMod | Self::FullAbsMod => Fold::Remainder,
            Self::IgniteAffinity if m == 1 || n.is_power_of_two() == m.is_power_of_two() => Fold::Remainder,
            Self::RoutingShards { shards } if m == 1 || routing(shards, from) == routing(shards, to) => Fold::Quotient,
            Self::IgniteAffinity | Self::RoutingShards { .. } => return None,
        };
        n.is_multiple_of(m).then_some(fold)
    }

    /// The bucket of a hash. Shape: any `i32` → `0..buckets`.
    #[must_use]
    #[expect(
        clippy::cast_sign_loss,
        clippy::cast_possible_wrap,
        clippy::cast_possible_truncation,
        reason = "each arm states how it reads the bits; buckets <= 2^20"
    )]
    pub fn bucket(self, hash: i32, buckets: BucketCount) -> u32 {
        let n = buckets.get();
        match self {
            Self::AbsMod => hash.checked_abs().unwrap_or(0) as u32 % n,
            Self::MaskMod => (hash & i32::MAX) as u32 % n,
            Self::FloorMod => hash.rem_euclid(n as i32) as u32,
            Self::UnsignedMod => hash as u32 % n,
            Self::FullAbsMod => hash.unsigned_abs() % n,
            Self::IgniteAffinity if n.is_power_of_two() => {
                let mixed = hash ^ (hash as u32 >> 16) as i32;
                mixed.checked_abs().unwrap_or(0) as u32 & (n - 1)
            }
            Self::IgniteAffinity => hash.wrapping_rem(n as i32).unsigned_abs(),
            Self::RoutingShards { shards } => {
                let routing = if shards == 0 { default_routing_shards(buckets) } else { shards };
                let shard = i64::from(hash).rem_euclid(i64::from(routing)) as u64;
                // Divided by R / n where n divides R; below n whatever R is.
                (shard * u64::from(n) / u64::from(routing)) as u32
            }
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
        assert_eq!(Reduction::FullAbsMod.bucket(i32::MIN, n), 8);
        assert_eq!(Reduction::IgniteAffinity.bucket(-13, n), 3);
    }

    #[test]
    fn routing_shards_are_doubled_up_to_1024() {
        let of = |primaries| default_routing_shards(BucketCount::new(primaries).unwrap());
        assert_eq!([1, 2, 5, 8, 600, 1024].map(of), [1024, 1024, 640, 1024, 1200, 2048]);
        // 5 shards of 30: routing shards 0 to 5 are shard 0, 6 to 11 shard 1, and so on.
        let five = BucketCount::new(5).unwrap();
        let shard = |hash| Reduction::RoutingShards { shards: 30 }.bucket(hash, five);
        assert_eq!([0, 5, 6, 29, 30, -1].map(shard), [0, 0, 1, 4, 0, 4]);
    }
}
