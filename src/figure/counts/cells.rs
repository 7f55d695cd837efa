//! The cells of the heat map: one a count and width, or one for several where they would be too small to see.

use super::super::axis::round_step;
use super::super::canvas::Canvas;
use super::super::number::{size, whole};
use super::super::scene::{Bounds, Shape, Target};
use crate::explore::SweepRow;
use crate::numerals::{counted, short, times};

/// More cells than this are too many for values of their own in a file.
const MOST_DATA: usize = 4000;

/// How the cells lie.
pub(super) struct Cells<'a> {
    /// Where they lie.
    pub plot: Bounds,
    /// Counts in a cell.
    pub per_row: usize,
    /// Widths in a cell; a cell shows the worst of them.
    pub per_column: usize,
    groups: &'a [&'a [SweepRow]],
    rows: usize,
    columns: usize,
}

/// The place of a ratio on the ramp: 1 at its beginning, `worst` at its end, equal factors in equal steps.
pub(super) fn place(ratio: f64, worst: f64) -> f64 {
    libm::log(ratio.max(1.0)) / libm::log(worst)
}

impl<'a> Cells<'a> {
    pub fn new(canvas: &Canvas, plot: Bounds, groups: &'a [&'a [SweepRow]]) -> Self {
        let widths = groups.iter().map(|rows| rows.len()).max().unwrap_or(1);
        let room = |length: f64, most: usize| whole(length / canvas.pt(3.0).max(3.0)).clamp(1, most);
        let per_row = groups.len().div_ceil(room(plot.height(), 200));
        let per_column = widths.div_ceil(room(plot.width(), 400));
        let (rows, columns) = (groups.len().div_ceil(per_row), widths.div_ceil(per_column));
        Self { plot, per_row, per_column, groups, rows, columns }
    }

    /// The count of a row of the sweep.
    pub fn count(&self, at: usize) -> u32 {
        self.groups[at][0].buckets
    }

    /// Upper and lower edge of a count's row.
    pub fn row(&self, at: usize) -> (f64, f64) {
        let (row, high) = (at / self.per_row, self.plot.height() / size(self.rows));
        (self.plot.top + high * size(row), self.plot.top + high * size(row + 1))
    }

    /// The middle of a width's column.
    pub fn column_middle(&self, at: usize) -> f64 {
        let wide = self.plot.width() / size(self.columns);
        self.plot.left + wide * (size(at / self.per_column) + 0.5)
    }

    /// Columns to be numbered, and their widths: round ones, and the first.
    pub fn marks(&self, canvas: &Canvas, rows: &[SweepRow]) -> Vec<(usize, u32)> {
        let most = (self.plot.width() / canvas.pt(46.0)).clamp(2.0, 16.0);
        let (first, last) = (rows[0].workers, rows[rows.len() - 1].workers);
        let step = round_step((f64::from(last) - f64::from(first)) / most).max(1.0);
        let few = size(rows.len()) <= most;
        let round = |width: u32| (f64::from(width) / step).fract() == 0.0;
        let rows = rows.iter().enumerate();
        rows.filter(|(at, row)| *at == 0 || few || round(row.workers)).map(|(at, row)| (at, row.workers)).collect()
    }

    pub fn draw(&self, canvas: &mut Canvas, worst: f64) {
        let (wide, high) = (self.plot.width() / size(self.columns), self.plot.height() / size(self.rows));
        let gap = if wide.min(high) >= 9.0 { 1.0 } else { 0.0 };
        let edge = |from: f64, step: f64, at: usize| libm::round(from + step * size(at));
        for row in 0..self.rows {
            let (top, bottom) = (edge(self.plot.top, high, row), edge(self.plot.top, high, row + 1) - gap);
            let across = |from: usize, to: usize| Bounds {
                left: edge(self.plot.left, wide, from),
                top,
                right: edge(self.plot.left, wide, to) - gap,
                bottom,
            };
            let cells: Vec<Option<&SweepRow>> = (0..self.columns).map(|column| self.worst(row, column)).collect();
            let mut from = 0;
            for run in cells.chunk_by(|a, b| a.is_none() && b.is_none()) {
                if let Some(cell) = run[0] {
                    self.fill(canvas, across(from, from + 1), cell, worst);
                } else {
                    let bounds = Bounds { bottom: bottom + gap, ..across(from, from + run.len()) };
                    canvas.fill(bounds, 0.0, canvas.palette.bad.with_opacity(20));
                    canvas.hatch(bounds, canvas.palette.bad.with_opacity(90));
                    canvas.spot(self.refusal(row, from), Target::None, bounds);
                }
                from += run.len();
            }
        }
    }

    fn fill(&self, canvas: &mut Canvas, bounds: Bounds, row: &SweepRow, worst: f64) {
        let fill = Some(canvas.palette.ramp(place(row.peak_to_mean, worst)));
        let rect = Shape::Rect { bounds, radius: 0.0, fill, stroke: None };
        let buckets = counted(row.buckets.into(), "bucket", "buckets");
        let workers = counted(row.workers.into(), "worker", "workers");
        let (even, ratio) = (short(row.effective_width), times(row.peak_to_mean));
        let label = format!("{buckets}, {workers}: as fast as {even} evenly loaded, busiest ÷ mean {ratio}");
        let target = Target::Pair { buckets: row.buckets, workers: row.workers };
        if self.rows * self.columns > MOST_DATA {
            canvas.add(rect);
            canvas.spot(label, target, bounds);
        } else {
            canvas.datum(label, target, bounds, vec![rect]);
        }
    }

    /// What a stretch of refused cells says, from its first column on.
    fn refusal(&self, row: usize, column: usize) -> String {
        let first = self.groups.get(row * self.per_row).and_then(|rows| rows.get(column * self.per_column));
        let (buckets, workers) = first.map_or((0, 0), |row| (row.buckets, row.workers));
        let buckets = counted(buckets.into(), "bucket", "buckets");
        format!("{buckets}: refused from {} on", counted(workers.into(), "worker", "workers"))
    }

    /// The worst of a cell's rows that are not refused; `None` where all are.
    fn worst(&self, row: usize, column: usize) -> Option<&'a SweepRow> {
        let groups = self.groups[row * self.per_row..].iter().take(self.per_row);
        let rows = groups.flat_map(|rows| rows.iter().skip(column * self.per_column).take(self.per_column));
        rows.filter(|row| row.owners > 0).max_by(|a, b| a.peak_to_mean.total_cmp(&b.peak_to_mean))
    }
}
