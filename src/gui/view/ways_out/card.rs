//! One way out as a card; cards side by side have their parts at one height.

use crate::engine::Allowed;
use crate::explore::{Outlook, WaysOut};
use crate::gui::state::AppView;
use crate::gui::theme::{Theme, caption, strong};
use crate::numerals::{bytes, grouped, percent, time};
use egui::{
    Align, Color32, FontId, Frame, Id, Label, Layout, Margin, Rect, RichText, Role, Sense, Shape, Ui, WidgetInfo, pos2,
    vec2,
};

/// Shows one part of a card.
type Part<'a> = dyn Fn(&mut Ui, &Outlook) + 'a;

/// Shows ways side by side.
pub fn cards(ui: &mut Ui, view: &AppView<'_>, found: &WaysOut, routes: &[Outlook]) {
    let grounds: Vec<_> = routes.iter().map(|_| ui.painter().add(Shape::Noop)).collect();
    let top = ui.cursor().top();
    ui.spacing_mut().item_spacing = vec2(12.0, 0.0);
    let mut sides = vec![Rect::NOTHING; routes.len()];
    let first: &Part<'_> = &|ui, way| head(ui, view.theme, way);
    let second: &Part<'_> = &|ui, way| figures(ui, view, found, way);
    let third: &Part<'_> = &|ui, way| limits(ui, view, way);
    for (at, part) in [first, second, third].into_iter().enumerate() {
        ui.columns(routes.len(), |columns| {
            for ((column, way), side) in columns.iter_mut().zip(routes).zip(&mut sides) {
                *side = column.max_rect();
                let margin = Margin { left: 14, right: 12, top: if at == 0 { 10 } else { 4 }, bottom: 4 };
                Frame::new().inner_margin(margin).show(column, |ui| {
                    ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
                    // Columns spread their words over the whole line, which reads badly in narrow ones.
                    ui.with_layout(Layout::top_down(Align::Min), |ui| part(ui, way));
                });
            }
        });
    }
    ui.add_space(8.0);
    let bottom = ui.cursor().top();
    for ((ground, side), way) in grounds.into_iter().zip(sides).zip(routes) {
        let rect = Rect::from_x_y_ranges(side.x_range(), top..=bottom);
        let edge = Shape::rect_filled(rect.with_max_x(rect.left() + 3.0), 1.0, allowed(view.theme, way).1);
        ui.painter().set(ground, Shape::Vec(vec![Shape::rect_filled(rect, 5.0, view.theme.raised), edge]));
    }
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    ui.add_space(8.0);
}

fn allowed(theme: &Theme, way: &Outlook) -> (String, Color32) {
    let ink = match way.route.allowed {
        _ if way.never_catches_up() => theme.bad,
        Allowed::Yes => theme.good,
        Allowed::Limited => theme.warn,
        Allowed::No => theme.bad,
        Allowed::Needless => theme.accent,
    };
    (way.verdict(), ink)
}

fn head(ui: &mut Ui, theme: &Theme, way: &Outlook) {
    let (text, ink) = allowed(theme, way);
    ui.add(Label::new(RichText::new(way.route.title).font(strong(14.0))).wrap());
    let badge = ui.add(Label::new(RichText::new(&text).font(strong(12.0)).color(ink)).selectable(false));
    badge.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{}: {text}", way.route.title)));
    badge.on_hover_text(format!("Known from: {}.", way.route.source));
    let how = ui.add(Label::new(RichText::new(way.route.how).line_height(Some(18.0))).wrap());
    how.on_hover_text(format!("Known from: {}.", way.route.source));
}

fn limits(ui: &mut Ui, view: &AppView<'_>, way: &Outlook) {
    if way.route.limits.is_empty() {
        return;
    }
    ui.label(RichText::new("Limits and traps").font(strong(12.0)).color(view.theme.dim));
    for limit in way.route.limits {
        let text =
            RichText::new(format!("•\u{a0}{limit}")).font(caption()).color(view.theme.dim).line_height(Some(15.0));
        ui.add(Label::new(text).wrap()).on_hover_text(format!("Known from: {}.", way.route.source));
    }
}

/// A figure of a card.
struct Line {
    name: &'static str,
    value: String,
    explanation: String,
    ink: Option<Color32>,
}

