//! What was found in a file of keys, in sentences.

use crate::keys::{ListFacts, RejectedRow};
use crate::numerals::{counted, grouped, percent};
use crate::plain::excerpt;
use crate::simulate::{KeyFigures, Report};

/// Rows that cannot be read which are quoted.
const QUOTED: usize = 3;

/// A sentence each: where the keys are from, what was left out, what is an estimate. None where keys come from no file.
#[must_use]
pub fn sentences(report: &Report) -> Vec<String> {
    let Some(list) = &report.key_list else { return Vec::new() };
    let facts = &list.facts;
    let loads = facts
        .load_column
        .as_ref()
        .map_or_else(|| "each row one record".to_owned(), |column| format!("loads from {}", excerpt(column)));
    let state = facts
        .state_column
        .as_ref()
        .map_or_else(String::new, |column| format!(", bytes of state from {}", excerpt(column)));
    let mut sentences = vec![format!(
        "{} of {} ({}): keys from {}, {loads}{state}.",
        counted(facts.rows, "row", "rows"),
        excerpt(&facts.file),
        facts.format,
        excerpt(&facts.key_column),
    )];
    sentences.extend(facts.remarks.iter().cloned());
    if facts.rejected > 0 {
        let quoted: Vec<String> = facts.first_rejected.iter().take(QUOTED).map(place).collect();
        let more = facts.rejected - quoted.len() as u64;
        let more = if more > 0 { format!("; and {} more", grouped(more)) } else { String::new() };
        sentences.push(format!("{}: {}{more}.", left_out(facts), quoted.join("; ")));
    }
    if facts.null_rows > 0 {
        let (engine, refused) = (report.profile.facts().name, list.null_refused.as_deref());
        sentences.push(null_keys(facts.null_rows, facts.null_load, engine, refused));
    }
    if facts.empty_rows > 0 {
        sentences.push(empty_keys(facts.empty_rows));
    }
    sentences.extend(estimates(&report.keys, facts));
    sentences
}

/// What becomes of rows without a key, `refused` being the engine's reason where it takes none.
#[must_use]
pub fn null_keys(rows: u64, load: u64, engine: &str, refused: Option<&str>) -> String {
    let (rows, load) = (have(rows), counted(load, "record", "records"));
    match refused {
        Some(text) => format!("{rows} a null key ({load}): {engine} refuses it (\"{text}\"), so they are left out."),
        None => format!("{rows} a null key ({load}): {engine} hashes null as it does any key."),
    }
}

/// What is said of rows whose key is the empty text.
#[must_use]
pub fn empty_keys(rows: u64) -> String {
    format!("{} the empty text for a key.", have(rows))
}

fn have(rows: u64) -> String {
    match rows {
        1 => "1 row has".to_owned(),
        rows => format!("{} rows have", grouped(rows)),
    }
}

fn estimates(keys: &KeyFigures, facts: &ListFacts) -> Vec<String> {
    let mut sentences = Vec::new();
    if keys.count_is_estimate {
        sentences.push(format!(
            "Keys are too many to be counted one by one: how many there are, in all and in each bucket, is an estimate from a sample, \
             in all with a standard error of {}; loads are exact.",
            percent(facts.distinct_error)
        ));
    }
    if let Some(most) = keys.hottest_load_at_most {
        sentences
            .push(format!("No key stands out: another one may have up to {}.", counted(most, "record", "records")));
    }
    sentences
}

/// `3 of 12 003 rows cannot be read and are left out`.
fn left_out(facts: &ListFacts) -> String {
    let all = counted(facts.rows + facts.rejected, "row", "rows");
    let are = if facts.rejected == 1 { "is" } else { "are" };
    format!("{} of {all} cannot be read and {are} left out", grouped(facts.rejected))
}

fn place(row: &RejectedRow) -> String {
    format!("line {}, {}", row.line, row.reason)
}

/// One line for a message; `None` where every row was read.
#[must_use]
pub fn rejected_line(facts: &ListFacts) -> Option<String> {
    let first = facts.first_rejected.first()?;
    Some(format!("{}: {}; the first: {}", facts.file, left_out(facts), place(first)))
}
