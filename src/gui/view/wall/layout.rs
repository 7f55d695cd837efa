//! Where each bucket's cell stands: arithmetic alone, so that pointing costs the same for 8 and for a million buckets.

use crate::gui::paint::{length, whole};
use egui::{Pos2, Rect, Vec2, vec2};

/// Cells up to this many are drawn one by one; more become one texture.
pub(super) const MOST_SINGLE_CELLS: u32 = 2048;

/// The widest cell, as a multiple of its height: one bucket need not fill a screen.
const WIDEST: f32 = 4.0;

/// The tallest cell, as a multiple of its width.
const TALLEST: f32 = 1.6;

/// The smallest cell, in points: below it several buckets share a cell.
const SMALLEST_CELL: f32 = 1.0;

/// A grid of cells, row by row, first bucket at the top left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    origin: Pos2,
    /// From one cell's corner to the next one's.
    pub pitch: Vec2,
    /// Space between two cells.
    pub gap: f32,
    /// Cells in a full row.
    pub columns: u32,
    /// Rows, the last one perhaps not full.
    pub rows: u32,
    /// Buckets in a cell: 1 unless they are too many for the space.
    pub per_cell: u32,
    buckets: u32,
}

impl Layout {
    /// The grid that fills `area` best with cells near square.
    pub fn new(area: Rect, buckets: u32) -> Self {
        let size = area.size().max(Vec2::splat(1.0));
        let mut per_cell = 1;
        let mut columns = best_columns(size, buckets);
        while full_pitch(size, buckets.div_ceil(per_cell), columns).min_elem() < SMALLEST_CELL && per_cell < buckets {
            per_cell *= 2;
            columns = best_columns(size, buckets.div_ceil(per_cell));
        }
        let cells = buckets.div_ceil(per_cell);
        let gap = match full_pitch(size, cells, columns).min_elem() {
            20.0.. => 4.0,
            10.0..20.0 => 2.0,
            6.0..10.0 => 1.0,
            _ => 0.0,
        };
        // The last column has no gap after it: it ends where the area ends.
        let full = full_pitch(size + Vec2::splat(gap), cells, columns);
        let pitch = full.min(vec2(full.y * WIDEST, full.x * TALLEST));
        let beside = (full.x - pitch.x) * length(columns) / 2.0;
        let origin = (area.min + vec2(beside, 0.0)).round();
        Self { origin, pitch, gap, columns, rows: cells.div_ceil(columns), per_cell, buckets }
    }

    /// How many cells there are.
    pub fn cells(&self) -> u32 {
        self.buckets.div_ceil(self.per_cell)
    }

    /// Whether the cells are so many that they are drawn as one texture.
    pub fn is_texture(&self) -> bool {
        self.cells() > MOST_SINGLE_CELLS
    }

    /// The cell that holds a bucket.
    pub fn cell_of(&self, bucket: u32) -> u32 {
        bucket / self.per_cell
    }

    /// One past the last bucket of a cell.
    pub fn end_of(&self, cell: u32) -> u32 {
        ((cell + 1) * self.per_cell).min(self.buckets)
    }

    /// What a cell covers, without the gap after it.
    pub fn cell_rect(&self, cell: u32) -> Rect {
        let (column, row) = (cell % self.columns, cell / self.columns);
        Rect::from_min_max(self.corner(column, row), self.corner(column + 1, row + 1) - Vec2::splat(self.gap))
    }

    /// The smallest cell's size: cells that stand on whole points differ by one.
    pub fn smallest_cell(&self) -> Vec2 {
        let pitch = if self.gap > 0.0 { self.pitch.floor() } else { self.pitch };
        pitch - Vec2::splat(self.gap)
    }

    /// Where a cell begins. With gaps between the cells, on whole points, so that all gaps look alike.
    fn corner(&self, column: u32, row: u32) -> Pos2 {
        let corner = self.origin + vec2(length(column), length(row)) * self.pitch;
        if self.gap > 0.0 { corner.round() } else { corner }
    }

    /// Everything from the first cell to the last full row and column.
    pub fn bounds(&self) -> Rect {
        Rect::from_min_max(self.origin, self.corner(self.columns, self.rows) - Vec2::splat(self.gap))
    }

    /// The bucket under a point, the gap after a cell counted to it; the first of the cell where several share one.
    pub fn bucket_at(&self, point: Pos2) -> Option<u32> {
        let at = (point - self.origin) / self.pitch;
        if at.x < 0.0 || at.y < 0.0 || at.x >= length(self.columns) || at.y >= length(self.rows) {
            return None;
        }
        let cell = whole(at.y) * self.columns + whole(at.x);
        (cell < self.cells()).then_some(cell * self.per_cell)
    }

    /// The largest rectangle that holds only cells of `cells`: its whole rows, or its longer piece of a row.
    pub fn block(&self, cells: std::ops::Range<u32>) -> Rect {
        let last = cells.end - 1;
        let (first_row, last_row) = (cells.start.div_ceil(self.columns), cells.end / self.columns);
        if last_row > first_row {
            let (top, bottom) = (first_row * self.columns, last_row * self.columns - 1);
            return self.cell_rect(top).union(self.cell_rect(bottom));
        }
        if cells.start / self.columns == last / self.columns {
            return self.cell_rect(cells.start).union(self.cell_rect(last));
        }
        let turn = last / self.columns * self.columns;
        if turn - cells.start >= cells.end - turn {
            self.cell_rect(cells.start).union(self.cell_rect(turn - 1))
        } else {
            self.cell_rect(turn).union(self.cell_rect(last))
        }
    }
}

