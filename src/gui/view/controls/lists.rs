//! Lists of small numbers as people write them: `3 × 8, 4` is 8, 8, 8, 4.

use crate::gui::state::AppView;
use crate::gui::view::parts::text_row;
use crate::gui::view::text::TextField;
use egui::{Align2, Ui};
use std::fmt::Write;

/// A row with a list of whole numbers.
#[derive(Debug, Clone, Copy)]
pub struct List<'a> {
    /// Its label, and its name for screen readers.
    pub name: &'a str,
    /// What it means and what may stand in it.
    pub explanation: &'a str,
    /// What stands in it while it is empty.
    pub hint: &'a str,
    /// What it holds.
    pub value: &'a [u32],
    /// What a reset brings back.
    pub given: &'a [u32],
}

/// The most entries that are read: no engine here takes more.
const MOST: usize = 10_000;

/// Shows the row; returns another list that `check` finds possible.
pub fn list_row(
    ui: &mut Ui,
    view: &AppView<'_>,
    list: &List<'_>,
    check: &dyn Fn(Vec<u32>) -> Result<(), String>,
) -> Option<Vec<u32>> {
    let value = written(list.value);
    let field = TextField {
        name: list.name,
        value: &value,
        hint: list.hint,
        width: 96.0,
        align: Align2::RIGHT_CENTER,
        rows: 1,
    };
    let explanation = format!("{} Write 3 × 8, 4 for 8, 8, 8, 4.", list.explanation);
    let typed =
        text_row(ui, view.theme, &field, &explanation, &written(list.given), &|text| read(text).and_then(check));
    typed.and_then(|text| read(&text).ok())
}

/// A list as text, equal neighbours as a product.
pub fn written(list: &[u32]) -> String {
    let mut text = String::new();
    for run in list.chunk_by(|a, b| a == b) {
        let comma = if text.is_empty() { "" } else { ", " };
        let product = if run.len() > 1 { format!("{} × ", run.len()) } else { String::new() };
        // Writing to a String cannot fail.
        let _ = write!(text, "{comma}{product}{}", run.first().copied().unwrap_or(0));
    }
    text
}

/// A typed list.
///
/// # Errors
/// The first part that is not a number or a product, or a list that is too long.
fn read(text: &str) -> Result<Vec<u32>, String> {
    let mut list = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let wanted = || format!("\"{part}\" is not a whole number, nor a product such as 3 × 8");
        let (times, value) = part.split_once(['×', 'x', '*']).unwrap_or(("1", part));
        let times: usize = times.trim().parse().map_err(|_| wanted())?;
        let value: u32 = value.trim().parse().map_err(|_| wanted())?;
        if times > MOST - list.len() {
            return Err(format!("more than {MOST} entries: at most {MOST} are read"));
        }
        list.resize(list.len() + times, value);
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_are_written() {
        for list in [vec![], vec![8], vec![8, 8, 8, 4], vec![4, 8, 8, 4]] {
            assert_eq!(read(&written(&list)), Ok(list));
        }
        assert_eq!(written(&[8, 8, 8, 4]), "3 × 8, 4");
        assert_eq!(read("2x6,1 * 2, 5,"), Ok(vec![6, 6, 2, 5]));
    }

    #[test]
    fn what_is_no_list_is_explained() {
        assert_eq!(read("8, many").unwrap_err(), "\"many\" is not a whole number, nor a product such as 3 × 8");
        assert_eq!(read("9 × 1, 1000000 × 4").unwrap_err(), "more than 10000 entries: at most 10000 are read");
    }
}
