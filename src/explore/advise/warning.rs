//! What to know before taking a count, and what no count can mend.

use super::words::{When, buckets_of, growth_of, listed, multiple, needed, workers_of, years_of};
use crate::engine::Words;
use crate::numerals::{counted, grouped, percent};
use serde::Serialize;
use std::fmt::Write;

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
    /// Only the sums of buckets are known, under another count: the job's own figures under this one take the keys as even.
    SumsOnly {
        /// The count they are known under.
        counted: u32,
    },
    /// Fewer keys than buckets.
    FewKeys {
        /// Keys.
        keys: u64,
        /// Bucket count.
        buckets: u32,
    },
    /// Fewer keys than workers at the peak.
    FewKeysForPeak {
        /// Keys.
        keys: u64,
        /// Peak width.
        peak: u32,
    },
    /// By the plan's rates the load needs more now than the first width, or even than the peak: the plan contradicts itself.
    MoreNeededNow {
        /// Width the load needs now, not rounded.
        width: f64,
        /// The plan's first width.
        first: u32,
        /// Peak width.
        peak: u32,
    },
    /// A step of the scenario is wider than the plan's peak.
    WidthAbovePeak {
        /// The widest step.
        width: u32,
        /// Peak width.
        peak: u32,
    },
    /// Growth that is likelier percent than a share.
    LargeGrowth {
        /// The plan's growth in a year, as a share of 1.
        growth_per_year: f64,
    },
    /// A budget that cannot be held against anything: the engine's metadata and files are not modelled.
    NotChecked {
        /// The plan's fields that hold one, at least one.
        fields: Vec<&'static str>,
        /// The engine's name.
        engine: &'static str,
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
    /// The routing shards that are set are what keeps every larger count away.
    RoutingShards {
        /// Routing shards, as they are set.
        routing: u32,
        /// The counts that divide them and that the engine takes, rising; at least one.
        counts: Vec<u32>,
        /// The least count that the plan asks for, larger than all of them.
        least: u32,
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
            Self::HotKey { .. } => self.hot_key(words),
            Self::MoreNeededNow { .. } | Self::PeakPassed { .. } | Self::ShortRunway { .. } => self.of_years(words),
            Self::NotChecked { fields, engine } => format!(
                "{} cannot be checked: what {engine} writes of metadata and files is not modelled.",
                fields.join(" and ")
            ),
            Self::SumsOnly { counted } => format!(
                "The keys were counted in {}: what lies in each {} of this count is not known, so its load is taken as even.",
                buckets_of(*counted, words),
                words.bucket
            ),
            Self::FewKeys { keys, buckets } => format!(
                "Only {} for {}: at least {} of them stay empty, and no more than {} {} can have work.",
                counted(*keys, "key", "keys"),
                buckets_of(*buckets, words),
                grouped(u64::from(*buckets).saturating_sub(*keys)),
                grouped(*keys),
                if *keys == 1 { words.worker } else { words.workers }
            ),
            Self::FewKeysForPeak { keys, peak } => format!(
                "Only {} for a peak of {}: {} of them can have no work, whatever the count is ({}).",
                counted(*keys, "key", "keys"),
                workers_of(*peak, words),
                grouped(u64::from(*peak).saturating_sub(*keys)),
                words.bucket_count
            ),
            Self::WidthAbovePeak { width, peak } => format!(
                "The scenario goes to {}, more than the expected peak of {} in its plan: raise the peak if that width is meant.",
                workers_of(*width, words),
                grouped((*peak).into())
            ),
            Self::LargeGrowth { growth_per_year } => format!(
                "Growth is {} a year, growth_per_year {}: was {} meant? 0.6 is 60\u{a0}% a year.",
                growth_of(*growth_per_year),
                multiple(*growth_per_year),
                multiple(*growth_per_year / 100.0)
            ),
            Self::InputPieces { pieces, buckets } => format!(
                "The input has {}: give it {}, or put a repartition topic of that many in between, before the \
                 first start.",
                counted((*pieces).into(), "partition", "partitions"),
                grouped((*buckets).into())
            ),
            Self::RoutingShards { routing, counts, least } => {
                let allowed = match counts.as_slice() {
                    [.., last] if counts.len() > 16 => format!("at most {}", buckets_of(*last, words)),
                    few => format!("only {} {}", listed(few), words.buckets),
                };
                let least = grouped((*least).into());
                format!(
                    "{} routing shards allow {allowed}: for {least} or more set index.number_of_routing_shards to {least} or a \
                     multiple of it when the index is created.",
                    grouped((*routing).into())
                )
            }
            Self::Fixed { answer } => format!("A later change of the count ({}): {answer}.", words.bucket_count),
            Self::CountIsFree => {
                format!(
                    "Each start may set another {}: there is no ceiling tied to state, so that headroom and horizon mean nothing \
                     here.",
                    words.bucket_count
                )
            }
        }
    }

    /// Of a key that is too hot; empty for other warnings.
    fn hot_key(&self, words: &Words) -> String {
        let Self::HotKey { key, share, fair_up_to, fills_worker_years } = self else { return String::new() };
        let mut text = format!(
            "{key} carries {} of the load: beyond {} it alone is more than a fair share, whatever the count ({}). Split the \
             key, or add up before the shuffle.",
            percent(*share),
            workers_of(*fair_up_to, words),
            words.bucket_count
        );
        if let Some(years) = *fills_worker_years {
            let fills = When::of(Some(years)).said("fills", "does not fill", &format!("one {}", words.worker));
            let _ = write!(text, " Under this growth it alone {fills}.");
        }
        text
    }

    /// Of what growth meets, now or within the horizon; empty for other warnings.
    fn of_years(&self, words: &Words) -> String {
        match self {
            Self::MoreNeededNow { width, first, peak } => {
                let than = if *width > f64::from(*peak) {
                    format!("the expected peak of {}", grouped((*peak).into()))
                } else {
                    format!("the first width of {}", grouped((*first).into()))
                };
                let width = needed(*width, words);
                format!("By its rates the load needs {width} now, more than {than}: the plan contradicts itself.")
            }
            Self::PeakPassed { years, peak, horizon, width_at_horizon } => {
                let passes = When::of(Some(*years)).said("is passed", "is not passed", "");
                format!(
                    "Under this growth the expected peak of {} {passes}; after {} the load needs {}.",
                    workers_of(*peak, words),
                    years_of(*horizon),
                    needed(*width_at_horizon, words)
                )
            }
            Self::ShortRunway { years, horizon } => {
                let fills = When::of(Some(*years)).said("fills", "does not fill", &format!("one {}", words.worker));
                let years = years_of(*horizon);
                let are = if years.ends_with("year") { "is" } else { "are" };
                format!("The fullest {} alone {fills}, before the plan's {years} {are} over.", words.bucket)
            }
            _ => String::new(),
        }
    }
}
