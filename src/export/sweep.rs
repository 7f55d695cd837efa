//! A sweep's table as CSV and JSON.

use crate::engine::Cause;
use crate::explore::{DealtRow, SweepRow};
use serde::Serialize;
use std::io::{self, Write};

/// Columns of a sweep; the band's are empty where no seeds were swept.
const HEADER: &str = "buckets,workers,outcome,owners,most_buckets,even_width,peak_to_mean,effective_width,p5,p50,p95\n";

/// The header line of the CSV.
#[must_use]
pub const fn sweep_csv_header() -> &'static str {
    HEADER
}

/// The header line of the CSV of a sweep over dealing rules: two columns more.
#[must_use]
pub fn dealt_csv_header() -> String {
    format!("{},dealing,cause\n", HEADER.trim_end())
}

/// Rows as CSV, without the header: one line a count and width. Figures of a refused width are empty.
#[must_use]
pub fn sweep_csv(rows: &[SweepRow]) -> String {
    rows.iter().map(|row| line(row) + "\n").collect()
}

/// Rows of a sweep over dealing rules as CSV, without the header: one line a count, width and rule, with the cause where the
/// width is refused.
#[must_use]
pub fn dealt_csv(rows: &[DealtRow]) -> String {
    let lines = rows.iter().map(|DealtRow { dealing, row }| {
        format!("{},{},{}\n", line(row), dealing.name(), row.cause.map_or("", Cause::word))
    });
    lines.collect()
}

fn line(row: &SweepRow) -> String {
    let outcome = row.outcome.word();
    let figures = if row.owners == 0 {
        ",,,".to_owned()
    } else {
        format!("{},{},{},{}", row.most_buckets, row.even_width, row.peak_to_mean, row.effective_width)
    };
    let band = row.band.filter(|_| row.owners > 0);
    let band = band.map_or_else(|| ",,".to_owned(), |band| format!("{},{},{}", band.p5, band.p50, band.p95));
    format!("{},{},{outcome},{},{figures},{band}", row.buckets, row.workers, row.owners)
}

/// Writes rows, those of [`SweepRow`] or [`DealtRow`], as indented JSON: `{"format": "redeal-sweep/1", "rows": […]}`.
///
/// # Errors
/// Those of `out`.
pub fn write_sweep_json<R: Serialize>(rows: &[R], out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Table<'a, R> {
        format: &'static str,
        rows: &'a [R],
    }
    serde_json::to_writer_pretty(&mut *out, &Table { format: "redeal-sweep/1", rows })?;
    writeln!(out)
}
