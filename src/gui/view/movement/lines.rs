//! Lines of a small table: a name on the left, figures in columns from the right.

use crate::gui::theme::{Theme, caption, strong};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, FontId, Id, Role, Sense, TextFormat, Ui, WidgetInfo, pos2, vec2};

/// Height of a line, in points.
const HEIGHT: f32 = 20.0;

/// A table as wide as the room, with columns of one width.
pub struct Lines<'a> {
    /// Name of the table, unlike every other's.
    pub name: &'a str,
    /// The theme.
    pub theme: &'a Theme,
    /// Width of a column, in points.
    pub column: f32,
    /// Whether the last column is a remark on the others, in small print.
    pub remarked: bool,
}

/// Width of a column that holds each of some figures, with the space before it, in points.
pub fn column<'a>(ui: &Ui, figures: impl IntoIterator<Item = &'a String>) -> f32 {
    /// Space before a figure, in points.
    const SPACE: f32 = 14.0;
    /// No column is narrower: its head has room.
    const LEAST: f32 = 76.0;
    let width = |figure: &String| {
        let galley = ui.painter().layout_no_wrap(figure.clone(), strong(13.0), egui::Color32::PLACEHOLDER);
        galley.size().x
    };
    figures.into_iter().map(width).fold(LEAST - SPACE, f32::max).ceil() + SPACE
}

impl Lines<'_> {
    /// The heads of the columns, in small print.
    pub fn head(&self, ui: &mut Ui, title: &str, heads: &[&str]) {
        ui.add_space(8.0);
        let rect = ui.allocate_space(vec2(ui.available_width(), HEIGHT)).1;
        let painter = ui.painter();
        painter.text(rect.left_center(), Align2::LEFT_CENTER, title, strong(12.0), self.theme.dim);
        for (at, head) in heads.iter().rev().enumerate() {
            let x = self.right_end(rect.right(), at);
            painter.text(pos2(x, rect.center().y), Align2::RIGHT_CENTER, head, caption(), self.theme.dim);
        }
        let label = if heads.is_empty() { title.to_owned() } else { format!("{title}: {}", heads.join(", ")) };
        let response = ui.interact(rect, self.id("head", title), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    }

    /// A line; `lit` where it is the one that is shown.
    pub fn line(&self, ui: &mut Ui, name: &str, values: &[String], explanation: &str, lit: bool) {
        let rect = ui.allocate_space(vec2(ui.available_width(), HEIGHT)).1;
        let ink = self.theme.text;
        let painter = ui.painter();
        let mut room = rect.width();
        for (column, value) in values.iter().rev().enumerate() {
            let at = pos2(self.right_end(rect.right(), column), rect.center().y);
            let remark = self.remarked && column == 0;
            let (font, ink) = if remark { (caption(), self.theme.dim) } else { (strong(13.0), ink) };
            let figure = painter.text(at, Align2::RIGHT_CENTER, value, font, ink);
            room = figure.left() - rect.left() - 8.0;
        }
        let font = if lit { strong(13.0) } else { FontId::proportional(13.0) };
        let mut text = LayoutJob::single_section(name.to_owned(), TextFormat::simple(font, ink));
        text.wrap = TextWrapping::truncate_at_width(room.max(24.0));
        let galley = painter.layout_job(text);
        painter.galley(rect.left_center() - vec2(0.0, galley.size().y / 2.0), galley, ink);
        if lit {
            painter.circle_filled(rect.left_center() - vec2(8.0, 0.0), 2.5, self.theme.accent);
        }
        let response = ui.interact(rect, self.id("line", name), Sense::hover());
        let label = format!("{name}: {}", values.join(", "));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
        if !explanation.is_empty() {
            response.on_hover_text(explanation);
        }
    }

    /// Where a column ends, counted from the last.
    fn right_end(&self, right: f32, from_last: usize) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        let columns = from_last as f32;
        right - self.column * columns
    }

    fn id(&self, part: &str, name: &str) -> Id {
        Id::unique((self.name, part, name))
    }
}
