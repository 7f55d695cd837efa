//! The Deal view: the wall of buckets, and the load of every worker.

use super::chart_keys::{bar_keys, wall_keys};
use super::learn::rests;
use super::parts::{segments, segments_with_reasons};
use super::probe;
use super::wall::{WallColour, WallInput, wall};
use super::workers::{Sort, WorkersInput, workers};
use crate::engine::{Cause, Engine};
use crate::gui::command::Command;
use crate::gui::paint::sentence;
use crate::gui::state::{AppView, SLIDE_SECONDS};
use crate::gui::theme::{Theme, strong};
use crate::numerals::{counted, grouped};
use crate::scenario::RestartBuckets;
use crate::simulate::{DealFigures, Step};
use egui::{
    Align, FontId, Layout, RichText, Role, Sense, Stroke, StrokeKind, TextEdit, TextStyle, Ui, Vec2, WidgetInfo, vec2,
};
use std::sync::Arc;

/// Share of the height that the wall has.
const WALL_SHARE: f32 = 0.58;

/// Shows the view.
pub fn deal(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let Some((at, deal)) = view.deal() else {
        let refused = view.step().is_some();
        let text = if refused { "No step of this scenario starts, so nothing is dealt." } else { "Simulating…" };
        ui.centered_and_justified(|ui| ui.label(RichText::new(text).color(view.theme.dim)));
        return;
    };
    let veil = view.state.veil();
    let found = if veil.places { None } else { probe::find(view, deal) };
    header(ui, view, deal, out);
    probe::line(ui, view, at, deal, found.as_ref());
    let asked = view.state.report.as_ref().and_then(|report| report.steps.get(at)).map_or(1, |step| step.workers);
    let refused = view.step().filter(|step| step.deal.is_none()).map(|step| Refused::new(view, step, asked));
    let stands = refused.as_ref().map(|_| asked);
    if let Some(refused) = &refused {
        refusal(ui, view, refused);
    }
    let wall_height = ((ui.available_height() - 40.0) * WALL_SHARE).max(80.0);
    // Colours step back behind a refusal; what is written stays to be read.
    let theme =
        if refused.as_ref().is_some_and(|refused| !refused.goes_on) { view.theme.stepped_back() } else { *view.theme };
    ui.allocate_ui(vec2(ui.available_width(), wall_height), |ui| {
        let bucket = found.and_then(Result::ok).map(|found| found.bucket);
        show_wall(ui, (view, &theme), deal, bucket, stands, out);
    });
    ui.add_space(8.0);
    if veil.loads || veil.loads_until_later {
        let text = if veil.loads { "Your prediction first. The picture comes with your answer." } else { LATER };
        in_place_of_loads(ui, view, text);
        return;
    }
    workers_header(ui, view, deal, out);
    let input = WorkersInput {
        deal,
        asked,
        sort: view.state.sort,
        selected_worker: view.state.worker,
        words: view.words,
        vocabulary: view.state.vocabulary(),
        veiled: veil.figures,
        of_width: stands,
    };
    let shown = workers(ui, &theme, &input);
    out.extend(bar_keys(ui, view, deal, &shown.response));
    out.extend(shown.clicked_worker.map(Command::SelectWorker));
}

/// What is said above a picture of the deal before a refusal.
struct Refused {
    text: String,
    before: String,
    /// Whether the workers from before go on.
    goes_on: bool,
}

impl Refused {
    /// The words for a step that is refused, over the deal at another width that ran.
    fn new(view: &AppView<'_>, step: &Step, ran: u32) -> Self {
        let words = view.words;
        let name = sentence(if step.first_start { words.first_start } else { words.restart });
        let (workers, width) = (counted(ran.into(), words.worker, words.workers), grouped(step.workers.into()));
        // RisingWave changes a job that runs: what it refuses leaves it as it was.
        if !step.first_start && matches!(view.scenario.engine, Engine::RisingWave(_)) {
            let text = format!("{name} to {width} is refused: {workers} go on as before");
            return Self { text, before: format!("This is the deal at {workers}."), goes_on: true };
        }
        let text = match (step.cause, view.restart_setting()) {
            (Some(Cause::CountChanged), Some(RestartBuckets::Set(count))) => {
                let asked = counted(count.get().into(), words.bucket, words.buckets);
                format!("Refused: asks for {asked}, the saved state has {}", grouped(step.bucket_count.into()))
            }
            _ => format!("{name} at {width} is refused: nothing runs"),
        };
        Self { text, before: format!("Faded: the deal at {workers}, the last that ran."), goes_on: false }
    }
}

