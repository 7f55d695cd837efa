//! The figures: a row each, a column a scenario, the distance to the base below each figure that differs from it.

use super::figures::{self, Distance, Meaning, in_words, meaning};
use crate::explore::{Comparison, Row};
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Color32, FontId, Id, Rect, Response, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Share of the width that the names of the figures take, and the most in points.
const NAMES: (f32, f32) = (0.28, 220.0);
/// Least width of a column beside the names, in points; where there is less room the names stand over the figures.
const LEAST: f32 = 104.0;
/// Height of a row with one line, in points.
const ROW: f32 = 20.0;
/// What a second line adds.
const SECOND: f32 = 14.0;
/// What the name over the figures adds.
const NAMED: f32 = 17.0;

/// Where the columns of a line lie.
pub struct Columns {
    line: Rect,
    names: f32,
    each: f32,
}

impl Columns {
    /// As many columns beside the names.
    pub fn of(line: Rect, count: usize) -> Self {
        let (names, count) = ((line.width() * NAMES.0).min(NAMES.1), few(count.max(1)));
        let each = (line.width() - names) / count;
        if each < LEAST { Self { line, names: 0.0, each: line.width() / count } } else { Self { line, names, each } }
    }

    /// Whether the names stand over the figures, on lines of their own.
    fn named_above(&self) -> bool {
        self.names <= 0.0
    }

    /// The place of one column, from 0.
    pub fn column(&self, at: usize) -> Rect {
        let left = self.line.left() + self.names + self.each * few(at);
        Rect::from_min_max(pos2(left, self.line.top()), pos2(left + self.each, self.line.bottom()))
    }
}

/// A small number, as there are of columns.
fn few(count: usize) -> f32 {
    f32::from(u8::try_from(count).unwrap_or(u8::MAX))
}

/// Shows the table, scrolled where it is higher than its place.
pub fn table(ui: &mut Ui, view: &AppView<'_>, comparison: &Comparison) {
    // Another step in the strip below brings its figures up; at first the job's are.
    let id = Id::unique("step of the comparison");
    let before = ui.data(|data| data.get_temp::<usize>(id));
    let step = view.state.step;
    ui.data_mut(|data| data.insert_temp(id, step));
    let to = before.is_some_and(|before| before != step).then_some(step);
    ScrollArea::vertical().id_salt("comparison").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for rows in comparison.rows.chunk_by(|a, b| a.step == b.step) {
            let heading = title(ui, view, rows);
            if to.is_some() && rows[0].step == to {
                heading.scroll_to_me(Some(Align::TOP));
            }
            for row in rows {
                figure(ui, view, comparison, row);
            }
        }
        ui.add_space(12.0);
    });
}

/// What the rows below belong to.
fn title(ui: &mut Ui, view: &AppView<'_>, rows: &[Row]) -> Response {
    let text = match rows.first().and_then(|row| row.step) {
        None => "The job".to_owned(),
        Some(0) => "Step 1, the first start".to_owned(),
        Some(step) => format!("Step {}", step + 1),
    };
    ui.add_space(8.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    draw(ui, rect, Align::Min, &[(&text, strong(12.0), view.theme.dim)]);
    ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, Stroke::new(1.0, view.theme.line));
    response
}

fn figure(ui: &mut Ui, view: &AppView<'_>, comparison: &Comparison, row: &Row) {
    let count = row.values.len();
    let distances: Vec<Option<Distance>> =
        (0..count).map(|at| figures::distance(row, at).filter(|_| at != comparison.base)).collect();
    let second = distances.iter().any(Option::is_some);
    let above = Columns::of(ui.available_rect_before_wrap(), count).named_above();
    let height = ROW + if above { NAMED } else { 0.0 } + if second { SECOND } else { 0.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let words = in_words(comparison, row);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    if !ui.is_rect_visible(rect) {
        return;
    }
    if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, view.theme.surface);
    }
    response.on_hover_text_at_pointer(format!("{words}\n{}", figures::explanation(row.label)));
    let theme = view.theme;
    let (body, small) = (FontId::proportional(13.0), caption());
    let places = Columns::of(rect, count);
    let unit = figures::unit(row);
    let names = if above { rect } else { rect.with_max_x(places.column(0).left() - 4.0) }.with_max_y(rect.top() + ROW);
    let top = rect.top() + if above { NAMED } else { 0.0 };
    let unit = if unit.is_empty() { String::new() } else { format!("  {unit}") };
    draw(ui, names, Align::Min, &[(row.label, body.clone(), theme.text), (&unit, small.clone(), theme.dim)]);
    for (at, distance) in distances.iter().enumerate() {
        let place = places.column(at).shrink2(vec2(12.0, 0.0));
        let first = Rect::from_min_max(pos2(place.left(), top), pos2(place.right(), top + ROW));
        let ink = if row.values[at].is_some() { theme.text } else { theme.dim };
        draw(ui, first, Align::Max, &[(&figures::value(row, at), body.clone(), ink)]);
        if let Some(distance) = distance {
            let ink = match meaning(comparison, row, at) {
                Meaning::Better => theme.good,
                Meaning::Worse => theme.bad,
                Meaning::Open => theme.dim,
            };
            let below = Rect::from_min_max(pos2(place.left(), top + ROW - 3.0), pos2(place.right(), rect.bottom()));
            let fits = |text: &String| {
                let galley = ui.painter().layout_no_wrap(text.clone(), small.clone(), ink);
                galley.size().x <= below.width()
            };
            let shorter = distance.shorter();
            let text = shorter.iter().find(|text| fits(text)).or(shorter.last()).map_or("", String::as_str);
            draw(ui, below, Align::Max, &[(text, small.clone(), ink)]);
        }
    }
}

/// One line of texts at one end of a place, cut where it is longer.
fn draw(ui: &Ui, rect: Rect, align: Align, texts: &[(&str, FontId, Color32)]) {
    let mut job = LayoutJob { wrap: TextWrapping::truncate_at_width(rect.width()), ..Default::default() };
    for (text, font, colour) in texts {
        let format = TextFormat { valign: Align::Center, ..TextFormat::simple(font.clone(), *colour) };
        job.append(text, 0.0, format);
    }
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let x = if align == Align::Max { rect.right() - galley.size().x } else { rect.left() };
    ui.painter().galley(pos2(x, rect.center().y - galley.size().y / 2.0), galley, Color32::PLACEHOLDER);
}
