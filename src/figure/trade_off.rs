//! Evenness against size: what each doubling of the bucket count still buys.

use super::axis::{Axis, Plot, Scale, axes};
use super::canvas::Canvas;
use super::legend::{Sample, legend};
use super::measure::ASCENT;
use super::number::plain;
use super::scene::{Anchor, Bounds, Point, Shape, Stroke, Target, Text};
use super::table::DataTable;
use super::{Chart, Look};
use crate::engine::Words;
use crate::explore::{Advice, CountAdvice};
use crate::numerals::{counted, grouped, percent_to, short};
use crate::unit::BucketCount;
use std::collections::BTreeMap;

/// A count in the picture.
#[derive(Debug, Clone, Copy, Default)]
struct Mark {
    /// Waste as a share of 1.
    waste: f64,
    /// N ÷ peak width.
    headroom: f64,
    /// No smaller count wastes as little.
    front: bool,
    /// Among the recommended ones.
    recommended: bool,
}

/// The waste of counts against their size, one of them chosen, in an engine's vocabulary; `None` where no count was looked at.
#[must_use]
pub fn trade_off(advice: &Advice, chosen: Option<BucketCount>, words: &Words, look: &Look) -> Option<Chart> {
    let marks = marks(advice);
    let ((&least, _), (&most, _)) = (marks.first_key_value()?, marks.last_key_value()?);
    let chosen = chosen.map(BucketCount::get).filter(|count| marks.contains_key(count));
    let (mut canvas, mut area) = Canvas::new(look, "What a larger count still buys", &sentence(&marks, chosen, words));
    keys(&mut canvas, &mut area, advice, words);
    let worst = marks.values().map(|mark| mark.waste * 100.0).fold(1.0, f64::max);
    let y = Axis {
        scale: Scale::linear(0.0, worst).rounded((area.height() / (canvas.caption() * 3.0)).clamp(2.0, 9.0)),
        title: "waste, %: at the widths liked + on average up to the peak",
        write: &plain,
        whole: false,
    };
    let title = format!("{}, each step twice as many", words.buckets);
    let x =
        Axis { scale: Scale::log(f64::from(least), f64::from(most), 2.0), title: &title, write: &plain, whole: true };
    let plot = axes(&mut canvas, area, &y, &x);

    too_few(&mut canvas, &plot, advice, x.scale.from);
    let front: Vec<Point> = front_line(&plot, &marks, x.scale.to);
    if front.len() > 1 {
        canvas.add(Shape::Polyline { points: front, stroke: Stroke::new(canvas.palette.accent, canvas.pt(1.8)) });
    }
    for (&count, mark) in &marks {
        dot(&mut canvas, &plot, count, mark, words);
    }
    let today = advice.today.as_ref().map(|today| today.buckets.get());
    for (count, name) in [(chosen, ""), (today.filter(|today| Some(*today) != chosen), ", today")] {
        if let Some((count, mark)) = count.and_then(|count| Some((count, marks.get(&count)?))) {
            let others = marks.iter().filter(|(other, _)| **other != count);
            let dots = others.map(|(&other, mark)| plot.at(f64::from(other), mark.waste * 100.0));
            let dots: Vec<Bounds> = dots.map(|middle| Bounds::around(middle, canvas.pt(7.0))).collect();
            name_of(&mut canvas, &plot, (count, mark), name, &dots);
        }
    }
    let scene = canvas.finish("Waste by uneven deal drawn against the bucket count.");
    Some(Chart { scene, table: table(&marks) })
}

fn marks(advice: &Advice) -> BTreeMap<u32, Mark> {
    let mut marks: BTreeMap<u32, Mark> = BTreeMap::new();
    for point in &advice.trade_off {
        let mark = Mark { waste: point.waste, headroom: point.headroom, front: true, recommended: false };
        marks.insert(point.buckets.get(), mark);
    }
    let mut add = |count: &CountAdvice, recommended: bool| {
        let mark = marks.entry(count.buckets.get()).or_default();
        (mark.waste, mark.headroom) = (count.score.waste(), count.headroom);
        mark.recommended |= recommended;
    };
    advice.recommended.iter().for_each(|count| add(count, true));
    advice.nearest.iter().chain(&advice.today).chain(&advice.engine_default).for_each(|count| add(count, false));
    marks
}

fn sentence(marks: &BTreeMap<u32, Mark>, chosen: Option<u32>, words: &Words) -> String {
    let said = |count: u32, mark: &Mark| {
        let (verb, count) =
            (if count == 1 { "wastes" } else { "waste" }, counted(count.into(), words.bucket, words.buckets));
        format!("{count} {verb} {}", wasted(mark.waste))
    };
    let chosen = chosen.and_then(|count| Some((count, marks.get(&count)?)));
    let Some((count, mark)) = chosen else { return "No count is chosen.".to_owned() };
    let twice = marks.range(count.saturating_mul(2)..).find(|(_, mark)| mark.front);
    let larger = twice.filter(|(_, next)| next.waste < mark.waste).map_or_else(String::new, |(&larger, next)| {
        format!("; {} would waste {}", grouped(larger.into()), wasted(next.waste))
    });
    format!("{}{larger}. Each count on the line wastes less than every smaller one.", said(count, mark))
}

