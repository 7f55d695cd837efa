//! What is expected of a job: from which width it starts, how far it may have to go, what it may cost.

use crate::plain::told_number;
use crate::unit::{WorkerCount, float, rounded};
use serde::{Deserialize, Serialize};

/// A forecast for one job, as a scenario file holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Width of the first start, in workers.
    pub first_width: WorkerCount,
    /// The widest width that is expected, in workers; at least the first width.
    pub peak_width: WorkerCount,
    /// Growth of the load in a year as a share of 1, compound: 0.6 = 60 % a year. 0 to 100; 0 = none is expected.
    #[serde(default)]
    pub growth_per_year: f64,
    /// Records a second now, 10^-6 to 10^15; goes with `worker_rate_per_sec`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_per_sec: Option<f64>,
    /// Records a second that one worker can do, 10^-6 to 10^15; goes with `rate_per_sec`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker_rate_per_sec: Option<f64>,
    /// Years the count is to last where growth is told, above 0, at most 100.
    #[serde(default = "five_years")]
    pub horizon_years: f64,
    /// Widths that are to be even, at most 64 and none above the peak; none = the first and the peak width.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub widths_liked: Vec<WorkerCount>,
    /// How many times the peak width the count is to be, 1 to 1000.
    #[serde(default = "three_times")]
    pub headroom: f64,
    /// The most bytes of metadata a snapshot may have at the peak width, at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_metadata_bytes: Option<u64>,
    /// The most files a snapshot may have at the peak width, at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_files: Option<u64>,
}

const fn five_years() -> f64 {
    5.0
}

const fn three_times() -> f64 {
    3.0
}

/// The most widths a plan may like.
pub const MAX_LIKED: usize = 64;
/// The rates that plans may name, in records or bytes a second: 10^-6 to 10^15.
pub const RATES: std::ops::RangeInclusive<f64> = 1e-6..=1e15;

/// A plan that cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadPlan {
    /// The peak lies below the first start.
    #[error("peak_width is {peak}, below first_width {first}: the expected peak is at least the first width")]
    Peak {
        /// First width.
        first: WorkerCount,
        /// Peak width.
        peak: WorkerCount,
    },
    /// Growth that is no growth, or beyond any plan.
    #[error("growth_per_year is {}: allowed are 0 to 100 (0.6 = 60 % a year)", told_number(*.0))]
    Growth(f64),
    /// A runway without growth.
    #[error("growth_per_year is 0: a runway needs growth above 0 (0.6 = 60 % a year)")]
    NoGrowth,
    /// A rate without its fellow.
    #[error("{given} is given without {missing}: give both or neither")]
    OneRate {
        /// The field given.
        given: &'static str,
        /// The field that is missing.
        missing: &'static str,
    },
    /// A rate out of range.
    #[error("{field} is {}: allowed are 0.000001 to 10^15 records a second", told_number(*found))]
    Rate {
        /// Which rate.
        field: &'static str,
        /// What it holds.
        found: f64,
    },
    /// A horizon out of range.
    #[error("horizon_years is {}: allowed are more than 0, up to 100 years", told_number(*.0))]
    Horizon(f64),
    /// Too many widths liked.
    #[error("widths_liked has {0} entries: at most {MAX_LIKED} are allowed")]
    TooManyLiked(usize),
    /// A width liked beyond the peak.
    #[error("widths_liked holds {liked}, above peak_width {peak}: raise the peak or leave it out")]
    LikedAbovePeak {
        /// The width.
        liked: WorkerCount,
        /// Peak width.
        peak: WorkerCount,
    },
    /// Headroom out of range.
    #[error("headroom is {}: allowed are 1 to 1000 times the peak", told_number(*.0))]
    Headroom(f64),
    /// A budget of nothing.
    #[error("{0} is 0: at least 1 is needed, or leave it out")]
    Budget(&'static str),
}

impl Plan {
    /// A plan from one width to another with everything else left to its default: three times the peak, no growth told,
    /// five years, no budget.
    #[must_use]
    pub const fn new(first_width: WorkerCount, peak_width: WorkerCount) -> Self {
        Self {
            first_width,
            peak_width,
            growth_per_year: 0.0,
            rate_per_sec: None,
            worker_rate_per_sec: None,
            horizon_years: five_years(),
            widths_liked: Vec::new(),
            headroom: three_times(),
            max_metadata_bytes: None,
            max_files: None,
        }
    }

