//! Load per worker: a bar each, with the mean, the busiest and the idle ones.

mod bars;
mod marks;

use crate::engine::Words;
use crate::gui::paint::{axis_mark, coordinate, round_step, sentence, whole};
use crate::gui::theme::{Theme, caption, strong};
use crate::learn::Vocabulary;
use crate::numerals::{bytes, counted, grouped, one_of, times};
use crate::simulate::DealFigures;
use bars::{Bars, Standing, Worker, busiest_of, lightest_load};
use egui::{Color32, CursorIcon, Rangef, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo};
use egui_plot::{AxisHints, Bar, BarChart, GridInput, GridMark, HLine, LineStyle, Plot, PlotResponse, PlotUi};
use marks::{Place, Shades};

/// Order of the bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// By the workers' ids.
    #[default]
    ById,
    /// Busiest first.
    ByLoad,
}

/// What the chart shows.
#[derive(Debug, Clone, Copy)]
pub struct WorkersInput<'a> {
    /// The deal.
    pub deal: &'a DealFigures,
    /// Workers asked for, those that the engine leaves out included.
    pub asked: u32,
    /// Order of the bars.
    pub sort: Sort,
    /// The worker that is lit.
    pub selected_worker: Option<u32>,
    /// The width that the deal is of, where that is not the step shown: what is explained then says so.
    pub of_width: Option<u32>,
    /// The engine's own words.
    pub words: &'a Words,
    /// Whose words those are.
    pub vocabulary: Vocabulary,
    /// Whether figures are held back while something is to be predicted.
    pub veiled: bool,
}

/// What the user does to the chart.
#[derive(Debug)]
pub struct WorkersResponse {
    /// The whole chart.
    pub response: Response,
    /// The worker under the pointer; the busiest one where a bar stands for several.
    pub hovered_worker: Option<u32>,
    /// The worker that was clicked.
    pub clicked_worker: Option<u32>,
}

/// Room over the highest bar for the mean's label, its own, and its count of buckets, in points.
const HEADROOM: f32 = 54.0;

/// The same where the chart is low: one line has both labels, and bars carry no counts.
const LOW_HEADROOM: f32 = 18.0;

/// Below this height of the bars the chart is low, in points.
const LOW: f32 = 140.0;

/// Height of the axis under the bars, in points, before egui has measured it.
const AXIS: f32 = 36.0;

/// How far other workers' bars step back while one is selected.
const STEPPED_BACK: f32 = 0.72;

/// The figures that the vertical axis is built on, in records.
#[derive(Debug, Clone, Copy)]
struct Scale {
    mean: f64,
    peak: f64,
    /// Upper end of the axis.
    ceiling: f64,
}

/// Draws the bars into all the space there is.
pub fn workers(ui: &mut Ui, theme: &Theme, input: &WorkersInput<'_>) -> WorkersResponse {
    let bars = Bars::new(input, ui.available_width() - 48.0);
    let total: u64 = input.deal.worker.iter().map(|worker| worker.load).sum();
    // Of those that take part: what the engine leaves out is no worker.
    let mean = coordinate(total) / coordinate(input.deal.worker.len().max(1) as u64);
    let peak = bars.busiest().map_or(1, |(_, worker)| worker.figures.load);
    let height = ui.available_height() - AXIS;
    let low = height < LOW;
    let headroom = if low { LOW_HEADROOM } else { HEADROOM };
    let ceiling = coordinate(peak) * f64::from(height / (height - headroom).max(height / 2.0).max(1.0)).max(1.0);
    let scale = Scale { mean, peak: coordinate(peak), ceiling };
    let PlotResponse { response, transform, .. } =
        plot(theme, input, &bars, scale).show(ui, |plot| draw(plot, theme, input, &bars, scale));
    let painter = ui.painter().with_clip_rect(transform.frame().expand(2.0));
    marks::paint(&Place { painter: &painter, transform: &transform, mean, low }, theme, input, &bars);

    let hovered = response.hover_pos().and_then(|point| bar_at(transform.value_from_position(point).x, &bars));
    let hovered_worker = hovered.and_then(|bar| busiest_of(bars.bar(bar))).map(|worker| worker.id);
    let clicked_worker = hovered_worker.filter(|_| response.clicked());
    response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, ui.is_enabled(), name(input, &bars)));
    if response.has_focus() {
        ui.painter().rect_stroke(response.rect, 6.0, Stroke::new(1.0, theme.accent), StrokeKind::Inside);
    }
    let response = match hovered {
        Some(bar) if !input.veiled => response
            .on_hover_cursor(CursorIcon::PointingHand)
            .on_hover_ui_at_pointer(|ui| explain(ui, theme, input, bars.bar(bar), mean)),
        _ => response,
    };
    WorkersResponse { response, hovered_worker, clicked_worker }
}

