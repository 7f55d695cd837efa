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
    let mut text = format!("**{}**{settings}, {goal}. {}\n\n", way.route.kind.title(), cell(way.route.how));
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
    let _ = writeln!(text, "\n{}", chosen(exit));
    let guess = if exit.has_own_plan {
        ""
    } else {
        " These are figures to start from: the scenario has no `ways_out` of its own."
    };
    let _ = writeln!(text, "\nReckoned with {}{guess}", cell(&reckoned(&exit.ways, &exit.plan)));
    text
}

/// Why this way, and what the others would take.
fn chosen(exit: &Exit) -> String {
    let others: Vec<String> = exit
        .others()
        .map(|way| {
            let secs = stopped_and_incomplete(way).map_or_else(|| "for ever".to_owned(), time);
            format!("{} ({secs})", way.route.kind.id())
        })
        .collect();
    let why = match (exit.is_wished, others.is_empty()) {
        (true, _) => "Chosen by who decided.",
        (false, true) => "It is the only way that the engine has.",
        (false, false) => {
            "Chosen as the way with the least time stopped plus incomplete that leads to a higher ceiling."
        }
    };
    if others.is_empty() { why.to_owned() } else { format!("{why} The others, with that time: {}.", others.join(", ")) }
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
    let _ = write!(text, ". The ceiling then: {}.", counted(way.ceiling_after.into(), words.worker, words.workers));
    if let Some(twice) = exit.ways.doubled(way) {
        text.push(' ');
        text.push_str(&twice);
    }
    text
}
