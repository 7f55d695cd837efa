//! A decision record held against a policy and the scenario it is of.

use super::check::{BadCheck, Subject, Violation};
use super::figures::Figures;
use super::policy::{Most, Policy};
use super::record::{Record, scenario_digest};
use super::rule::{Place, Rule};
use crate::numerals::{counted, grouped};
use crate::plain::{excerpt, is_hidden, quoted};
use crate::simulate::Report;
use chrono::NaiveDate;

/// What a rule about records finds. Where there is no record, only [`Rule::RecordRequired`] has something to say.
pub(super) fn found(
    rule: Rule,
    policy: &Policy,
    subject: &Subject<'_>,
    report: &Report,
    figures: &Figures<'_>,
    today: NaiveDate,
) -> Result<Vec<Violation>, BadCheck> {
    let Some(record) = subject.record.map(|file| &file.record) else {
        return Ok(if rule == Rule::RecordRequired { vec![missing(subject)] } else { Vec::new() });
    };
    Ok(match rule {
        Rule::RecordCurrent => current(record, subject, report, figures, today)?,
        Rule::RecordReviewer => reviewer(record),
        Rule::RecordAge => {
            policy.record.and_then(|rules| rules.max_age_days).map_or_else(Vec::new, |most| age(record, most, today))
        }
        Rule::RecordLookAgain if today > record.look_again => vec![Violation::new(
            format!("a decision to be looked at again from {}, and today is {today}", record.look_again),
            "that day not to be past".to_owned(),
            Place::Record("look_again"),
        )],
        _ => Vec::new(),
    })
}

fn missing(subject: &Subject<'_>) -> Violation {
    let (file, record) = (quoted(subject.file), quoted(subject.record_file));
    let wanted = format!("a decision record (redeal record {file} -o {record})");
    Violation::new(format!("no {}", subject.record_file), wanted, Place::ScenarioFile)
}

/// Whether the record is of this scenario as it is. What names another scenario, engine or count is told as that, and not once
/// more as another digest.
fn current(
    record: &Record,
    subject: &Subject<'_>,
    report: &Report,
    figures: &Figures<'_>,
    today: NaiveDate,
) -> Result<Vec<Violation>, BadCheck> {
    let mut found = Vec::new();
    let mut tell =
        |field, found_one: String, wanted: String| found.push(Violation::new(found_one, wanted, Place::Record(field)));
    if record.scenario != subject.name {
        tell("scenario", format!("a record of {}", excerpt(&record.scenario)), format!("one of {}", subject.name));
    }
    if record.engine != report.engine {
        tell("engine", format!("a record for the engine {}", record.engine), report.engine.to_owned());
    }
    if record.buckets != figures.buckets {
        let wanted = format!("{}, the count of the scenario", grouped(figures.buckets.get().into()));
        tell("buckets", format!("a record for {}", figures.buckets_of(record.buckets.get())), wanted);
    }
    if found.is_empty() {
        let has_key_file = subject.scenario.keys.path().is_some();
        found.extend(digests(record, (&scenario_digest(subject.scenario)?, has_key_file), report));
    }
    if record.decided > today {
        let told = format!("a decision of {}, and today is {today}", record.decided);
        found.push(Violation::new(told, "a day that is not to come".to_owned(), Place::Record("decided")));
    }
    Ok(found)
}

/// Why a record's digests are no longer those of its scenario: an edit, another version, or other keys.
fn digests(record: &Record, (scenario, has_key_file): (&str, bool), report: &Report) -> Option<Violation> {
    let anew = || "a record made anew".to_owned();
    if record.scenario_digest != scenario {
        let figures = if record.digest == report.digest { "; its figures are the same" } else { "" };
        let written = if record.version == report.version {
            String::new()
        } else {
            format!(", or version {} writes it in other words than {}", report.version, excerpt(&record.version))
        };
        let told = format!("that the scenario was edited after the record was made{written}{figures}");
        return Some(Violation::new(told, anew(), Place::Record("scenario_digest")));
    }
    if record.digest == report.digest {
        return None;
    }
    let told = if record.version == report.version {
        let why = if has_key_file { "its key file was changed" } else { "the digest was edited by hand" };
        format!("other figures from the same scenario and version: {why}")
    } else {
        format!("that this version, {}, computes other figures than {}", report.version, excerpt(&record.version))
    };
    Some(Violation::new(told, anew(), Place::Record("digest")))
}

/// A name as it is compared: in small letters, parted by single spaces, without what is not seen.
fn same(name: &str) -> String {
    // Joiners are seen by nobody either, but some scripts are not written without them.
    let seen = |c: &char| !is_hidden(*c) && !matches!(c, '\u{200c}' | '\u{200d}');
    let parts = name.split_whitespace().map(|part| part.chars().filter(seen).collect::<String>().to_lowercase());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn reviewer(record: &Record) -> Vec<Violation> {
    let (decider, reviewer) = (same(&record.decided_by), same(&record.reviewed_by));
    let mut found = Vec::new();
    let is_name = |name: &str| name.contains(char::is_alphanumeric);
    let mut empty = |field, text: &str, wanted: &str| {
        let told =
            if text.trim().is_empty() { format!("an empty {field}") } else { format!("no letter or digit in {field}") };
        found.push(Violation::new(told, wanted.to_owned(), Place::Record(field)));
    };
    if !is_name(&decider) {
        empty("decided_by", &record.decided_by, "the name of who decided");
    }
    if !is_name(&reviewer) {
        empty("reviewed_by", &record.reviewed_by, "the name of who reviewed");
    } else if reviewer == decider {
        let told = format!("{} as reviewer and as decider", excerpt(record.reviewed_by.trim()));
        found.push(Violation::new(told, "somebody else as reviewer".to_owned(), Place::Record("reviewed_by")));
    }
    found
}

fn age(record: &Record, most: Most, today: NaiveDate) -> Vec<Violation> {
    let days = u64::try_from((today - record.decided).num_days()).unwrap_or(0);
    if days <= most.get() {
        return Vec::new();
    }
    let days = counted(days, "day", "days");
    let wanted = format!("at most {}", counted(most.get(), "day", "days"));
    vec![Violation::new(format!("a decision {days} old, of {}", record.decided), wanted, Place::Record("decided"))]
}
