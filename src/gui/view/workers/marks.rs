//! What stands on and over the bars: stubs of idle workers, bucket counts, the mean's and the busiest one's label.

use super::WorkersInput;
use super::bars::{Bars, Standing, Worker, busiest_of};
use crate::gui::paint::{coordinate, hatch, plate};
use crate::gui::theme::{Theme, caption, strong};
use crate::numerals::{counted, grouped, mean_load, one_of};
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use egui_plot::{PlotPoint, PlotTransform};

/// Height of a stub, in points.
const STUB: f32 = 10.0;

/// The chart's frame and scale.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// Where to paint.
    pub painter: &'a Painter,
    /// Figures → points.
    pub transform: &'a PlotTransform,
    /// Records of the mean worker.
    pub mean: f64,
    /// Whether the chart is too low for more than one line of labels.
    pub low: bool,
}

impl Place<'_> {
    fn at(&self, bar: f64, load: f64) -> Pos2 {
        self.transform.position_from_point(&PlotPoint::new(bar, load))
    }
}

/// Paints everything over the bars.
pub(super) fn paint(place: &Place<'_>, theme: &Theme, input: &WorkersInput<'_>, bars: &Bars) {
    stubs(place, theme, bars);
    if input.veiled {
        return;
    }
    idle(place, theme, input, bars);
    let mut taken = vec![mean(place, theme, input)];
    let room = taken[0].left() - 12.0;
    if place.low {
        named(place, theme, input, bars, room);
        return;
    }
    let entries = if bars.per_bar > 1 { shades(theme, bars) } else { empties(input, bars) };
    taken.extend(legend(place, theme, entries, room));
    taken.extend(busiest(place, theme, input, bars));
    if bars.per_bar == 1 {
        bucket_counts(place, theme, bars, taken);
    }
}

/// Workers without load: hatched where they own nothing, an outline where they own buckets without keys.
fn stubs(place: &Place<'_>, theme: &Theme, bars: &Bars) {
    let half = bars.bar_width() / 2.0;
    for at in 0..bars.count() {
        let bar = bars.bar(at);
        let Some(worker) = busiest_of(bar).filter(|worker| worker.figures.load == 0) else { continue };
        let middle = coordinate(at as u64);
        let (left, right) = (place.at(middle - half, 0.0), place.at(middle + half, 0.0));
        let stub = Rect::from_min_max(pos2(left.x, left.y - STUB), right);
        if bar.iter().any(|worker| worker.standing == Standing::Keyless) {
            let colour = if bars.per_bar == 1 { theme.owner(worker.id) } else { theme.dim };
            place.painter.rect_stroke(stub, 1.0, Stroke::new(1.5, colour), StrokeKind::Inside);
        } else {
            hatch(place.painter, stub, theme.dim);
            place.painter.hline(stub.x_range(), stub.top(), Stroke::new(1.0, theme.line));
        }
    }
}

/// How many workers own nothing, over the longest stretch of their stubs.
fn idle(place: &Place<'_>, theme: &Theme, input: &WorkersInput<'_>, bars: &Bars) {
    let unused = |worker: &Worker| matches!(worker.standing, Standing::Idle | Standing::LeftOut);
    let count = bars.workers.iter().filter(|worker| unused(worker)).count() as u64;
    let stretches = bars.workers.chunk_by(|a, b| unused(a) == unused(b)).scan(0, |start, stretch| {
        *start += stretch.len();
        Some((*start - stretch.len(), stretch))
    });
    let Some((start, stretch)) = stretches.filter(|(_, s)| s.iter().all(unused)).max_by_key(|(_, s)| s.len()) else {
        return;
    };
    let bar = |worker: usize| coordinate((worker / bars.per_bar) as u64);
    let (left, right) = (place.at(bar(start), 0.0), place.at(bar(start + stretch.len() - 1), 0.0));
    let left_out = stretch.iter().any(|worker| worker.standing == Standing::LeftOut);
    let text = if left_out {
        // What is left unused is where a worker could run.
        let (one, many) = match input.words.worker {
            "subtask" => ("slot", "slots"),
            "actor" => ("core", "cores"),
            _ => ("place", "places"),
        };
        format!("{} not used", counted(count, one, many))
    } else {
        format!("{} idle", counted(count, input.words.worker, input.words.workers))
    };
    let galley = place.painter.layout_no_wrap(text, caption(), theme.dim);
    let middle = pos2(f32::midpoint(left.x, right.x), left.y - STUB - 4.0);
    let rect = Align2::CENTER_BOTTOM.anchor_size(middle, galley.size());
    if galley.size().x <= right.x - left.x {
        place.painter.galley(rect.min, galley, theme.dim);
    }
}

