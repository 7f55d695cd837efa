//! How figures are worked out, and what the model leaves out: the page that comes with the program.

use super::table::{marked_up, table};
use super::{heading, reading};
use crate::gui::state::AppView;
use crate::gui::theme::{Theme, strong};
use egui::{FontId, Label, RichText, Ui};

const METHOD: &str = include_str!("../../../../METHODOLOGY.md");

/// Room for the sign of a list's entry, in points.
const SIGN: f32 = 20.0;

/// Shows the page, in the type of the other pages: the Markdown that it is written in has headings, paragraphs, lists and tables.
pub fn method(ui: &mut Ui, view: &AppView<'_>) {
    for part in METHOD.split("\n\n").map(str::trim).filter(|part| !part.is_empty()) {
        let lines: Vec<&str> = part.lines().collect();
        if is_row(lines[0]) {
            let rows: Vec<Vec<&str>> =
                lines.iter().filter(|line| !line.starts_with("|---")).map(|line| cells(line)).collect();
            ui.scope(|ui| table(ui, view.theme, &rows));
        } else if let Some(title) = part.strip_prefix("# ") {
            heading(ui, title);
        } else if let Some(title) = part.strip_prefix("## ") {
            ui.add_space(12.0);
            ui.add(Label::new(RichText::new(title).font(strong(16.0))).wrap());
        } else {
            let lines: Vec<&str> = lines.into_iter().map(str::trim).collect();
            for lines in lines.chunk_by(|_, next| sign(next).is_none()) {
                paragraph(ui, view.theme, &lines.join(" "));
            }
        }
        ui.add_space(2.0);
    }
}

/// A paragraph, or an entry of a list with its sign before it.
fn paragraph(ui: &mut Ui, theme: &Theme, text: &str) {
    let size = reading(ui);
    let words = |text: &str| Label::new(marked_up(text, theme, &FontId::proportional(size), 1.5 * size)).wrap();
    let Some((sign, rest)) = sign(text) else {
        ui.add(words(text));
        return;
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.vertical(|ui| {
            ui.set_width(SIGN);
            ui.add(words(sign));
        });
        ui.vertical(|ui| ui.add(words(rest)));
    });
}

/// The sign of a list's entry, and what follows it: a dot, or the number as it is written.
fn sign(line: &str) -> Option<(&str, &str)> {
    if let Some(rest) = line.strip_prefix("- ") {
        return Some(("•", rest));
    }
    let (number, rest) = line.split_once(' ')?;
    let digits = number.strip_suffix('.')?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some((number, rest))
}

fn is_row(line: &str) -> bool {
    line.starts_with('|')
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_lists_are_told_from_lines_that_go_on() {
        assert_eq!(sign("- **Sums.** Loads"), Some(("•", "**Sums.** Loads")));
        assert_eq!(sign("12. Candidates"), Some(("12.", "Candidates")));
        assert_eq!(sign("bytes long. A line"), None);
    }
}
