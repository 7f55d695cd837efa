//! The engine and its options.

use super::custom::custom;
use super::lists::{List, list_row, written};
use super::snapshots;
use crate::deal::DealingRule;
use crate::engine::{
    Engine, FlinkOptions, FlinkScheduler, FlinkSqlOptions, FlinkVersion, KafkaStreamsOptions, MapReduceOptions,
    Profile, RisingWaveDeal, RisingWaveOptions, RisingWaveParallelism, SparkOptions, SparkVersion,
};
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{choice_row, choice_shown_as, number_row, remark, row};
use crate::unit::WorkerCount;
use egui::{TextStyle, Ui};

/// The engine, what it does past the ceiling, and its options.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let engines = Engine::all();
    let options: Vec<_> = engines.iter().map(|engine| (engine.facts().id, engine.facts().name)).collect();
    let (facts, saved) = (view.edited, view.saved.engine.facts());
    let text = format!("Whose rules: {}; {}. Read in {}.", facts.hashing, facts.dealing, facts.versions);
    let shown =
        row(ui, "Engine", &text, |ui| choice_shown_as(ui, "Engine", fitting(ui, facts.name), &facts.id, &options));
    let chosen = if shown.reset { Some(saved.id) } else { shown.inner }.filter(|id| *id != facts.id);
    // Back to the saved engine is back to its options.
    let engine = |id| if id == saved.id { Some(view.saved.engine.clone()) } else { Engine::named(id) };
    let changed = chosen.and_then(engine).or_else(|| options_of(ui, view));
    out.extend(changed.map(|engine| Command::Edit(Edit::Engine(engine))));
    let past = format!("Past the ceiling: {}", view.scenario.engine.past_ceiling());
    remark(ui, view.theme, past).on_hover_text(CEILING);
}

/// What is called the ceiling.
pub const CEILING: &str = "The ceiling is the most workers that can own buckets: as many as there are buckets, N.";

/// A name as a menu shows it; its first word alone where there is no room for all of it.
fn fitting<'a>(ui: &Ui, name: &'a str) -> &'a str {
    /// A menu's sign and margins, in points.
    const BESIDE: f32 = 40.0;
    let font = TextStyle::Button.resolve(ui.style());
    let width = ui.painter().layout_no_wrap(name.to_owned(), font, ui.visuals().text_color()).size().x;
    if width + BESIDE <= ui.available_width() { name } else { name.split(' ').next().unwrap_or(name) }
}

fn options_of(ui: &mut Ui, view: &AppView<'_>) -> Option<Engine> {
    match &view.scenario.engine {
        Engine::Flink(options) => flink(ui, view, options, Engine::Flink).map(Engine::Flink),
        Engine::FlinkSql(FlinkSqlOptions(options)) => {
            let wrap = |options| Engine::FlinkSql(FlinkSqlOptions(options));
            flink(ui, view, options, wrap).map(wrap)
        }
        Engine::Spark(options) => spark(ui, view, options).map(Engine::Spark),
        Engine::KafkaStreams(options) => kafka(ui, view, options).map(Engine::KafkaStreams),
        Engine::RisingWave(options) => risingwave(ui, view, options).map(Engine::RisingWave),
        Engine::MapReduce(options) => mapreduce(ui, view, options.maps),
        Engine::Custom(options) => custom(ui, view, options).map(Engine::Custom),
    }
}

/// A whole-number option, checked within the scenario.
fn whole(
    ui: &mut Ui,
    view: &AppView<'_>,
    (name, explanation): (&str, &str),
    (value, low, high, given): (u32, u32, u32, u32),
    make: impl Fn(u32) -> Engine,
) -> Option<u32> {
    let field = Field { name, value: u64::from(value), low: low.into(), high: high.into(), unit: "" };
    let small = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    let check = |value| view.check(Edit::Engine(make(small(value))));
    number_row(ui, view.theme, &field, explanation, u64::from(given), &check).map(small)
}

