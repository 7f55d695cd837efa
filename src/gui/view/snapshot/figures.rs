//! The figures of the snapshot at the step shown: those that every engine has, and the engine's own.

use super::line::{Line, line};
use crate::engine::{CostLine, SnapshotCost};
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::view::parts::section;
use crate::numerals::{bytes, counted, grouped, short};
use crate::unit::rounded;
use egui::{Label, RichText, Ui};

/// From this width on both kinds of figures stand side by side, in points.
const TWO_COLUMNS: f32 = 560.0;

/// A snapshot and what it is of.
struct Shown<'a> {
    buckets: u32,
    workers: u32,
    cost: &'a SnapshotCost,
    /// The width asked for, where the engine refuses it.
    refused: Option<u32>,
}

/// Shows the figures.
pub fn figures(ui: &mut Ui, view: &AppView<'_>) {
    let Some(shown) = shown(view) else { return };
    let words = view.words;
    ui.spacing_mut().item_spacing.y = 4.0;
    let kind = format!("{}.", sentence(&shown.cost.kind));
    ui.add(Label::new(RichText::new(kind).color(view.theme.dim)).wrap());
    if let Some(width) = shown.refused {
        let text = format!(
            "{} {} are refused; these are the figures at {}.",
            grouped(width.into()),
            words.workers,
            grouped(shown.workers.into())
        );
        ui.add(Label::new(RichText::new(text).color(view.theme.dim)).wrap());
    }
    // In a lesson that asks for a count, what another one costs is the answer.
    // Where metadata and files are not modelled, nobody knows what twice as many add.
    if !view.state.veil().others && shown.cost.is_counted {
        doubling(ui, view, &shown);
    }
    let at = format!(
        "At {} and {}",
        counted(shown.buckets.into(), words.bucket, words.buckets),
        counted(shown.workers.into(), words.worker, words.workers)
    );
    let common = common(view, &shown);
    let told = of_buckets(shown.cost);
    let others = shown.cost.detail.iter().filter(|line| told.is_none_or(|told| *line != told));
    let own: Vec<Line> = others.map(own).collect();
    let own_title = format!("More of {}", view.facts.name);
    if ui.available_width() >= TWO_COLUMNS {
        ui.spacing_mut().item_spacing.x = 32.0;
        ui.columns(2, |columns| {
            list(&mut columns[0], view, &at, &common);
            if !own.is_empty() {
                list(&mut columns[1], view, &own_title, &own);
            }
        });
    } else {
        list(ui, view, &at, &common);
        if !own.is_empty() {
            list(ui, view, &own_title, &own);
        }
    }
    ui.add_space(12.0);
}

/// The snapshot of the step shown; where that is refused, the one at the widest width that is not.
fn shown<'a>(view: &AppView<'a>) -> Option<Shown<'a>> {
    let step = view.step()?;
    let buckets = step.bucket_count;
    if let Some(deal) = &step.deal {
        return Some(Shown { buckets, workers: step.workers, cost: &deal.snapshot, refused: None });
    }
    let point = view.state.exploration.found.snapshot.as_ref()?.at(buckets)?;
    Some(Shown { buckets, workers: point.workers, cost: &point.cost, refused: Some(step.workers) })
}

fn list(ui: &mut Ui, view: &AppView<'_>, title: &str, lines: &[Line]) {
    ui.spacing_mut().item_spacing.y = 0.0;
    section(ui, view.theme, title);
    ui.add_space(4.0);
    for each in lines {
        line(ui, view.theme, each);
    }
}

