//! The three ways to another bucket count side by side: time that a job stops and lacks results, bytes read and written.

use super::canvas::Canvas;
use super::measure::{self, ASCENT};
use super::number::size;
use super::palette::Colour;
use super::scene::{Anchor, Bounds, Shape, Stroke, Target, Text, Weight};
use super::table::DataTable;
use super::{Chart, Look};
use crate::engine::{Allowed, Facts};
use crate::explore::{ExitAmount, ExitFigure, Outlook, WaysOut};
use crate::numerals::grouped;
use crate::unit::float;

/// Figures drawn as bars, in their order; the share that is lost is drawn only where there is one.
const TIMES: [&str; 3] = ["stop_secs", "catch_up_secs", "incomplete_secs"];
const LOST: &str = "lost_share";
const BYTES: [&str; 2] = ["bytes_read", "bytes_written"];

/// A row of bars, one a way.
struct Row<'a> {
    label: &'static str,
    /// The figure of each way; `None` where nothing is done on it.
    figures: [Option<&'a ExitFigure>; 3],
    /// What a full bar stands for.
    full: f64,
    colour: Colour,
    /// Whether it begins another scale than the row above.
    parted: bool,
}

/// Where the columns lie.
struct Grid {
    area: Bounds,
    /// Width of the names of the rows.
    names: f64,
    gap: f64,
}

impl Grid {
    fn column(&self, at: usize) -> Bounds {
        let left = self.area.left + self.names;
        let wide = (self.area.right - left) / 3.0;
        Bounds { left: left + wide * size(at) + self.gap, right: left + wide * size(at + 1), ..self.area }
    }
}

/// The ways out as bars on common scales, in an engine's vocabulary; the table holds every figure of every way.
#[must_use]
pub fn ways_out(ways: &WaysOut, facts: &Facts, look: &Look) -> Chart {
    let (from, to) = (grouped(ways.buckets.into()), grouped(ways.new_buckets.into()));
    let constant = facts.count_is_constant();
    let title = if constant {
        format!("Ways past {from} {}", facts.words.buckets)
    } else {
        format!("Three ways from {from} to {to} {}", facts.words.buckets)
    };
    let needless = constant || ways.routes.iter().all(|way| way.route.allowed == Allowed::Needless);
    let sentence = if needless { ways.sentence(facts) } else { ways.stops_and_gaps() };
    let (mut canvas, area) = Canvas::new(look, &title, &sentence);
    let figures = ways.routes.each_ref().map(|way| ways.figures(way));
    let rows = rows(&canvas, &figures);
    let caption = canvas.caption();
    let widest = rows.iter().map(|row| measure::width(row.label, caption, Weight::Regular)).fold(0.0, f64::max);
    let names = widest.min(area.width() * 0.28);
    let mut grid = Grid { area, names, gap: canvas.pt(14.0) };
    heads(&mut canvas, &mut grid, ways);
    scales(&mut canvas, &mut grid.area);

    let parts = rows.iter().filter(|row| row.parted).count();
    let part = canvas.pt(10.0);
    let high = (grid.area.height() - part * size(parts)) / size(rows.len().max(1));
    let mut top = grid.area.top;
    for row in &rows {
        if row.parted {
            let y = top + part / 2.0;
            let hair = Stroke::new(canvas.palette.line, canvas.pt(1.0));
            canvas.line([grid.area.left, y], [grid.area.right, y], hair);
            top += part;
        }
        draw_row(&mut canvas, &grid, row, [top, top + high], ways);
        top += high;
    }
    for (at, way) in ways.routes.iter().enumerate() {
        if !ways.leads_on(way) {
            no_road(&mut canvas, grid.column(at), way);
        }
    }
    let scene = canvas.finish("Bars of time and bytes for each way, side by side.");
    Chart { scene, table: table(ways) }
}

