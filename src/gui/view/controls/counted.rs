//! Keys of which only sums are known: a table of buckets, or a snapshot of a running job.

use crate::engine::count_query;
use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{choice_row, link, number_row, remark, text_row};
use crate::gui::view::text::TextField;
use crate::scenario::{BucketFile, Buckets, Keys, SnapshotFile};
use crate::unit::{BucketCount, LoadUnit};
use egui::Ui;
use std::num::NonZeroU64;

const UNITS: [(LoadUnit, &str); 4] = [
    (LoadUnit::Records, "Records"),
    (LoadUnit::Rows, "Rows"),
    (LoadUnit::Messages, "Messages"),
    (LoadUnit::Bytes, "Bytes"),
];

/// A table to start from, counted under the count that is shown.
pub fn table(view: &AppView<'_>) -> Keys {
    let counted_under = Some(count(view));
    Keys::Buckets(BucketFile { path: "buckets.csv".to_owned(), counted_under, unit: LoadUnit::Records, keys: None })
}

/// A snapshot to start from.
pub fn snapshot() -> Keys {
    Keys::Snapshot(SnapshotFile {
        path: "_metadata".to_owned(),
        operator: None,
        store: None,
        topics: Vec::new(),
        keys: None,
    })
}

/// The bucket count in force, or the scenario's own.
fn count(view: &AppView<'_>) -> BucketCount {
    match (view.scenario.buckets, &view.state.report) {
        (Buckets::Fixed(count), _) => count,
        (Buckets::EngineDefault, Some(report)) => BucketCount::clamped(report.buckets.count.into()),
        (Buckets::EngineDefault, None) => BucketCount::clamped(128),
    }
}

fn needed(path: &str) -> Result<(), String> {
    if path.is_empty() { Err("The path of a file is needed".to_owned()) } else { Ok(()) }
}

/// Edits a table of buckets, and hands out the query that makes one.
pub fn buckets(ui: &mut Ui, view: &AppView<'_>, now: &BucketFile, out: &mut Vec<Command>) -> Option<Keys> {
    let saved = if let Keys::Buckets(saved) = &view.saved.keys { saved } else { now };
    let field = TextField::short("Table", &now.path, "buckets.csv");
    let text = "Path of a table of buckets, seen from the scenario's folder: a row a bucket with columns bucket and load, \
                and keys and state_bytes where they are known.";
    let path = text_row(ui, view.theme, &field, text, &saved.path, &needed);
    let path = path.map(|path| BucketFile { path, ..now.clone() });

    let shown = now.counted_under.unwrap_or_else(|| count(view));
    let high = u64::from(BucketCount::MAX.get());
    let field = Field { name: "Counted under", value: u64::from(shown.get()), low: 1, high, unit: "" };
    let text = "The bucket count that the table was counted under. What lies in each bucket is then known for it and for the \
                counts that divide it.";
    let given = saved.counted_under.map_or(u64::from(shown.get()), |count| count.get().into());
    let under = number_row(ui, view.theme, &field, text, given, &|_| Ok(()));
    let under = under.map(|count| BucketFile { counted_under: Some(BucketCount::clamped(count)), ..now.clone() });

    let text = "What a load of the table counts.";
    let unit = choice_row(ui, "A load is in", text, &now.unit, &UNITS, &saved.unit);
    let unit = unit.map(|unit| BucketFile { unit, ..now.clone() });
    let keys = distinct(ui, view, now.keys, saved.keys);
    let keys = keys.map(|keys| BucketFile { keys: NonZeroU64::new(keys), ..now.clone() });
    if let Some(query) = count_query(&view.scenario.engine, shown) {
        let copy = link(ui, "Copy the query that counts").on_hover_text(format!("{}\n\n{}", query.how, query.text));
        if copy.clicked() {
            out.push(Command::Copy(query.text));
        }
    }
    path.or(under).or(unit).or(keys).map(Keys::Buckets)
}

/// The number of distinct keys, where nobody counted them: as `redeal chance --keys`. 0 stands for not known.
fn distinct(ui: &mut Ui, view: &AppView<'_>, now: Option<NonZeroU64>, given: Option<NonZeroU64>) -> Option<u64> {
    let counted = view.state.report.as_ref().is_some_and(|report| report.keys.counted);
    if counted && now.is_none() {
        return None;
    }
    let number = |keys: Option<NonZeroU64>| keys.map_or(0, NonZeroU64::get);
    let unit = if now.is_none() { "(not known)" } else { "" };
    let field = Field { name: "Distinct keys", value: number(now), low: 0, high: u64::MAX, unit };
    let text = "How many distinct keys there are in all, where you know it: it is then told whether chance explains the loads. 0: \
                not known. The same as redeal chance --keys.";
    number_row(ui, view.theme, &field, text, number(given), &|_| Ok(()))
}

/// Edits which snapshot, and which part of it.
pub fn observed(ui: &mut Ui, view: &AppView<'_>, now: &SnapshotFile) -> Option<Keys> {
    let saved = if let Keys::Snapshot(saved) = &view.saved.keys { saved } else { now };
    let field = TextField::short("Snapshot", &now.path, "_metadata");
    let text = "Path of a snapshot, seen from the scenario's folder: a Flink _metadata file or its folder, a Spark checkpoint \
                (folder or .tar.gz), what kafka-log-dirs or kafka-consumer-groups printed.";
    let path = text_row(ui, view.theme, &field, text, &saved.path, &needed);
    let path = path.map(|path| SnapshotFile { path, ..now.clone() });
    let part = |ui: &mut Ui, name: &'static str, text: &str, value: &Option<String>, given: &Option<String>| {
        let value = value.as_deref().unwrap_or_default();
        let field = TextField::short(name, value, "the only one");
        text_row(ui, view.theme, &field, text, given.as_deref().unwrap_or_default(), &|_| Ok(()))
            .map(|typed| (!typed.is_empty()).then_some(typed))
    };
    let text = "Which operator, by its id, uid or name. May stay empty where only one keeps state by key.";
    let operator = part(ui, "Operator of it", text, &now.operator, &saved.operator);
    let operator = operator.map(|operator| SnapshotFile { operator, ..now.clone() });
    let text = "Which store of the operator (Spark joins have four). May stay empty where there is one.";
    let store = part(ui, "Store", text, &now.store, &saved.store);
    let store = store.map(|store| SnapshotFile { store, ..now.clone() });
    let keys = distinct(ui, view, now.keys, saved.keys);
    let keys = keys.map(|keys| SnapshotFile { keys: NonZeroU64::new(keys), ..now.clone() });
    remark(
        ui,
        view.theme,
        "Only the sums of each bucket are known: they hold for this bucket count and those that divide it.",
    );
    path.or(operator).or(store).or(keys).map(Keys::Snapshot)
}
