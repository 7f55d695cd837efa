//! Why a count is recommended, in figures and in words.

use super::words::{When, buckets_of, listed, ratio as off_even, workers_of};
use crate::engine::{Accuracy, Words};
use crate::numerals::{at_least, bytes, counted, decimal, grouped, short, time};
use crate::unit::rounded;
use serde::Serialize;

/// One reason for a count, with its figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The multiple of the peak that the count leaves. Not told where each start may set another count.
    Headroom {
        /// Bucket count.
        buckets: u32,
        /// Expected peak width.
        peak: u32,
        /// N ÷ peak.
        times: f64,
    },
    /// Widths of the plan that deal evenly.
    EvenAt {
        /// The widths.
        widths: Vec<u32>,
    },
    /// A width of the plan that does not.
    UnevenAt {
        /// The width.
        workers: u32,
        /// Most buckets on a worker.
        most: u32,
        /// Most · p ÷ N.
        ratio: f64,
    },
    /// Widths of the plan that the engine refuses on this count.
    RefusedAt {
        /// The widths.
        widths: Vec<u32>,
    },
    /// The mean over all widths up to the peak, were all buckets alike.
    OnAverage {
        /// Peak width.
        peak: u32,
        /// Mean of busiest ÷ mean.
        ratio: f64,
    },
    /// What this job's keys make of the count at the peak.
    WithKeys {
        /// Peak width, or the count where that is less.
        workers: u32,
        /// Busiest ÷ mean.
        ratio: f64,
        /// What the hottest key alone forces.
        forced_by_key: f64,
    },
    /// Widths worth choosing.
    UsefulWidths {
        /// Useful widths from 1 to the peak.
        up_to_peak: u32,
        /// Peak width.
        peak: u32,
        /// Useful widths up to the count itself.
        all: u32,
        /// Numbers that divide the count.
        divisors: u32,
    },
    /// What a snapshot costs at the peak.
    Cost {
        /// Width of the snapshot.
        workers: u32,
        /// Bytes of metadata.
        metadata_bytes: u64,
        /// Files.
        files: u64,
        /// Bytes in metadata and data that are there only because of the count.
        bytes_of_buckets: u64,
        /// How far the figures can be trusted.
        accuracy: Accuracy,
    },
    /// What else grows with the count: times and partitions, and where the count costs no bytes or files, the engine's own
    /// first line.
    Grows {
        /// What it is.
        label: &'static str,
        /// How much.
        value: f64,
        /// Its unit.
        unit: &'static str,
        /// How far it can be trusted.
        accuracy: Accuracy,
    },
    /// How many bytes Flink puts before each key: `CompositeKeySerializationUtils`, 1 up to 128 key groups, 2 above.
    KeyPrefix {
        /// 1 or 2.
        bytes: u32,
    },
    /// The count is the largest the engine takes.
    AtBound {
        /// Bucket count.
        buckets: u32,
    },
    /// What the engine would take by itself at the first width.
    Default {
        /// The default.
        buckets: u32,
        /// Whether it is this count.
        same: bool,
        /// The default in words.
        rule: &'static str,
    },
    /// What the engine takes by itself, where each start may set another count.
    DefaultEachStart {
        /// The default.
        buckets: u32,
    },
    /// How long the count lasts under the plan's growth.
    Runway {
        /// Years until the load needs more workers than there are buckets; none = not within 100 years.
        ceiling_years: Option<f64>,
        /// Years until the fullest bucket alone fills a worker; none = not within 100 years.
        bucket_years: Option<f64>,
    },
}