fn rows<'a>(canvas: &Canvas, figures: &'a [Vec<ExitFigure>; 3]) -> Vec<Row<'a>> {
    let of = |name: &str| figures.each_ref().map(|list| list.iter().find(|figure| figure.name == name));
    let most = |names: &[&str]| {
        let all = names.iter().flat_map(|name| of(name)).flatten().filter_map(|figure| length(figure.amount));
        all.fold(0.0, f64::max)
    };
    let palette = canvas.palette;
    let row = |name: &str, full, colour, parted| {
        let figures = of(name);
        let label = figures.iter().flatten().next()?.label;
        Some(Row { label, figures, full, colour, parted })
    };
    let times = most(&TIMES);
    let time_of = |name: &&str| row(name, times, if *name == TIMES[2] { palette.warn } else { palette.accent }, false);
    let lost = (most(&[LOST]) > 0.0).then(|| row(LOST, 1.0, palette.bad, true)).flatten();
    let sizes = most(&BYTES);
    let byte_rows = BYTES.iter().filter_map(|name| row(name, sizes, palette.series(2), *name == BYTES[0]));
    TIMES.iter().filter_map(time_of).chain(lost).chain(byte_rows).collect()
}

/// How long a bar is, in its unit; `None` where it has no end.
fn length(amount: ExitAmount) -> Option<f64> {
    match amount {
        ExitAmount::Secs(number) | ExitAmount::Share(number) => Some(number),
        ExitAmount::Never | ExitAmount::ForEver => None,
        ExitAmount::Bytes(count) | ExitAmount::Count(count) => Some(float(count)),
    }
}

/// The name of each way and whether the engine has it.
fn heads(canvas: &mut Canvas, grid: &mut Grid, ways: &WaysOut) {
    let (label, caption) = (canvas.label(), canvas.caption());
    let mut lowest = grid.area.top;
    for (at, way) in ways.routes.iter().enumerate() {
        let column = grid.column(at);
        let mut top = column.top;
        for line in measure::wrapped(way.route.title, label, Weight::Strong, column.width(), 2) {
            let place = [column.left, top + ASCENT * label];
            canvas.text(Text::new(line, place, label, canvas.palette.text).strong());
            top += label * 1.3;
        }
        lowest = lowest.max(top);
    }
    let baseline = lowest + ASCENT * caption;
    for (at, way) in ways.routes.iter().enumerate() {
        let column = grid.column(at);
        let ink = match way.route.allowed {
            _ if way.never_catches_up() => canvas.palette.bad,
            Allowed::Yes => canvas.palette.good,
            Allowed::Limited => canvas.palette.warn,
            Allowed::No => canvas.palette.bad,
            Allowed::Needless => canvas.palette.accent,
        };
        let word = measure::fitted(&way.verdict(), caption, Weight::Strong, column.width());
        canvas.text(Text::new(word, [column.left, baseline], caption, ink).strong());
    }
    grid.area.top = lowest + caption * 1.3 + canvas.pt(8.0);
}

/// How the bars compare, at the foot of an area, which is shortened by it.
fn scales(canvas: &mut Canvas, area: &mut Bounds) {
    let caption = canvas.caption();
    let text = "Bars of time share one scale, bars of bytes another.";
    let text = measure::fitted(text, caption, Weight::Regular, area.width());
    let at = [area.left, area.bottom - measure::DESCENT * caption];
    canvas.text(Text::new(text, at, caption, canvas.palette.dim));
    area.bottom -= caption * 1.2 + canvas.pt(6.0);
}

fn draw_row(canvas: &mut Canvas, grid: &Grid, row: &Row<'_>, [top, bottom]: [f64; 2], ways: &WaysOut) {
    let caption = canvas.caption();
    let middle = f64::midpoint(top, bottom);
    let label = measure::fitted(row.label, caption, Weight::Regular, grid.names);
    let at = [grid.area.left, middle + caption * 0.36];
    canvas.text(Text::new(label, at, caption, canvas.palette.text));
    let thick = ((bottom - top) * 0.56).min(canvas.pt(20.0));
    for (at, figure) in row.figures.iter().enumerate() {
        let Some(figure) = figure else { continue };
        let column = grid.column(at);
        let place = Bounds { top: middle - thick / 2.0, bottom: middle + thick / 2.0, ..column };
        let words = format!("{}, {}: {}", ways.routes[at].route.title, row.label.to_lowercase(), figure.amount.shown());
        bar(canvas, row, figure, place, words);
    }
}