fn flink(
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
    let slots = match now.scheduler {
        FlinkScheduler::Default => 40,
        FlinkScheduler::Adaptive { slots } | FlinkScheduler::Reactive { slots } => slots,
    };
    let schedulers = [
        (FlinkScheduler::Default, "Default"),
        (FlinkScheduler::Adaptive { slots: slots.max(1) }, "Adaptive"),
        (FlinkScheduler::Reactive { slots }, "Reactive"),
    ];
    let text = "Who decides the width. Default: the width asked for, or nothing. Adaptive: cut to the free slots. \
                Reactive: all slots, up to the ceiling. (AdaptiveScheduler, 1.20 and 2.3)";
    if let Some(scheduler) = choice_row(ui, "Scheduler", text, &now.scheduler, &schedulers, &given.scheduler) {
        next.scheduler = scheduler;
    }
    if now.scheduler != FlinkScheduler::Default {
        let with = |slots| match now.scheduler {
            FlinkScheduler::Reactive { .. } => FlinkScheduler::Reactive { slots },
            _ => FlinkScheduler::Adaptive { slots },
        };
        let texts = ("Free slots", "Task slots free in the cluster. Reactive: 0 = as many as each step's width.");
        let low = u32::from(matches!(now.scheduler, FlinkScheduler::Adaptive { .. }));
        let make = |slots| wrap(FlinkOptions { scheduler: with(slots), ..now.clone() });
        let given = match given.scheduler {
            FlinkScheduler::Default => 40,
            FlinkScheduler::Adaptive { slots } | FlinkScheduler::Reactive { slots } => slots,
        };
        if let Some(slots) = whole(ui, view, texts, (slots, low, WorkerCount::MAX.get(), given), make) {
            next.scheduler = with(slots);
        }
    }
    let (text, kinds) = (snapshots::FLINK_SNAPSHOT, &snapshots::FLINK_SNAPSHOTS);
    if let Some(kind) = choice_row(ui, "Snapshot", text, &now.snapshot, kinds, &given.snapshot) {
        next.snapshot = kind;
    }
    let make = |states| wrap(FlinkOptions { states, ..now.clone() });
    let texts = ("States", snapshots::FLINK_STATES);
    if let Some(states) = whole(ui, view, texts, (now.states, 1, 1000, given.states), make) {
        next.states = states;
    }
    let versions = [(FlinkVersion::V1_20, "1.20"), (FlinkVersion::V2_3, "2.3")];
    let text = "Whose file format: 1.20 writes metadata version 4, 2.3 version 6 with operator names.";
    if let Some(version) = choice_row(ui, "Version", text, &now.version, &versions, &given.version) {
        next.version = version;
    }
    (next != *now).then_some(next)
}

fn spark(ui: &mut Ui, view: &AppView<'_>, now: &SparkOptions) -> Option<SparkOptions> {
    let given = match &view.saved.engine {
        Engine::Spark(saved) => saved.clone(),
        _ => SparkOptions::default(),
    };
    let mut next = now.clone();
    let (text, stores) = (snapshots::SPARK_STORE, &snapshots::SPARK_STORES);
    if let Some(store) = choice_row(ui, "Store", text, &now.store, stores, &given.store) {
        next.store = store;
    }
    let make = |stores| Engine::Spark(SparkOptions { stores, ..now.clone() });
    let texts = ("Stores a partition", snapshots::SPARK_STORES_EACH);
    if let Some(stores) = whole(ui, view, texts, (now.stores, 1, 100, given.stores), make) {
        next.stores = stores;
    }
    let versions = [(SparkVersion::V4_0, "4.0"), (SparkVersion::V4_2, "4.2")];
    let text = "Whose warning text when another partition count is asked for at a restart.";
    if let Some(version) = choice_row(ui, "Version", text, &now.version, &versions, &given.version) {
        next.version = version;
    }
    (next != *now).then_some(next)
}

fn kafka(ui: &mut Ui, view: &AppView<'_>, now: &KafkaStreamsOptions) -> Option<KafkaStreamsOptions> {
    let given = match &view.saved.engine {
        Engine::KafkaStreams(saved) => saved.clone(),
        _ => KafkaStreamsOptions::default(),
    };
    let mut next = now.clone();
    let make = |threads| Engine::KafkaStreams(KafkaStreamsOptions { threads_per_instance: threads, ..now.clone() });
    let texts =
        ("Threads an instance", "num.stream.threads. Tasks are dealt to instances first, then to their threads.");
    let bounds = (now.threads_per_instance, 1, 10_000, given.threads_per_instance);
    if let Some(threads) = whole(ui, view, texts, bounds, make) {
        next.threads_per_instance = threads;
    }
    if let Some(width) = view.scenario.widths.get(view.state.step)
        && let DealingRule::KafkaHighAvailability { threads } = now.dealing(*width)
    {
        remark(ui, view.theme, format!("{width} threads as instances × threads: {}", written(&threads)));
    }
    let make = |stores| Engine::KafkaStreams(KafkaStreamsOptions { stores, ..now.clone() });
    let texts = ("Stores a task", snapshots::KAFKA_STORES);
    if let Some(stores) = whole(ui, view, texts, (now.stores, 1, 1000, given.stores), make) {
        next.stores = stores;
    }
    let make = |standbys| Engine::KafkaStreams(KafkaStreamsOptions { standbys, ..now.clone() });
    let texts = ("Standby replicas", snapshots::KAFKA_STANDBYS);
    if let Some(standbys) = whole(ui, view, texts, (now.standbys, 0, 100, given.standbys), make) {
        next.standbys = standbys;
    }
    let make = |replication| Engine::KafkaStreams(KafkaStreamsOptions { replication, ..now.clone() });
    let texts = ("Replication", snapshots::KAFKA_REPLICATION);
    if let Some(replication) = whole(ui, view, texts, (now.replication, 1, 100, given.replication), make) {
        next.replication = replication;
    }
    (next != *now).then_some(next)
}

