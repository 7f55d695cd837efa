//! A recommendation as text, JSON and Markdown.

pub(super) mod plan;

use super::text::Page;
use crate::engine::Words;
use crate::explore::{Advice, CountAdvice, RUNWAY_LIMITS, Shortfall};
use crate::numerals::{bytes, counted, decimal, grouped, times};
use crate::simulate::Job;
use serde::Serialize;
use std::fmt::Write;

/// Where the plan of an advice comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanOrigin {
    /// It is the scenario's own.
    Scenario,
    /// The scenario has none: it is taken from its widths.
    Widths,
}

/// An advice as it is written, with what it is of.
#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: &'static str,
    scenario: &'a str,
    seed: u64,
    /// Whether the plan is the scenario's own, and not taken from its widths.
    own_plan: bool,
    #[serde(flatten)]
    advice: &'a Advice,
}

/// Format `redeal-advice/1`.
#[must_use]
pub fn advice_json(advice: &Advice, job: &Job, origin: PlanOrigin) -> String {
    let written = Written {
        format: "redeal-advice/1",
        version: env!("CARGO_PKG_VERSION"),
        scenario: &job.name,
        seed: job.seed,
        own_plan: origin == PlanOrigin::Scenario,
        advice,
    };
    let mut text = serde_json::to_string_pretty(&written).expect("an advice is numbers and names");
    text.push('\n');
    text
}

/// The best count with its reasons, the plan as it was understood, the others in a table, what the plan forces whatever the count
/// is.
#[must_use]
pub fn advice_text(advice: &Advice, origin: PlanOrigin, words: &Words, width: usize, unicode: bool) -> String {
    let mut page = Page::new(width, unicode);
    page.wrapped("", "", &headline(advice, words));
    page.wrapped("", "", &plan::line(&advice.plan, origin, words));
    let shown = shown(advice);
    if let Some(best) = shown.first() {
        page.blank();
        for sentence in sentences(best, words) {
            page.wrapped("  - ", "    ", &sentence);
        }
    }
    if let Some(today) = &advice.today {
        page.blank();
        page.wrapped("", "", &of_today(today, advice, words));
    }
    page.blank();
    page.table(&HEADER, &rows(advice));
    page.wrapped("", "", &of_score(advice));
    if let Some(text) = not_modelled(advice) {
        page.wrapped("", "", text);
    }
    if !advice.warnings.is_empty() {
        page.blank();
        page.line("Whatever the count is:");
        for warning in &advice.warnings {
            page.wrapped("  - ", "    ", &warning.sentence(words));
        }
    }
    page.blank();
    page.wrapped("", "", &trade_off(advice, words));
    if advice.plan.growth_per_year > 0.0 {
        page.wrapped("", "", RUNWAY_LIMITS);
    }
    page.finish()
}

/// The same for a pull request.
#[must_use]
pub fn advice_markdown(advice: &Advice, origin: PlanOrigin, words: &Words) -> String {
    let mut text = format!("**{}**\n", headline(advice, words));
    let _ = writeln!(text, "\n{}", plan::line(&advice.plan, origin, words));
    let list = |text: &mut String, sentences: Vec<String>| {
        text.push('\n');
        for sentence in sentences {
            let _ = writeln!(text, "- {}", super::markdown::cell(&sentence));
        }
    };
    if let Some(best) = shown(advice).first() {
        list(&mut text, sentences(best, words));
    }
    if let Some(today) = &advice.today {
        let _ = writeln!(text, "\n{}", of_today(today, advice, words));
    }
    let _ = writeln!(text, "\n| {} |", HEADER.join(" | "));
    let _ = writeln!(text, "|{}", " ---: |".repeat(HEADER.len()));
    for row in rows(advice) {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    let _ = writeln!(text, "\n{}", of_score(advice));
    if let Some(said) = not_modelled(advice) {
        let _ = writeln!(text, "\n{said}");
    }
    if !advice.warnings.is_empty() {
        text.push_str("\nWhatever the count is:\n");
        list(&mut text, advice.warnings.iter().map(|warning| warning.sentence(words)).collect());
    }
    let _ = writeln!(text, "\n{}", trade_off(advice, words));
    if advice.plan.growth_per_year > 0.0 {
        let _ = writeln!(text, "\n{RUNWAY_LIMITS}");
    }
    text
}

/// Stands where there is no figure.
const NONE: &str = "-";

/// What a dash under metadata and files means, where there is one.
fn not_modelled(advice: &Advice) -> Option<&'static str> {
    let unknown = shown(advice).iter().any(|count| !count.cost.is_counted);
    unknown.then_some("Metadata and files are not modelled for this engine.")
}

const HEADER: [&str; 8] =
    ["count", "times the peak", "uneven, liked", "uneven, to peak", "score", "metadata", "files", "ceiling in years"];

