//! The ways out of a bucket count as text, CSV, JSON and Markdown.

use super::markdown::cell;
use super::text::Page;
use crate::engine::{Facts, RouteKind};
use crate::explore::{ExitPlan, Outlook, WAYS_OUT_LIMITS, WaysOut};
use crate::numerals::{bytes, decimal, grouped, short, time};
use crate::simulate::Job;
use crate::unit::rounded;
use serde::Serialize;
use std::fmt::Write;

/// Columns of the CSV: one line a way and figure; one line without a figure for a way on which nothing is done.
const HEADER: &str = "route,allowed,figure,unit,value\n";

/// The ways out as they are written, with what they are of.
#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: &'static str,
    scenario: &'a str,
    engine: &'static str,
    seed: u64,
    plan: &'a ExitPlan,
    #[serde(flatten)]
    ways: &'a WaysOut,
}

/// Format `redeal-ways-out/1`. Fields that end in `_secs` are seconds, null where there is no end; `lost_share` is a share from
/// 0 to 1; what has bytes in its name is bytes. A way that the engine does not have (`allowed: "no"`), or that needs no other count, leaves all as it is.
#[must_use]
pub fn ways_out_json(ways: &WaysOut, plan: &ExitPlan, job: &Job) -> String {
    let written = Written {
        format: "redeal-ways-out/1",
        version: env!("CARGO_PKG_VERSION"),
        scenario: &job.name,
        engine: job.engine.facts().id,
        seed: job.seed,
        plan,
        ways,
    };
    let mut text = serde_json::to_string_pretty(&written).expect("ways out are numbers and names");
    text.push('\n');
    text
}

/// One line a way and figure; `never` and `for ever` stand where there is no end.
#[must_use]
pub fn ways_out_csv(ways: &WaysOut) -> String {
    let mut text = HEADER.to_owned();
    for way in &ways.routes {
        let (route, allowed) = (way.route.kind.id(), way.route.allowed.id());
        let figures = ways.figures(way);
        if figures.is_empty() {
            let _ = writeln!(text, "{route},{allowed},,,");
        }
        for figure in figures {
            let _ = writeln!(text, "{route},{allowed},{},{},{}", figure.name, figure.unit, figure.amount.exact());
        }
    }
    text
}

