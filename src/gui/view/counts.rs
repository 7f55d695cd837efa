//! The Counts view: a plan, which count it asks for and why, and what other counts would do.

mod detail;
mod headline;
mod list;
mod pictures;
mod plan;
mod plan_more;

use super::parts::{scrolled, segments};
use crate::engine::{Engine, Words};
use crate::explore::{Advice, CountAdvice, RUNWAY_LIMITS};
use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::theme::caption;
use crate::learn::Kind;
use crate::numerals::counted;
use crate::unit::BucketCount;
use egui::{Id, Label, Layout, RichText, ScrollArea, Ui, Vec2, vec2};
use std::sync::Arc;

/// From this width on two columns stand side by side, in points.
const TWO_COLUMNS: f32 = 1000.0;
/// What the spaces around a lesson's picture take, in points.
const UNDER_PLAN: f32 = 14.0;
/// Least height of what lies below the headline, in points; in a lower window the view is scrolled.
const LEAST_HEIGHT: f32 = 340.0;
/// How much is left of the ink while what is shown is of an earlier question.
const STALE_INK: f32 = 0.5;

/// How the runway comes about.
const RUNWAY_FORMULA: &str = "Width needed = width now · (1 + growth)^years, in workers.";

/// What is shown below the headline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    HeatMap,
    Recommended,
    Runway,
    TradeOff,
}

/// Beside one column, the parts that take turns.
const ALL: [(Part, &str); 4] = [
    (Part::HeatMap, "Heat map"),
    (Part::Recommended, "Recommended"),
    (Part::Runway, "Runway"),
    (Part::TradeOff, "Trade-off"),
];
/// Beside the list, where it is high enough: the parts that take turns under the heat map.
const BELOW: [(Part, &str); 2] = [(Part::Runway, "Runway"), (Part::TradeOff, "Trade-off")];
/// Beside the list, where it is not: all charts take turns.
const CHARTS: [(Part, &str); 3] =
    [(Part::HeatMap, "Heat map"), (Part::Runway, "Runway"), (Part::TradeOff, "Trade-off")];
/// Height of a chart below the heat map, and what both need, in points.
const LOWER: f32 = 332.0;
const BOTH: f32 = 700.0;
/// Height of the row of parts with the space around it, in points.
const TURN: f32 = 40.0;

/// The advice that is shown, and the count of it that is looked at.
#[derive(Clone, Copy)]
struct Looked<'a> {
    advice: &'a Arc<Advice>,
    chosen: &'a CountAdvice,
    /// The words of the engine that the advice is for.
    words: &'static Words,
}

/// Shows the view.
pub fn counts(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.visuals_mut().panel_fill = view.theme.ground;
    let room = ui.available_height();
    ScrollArea::vertical().id_salt("counts").auto_shrink(false).show(ui, |ui| {
        let top = ui.cursor().top();
        plan::plan(ui, view, out);
        ui.add_space(2.0);
        if view.state.exploration.is_stale(view.now) {
            ui.multiply_opacity(STALE_INK);
        }
        let looked = looked(ui, view);
        if view.state.lesson_shown().is_some() {
            return in_lesson(ui, view, room - (ui.cursor().top() - top), out);
        }
        headline::headline(ui, view, looked, out);
        let height = (room - (ui.cursor().top() - top)).max(LEAST_HEIGHT);
        if ui.available_width() < TWO_COLUMNS {
            one_column(ui, view, looked, height, out);
        } else {
            two_columns(ui, view, looked, height, out);
        }
    });
}

/// In a lesson the picture that its step is about, of the scenario's own count, and no advice: that would answer steps to come.
fn in_lesson(ui: &mut Ui, view: &AppView<'_>, room: f32, out: &mut Vec<Command>) {
    let height = (room - UNDER_PLAN).max(LEAST_HEIGHT);
    if view.state.lesson_asks(Kind::CeilingYears) {
        let own = of_scenario(view);
        pictures::runway(ui, view, own, height, out);
    } else {
        pictures::heat_map(ui, view, height, out);
    }
}

fn one_column(ui: &mut Ui, view: &AppView<'_>, looked: Option<Looked<'_>>, height: f32, out: &mut Vec<Command>) {
    let part = turn(ui, view, "counts: part", &ALL);
    show(ui, view, looked, part, height - TURN, out);
}

fn two_columns(ui: &mut Ui, view: &AppView<'_>, looked: Option<Looked<'_>>, height: f32, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.x = 24.0;
    let all = ui.available_width();
    let left = (all * 0.56).round();
    ui.horizontal_top(|ui| {
        column(ui, vec2(left, height), |ui| {
            if height < BOTH {
                let part = turn(ui, view, "counts: chart", &CHARTS);
                return show(ui, view, looked, part, height - TURN, out);
            }
            let upper = height - LOWER - TURN - 24.0;
            ui.push_id("upper", |ui| pictures::heat_map(ui, view, upper, out));
            let part = turn(ui, view, "counts: below", &BELOW);
            ui.push_id("lower", |ui| show(ui, view, looked, part, LOWER, out));
        });
        column(ui, vec2(all - left - 24.0, height), |ui| recommended(ui, view, looked, height));
    });
}