fn of_score(advice: &Advice) -> String {
    format!(
        "Uneven is most buckets on a worker · width ÷ count, less 1: on average over the widths liked, and over 1 to the peak. \
         Score: both in percent, and {} for each doubling above {}, {} (a judgement of what a doubling costs); less is \
         better.",
        counted(crate::unit::rounded(100.0 * advice.doubling_price), "point", "points"),
        grouped(advice.least_buckets.into()),
        advice.least_is()
    )
}

/// Counts that meet every constraint, else those that come nearest.
fn shown(advice: &Advice) -> &[CountAdvice] {
    if advice.recommended.is_empty() { &advice.nearest } else { &advice.recommended }
}

fn headline(advice: &Advice, words: &Words) -> String {
    let plan = &advice.plan;
    let plan_of = format!(
        "from {} to {}",
        grouped(plan.first_width.get().into()),
        counted(plan.peak_width.get().into(), words.worker, words.workers)
    );
    match (advice.recommended.first(), advice.nearest.first()) {
        (Some(best), _) => {
            format!("Take {}: {plan_of}.", counted(best.buckets.get().into(), words.bucket, words.buckets))
        }
        (None, Some(nearest)) => {
            let missed: Vec<String> = nearest.shortfalls.iter().map(Shortfall::missed_by).collect();
            format!(
                "No count meets the plan. Nearest: with {}, {}. The plan is {plan_of}.",
                counted(nearest.buckets.get().into(), words.bucket, words.buckets),
                missed.join(", and "),
            )
        }
        (None, None) => format!("No count can be had for the plan {plan_of}."),
    }
}

/// Shortfalls first, then what to know before taking it, then reasons.
fn sentences(count: &CountAdvice, words: &Words) -> Vec<String> {
    let shortfalls = count.shortfalls.iter().map(|shortfall| shortfall.sentence(words));
    let reasons = count.reasons.iter().map(|reason| reason.sentence(words));
    let warnings = count.warnings.iter().map(|warning| warning.sentence(words));
    shortfalls.chain(warnings).chain(reasons).collect()
}

fn of_today(today: &CountAdvice, advice: &Advice, words: &Words) -> String {
    let count = counted(today.buckets.get().into(), words.bucket, words.buckets);
    if shown(advice).first().is_some_and(|best| best.buckets == today.buckets) {
        return format!("The count of the scenario as it is, {count}, is the best.");
    }
    let lacks: Vec<String> = today.shortfalls.iter().map(|shortfall| shortfall.sentence(words)).collect();
    let lacks = if lacks.is_empty() { "it meets the plan.".to_owned() } else { lacks.join(" ") };
    format!("The count of the scenario as it is, {count}, scores {}: {lacks}", decimal(100.0 * today.score.total, 1))
}

fn rows(advice: &Advice) -> Vec<Vec<String>> {
    let beside = [&advice.today, &advice.engine_default].into_iter().flatten();
    let mut all: Vec<&CountAdvice> = shown(advice).iter().collect();
    for count in beside {
        if all.iter().all(|known| known.buckets != count.buckets) {
            all.push(count);
        }
    }
    all.into_iter()
        .map(|count| {
            let years = count.runway.map(|runway| runway.ceiling_years);
            vec![
                grouped(count.buckets.get().into()),
                times(count.headroom),
                one_decimal(count.score.at_liked),
                one_decimal(count.score.up_to_peak),
                decimal(100.0 * count.score.total, 1),
                count.cost.counted_metadata().map_or_else(|| NONE.to_owned(), bytes),
                count.cost.counted_files().map_or_else(|| NONE.to_owned(), grouped),
                years.map_or_else(
                    || NONE.to_owned(),
                    |years| years.map_or_else(|| "over 100".to_owned(), |years| decimal(years, 1)),
                ),
            ]
        })
        .collect()
}

/// A share in percent with one decimal, so that a column reads down.
fn one_decimal(share: f64) -> String {
    format!("{}\u{a0}%", decimal(100.0 * share, 1))
}

/// What evenness costs, in one line: the smallest counts that waste less and less.
fn trade_off(advice: &Advice, words: &Words) -> String {
    /// As many as read well in a line.
    const MOST: usize = 8;
    // Points that read the same say nothing new.
    let mut shown: Vec<(String, String)> = Vec::new();
    for point in &advice.trade_off {
        let waste = one_decimal(point.waste);
        if shown.last().is_none_or(|(_, last)| *last != waste) {
            shown.push((grouped(point.buckets.get().into()), waste));
        }
    }
    let every = shown.len().div_ceil(MOST).max(1);
    let shown = shown.iter().step_by(every).map(|(count, waste)| format!("{count}: {waste}"));
    format!("Trade-off, {} and how uneven both ways together: {}.", words.buckets, shown.collect::<Vec<_>>().join(", "))
}
