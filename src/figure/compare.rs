//! Scenarios beside one another: effective width and peak to mean of every step, as groups of bars on the same axes.

use super::axis::{Axis, Plot, Scale, axes};
use super::canvas::Canvas;
use super::legend::{Sample, legend};
use super::measure;
use super::number::{plain, size};
use super::scene::{Anchor, Bounds, Shape, Stroke, Target, Text, Weight};
use super::table::DataTable;
use super::{Chart, Look};
use crate::explore::{Comparison, OUTCOME, Row};
use crate::numerals::{decimal, short, times};

/// Short names of the scenarios, in the order given.
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// One group of bars a step.
struct Panel<'a> {
    /// The label of its figure in the comparison.
    label: &'static str,
    /// What its axis shows, with the unit.
    title: &'static str,
    /// How a figure is written over its bar.
    write: fn(f64) -> String,
    /// The figure of every step, in their order.
    rows: Vec<&'a Row>,
}

/// A comparison as bars; the table holds every figure that is compared, with its distance to the base. `None` where no step of
/// any scenario has a figure.
#[must_use]
pub fn compare(comparison: &Comparison, look: &Look) -> Option<Chart> {
    let panel = |label, title, write| {
        let rows: Vec<&Row> = comparison.rows.iter().filter(|row| row.label == label).collect();
        Panel { label, title, write, rows }
    };
    let panels = [
        panel("Effective width", "in workers; higher is better", short),
        panel("Peak to mean", "busiest ÷ mean; 1× is even", times),
    ];
    if !panels.iter().any(|panel| panel.rows.iter().any(|row| row.values.iter().any(Option::is_some))) {
        return None;
    }
    let (mut canvas, mut area) = Canvas::new(look, "Scenarios side by side", &sentence(comparison, &panels[0].rows));
    let entries = LETTERS.iter().zip(&comparison.scenarios).enumerate().map(|(at, (letter, scenario))| {
        let base = if at == comparison.base { ", the base" } else { "" };
        (Sample::Fill(canvas.palette.series(at)), format!("{letter}: {}{base}", scenario.name))
    });
    let mut entries: Vec<_> = entries.collect();
    if panels.iter().any(|panel| panel.rows.iter().any(|row| row.values.iter().any(Option::is_none))) {
        entries.push((Sample::Hatch(canvas.palette.dim), "refused, or no such step".to_owned()));
    }
    legend(&mut canvas, &mut area, &entries);
    area.top += canvas.pt(4.0);
    for (panel, place) in panels.iter().zip(halves(&canvas, area)) {
        draw(&mut canvas, comparison, panel, place);
    }
    let scene = canvas.finish("A group of bars for every step, a bar for every scenario.");
    Some(Chart { scene, table: table(comparison) })
}

/// What the last step that all of them run makes of each.
fn sentence(comparison: &Comparison, widths: &[&Row]) -> String {
    let all = |row: &&&Row| row.values.iter().all(Option::is_some);
    let Some(row) = widths.iter().rev().find(all) else {
        return "No step is run by all of them.".to_owned();
    };
    let works = |(at, (letter, value)): (usize, (&&str, &Option<f64>))| {
        let workers = short(value.unwrap_or(0.0));
        if at == 0 { format!("{letter} works like {workers} workers") } else { format!("{letter} like {workers}") }
    };
    let works: Vec<String> = LETTERS.iter().zip(&row.values).enumerate().map(works).collect();
    let [first, between @ .., last] = works.as_slice() else { return String::new() };
    let others = between.iter().fold(first.clone(), |said, next| format!("{said}, {next}"));
    let asked = comparison.rows.iter().find(|other| other.step == row.step && other.label == "Width asked for");
    let width = asked.and_then(|asked| {
        let first = asked.values.first().copied().flatten()?;
        let same = asked.values.iter().all(|value| *value == Some(first));
        same.then(|| format!(" with {} workers each", short(first)))
    });
    let step = row.step.map_or(1, |step| step + 1);
    format!("At step {step}{}, {others} and {last}.", width.unwrap_or_default())
}

/// Side by side where that leaves each panel broad enough, else one below the other.
fn halves(canvas: &Canvas, area: Bounds) -> [Bounds; 2] {
    let [x, y] = area.middle();
    if area.width() >= canvas.pt(480.0) || area.width() > area.height() * 1.6 {
        let gap = canvas.pt(12.0);
        [Bounds { right: x - gap, ..area }, Bounds { left: x + gap, ..area }]
    } else {
        let gap = canvas.pt(6.0);
        [Bounds { bottom: y - gap, ..area }, Bounds { top: y + gap, ..area }]
    }
}

