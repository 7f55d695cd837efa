//! The runway of a plan on one count: the closed form drawn year by year, and when it meets what.

use super::super::axis::round_step;
use super::super::number::{size, whole};
use super::{Ceiling, Milestone, RunwayChart};
use crate::engine::Words;
use crate::explore::{CountAdvice, MAX_YEARS, Plan, Reason};
use crate::numerals::{counted, grouped, percent, short};

/// Points of the growth at the least.
const POINTS: f64 = 40.0;

impl RunwayChart {
    /// The growth of `plan` and what it meets on a count judged for that plan, in an engine's vocabulary; `None` where the plan
    /// does not grow. It is drawn to a little past the ceiling or the plan's horizon, whichever is later, at most 100 years; a
    /// ceiling that lies beyond is left out, and the sentence says so.
    #[must_use]
    pub fn planned(plan: &Plan, advice: &CountAdvice, words: &Words) -> Option<Self> {
        let found = advice.runway?;
        let buckets = counted(advice.buckets.get().into(), words.bucket, words.buckets);
        let last = found.ceiling_years.unwrap_or(0.0).max(plan.horizon_years) * 1.06;
        let step = round_step(last.min(MAX_YEARS) / POINTS);
        let rate = libm::log1p(plan.growth_per_year);
        let growth = (0..=whole(libm::ceil(last.min(MAX_YEARS) / step - 1e-9))).map(|at| {
            let years = libm::round(size(at) * step * 1e6) / 1e6;
            [years, found.width_now * libm::exp(years * rate)]
        });
        let (worker, bucket) = (words.worker, words.bucket);
        let milestones = [
            (found.peak_years, format!("expected peak of {}", grouped(plan.peak_width.get().into()))),
            (Some(plan.horizon_years), format!("the plan's {} years", short(plan.horizon_years))),
            (found.hottest_bucket_years, format!("fullest {bucket} fills one {worker}")),
            (found.ceiling_years, "ceiling".to_owned()),
            (found.hottest_key_years, format!("hottest key fills one {worker}")),
        ];
        let milestones = milestones.into_iter().filter_map(|(years, label)| Some(Milestone { label, years: years? }));
        let sentence = advice.reasons.iter().find(|reason| matches!(reason, Reason::Runway { .. }));
        Some(Self {
            title: format!("How long {buckets} last at {} a year", percent(plan.growth_per_year)),
            sentence: sentence.map_or_else(String::new, |reason| reason.sentence(words)),
            unit: format!("{} needed", words.workers),
            growth: growth.collect(),
            ceilings: found
                .ceiling_years
                .map(|_| Ceiling { label: buckets, value: advice.buckets.as_f64() })
                .into_iter()
                .collect(),
            milestones: milestones.filter(|milestone| milestone.years <= last).collect(),
        })
    }
}
