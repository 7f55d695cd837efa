//! Report → text, JSON, CSV, Markdown: one trait, a file a format. Nothing is computed here, figures are only laid out.

mod advise;
mod check;
mod compare;
mod csv;
mod heaviest;
mod inspect;
mod json;
mod junit;
mod key_list;
mod markdown;
mod record;
mod sarif;
mod sweep;
mod text;
mod ways_out;

pub use self::csv::Csv;
pub use advise::{PlanOrigin, advice_json, advice_markdown, advice_text};
pub use check::{CheckRun, check_json, check_text};
pub use compare::{compare_csv, compare_json, compare_markdown, compare_text};
pub use inspect::{Inspected, inspect_csv, inspect_json, inspect_markdown, inspect_text};
pub use json::Json;
pub use junit::check_junit;
pub use key_list::{empty_keys, null_keys, rejected_line, sentences as key_list_sentences};
pub use markdown::Markdown;
pub use record::record_markdown;
pub use sarif::{check_sarif, uri_path};
pub use sweep::{dealt_csv, dealt_csv_header, sweep_csv, sweep_csv_header, write_sweep_json};
pub use text::Text;
pub use ways_out::{ways_out_csv, ways_out_json, ways_out_markdown, ways_out_text};

use crate::keys::Recorded;
use crate::numerals::{counted, decimal, grouped, ranges};
use crate::simulate::Report;
use std::io::{self, Write};

/// A format that a report can be written in.
pub trait Export {
    /// The whole file, its last line ended.
    fn export(&self, report: &Report) -> String;

    /// Writes the same file; a format that may grow long writes it as it makes it.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.export(report).as_bytes())
    }
}

/// What a snapshot records of its job, and what of it is an estimate.
fn recorded(report: &Report, recorded: &Recorded) -> String {
    let words = &report.profile.facts().words;
    let estimate = recorded.estimate.as_ref().map_or_else(String::new, |estimate| format!(" Estimated: {estimate}"));
    match recorded.workers {
        Some(width) => {
            let width = counted(width.get().into(), words.worker, words.workers);
            format!("{width}. The state is laid out: every other step is a restart from it.{estimate}")
        }
        None => format!(
            "the state, but not the {}: width not recorded. Each step is a restart from that state.{estimate}",
            words.width
        ),
    }
}

/// Rising widths as ranges with plain hyphens: `1-13, 15, 16, 19`; a long list is cut in its middle.
fn widths(rising: &[u32]) -> String {
    /// Enough for every bucket count up to 128.
    const SHOWN: usize = 36;
    let all = ranges(rising).replace('–', "-");
    let parts: Vec<&str> = all.split(", ").collect();
    if parts.len() <= SHOWN {
        return all;
    }
    let (head, tail) = (&parts[..SHOWN - 8], &parts[parts.len() - 6..]);
    format!("{}, …, {} ({} in all)", head.join(", "), tail.join(", "), grouped(rising.len() as u64))
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
                && many.ends_with("16\u{a0}384, 32\u{a0}768 (362 in all)"),
            "{many}"
        );
    }
}