/// `0.8 %` of what the workers could do.
fn wasted(share: f64) -> String {
    percent_to(share, usize::from(share > 0.0))
}

fn keys(canvas: &mut Canvas, area: &mut Bounds, advice: &Advice, words: &Words) {
    let (palette, thick) = (canvas.palette, canvas.pt(1.8));
    let mut entries =
        vec![(Sample::Line(Stroke::new(palette.accent, thick)), "no smaller count wastes as little".to_owned())];
    if !advice.recommended.is_empty() {
        entries.push((Sample::Dot(palette.good), "recommended".to_owned()));
    }
    let least = counted(advice.least_buckets.into(), words.bucket, words.buckets);
    let times = short(advice.plan.headroom);
    entries.push((Sample::Fill(palette.bad.with_opacity(46)), format!("below {least}: not {times} times the peak")));
    legend(canvas, area, &entries);
}

/// The counts that miss the headroom.
fn too_few(canvas: &mut Canvas, plot: &Plot, advice: &Advice, from: f64) {
    let least = f64::from(advice.least_buckets);
    if least <= from {
        return;
    }
    let right = plot.x(least).min(plot.bounds.right);
    canvas.fill(Bounds { right, ..plot.bounds }, 0.0, canvas.palette.bad.with_opacity(26));
}

/// From each count of the front level to the next: what lies between wastes no less.
fn front_line(plot: &Plot, marks: &BTreeMap<u32, Mark>, to: f64) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for (&count, mark) in marks.iter().filter(|(_, mark)| mark.front) {
        let at = plot.at(f64::from(count), mark.waste * 100.0);
        if let Some(&[_, height]) = points.last() {
            points.push([at[0], height]);
        }
        points.push(at);
    }
    if let Some(&[_, height]) = points.last() {
        points.push([plot.x(to), height]);
    }
    points
}

fn dot(canvas: &mut Canvas, plot: &Plot, count: u32, mark: &Mark, words: &Words) {
    let palette = canvas.palette;
    let (fill, radius) = match (mark.recommended, mark.front) {
        (true, _) => (palette.good, 4.6),
        (false, true) => (palette.accent, 3.2),
        (false, false) => (palette.dim, 3.6),
    };
    let middle = plot.at(f64::from(count), mark.waste * 100.0);
    let edge = Some(Stroke::new(palette.ground, canvas.pt(1.0)));
    let shapes = vec![Shape::Circle { middle, radius: canvas.pt(radius), fill, stroke: edge }];
    let buckets = counted(count.into(), words.bucket, words.buckets);
    let label = format!("{buckets}: {} wasted, {} times the peak", wasted(mark.waste), short(mark.headroom));
    canvas.datum(label, Target::Count(count), Bounds::around(middle, canvas.pt(6.5)), shapes);
}

/// A ring around a count, and its name where it hides no other dot, else where there is room.
fn name_of(canvas: &mut Canvas, plot: &Plot, (count, mark): (u32, &Mark), name: &str, dots: &[Bounds]) {
    let (palette, middle) = (canvas.palette, plot.at(f64::from(count), mark.waste * 100.0));
    let (size, gap) = (canvas.label(), canvas.pt(9.0));
    let ring = canvas.pt(7.0);
    let bounds = Bounds::around(middle, ring);
    let stroke = Some(Stroke::new(palette.text, canvas.pt(1.6)));
    canvas.add(Shape::Rect { bounds, radius: ring, fill: None, stroke });
    let content = format!("{}{name}: {}", grouped(count.into()), wasted(mark.waste));
    let label =
        |x: f64, y: f64, anchor| Text::new(content.clone(), [x, y], size, palette.text).strong().anchored(anchor);
    let lines = (0..6_u8).map(|line| f64::from(line) * size * 1.5);
    let places = lines.flat_map(|up| {
        let above = middle[1] - gap - up;
        [
            label(middle[0] + gap, above, Anchor::Start),
            label(middle[0] - gap, above, Anchor::End),
            label(middle[0] + gap, middle[1] + gap + ASCENT * size + up, Anchor::Start),
        ]
    });
    let inside = places.filter(|text| plot.bounds.holds(&text.bounds()));
    let hides = |text: &Text| dots.iter().any(|dot| dot.overlaps(&text.bounds()));
    let (hiding, clear): (Vec<Text>, Vec<Text>) = inside.partition(hides);
    canvas.first_free(clear.into_iter().chain(hiding));
}

fn table(marks: &BTreeMap<u32, Mark>) -> DataTable {
    let rows = marks.iter().map(|(count, mark)| {
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        [count.to_string(), mark.waste.to_string(), mark.headroom.to_string(), yes(mark.front), yes(mark.recommended)]
    });
    DataTable::new(["buckets", "waste", "times_peak", "least_waste_so_far", "recommended"], rows)
}