/// What the dashed line is, at the top right over every bar. Returns where it stands.
fn mean(place: &Place<'_>, theme: &Theme, input: &WorkersInput<'_>) -> Rect {
    const DASHES: f32 = 26.0;
    let frame = place.transform.frame();
    let unit = input.deal.buckets.unit;
    let text =
        format!("Mean: {} per {}", mean_load(place.mean, unit, input.vocabulary.loads(unit)), input.words.worker);
    let text = place.painter.text(frame.right_top(), Align2::RIGHT_TOP, text, caption(), theme.text);
    let dashes = [pos2(text.left() - 6.0 - DASHES, text.center().y), pos2(text.left() - 6.0, text.center().y)];
    place.painter.extend(Shape::dashed_line(&dashes, Stroke::new(1.0, theme.text), 5.0, 5.0));
    text.with_min_x(dashes[0].x)
}

/// The colours of bars that stand for several workers each.
pub(super) struct Shades {
    shared: Color32,
    over: Color32,
    pale: [Color32; 2],
}

impl Shades {
    pub fn new(theme: &Theme) -> Self {
        let shared = theme.faded(theme.dim, 0.25);
        let over = theme.warn;
        Self { shared, over, pale: [theme.faded(shared, 0.5), theme.faded(over, 0.45)] }
    }

    /// Up to the mean: up to the lightest, on to the busiest; over the mean: the same two.
    pub const fn each(&self) -> [Color32; 4] {
        [self.shared, self.pale[0], self.over, self.pale[1]]
    }
}

/// The sign of an entry in the legend.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Sign {
    Fill(Color32),
    /// As a worker without keys has it.
    Box,
    /// As a worker without buckets has it.
    Hatch,
}

/// What the shades of bars mean that stand for several workers each.
fn shades(theme: &Theme, bars: &Bars) -> Vec<(Sign, String)> {
    let [shared, pale, over, _] = Shades::new(theme).each();
    let (all, few) = match bars.per_bar {
        2 => ("Both have this much".to_owned(), "Only the busier"),
        several => (format!("All {} have this much", grouped(several as u64)), "Only the busiest"),
    };
    vec![(Sign::Fill(shared), all), (Sign::Fill(pale), few.to_owned()), (Sign::Fill(over), "Above the mean".to_owned())]
}

/// What the stubs of workers without load mean, those that there are.
fn empties(input: &WorkersInput<'_>, bars: &Bars) -> Vec<(Sign, String)> {
    let any = |wanted: &[Standing]| bars.workers.iter().any(|worker| wanted.contains(&worker.standing));
    let signs = [
        (
            any(&[Standing::Keyless]),
            Sign::Box,
            if input.deal.buckets.keys_known { input.vocabulary.keys().0 } else { "load" },
        ),
        (any(&[Standing::Idle, Standing::LeftOut]), Sign::Hatch, input.words.bucket),
    ];
    signs.into_iter().filter(|(there, ..)| *there).map(|(_, sign, what)| (sign, format!("No {what}"))).collect()
}

/// Signs and what they mean, at the top left, as far as there is room. Returns where it stands.
fn legend(place: &Place<'_>, theme: &Theme, entries: Vec<(Sign, String)>, room: f32) -> Option<Rect> {
    let mut at = place.transform.frame().left_top();
    let mut taken: Option<Rect> = None;
    for (sign, text) in entries {
        let galley = place.painter.layout_no_wrap(text, caption(), theme.text);
        let swatch = Rect::from_center_size(pos2(at.x + 4.0, at.y + galley.size().y / 2.0), vec2(8.0, 8.0));
        let entry = Rect::from_min_size(at, vec2(galley.size().x + 14.0, galley.size().y));
        if entry.right() > room {
            break;
        }
        match sign {
            Sign::Fill(colour) => {
                place.painter.rect_filled(swatch, 2.0, colour);
            }
            Sign::Box => {
                place.painter.rect_stroke(swatch, 1.0, Stroke::new(1.5, theme.dim), StrokeKind::Inside);
            }
            Sign::Hatch => {
                hatch(place.painter, swatch, theme.dim);
                place.painter.hline(swatch.x_range(), swatch.top(), Stroke::new(1.0, theme.line));
            }
        }
        place.painter.galley(pos2(at.x + 14.0, at.y), galley, theme.text);
        at.x = entry.right() + 16.0;
        taken = Some(taken.map_or(entry, |taken| taken.union(entry)));
    }
    taken
}

/// The busiest worker's name, load and buckets; where none stands out, that none does.
fn busiest_in_words(input: &WorkersInput<'_>, bars: &Bars, worker: &Worker) -> String {
    let load = input.vocabulary.load(worker.figures.load, input.deal.buckets.unit);
    if bars.workers.len() > 1 && bars.workers.iter().all(|other| other.figures.load == worker.figures.load) {
        return format!("All equal: {load}");
    }
    let held = counted(worker.figures.buckets.into(), input.words.bucket, input.words.buckets);
    format!("{}, {load}, {held}", busiest_by_name(input, bars, worker))
}

/// `Busiest: w3`, and where others have as much, `Busiest: w3, one of 4`.
fn busiest_by_name(input: &WorkersInput<'_>, bars: &Bars, worker: &Worker) -> String {
    format!("Busiest: {}{}", input.vocabulary.mark(worker.id), one_of(bars.as_busy() as u64))
}

