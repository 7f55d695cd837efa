//! Growth over the years, the ceilings it meets, and when.

mod planned;

use super::axis::{Axis, Plot, Scale, axes};
use super::canvas::Canvas;
use super::measure::ASCENT;
use super::number::plain;
use super::scene::{Anchor, Bounds, Point, Shape, Stroke, Target, Text};
use super::table::DataTable;
use super::{Chart, Look};
use crate::numerals::short;

/// What the picture of a runway is made from. Years count from now.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunwayChart {
    /// The heading.
    pub title: String,
    /// What is to be seen, in one sentence.
    pub sentence: String,
    /// What grows, with its unit: "workers needed".
    pub unit: String,
    /// The growth: years, rising, and what is needed then.
    pub growth: Vec<[f64; 2]>,
    /// What the growth is not to pass.
    pub ceilings: Vec<Ceiling>,
    /// What happens when.
    pub milestones: Vec<Milestone>,
}

/// A height that the growth is not to pass.
#[derive(Debug, Clone, PartialEq)]
pub struct Ceiling {
    /// What it is: "128 buckets".
    pub label: String,
    /// Its height, in the unit of the growth.
    pub value: f64,
}

/// Something that happens at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Milestone {
    /// What it is: "the ceiling is met".
    pub label: String,
    /// When, in years from now.
    pub years: f64,
}

/// The growth, its ceilings and milestones; `None` with fewer than two points of growth.
#[must_use]
pub fn runway(input: &RunwayChart, look: &Look) -> Option<Chart> {
    let [first, .., last] = input.growth.as_slice() else { return None };
    let (mut canvas, area) = Canvas::new(look, &input.title, &input.sentence);
    let years = input.milestones.iter().map(|milestone| milestone.years).fold(last[0], f64::max);
    let heights = input.growth.iter().map(|[_, value]| *value);
    let most = heights.chain(input.ceilings.iter().map(|ceiling| ceiling.value)).fold(0.0, f64::max);
    let y = Axis {
        scale: Scale::linear(0.0, most * 1.08).rounded((area.height() / (canvas.caption() * 3.0)).clamp(2.0, 9.0)),
        title: &input.unit,
        write: &plain,
        whole: false,
    };
    let x = Axis { scale: Scale::linear(first[0], years), title: "years from now", write: &plain, whole: false };
    let plot = axes(&mut canvas, area, &y, &x);
    let points: Vec<Point> = input.growth.iter().map(|[years, value]| plot.at(*years, *value)).collect();
    let mut under = points.clone();
    under.extend([[points[points.len() - 1][0], plot.bounds.bottom], [points[0][0], plot.bounds.bottom]]);
    canvas.add(Shape::Polygon { points: under, fill: canvas.palette.accent.with_opacity(28) });
    for ceiling in &input.ceilings {
        let height = plot.y(ceiling.value);
        let stroke = Stroke::dashed(canvas.palette.bad, canvas.pt(1.6), canvas.pt(6.0), canvas.pt(4.0));
        canvas.line([plot.bounds.left, height], [plot.bounds.right, height], stroke);
    }
    canvas.add(Shape::Polyline { points, stroke: Stroke::new(canvas.palette.accent, canvas.pt(2.4)) });
    readings(&mut canvas, &plot, input);
    milestones(&mut canvas, &plot, input);
    for ceiling in &input.ceilings {
        let (size, gap) = (canvas.label(), canvas.pt(6.0));
        let (left, right) = (plot.bounds.left + gap, plot.bounds.right - gap);
        let height = plot.y(ceiling.value);
        let label = |x: f64, y: f64, anchor| {
            Text::new(ceiling.label.clone(), [x, y], size, canvas.palette.bad).strong().anchored(anchor)
        };
        let (above, below) = (height - gap, height + gap + ASCENT * size);
        let places = [
            label(left, above, Anchor::Start),
            label(left, below, Anchor::Start),
            label(right, above, Anchor::End),
            label(right, below, Anchor::End),
        ];
        canvas.first_free(places);
    }
    let scene = canvas.finish("Growth over the years, with its ceilings.");
    Some(Chart { scene, table: table(input) })
}

