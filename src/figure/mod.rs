//! Finished figures → pictures: plain shapes, written as SVG or PNG, with the same numbers as a table.
//!
//! A chart computes places only. What it shows was made in [`crate::simulate`] and [`crate::explore`]; no shape depends on a
//! clock, a system font, a locale or a number of threads.

mod axis;
mod canvas;
mod compare;
mod counts;
mod deal;
mod legend;
mod measure;
mod movement;
mod number;
mod oklch;
mod palette;
mod png;
mod runway;
mod scene;
mod snapshot;
mod svg;
mod table;
mod trade_off;
mod ways_out;
mod widths;

pub use compare::compare;
pub use counts::{CountsChart, counts};
pub use deal::deal;
pub use movement::{MovementChart, movement};
pub use palette::{Colour, Palette};
pub use png::{NoPicture, png};
pub use runway::{Ceiling, Milestone, RunwayChart, runway};
pub use scene::{Anchor, Bounds, Point, Scene, Shape, Spot, Stroke, Target, Text, Weight};
pub use snapshot::{SnapshotChart, snapshot};
pub use svg::svg;
pub use table::DataTable;
pub use trade_off::trade_off;
pub use ways_out::ways_out;
pub use widths::{WidthsChart, other_count, widths};

/// A picture and the numbers it shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The picture.
    pub scene: Scene,
    /// What is drawn, one row a datum, before anything is binned.
    pub table: DataTable,
}

/// How a chart is to look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// Its size.
    pub size: Size,
    /// Light text on a dark ground, or the other way.
    pub dark: bool,
    /// Small print at the foot: scenario, seed, version, digest. Empty = none.
    pub origin: String,
}

/// Size of a picture: 400 × 300 to 8000 × 8000 points. A point of a PNG is a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    width: u32,
    height: u32,
}

/// A size that no chart is drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{width}x{height}: a picture is 400 to 8000 points wide and 300 to 8000 high")]
pub struct BadSize {
    /// Width asked for.
    pub width: u32,
    /// Height asked for.
    pub height: u32,
}

impl Size {
    /// A size in points.
    ///
    /// # Errors
    /// [`BadSize`] below 400 × 300, where nothing could be read, and above 8000 × 8000.
    pub const fn new(width: u32, height: u32) -> Result<Self, BadSize> {
        if width < 400 || height < 300 || width > 8000 || height > 8000 {
            return Err(BadSize { width, height });
        }
        Ok(Self { width, height })
    }

    /// Width in points.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Height in points.
    #[must_use]
    pub const fn height(self) -> u32 {
        self.height
    }
}

impl Default for Size {
    /// 800 × 500.
    fn default() -> Self {
        Self { width: 800, height: 500 }
    }
}
