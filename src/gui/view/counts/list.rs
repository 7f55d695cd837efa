//! The counts judged, a row each, best first: what they are ranked by, and what they cost.

use super::{Looked, judged, points};
use crate::explore::{Advice, CountAdvice};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::numerals::{bytes, counted, decimal, grouped, percent_to, short};
use crate::unit::BucketCount;
use egui::{
    Align2, CursorIcon, FontId, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

const ROW: f32 = 26.0;
/// Room of the count and its tag, in points.
const FIRST: f32 = 122.0;
/// Room of one figure, in points.
const COLUMN: f32 = 58.0;

/// A column of figures.
struct Column {
    title: &'static str,
    /// What it is, on hover.
    hint: &'static str,
    /// The lower, the sooner it gives way where there is little room.
    weight: u8,
    value: fn(&CountAdvice) -> String,
}

const COLUMNS: [Column; 7] = [
    Column {
        title: "× peak",
        hint: "N ÷ expected peak width.",
        weight: 5,
        value: |count| format!("{}×", short(count.headroom)),
    },
    Column {
        title: "liked",
        hint: "Waste at the widths liked, on average: most buckets on a worker · width ÷ N, less 1, were all buckets \
               alike. In percent, a point of the score each.",
        weight: 3,
        value: |count| percent_of(count.score.at_liked),
    },
    Column {
        title: "to peak",
        hint: "Waste over the widths 1 to the expected peak, on average: most buckets on a worker · width ÷ N, less 1, \
               were all buckets alike. In percent, a point of the score each.",
        weight: 2,
        value: |count| percent_of(count.score.up_to_peak),
    },
    Column {
        title: "size",
        hint: "Points for the size: so many for each doubling above the least count that meets the headroom. A judgement \
               of what a doubling costs.",
        weight: 1,
        value: |count| points(count.score.size),
    },
    Column {
        title: "score",
        hint: "Waste at the widths liked + waste up to the peak + points for the size. Less is better.",
        weight: 7,
        value: |count| points(count.score.total),
    },
    Column {
        title: "metadata",
        hint: "Bytes of metadata of a snapshot at the expected peak: what a restart reads before any state.",
        weight: 6,
        value: |count| count.cost.counted_metadata().map_or_else(|| "–".to_owned(), bytes),
    },
    Column {
        title: "lasts",
        hint: "Years until the load needs more workers than there are buckets: ln(N ÷ width now) ÷ ln(1 + growth).",
        weight: 4,
        value: |count| lasting(count),
    },
];

fn percent_of(share: f64) -> String {
    percent_to(share, 1)
}

fn lasting(count: &CountAdvice) -> String {
    match count.runway.map(|runway| runway.ceiling_years) {
        None => "–".to_owned(),
        Some(None) => "100+ y".to_owned(),
        Some(Some(years)) => format!("{}\u{a0}y", decimal(years, 1)),
    }
}

/// Shows the list; returns a count that was clicked.
pub fn list(ui: &mut Ui, view: &AppView<'_>, looked: Looked<'_>) -> Option<BucketCount> {
    let advice = looked.advice;
    ui.spacing_mut().item_spacing.y = 2.0;
    let grows = advice.plan.growth_per_year > 0.0;
    let columns = columns(ui.available_width(), grows);
    header(ui, view, &columns);
    let mut clicked = None;
    for count in judged(advice) {
        let tag = tag(advice, count.buckets);
        if row(ui, view, looked, count, tag, &columns).clicked() {
            clicked = Some(count.buckets);
        }
    }
    ui.spacing_mut().item_spacing.y = 8.0;
    clicked
}

/// As many columns as there is room for, in their order.
fn columns(width: f32, grows: bool) -> Vec<&'static Column> {
    let fit = ((width - FIRST) / COLUMN).floor().max(1.0);
    let mut columns: Vec<&Column> = COLUMNS.iter().filter(|column| grows || column.title != "lasts").collect();
    while crate::gui::paint::length(u32::try_from(columns.len()).unwrap_or(0)) > fit {
        let least = columns.iter().map(|column| column.weight).min();
        columns.retain(|column| Some(column.weight) != least);
    }
    columns
}