/// What every engine's snapshot has.
fn common(view: &AppView<'_>, shown: &Shown<'_>) -> Vec<Line> {
    let (cost, words) = (shown.cost, view.words);
    let source = format!("{}, read in {}.", view.facts.name, view.facts.versions);
    let line = |name: &str, value: String, accuracy, meaning: &str| Line {
        name: name.to_owned(),
        value,
        accuracy,
        meaning: meaning.to_owned(),
        source: source.clone(),
    };
    let trust = Some(cost.accuracy);
    let each = format!("{} per {}", sentence(words.buckets), words.worker);
    let share = format!(
        "N ÷ p = {} ÷ {}. N: {}; p: {}.",
        grouped(shown.buckets.into()),
        grouped(shown.workers.into()),
        words.bucket_count,
        words.width
    );
    let told = of_buckets(cost);
    let because = Line {
        source: told.map_or_else(|| source.clone(), |told| format!("{}.", sentence(told.source))),
        ..line(
            "There only because of N",
            bytes(cost.bytes_of_buckets),
            told.map_or(trust, |told| Some(told.accuracy)),
            "The part of metadata and state files that a single bucket would not need.",
        )
    };
    let restart = "What a restart reads before any state: ranges, offsets, handles.";
    let each = line(&each, short(cost.buckets_per_worker), None, &share);
    // An engine that keeps nothing has no figures of it: a column of noughts says less than the sentence above.
    if !cost.is_counted {
        let data = (cost.data_bytes > 0).then(|| line("State", bytes(cost.data_bytes), trust, "Keys and values."));
        return data.into_iter().chain([each]).collect();
    }
    vec![
        line("Metadata", bytes(cost.metadata_bytes), trust, restart),
        line("State files", bytes(cost.data_bytes), trust, "Keys and values included."),
        because,
        line("Files", grouped(cost.files), trust, "Files that one snapshot writes."),
        line("Ranges", grouped(cost.ranges), trust, "Ranges, or separate pieces, of buckets in it."),
        each,
    ]
}

/// The engine's own line of the bytes that are there because of the buckets: it knows the source.
fn of_buckets(cost: &SnapshotCost) -> Option<&CostLine> {
    let same = |line: &&CostLine| line.unit == "bytes" && rounded(line.value) == cost.bytes_of_buckets;
    cost.detail.iter().filter(|_| cost.bytes_of_buckets > 0).find(same)
}

/// A figure that only this engine has.
fn own(cost: &CostLine) -> Line {
    Line {
        name: sentence(cost.label),
        value: with_unit(cost.value, cost.unit),
        accuracy: Some(cost.accuracy),
        meaning: String::new(),
        source: format!("{}.", sentence(cost.source)),
    }
}

/// A figure with its unit, which loses its plural where there is one.
fn with_unit(value: f64, unit: &str) -> String {
    match unit {
        "bytes" => bytes(rounded(value)),
        "ms" => format!("{}\u{a0}ms", short(value)),
        _ => {
            let number = short(value);
            let unit = if number == "1" { unit.strip_suffix('s').unwrap_or(unit) } else { unit };
            format!("{number}\u{a0}{unit}")
        }
    }
}

/// What twice as many buckets would add.
fn doubling(ui: &mut Ui, view: &AppView<'_>, shown: &Shown<'_>) {
    let exploration = &view.state.exploration;
    let curve = exploration.found.snapshot.as_ref().filter(|_| !exploration.is_stale(view.now));
    let Some(more) = curve.and_then(|curve| curve.doubling(shown.buckets)) else { return };
    let parts = [
        (more.metadata_bytes, format!("{} of metadata", bytes(more.metadata_bytes))),
        (more.data_bytes, format!("{} of state files", bytes(more.data_bytes))),
        (more.files, counted(more.files, "file", "files")),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(amount, _)| *amount > 0).map(|(_, text)| text).collect();
    let added = match parts.as_slice() {
        [] => "adds nothing to a snapshot".to_owned(),
        [one] => format!("adds {one}"),
        [rest @ .., last] => format!("adds {} and {last}", rest.join(", ")),
    };
    let text = format!("Doubling to {} {added}.", counted(more.buckets.into(), view.words.bucket, view.words.buckets));
    let behind = format!(
        "The snapshot at {} less the one at {}, both at {}.",
        grouped(more.buckets.into()),
        grouped(shown.buckets.into()),
        counted(shown.workers.into(), view.words.worker, view.words.workers)
    );
    ui.add(Label::new(text).wrap()).on_hover_text(behind);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Accuracy;

    #[test]
    fn a_value_has_its_unit_in_the_right_number() {
        assert_eq!(with_unit(1.0, "files"), "1\u{a0}file");
        assert_eq!(with_unit(512.0, "files"), "512\u{a0}files");
        assert_eq!(with_unit(1.0, "ms"), "1\u{a0}ms");
        assert_eq!(with_unit(1384.0, "bytes"), "1\u{a0}384\u{a0}B");
    }

    #[test]
    fn an_engines_own_line_keeps_its_source() {
        let cost = CostLine {
            label: "offsets in _metadata",
            value: 1384.0,
            unit: "bytes",
            accuracy: Accuracy::Exact,
            source: "the format",
        };
        let line = own(&cost);
        assert_eq!((line.name.as_str(), line.source.as_str()), ("Offsets in _metadata", "The format."));
    }
}
