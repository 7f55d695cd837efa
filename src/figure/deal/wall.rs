//! The wall: a cell a bucket, or for several where they would be too small to see, coloured by owner.

use super::super::canvas::Canvas;
use super::super::measure::{self, ASCENT};
use super::super::number::{size, whole};
use super::super::palette::Colour;
use super::super::scene::{Anchor, Bounds, Shape, Stroke, Target, Text, Weight};
use super::Shown;
use crate::numerals::{counted, grouped, one_of_or};
use std::ops::Range;

/// More cells make a file that viewers are slow with.
const MOST_CELLS: usize = 20_000;
/// More cells than this are too small for values of their own.
const MOST_DATA: usize = 3000;

/// How the cells lie.
struct Grid {
    /// Buckets in a cell: 1, or a power of two.
    per_cell: usize,
    cells: usize,
    columns: usize,
    cell: [f64; 2],
    gap: f64,
    origin: [f64; 2],
}

impl Grid {
    /// Cells as large and as nearly square as the room allows; columns that divide the count are liked.
    fn new(canvas: &Canvas, buckets: usize, area: &Bounds, height: f64) -> Self {
        let width = area.width();
        let drawable = whole(width * height / 16.0).clamp(1, MOST_CELLS);
        let per_cell = buckets.div_ceil(drawable).next_power_of_two();
        let cells = buckets.div_ceil(per_cell);
        let ideal = libm::sqrt(size(cells) * width / height);
        let candidates = whole(ideal * 0.6).max(1)..=whole(ideal * 1.7).clamp(1, cells) + 1;
        let side = |columns: usize| (width / size(columns)).min(height / size(cells.div_ceil(columns)));
        let liked = |columns: usize| if cells.is_multiple_of(columns) { 1.0 } else { 0.75 };
        let rank = |columns: &usize| side(*columns) * liked(*columns);
        let columns = candidates.filter(|&columns| columns <= cells);
        let columns = columns.max_by(|a, b| rank(a).total_cmp(&rank(b)).then(b.cmp(a))).unwrap_or(cells);
        let tall = (height / size(cells.div_ceil(columns))).min(canvas.pt(52.0));
        let wide = (width / size(columns)).min(tall * 2.2);
        let tall = tall.min(wide * 0.9);
        let gap = if wide.min(tall) < 6.0 { 0.0 } else { (wide.min(tall) * 0.11).clamp(1.0, canvas.pt(4.0)) };
        Self { per_cell, cells, columns, cell: [wide, tall], gap, origin: [area.left, area.top] }
    }

    fn rows(&self) -> usize {
        self.cells.div_ceil(self.columns)
    }

    fn height(&self) -> f64 {
        self.cell[1] * size(self.rows())
    }

    /// Cells of one row; without gaps they end on whole points, so that no seam shows.
    fn bounds(&self, row: usize, columns: Range<usize>) -> Bounds {
        let [wide, tall] = self.cell;
        let raw = Bounds {
            left: self.origin[0] + wide * size(columns.start),
            top: self.origin[1] + tall * size(row),
            right: self.origin[0] + wide * size(columns.end) - self.gap,
            bottom: self.origin[1] + tall * size(row + 1) - self.gap,
        };
        if self.gap > 0.0 {
            return raw;
        }
        Bounds {
            left: libm::round(raw.left),
            top: libm::round(raw.top),
            right: libm::round(raw.right),
            bottom: libm::round(raw.bottom),
        }
    }
}

/// What a cell shows.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    /// The worker that owns at least half of the cell's buckets.
    owner: Option<u32>,
    /// Whether none of its buckets holds a key.
    empty: bool,
}

/// Draws the wall at the top of an area, which is shortened by it.
pub(super) fn draw(canvas: &mut Canvas, area: &mut Bounds, shown: &Shown<'_>) {
    let owners = shown.deal.assignment.owners();
    let head = canvas.label() * 1.25 + canvas.pt(4.0);
    let below = Bounds { top: area.top + head, ..*area };
    let grid = Grid::new(canvas, owners.len(), &below, area.height() * 0.42 - head);
    let cells: Vec<Cell> = (0..grid.cells).map(|at| cell(shown, &grid, at)).collect();
    canvas.subhead(area, "The wall", &said(shown, &grid, &cells));
    for row in 0..grid.rows() {
        let first = row * grid.columns;
        draw_row(canvas, shown, &grid, row, &cells[first..grid.cells.min(first + grid.columns)]);
    }
    label_cells(canvas, shown, &grid);
    area.top += grid.height() + canvas.pt(12.0);
}

fn buckets_of(shown: &Shown<'_>, grid: &Grid, at: usize) -> Range<usize> {
    at * grid.per_cell..shown.deal.assignment.owners().len().min((at + 1) * grid.per_cell)
}

fn cell(shown: &Shown<'_>, grid: &Grid, at: usize) -> Cell {
    let range = buckets_of(shown, grid, at);
    let empty = shown.deal.buckets.filled()[range.clone()].iter().all(|&held| held == 0);
    let mut owners = shown.deal.assignment.owners()[range].to_vec();
    owners.sort_unstable();
    let count = owners.len();
    let leading = owners.chunk_by(|a, b| a == b).find(|same| same.len() * 2 >= count);
    Cell { owner: leading.map(|same| same[0]), empty }
}

fn colour(canvas: &Canvas, cell: Cell) -> Colour {
    let palette = canvas.palette;
    let full = cell.owner.map_or_else(|| palette.faded(palette.dim, 0.45), |owner| palette.owner(owner));
    if cell.empty { palette.faded(full, 0.68) } else { full }
}