fn column(ui: &mut Ui, size: Vec2, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(size, Layout::default(), |ui| {
        ui.set_min_size(size);
        ui.spacing_mut().item_spacing.x = 8.0;
        content(ui);
    });
}

fn show(ui: &mut Ui, view: &AppView<'_>, looked: Option<Looked<'_>>, part: Part, height: f32, out: &mut Vec<Command>) {
    match part {
        Part::HeatMap => pictures::heat_map(ui, view, height, out),
        Part::Recommended => recommended(ui, view, looked, height),
        Part::Runway => pictures::runway(ui, view, looked, height, out),
        Part::TradeOff => pictures::trade_off(ui, view, looked, height, out),
    }
}

/// The list of counts and the reasons for the one chosen.
fn recommended(ui: &mut Ui, view: &AppView<'_>, looked: Option<Looked<'_>>, height: f32) {
    let size = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::default(), |ui| {
        ui.set_min_size(size);
        scrolled(ui, "counts", |ui| match looked {
            None => {
                ui.label(RichText::new("No count has been judged yet.").color(view.theme.dim));
            }
            Some(looked) => {
                if let Some(count) = list::list(ui, view, looked) {
                    choose(ui, count);
                }
                detail::detail(ui, view, looked);
                ui.add_space(12.0);
            }
        });
    });
}

/// The parts that take turns, and how far the sweep has come; returns the one that is up.
fn turn(ui: &mut Ui, view: &AppView<'_>, name: &'static str, parts: &[(Part, &str)]) -> Part {
    let id = Id::unique(name);
    let grows = view.scenario.forecast().growth_per_year > 0.0;
    // Without growth there is no runway to begin with.
    let first = parts.iter().map(|(part, _)| *part).find(|part| grows || *part != Part::Runway);
    let mut now = ui.data(|data| data.get_temp(id)).or(first).unwrap_or(Part::HeatMap);
    ui.horizontal(|ui| {
        if let Some(part) = segments(ui, view.theme, now, parts) {
            ui.data_mut(|data| data.insert_temp(id, part));
            now = part;
        }
        let aside = |text: String| Label::new(RichText::new(text).font(caption()).color(view.theme.dim)).truncate();
        if let Some(progress) = progress(view) {
            ui.add(aside(progress));
        } else if now == Part::Runway && grows {
            ui.add(aside("What it leaves out…".to_owned())).on_hover_text(format!("{RUNWAY_FORMULA}\n{RUNWAY_LIMITS}"));
        }
    });
    now
}

/// What the sweep is at, where it has gone on for so long that the user should know.
fn progress(view: &AppView<'_>) -> Option<String> {
    let exploration = &view.state.exploration;
    if !exploration.is_slow(view.now) {
        return None;
    }
    let found = exploration.found.counts.as_ref().filter(|found| exploration.answered && found.metadata.is_empty());
    let Some(found) = found else { return Some("Weighing counts…".to_owned()) };
    let counts = found.rows.chunk_by(|a, b| a.buckets == b.buckets).count();
    Some(format!("Sweeping: {} so far…", counted(counts as u64, "count", "counts")))
}

/// Where the chosen count is kept: what is looked at is the view's own affair.
fn chosen_id() -> Id {
    Id::unique("counts: chosen")
}

fn choose(ui: &Ui, count: BucketCount) {
    ui.data_mut(|data| data.insert_temp(chosen_id(), count));
    ui.ctx().request_repaint();
}

/// The advice there is, and the count that was chosen, or the best one.
fn looked<'a>(ui: &Ui, view: &AppView<'a>) -> Option<Looked<'a>> {
    let advice = view.state.exploration.found.advice.as_ref()?;
    let wanted: Option<BucketCount> = ui.data(|data| data.get_temp(chosen_id()));
    let known = |count: BucketCount| judged(advice).into_iter().find(|known| known.buckets == count);
    let chosen = wanted.and_then(known).or_else(|| judged(advice).into_iter().next())?;
    let words = Engine::named(advice.engine).map_or(view.words, |engine| &engine.facts().words);
    Some(Looked { advice, chosen, words })
}

/// The advice there is, and the scenario's own count.
fn of_scenario<'a>(view: &AppView<'a>) -> Option<Looked<'a>> {
    let advice = view.state.exploration.found.advice.as_ref()?;
    let chosen = judged(advice).into_iter().find(|known| known.buckets.get() == view.buckets())?;
    let words = Engine::named(advice.engine).map_or(view.words, |engine| &engine.facts().words);
    Some(Looked { advice, chosen, words })
}

/// Every count judged, each once: those recommended or nearest, best first, then today's and the engine's own.
fn judged(advice: &Advice) -> Vec<&CountAdvice> {
    let mut all: Vec<&CountAdvice> = Vec::new();
    let beside = advice.today.iter().chain(&advice.engine_default);
    for count in advice.recommended.iter().chain(&advice.nearest).chain(beside) {
        if all.iter().all(|known| known.buckets != count.buckets) {
            all.push(count);
        }
    }
    all
}

/// A score as points: a hundredth of evenness each.
fn points(score: f64) -> String {
    crate::numerals::decimal(score * 100.0, 1)
}