fn risingwave(ui: &mut Ui, view: &AppView<'_>, now: &RisingWaveOptions) -> Option<RisingWaveOptions> {
    let given = match &view.saved.engine {
        Engine::RisingWave(saved) => saved.clone(),
        _ => RisingWaveOptions::default(),
    };
    let mut next = now.clone();
    let modes = [(RisingWaveParallelism::Explicit, "Explicit"), (RisingWaveParallelism::Adaptive, "Adaptive")];
    let text = "Explicit: a parallelism above the vnodes is refused. Adaptive: capped at the vnodes, with a warning in the log.";
    if let Some(mode) = choice_row(ui, "Parallelism", text, &now.parallelism, &modes, &given.parallelism) {
        next.parallelism = mode;
    }
    let scheduled = match &now.deal {
        RisingWaveDeal::Scheduled { .. } => now.deal.clone(),
        RisingWaveDeal::Uniform => given.deal.clone(),
    };
    let deals = [(scheduled, "Scheduled"), (RisingWaveDeal::Uniform, "Uniform")];
    let text = "How vnodes reach actors. Scheduled: by quota and weighted rendezvous to nodes, then round robin. Uniform: \
                ranges, the first ones a vnode larger. (assignment.rs, mapping.rs)";
    if let Some(deal) = choice_row(ui, "Dealing", text, &now.deal, &deals, &given.deal) {
        next.deal = deal;
    }
    if let Some(deal) = nodes(ui, view, now, &given.deal) {
        next.deal = deal;
    }
    (next != *now).then_some(next)
}

/// The nodes and the salt of today's scheduler.
fn nodes(ui: &mut Ui, view: &AppView<'_>, now: &RisingWaveOptions, given: &RisingWaveDeal) -> Option<RisingWaveDeal> {
    let RisingWaveDeal::Scheduled { nodes, job } = &now.deal else { return None };
    let (given_nodes, given_job) = match given {
        RisingWaveDeal::Scheduled { nodes, job } => (nodes.as_slice(), *job),
        RisingWaveDeal::Uniform => (&[][..], 1),
    };
    let engine = |deal| Engine::RisingWave(RisingWaveOptions { deal, ..now.clone() });
    let list = List {
        name: "Cores of nodes",
        explanation: "Cores of each compute node. Empty: one node as wide as the step.",
        hint: "One node",
        value: nodes,
        given: given_nodes,
    };
    let with_nodes = |nodes| RisingWaveDeal::Scheduled { nodes, job: *job };
    let listed = list_row(ui, view, &list, &|nodes| view.check(Edit::Engine(engine(with_nodes(nodes)))));
    let with_job = |job| RisingWaveDeal::Scheduled { nodes: nodes.clone(), job };
    let texts = ("Job id", "Salt of the rendezvous that deals vnodes to nodes: each job has its own.");
    let salted = whole(ui, view, texts, (*job, 0, u32::MAX, given_job), |job| engine(with_job(job)));
    listed.map(with_nodes).or(salted.map(with_job))
}

fn mapreduce(ui: &mut Ui, view: &AppView<'_>, maps: u32) -> Option<Engine> {
    let make = |maps| Engine::MapReduce(MapReduceOptions { maps });
    let texts = ("Map tasks", snapshots::MAPS);
    let given = if let Engine::MapReduce(saved) = &view.saved.engine { saved.maps } else { 0 };
    whole(ui, view, texts, (maps, 0, 1 << 20, given), make).map(make)
}
