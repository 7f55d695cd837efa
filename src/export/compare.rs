//! A comparison as text, CSV, JSON and Markdown.

use super::text::Page;
use crate::explore::{Comparison, Row};
use crate::numerals::{figure, percent};
use std::fmt::Write;

/// Columns of the CSV: one line a figure and scenario, the scenarios called A to D in the order given.
const HEADER: &str = "step,figure,unit,scenario,value,difference,relative\n";

/// One line a figure and scenario; missing figures are empty. Steps count from 0; figures of the whole job
/// have none.
#[must_use]
pub fn compare_csv(comparison: &Comparison) -> String {
    let mut text = HEADER.to_owned();
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    for row in &comparison.rows {
        for (at, letter) in LETTERS.iter().take(comparison.scenarios.len()).enumerate() {
            let step = row.step.map_or_else(String::new, |step| step.to_string());
            let [value, difference, relative] =
                [&row.values, &row.differences, &row.relative].map(|list| number(list[at]));
            let _ = writeln!(text, "{step},{},{},{letter},{value},{difference},{relative}", row.label, row.unit);
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
    for (letter, scenario) in LETTERS.iter().zip(&comparison.scenarios) {
        page.entry(letter, &format!("{} ({}, digest {})", scenario.name, scenario.engine, scenario.digest));
    }
    page.entry("", &format!("differences are to {}", LETTERS[comparison.base]));
    for rows in comparison.rows.chunk_by(|a, b| a.step == b.step) {
        page.blank();
        // Names stand to the left, so each is filled up to the longest.
        let name = |name: &str| format!("{name:<LABEL$}");
        let title = name(&title(rows[0].step));
        let mut header = vec![title.as_str()];
        header.extend(&LETTERS[..comparison.scenarios.len()]);
        let mut rows: Vec<Vec<String>> = rows.iter().map(|row| cells(row, comparison.base)).collect();
        for row in &mut rows {
            row[0] = name(&row[0]);
        }
        page.table(&header, &rows);
    }
    page.finish()
}

/// The same tables for a pull request.
#[must_use]
pub fn compare_markdown(comparison: &Comparison) -> String {
    let mut text = String::new();
    for (letter, scenario) in LETTERS.iter().zip(&comparison.scenarios) {
        let name = super::markdown::cell(&scenario.name);
        let _ = writeln!(text, "- **{letter}**: {name} ({}, digest `{}`)", scenario.engine, scenario.digest);
    }
    let _ = writeln!(text, "\nDifferences are to {}.", LETTERS[comparison.base]);
    for rows in comparison.rows.chunk_by(|a, b| a.step == b.step) {
        let _ = writeln!(text, "\n| {} | {} |", title(rows[0].step), LETTERS[..comparison.scenarios.len()].join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(comparison.scenarios.len()));
        for row in rows {
            let _ = writeln!(text, "| {} |", cells(row, comparison.base).join(" | "));
        }
    }
    text
}

/// Columns of the longest label.
const LABEL: usize = 24;
/// Short names of the columns.
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

fn title(step: Option<usize>) -> String {
    step.map_or_else(|| "The job".to_owned(), |step| format!("Step {}", step + 1))
}

/// The label, then a cell a scenario.
fn cells(row: &Row, base: usize) -> Vec<String> {
    let cell = |at: usize| {
        let Some(value) = row.values[at] else { return "-".to_owned() };
        let shown = figure(value, row.unit);
        match row.relative[at] {
            _ if at == base => shown,
            Some(relative) if row.values[base] != Some(value) => format!("{shown} ({})", signed(relative)),
            _ => shown,
        }
    };
    std::iter::once(row.label.to_owned()).chain((0..row.values.len()).map(cell)).collect()
}

/// `+12 %`, `-3.1 %`.
fn signed(relative: f64) -> String {
    let sign = if relative < 0.0 { '-' } else { '+' };
    format!("{sign}{}", percent(relative.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_carry_their_sign() {
        assert_eq!([signed(-0.031), signed(0.5)], ["-3.1\u{a0}%", "+50\u{a0}%"]);
    }
}