/// The chart's name for screen readers and tests.
fn name(input: &WorkersInput<'_>, bars: &Bars) -> String {
    let (count, unit) = (counted(bars.count() as u64, "bar", "bars"), input.deal.buckets.unit);
    match bars.busiest() {
        _ if input.veiled => format!("Load per {}: {count}", input.words.worker),
        Some((_, busiest)) => {
            let load = input.vocabulary.load(busiest.figures.load, unit);
            format!(
                "Load per {}: {count}, busiest {} {}{} with {load}",
                input.words.worker,
                input.words.worker,
                busiest.id,
                one_of(bars.as_busy() as u64)
            )
        }
        None => format!("Load per {}: {count}, no {}", input.words.worker, input.vocabulary.loads(unit).1),
    }
}

/// Axes and grid: nothing to zoom, nothing to drag.
fn plot<'a>(theme: &Theme, input: &WorkersInput<'a>, bars: &Bars, scale: Scale) -> Plot<'a> {
    let order = if input.sort == Sort::ByLoad { "busiest first" } else { "by id" };
    let legend = if bars.per_bar > 1 {
        format!("Each bar: {} {}, {order}", bars.per_bar, input.words.workers)
    } else {
        format!("{}, {order}", sentence(input.words.workers))
    };
    let ids: Vec<u32> = bars.workers.iter().step_by(bars.per_bar).map(|worker| worker.id).collect();
    // Out of order, a number alone would read as a rank.
    let mark = (input.sort == Sort::ByLoad).then_some(input.vocabulary);
    let last = coordinate(ids.len() as u64) - 0.5;
    let axis = |hints: AxisHints<'a>| hints.tick_label_color(theme.dim).tick_label_font(caption());
    let x = axis(AxisHints::new_x())
        .label(RichText::new(legend).font(caption()).color(theme.dim))
        .label_spacing(Rangef::new(12.0, 13.0))
        .formatter(move |place, _| {
            let name = |id: &u32| mark.map_or_else(|| id.to_string(), |vocabulary| vocabulary.mark(*id));
            ids.get(whole_index(place.value)).map_or_else(String::new, name)
        });
    let (_, records) = input.vocabulary.loads(input.deal.buckets.unit);
    let y = axis(AxisHints::new_y())
        .label(RichText::new(sentence(records)).font(caption()).color(theme.dim))
        .label_spacing(Rangef::new(12.0, 13.0))
        .formatter(|mark, _| axis_mark(mark.value));
    Plot::new("load per worker")
        .custom_x_axes(vec![x])
        .custom_y_axes(vec![y])
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .sense(Sense::click())
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .show_grid([false, true])
        .grid_color(theme.line)
        .grid_fade(0.0)
        .grid_spacing(Rangef::new(4.0, 5.0))
        .x_grid_spacer(move |input| id_marks(&input, last))
        .y_grid_spacer(move |_| load_marks(scale))
}

fn draw(plot: &mut PlotUi<'_>, theme: &Theme, input: &WorkersInput<'_>, bars: &Bars, scale: Scale) {
    let count = coordinate(bars.count() as u64);
    plot.set_plot_bounds_x(-0.6..=count - 0.4);
    plot.set_plot_bounds_y(0.0..=scale.ceiling);
    let pointed_at = plot.pointer_coordinate().filter(|_| plot.response().hovered());
    if let Some(bar) = pointed_at.and_then(|point| bar_at(point.x, bars)) {
        let glow = Bar::new(coordinate(bar as u64), scale.ceiling).width(1.0).fill(theme.raised).stroke(Stroke::NONE);
        plot.bar_chart(BarChart::new("pointed at", vec![glow]).allow_hover(false));
    }
    let width = bars.bar_width();
    let shown = (0..bars.count()).flat_map(|at| pieces(theme, input, bars, scale.mean, at));
    let uprights = shown.map(|(at, piece)| upright(at, piece, width)).collect();
    plot.bar_chart(BarChart::new("loads", uprights).allow_hover(false));
    let line = HLine::new("mean", scale.mean).color(theme.text).width(1.0).style(LineStyle::Dashed { length: 5.0 });
    plot.hline(line.allow_hover(false));
}

/// A stretch of a bar, in records, and its colour.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: f64,
    to: f64,
    fill: Color32,
}

/// What a bar is made of. One worker has its owner's colour. Of several, the bar is solid up to the lightest and pale from there
/// up to the busiest; what lies over the mean of all workers, and is waited for, has a colour of its own.
fn pieces(theme: &Theme, input: &WorkersInput<'_>, bars: &Bars, mean: f64, at: usize) -> Vec<(usize, Piece)> {
    let bar = bars.bar(at);
    let Some(busiest) = busiest_of(bar) else { return Vec::new() };
    let most = coordinate(busiest.figures.load);
    if bars.per_bar == 1 {
        let fill = stepped_back(theme, input, bar, theme.owner(busiest.id));
        return vec![(at, Piece { from: 0.0, to: most, fill })];
    }
    let least = coordinate(lightest_load(bar));
    let [solid, pale, over_solid, over_pale] = Shades::new(theme).each();
    let stretches = [
        (0.0, least.min(mean), solid),
        (least.min(mean), most.min(mean), pale),
        (mean, least.max(mean), over_solid),
        (least.max(mean), most.max(mean), over_pale),
    ];
    let piece = |(from, to, fill)| (at, Piece { from, to, fill: stepped_back(theme, input, bar, fill) });
    stretches.into_iter().filter(|(from, to, _)| to > from).map(piece).collect()
}

