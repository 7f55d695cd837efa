//! Who hands buckets to whom from one deal to the next: a matrix of old against new workers.

use super::canvas::Canvas;
use super::legend::{self, Sample, legend};
use super::measure::{self, ASCENT};
use super::number::{size, whole};
use super::scene::{Anchor, Bounds, Shape, Stroke, Target, Text, Weight};
use super::table::DataTable;
use super::{Chart, Look};
use crate::explore::Flow;
use crate::numerals::{counted, grouped, load, percent};
use crate::unit::{LoadUnit, WorkerCount, float};
use std::collections::BTreeMap;

/// What the picture of a movement is made from.
#[derive(Debug, Clone, Copy)]
pub struct MovementChart<'a> {
    /// Workers before.
    pub before: WorkerCount,
    /// Workers after.
    pub after: WorkerCount,
    /// What a load counts.
    pub unit: LoadUnit,
    /// What goes from whom to whom, as [`crate::explore::flows`] gives it.
    pub flows: &'a [Flow],
}

/// What goes from the workers of a row to those of a column.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    buckets: u32,
    load: u64,
    /// Buckets of it that stay where they are.
    stay: u32,
}

/// Row, column → what goes from the one to the other.
type Cells = BTreeMap<(usize, usize), Cell>;

/// The matrix of a movement.
#[must_use]
pub fn movement(input: &MovementChart<'_>, look: &Look) -> Chart {
    let title = format!(
        "From {} to {}",
        grouped(input.before.get().into()),
        counted(input.after.get().into(), "worker", "workers")
    );
    let (mut canvas, mut area) = Canvas::new(look, &title, &sentence(input.flows));
    let matrix = Matrix::new(&mut canvas, &mut area, input);
    matrix.draw(&mut canvas);
    let scene = canvas.finish("Matrix of buckets by their worker before and after.");
    Chart { scene, table: table(input.flows) }
}

fn cells(flows: &[Flow], [per_row, per_column]: [usize; 2]) -> Cells {
    let mut cells = Cells::new();
    for flow in flows {
        let cell = cells.entry((flow.from as usize / per_row, flow.to as usize / per_column)).or_default();
        cell.buckets += flow.buckets;
        cell.load += flow.load;
        cell.stay += if flow.from == flow.to { flow.buckets } else { 0 };
    }
    cells
}

fn sentence(flows: &[Flow]) -> String {
    let moving = || flows.iter().filter(|flow| flow.from != flow.to);
    let (moved, all): (u32, u32) =
        (moving().map(|flow| flow.buckets).sum(), flows.iter().map(|flow| flow.buckets).sum());
    if moved == 0 {
        return format!("None of {} goes to another worker.", counted(all.into(), "bucket", "buckets"));
    }
    let (load, total) = (float(moving().map(|flow| flow.load).sum()), float(flows.iter().map(|flow| flow.load).sum()));
    let verb = if moved == 1 { "goes" } else { "go" };
    let mut text = format!(
        "{} of {} {verb} to another worker ({})",
        grouped(moved.into()),
        counted(all.into(), "bucket", "buckets"),
        percent(f64::from(moved) / f64::from(all))
    );
    if total > 0.0 {
        text.push_str(", and with them ");
        text.push_str(&percent(load / total));
        text.push_str(" of the load");
    }
    text + "."
}

/// How the matrix lies.
struct Matrix {
    plot: Bounds,
    cells: Cells,
    /// Workers a row, workers a column.
    per: [usize; 2],
    /// Rows, columns.
    size: [usize; 2],
    workers: [usize; 2],
    most: u32,
    unit: LoadUnit,
}

