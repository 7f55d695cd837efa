//! The engine and its options.

use super::custom::custom;
use super::flink::flink;
use super::lists::{List, list_row, written};
use super::{snapshots, stores};
use crate::deal::DealingRule;
use crate::engine::{
    Engine, EngineGroup, FlinkSqlOptions, KafkaStreamsOptions, MapReduceOptions, Profile, RisingWaveDeal,
    RisingWaveOptions, RisingWaveParallelism, SparkOptions, SparkVersion,
};
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{choice_of_groups, choice_row, number_row, remark, row, text_row};
use crate::gui::view::text::TextField;
use egui::{TextStyle, Ui};

/// The engine, and what it does past the ceiling.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let engines = Engine::all();
    let groups = [EngineGroup::Jobs, EngineGroup::Stores, EngineGroup::Own].map(|group| {
        let of_group = engines.iter().filter(|engine| engine.group() == group);
        (group.title(), of_group.map(|engine| (engine.facts().id, engine.facts().name)).collect())
    });
    let (facts, saved) = (view.edited, view.saved.engine.facts());
    let text = format!("Whose rules: {}; {}. Read in {}.", facts.hashing, facts.dealing, facts.versions);
    let shown =
        row(ui, "Engine", &text, |ui| choice_of_groups(ui, "Engine", fitting(ui, facts.name), &facts.id, &groups));
    let chosen = if shown.reset { Some(saved.id) } else { shown.inner }.filter(|id| *id != facts.id);
    // Back to the saved engine is back to its options.
    let engine = |id| if id == saved.id { Some(view.saved.engine.clone()) } else { Engine::named(id) };
    out.extend(chosen.and_then(engine).map(|engine| Command::Edit(Edit::Engine(engine))));
    let past = format!("Past the ceiling: {}", view.scenario.engine.past_ceiling());
    remark(ui, view.theme, past).on_hover_text(CEILING);
}

/// The engine's options.
pub fn options(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    out.extend(options_of(ui, view).map(|engine| Command::Edit(Edit::Engine(engine))));
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
        Engine::Samza(_)
        | Engine::Hazelcast(_)
        | Engine::RedisCluster(_)
        | Engine::Pekko(_)
        | Engine::Elasticsearch(_)
        | Engine::Pulsar(_)
        | Engine::Couchbase(_)
        | Engine::Ignite(_) => stores::options(ui, view),
        Engine::Custom(options) => custom(ui, view, options).map(Engine::Custom),
    }
}

/// A whole-number option, checked within the scenario.
pub(super) fn whole(
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

/// An option that is a name, checked within the scenario.
pub(super) fn named(
    ui: &mut Ui,
    view: &AppView<'_>,
    (name, explanation): (&str, &str),
    (value, given): (&str, &str),
    make: impl Fn(String) -> Engine,
) -> Option<String> {
    let check = |text: &str| view.check(Edit::Engine(make(text.to_owned())));
    text_row(ui, view.theme, &TextField::short(name, value, ""), explanation, given, &check)
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
    let make = |app| Engine::KafkaStreams(KafkaStreamsOptions { app, ..now.clone() });
    let text = "application.id: the internal topics' names begin with it, so the engine's messages name it, and each line of a \
                .checkpoint file is longer by its bytes. 1 to 100 bytes.";
    if let Some(app) = named(ui, view, ("Application id", text), (&now.app, &given.app), make) {
        next.app = app;
    }
    let make = |store_name| Engine::KafkaStreams(KafkaStreamsOptions { store_name, ..now.clone() });
    let text = "Name of the state store: the second part of its changelog topic's name, in messages and .checkpoint files. 1 to \
                100 bytes.";
    if let Some(name) = named(ui, view, ("Store name", text), (&now.store_name, &given.store_name), make) {
        next.store_name = name;
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

/// What RisingWave's job id does.
pub(super) const JOB_ID: &str = "Salt of the rendezvous that deals vnodes to nodes: each job has its own.";

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
    let texts = ("Job id", JOB_ID);
    let salted = whole(ui, view, texts, (*job, 0, u32::MAX, given_job), |job| engine(with_job(job)));
    listed.map(with_nodes).or(salted.map(with_job))
}

fn mapreduce(ui: &mut Ui, view: &AppView<'_>, maps: u32) -> Option<Engine> {
    let make = |maps| Engine::MapReduce(MapReduceOptions { maps });
    let texts = ("Map tasks", snapshots::MAPS);
    let given = if let Engine::MapReduce(saved) = &view.saved.engine { saved.maps } else { 0 };
    whole(ui, view, texts, (maps, 0, 1 << 20, given), make).map(make)
}
