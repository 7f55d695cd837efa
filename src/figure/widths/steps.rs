//! The staircase's steps: where another worker helps, and the longest stretch where none does.

use crate::engine::Outcome;
use crate::explore::SweepRow;
use crate::numerals::{counted, grouped};

/// A stretch of widths of one effective width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stretch {
    /// The first width, which is the useful one.
    pub first: u32,
    /// The last width.
    pub last: u32,
    /// Effective width of even keys on all of them.
    pub even_width: f64,
    /// Most buckets on a worker.
    pub most: u32,
}

/// The rows of one bucket count, read as a staircase.
pub(super) struct Steps<'a> {
    /// The bucket count.
    pub buckets: u32,
    /// All rows, by rising width.
    pub rows: &'a [SweepRow],
    /// Every stretch below the ceiling, by rising width.
    pub stretches: Vec<Stretch>,
    /// The longest stretch of two widths or more below the ceiling.
    pub plateau: Option<Stretch>,
}

impl<'a> Steps<'a> {
    /// The steps of rows of one count, of which there is at least one.
    pub fn of(rows: &'a [SweepRow]) -> Self {
        let running: Vec<&SweepRow> = rows.iter().filter(|row| row.outcome == Outcome::Runs).collect();
        let same = |a: &&SweepRow, b: &&SweepRow| (a.even_width - b.even_width).abs() < 1e-9 && a.workers < b.workers;
        let stretches = running.chunk_by(same).map(|run| Stretch {
            first: run[0].workers,
            last: run[run.len() - 1].workers,
            even_width: run[0].even_width,
            most: run[0].most_buckets,
        });
        let stretches: Vec<Stretch> = stretches.collect();
        let long = stretches.iter().copied().filter(|run| run.last > run.first);
        let plateau = long.max_by_key(|run| (run.last - run.first, run.last));
        Self { buckets: rows[0].buckets, rows, stretches, plateau }
    }

    /// The same, read for one width: where others are as fast as it with fewer workers, that stretch is the one that is told of.
    pub fn around(mut self, width: Option<u32>) -> Self {
        let holds = |run: &&Stretch| width.is_some_and(|width| run.first < width && width <= run.last);
        self.plateau = self.stretches.iter().find(holds).copied().or(self.plateau);
        self
    }

    /// Widths at which even keys are faster than at every smaller width in the rows.
    pub fn useful(&self) -> Vec<&'a SweepRow> {
        let (mut best, mut useful) = (0.0, Vec::new());
        for row in self.rows.iter().filter(|row| row.owners > 0) {
            if row.even_width > best + 1e-9 {
                best = row.even_width;
                useful.push(row);
            }
        }
        useful
    }

    /// The last width at which every worker can own a bucket, where the rows go past it, and what is past it.
    pub fn ceiling(&self) -> Option<(u32, &SweepRow)> {
        let past = self.rows.iter().position(|row| row.outcome != Outcome::Runs)?;
        let last = past.checked_sub(1).map_or(0, |before| self.rows[before].workers);
        Some((last, &self.rows[past]))
    }

    /// What the picture says, in one sentence.
    pub fn sentence(&self) -> String {
        let buckets = counted(self.buckets.into(), "bucket", "buckets");
        let whole = |run: &Stretch| {
            format!("buckets stay whole, and somebody still owns {} of {buckets}.", grouped(run.most.into()))
        };
        match &self.plateau {
            Some(run) if run.last - run.first == 1 => format!(
                "{} workers are no faster than {}: {}",
                grouped(run.last.into()),
                grouped(run.first.into()),
                whole(run)
            ),
            Some(run) => format!(
                "{} to {} workers are no faster than {}: {}",
                grouped((run.first + 1).into()),
                grouped(run.last.into()),
                grouped(run.first.into()),
                whole(run)
            ),
            None if self.rows.iter().all(|row| row.owners == 0) => {
                format!("Every width shown is refused on {buckets}.")
            }
            None => format!("Every width shown shares {buckets} better than the one before."),
        }
    }
}