fn upright(at: usize, piece: Piece, width: f64) -> Bar {
    let bar = Bar::new(coordinate(at as u64), piece.to - piece.from).base_offset(piece.from);
    bar.width(width).fill(piece.fill).stroke(Stroke::NONE)
}

fn stepped_back(theme: &Theme, input: &WorkersInput<'_>, bar: &[Worker], fill: Color32) -> Color32 {
    match input.selected_worker {
        Some(selected) if bar.iter().all(|worker| worker.id != selected) => theme.faded(fill, STEPPED_BACK),
        _ => fill,
    }
}

/// The bar that a place on the axis belongs to.
fn bar_at(x: f64, bars: &Bars) -> Option<usize> {
    (x >= -0.5).then(|| whole_index(x)).filter(|&bar| bar < bars.count())
}

/// The nearest whole number as an index.
fn whole_index(x: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "bars are fewer than 2^20")]
    let nearest = x.round() as f32;
    whole(nearest) as usize
}

/// Marks under the bars, as close as their numbers allow.
fn id_marks(input: &GridInput, last: f64) -> Vec<GridMark> {
    const ROOM: f64 = 44.0;
    // The grid's base step is that of `grid_spacing`'s 4 points.
    let step = round_step(input.base_step_size / 4.0 * ROOM, 1);
    let mut marks = Vec::new();
    let mut value = 0.0;
    while value < last {
        marks.push(GridMark { value, step_size: step });
        value += step;
    }
    marks
}

/// Marks beside the bars: round figures up to the highest bar, five at most.
fn load_marks(scale: Scale) -> Vec<GridMark> {
    let step = round_step(scale.peak, 4);
    (0..=4_u32)
        .map(|mark| GridMark { value: f64::from(mark) * step, step_size: step })
        .take_while(|mark| mark.value <= scale.peak)
        .collect()
}

/// The tooltip of a bar.
fn explain(ui: &mut Ui, theme: &Theme, input: &WorkersInput<'_>, bar: &[Worker], mean: f64) {
    let Some(worker) = busiest_of(bar) else { return };
    let words = input.words;
    let name = sentence(&format!("{} {}", words.worker, worker.id));
    let name = input.of_width.map_or(name.clone(), |width| format!("At {}: {name}", grouped(width.into())));
    if bar.len() > 1 {
        let least = input.vocabulary.load(lightest_load(bar), input.deal.buckets.unit);
        let most = input.vocabulary.load(worker.figures.load, input.deal.buckets.unit);
        ui.label(RichText::new(several(bar, input)).font(strong(13.0)));
        let tied = bar.iter().filter(|other| other.figures.load == worker.figures.load).count();
        let name = format!("{name}{}", one_of(tied as u64));
        ui.label(RichText::new(format!("The lightest has {least}, the busiest {most}: {name}")).color(theme.dim));
    } else {
        ui.label(RichText::new(name).font(strong(13.0)));
    }
    let (figures, (key, keys)) = (&worker.figures, input.vocabulary.keys());
    let known = input.deal.buckets.keys_known;
    match worker.standing {
        Standing::LeftOut => {
            ui.label(format!("Asked for, but not used: there is no {} left for it.", words.bucket));
            return;
        }
        Standing::Idle => {
            ui.label(format!("Idle: it owns no {}, so no {key} can reach it.", words.bucket));
            return;
        }
        Standing::Keyless => {
            let buckets = counted(figures.buckets.into(), words.bucket, words.buckets);
            ui.label(if known {
                format!("No {keys}: it owns {buckets}, and no {key} hashes there.")
            } else {
                format!("No load: it owns {buckets}, and nothing lies there.")
            });
            return;
        }
        Standing::Busy => {}
    }
    egui::Grid::new("worker").num_columns(2).spacing(egui::vec2(16.0, 4.0)).show(ui, |ui| {
        let mut row = |name: &str, value: String| {
            ui.label(RichText::new(name).color(theme.dim));
            ui.label(value);
            ui.end_row();
        };
        row(&sentence(words.buckets), grouped(figures.buckets.into()));
        if known {
            row(&sentence(keys), grouped(figures.keys));
        }
        let (_, records) = input.vocabulary.loads(input.deal.buckets.unit);
        row(
            &sentence(records),
            format!("{}, {} the mean", grouped(figures.load), times(coordinate(figures.load) / mean)),
        );
        row("State", bytes(figures.state_bytes));
    });
}

/// The name of a bar that stands for several workers.
fn several(bar: &[Worker], input: &WorkersInput<'_>) -> String {
    match (bar, input.sort) {
        ([first, .., last], Sort::ById) => {
            sentence(&format!("{} {} to {}", input.words.workers, grouped(first.id.into()), grouped(last.id.into())))
        }
        _ => counted(bar.len() as u64, input.words.worker, input.words.workers),
    }
}