impl Reason {
    /// The reason as one sentence in an engine's vocabulary.
    #[must_use]
    pub fn sentence(&self, words: &Words) -> String {
        match self {
            Self::Headroom { buckets, peak, times } => format!(
                "{} times the peak of {}: {} for {}.",
                // Thousandths of hundreds tell nobody anything.
                if *times >= 100.0 { grouped(rounded(libm::floor(*times))) } else { at_least(*times) },
                grouped((*peak).into()),
                buckets_of(*buckets, words),
                workers_of(*peak, words)
            ),
            Self::EvenAt { widths } => {
                format!("Even at {}: every {} owns the same number of {}.", listed(widths), words.worker, words.buckets)
            }
            Self::RefusedAt { widths } => format!("Refused at {}: the job does not start there.", listed(widths)),
            Self::UnevenAt { workers, most, ratio } => format!(
                "Uneven at {}: the busiest {} owns {}, {} times the mean.",
                grouped((*workers).into()),
                words.worker,
                buckets_of(*most, words),
                off_even(*ratio)
            ),
            Self::OnAverage { peak, ratio } => format!(
                "Were all {} alike, the busiest {} would hold {} times the mean on average over the widths 1 to {}.",
                words.buckets,
                words.worker,
                off_even(*ratio),
                grouped((*peak).into())
            ),
            Self::WithKeys { workers, ratio, forced_by_key } => with_keys(*workers, *ratio, *forced_by_key, words),
            Self::UsefulWidths { up_to_peak, peak, all, divisors } => format!(
                "{} of the widths 1 to {} {} useful, {} up to the count itself; it has {}.",
                grouped((*up_to_peak).into()),
                grouped((*peak).into()),
                if *up_to_peak == 1 { "is" } else { "are" },
                grouped((*all).into()),
                counted((*divisors).into(), "divisor", "divisors")
            ),
            Self::Cost { workers, metadata_bytes, files, bytes_of_buckets, accuracy } => format!(
                "Cost at {} ({}{}): {} of metadata, {}; because of the count alone there {} {} in metadata and state files.",
                workers_of(*workers, words),
                words.snapshot,
                trusted(*accuracy),
                bytes(*metadata_bytes),
                counted(*files, "file", "files"),
                if *bytes_of_buckets == 1 { "is" } else { "are" },
                bytes(*bytes_of_buckets)
            ),
            Self::Grows { label, value, unit, accuracy } => grows(label, *value, unit, *accuracy),
            Self::KeyPrefix { bytes } => format!(
                "Before each key stands the number of its {} in {}, in RocksDB and in canonical savepoints alone (1 byte up to \
                 128 {}, 2 above).",
                words.bucket,
                counted((*bytes).into(), "byte", "bytes"),
                words.buckets
            ),
            Self::AtBound { buckets } => {
                format!("The engine takes no more than {}: there is no later step up.", buckets_of(*buckets, words))
            }
            Self::Default { same: true, rule, .. } => format!("This is the engine's own default.{}", of_rule(rule)),
            Self::Default { buckets, same: false, rule } => format!(
                "Must be set: left alone, the engine takes {} at this first start.{}",
                buckets_of(*buckets, words),
                of_rule(rule)
            ),
            Self::DefaultEachStart { buckets } => format!(
                "Left alone, the engine takes {}; each start may set another {}.",
                buckets_of(*buckets, words),
                words.bucket_count
            ),
            Self::Runway { ceiling_years, bucket_years } => runway(*ceiling_years, *bucket_years, words),
        }
    }
}

/// How the default comes about; a bare number says no more than the default itself.
fn of_rule(rule: &str) -> String {
    if rule.chars().all(|letter| letter.is_ascii_digit()) { String::new() } else { format!(" Its rule: {rule}.") }
}

fn runway(ceiling_years: Option<f64>, bucket_years: Option<f64>, words: &Words) -> String {
    let ceiling = When::of(ceiling_years).said("are needed", "are not needed", "");
    let bucket = When::of(bucket_years).said("fills", "does not fill", &format!("one {}", words.worker));
    format!(
        "Under this growth more {} than {} {ceiling}, and the fullest {} alone {bucket}.",
        words.workers, words.buckets, words.bucket
    )
}

/// What the count drives up. Where the label names the unit itself, it is not said twice.
fn grows(label: &str, value: f64, unit: &str, accuracy: Accuracy) -> String {
    let trusted = trusted(accuracy);
    if unit == "ms" {
        return format!("Grows with the count: {label}, {}{trusted}.", time(value / 1e3));
    }
    let value = short(value);
    if label.ends_with(unit) {
        format!("Grows with the count: {value} {label}{trusted}.")
    } else {
        format!("Grows with the count: {label}, {value} {unit}{trusted}.")
    }
}

fn with_keys(workers: u32, ratio: f64, forced_by_key: f64, words: &Words) -> String {
    let mut text = format!(
        "With this job's keys the busiest of {} holds {} times the mean",
        workers_of(workers, words),
        off_even(ratio)
    );
    if forced_by_key > 1.02 {
        text.push_str("; the hottest key alone forces ");
        text.push_str(&decimal(forced_by_key, 2));
    }
    text.push('.');
    text
}

const fn trusted(accuracy: Accuracy) -> &'static str {
    match accuracy {
        Accuracy::Exact => "",
        Accuracy::Fitted => ", fitted",
        Accuracy::Estimated => ", estimated",
    }
}