fn figures(ui: &mut Ui, view: &AppView<'_>, found: &WaysOut, way: &Outlook) {
    if !found.leads_on(way) {
        let text = match way.route.allowed {
            Allowed::Needless => "The count stays what it is, so there is nothing to reckon.".to_owned(),
            _ => format!("There is no such way in {}.", view.facts.name),
        };
        ui.add(Label::new(RichText::new(text).color(view.theme.dim)).wrap());
        return;
    }
    ui.spacing_mut().item_spacing.y = 1.0;
    for line in times_of(view, way).into_iter().chain(sizes_of(view, found, way)) {
        figure(ui, view.theme, way, &line);
    }
}

fn times_of(view: &AppView<'_>, way: &Outlook) -> Vec<Line> {
    let theme = view.theme;
    let never = |secs: Option<f64>, text: &str| match secs {
        Some(secs) => (time(secs), None),
        None => (text.to_owned(), Some(theme.bad)),
    };
    let (catch_up, behind) = never(way.catch_up_secs, "never");
    let (incomplete, missing) = match way.incomplete_secs {
        Some(0.0) => ("none".to_owned(), None),
        secs => never(secs, "for ever"),
    };
    let mut lines = vec![
        Line {
            name: "Stop",
            value: time(way.stop_secs),
            explanation: "Nothing runs: seconds of the restart + bytes read and written ÷ bytes a second.".to_owned(),
            ink: None,
        },
        Line {
            name: "Catch-up",
            value: catch_up,
            explanation: "After the stop, until as up to date as before: (records replayed + live records a second · stop) ÷ \
                          (replayed records a second − live records a second). Never where no more are replayed than arrive."
                .to_owned(),
            ink: behind,
        },
        Line {
            name: "Incomplete results",
            value: incomplete,
            explanation: "How long part of the state is missing: the catch-up where state is built anew from all of the history; for \
                          ever where the source no longer holds it all, or where it never catches up."
                .to_owned(),
            ink: missing,
        },
    ];
    if way.lost_share > 0.0 {
        lines.push(Line {
            name: "Past that is lost",
            value: percent(way.lost_share),
            explanation: "1 − records that the source holds ÷ history.".to_owned(),
            ink: Some(theme.bad),
        });
    }
    lines
}

fn sizes_of(view: &AppView<'_>, found: &WaysOut, way: &Outlook) -> Vec<Line> {
    let line = |name, value, explanation: &str| Line { name, value, explanation: explanation.to_owned(), ink: None };
    let doubled = |is_more: bool| is_more.then_some(view.theme.warn);
    let after = |name, value, today: &str, more| Line {
        name,
        value,
        explanation: format!("From then on, over all jobs. Today: {today}."),
        ink: doubled(more),
    };
    let (size, files) = (way.snapshot_bytes_after, way.files_after);
    let twice = way.jobs_after > 1;
    vec![
        line(
            "Records replayed",
            grouped(way.records_replayed),
            "The smaller of the history and what the source holds, where state is built anew.",
        ),
        line("Bytes read", bytes(way.bytes_read), "Snapshots read while the job stands still."),
        line("Bytes written", bytes(way.bytes_written), "The new snapshot, written while the job stands still."),
        after("Jobs then", grouped(way.jobs_after.into()), "1", twice),
        after("Snapshot then", bytes(size), &bytes(found.snapshot_bytes), twice),
        after("Files then", grouped(files), &grouped(found.files), twice && files > found.files),
        after("Ceiling then", grouped(way.ceiling_after.into()), &grouped(found.buckets.into()), false),
    ]
}

fn figure(ui: &mut Ui, theme: &Theme, way: &Outlook, line: &Line) {
    const HEIGHT: f32 = 20.0;
    let ink = line.ink.unwrap_or(theme.text);
    let name = ui.painter().layout_no_wrap(line.name.to_owned(), FontId::proportional(13.0), theme.text);
    let value = ui.painter().layout_no_wrap(line.value.clone(), strong(13.0), ink);
    let room = ui.available_width();
    // A long figure in a narrow card has a line of its own, under its name.
    let below = name.size().x + 8.0 + value.size().x > room;
    let rect = ui.allocate_space(vec2(room, if below { 1.8 * HEIGHT } else { HEIGHT })).1;
    let painter = ui.painter();
    let (first, last) = (rect.top() + HEIGHT / 2.0, rect.bottom() - HEIGHT / 2.0);
    painter.galley(pos2(rect.left(), first - name.size().y / 2.0), name, theme.text);
    painter.galley(pos2(rect.right() - value.size().x, last - value.size().y / 2.0), value, ink);
    let response = ui.interact(rect, Id::unique(("way out", way.route.title, line.name)), Sense::hover());
    let label = format!("{}, {}: {}", way.route.title, line.name, line.value);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.on_hover_text(&line.explanation);
}