/// A bar with its figure after it. One without an end is hatched over the whole width, the figure on a plate within.
fn bar(canvas: &mut Canvas, row: &Row<'_>, figure: &ExitFigure, place: Bounds, words: String) {
    let (caption, gap) = (canvas.caption(), canvas.pt(5.0));
    let text = figure.amount.shown();
    let baseline = place.middle()[1] + caption * 0.36;
    let wide = measure::width(&text, caption, Weight::Strong);
    let Some(length) = length(figure.amount) else {
        canvas.hatch(place, canvas.palette.bad);
        canvas.spot(words, Target::None, place);
        let middle = Text::new(text, [place.middle()[0], baseline], caption, canvas.palette.bad);
        canvas.plate_if_free(middle.strong().anchored(Anchor::Middle));
        return;
    };
    // The longest bar leaves room for the longest text that is written after one.
    let room =
        (place.width() - canvas.pt(5.0) - measure::width("00.0 years", caption, Weight::Strong)).max(canvas.pt(4.0));
    let share = if row.full > 0.0 { length / row.full } else { 0.0 };
    let right = place.left + (room * share).max(if length > 0.0 { canvas.pt(1.5) } else { 0.0 });
    let base = Stroke::new(canvas.palette.dim, canvas.pt(1.0));
    canvas.line([place.left, place.top], [place.left, place.bottom], base);
    let bounds = Bounds { right, ..place };
    let drawn =
        Shape::Rect { bounds, radius: canvas.pt(1.5).min(bounds.width() / 2.0), fill: Some(row.colour), stroke: None };
    canvas.datum(words, Target::None, place, if length > 0.0 { vec![drawn] } else { Vec::new() });
    let ink = if length > 0.0 { canvas.palette.text } else { canvas.palette.dim };
    let left = (right + gap).min(place.right - wide);
    canvas.text_if_free(Text::new(text, [left, baseline], caption, ink).strong());
}

/// A way on which nothing is done: its column hatched, with the reason on a plate.
fn no_road(canvas: &mut Canvas, column: Bounds, way: &Outlook) {
    let (caption, pad) = (canvas.caption(), canvas.pt(8.0));
    canvas.hatch(column, canvas.palette.line);
    let inside = column.grown(-pad);
    let row = caption * 1.35;
    let most = super::number::whole((inside.height() - pad) / row).max(1);
    let lines = measure::wrapped(way.route.how, caption, Weight::Regular, inside.width() - pad, most);
    let bottom = inside.top + pad + row * size(lines.len());
    let plate = Bounds { bottom: bottom.min(column.bottom), ..inside };
    canvas.fill(plate, canvas.pt(3.0), canvas.palette.ground);
    for (at, line) in lines.into_iter().enumerate() {
        let baseline = inside.top + pad / 2.0 + row * size(at) + ASCENT * caption;
        canvas.text(Text::new(line, [inside.left + pad / 2.0, baseline], caption, canvas.palette.text));
    }
    let words = format!("{}: {}. {}", way.route.title, way.route.allowed.word().to_lowercase(), way.route.how);
    canvas.spot(words, Target::None, column);
}

/// One row a way and figure: as `redeal ways-out --format csv` writes it.
fn table(ways: &WaysOut) -> DataTable {
    let rows = ways.routes.iter().flat_map(|way| {
        let head = [way.route.kind.id(), way.route.allowed.id()].map(str::to_owned);
        let figures = ways.figures(way);
        let none = figures.is_empty().then(|| [String::new(), String::new(), String::new()]);
        let figures =
            figures.into_iter().map(|figure| [figure.name.to_owned(), figure.unit.to_owned(), figure.amount.exact()]);
        let cells: Vec<[String; 3]> = none.into_iter().chain(figures).collect();
        cells.into_iter().map(move |[figure, unit, value]| {
            let [route, allowed] = head.clone();
            [route, allowed, figure, unit, value]
        })
    });
    DataTable::new(["route", "allowed", "figure", "unit", "value"], rows)
}