fn full_pitch(size: Vec2, cells: u32, columns: u32) -> Vec2 {
    size / vec2(length(columns), length(cells.div_ceil(columns)))
}

/// Up to this many cells any number of columns will do.
const FEW: u32 = 64;

/// Powers of two, and whatever leaves no ragged row; any number where cells are few. Of these the one whose cells come nearest to
/// square, rather wide than tall for the labels' sake, and that leave the least space empty.
fn best_columns(size: Vec2, cells: u32) -> u32 {
    let doubled = (0..=20).map(|power| 1 << power).take_while(|&columns| columns <= cells);
    let divisors = (1..=cells.isqrt()).filter(|&one| cells.is_multiple_of(one)).flat_map(|one| [one, cells / one]);
    let any = 1..=if cells <= FEW { cells } else { 0 };
    let loss = |columns: u32| {
        let pitch = full_pitch(size, cells, columns);
        let slots = columns * cells.div_ceil(columns);
        let hole = length(slots - cells) / length(slots);
        let ragged = if slots == cells { 0.0 } else { 0.15 };
        // What cells leave free that would be too wide or too tall were they to fill it.
        let shape = pitch.x / pitch.y;
        let free = 1.0 - (WIDEST / shape).min(shape * TALLEST).min(1.0);
        let wide = libm::logf(shape / 1.1);
        wide.max(-1.3 * wide) + ragged + 6.0 * (hole + free)
    };
    doubled.chain(divisors).chain(any).min_by(|&a, &b| loss(a).total_cmp(&loss(b))).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    fn area(width: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(20.0, 30.0), vec2(width, height))
    }

    #[test]
    fn every_bucket_is_found_where_its_cell_stands() {
        for buckets in [1, 2, 7, 8, 100, 120, 128, 200, 1000, 1024, 2048, 4096, 32_768] {
            let layout = Layout::new(area(736.0, 350.0), buckets);
            assert_eq!(layout.per_cell, 1, "{buckets} buckets have a cell each");
            for bucket in 0..buckets {
                let cell = layout.cell_rect(bucket);
                assert_eq!(layout.bucket_at(cell.center()), Some(bucket), "of {buckets}");
                assert!(
                    area(736.0, 350.0).expand(1.5).contains_rect(cell),
                    "bucket {bucket} of {buckets} lies outside"
                );
            }
        }
    }

    #[test]
    fn usual_counts_get_round_columns() {
        let columns = |buckets| Layout::new(area(736.0, 350.0), buckets).columns;
        assert_eq!(columns(8), 4);
        assert_eq!(columns(128), 16);
        assert_eq!(columns(200), 20);
        assert_eq!(columns(400), 25);
        assert_eq!(columns(32_768), 256);
    }

    #[test]
    fn a_wall_ends_where_its_space_ends() {
        for (width, height) in [(720.0, 330.0), (1160.0, 480.0), (700.0, 300.0)] {
            for buckets in 2..=300 {
                let layout = Layout::new(area(width, height), buckets);
                let (bounds, all) = (layout.bounds(), area(width, height));
                assert!((bounds.center().x - all.center().x).abs() <= 1.0, "{buckets} buckets stand aside");
                assert!(bounds.width() >= 0.9 * width, "{buckets} buckets leave {width} by {height} empty beside them");
                assert!(
                    bounds.height() >= 0.7 * height,
                    "{buckets} buckets leave {width} by {height} empty below them"
                );
                let hole = layout.columns * layout.rows - buckets;
                assert!(hole * 5 <= buckets, "{buckets} buckets leave {hole} cells of the last row empty");
            }
        }
    }

    #[test]
    fn too_many_buckets_share_cells_that_can_still_be_seen() {
        let layout = Layout::new(area(736.0, 350.0), 1 << 20);
        assert!(layout.per_cell > 1 && layout.pitch.min_elem() >= SMALLEST_CELL);
        for cell in (0..layout.cells()).step_by(997) {
            let found = layout.bucket_at(layout.cell_rect(cell).center());
            assert_eq!(found.map(|bucket| layout.cell_of(bucket)), Some(cell));
        }
    }

    #[test]
    fn outside_there_is_no_bucket() {
        let layout = Layout::new(area(736.0, 350.0), 100);
        assert_eq!(layout.bucket_at(pos2(19.0, 31.0)), None);
        assert_eq!(layout.bucket_at(pos2(21.0, 29.0)), None);
        assert_eq!(layout.bucket_at(layout.bounds().max + vec2(9.0, 9.0)), None);
        let ragged = Layout::new(area(736.0, 350.0), 7);
        assert_eq!(ragged.bucket_at(ragged.bounds().max - vec2(2.0, 2.0)), None, "the last row is not full");
    }

    #[test]
    fn no_space_is_no_panic() {
        for buckets in [1, 128, 1 << 20] {
            let layout = Layout::new(area(0.0, 0.0), buckets);
            assert!(layout.cells() >= 1);
        }
    }

    #[test]
    fn a_block_holds_only_its_own_cells() {
        let layout = Layout::new(area(736.0, 350.0), 128);
        for (start, end) in [(0, 4), (3, 40), (14, 18), (12, 17), (15, 33), (127, 128), (0, 128)] {
            let block = layout.block(start..end);
            let inside = (0..128).filter(|&bucket| block.contains(layout.cell_rect(bucket).center()));
            assert!(
                inside.clone().count() > 0 && inside.clone().all(|bucket| (start..end).contains(&bucket)),
                "{start}..{end}"
            );
        }
    }
}
