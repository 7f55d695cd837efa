//! Flink's options.

use super::engine::{named, whole};
use super::flink_state::kinds;
use super::snapshots;
use crate::engine::{Engine, FlinkBackend, FlinkOptions, FlinkScheduler, FlinkSqlOptions, FlinkVersion};
use crate::gui::state::AppView;
use crate::gui::view::parts::choice_row;
use crate::unit::WorkerCount;
use egui::Ui;

/// Free slots of a scheduler that is only just chosen.
const SLOTS: u32 = 40;

/// Shows the options; returns others.
pub fn flink(
    ui: &mut Ui,
    view: &AppView<'_>,
    now: &FlinkOptions,
    wrap: impl Fn(FlinkOptions) -> Engine,
) -> Option<FlinkOptions> {
    let given = match &view.saved.engine {
        Engine::Flink(saved) | Engine::FlinkSql(FlinkSqlOptions(saved)) => saved.clone(),
        _ => FlinkOptions::default(),
    };
    let mut next = now.clone();
    if let Some(scheduler) = scheduler(ui, view, (now, given.scheduler), &wrap) {
        next.scheduler = scheduler;
    }
    let (text, all) = (snapshots::FLINK_SNAPSHOT, &snapshots::FLINK_SNAPSHOTS);
    if let Some(kind) = choice_row(ui, "Snapshot", text, &now.snapshot, all, &given.snapshot) {
        next.snapshot = kind;
    }
    let backends =
        [(FlinkBackend::Same, "As written"), (FlinkBackend::Hashmap, "Hashmap"), (FlinkBackend::Rocksdb, "RocksDB")];
    let text = "State backend of every restart. As written: the one that wrote the snapshot. Only a canonical savepoint can be read \
                by the other one; else the restart is refused.";
    if let Some(backend) = choice_row(ui, "Restored by", text, &now.restore_backend, &backends, &given.restore_backend)
    {
        next.restore_backend = backend;
    }
    let make = |states| wrap(snapshots::with_states(now, states));
    let texts = ("States", snapshots::FLINK_STATES);
    if let Some(states) = whole(ui, view, texts, (now.states, 1, 1000, given.states), make) {
        next = snapshots::with_states(&next, states);
    }
    if let Some(kinds) = kinds(ui, view, now, &given.kinds, &|kinds| wrap(FlinkOptions { kinds, ..now.clone() })) {
        next.kinds = kinds;
    }
    let versions = [(FlinkVersion::V1_20, "1.20"), (FlinkVersion::V2_3, "2.3")];
    let text = "Whose file format: 1.20 writes metadata version 4, 2.3 version 6 with operator names.";
    if let Some(version) = choice_row(ui, "Version", text, &now.version, &versions, &given.version) {
        next.version = version;
    }
    let make = |operator| wrap(FlinkOptions { operator, ..now.clone() });
    let text = "Name and uid of the keyed operator. The engine's messages name it, and 2.3 writes both into _metadata: two bytes for \
                each of its bytes. 1 to 1000 bytes.";
    if let Some(operator) = named(ui, view, ("Operator", text), (&now.operator, &given.operator), make) {
        next.operator = operator;
    }
    (next != *now).then_some(next)
}

/// Who decides the width, and of how many slots.
fn scheduler(
    ui: &mut Ui,
    view: &AppView<'_>,
    (options, given): (&FlinkOptions, FlinkScheduler),
    wrap: &dyn Fn(FlinkOptions) -> Engine,
) -> Option<FlinkScheduler> {
    let slots_of = |scheduler| match scheduler {
        FlinkScheduler::Default => SLOTS,
        FlinkScheduler::Adaptive { slots } | FlinkScheduler::Reactive { slots } => slots,
    };
    let (now, slots) = (options.scheduler, slots_of(options.scheduler));
    let schedulers = [
        (FlinkScheduler::Default, "Default"),
        (FlinkScheduler::Adaptive { slots: slots.max(1) }, "Adaptive"),
        (FlinkScheduler::Reactive { slots }, "Reactive"),
    ];
    let text = "Who decides the width. Default: the width asked for, or nothing. Adaptive: cut to the free slots. \
                Reactive: all slots, up to the ceiling. (AdaptiveScheduler, 1.20 and 2.3)";
    let chosen = choice_row(ui, "Scheduler", text, &now, &schedulers, &given);
    if now == FlinkScheduler::Default {
        return chosen;
    }
    let with = |slots| match now {
        FlinkScheduler::Reactive { .. } => FlinkScheduler::Reactive { slots },
        _ => FlinkScheduler::Adaptive { slots },
    };
    let texts = ("Free slots", "Task slots free in the cluster. Reactive: 0 = as many as each step's width.");
    let low = u32::from(matches!(now, FlinkScheduler::Adaptive { .. }));
    let make = |slots| wrap(FlinkOptions { scheduler: with(slots), ..options.clone() });
    let typed = whole(ui, view, texts, (slots, low, WorkerCount::MAX.get(), slots_of(given)), make).map(with);
    chosen.or(typed)
}
