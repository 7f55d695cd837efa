//! Plain shapes: what a picture is made of, before it is SVG, PNG or pixels of a window.

use super::measure;
use super::palette::Colour;

/// A finished picture. Coordinates are in points from the top left corner, y downwards; later shapes lie over earlier ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
    /// What it is called, for those who hear it.
    pub title: String,
    /// What is to be seen in it, for those who hear it.
    pub description: String,
    /// The shapes, the lowest first.
    pub shapes: Vec<Shape>,
    /// Places that say what they stand for, the lowest first: for a pointer, in a window.
    pub spots: Vec<Spot>,
}

/// A place of a picture that stands for something.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Where it lies.
    pub bounds: Bounds,
    /// What it shows, in words: "worker 3: 4 buckets, 7284 records".
    pub label: String,
    /// What it stands for.
    pub target: Target,
}

/// What a place stands for, and a click on it chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Nothing that can be chosen.
    None,
    /// A width.
    Width(u32),
    /// A bucket count.
    Count(u32),
    /// A bucket count at a width.
    Pair {
        /// The count.
        buckets: u32,
        /// The width.
        workers: u32,
    },
    /// A worker.
    Worker(u32),
}

/// A point: x, y.
pub type Point = [f64; 2];

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width in points.
    pub width: f64,
    /// Length of a dash and of the gap after it, in points; `None` = unbroken.
    pub dash: Option<[f64; 2]>,
}

impl Stroke {
    /// An unbroken line.
    #[must_use]
    pub const fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: None }
    }

    /// A dashed line.
    #[must_use]
    pub const fn dashed(colour: Colour, width: f64, dash: f64, gap: f64) -> Self {
        Self { colour, width, dash: Some([dash, gap]) }
    }
}

/// One shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        /// Where it lies.
        bounds: Bounds,
        /// Radius of its corners in points.
        radius: f64,
        /// Its inside.
        fill: Option<Colour>,
        /// Its edge, half of it inside and half outside.
        stroke: Option<Stroke>,
    },
    /// A straight line.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// Straight lines from point to point.
    Polyline {
        /// The points, two or more.
        points: Vec<Point>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A filled area.
    Polygon {
        /// Its corners, three or more.
        points: Vec<Point>,
        /// Its inside.
        fill: Colour,
    },
    /// A dot.
    Circle {
        /// Its middle.
        middle: Point,
        /// Its radius in points.
        radius: f64,
        /// Its inside.
        fill: Colour,
        /// Its edge.
        stroke: Option<Stroke>,
    },
    /// One line of text.
    Text(Text),
    /// Shapes that stand for one datum, with its values in words.
    Datum {
        /// The values in words: "worker 3: 4 buckets, 7284 records".
        label: String,
        /// What is drawn for it.
        shapes: Vec<Shape>,
    },
}

/// Which end of a text its position names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The position is where it begins.
    Start,
    /// The position is its middle.
    Middle,
    /// The position is where it ends.
    End,
}

/// How strong letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Ordinary text (400).
    Regular,
    /// Headings and figures that count (600).
    Strong,
}

/// One line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The characters.
    pub content: String,
    /// x of the anchor, y of the baseline.
    pub at: Point,
    /// What the position names.
    pub anchor: Anchor,
    /// Size of the type in points.
    pub size: f64,
    /// Strength of the letters.
    pub weight: Weight,
    /// Colour of the letters.
    pub colour: Colour,
    /// Whether it runs upwards, turned about its position.
    pub upwards: bool,
}

impl Text {
    /// A regular text that begins at a point.
    pub fn new(content: impl Into<String>, at: Point, size: f64, colour: Colour) -> Self {
        let (anchor, weight) = (Anchor::Start, Weight::Regular);
        Self { content: content.into(), at, anchor, size, weight, colour, upwards: false }
    }

    /// The same, anchored otherwise.
    #[must_use]
    pub fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The same in strong letters.
    #[must_use]
    pub fn strong(self) -> Self {
        Self { weight: Weight::Strong, ..self }
    }

    /// The same, running upwards.
    #[must_use]
    pub fn upwards(self) -> Self {
        Self { upwards: true, ..self }
    }

    /// Its length in points.
    #[must_use]
    pub fn width(&self) -> f64 {
        measure::width(&self.content, self.size, self.weight)
    }

    /// The box its letters lie in, from the top of capitals to below the descenders.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let width = self.width();
        let before = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (above, below) = (measure::ASCENT * self.size, measure::DESCENT * self.size);
        let [x, y] = self.at;
        if self.upwards {
            Bounds { left: x - above, right: x + below, top: y - (width - before), bottom: y + before }
        } else {
            Bounds { left: x - before, right: x - before + width, top: y - above, bottom: y + below }
        }
    }
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// x of the left edge.
    pub left: f64,
    /// y of the upper edge.
    pub top: f64,
    /// x of the right edge.
    pub right: f64,
    /// y of the lower edge.
    pub bottom: f64,
}

impl Bounds {
    /// From left to right, in points.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// From top to bottom, in points.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// A square around a point, so far to each side.
    #[must_use]
    pub fn around(middle: Point, reach: f64) -> Self {
        let [x, y] = middle;
        Self { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
    }

    /// The middle.
    #[must_use]
    pub fn middle(&self) -> Point {
        [f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom)]
    }

    /// Grown on every side; shrunk where `by` is negative.
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// Whether the two have an area in common.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Whether `other` lies within.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        self.left <= other.left && other.right <= self.right && self.top <= other.top && other.bottom <= self.bottom
    }
}
