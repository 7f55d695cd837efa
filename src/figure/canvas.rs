//! Where a chart puts its shapes: ground, heading and foot, and the places that labels have taken.

use super::measure::{self, ASCENT, DESCENT};
use super::scene::{Anchor, Bounds, Scene, Shape, Spot, Stroke, Target, Text, Weight};
use super::{Look, Palette};

/// Size of the title, before scaling.
const TITLE: f64 = 18.0;
/// Size of the sentence below it.
const SENTENCE: f64 = 13.0;
/// Size of labels in and beside the data.
const LABEL: f64 = 11.5;
/// Size of axis numbers and small print.
const CAPTION: f64 = 10.5;

/// A picture in the making.
pub(super) struct Canvas {
    /// The theme.
    pub palette: Palette,
    /// The whole picture.
    pub all: Bounds,
    scale: f64,
    shapes: Vec<Shape>,
    spots: Vec<Spot>,
    taken: Vec<Bounds>,
    title: String,
    sentence: String,
}

impl Canvas {
    /// Ground, heading and foot of a picture, and the area that is left for the chart.
    pub fn new(look: &Look, title: &str, sentence: &str) -> (Self, Bounds) {
        let palette = if look.dark { Palette::dark() } else { Palette::light() };
        let (width, height) = (f64::from(look.size.width()), f64::from(look.size.height()));
        // Larger pictures get larger type, but less than in proportion: they are also looked at from nearer.
        // Without a foot it is part of a page, which has its own margins and its own size of type.
        let page = look.origin.is_empty();
        let root = libm::sqrt((width / 800.0).min(height / 500.0));
        let scale = (root * libm::sqrt(root)).clamp(0.84, if page { 1.0 } else { 5.0 });
        let all = Bounds { left: 0.0, top: 0.0, right: width, bottom: height };
        let mut canvas = Self {
            palette,
            all,
            scale,
            shapes: Vec::new(),
            spots: Vec::new(),
            taken: Vec::new(),
            title: title.to_owned(),
            sentence: sentence.to_owned(),
        };
        canvas.add(Shape::Rect { bounds: all, radius: 0.0, fill: Some(palette.ground), stroke: None });
        let mut area = if page {
            Bounds { left: 6.0, top: 8.0, right: width - canvas.pt(16.0), bottom: height - 4.0 }
        } else {
            all.grown(-canvas.pt(20.0))
        };
        canvas.heading(&mut area);
        canvas.foot(&mut area, &look.origin);
        (canvas, area)
    }

    fn heading(&mut self, area: &mut Bounds) {
        let (title, sentence) = (self.title.clone(), self.sentence.clone());
        let small = self.all.height() < self.pt(420.0);
        let rows = [
            (title, self.pt(TITLE), Weight::Strong, self.palette.text, 2),
            (sentence, self.pt(SENTENCE), Weight::Regular, self.palette.dim, if small { 3 } else { 4 }),
        ];
        for (text, size, weight, colour, most) in rows {
            for line in measure::wrapped(&text, size, weight, area.width(), most) {
                let at = [area.left, area.top + ASCENT * size];
                self.text(Text { weight, ..Text::new(line, at, size, colour) });
                area.top += size * 1.32;
            }
            area.top += size * 0.12;
        }
        area.top += self.pt(8.0);
    }

    fn foot(&mut self, area: &mut Bounds, origin: &str) {
        if origin.is_empty() {
            return;
        }
        let size = self.caption();
        let text = measure::fitted(origin, size, Weight::Regular, area.width());
        self.text(Text::new(text, [area.left, area.bottom - DESCENT * size + self.pt(5.0)], size, self.palette.dim));
        area.bottom -= size + self.pt(5.0);
    }

    /// A length in points of the 800 × 500 picture, as it is in this one.
    pub fn pt(&self, length: f64) -> f64 {
        length * self.scale
    }

    /// Size of labels.
    pub fn label(&self) -> f64 {
        self.pt(LABEL)
    }

    /// Size of axis numbers and small print.
    pub fn caption(&self) -> f64 {
        self.pt(CAPTION)
    }

    /// Draws a shape that is no text.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Draws the shapes of a datum, and makes its place answer a pointer.
    pub fn datum(&mut self, label: String, target: Target, bounds: Bounds, shapes: Vec<Shape>) {
        self.spot(label.clone(), target, bounds);
        self.add(Shape::Datum { label, shapes });
    }

    /// Makes a place answer a pointer without drawing anything.
    pub fn spot(&mut self, label: String, target: Target, bounds: Bounds) {
        self.spots.push(Spot { bounds, label, target });
    }

