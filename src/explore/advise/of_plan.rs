//! What a plan itself deserves a word on, whatever the count is.

use super::warning::Warning;
use crate::explore::Plan;
use crate::simulate::Job;

/// Growth above this, ten times more every year, is likelier percent than a share.
const LARGE_GROWTH: f64 = 10.0;
/// A float just above a width is that width.
const JUST_ABOVE: f64 = 1.0 + 1e-9;

/// Where the plan contradicts itself or the job's widths, or asks for what cannot be checked; `is_counted` says whether
/// metadata and files are modelled for the engine.
pub(super) fn warnings(job: &Job, plan: &Plan, is_counted: bool) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let (width, first, peak) = (plan.width_now(), plan.first_width, plan.peak_width);
    if width > first.as_f64() * JUST_ABOVE {
        warnings.push(Warning::MoreNeededNow { width, first: first.get(), peak: peak.get() });
    }
    let widest = job.starts.iter().map(|start| start.width).max().filter(|&widest| widest > peak);
    warnings.extend(widest.map(|widest| Warning::WidthAbovePeak { width: widest.get(), peak: peak.get() }));
    if plan.growth_per_year > LARGE_GROWTH {
        warnings.push(Warning::LargeGrowth { growth_per_year: plan.growth_per_year });
    }
    let budgets = [("max_metadata_bytes", plan.max_metadata_bytes), ("max_files", plan.max_files)];
    let fields: Vec<&str> = budgets.into_iter().filter_map(|(field, most)| most.map(|_| field)).collect();
    if !is_counted && !fields.is_empty() {
        warnings.push(Warning::NotChecked { fields, engine: job.engine.facts().name });
    }
    warnings
}
