//! The figures of a movement: what moves, under which rule how much, what the restart reads, the largest flows.

use super::lines::{Lines, column};
use super::picks::rule_name;
use super::words;
use crate::explore::{Flow, Transfer, Trust};
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::view::parts::remark;
use crate::numerals::{bytes, decimal, grouped, one_of, percent};
use crate::unit::float;
use egui::Ui;
use std::cmp::Reverse;

/// A figure with its share of the whole.
fn shared(text: &str, part: u64, whole: u64) -> String {
    if whole == 0 { text.to_owned() } else { format!("{text} · {}", percent(float(part) / float(whole))) }
}

/// A line of what moves.
struct Moved {
    name: String,
    /// By index, and with the best names.
    values: [String; 2],
    /// All there is of it.
    whole: String,
}

/// Buckets, keys, records and bytes that change owners.
pub fn moved(ui: &mut Ui, view: &AppView<'_>, found: &Transfer) {
    let rows = moved_rows(view, found);
    let lines = Lines { name: "moved", theme: view.theme, column: wide(ui, &rows), remarked: false };
    ui.spacing_mut().item_spacing.y = 0.0;
    let shown = columns(view);
    lines.head(ui, "What moves", &COLUMNS[..shown]);
    let reach = if found.fewest.exact { "That few can be reached." } else { "A bound: at least that many move." };
    for Moved { name, values, whole } in rows {
        let explanation = format!(
            "By index: what changes to an owner of another number, of {whole}. Best names: what would, were the new workers \
             renamed as is best for this figure. {reach}"
        );
        lines.line(ui, &name, &values[..shown], if shown == 2 { &explanation } else { "" }, false);
    }
}

/// The columns of the tables of what moves.
const COLUMNS: [&str; 2] = ["by index", "best names"];

/// How many of the columns are shown: what a lesson is going to ask is held back.
fn columns(view: &AppView<'_>) -> usize {
    if words::tells_best_names(view) { 2 } else { 1 }
}

/// Width of a column with a figure and its share, in this table and the one under it, in points.
fn wide(ui: &Ui, rows: &[Moved]) -> f32 {
    column(ui, rows.iter().flat_map(|row| &row.values))
}

fn moved_rows(view: &AppView<'_>, found: &Transfer) -> Vec<Moved> {
    let at_least = if found.fewest.exact { "" } else { "≥ " };
    let (moved, fewest, all) = (&found.moves.moved, &found.fewest, &found.buckets);
    let sum = |per_bucket: &[u64]| per_bucket.iter().sum::<u64>();
    let count: &dyn Fn(u64) -> String = &grouped;
    let rows = [
        (sentence(view.words.buckets), moved.buckets.into(), fewest.buckets.into(), u64::from(all.count), count),
        ("Keys".to_owned(), moved.keys, fewest.keys, sum(&all.keys), count),
        ("Records".to_owned(), moved.load, fewest.load, sum(&all.load), count),
        ("State".to_owned(), moved.state_bytes, fewest.state_bytes, sum(&all.state_bytes), &bytes),
    ];
    let rows = rows.into_iter().map(|(name, moved, fewest, whole, show)| {
        let values =
            [shared(&show(moved), moved, whole), format!("{at_least}{}", shared(&show(fewest), fewest, whole))];
        Moved { name, values, whole: show(whole) }
    });
    rows.collect()
}

/// The same movement under other dealing rules; nothing where those would tell what the best names do.
pub fn rules(ui: &mut Ui, view: &AppView<'_>, found: &Transfer) {
    if !words::tells_best_names(view) {
        return;
    }
    let column = wide(ui, &moved_rows(view, found));
    let lines = Lines { name: "rules", theme: view.theme, column, remarked: false };
    ui.spacing_mut().item_spacing.y = 0.0;
    lines.head(ui, "By dealing rule", &COLUMNS);
    let all = found.buckets.count;
    for row in &found.rules {
        let least = all - row.relabelled.kept;
        let share = |moved: u32| shared(&grouped(moved.into()), moved.into(), all.into());
        let at_least = if row.relabelled.exact { "" } else { "≥ " };
        let name = row.rule.as_ref().map_or("Engine's own".to_owned(), |rule| sentence(rule_name(Some(rule))));
        let explanation = match row.rule {
            None => view.facts.dealing,
            Some(_) => {
                "Both steps dealt by this rule. Choose it above to see its matrix and what a restart would read."
            }
        };
        let values = [share(row.moved.buckets), format!("{at_least}{}", share(least))];
        lines.line(ui, &name, &values, explanation, row.rule == view.state.wishes.rule);
    }
}

