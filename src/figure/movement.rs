//! Who hands buckets to whom from one deal to the next: a matrix of old against new workers.

use super::canvas::Canvas;
use super::legend::{self, Sample, legend};
use super::measure::{self, ASCENT};
use super::number::{size, whole};
use super::scene::{Anchor, Bounds, Shape, Stroke, Target, Text, Weight};
use super::table::DataTable;
use super::{Chart, Look};
use crate::deal::Assignment;
use crate::numerals::{counted, grouped, percent};
use crate::simulate::moved_buckets;
use crate::unit::float;
use std::collections::BTreeMap;

/// What the picture of a movement is made from.
#[derive(Debug, Clone, Copy)]
pub struct Movement<'a> {
    /// Owners before.
    pub before: &'a Assignment,
    /// Owners after, of the same buckets.
    pub after: &'a Assignment,
    /// Records of each bucket. Shape: one entry a bucket.
    pub load: &'a [u64],
}

/// Buckets and records that go from one worker to another (or stay, where both are one).
#[derive(Debug, Clone, Copy, Default)]
struct Flow {
    buckets: u32,
    load: u64,
    /// Buckets of it that stay where they are.
    stay: u32,
}

/// Old owner, new owner → what goes from one to the other.
type Flows = BTreeMap<(usize, usize), Flow>;

/// The matrix of a movement; `None` where the two deals are of different bucket counts.
#[must_use]
pub fn movement(input: &Movement<'_>, look: &Look) -> Option<Chart> {
    let (before, after) = (input.before, input.after);
    if before.owners().len() != after.owners().len() || before.owners().len() != input.load.len() {
        return None;
    }
    let flows = flows(input, 1, 1);
    let title = format!(
        "From {} to {}",
        grouped(before.workers().get().into()),
        counted(after.workers().get().into(), "worker", "workers")
    );
    let (mut canvas, mut area) = Canvas::new(look, &title, &sentence(input, &flows));
    let matrix = Matrix::new(&mut canvas, &mut area, input);
    matrix.draw(&mut canvas);
    let scene = canvas.finish("Matrix of buckets by their worker before and after.");
    Some(Chart { scene, table: table(&flows) })
}

fn flows(input: &Movement<'_>, per_row: usize, per_column: usize) -> Flows {
    let mut flows = Flows::new();
    let owners = input.before.owners().iter().zip(input.after.owners());
    for ((&old, &new), &load) in owners.zip(input.load) {
        let flow = flows.entry((old as usize / per_row, new as usize / per_column)).or_default();
        flow.buckets += 1;
        flow.load += load;
        flow.stay += u32::from(old == new);
    }
    flows
}

fn sentence(input: &Movement<'_>, flows: &Flows) -> String {
    let moved = moved_buckets(input.before, input.after);
    let all = input.before.buckets().get();
    if moved == 0 {
        return format!("None of {} goes to another worker.", counted(all.into(), "bucket", "buckets"));
    }
    let sum = |keep: &dyn Fn(&(usize, usize)) -> bool| {
        float(flows.iter().filter(|(pair, _)| keep(pair)).map(|(_, flow)| flow.load).sum())
    };
    let (load, total) = (sum(&|(old, new)| old != new), sum(&|_| true));
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
    flows: Flows,
    per: [usize; 2],
    /// Rows, columns.
    cells: [usize; 2],
    workers: [usize; 2],
    most: u32,
}

impl Matrix {
    fn new(canvas: &mut Canvas, area: &mut Bounds, input: &Movement<'_>) -> Self {
        let caption = canvas.caption();
        let workers = [input.before, input.after].map(|deal| deal.workers().len());
        let keys = caption * 2.0 + canvas.pt(30.0) + caption * 2.0 + canvas.pt(14.0);
        let room = [area.height() - keys, area.width() - canvas.pt(40.0)];
        let per = [0, 1].map(|side| {
            let fit = whole(room[side] / canvas.pt(5.0).max(4.0)).clamp(1, 128);
            workers[side].div_ceil(fit).next_power_of_two()
        });
        let flows = flows(input, per[0], per[1]);
        let cells = [0, 1].map(|side| workers[side].div_ceil(per[side]));
        let most = flows.values().map(|flow| flow.buckets).max().unwrap_or(1);
        legend_of(canvas, area, most, flows.values().any(|flow| flow.stay > 0));

        let mut plot = *area;
        plot.top += caption * 1.2 + canvas.pt(5.0);
        plot.bottom -= caption * 2.0 + canvas.pt(11.0);
        let last = grouped((workers[0] - 1) as u64);
        plot.left += measure::width(&last, caption, Weight::Regular) + canvas.pt(8.0);
        let matrix = Self { plot, flows, per, cells, workers, most };
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
        [self.plot.height() / size(self.cells[0]), self.plot.width() / size(self.cells[1])]
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
        for (&(row, column), flow) in &self.flows {
            let bounds = self.bounds(row, column, gap);
            let fill = palette.ramp(f64::from(flow.buckets) / f64::from(self.most));
            let mut shapes = vec![Shape::Rect { bounds, radius: 0.0, fill: Some(fill), stroke: None }];
            if flow.stay > 0 {
                let width = canvas.pt(1.8).min(high.min(wide) / 5.0);
                let stroke = Some(Stroke::new(palette.good, width));
                shapes.push(Shape::Rect { bounds: bounds.grown(-width / 2.0), radius: 0.0, fill: None, stroke });
            }
            canvas.datum(self.in_words(row, column, flow), Target::None, bounds, shapes);
            let text = grouped(flow.buckets.into());
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
        for row in (0..=self.cells[0]).filter(|row| high >= narrow || row % self.cells[0] == 0) {
            let y = libm::round(self.plot.top + high * size(row)) - 0.5;
            canvas.line([self.plot.left, y], [self.plot.right, y], hair);
        }
        for column in (0..=self.cells[1]).filter(|column| wide >= narrow || column % self.cells[1] == 0) {
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
        for row in (0..self.cells[0]).step_by(every(high, caption * 1.5)) {
            let at = [self.plot.left - canvas.pt(6.0), self.plot.top + high * (size(row) + 0.5) + caption * 0.36];
            let text = Text::new(grouped((row * self.per[0]) as u64), at, caption, palette.dim);
            canvas.text_if_free(text.anchored(Anchor::End));
        }
        let baseline = self.plot.bottom + canvas.pt(5.0) + ASCENT * caption;
        for column in (0..self.cells[1]).step_by(every(wide, last + canvas.pt(12.0))) {
            let at = [self.plot.left + wide * (size(column) + 0.5), baseline];
            let text = Text::new(grouped((column * self.per[1]) as u64), at, caption, palette.dim);
            canvas.text_if_free(text.anchored(Anchor::Middle));
        }
    }

    fn in_words(&self, row: usize, column: usize, flow: &Flow) -> String {
        let name = |side: usize, at: usize| match self.per[side] {
            1 => format!("worker {at}"),
            per => format!("workers {} to {}", at * per, ((at + 1) * per).min(self.workers[side]) - 1),
        };
        let (old, new) = (name(0, row), name(1, column));
        let buckets = counted(flow.buckets.into(), "bucket", "buckets");
        format!("{old} before, {new} after: {buckets}, {}", counted(flow.load, "record", "records"))
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

fn table(flows: &Flows) -> DataTable {
    let rows = flows
        .iter()
        .map(|((old, new), flow)| [old.to_string(), new.to_string(), flow.buckets.to_string(), flow.load.to_string()]);
    DataTable::new(["worker_before", "worker_after", "buckets", "load"], rows)
}