/// What is so, above the faded picture of what is no more: in a place of its own, so that it covers nothing.
fn refusal(ui: &mut Ui, view: &AppView<'_>, refused: &Refused) {
    const PAD: Vec2 = vec2(16.0, 8.0);
    let (theme, Refused { text, before, .. }) = (view.theme, refused);
    let room = ui.available_width() - 2.0 * PAD.x;
    let title = ui.painter().layout(text.clone(), strong(16.0), theme.text, room);
    let remark = ui.painter().layout(before.clone(), FontId::proportional(13.0), theme.dim, room);
    // Side by side where there is room: the picture keeps the height.
    let beside = title.size().x + 16.0 + remark.size().x <= room && title.rows.len() == 1;
    let height = if beside { title.size().y } else { title.size().y + 2.0 + remark.size().y };
    let size = vec2(ui.available_width(), height + 2.0 * PAD.y);
    let (plate, response) = ui.allocate_exact_size(size, Sense::hover());
    let at = plate.min + PAD;
    let after = if beside {
        vec2(title.size().x + 16.0, title.size().y - remark.size().y - 1.0)
    } else {
        vec2(0.0, title.size().y + 2.0)
    };
    let painter = ui.painter();
    painter.rect(plate, 6.0, theme.surface, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    painter.rect_filled(plate.with_max_x(plate.left() + 3.0), 1.0, theme.bad);
    painter.galley(at + after, remark, theme.dim);
    painter.galley(at, title, theme.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, format!("{text}. {before}")));
    ui.add_space(4.0);
}

#[expect(clippy::cast_possible_truncation, reason = "a share of a slide")]
fn show_wall(
    ui: &mut Ui,
    (view, theme): (&AppView<'_>, &Theme),
    deal: &DealFigures,
    probed: Option<u32>,
    of_width: Option<u32>,
    out: &mut Vec<Command>,
) {
    let slide = view.state.slide.as_ref().filter(|slide| slide.from.buckets.count == deal.buckets.count).map(|slide| {
        let share = ((view.now - slide.since) / SLIDE_SECONDS).clamp(0.0, 1.0) as f32;
        // Slow at both ends.
        (&slide.from.assignment, share * share * (3.0 - 2.0 * share))
    });
    let veil = view.state.veil();
    let names = if veil.places || veil.keys { Vec::new() } else { probe::names(view, deal) };
    // What lies under the pointer as a lesson opens was not pointed at.
    let lesson = view.state.lesson_shown().map(|place| place.walk.lesson().id.as_str());
    let pointed = lesson.is_none_or(|lesson| !rests(ui, lesson));
    let input = WallInput {
        deal,
        colour: colour(view),
        of_width,
        selected_worker: view.state.worker.filter(|_| !veil.owners),
        pointed,
        probed_bucket: probed.or(view.state.bucket.filter(|bucket| *bucket < deal.buckets.count)),
        words: view.words,
        vocabulary: view.state.vocabulary(),
        veil,
        names: &names,
        slide,
    };
    let shown = wall(ui, theme, &input);
    out.extend(wall_keys(ui, view, deal, &shown.response));
    out.extend(shown.clicked_worker.filter(|_| !veil.owners).map(Command::SelectWorker));
}

fn header(ui: &mut Ui, view: &AppView<'_>, deal: &Arc<DealFigures>, out: &mut Vec<Command>) {
    let narrow = ui.available_width() < ROOM_FOR_FIELD;
    let veil = view.state.veil();
    // A key that can be found answers where it lies.
    let findable = !veil.places;
    ui.horizontal(|ui| {
        let words = view.words;
        let buckets = counted(deal.buckets.count.into(), words.bucket, words.buckets);
        let after = if narrow { COLOURS_WIDTH } else { COLOURS_WIDTH + FIELD_WIDTH };
        if view.state.is_before_the_answer() {
            let workers = counted(deal.worker.len() as u64, words.worker, words.workers);
            ui.label(RichText::new(format!("Before: {buckets}, {workers}")).font(strong(13.0)));
            remark_before(ui, view, &["coloured by".to_owned()][..usize::from(!veil.keys)], after);
        } else {
            ui.label(RichText::new("The wall").font(strong(13.0)));
            let texts = [format!("{buckets}, coloured by"), format!("{buckets} by"), buckets];
            remark_before(ui, view, if veil.keys { &texts[2..] } else { &texts }, after);
        }
        if !veil.keys {
            colours(ui, view, out);
        }
        if !narrow && findable {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| find(ui, view, FIELD_WIDTH, out));
        }
    });
    if narrow && findable {
        find(ui, view, ui.available_width(), out);
    }
}

