//! Counts and ids of buckets and workers. A bare integer never stands for one of them in a signature.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;

/// A count that is not between 1 and the limit of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{found} {what}: allowed are 1 to {max}")]
pub struct OutOfRange {
    /// The unit, in the plural: "buckets" or "workers".
    pub what: &'static str,
    /// What was asked for.
    pub found: u64,
    /// The largest count allowed.
    pub max: u32,
}

macro_rules! count {
    ($(#[$doc:meta])* $count:ident, $(#[$id_doc:meta])* $id:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "u64", into = "u32")]
        pub struct $count(u32);

        #[expect(clippy::len_without_is_empty, reason = "a count is at least 1")]
        impl $count {
            /// The smallest count: one.
            pub const ONE: Self = Self(1);
            /// The largest count this program simulates.
            pub const MAX: Self = Self(1 << 20);

            /// A count.
            ///
            /// # Errors
            /// [`OutOfRange`] unless it lies between 1 and [`Self::MAX`].
            pub const fn new(count: u64) -> Result<Self, OutOfRange> {
                if count == 0 || count > Self::MAX.0 as u64 {
                    return Err(OutOfRange { what: $what, found: count, max: Self::MAX.0 });
                }
                #[expect(clippy::cast_possible_truncation, reason = "checked on the line above")]
                Ok(Self(count as u32))
            }

            /// The nearest count that is allowed.
            #[must_use]
            pub fn clamped(count: u64) -> Self {
                let max = u64::from(Self::MAX.0);
                Self::new(count.clamp(1, max)).unwrap_or(Self::MAX)
            }

            /// The plain number, at least 1.
            #[must_use]
            pub const fn get(self) -> u32 {
                self.0
            }

            /// The number as a length of a list.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0 as usize
            }

            /// The ids `0..count`.
            #[must_use]
            pub const fn range(self) -> Range<u32> {
                0..self.0
            }

            /// The number as a float, for ratios that are shown.
            #[must_use]
            pub fn as_f64(self) -> f64 {
                f64::from(self.0)
            }
        }

        impl TryFrom<u64> for $count {
            type Error = OutOfRange;
            fn try_from(count: u64) -> Result<Self, OutOfRange> {
                Self::new(count)
            }
        }

        impl From<$count> for u32 {
            fn from(count: $count) -> u32 {
                count.0
            }
        }

        impl fmt::Display for $count {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        $(#[$id_doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $id(pub u32);

        impl $id {
            /// The id as an index into a list.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

count!(
    /// How many buckets a job has: fixed at its first start. 1 to 1 048 576.
    BucketCount,
    /// One bucket, counted from 0.
    BucketId,
    "buckets"
);
count!(
    /// How many workers a step asks for. 1 to 1 048 576.
    WorkerCount,
    /// One worker, counted from 0.
    WorkerId,
    "workers"
);

/// A whole number as a float, for ratios that are shown. Above 2^53 it is rounded to the nearest float.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "rounding to nearest is what a shown ratio needs")]
pub const fn float(number: u64) -> f64 {
    number as f64
}

/// An estimate as a whole number: the nearest, 0 where it is negative, at most `u64::MAX`.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates at both ends, as meant"
)]
pub fn rounded(estimate: f64) -> u64 {
    libm::round(estimate) as u64
}

/// A wide whole number as a float; see [`float`].
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "rounding to nearest is what a shown ratio needs")]
pub const fn float_wide(number: u128) -> f64 {
    number as f64
}

/// What a load counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum LoadUnit {
    /// Records of the input.
    #[default]
    Records,
    /// Rows of a state store.
    Rows,
    /// Messages of a topic.
    Messages,
    /// Bytes of state.
    Bytes,
}

impl LoadUnit {
    /// One and many of it, in words: `record`, `records`.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Records => ("record", "records"),
            Self::Rows => ("row", "rows"),
            Self::Messages => ("message", "messages"),
            Self::Bytes => ("byte", "bytes"),
        }
    }

    /// Whether it is the unit of loads that are made by a rule or listed.
    #[must_use]
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub fn is_records(&self) -> bool {
        *self == Self::Records
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_and_too_many_are_refused_with_the_bounds() {
        assert_eq!(BucketCount::new(0).unwrap_err().to_string(), "0 buckets: allowed are 1 to 1048576");
        assert_eq!(WorkerCount::new(1 << 21).unwrap_err().to_string(), "2097152 workers: allowed are 1 to 1048576");
        assert_eq!(BucketCount::new(1 << 20).unwrap(), BucketCount::MAX);
    }

    #[test]
    fn estimates_are_rounded_to_the_nearest_and_never_wrap() {
        assert_eq!([0.4, 0.5, 2.5, 1e6 + 0.5, -3.0, 1e30, f64::NAN].map(rounded), [0, 1, 3, 1_000_001, 0, u64::MAX, 0]);
    }
}