/// The busiest worker in the mean's line, as far as there is room: in full, else its name alone.
fn named(place: &Place<'_>, theme: &Theme, input: &WorkersInput<'_>, bars: &Bars, room: f32) {
    let Some((_, worker)) = bars.busiest() else { return };
    let at = place.transform.frame().left_top();
    let name = busiest_by_name(input, bars, worker);
    for text in [busiest_in_words(input, bars, worker), name] {
        let galley = place.painter.layout_no_wrap(text, strong(11.0), theme.text);
        if at.x + galley.size().x <= room {
            place.painter.galley(at, galley, theme.text);
            return;
        }
    }
}

/// The busiest worker over its bar, and over the count that bars carry. Returns where it stands.
fn busiest(place: &Place<'_>, theme: &Theme, input: &WorkersInput<'_>, bars: &Bars) -> Option<Rect> {
    /// Height of a count over a bar, in points.
    const COUNT: f32 = 16.0;
    let (at, worker) = bars.busiest()?;
    let frame = place.transform.frame();
    let top = place.at(coordinate(at as u64), coordinate(worker.figures.load));
    let text = busiest_in_words(input, bars, worker);
    let galley = place.painter.layout_no_wrap(text.clone(), strong(11.0), theme.text);
    let half = galley.size().x / 2.0 + 4.0;
    let x = top.x.clamp(frame.left() + half, (frame.right() - half).max(frame.left() + half));
    let fewest = bars.fewest_buckets();
    let counts = bars.per_bar == 1 && bars.workers.iter().any(|worker| explained(worker, fewest));
    let foot = pos2(x, top.y - 5.0 - if counts { COUNT } else { 0.0 });
    Some(plate(place.painter, theme, foot, Align2::CENTER_BOTTOM, &text, strong(11.0), theme.text))
}

/// The bucket count over each bar with keys that holds more buckets than the fewest, where it hides no higher bar and no other label.
fn bucket_counts(place: &Place<'_>, theme: &Theme, bars: &Bars, mut taken: Vec<Rect>) {
    let fewest = bars.fewest_buckets();
    let width = place.at(1.0, 0.0).x - place.at(0.0, 0.0).x;
    let load = |at: Option<usize>| at.and_then(|at| bars.workers.get(at)).map_or(0, |worker| worker.figures.load);
    for (at, worker) in bars.workers.iter().enumerate().filter(|(_, worker)| explained(worker, fewest)) {
        let own = worker.figures.load;
        let top = place.at(coordinate(at as u64), coordinate(own));
        let text = grouped(worker.figures.buckets.into());
        let size = place.painter.layout_no_wrap(text.clone(), caption(), theme.text).size();
        let foot = pos2(top.x, top.y - 2.0);
        let rect = Align2::CENTER_BOTTOM.anchor_size(foot, size).expand(2.0);
        let over_others = size.x > width && own < load(at.checked_sub(1)).max(load(Some(at + 1)));
        if size.x <= width * 1.6 && !over_others && !taken.iter().any(|other| other.intersects(rect)) {
            taken.push(plate(place.painter, theme, foot, Align2::CENTER_BOTTOM, &text, caption(), theme.text));
        }
    }
}

/// Whether a worker's load is explained by more buckets than the fewest. Without keys there is no load to explain.
fn explained(worker: &Worker, fewest: u32) -> bool {
    worker.standing == Standing::Busy && worker.figures.buckets > fewest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::OUR_WORDS;
    use crate::gui::view::workers::Sort;
    use crate::learn::Vocabulary;
    use crate::scenario::Scenario;
    use crate::simulate::{Unwatched, simulate};
    use std::path::Path;

    #[test]
    fn where_several_are_as_busy_none_is_named_as_if_alone() {
        let report = simulate(&Scenario::built_in().job(Path::new("")).unwrap(), &Unwatched).unwrap();
        let mut deal = report.steps[0].deal.as_deref().unwrap().clone();
        let said = |deal: &crate::simulate::DealFigures| {
            let input = WorkersInput {
                deal,
                asked: 4,
                sort: Sort::ById,
                selected_worker: None,
                of_width: None,
                words: &OUR_WORDS,
                vocabulary: Vocabulary::Ours,
                veiled: false,
            };
            let bars = Bars::new(&input, 600.0);
            busiest_in_words(&input, &bars, bars.busiest().unwrap().1)
        };
        assert!(said(&deal).starts_with("Busiest: w"));
        for (worker, load) in deal.worker.iter_mut().zip([12, 3, 12, 5]) {
            worker.load = load;
        }
        assert!(said(&deal).starts_with("Busiest: w0, one of 2, 12 records, "), "{}", said(&deal));
        deal.worker.iter_mut().for_each(|worker| worker.load = 12);
        assert_eq!(said(&deal), "All equal: 12 records");
    }
}
