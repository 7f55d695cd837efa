//! Report → text, JSON, CSV, Markdown: one trait, a file a format. Nothing is computed here, figures are only laid out.

mod csv;
mod json;
mod markdown;
mod sweep;
mod text;

pub use self::csv::Csv;
pub use json::Json;
pub use markdown::Markdown;
pub use sweep::{sweep_csv, sweep_csv_header, sweep_json};
pub use text::Text;

use crate::numerals;
use crate::simulate::Report;

/// A format that a report can be written in.
pub trait Export {
    /// The whole file, its last line ended.
    fn export(&self, report: &Report) -> String;
}

/// A ratio or share with so many decimals; a dash where it is no number, which no report should hold.
fn decimal(number: f64, decimals: usize) -> String {
    if number.is_finite() { format!("{number:.decimals$}") } else { "-".to_owned() }
}

/// Rising widths as ranges with plain hyphens: `1-13, 15, 16, 19`; a long list is cut in its middle.
fn widths(rising: &[u32]) -> String {
    /// Enough for every bucket count up to 128.
    const SHOWN: usize = 36;
    let all = numerals::ranges(rising).replace('–', "-");
    let parts: Vec<&str> = all.split(", ").collect();
    if parts.len() <= SHOWN {
        return all;
    }
    let (head, tail) = (&parts[..SHOWN - 8], &parts[parts.len() - 6..]);
    format!("{}, …, {} ({} in all)", head.join(", "), tail.join(", "), rising.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::useful_widths;
    use crate::unit::BucketCount;

    #[test]
    fn widths_read_as_ranges() {
        let widths = |n| widths(&useful_widths(BucketCount::clamped(n)));
        assert_eq!(widths(128), "1-13, 15, 16, 19, 22, 26, 32, 43, 64, 128");
        let many = widths(32_768);
        assert!(
            many.starts_with("1-194, 196-200, ")
                && many.contains(", …, ")
                && many.ends_with("16384, 32768 (362 in all)"),
            "{many}"
        );
    }

    #[test]
    fn what_is_no_number_is_a_dash() {
        assert_eq!([decimal(f64::NAN, 2), decimal(f64::INFINITY, 2), decimal(1.256, 2)], ["-", "-", "1.26"]);
    }
}
