//! A sweep's table as CSV and JSON.

use crate::explore::SweepRow;
use serde::Serialize;
use std::io::{self, Write};

/// Columns of a sweep; the band's are empty where no seeds were swept.
const HEADER: &str = "buckets,workers,outcome,owners,most_buckets,even_width,peak_to_mean,effective_width,p5,p50,p95\n";

/// The header line of the CSV.
#[must_use]
pub const fn sweep_csv_header() -> &'static str {
    HEADER
}

/// Rows as CSV, without the header: one line a count and width. Figures of a refused width are empty.
#[must_use]
pub fn sweep_csv(rows: &[SweepRow]) -> String {
    let lines = rows.iter().map(|row| {
        let outcome = super::text::outcome(row.outcome);
        let figures = if row.owners == 0 {
            ",,,".to_owned()
        } else {
            format!("{},{},{},{}", row.most_buckets, row.even_width, row.peak_to_mean, row.effective_width)
        };
        let band = row.band.filter(|_| row.owners > 0);
        let band = band.map_or_else(|| ",,".to_owned(), |band| format!("{},{},{}", band.p5, band.p50, band.p95));
        format!("{},{},{outcome},{},{figures},{band}\n", row.buckets, row.workers, row.owners)
    });
    lines.collect()
}

/// Writes rows as indented JSON: `{"format": "redeal-sweep/1", "rows": […]}`.
///
/// # Errors
/// Those of `out`.
pub fn write_sweep_json(rows: &[SweepRow], out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Table<'a> {
        format: &'static str,
        rows: &'a [SweepRow],
    }
    serde_json::to_writer_pretty(&mut *out, &Table { format: "redeal-sweep/1", rows })?;
    writeln!(out)
}
