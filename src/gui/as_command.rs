//! What is seen as a command line that makes the same.

use super::document::{Document, stem_of};
use super::state::AppView;
use crate::plain::quoted;
use std::fmt::Write;

/// The scenario as the command line names it: its file, or the shipped scenario it is; `None` while it has unsaved edits.
fn scenario(document: &Document) -> Option<String> {
    let name = match &document.path {
        Some(path) if !document.is_unsaved() => path.display().to_string(),
        _ => stem_of(&document.scenario)?.to_owned(),
    };
    Some(quoted(&name))
}

/// The command that makes the report; `None` while the scenario has unsaved edits.
#[must_use]
pub fn report(document: &Document) -> Option<String> {
    Some(format!("redeal report {}", scenario(document)?))
}

/// The command that makes a chart, by the name that the window knows it by; `None` while the scenario has unsaved edits, or where
/// the command line has no such chart.
#[must_use]
pub fn figure(view: &AppView<'_>, chart: &str) -> Option<String> {
    let kind = match chart {
        "Deal" => "deal",
        "Widths" => "widths",
        "Counts" => "counts",
        "Runway" => "runway",
        "Trade-off" => "trade-off",
        "Ways out" => "ways-out",
        "Snapshot" => "snapshot",
        "Move" => "move",
        _ => return None,
    };
    let mut line = format!("redeal figure {} --kind {kind}", scenario(view.state.history.current())?);
    let wishes = &view.state.wishes;
    match kind {
        "deal" => {
            let _ = write!(line, " --step {}", view.state.step + 1);
        }
        "move" => {
            let to = wishes.steps.map_or(view.state.step, |(_, to)| to);
            let _ = write!(line, " --step {}", to + 1);
        }
        "widths" => {
            if !wishes.others.is_empty() {
                let counts = std::iter::once(view.buckets()).chain(wishes.others.iter().map(|count| count.get()));
                let _ =
                    write!(line, " --buckets {}", counts.map(|count| count.to_string()).collect::<Vec<_>>().join(","));
            }
            if wishes.seeds > 0 {
                let _ = write!(line, " --seeds {}", wishes.seeds);
            }
        }
        _ => {}
    }
    if view.theme.dark {
        line.push_str(" --dark");
    }
    let _ = write!(line, " -o {kind}.svg");
    Some(line)
}
