//! One figure: what it is, its value with its unit, and how far it can be trusted.

use crate::engine::Accuracy;
use crate::gui::theme::{Theme, caption, strong};
use egui::{Align, Align2, RichText, Role, Sense, TextStyle, Ui, WidgetInfo, pos2, text::LayoutJob, vec2};

/// Room for the word that says how far a figure can be trusted, in points.
const WORD: f32 = 62.0;
/// Room above and below a line's text together, in points.
const AIR: f32 = 7.0;

/// A figure.
pub struct Line {
    /// What it is.
    pub name: String,
    /// The value with its unit.
    pub value: String,
    /// How far it can be trusted; `None` where there is nothing to trust.
    pub accuracy: Option<Accuracy>,
    /// What it means, or how it is reckoned.
    pub meaning: String,
    /// Where it comes from.
    pub source: String,
}

/// Shows the figure on a line of its own, more where its name is long.
pub fn line(ui: &mut Ui, theme: &Theme, line: &Line) {
    let word = line.accuracy.map_or("", word);
    let room = ui.available_width();
    let painter = ui.painter();
    let value = painter.layout_no_wrap(line.value.clone(), strong(13.0), theme.text);
    let for_name = (room - value.size().x - WORD - 12.0).max(60.0);
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::simple(line.name.clone(), font, theme.text, for_name);
    job.halign = Align::LEFT;
    let name = painter.layout_job(job);
    let (rect, response) = ui.allocate_exact_size(vec2(room, name.size().y + AIR), Sense::hover());
    let painter = ui.painter();
    let top = rect.top() + AIR / 2.0;
    let right = rect.right() - WORD;
    painter.galley(pos2(right - value.size().x, top), value, theme.text);
    painter.galley(pos2(rect.left(), top), name, theme.text);
    let ink = if line.accuracy == Some(Accuracy::Estimated) { theme.warn } else { theme.dim };
    painter.text(pos2(right + 10.0, top + 2.0), Align2::LEFT_TOP, word, caption(), ink);
    painter.hline(rect.x_range(), rect.bottom(), egui::Stroke::new(1.0, theme.line.gamma_multiply(0.6)));
    let comma = if word.is_empty() { "" } else { ", " };
    response
        .widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{}: {}{comma}{word}", line.name, line.value)));
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(format!("{}: {}", line.name, line.value)).font(strong(13.0)));
        if !line.meaning.is_empty() {
            ui.label(&line.meaning);
        }
        if let Some(accuracy) = line.accuracy {
            ui.label(RichText::new(trust(accuracy)).color(theme.dim));
        }
        ui.label(RichText::new(&line.source).color(theme.dim));
    });
}

const fn word(accuracy: Accuracy) -> &'static str {
    match accuracy {
        Accuracy::Exact => "exact",
        Accuracy::Fitted => "fitted",
        Accuracy::Estimated => "estimated",
    }
}

const fn trust(accuracy: Accuracy) -> &'static str {
    match accuracy {
        Accuracy::Exact => "Exact: follows from the format.",
        Accuracy::Fitted => "Fitted: a line through measured values.",
        Accuracy::Estimated => "Estimated: reasoned from few measurements.",
    }
}