fn draw_row(canvas: &mut Canvas, shown: &Shown<'_>, grid: &Grid, row: usize, cells: &[Cell]) {
    let mut column = 0;
    let joined = |a: &Cell, b: &Cell| grid.gap == 0.0 && a == b;
    for run in cells.chunk_by(joined) {
        let bounds = grid.bounds(row, column..column + run.len());
        let radius = if grid.gap > 0.0 { (grid.cell[1] * 0.12).min(canvas.pt(5.0)) } else { 0.0 };
        let mut shapes = vec![Shape::Rect { bounds, radius, fill: Some(colour(canvas, run[0])), stroke: None }];
        if grid.gap > 0.0 && grid.per_cell == 1 && run[0].owner == shown.busiest {
            let width = (grid.gap * 0.8).clamp(1.0, canvas.pt(2.0));
            let stroke = Some(Stroke::new(canvas.palette.text, width));
            shapes.push(Shape::Rect { bounds: bounds.grown(-width / 2.0), radius, fill: None, stroke });
        }
        if grid.cells <= MOST_DATA && grid.gap > 0.0 {
            let label = in_words(shown, grid, row * grid.columns + column, run[0]);
            let target = run[0].owner.map_or(Target::None, Target::Worker);
            canvas.datum(label, target, bounds, shapes);
        } else {
            canvas.add_all(shapes);
        }
        column += run.len();
    }
}

fn in_words(shown: &Shown<'_>, grid: &Grid, at: usize, cell: Cell) -> String {
    let range = buckets_of(shown, grid, at);
    let figures = &shown.deal.buckets;
    let (keys, load) = (figures.keys[range.clone()].iter().sum(), figures.load[range.clone()].iter().sum());
    let owner = cell.owner.map_or_else(|| "several workers".to_owned(), |owner| format!("worker {owner}"));
    let name = match grid.per_cell {
        1 => format!("bucket {}", range.start),
        _ => format!("buckets {} to {}", range.start, range.end - 1),
    };
    format!("{name}: {owner}, {}", figures.in_words(keys, load))
}

/// The owner in every cell, and the bucket above it where there is room for both.
fn label_cells(canvas: &mut Canvas, shown: &Shown<'_>, grid: &Grid) {
    let owners = shown.deal.assignment.owners();
    let last = owners.iter().max().copied().unwrap_or(0);
    let [wide, tall] = [grid.cell[0] - grid.gap, grid.cell[1] - grid.gap];
    let longest = measure::width(&format!("w{last}"), 1.0, Weight::Strong);
    let type_size = canvas.caption().min(tall * 0.5).min((wide - canvas.pt(3.0)) / longest);
    if grid.per_cell > 1 || type_size < canvas.pt(7.5) {
        return;
    }
    let bucket_size = type_size * 0.8;
    let longest = measure::width(&(owners.len() - 1).to_string(), bucket_size, Weight::Regular);
    let both = tall >= type_size * 1.85 + canvas.pt(9.0) && longest < wide - canvas.pt(8.0);
    for (at, &owner) in owners.iter().enumerate() {
        let (row, column) = (at / grid.columns, at % grid.columns);
        let bounds = grid.bounds(row, column..column + 1);
        let empty = shown.deal.buckets.filled()[at] == 0;
        let ink = canvas.palette.on(colour(canvas, Cell { owner: Some(owner), empty }));
        let [middle, centre] = bounds.middle();
        let text = format!("w{owner}");
        if both {
            let pad = canvas.pt(4.0);
            let at_top = [bounds.left + pad, bounds.top + pad + ASCENT * bucket_size];
            canvas.text(Text::new(at.to_string(), at_top, bucket_size, ink));
            let foot = [bounds.right - pad, bounds.bottom - pad - canvas.pt(1.0)];
            canvas.text(Text::new(text, foot, type_size, ink).strong().anchored(Anchor::End));
        } else {
            let baseline = [middle, centre + type_size * 0.36];
            canvas.text(Text::new(text, baseline, type_size, ink).strong().anchored(Anchor::Middle));
        }
    }
}

/// What the wall shows, the most important first.
fn said(shown: &Shown<'_>, grid: &Grid, cells: &[Cell]) -> Vec<String> {
    let count = shown.deal.assignment.owners().len();
    let own = if count == 1 { shown.words.bucket } else { shown.words.buckets };
    let own = if shown.words.buckets == "buckets" { String::new() } else { format!(" ({own})") };
    let buckets = format!("{}{own}", counted(count as u64, "bucket", "buckets"));
    let mut parts = if grid.per_cell == 1 {
        vec![format!("{buckets}, one cell each, coloured by owner")]
    } else {
        let per_cell = grouped(grid.per_cell as u64);
        let first = format!("{buckets}, {per_cell} to a cell");
        let mixed = if cells.iter().any(|cell| cell.owner.is_none()) { " (grey: nobody)" } else { "" };
        vec![first, format!("coloured by the worker that owns half of it or more{mixed}")]
    };
    if cells.iter().any(|cell| cell.empty) {
        parts.push("faded: without keys".to_owned());
    }
    if grid.per_cell == 1 && grid.gap > 0.0 && shown.busiest.is_some() && shown.workers.len() > 1 {
        let first = shown.busiest.filter(|_| shown.as_busy > 1).map_or_else(String::new, |id| format!("w{id}, "));
        parts.push(format!("outlined: those of {first}{}", one_of_or(shown.as_busy, "as busy", "the busiest")));
    }
    parts
}
