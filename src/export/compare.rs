//! A comparison as text, CSV, JSON and Markdown.

use super::text::Page;
use crate::explore::{Comparison, Missing, OUTCOME, Row};
use crate::numerals::{decimal, figure, percent, short};
use std::fmt::Write;

/// Columns of the CSV: one line a figure and scenario, the scenarios called A to D in the order given.
const HEADER: &str = "step,figure,unit,scenario,value,difference,relative\n";

/// One line a figure and scenario; missing figures are empty. Steps count from 0; figures of the whole job have none. A line
/// `Outcome` a step and scenario says what became of the step: `runs`, `refused: width`, `no such step`, …
#[must_use]
pub fn compare_csv(comparison: &Comparison) -> String {
    let mut text = HEADER.to_owned();
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    for rows in comparison.rows.chunk_by(|a, b| a.step == b.step) {
        for outcomes in comparison.outcomes_of(rows[0].step) {
            for (words, letter) in outcomes.words().zip(LETTERS) {
                let _ = writeln!(text, "{},{OUTCOME},,{letter},{words},,", outcomes.step);
            }
        }
        for row in rows {
            for (at, letter) in LETTERS.iter().take(comparison.scenarios.len()).enumerate() {
                let step = row.step.map_or_else(String::new, |step| step.to_string());
                let [value, difference, relative] =
                    [&row.values, &row.differences, &row.relative].map(|list| number(list[at]));
                let _ = writeln!(text, "{step},{},{},{letter},{value},{difference},{relative}", row.label, row.unit);
            }
        }
    }
    text
}

/// Format `redeal-compare/1`.
#[must_use]
pub fn compare_json(comparison: &Comparison) -> String {
    let mut text = serde_json::to_string_pretty(comparison).expect("a comparison is numbers and names");
    text.push('\n');
    text
}

/// A table a step, a column a scenario; beside each figure its distance to the base.
#[must_use]
pub fn compare_text(comparison: &Comparison, width: usize, unicode: bool) -> String {
    let mut page = Page::new(width, unicode);
    for ((letter, scenario), name) in LETTERS.iter().zip(&comparison.scenarios).zip(comparison.names()) {
        page.entry(letter, &format!("{name} ({}, digest {})", scenario.engine, scenario.digest));
    }
    page.entry("", &format!("differences are to {}", LETTERS[comparison.base]));
    for sign in signs(comparison) {
        page.entry("", sign);
    }
    for rows in comparison.rows.chunk_by(|a, b| a.step == b.step) {
        page.blank();
        // Names stand to the left, so each is filled up to the longest.
        let name = |name: &str| format!("{name:<LABEL$}");
        let title = name(&title(rows[0].step));
        let mut header = vec![title.as_str()];
        header.extend(&LETTERS[..comparison.scenarios.len()]);
        let mut table = table(comparison, rows);
        for row in &mut table {
            row[0] = name(&row[0]);
        }
        page.table(&header, &table);
    }
    page.finish()
}

/// The same tables for a pull request.
#[must_use]
pub fn compare_markdown(comparison: &Comparison) -> String {
    let mut text = String::new();
    for ((letter, scenario), name) in LETTERS.iter().zip(&comparison.scenarios).zip(comparison.names()) {
        let name = super::markdown::cell(&name);
        let _ = writeln!(text, "- **{letter}**: {name} ({}, digest `{}`)", scenario.engine, scenario.digest);
    }
    let signs = signs(comparison).into_iter().fold(String::new(), |text, sign| text + " " + sign + ".");
    let _ = writeln!(text, "\nDifferences are to {}.{signs}", LETTERS[comparison.base]);
    for rows in comparison.rows.chunk_by(|a, b| a.step == b.step) {
        let _ = writeln!(text, "\n| {} | {} |", title(rows[0].step), LETTERS[..comparison.scenarios.len()].join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(comparison.scenarios.len()));
        for row in table(comparison, rows) {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
    }
    text
}

/// Columns of the longest label.
const LABEL: usize = 24;
/// Short names of the columns.
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];
/// What stands for a figure that is missing, and what it means.
const SIGNS: [(Missing, &str, &str); 3] = [
    (Missing::Refused, "-", "- stands for a refused step"),
    (Missing::NoStep, "x", "x for a step that the scenario does not have"),
    (Missing::NoFigure, "n/a", "n/a for what does not apply or is not modelled"),
];

