//! Why the chosen count, in plain sentences: what speaks for it, what it lacks, what to know before taking it.

use super::{Looked, list};
use crate::explore::Reason;
use crate::gui::state::AppView;
use crate::gui::view::parts::{remark, section};
use crate::numerals::counted;
use egui::{Color32, Frame, Label, Margin, Response, RichText, Ui, vec2};

/// Shows the sentences.
pub fn detail(ui: &mut Ui, view: &AppView<'_>, looked: Looked<'_>) {
    let (theme, words, chosen) = (view.theme, looked.words, looked.chosen);
    ui.spacing_mut().item_spacing.y = 5.0;
    let name = counted(chosen.buckets.get().into(), words.bucket, words.buckets);
    section(ui, theme, &format!("Why {name}"));
    for shortfall in &chosen.shortfalls {
        point(ui, theme.bad, theme.bad, &shortfall.sentence(words));
    }
    for warning in &chosen.warnings {
        point(ui, theme.warn, theme.text, &warning.sentence(words));
    }
    for reason in &chosen.reasons {
        let said = point(ui, theme.dim, theme.text, &reason.sentence(words));
        if let Some(formula) = formula(reason) {
            said.on_hover_text(formula);
        }
    }
    point(ui, theme.dim, theme.text, &format!("{}.", capital(&list::split(looked.advice, chosen))));
    remark(ui, theme, list::price(&looked));
    if !looked.advice.warnings.is_empty() {
        section(ui, theme, "Whatever the count is");
        for warning in &looked.advice.warnings {
            point(ui, theme.warn, theme.text, &warning.sentence(words));
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A sentence with a dot before it.
fn point(ui: &mut Ui, dot: Color32, ink: Color32, text: &str) -> Response {
    let frame = Frame::new().inner_margin(Margin { left: 14, ..Margin::ZERO });
    let shown = frame.show(ui, |ui| ui.add(Label::new(RichText::new(text).color(ink).line_height(Some(18.0))).wrap()));
    ui.painter().circle_filled(shown.response.rect.left_top() + vec2(5.0, 9.0), 2.5, dot);
    shown.inner
}

/// How the figures of a reason come about.
const fn formula(reason: &Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::Headroom { .. } => "N ÷ expected peak width.",
        Reason::EvenAt { .. } => "Most buckets on a worker · width = N, by the engine's own dealing rule.",
        Reason::UnevenAt { .. } => "Most buckets on a worker · width ÷ N, were all buckets alike. 1 = even.",
        Reason::OnAverage { .. } => "The mean of most buckets on a worker · width ÷ N over all these widths. 1 = even.",
        Reason::WithKeys { .. } => {
            "max(load) · width ÷ Σ load, simulated once with the scenario's keys. It does not enter the score: which worker \
             gets the heavy keys is chance. What a key forces: its share of the load · width."
        }
        Reason::UsefulWidths { .. } => "A width is useful where ceil(N ÷ width) is less than at any smaller width.",
        Reason::Cost { .. } => {
            "By the same formulas as the Snapshot view, at the expected peak or at as many workers as there are buckets."
        }
        Reason::Runway { .. } => {
            "ln(N ÷ width now) ÷ ln(1 + growth); for the fullest bucket 1 ÷ its share of the load stands in place of N."
        }
        _ => return None,
    })
}