/// What the growth and the ceilings say to a pointer over them.
fn readings(canvas: &mut Canvas, plot: &Plot, input: &RunwayChart) {
    for (at, [years, value]) in input.growth.iter().enumerate() {
        let beside =
            |other: Option<&[f64; 2]>| plot.x(other.map_or(*years, |[other, _]| f64::midpoint(*years, *other)));
        let left = beside(at.checked_sub(1).and_then(|before| input.growth.get(before)));
        let right = beside(input.growth.get(at + 1));
        let when = if *years > 0.0 { format!("in {} years", plain(*years)) } else { "now".to_owned() };
        let label = format!("{when}: {} {}", short(*value), input.unit);
        canvas.spot(label, Target::None, Bounds { left, right, ..plot.bounds });
    }
    for ceiling in &input.ceilings {
        let (height, reach) = (plot.y(ceiling.value), canvas.pt(5.0));
        let bounds = Bounds { top: height - reach, bottom: height + reach, ..plot.bounds };
        canvas.spot(format!("not to be passed: {}", ceiling.label), Target::None, bounds);
    }
}

/// A dot on the growth and its name for every milestone within it, the names one below the other where they would meet.
fn milestones(canvas: &mut Canvas, plot: &Plot, input: &RunwayChart) {
    for milestone in &input.milestones {
        let Some(value) = at(&input.growth, milestone.years) else { continue };
        let middle = plot.at(milestone.years, value);
        let palette = canvas.palette;
        let stroke = Stroke::dashed(palette.text, canvas.pt(1.2), canvas.pt(2.0), canvas.pt(3.0));
        canvas.line(middle, [middle[0], plot.bounds.bottom], stroke);
        let edge = Some(Stroke::new(palette.text, canvas.pt(1.6)));
        let shapes = vec![Shape::Circle { middle, radius: canvas.pt(4.6), fill: palette.accent, stroke: edge }];
        let label = format!("{}: in {} years", milestone.label, short(milestone.years));
        let bounds = Bounds::around(middle, canvas.pt(8.0));
        canvas.datum(label, Target::None, bounds, shapes);
        let (size, gap) = (canvas.label(), canvas.pt(9.0));
        let label = |x: f64, y: f64, anchor| {
            Text::new(milestone.label.clone(), [x, y], size, palette.text).strong().anchored(anchor)
        };
        let lines = (0..12_u8).map(|line| f64::from(line) * size * 1.5);
        let places = lines.flat_map(|down| {
            [
                label(middle[0] - gap, middle[1] - gap - down, Anchor::End),
                label(middle[0] + gap, middle[1] + gap + ASCENT * size + down, Anchor::Start),
                label(middle[0] - gap, middle[1] + gap + ASCENT * size + down, Anchor::End),
            ]
        });
        let inside: Vec<Text> = places.filter(|text| plot.bounds.holds(&text.bounds())).collect();
        canvas.first_free(inside);
    }
}

/// The growth at a time, along the straight line between its neighbours; `None` outside of it.
fn at(growth: &[[f64; 2]], years: f64) -> Option<f64> {
    let pair = growth.windows(2).find(|pair| pair[0][0] <= years && years <= pair[1][0])?;
    let [[from, low], [to, high]] = [pair[0], pair[1]];
    let share = if to > from { (years - from) / (to - from) } else { 0.0 };
    Some(low + (high - low) * share)
}

fn table(input: &RunwayChart) -> DataTable {
    let growth = input
        .growth
        .iter()
        .map(|[years, value]| ["growth".to_owned(), String::new(), years.to_string(), value.to_string()]);
    let ceilings = input
        .ceilings
        .iter()
        .map(|ceiling| ["ceiling".to_owned(), ceiling.label.clone(), String::new(), ceiling.value.to_string()]);
    let milestones = input
        .milestones
        .iter()
        .map(|milestone| ["milestone".to_owned(), milestone.label.clone(), milestone.years.to_string(), String::new()]);
    DataTable::new(["row", "label", "years", "value"], growth.chain(ceilings).chain(milestones))
}