/// A sentence, what it is reckoned with, the figures side by side, then each way with how, limits and source.
#[must_use]
pub fn ways_out_text(ways: &WaysOut, plan: &ExitPlan, facts: &Facts, width: usize, unicode: bool) -> String {
    let mut page = Page::new(width, unicode);
    page.wrapped("", "", &ways.sentence(facts));
    page.blank();
    page.entry("From", &today(ways, facts));
    page.entry("Reckoned with", &reckoned(ways, plan));
    page.blank();
    let rows = rows(ways, facts);
    let longest = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
    // Names stand to the left, so each is filled up to the longest.
    let filled = |row: &Vec<String>| {
        let name = std::iter::once(format!("{:<longest$}", row[0]));
        name.chain(row[1..].iter().cloned()).collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(filled).collect();
    if !rows.is_empty() {
        page.table(&titles().each_ref().map(String::as_str), &rows);
    }
    for way in &ways.routes {
        page.blank();
        page.line(&format!("{}: {}", way.route.title, way.verdict().to_lowercase()));
        for (name, said) in said(ways, way) {
            page.wrapped(&format!("  {name:<9}"), &" ".repeat(11), &said);
        }
    }
    page.blank();
    page.wrapped("", "", &format!("Left out: {WAYS_OUT_LIMITS}"));
    page.finish()
}

/// The same for a pull request.
#[must_use]
pub fn ways_out_markdown(ways: &WaysOut, plan: &ExitPlan, facts: &Facts) -> String {
    let mut text = format!("**{}**\n", cell(&ways.sentence(facts)));
    let _ = writeln!(text, "\nFrom: {}", cell(&today(ways, facts)));
    let _ = writeln!(text, "\nReckoned with: {}", cell(&reckoned(ways, plan)));
    let rows = rows(ways, facts);
    if !rows.is_empty() {
        let _ = writeln!(text, "\n| {} |", titles().join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(titles().len() - 1));
    }
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    for way in &ways.routes {
        let _ = writeln!(text, "\n**{}: {}**\n", way.route.title, way.verdict().to_lowercase());
        for (name, said) in said(ways, way) {
            let _ = writeln!(text, "- {name}: {}", cell(&said));
        }
    }
    let _ = writeln!(text, "\nLeft out: {WAYS_OUT_LIMITS}");
    text
}

fn today(ways: &WaysOut, facts: &Facts) -> String {
    let words = &facts.words;
    format!(
        "{}: {} {} at {} {}; one snapshot ({}) takes {} in {} files.",
        facts.name,
        grouped(ways.buckets.into()),
        words.buckets,
        grouped(ways.workers.into()),
        words.workers,
        words.snapshot,
        bytes(ways.snapshot_bytes),
        grouped(ways.files)
    )
}

pub(super) fn reckoned(ways: &WaysOut, plan: &ExitPlan) -> String {
    let bytes_per_sec = match plan.bytes_per_sec {
        slow if slow < 1.0 => format!("{}\u{a0}B", rate(slow)),
        fast => bytes(rounded(fast)),
    };
    let held = match plan.retained_records {
        Some(kept) if kept < ways.history_records => format!("the newest {} of them", grouped(kept)),
        _ => "all of them".to_owned(),
    };
    format!(
        "{} records a second that arrive, {} a second that are replayed, {bytes_per_sec} a second read or written, {} for a \
         restart; {} records made the state, and the source holds {held}.",
        rate(plan.live_per_sec),
        rate(plan.replay_per_sec),
        time(plan.restart_secs),
        grouped(ways.history_records),
    )
}

/// A rate, which may be far below one a second.
fn rate(per_sec: f64) -> String {
    if per_sec >= 1.0 || per_sec == 0.0 {
        return short(per_sec);
    }
    decimal(per_sec, 6).trim_end_matches('0').to_owned()
}

fn titles() -> [String; 5] {
    let [a, b, c] = [RouteKind::Rebuild, RouteKind::Rewrite, RouteKind::Split].map(|kind| kind.id().to_owned());
    [String::new(), "today".to_owned(), a, b, c]
}

/// A row a figure: its name, today, each way.
fn rows(ways: &WaysOut, facts: &Facts) -> Vec<Vec<String>> {
    const NONE: &str = "-";
    let figures = ways.routes.each_ref().map(|way| ways.figures(way));
    let Some(named) = figures.iter().find(|figures| !figures.is_empty()) else { return Vec::new() };
    let row = |at: usize| {
        let (name, label) = (named[at].name, named[at].label);
        let (label, today) = match name {
            "jobs_after" => (label.to_owned(), "1".to_owned()),
            "snapshot_bytes_after" => (label.to_owned(), bytes(ways.snapshot_bytes)),
            "files_after" => (label.to_owned(), grouped(ways.files)),
            "ceiling_after" => (format!("{label}, {}", facts.words.workers), grouped(ways.buckets.into())),
            _ => (label.to_owned(), NONE.to_owned()),
        };
        let of = figures.iter().map(|list| list.get(at).map_or_else(|| NONE.to_owned(), |it| it.amount.shown()));
        [label, today].into_iter().chain(of).collect()
    };
    (0..named.len()).map(row).collect()
}

/// What there is to say of one way, each under its name.
fn said(ways: &WaysOut, way: &Outlook) -> Vec<(&'static str, String)> {
    let route = &way.route;
    let how = std::iter::once(("How", route.how.to_owned()));
    let limits = route.limits.iter().map(|limit| ("Limit", (*limit).to_owned()));
    let doubled = ways.doubled(way).map(|twice| ("Doubles", twice));
    let source = std::iter::once(("Source", format!("{}.", route.source)));
    how.chain(limits).chain(doubled).chain(source).collect()
}
