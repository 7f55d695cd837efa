//! What a count lacks of what its plan asks.

use super::words::{When, apart, at_least, buckets_of, multiple, years_of};
use crate::engine::Words;
use crate::numerals::{self, bytes, counted, grouped, stated};
use serde::Serialize;

/// A constraint of the plan that a count does not meet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shortfall {
    /// Too few buckets for the multiple of the peak that is wanted.
    Headroom {
        /// N ÷ peak.
        times: f64,
        /// The multiple wanted.
        wanted: f64,
        /// The least count that gives it.
        least: u32,
    },
    /// Growth needs more workers than there are buckets before the plan's horizon.
    Horizon {
        /// In so many years.
        years: f64,
        /// The plan's horizon in years.
        horizon: f64,
        /// The least count that lasts that long; at most 2^64 - 1.
        least: u64,
        /// The largest count that can be had.
        most: u32,
    },
    /// More metadata than the budget allows.
    Metadata {
        /// Bytes at the peak.
        bytes: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// More files than the budget allows.
    Files {
        /// Files at the peak.
        files: u64,
        /// Files allowed.
        allowed: u64,
    },
}

impl Shortfall {
    /// The least count that meets the constraint, where a larger count does; at most 2^32 - 1.
    pub(super) fn least(&self) -> Option<u32> {
        match self {
            Self::Headroom { least, .. } => Some(*least),
            Self::Horizon { least, .. } => Some(u32::try_from(*least).unwrap_or(u32::MAX)),
            Self::Metadata { .. } | Self::Files { .. } => None,
        }
    }

    /// The shortfall as one sentence in an engine's vocabulary.
    #[must_use]
    pub fn sentence(&self, words: &Words) -> String {
        match self {
            Self::Headroom { times, wanted, least } => format!(
                "{} times the peak, not {}: that takes at least {}.",
                numerals::at_least(*times),
                stated(*wanted),
                buckets_of(*least, words)
            ),
            Self::Horizon { years, horizon, least, most } => {
                let lasts = if When::of(Some(*years)) == When::Now {
                    format!("Too few already now, and the plan is for {}", years_of(*horizon))
                } else {
                    let years = apart(*years, *horizon, 1);
                    format!("Lasts {years} years, not the {} of the plan", multiple(*horizon))
                };
                let beyond = if *least > u64::from(*most) {
                    format!(", and no more than {} can be had", grouped((*most).into()))
                } else {
                    String::new()
                };
                format!("{lasts}: that takes {}{beyond}.", at_least(*least, words))
            }
            Self::Metadata { bytes: found, allowed } => {
                format!("{} of metadata in a snapshot at the peak: the plan allows {}.", bytes(*found), bytes(*allowed))
            }
            Self::Files { files, allowed } => format!(
                "{} in a snapshot at the peak: the plan allows {}.",
                counted(*files, "file", "files"),
                grouped(*allowed)
            ),
        }
    }

    /// Which wish is missed and by how much, to follow "with so many buckets, ".
    #[must_use]
    pub fn missed_by(&self) -> String {
        match self {
            Self::Headroom { times, wanted, .. } => {
                let short = multiple(*wanted - *times);
                let found = numerals::at_least(*times);
                format!("headroom is {found} times the peak, {short} short of {}", stated(*wanted))
            }
            Self::Horizon { years, horizon, .. } if When::of(Some(*years)) == When::Now => {
                format!("it is too small already now, and the plan is for {}", years_of(*horizon))
            }
            Self::Horizon { years, horizon, .. } => {
                let (lasts, short) = (apart(*years, *horizon, 1), multiple(*horizon - *years));
                format!("it lasts {lasts} years, {short} short of {}", multiple(*horizon))
            }
            Self::Metadata { bytes: found, allowed } => format!(
                "metadata is {}, {} over the {} allowed",
                bytes(*found),
                bytes(found.saturating_sub(*allowed)),
                bytes(*allowed)
            ),
            Self::Files { files, allowed } => format!(
                "there {} {}, {} over the {} allowed",
                if *files == 1 { "is" } else { "are" },
                counted(*files, "file", "files"),
                grouped(files.saturating_sub(*allowed)),
                grouped(*allowed)
            ),
        }
    }
}
