//! The figures of a way out as rows: the same names, order and units in every table and picture.

use super::{Outlook, WaysOut};
use crate::numerals::{bytes, grouped, percent, time};

/// A figure of a way out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExitFigure {
    /// Its name in JSON and CSV.
    pub name: &'static str,
    /// Its name on screen.
    pub label: &'static str,
    /// What it is counted in: "s", "share", "records", "bytes", "jobs", "files" or "workers".
    pub unit: &'static str,
    /// How much it is.
    pub amount: ExitAmount,
}

/// How much a figure of a way out is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ExitAmount {
    /// Seconds.
    Secs(f64),
    /// Seconds without an end, until it is up to date.
    Never,
    /// Seconds without an end, in which something is missing.
    ForEver,
    /// A share from 0 to 1.
    Share(f64),
    /// Bytes.
    Bytes(u64),
    /// A count of something.
    Count(u64),
}

impl ExitAmount {
    /// As people read it, with its unit where that is no plain count: `62 s`, `never`, `25 %`, `1.28 MB`, `2`.
    #[must_use]
    pub fn shown(self) -> String {
        match self {
            Self::Secs(secs) => time(secs),
            Self::Never => "never".to_owned(),
            Self::ForEver => "for ever".to_owned(),
            Self::Share(share) => percent(share),
            Self::Bytes(count) => bytes(count),
            Self::Count(count) => grouped(count),
        }
    }

    /// As a program reads it: every digit; `never` or `for ever` where there is no end.
    #[must_use]
    pub fn exact(self) -> String {
        match self {
            Self::Secs(number) | Self::Share(number) => number.to_string(),
            Self::Never => "never".to_owned(),
            Self::ForEver => "for ever".to_owned(),
            Self::Bytes(count) | Self::Count(count) => count.to_string(),
        }
    }
}

impl WaysOut {
    /// The figures of one of its ways; none where nothing is done on it.
    #[must_use]
    pub fn figures(&self, way: &Outlook) -> Vec<ExitFigure> {
        if !self.leads_on(way) {
            return Vec::new();
        }
        let figure = |name, label, unit, amount| ExitFigure { name, label, unit, amount };
        let secs = |secs: Option<f64>, endless| secs.map_or(endless, ExitAmount::Secs);
        let count = ExitAmount::Count;
        vec![
            figure("stop_secs", "Stop", "s", ExitAmount::Secs(way.stop_secs)),
            figure("catch_up_secs", "Catch-up", "s", secs(way.catch_up_secs, ExitAmount::Never)),
            figure("incomplete_secs", "Incomplete results", "s", secs(way.incomplete_secs, ExitAmount::ForEver)),
            figure("lost_share", "Past that is lost", "share", ExitAmount::Share(way.lost_share)),
            figure("records_replayed", "Records replayed", "records", count(way.records_replayed)),
            figure("bytes_read", "Bytes read", "bytes", ExitAmount::Bytes(way.bytes_read)),
            figure("bytes_written", "Bytes written", "bytes", ExitAmount::Bytes(way.bytes_written)),
            figure("jobs_after", "Jobs then", "jobs", count(way.jobs_after.into())),
            figure("snapshot_bytes_after", "Snapshot then", "bytes", ExitAmount::Bytes(way.snapshot_bytes_after)),
            figure("files_after", "Files then", "files", count(way.files_after)),
            figure("ceiling_after", "Ceiling then", "workers", count(way.ceiling_after.into())),
        ]
    }
}