    /// Draws shapes that are no texts.
    pub fn add_all(&mut self, shapes: Vec<Shape>) {
        self.shapes.extend(shapes);
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], stroke: Stroke) {
        self.add(Shape::Line { from, to, stroke });
    }

    /// Draws a filled rectangle.
    pub fn fill(&mut self, bounds: Bounds, radius: f64, colour: super::Colour) {
        self.add(Shape::Rect { bounds, radius, fill: Some(colour), stroke: None });
    }

    /// Draws a text whose place is known to be free.
    pub fn text(&mut self, text: Text) {
        if !text.content.is_empty() {
            self.taken.push(text.bounds());
            self.shapes.push(Shape::Text(text));
        }
    }

    /// Draws a text where its place is free and inside the picture. Whether it was drawn.
    pub fn text_if_free(&mut self, text: Text) -> bool {
        let free = self.is_free(text.bounds());
        if free {
            self.text(text);
        }
        free
    }

    /// Draws a text on a plate that keeps lines behind it from being read with it, where its place is free.
    pub fn plate_if_free(&mut self, text: Text) -> bool {
        let bounds = text.bounds();
        let free = self.is_free(bounds);
        if free {
            self.fill(bounds.grown(self.pt(2.5)), self.pt(3.0), self.palette.ground.with_opacity(214));
            self.text(text);
        }
        free
    }

    /// Draws the first of several texts (or places of one) that is free, on a plate. Whether one was.
    pub fn first_free(&mut self, texts: impl IntoIterator<Item = Text>) -> bool {
        texts.into_iter().any(|text| self.plate_if_free(text))
    }

    /// Whether no label stands within a hand's breadth of the place, and the place is inside the picture.
    pub fn is_free(&self, bounds: Bounds) -> bool {
        let roomy = bounds.grown(self.pt(3.0));
        self.all.grown(-self.pt(2.0)).holds(&roomy) && !self.taken.iter().any(|taken| taken.overlaps(&roomy))
    }

    /// Keeps labels off a place.
    pub fn reserve(&mut self, bounds: Bounds) {
        self.taken.push(bounds);
    }

    /// Hatches a rectangle with parallel lines, clipped to it.
    pub fn hatch(&mut self, bounds: Bounds, colour: super::Colour) {
        let (gap, stroke) = (self.pt(6.0), Stroke::new(colour, self.pt(0.9)));
        let (width, height) = (bounds.width(), bounds.height());
        // Lines x + y = offset, seen from the top left corner, and so placed that neighbouring rectangles share them.
        let mut offset = gap - (bounds.left + bounds.top) % gap;
        while offset < width + height {
            let from = [bounds.left + (offset - height).max(0.0), bounds.top + offset.min(height)];
            let to = [bounds.left + offset.min(width), bounds.top + (offset - width).max(0.0)];
            self.line(from, to, stroke);
            offset += gap;
        }
    }

    /// A strong name and what is said of it, in one line at the top of an area, which is shortened by it. Of the parts said,
    /// the most important first, as many are as there is room for.
    pub fn subhead(&mut self, area: &mut Bounds, name: &str, parts: &[String]) {
        let size = self.label();
        let at = [area.left, area.top + ASCENT * size];
        let name = measure::fitted(name, size, Weight::Strong, area.width());
        let left = area.left + measure::width(&name, size, Weight::Strong) + self.pt(6.0);
        self.text(Text::new(name, at, size, self.palette.text).strong());
        let joined = (1..=parts.len()).rev().map(|count| parts[..count].join("; "));
        let fits = |text: &String| measure::width(text, size, Weight::Regular) <= area.right - left;
        let said = joined.into_iter().find(fits).or_else(|| parts.first().cloned()).unwrap_or_default();
        let said = measure::fitted(&said, size, Weight::Regular, area.right - left);
        self.text(Text::new(said, [left, at[1]], size, self.palette.dim));
        area.top += size * 1.25 + self.pt(4.0);
    }

    /// Small print, centred on a point or pushed inside the area where it would stick out.
    pub fn centred(&self, text: &str, x: f64, baseline: f64, area: &Bounds) -> Text {
        let size = self.caption();
        let text = measure::fitted(text, size, Weight::Regular, area.width());
        let half = measure::width(&text, size, Weight::Regular) / 2.0;
        let x = x.min(area.right - half).max(area.left + half);
        Text::new(text, [x, baseline], size, self.palette.dim).anchored(Anchor::Middle)
    }

    /// The finished picture.
    pub fn finish(self, kind: &str) -> Scene {
        Scene {
            width: self.all.width(),
            height: self.all.height(),
            description: format!("{kind} {}", self.sentence),
            title: self.title,
            shapes: self.shapes,
            spots: self.spots,
        }
    }
}
