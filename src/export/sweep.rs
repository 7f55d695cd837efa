//! A sweep's table as CSV and JSON.

use crate::explore::SweepRow;

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
    lines.collect::<Vec<String>>().concat()
}

/// Rows as JSON: `{"format": "redeal-sweep/1", "rows": […]}`.
#[must_use]
pub fn sweep_json(rows: &[SweepRow]) -> String {
    let value = serde_json::json!({ "format": "redeal-sweep/1", "rows": rows });
    let mut text = serde_json::to_string_pretty(&value).expect("rows are numbers and names");
    text.push('\n');
    text
}