impl Matrix {
    fn new(canvas: &mut Canvas, area: &mut Bounds, input: &MovementChart<'_>) -> Self {
        let caption = canvas.caption();
        let workers = [input.before, input.after].map(WorkerCount::len);
        let keys = caption * 2.0 + canvas.pt(30.0) + caption * 2.0 + canvas.pt(14.0);
        let room = [area.height() - keys, area.width() - canvas.pt(40.0)];
        let per = [0, 1].map(|side| {
            let fit = whole(room[side] / canvas.pt(5.0).max(4.0)).clamp(1, 128);
            workers[side].div_ceil(fit).next_power_of_two()
        });
        let cells = cells(input.flows, per);
        let size = [0, 1].map(|side| workers[side].div_ceil(per[side]));
        let most = cells.values().map(|cell| cell.buckets).max().unwrap_or(1);
        legend_of(canvas, area, most, cells.values().any(|cell| cell.stay > 0));

        let mut plot = *area;
        plot.top += caption * 1.2 + canvas.pt(5.0);
        plot.bottom -= caption * 2.0 + canvas.pt(11.0);
        let last = grouped((workers[0] - 1) as u64);
        plot.left += measure::width(&last, caption, Weight::Regular) + canvas.pt(8.0);
        let matrix = Self { plot, cells, per, size, workers, most, unit: input.unit };
        matrix.titles(canvas, area);
        matrix
    }

    fn titles(&self, canvas: &mut Canvas, area: &Bounds) {
        let caption = canvas.caption();
        let title = |side: usize, when: &str, place: &str| match self.per[side] {
            1 => format!("worker {when}"),
            many => format!("worker {when}, {many} to a {place}"),
        };
        let at = [area.left, area.top + ASCENT * caption];
        canvas.text(Text::new(title(0, "before", "row"), at, caption, canvas.palette.dim));
        let baseline = area.bottom - canvas.pt(2.0) - measure::DESCENT * caption;
        let below = canvas.centred(&title(1, "after", "column"), self.plot.middle()[0], baseline, area);
        canvas.text(below);
    }

    fn pitch(&self) -> [f64; 2] {
        [self.plot.height() / size(self.size[0]), self.plot.width() / size(self.size[1])]
    }