    /// The plan that the widths of a job's steps tell: from the first to the widest, the widths between liked.
    #[must_use]
    pub fn of_widths(widths: &[WorkerCount]) -> Self {
        let first = widths.first().copied().unwrap_or(WorkerCount::ONE);
        let mut plan = Self::new(first, widths.iter().copied().max().unwrap_or(first));
        plan.widths_liked = widths.iter().copied().take(MAX_LIKED).collect();
        plan.widths_liked.sort_unstable();
        plan.widths_liked.dedup();
        plan
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`BadPlan`] names the first field that cannot be.
    pub fn check(&self) -> Result<(), BadPlan> {
        if self.peak_width < self.first_width {
            return Err(BadPlan::Peak { first: self.first_width, peak: self.peak_width });
        }
        if !(0.0..=100.0).contains(&self.growth_per_year) {
            return Err(BadPlan::Growth(self.growth_per_year));
        }
        self.check_rates()?;
        if !(self.horizon_years > 0.0 && self.horizon_years <= 100.0) {
            return Err(BadPlan::Horizon(self.horizon_years));
        }
        if self.widths_liked.len() > MAX_LIKED {
            return Err(BadPlan::TooManyLiked(self.widths_liked.len()));
        }
        if let Some(&liked) = self.widths_liked.iter().find(|&&liked| liked > self.peak_width) {
            return Err(BadPlan::LikedAbovePeak { liked, peak: self.peak_width });
        }
        if !(1.0..=1000.0).contains(&self.headroom) {
            return Err(BadPlan::Headroom(self.headroom));
        }
        let budgets = [("max_metadata_bytes", self.max_metadata_bytes), ("max_files", self.max_files)];
        match budgets.into_iter().find(|(_, most)| *most == Some(0)) {
            Some((field, _)) => Err(BadPlan::Budget(field)),
            None => Ok(()),
        }
    }

    fn check_rates(&self) -> Result<(), BadPlan> {
        let (rate, worker) = ("rate_per_sec", "worker_rate_per_sec");
        match (self.rate_per_sec, self.worker_rate_per_sec) {
            (Some(_), None) => return Err(BadPlan::OneRate { given: rate, missing: worker }),
            (None, Some(_)) => return Err(BadPlan::OneRate { given: worker, missing: rate }),
            _ => {}
        }
        let rates = [(rate, self.rate_per_sec), (worker, self.worker_rate_per_sec)];
        for (field, found) in rates.into_iter().filter_map(|(field, found)| Some((field, found?))) {
            if !RATES.contains(&found) {
                return Err(BadPlan::Rate { field, found });
            }
        }
        Ok(())
    }

    /// The widths that are to be even: those liked, rising and each once; where none are, the first and the peak width.
    #[must_use]
    pub fn liked(&self) -> Vec<WorkerCount> {
        let mut widths = match self.widths_liked.as_slice() {
            [] => vec![self.first_width, self.peak_width],
            liked => liked.to_vec(),
        };
        widths.sort_unstable();
        widths.dedup();
        widths
    }

    /// The least count that is `headroom` times the peak: 1 to 2^30, not yet held against any engine's bounds.
    #[must_use]
    pub fn least_buckets(&self) -> u32 {
        // Less than any count can tell, so that 1.1 times 10 is 11 and not 12.
        let wanted = libm::ceil(self.headroom * self.peak_width.as_f64() - 1e-6);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a checked plan wants at most 1000 · 2^20, and the cast saturates"
        )]
        let wanted = wanted as u32;
        wanted.max(1)
    }

    /// The width the load needs now, in workers, not rounded: rate ÷ what a worker can do, or the first width.
    #[must_use]
    pub fn width_now(&self) -> f64 {
        match (self.rate_per_sec, self.worker_rate_per_sec) {
            (Some(rate), Some(worker)) => rate / worker,
            _ => self.first_width.as_f64(),
        }
    }

    /// The width the load needs at the horizon, in workers, not rounded.
    #[must_use]
    pub fn width_at_horizon(&self) -> f64 {
        self.width_now() * libm::exp(self.horizon_years * libm::log1p(self.growth_per_year))
    }

    /// The least count that is no ceiling before the horizon: as many as workers are needed then, at most 2^64 - 1, not yet held
    /// against any engine's bounds. `None` where no growth is told.
    #[must_use]
    pub fn horizon_buckets(&self) -> Option<u64> {
        // Less than any count can tell, so that a width of 128 times 1 + 10^-15 takes 128 and not 129.
        (self.growth_per_year > 0.0).then(|| rounded(libm::ceil(self.width_at_horizon() * (1.0 - 1e-12))).max(1))
    }

    /// How many times the peak a count is.
    #[must_use]
    pub(super) fn headroom_of(&self, buckets: u32) -> f64 {
        float(buckets.into()) / self.peak_width.as_f64()
    }
}