/// What the colours of the wall say, to be chosen.
fn colours(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let no_state = (!keeps_state(view)).then_some("This engine keeps no state between runs.");
    let colours =
        [(WallColour::Owner, "Owner", None), (WallColour::Load, "Load", None), (WallColour::State, "State", no_state)];
    out.extend(segments_with_reasons(ui, view.theme, colour(view), &colours).map(Command::Colour));
}

/// What stands in the place of the loads, while a later step asks for them.
const LATER: &str = "A later step asks for the load of each. The picture comes with its answer.";

/// In the place of the loads, while they would be an answer.
fn in_place_of_loads(ui: &mut Ui, view: &AppView<'_>, text: &str) {
    let rect = ui.available_rect_before_wrap();
    ui.painter().rect_stroke(rect.shrink(0.5), 6.0, Stroke::new(1.0, view.theme.line), StrokeKind::Inside);
    ui.centered_and_justified(|ui| ui.label(RichText::new(text).color(view.theme.dim)));
}

/// Below this width the field for a key has a line of its own, in points.
const ROOM_FOR_FIELD: f32 = 560.0;
/// Width of the field for a key, in points.
const FIELD_WIDTH: f32 = 168.0;
/// Width of the choice of colours, in points.
const COLOURS_WIDTH: f32 = 168.0;
/// Width of the choice of orders, in points.
const ORDERS_WIDTH: f32 = 136.0;

/// The field for a key to find.
fn find(ui: &mut Ui, view: &AppView<'_>, width: f32, out: &mut Vec<Command>) {
    let mut key = view.state.probe.clone();
    let name = format!("Find a {}", view.state.vocabulary().keys().0);
    let edit = TextEdit::singleline(&mut key).hint_text(&name).desired_width(width);
    if ui.add(edit).accessible_name(&name).changed() {
        out.push(Command::Probe(key));
    }
}

/// Whether the engine that the picture is of keeps state.
fn keeps_state(view: &AppView<'_>) -> bool {
    view.state.report.as_ref().is_none_or(|report| report.profile.profile().keeps_state())
}

/// What the colours of the wall say: never the state of an engine that keeps none.
fn colour(view: &AppView<'_>) -> WallColour {
    match view.state.colour {
        // Loads and bytes say which buckets hold keys.
        WallColour::Load | WallColour::State if view.state.veil().keys => WallColour::Owner,
        WallColour::State if !keeps_state(view) => WallColour::Owner,
        colour => colour,
    }
}

/// The longest of the texts that leaves room for what follows it in its line, `after` points of it; none where none does.
fn remark_before(ui: &mut Ui, view: &AppView<'_>, texts: &[String], after: f32) {
    let room = ui.available_width() - after - ui.spacing().item_spacing.x;
    let font = TextStyle::Body.resolve(ui.style());
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), view.theme.dim).size().x;
    if let Some(text) = texts.iter().find(|text| width(text) <= room) {
        ui.label(RichText::new(text).color(view.theme.dim));
    }
}

fn workers_header(ui: &mut Ui, view: &AppView<'_>, deal: &DealFigures, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Load per {}", view.words.worker)).font(strong(13.0)));
        let records: u64 = deal.worker.iter().map(|worker| worker.load).sum();
        let records = view.state.vocabulary().load(records, deal.buckets.unit);
        let texts = [format!("{records}, sorted by"), format!("{records} by"), records];
        remark_before(ui, view, &texts, ORDERS_WIDTH);
        let orders = [(Sort::ById, "Id"), (Sort::ByLoad, "Busiest first")];
        out.extend(segments(ui, view.theme, view.state.sort, &orders).map(Command::Sort));
    });
}