fn title(step: Option<usize>) -> String {
    step.map_or_else(|| "The job".to_owned(), |step| format!("Step {}", step + 1))
}

/// What the signs mean that the tables show.
fn signs(comparison: &Comparison) -> Vec<&'static str> {
    let shows = |missing| {
        let lacks = |row: &Row, at: usize| row.values[at].is_none() && comparison.missing(row, at) == missing;
        comparison.rows.iter().any(|row| (0..row.values.len()).any(|at| lacks(row, at)))
    };
    SIGNS.into_iter().filter(|(missing, ..)| shows(*missing)).map(|(_, _, meaning)| meaning).collect()
}

/// What became of the step, then a row a figure.
fn table(comparison: &Comparison, rows: &[Row]) -> Vec<Vec<String>> {
    let outcomes = comparison.outcomes_of(rows[0].step).map(|row| {
        let label = std::iter::once(OUTCOME.to_owned());
        label.chain(row.words()).collect()
    });
    outcomes.into_iter().chain(rows.iter().map(|row| cells(comparison, row))).collect()
}

/// The label, then a cell a scenario.
fn cells(comparison: &Comparison, row: &Row) -> Vec<String> {
    let base = comparison.base;
    let cell = |at: usize| {
        let Some(value) = row.values[at] else {
            let missing = comparison.missing(row, at);
            return SIGNS.into_iter().find(|(sign, ..)| *sign == missing).map_or("-", |(_, sign, _)| sign).to_owned();
        };
        let shown = figure(value, row.unit);
        match distance(row, at, LETTERS[base]).filter(|_| at != base) {
            Some(distance) => format!("{shown} ({distance})"),
            None => shown,
        }
    };
    std::iter::once(row.label.to_owned()).chain((0..row.values.len()).map(cell)).collect()
}

/// How far a figure is from the base's: `+12 %`, `34 times A` above ten times more, `+3.1 points` where the figure is in percent
/// itself; `None` where they are the same, or one is missing.
fn distance(row: &Row, at: usize, base: &str) -> Option<String> {
    /// From ten times more on, +1000 %, percent says less than times do.
    const MANY: f64 = 10.0;
    let difference = row.differences[at].filter(|difference| *difference != 0.0)?;
    if row.unit == "%" {
        return Some(format!("{} points", points(difference)));
    }
    let relative = row.relative[at]?;
    if relative > MANY {
        return Some(format!("{} times {base}", short(1.0 + relative)));
    }
    Some(signed(relative))
}

/// `+3.1`, `-0.02`: as many decimals as show something, up to four.
fn points(difference: f64) -> String {
    let sign = if difference < 0.0 { '-' } else { '+' };
    let size = difference.abs();
    let shows = |decimals: &usize| decimal(size, *decimals).contains(|c: char| ('1'..='9').contains(&c));
    match (1..=4).find(shows) {
        Some(decimals) => format!("{sign}{}", decimal(size, decimals)),
        None => format!("{sign}below 0.0001"),
    }
}

/// `+12 %`, `-3.1 %`.
fn signed(relative: f64) -> String {
    let sign = if relative < 0.0 { '-' } else { '+' };
    format!("{sign}{}", percent(relative.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(unit: &'static str, base: f64, value: f64) -> Row {
        let relative = (unit != "%").then(|| value / base - 1.0);
        Row {
            step: None,
            label: "",
            unit,
            values: vec![Some(base), Some(value)],
            differences: vec![Some(0.0), Some(value - base)],
            relative: vec![Some(0.0), relative],
        }
    }

    #[test]
    fn distances_carry_their_sign_and_their_unit() {
        assert_eq!([signed(-0.031), signed(0.5)], ["-3.1\u{a0}%", "+50\u{a0}%"]);
        let told = |unit, base, value| distance(&row(unit, base, value), 1, "A");
        // 9.9 % and 13 % are 3.1 points apart, not 31 %.
        assert_eq!(told("%", 9.9, 13.0).unwrap(), "+3.1 points");
        assert_eq!(told("%", 9.9, 9.88).unwrap(), "-0.02 points");
        // 3500 is 35 times 100; 1100 is eleven times or +1000 %.
        assert_eq!(told("bytes", 100.0, 3500.0).unwrap(), "35 times A");
        assert_eq!(told("bytes", 100.0, 1100.0).unwrap(), "+1000\u{a0}%");
        assert_eq!(told("bytes", 100.0, 100.0), None);
    }
}