fn draw(canvas: &mut Canvas, comparison: &Comparison, panel: &Panel<'_>, mut area: Bounds) {
    canvas.subhead(&mut area, panel.label, &[panel.title.to_owned()]);
    let values = panel.rows.iter().flat_map(|row| row.values.iter().flatten());
    let peak = values.fold(0.0_f64, |most, value| most.max(*value));
    // Room for the figure over the highest bar.
    let head = 1.0 + (canvas.caption() * 2.0 / area.height()).min(0.4);
    let y = Axis { scale: Scale::linear(0.0, peak * head), title: "", write: &plain, whole: false };
    let step = |place: f64| format!("step {}", plain(place + 1.0));
    let x = Axis { scale: Scale::linear(-0.5, size(panel.rows.len()) - 0.5), title: "", write: &step, whole: true };
    let plot = axes(canvas, area, &y, &x);
    for (at, row) in panel.rows.iter().enumerate() {
        for scenario in 0..row.values.len() {
            bar(canvas, comparison, panel, &plot, at, scenario);
        }
    }
    let base = plot.bounds.bottom;
    canvas.line([plot.bounds.left, base], [plot.bounds.right, base], Stroke::new(canvas.palette.dim, canvas.pt(1.0)));
}

/// One scenario's bar of one step; hatched where it has no figure.
fn bar(canvas: &mut Canvas, comparison: &Comparison, panel: &Panel<'_>, plot: &Plot, at: usize, scenario: usize) {
    /// Share of a step's place that its bars take.
    const FULL: f64 = 0.8;
    let row = panel.rows[at];
    let count = size(row.values.len());
    let edge = |bar: f64| plot.x(size(at) + FULL * (bar / count - 0.5));
    let gap = ((edge(1.0) - edge(0.0)) * 0.08).min(canvas.pt(2.0));
    let (left, right) = (edge(size(scenario)) + gap, edge(size(scenario + 1)) - gap);
    let bottom = plot.bounds.bottom;
    let (letter, name) = (LETTERS[scenario], &comparison.scenarios[scenario].name);
    let colour = canvas.palette.series(scenario);
    let Some(value) = row.values[scenario] else {
        let bounds = Bounds { left, top: bottom - canvas.pt(10.0), right, bottom };
        canvas.hatch(bounds, colour);
        let label = format!("{letter}, {name}, step {}: refused, or it has no such step", at + 1);
        return canvas.spot(label, Target::None, bounds);
    };
    let bounds = Bounds { left, top: plot.y(value), right, bottom };
    let radius = if right - left > canvas.pt(8.0) { canvas.pt(2.0) } else { 0.0 };
    let shape = Shape::Rect { bounds, radius, fill: Some(colour), stroke: None };
    let written = (panel.write)(value);
    let what = panel.label.to_lowercase();
    let unit = if row.unit == "workers" { " workers" } else { "" };
    let label = format!("{letter}, {name}, step {}: {what} {written}{unit}", at + 1);
    // A bar of next to no height is still met by a pointer.
    let met = Bounds { top: bounds.top.min(bottom - canvas.pt(6.0)), ..bounds };
    canvas.datum(label, Target::None, met, vec![shape]);
    // As it is written elsewhere where that fits over the bar, else shorter.
    let room = right - left + canvas.pt(4.0);
    let shorter =
        if row.unit == "times" { [decimal(value, 2), decimal(value, 1)] } else { [short(value), decimal(value, 0)] };
    let caption = canvas.caption();
    let mut texts = std::iter::once(written).chain(shorter);
    if let Some(text) = texts.find(|text| measure::width(text, caption, Weight::Regular) <= room) {
        let place = [f64::midpoint(left, right), bounds.top - canvas.pt(3.5)];
        canvas.text_if_free(Text::new(text, place, caption, canvas.palette.text).anchored(Anchor::Middle));
    }
}

