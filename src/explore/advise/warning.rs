//! What a count does not give, and what no count can.

use super::reason::{buckets_of, multiple, when, workers_of};
use crate::engine::Words;
use crate::numerals::{bytes, counted, decimal, grouped, percent};
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
    /// The shortfall as one sentence in an engine's vocabulary.
    #[must_use]
    pub fn sentence(&self, words: &Words) -> String {
        match self {
            Self::Headroom { times, wanted, least } => format!(
                "{} times the peak, not {}: that takes at least {}.",
                multiple(*times),
                multiple(*wanted),
                buckets_of(*least, words)
            ),
            Self::Metadata { bytes: found, allowed } => {
                format!("{} of metadata in a snapshot at the peak: {} are allowed.", bytes(*found), bytes(*allowed))
            }
            Self::Files { files, allowed } => {
                format!("{} files in a snapshot at the peak: {} are allowed.", grouped(*files), grouped(*allowed))
            }
        }
    }
}

/// What to know before taking a count.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// One key is more than a fair share within the plan's widths: no count helps.
    HotKey {
        /// The key as text.
        key: String,
        /// Its share of the load, 0 to 1.
        share: f64,
        /// The widest width at which it is no more than a fair share.
        fair_up_to: u32,
        /// Years until it alone fills one worker, where the plan grows and that comes within 100 years.
        fills_worker_years: Option<f64>,
    },
    /// Fewer keys than buckets.
    FewKeys {
        /// Keys.
        keys: u64,
        /// Bucket count.
        buckets: u32,
    },
    /// Growth passes the expected peak within the horizon.
    PeakPassed {
        /// In so many years.
        years: f64,
        /// Peak width.
        peak: u32,
        /// The plan's horizon in years.
        horizon: f64,
        /// Width the load needs at the horizon.
        width_at_horizon: f64,
    },
    /// The fullest bucket alone fills a worker within the horizon.
    ShortRunway {
        /// In so many years.
        years: f64,
        /// The plan's horizon in years.
        horizon: f64,
    },
    /// The count must be that of the input's partitions, or of a repartition topic.
    InputPieces {
        /// Pieces the input has.
        pieces: u32,
        /// Bucket count.
        buckets: u32,
    },
    /// What another count gets later, in the engine's profile's words.
    Fixed {
        /// The engine's answer.
        answer: &'static str,
    },
    /// Each start may set another count: there is no ceiling tied to state.
    CountIsFree,
}

impl Warning {
    /// The warning as a sentence or two in an engine's vocabulary.
    #[must_use]
    pub fn sentence(&self, words: &Words) -> String {
        match self {
            Self::HotKey { key, share, fair_up_to, fills_worker_years } => {
                let mut text = format!(
                    "{key} carries {} of the load: beyond {} it alone is more than a fair share, whatever the count ({}). \
                     Split the key, or add up before the shuffle.",
                    percent(*share),
                    workers_of(*fair_up_to, words),
                    words.bucket_count
                );
                if fills_worker_years.is_some() {
                    text.push_str(" Under this growth it alone fills one ");
                    text.push_str(words.worker);
                    text.push(' ');
                    text.push_str(&when(*fills_worker_years));
                    text.push('.');
                }
                text
            }
            Self::FewKeys { keys, buckets } => format!(
                "Only {} for {}: at least {} of them stay empty, and no more than {} {} can have work.",
                counted(*keys, "key", "keys"),
                buckets_of(*buckets, words),
                grouped(u64::from(*buckets).saturating_sub(*keys)),
                grouped(*keys),
                if *keys == 1 { words.worker } else { words.workers }
            ),
            Self::PeakPassed { years, peak, horizon, width_at_horizon } => format!(
                "Growth passes the expected peak of {} {}; after {} years the load needs {} {}.",
                workers_of(*peak, words),
                when(Some(*years)),
                multiple(*horizon),
                decimal(*width_at_horizon, 1),
                words.workers
            ),
            Self::ShortRunway { years, horizon } => format!(
                "The fullest {} alone fills one {} {}, before the {} years of the plan are over.",
                words.bucket,
                words.worker,
                when(Some(*years)),
                multiple(*horizon)
            ),
            Self::InputPieces { pieces, buckets } => format!(
                "The input has {} partitions: give it {}, or put a repartition topic of that many in between, before the \
                 first start.",
                grouped((*pieces).into()),
                grouped((*buckets).into())
            ),
            Self::Fixed { answer } => format!("A later change of the count ({}): {answer}.", words.bucket_count),
            Self::CountIsFree => {
                format!("Each start may set another {}: there is no ceiling tied to state.", words.bucket_count)
            }
        }
    }
}
