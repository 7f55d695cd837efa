//! A plan as it was understood, in one line.

use super::PlanOrigin;
use crate::engine::Words;
use crate::explore::Plan;
use crate::numerals::{bytes, counted, grouped, percent, short};
use crate::unit::rounded;

/// `Plan: from 4 to 40 subtasks, growing 60 % a year for 5 years, …`; where the scenario has none of its own, that first.
pub(in crate::export) fn line(plan: &Plan, origin: PlanOrigin, words: &Words) -> String {
    let taken = "No plan in the scenario: taken from its widths, ";
    let start = match origin {
        PlanOrigin::Scenario => "Plan: from ",
        PlanOrigin::Widths => taken,
    };
    let mut parts = vec![format!(
        "{start}{} to {}",
        grouped(plan.first_width.get().into()),
        counted(plan.peak_width.get().into(), words.worker, words.workers)
    )];
    parts.push(if plan.growth_per_year > 0.0 {
        let years = short(plan.horizon_years);
        let unit = if years == "1" { "year" } else { "years" };
        format!("growing {} a year for {years} {unit}", growth(plan.growth_per_year))
    } else {
        "no growth told".to_owned()
    });
    parts.push(format!("at least {} times the peak", short(plan.headroom)));
    if let (Some(rate), Some(worker)) = (plan.rate_per_sec, plan.worker_rate_per_sec) {
        let (rate, each) = (per_sec(rate), per_sec(worker));
        parts.push(format!("{rate} records a second now and {each} per {}", words.worker));
    }
    let liked: Vec<String> = plan.liked().iter().map(|width| grouped(width.get().into())).collect();
    parts.push(match liked.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("even at {} and {last}", first.join(", ")),
        liked => format!("even at {}", liked.concat()),
    });
    parts.extend(plan.max_metadata_bytes.map(|most| format!("at most {} of metadata", bytes(most))));
    parts.extend(plan.max_files.map(|most| format!("at most {}", counted(most, "file", "files"))));
    format!("{}.", parts.join(", "))
}

fn growth(growth: f64) -> String {
    if growth < 10.0 { percent(growth) } else { format!("{}\u{a0}%", grouped(rounded(growth * 100.0))) }
}

/// A rate, which may be far below one a second.
fn per_sec(rate: f64) -> String {
    if rate >= 1.0 { short(rate) } else { crate::plain::told_number(rate) }
}
