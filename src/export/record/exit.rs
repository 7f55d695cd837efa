//! The way out in a decision record.

use super::list;
use crate::decide::{Decision, Exit, stopped_and_incomplete};
use crate::engine::{Allowed, Facts, Words};
use crate::explore::Outlook;
use crate::export::markdown::cell;
use crate::export::ways_out::reckoned;
use crate::numerals::{bytes, counted, grouped, percent, time};
use std::fmt::Write;

/// What to do if the count turns out too low: the way chosen, what it takes, why it is this one.
pub(super) fn way_out(decision: &Decision, facts: &Facts) -> String {
    let Some(exit) = &decision.exit else {
        return "No step of the scenario runs, so there is no state to take elsewhere.\n".to_owned();
    };
    let words = &facts.words;
    let (from, to) = (exit.ways.buckets, exit.ways.new_buckets);
    let Some(way) = exit.way() else {
        return format!("{} has no way to another count: it stays what it is.\n", facts.name);
    };
    if way.route.allowed == Allowed::Needless {
        return format!("{}\n", cell(way.route.how));
    }
    let settings = if way.route.allowed == Allowed::Limited { " (in some settings only)" } else { "" };
    let goal = format!("from {} to {}", grouped(from.into()), counted(to.into(), words.bucket, words.buckets));
    let goal = if way.jobs_after > 1 { "two jobs under today's count".to_owned() } else { goal };
    let best = decision.advice.recommended.first().map(|best| best.buckets.get());
    let named = match best {
        Some(best) if exit.has_own_plan && way.jobs_after == 1 && best != to => {
            format!(
                " The scenario's own `ways_out` names {}; for the plan {} would do.",
                grouped(to.into()),
                grouped(best.into())
            )
        }
        _ => String::new(),
    };
    let mut text = format!("**{}**{settings}, {goal}.{named} {}\n\n", way.route.title, cell(way.route.how));
    if to <= from {
        let (asked, most) = (grouped(to.into()), facts.max_buckets.is_some_and(|most| most <= from));
        let _ = writeln!(
            text,
            "{}\n",
            if most {
                "No larger count is taken by this engine.".to_owned()
            } else {
                format!(
                    "The way leads to {asked}, which is no more than today: set new\\_buckets higher in `ways_out`."
                )
            }
        );
    }
    text.push_str(&list(
        [figures_of(exit, way, words)].into_iter().chain(way.route.limits.iter().map(|limit| (*limit).to_owned())),
    ));
    let _ = writeln!(text, "\n{}", chosen(exit, way));
    let none: Vec<String> =
        exit.ways.routes.iter().filter(|way| way.route.allowed == Allowed::No).map(closed).collect();
    if !none.is_empty() {
        let _ = write!(text, "\nNot open:\n\n{}", list(none));
    }
    let guess = if exit.has_own_plan {
        ""
    } else {
        " These are figures to start from: the scenario has no `ways_out` of its own."
    };
    let _ = writeln!(text, "\nReckoned with {}{guess}", cell(&reckoned(&exit.ways, &exit.plan)));
    text
}

/// A way that the engine does not have, and why.
fn closed(way: &Outlook) -> String {
    format!("{}: {}", way.route.title, way.route.how)
}

/// Why this way, and what the others would take.
fn chosen(exit: &Exit, way: &Outlook) -> String {
    let lasts = |way: &Outlook| stopped_and_incomplete(way).map_or_else(|| "for ever".to_owned(), time);
    let others: Vec<String> = exit.others().map(|way| format!("{} ({})", way.route.kind.id(), lasts(way))).collect();
    let why = match (exit.is_wished, others.is_empty()) {
        (true, _) => "Chosen by who decided".to_owned(),
        (false, true) => "It is the only way that the engine has".to_owned(),
        (false, false) => format!(
            "Chosen as the way to a higher ceiling with the least time stopped plus incomplete ({}); times within a second or \
             1\u{a0}% of each other are taken as the same, and then what leaves one job to run comes first",
            lasts(way)
        ),
    };
    if others.is_empty() {
        format!("{why}.")
    } else {
        format!("{why}. The others, with that time: {}.", others.join(", "))
    }
}

/// The estimated cost of a way in one sentence.
fn figures_of(exit: &Exit, way: &Outlook, words: &Words) -> String {
    let catch_up = way
        .catch_up_secs
        .map_or_else(|| "it never catches up".to_owned(), |secs| format!("{} to catch up", time(secs)));
    let incomplete = match way.incomplete_secs {
        None => "results incomplete for ever".to_owned(),
        Some(secs) if secs > 0.0 => format!("results incomplete for {}", time(secs)),
        Some(_) => "no result incomplete".to_owned(),
    };
    let mut text = format!("Estimate: stopped for {}, then {catch_up}; {incomplete}", time(way.stop_secs));
    if way.lost_share > 0.0 {
        let _ = write!(text, "; {} of the past lost", percent(way.lost_share));
    }
    if way.records_replayed > 0 {
        let _ = write!(text, "; {} replayed", counted(way.records_replayed, "record", "records"));
    }
    if way.bytes_read > 0 {
        let _ = write!(text, "; {} read", bytes(way.bytes_read));
    }
    if way.bytes_written > 0 {
        let _ = write!(text, "; {} written", bytes(way.bytes_written));
    }
    let each = way.ceiling_after / way.jobs_after.max(1);
    let ceiling = counted(each.into(), words.worker, words.workers);
    let jobs = if way.jobs_after > 1 { format!(" in each of {} jobs", way.jobs_after) } else { String::new() };
    let _ = write!(text, ". The ceiling then: {ceiling}{jobs}.");
    if let Some(twice) = exit.ways.doubled(way) {
        text.push(' ');
        text.push_str(&twice);
    }
    text
}