/// What a count is beside a number.
fn tag(advice: &Advice, count: BucketCount) -> &'static str {
    let is = |other: &Option<CountAdvice>| other.as_ref().is_some_and(|other| other.buckets == count);
    if is(&advice.today) {
        "today"
    } else if advice.recommended.first().is_some_and(|best| best.buckets == count) {
        "best"
    } else if is(&advice.engine_default) {
        "default"
    } else {
        ""
    }
}

/// The right edge of each column.
fn edges(rect: Rect, columns: usize) -> impl Iterator<Item = f32> {
    let step = (rect.width() - FIRST) / crate::gui::paint::length(u32::try_from(columns.max(1)).unwrap_or(1));
    let left = rect.left() + FIRST - 8.0;
    (1_u16..).take(columns).map(move |at| left + step * f32::from(at))
}

fn header(ui: &mut Ui, view: &AppView<'_>, columns: &[&Column]) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let mut left = rect.left() + FIRST;
    let title = |ui: &Ui, at, anchor, text: &str| {
        ui.painter().text(at, anchor, text, caption(), view.theme.dim);
    };
    title(ui, rect.left_center() + vec2(10.0, 0.0), Align2::LEFT_CENTER, "buckets N");
    for (column, right) in columns.iter().zip(edges(rect, columns.len())) {
        title(ui, pos2(right, rect.center().y), Align2::RIGHT_CENTER, column.title);
        let place = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
        let response = ui.interact(place, Id::unique(("counts: column", column.title)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, column.title));
        response.on_hover_text(column.hint);
        left = right;
    }
}

fn row(
    ui: &mut Ui,
    view: &AppView<'_>,
    looked: Looked<'_>,
    count: &CountAdvice,
    tag: &str,
    columns: &[&Column],
) -> Response {
    let (theme, number) = (view.theme, grouped(count.buckets.get().into()));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let (chosen, lacks) = (count.buckets == looked.chosen.buckets, !count.shortfalls.is_empty());
    let painter = ui.painter();
    if chosen || response.hovered() {
        painter.rect_filled(rect, 5.0, theme.raised);
    }
    if chosen {
        painter.rect_filled(rect.with_max_x(rect.left() + 3.0), 1.0, theme.accent);
    }
    if response.has_focus() {
        painter.rect_stroke(rect, 5.0, Stroke::new(1.0, theme.accent), StrokeKind::Inside);
    }
    let ink = if lacks { theme.bad } else { theme.text };
    let name = painter.text(rect.left_center() + vec2(10.0, 0.0), Align2::LEFT_CENTER, &number, strong(13.0), ink);
    painter.text(name.right_center() + vec2(8.0, 0.5), Align2::LEFT_CENTER, tag, caption(), theme.dim);
    for (column, right) in columns.iter().zip(edges(rect, columns.len())) {
        let font = if column.title == "score" { strong(13.0) } else { FontId::proportional(13.0) };
        painter.text(pos2(right, rect.center().y), Align2::RIGHT_CENTER, (column.value)(count), font, theme.text);
    }
    let words = looked.words;
    let name = counted(count.buckets.get().into(), words.bucket, words.buckets);
    let label = format!("{name}: {}", split(looked.advice, count));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &label));
    let lines = [label.clone()].into_iter().chain(count.shortfalls.iter().map(|lack| lack.sentence(words)));
    let hint = lines.collect::<Vec<_>>().join("\n");
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(hint)
}

/// The score in words.
pub fn split(advice: &Advice, count: &CountAdvice) -> String {
    let score = &count.score;
    let peak = grouped(advice.plan.peak_width.get().into());
    format!(
        "score {} = {} for waste at the widths liked + {} for waste over the widths 1 to {peak} + {} for its size",
        points(score.total),
        points(score.at_liked),
        points(score.up_to_peak),
        points(score.size)
    )
}

/// What a doubling is held to be worth, and from where on it is counted.
pub fn price(looked: &Looked<'_>) -> String {
    let (words, price) = (looked.words, short(looked.advice.doubling_price * 100.0));
    let unit = if price == "1" { "point" } else { "points" };
    format!(
        "A point is 1\u{a0}% of waste. Size takes {price} {unit} for each doubling above {}, {}: a judgement of what \
         a doubling costs.",
        counted(looked.advice.least_buckets.into(), words.bucket, words.buckets),
        looked.advice.least_is()
    )
}
