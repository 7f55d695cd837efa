//! What is laid over the curve: other counts, and a band over seeds.

use crate::engine::Engine;
use crate::explore::seeds_change_nothing;
use crate::figure::other_count;
use crate::gui::command::Command;
use crate::gui::exploration::Wishes;
use crate::gui::state::AppView;
use crate::gui::theme::Theme;
use crate::gui::view::parts::{name, segments_with_reasons};
use crate::gui::view::text::{TextField, text_field, text_reason};
use crate::numerals::grouped;
use crate::scenario::Keys;
use crate::unit::BucketCount;
use egui::{Align2, CursorIcon, Response, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2};

/// Counts that are one click away where the engine has none of its own to go to.
const USUAL: [u64; 4] = [120, 128, 240, 720];
/// Counts beside the scenario's at most: more curves are not told apart.
const MOST: usize = 4;
/// The field for any other count.
const ANOTHER: &str = "Another count";
/// Room that the choice of a band takes, in points.
const BAND_ROOM: f32 = 250.0;
/// Height of a chip, in points.
const CHIP: f32 = 24.0;

/// Shows the line.
pub fn bar(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        counts(ui, view, out);
        if ui.available_size_before_wrap().x < BAND_ROOM {
            ui.end_row();
        } else {
            ui.add_space(14.0);
        }
        band(ui, view, out);
    });
    text_reason(ui, view.theme, ANOTHER, "");
}

fn counts(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let own = view.buckets();
    let others: Vec<BucketCount> =
        view.state.wishes.others.iter().copied().filter(|count| count.get() != own).collect();
    let full = others.len() >= MOST;
    let enough = format!("{MOST} counts are compared at most: take one out first");
    let text = format!("Other bucket counts on the same axes, {MOST} at most.");
    name(ui, view.theme, "Compare with", &text);
    let offered = offered(view);
    let usual = offered.iter().copied().filter(|count| {
        count.get() != own && (others.contains(count) || view.edited.refuses_count(count.get().into()).is_none())
    });
    let rest = others.iter().copied().filter(|count| !offered.contains(count));
    let mut chosen = None;
    for count in usual.chain(rest) {
        let at = others.iter().position(|other| *other == count);
        let response = ui.add_enabled_ui(at.is_some() || !full, |ui| chip(ui, view.theme, count, at)).inner;
        let what = if at.is_some() { "Click: take it out." } else { "Click: lay its curve over this one." };
        if response.on_hover_text(what).on_disabled_hover_text(&enough).clicked() {
            let kept = others.iter().copied().filter(|other| *other != count);
            chosen = Some(if at.is_some() { kept.collect() } else { kept.chain([count]).collect() });
        }
    }
    let field =
        TextField { name: ANOTHER, value: "", hint: "other…", width: 64.0, align: Align2::RIGHT_CENTER, rows: 1 };
    let check = |text: &str| read(view, &others, text).map(drop);
    let shown = ui.add_enabled_ui(!full, |ui| text_field(ui, view.theme, &field, &check)).inner;
    shown.0.on_hover_text("Any other bucket count. Enter adds it.").on_disabled_hover_text(&enough);
    if let Some(Ok(count)) = shown.1.map(|text| read(view, &others, &text)) {
        chosen = Some(others.iter().copied().chain([count]).collect());
    }
    out.extend(chosen.map(|others| Command::Wish(Wishes { others, ..view.state.wishes.clone() })));
}

/// Counts that are one click away: those that an index can be split into, else the usual ones.
fn offered(view: &AppView<'_>) -> Vec<BucketCount> {
    let clamped = |count: u32| BucketCount::clamped(count.into());
    if let Engine::Elasticsearch(options) = &view.scenario.engine {
        return options.splits(clamped(view.buckets())).into_iter().take(MOST).map(clamped).collect();
    }
    USUAL.map(BucketCount::clamped).to_vec()
}

/// A typed count that can be compared with.
///
/// # Errors
/// Why it cannot, in one sentence.
fn read(view: &AppView<'_>, others: &[BucketCount], text: &str) -> Result<BucketCount, String> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace() && *c != '_').collect();
    let number: u64 = plain.parse().map_err(|_| format!("\"{text}\" is not a whole number"))?;
    if let Some(refusal) = view.edited.refuses_count(number) {
        return Err(refusal);
    }
    let count = BucketCount::new(number).map_err(|error| error.to_string())?;
    if count.get() == view.buckets() || others.contains(&count) {
        return Err(format!("{} is on the axes already", grouped(number)));
    }
    Ok(count)
}

/// A count that can be laid over; on where it is the `at`-th other, with its curve's colour and a cross.
fn chip(ui: &mut Ui, theme: &Theme, count: BucketCount, at: Option<usize>) -> Response {
    let number = grouped(count.get().into());
    let ink = if at.is_some() { theme.text } else { theme.dim };
    let galley = ui.painter().layout_no_wrap(number.clone(), TextStyle::Button.resolve(ui.style()), ink);
    let (before, after) = if at.is_some() { (26.0, 24.0) } else { (10.0, 10.0) };
    let (rect, response) = ui.allocate_exact_size(vec2(before + galley.size().x + after, CHIP), Sense::click());
    let on = at.is_some();
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), on, format!("Compare with {number}")));
    let look = ui.style().interact(&response);
    let painter = ui.painter();
    painter.rect(rect, 5.0, look.weak_bg_fill, look.bg_stroke, StrokeKind::Inside);
    let middle = rect.center().y;
    painter.galley(pos2(rect.left() + before, middle - galley.size().y / 2.0), galley, ink);
    if let Some(at) = at {
        let (series, dash) = other_count(at);
        let (ends, stroke) = ([rect.left() + 8.0, rect.left() + 20.0], Stroke::new(2.0, theme.series(series)));
        let line = ends.map(|x| pos2(x, middle));
        match dash {
            Some([dash, gap]) => painter.extend(egui::Shape::dashed_line(&line, stroke, length(dash), length(gap))),
            None => {
                painter.line_segment(line, stroke);
            }
        }
        let (cross, reach) = (pos2(rect.right() - 13.0, middle), 3.0);
        for slope in [vec2(reach, reach), vec2(reach, -reach)] {
            painter.line_segment([cross - slope, cross + slope], Stroke::new(1.3, theme.dim));
        }
    }
    response.on_hover_cursor(CursorIcon::PointingHand)
}

#[expect(clippy::cast_possible_truncation, reason = "a few points on screen")]
const fn length(points: f64) -> f32 {
    points as f32
}

fn band(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let text = "How far chance moves the curve: the same keys dealt their loads by other seeds. The band holds 90 % of \
                the draws.";
    let pointless = pointless(view);
    name(ui, view.theme, "Band over seeds", text);
    let seeds = if pointless.is_some() { 0 } else { view.state.wishes.seeds };
    let options = [(0, "Off", None), (20, "20", pointless), (100, "100", pointless)];
    let chosen = segments_with_reasons(ui, view.theme, seeds, &options);
    out.extend(chosen.map(|seeds| Command::Wish(Wishes { seeds, ..view.state.wishes.clone() })));
}

/// Why a band would be no wider than the curve; `None` where seeds change something.
fn pointless(view: &AppView<'_>) -> Option<&'static str> {
    if !matches!(view.scenario.keys, Keys::Generated(_)) {
        return Some("Seeds change nothing here: listed keys have the loads they are listed with.");
    }
    let job = view.scenario.job(view.state.history.current().folder()).ok()?;
    seeds_change_nothing(&job).then_some("Seeds change nothing here: every key has the same load.")
}