/// What the restart reads.
pub fn reads(ui: &mut Ui, view: &AppView<'_>, found: &Transfer) {
    let (restore, words) = (&found.restore, view.words);
    let lines = Lines { name: "reads", theme: view.theme, column: 76.0, remarked: true };
    ui.spacing_mut().item_spacing.y = 0.0;
    let total = restore.total;
    let title = "What a restart reads";
    if total == crate::explore::WorkerReads::default() {
        lines.head(ui, title, &[]);
        remark(ui, view.theme, restore.sentence);
        return;
    }
    lines.head(ui, title, &["", "trust"]);
    let trust = |trust| match trust {
        Trust::Exact => "exact".to_owned(),
        Trust::Model => "a model".to_owned(),
    };
    let (counts, sizes) = (trust(restore.counts), trust(restore.bytes));
    let all = format!("Bytes of keys and values, over all new {}.", words.workers);
    lines.line(ui, "State read", &[bytes(total.bytes_read), sizes.clone()], &all, false);
    if let Some(factor) = restore.factor().filter(|_| total.bytes_read != total.bytes_kept) {
        let text = "Bytes that stay with the worker that reads them; the rest of the files is thrown away.";
        lines.line(ui, "Kept of it", &[bytes(total.bytes_kept), sizes.clone()], text, false);
        let text = "State read ÷ state kept.";
        lines.line(ui, "Read for each byte kept", &[format!("{}×", decimal(factor, 2)), sizes.clone()], text, false);
    }
    if let Some(most) = restore.busiest() {
        let name = format!("Most for one {}", words.worker);
        let named = format!("{} {}{}", sentence(words.worker), most.worker, one_of(restore.as_busy()));
        let (reads, when) = if restore.as_busy() > 1 { ("that read", "they are") } else { ("reads", "it is") };
        let text = format!("{named} {reads} most; the {} is done when {when}.", words.restart);
        lines.line(ui, &name, &[bytes(most.bytes_read), sizes], &text, false);
    }
    let counted = [
        ("Files opened", total.files, "A file that two workers open counts twice."),
        ("Seeks in them", total.seeks, "Jumps to the place of a bucket in a file."),
    ];
    for (name, count, text) in counted.into_iter().filter(|(_, count, _)| *count > 0) {
        lines.line(ui, name, &[grouped(count), counts.clone()], text, false);
    }
    if let Some(rounds) = restore.rounds {
        let text = "Tasks to replay ÷ 2 at once (max.warmup.replicas), rounded up.";
        lines.line(ui, "Rounds of warm-ups", &[grouped(rounds), counts], text, false);
    }
    ui.add_space(3.0);
    remark(ui, view.theme, restore.sentence);
}

/// The largest flows by bytes of state, then buckets, so many of them.
pub fn flows(ui: &mut Ui, view: &AppView<'_>, found: &Transfer, listed: usize) {
    let mut flows: Vec<&Flow> = found.moves.flows.iter().filter(|flow| flow.from != flow.to).collect();
    if flows.is_empty() {
        return;
    }
    flows.sort_by_key(|flow| (Reverse(flow.state_bytes), Reverse(flow.buckets), flow.from, flow.to));
    let (theme, words) = (view.theme, view.words);
    let lines = Lines { name: "flows", theme, column: 92.0, remarked: false };
    ui.spacing_mut().item_spacing.y = 0.0;
    lines.head(ui, "Largest flows", &[words.buckets, "state"]);
    for flow in flows.iter().take(listed) {
        let name = format!("{} → {}", grouped(flow.from.into()), grouped(flow.to.into()));
        let text = format!("{}.", found.buckets.in_words(flow.keys, flow.load));
        lines.line(ui, &name, &[grouped(flow.buckets.into()), bytes(flow.state_bytes)], &text, false);
    }
    if flows.len() > listed {
        let rest = grouped((flows.len() - listed) as u64);
        remark(ui, view.theme, format!("And {rest} more: \"Show the numbers\" has them all."));
    }
}