    fn bounds(&self, row: usize, column: usize, gap: f64) -> Bounds {
        let [high, wide] = self.pitch();
        let edge = |from: f64, step: f64, at: usize| libm::round(from + step * size(at));
        Bounds {
            left: edge(self.plot.left, wide, column),
            top: edge(self.plot.top, high, row),
            right: edge(self.plot.left, wide, column + 1) - gap,
            bottom: edge(self.plot.top, high, row + 1) - gap,
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        let palette = canvas.palette;
        canvas.fill(self.plot, canvas.pt(3.0), palette.surface);
        let [high, wide] = self.pitch();
        let gap = if high.min(wide) >= 6.0 { 1.0 } else { 0.0 };
        self.grid(canvas);
        let longest = measure::width(&grouped(self.most.into()), canvas.caption(), Weight::Regular);
        let numbered = high >= canvas.caption() * 1.3 && wide >= longest + canvas.pt(6.0);
        for (&(row, column), cell) in &self.cells {
            let bounds = self.bounds(row, column, gap);
            let fill = palette.ramp(f64::from(cell.buckets) / f64::from(self.most));
            let mut shapes = vec![Shape::Rect { bounds, radius: 0.0, fill: Some(fill), stroke: None }];
            if cell.stay > 0 {
                let width = canvas.pt(1.8).min(high.min(wide) / 5.0);
                let stroke = Some(Stroke::new(palette.good, width));
                shapes.push(Shape::Rect { bounds: bounds.grown(-width / 2.0), radius: 0.0, fill: None, stroke });
            }
            canvas.datum(self.in_words(row, column, cell), Target::None, bounds, shapes);
            let text = grouped(cell.buckets.into());
            let at = [bounds.middle()[0], bounds.middle()[1] + canvas.caption() * 0.36];
            let text = Text::new(text, at, canvas.caption(), palette.on(fill)).anchored(Anchor::Middle);
            if numbered {
                canvas.text(text);
            }
        }
        self.numbers(canvas);
    }

    /// Hairlines between the rows and columns, where these are wide enough.
    fn grid(&self, canvas: &mut Canvas) {
        let (hair, narrow) = (Stroke::new(canvas.palette.line, 0.6), canvas.pt(8.0));
        let [high, wide] = self.pitch();
        for row in (0..=self.size[0]).filter(|row| high >= narrow || row % self.size[0] == 0) {
            let y = libm::round(self.plot.top + high * size(row)) - 0.5;
            canvas.line([self.plot.left, y], [self.plot.right, y], hair);
        }
        for column in (0..=self.size[1]).filter(|column| wide >= narrow || column % self.size[1] == 0) {
            let x = libm::round(self.plot.left + wide * size(column)) - 0.5;
            canvas.line([x, self.plot.top], [x, self.plot.bottom], hair);
        }
    }

    /// Ids of the workers, as many as there is room for.
    fn numbers(&self, canvas: &mut Canvas) {
        let (caption, palette) = (canvas.caption(), canvas.palette);
        let [high, wide] = self.pitch();
        let last = measure::width(&grouped((self.workers[1] - 1) as u64), caption, Weight::Regular);
        let every = |pitch: f64, needed: f64| round_count(needed / pitch);
        for row in (0..self.size[0]).step_by(every(high, caption * 1.5)) {
            let at = [self.plot.left - canvas.pt(6.0), self.plot.top + high * (size(row) + 0.5) + caption * 0.36];
            let text = Text::new(grouped((row * self.per[0]) as u64), at, caption, palette.dim);
            canvas.text_if_free(text.anchored(Anchor::End));
        }
        let baseline = self.plot.bottom + canvas.pt(5.0) + ASCENT * caption;
        for column in (0..self.size[1]).step_by(every(wide, last + canvas.pt(12.0))) {
            let at = [self.plot.left + wide * (size(column) + 0.5), baseline];
            let text = Text::new(grouped((column * self.per[1]) as u64), at, caption, palette.dim);
            canvas.text_if_free(text.anchored(Anchor::Middle));
        }
    }

    fn in_words(&self, row: usize, column: usize, cell: &Cell) -> String {
        let name = |side: usize, at: usize| match self.per[side] {
            1 => format!("worker {at}"),
            per => format!("workers {} to {}", at * per, ((at + 1) * per).min(self.workers[side]) - 1),
        };
        let (old, new) = (name(0, row), name(1, column));
        let buckets = counted(cell.buckets.into(), "bucket", "buckets");
        format!("{old} before, {new} after: {buckets}, {}", load(cell.load, self.unit))
    }
}

/// Every how many cells a number stands: 1, 2, 5, 10, …
fn round_count(least: f64) -> usize {
    whole(libm::ceil(super::axis::round_step(least.max(1.0)))).max(1)
}

fn legend_of(canvas: &mut Canvas, area: &mut Bounds, most: u32, stays: bool) {
    let stays = stays.then(|| (Sample::Outline(canvas.palette.good), "stays with its worker".to_owned()));
    if most == 1 {
        let one = (Sample::Fill(canvas.palette.ramp(1.0)), "one bucket".to_owned());
        let entries: Vec<_> = std::iter::once(one).chain(stays).collect();
        return legend(canvas, area, &entries);
    }
    let mut marks = vec![(1.0, grouped(most.into())), (1.0 / f64::from(most), "1".to_owned())];
    if most >= 4 {
        let half = most / 2;
        marks.push((f64::from(half) / f64::from(most), grouped(half.into())));
    }
    legend::ramp(canvas, area, "buckets", &marks);
    legend(canvas, area, stays.as_slice());
}

fn table(flows: &[Flow]) -> DataTable {
    let rows = flows
        .iter()
        .map(|flow| [flow.from.to_string(), flow.to.to_string(), flow.buckets.to_string(), flow.load.to_string()]);
    DataTable::new(["worker_before", "worker_after", "buckets", "load"], rows)
}