/// One row a figure and scenario, the scenarios called A to D: as `redeal compare --format csv` writes it.
fn table(comparison: &Comparison) -> DataTable {
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let step = |step: Option<usize>| step.map_or_else(String::new, |step| step.to_string());
    let mut rows: Vec<[String; 7]> = Vec::new();
    for figures in comparison.rows.chunk_by(|a, b| a.step == b.step) {
        for outcomes in comparison.outcomes_of(figures[0].step) {
            let none = String::new;
            rows.extend(outcomes.words().zip(LETTERS).map(|(words, letter)| {
                [step(Some(outcomes.step)), OUTCOME.to_owned(), none(), letter.to_owned(), words, none(), none()]
            }));
        }
        for row in figures {
            rows.extend(LETTERS.iter().take(row.values.len()).enumerate().map(|(at, letter)| {
                [
                    step(row.step),
                    row.label.to_owned(),
                    row.unit.to_owned(),
                    (*letter).to_owned(),
                    number(row.values[at]),
                    number(row.differences[at]),
                    number(row.relative[at]),
                ]
            }));
        }
    }
    DataTable::new(["step", "figure", "unit", "scenario", "value", "difference", "relative"], rows.into_iter())
}

#[cfg(test)]
mod tests {
    use super::super::Size;
    use super::*;
    use crate::explore::Compared;

    fn row(label: &'static str, unit: &'static str, step: usize, values: [Option<f64>; 2]) -> Row {
        let difference = values[0].zip(values[1]).map(|(base, value)| value - base);
        Row {
            step: Some(step),
            label,
            unit,
            values: values.into(),
            differences: vec![values[0].map(|_| 0.0), difference],
            relative: vec![None, None],
        }
    }

    fn comparison(rows: Vec<Row>) -> Comparison {
        let scenario =
            |name: &str| Compared { name: name.to_owned(), file: None, engine: "flink", digest: String::new() };
        Comparison {
            format: "redeal-compare/1",
            scenarios: vec![scenario("one"), scenario("other")],
            base: 0,
            outcomes: Vec::new(),
            rows,
        }
    }

    fn look(width: u32, height: u32) -> Look {
        Look { size: Size::new(width, height).unwrap(), dark: true, origin: String::new() }
    }

    #[test]
    fn bars_are_as_high_as_their_figures_on_one_axis() {
        let rows = vec![
            row("Width asked for", "workers", 0, [Some(40.0), Some(40.0)]),
            row("Effective width", "workers", 0, [Some(32.0), Some(8.0)]),
            row("Peak to mean", "times", 0, [Some(1.25), Some(5.0)]),
            row("Effective width", "workers", 1, [Some(16.0), None]),
        ];
        for size in [look(400, 300), look(800, 500), look(500, 900)] {
            let chart = compare(&comparison(rows.clone()), &size).unwrap();
            let spot = |text: &str| chart.scene.spots.iter().find(|spot| spot.label.contains(text)).unwrap().bounds;
            let height = |text: &str| spot(text).height();
            let (tall, low) =
                (height("A, one, step 1: effective width 32 workers"), height("B, other, step 1: effective"));
            assert!((tall / low - 4.0).abs() < 0.01, "{tall} to {low}");
            assert!((height("A, one, step 2: effective width 16") * 2.0 - tall).abs() < 0.01);
            assert!((height("step 1: peak to mean 5.00×") / height("step 1: peak to mean 1.25×") - 4.0).abs() < 0.01);
            assert!(spot("B, other, step 2: refused").height() > 0.0);
            let whole = Bounds { left: 0.0, top: 0.0, right: chart.scene.width, bottom: chart.scene.height };
            assert!(chart.scene.spots.iter().all(|spot| whole.holds(&spot.bounds)));
            let said = "At step 1 with 40 workers each, A works like 32 workers and B like 8.";
            assert!(chart.scene.description.ends_with(said), "{}", chart.scene.description);
        }
    }

    #[test]
    fn the_table_holds_every_figure_and_an_empty_comparison_draws_nothing() {
        let rows =
            vec![row("Effective width", "workers", 0, [Some(32.0), Some(8.5)]), row("Idle", "workers", 0, [None; 2])];
        let chart = compare(&comparison(rows), &look(800, 500)).unwrap();
        let lines = "0,Effective width,workers,A,32,0,\n0,Effective width,workers,B,8.5,-23.5,\n0,Idle,workers,A,,,\n0,Idle,workers,B,,,\n";
        assert_eq!(chart.table.csv(), format!("step,figure,unit,scenario,value,difference,relative\n{lines}"));
        assert_eq!(compare(&comparison(vec![row("Idle", "workers", 0, [Some(1.0); 2])]), &look(800, 500)), None);
    }
}
