//! The options that decide what a snapshot stores, as the controls have them.

use crate::engine::{Engine, FlinkOptions, FlinkSqlOptions, KafkaStreamsOptions, MapReduceOptions, SparkOptions};
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::controls::snapshots::{
    FLINK_SNAPSHOT, FLINK_SNAPSHOTS, FLINK_STATES, KAFKA_REPLICATION, KAFKA_STANDBYS, KAFKA_STORES, MAPS, SPARK_STORE,
    SPARK_STORES, SPARK_STORES_EACH, with_states,
};
use crate::gui::view::number::{Field, number, reason};
use crate::gui::view::parts::{name, segments};
use egui::Ui;

/// Shows the options of the scenario's engine; nothing where it has none that matter to a snapshot.
pub fn options(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let chosen = match &view.scenario.engine {
        Engine::Flink(options) => flink(ui, view, options, Engine::Flink),
        Engine::FlinkSql(FlinkSqlOptions(options)) => {
            flink(ui, view, options, |options| Engine::FlinkSql(FlinkSqlOptions(options)))
        }
        Engine::Spark(options) => spark(ui, view, options),
        Engine::KafkaStreams(options) => kafka(ui, view, options),
        Engine::MapReduce(options) => {
            let make = |maps| Engine::MapReduce(MapReduceOptions { maps });
            counts(
                ui,
                view,
                &[Count { name: "Maps", text: MAPS, value: options.maps, bounds: (0, 1 << 20), make: &make }],
            )
        }
        Engine::RisingWave(_)
        | Engine::Samza(_)
        | Engine::Hazelcast(_)
        | Engine::RedisCluster(_)
        | Engine::Pekko(_)
        | Engine::Elasticsearch(_)
        | Engine::Pulsar(_)
        | Engine::Couchbase(_)
        | Engine::Ignite(_)
        | Engine::Custom(_) => None,
    };
    out.extend(chosen.map(|engine| Command::Edit(Edit::Engine(engine))));
}

/// A whole-number option.
struct Count<'a> {
    name: &'static str,
    text: &'static str,
    value: u32,
    bounds: (u32, u32),
    make: &'a dyn Fn(u32) -> Engine,
}

fn flink(ui: &mut Ui, view: &AppView<'_>, now: &FlinkOptions, wrap: fn(FlinkOptions) -> Engine) -> Option<Engine> {
    let make = |states| wrap(with_states(now, states));
    let states = Count { name: "Keyed states", text: FLINK_STATES, value: now.states, bounds: (1, 1000), make: &make };
    let choice = |ui: &mut Ui| {
        let chosen = kinds(ui, view, ("Snapshot", FLINK_SNAPSHOT), now.snapshot, &FLINK_SNAPSHOTS);
        chosen.map(|snapshot| wrap(FlinkOptions { snapshot, ..now.clone() }))
    };
    row(ui, view, choice, &[states])
}

fn spark(ui: &mut Ui, view: &AppView<'_>, now: &SparkOptions) -> Option<Engine> {
    let make = |stores| Engine::Spark(SparkOptions { stores, ..now.clone() });
    let stores = Count { name: "Stores", text: SPARK_STORES_EACH, value: now.stores, bounds: (1, 100), make: &make };
    let choice = |ui: &mut Ui| {
        let chosen = kinds(ui, view, ("Store", SPARK_STORE), now.store, &SPARK_STORES);
        chosen.map(|store| Engine::Spark(SparkOptions { store, ..now.clone() }))
    };
    row(ui, view, choice, &[stores])
}

fn kafka(ui: &mut Ui, view: &AppView<'_>, now: &KafkaStreamsOptions) -> Option<Engine> {
    let wrap = Engine::KafkaStreams;
    let stores = |stores| wrap(KafkaStreamsOptions { stores, ..now.clone() });
    let standbys = |standbys| wrap(KafkaStreamsOptions { standbys, ..now.clone() });
    let copies = |replication| wrap(KafkaStreamsOptions { replication, ..now.clone() });
    let all = [
        Count { name: "Stores", text: KAFKA_STORES, value: now.stores, bounds: (1, 1000), make: &stores },
        Count { name: "Standbys", text: KAFKA_STANDBYS, value: now.standbys, bounds: (0, 100), make: &standbys },
        Count {
            name: "Changelog replicas",
            text: KAFKA_REPLICATION,
            value: now.replication,
            bounds: (1, 100),
            make: &copies,
        },
    ];
    counts(ui, view, &all)
}

fn counts(ui: &mut Ui, view: &AppView<'_>, all: &[Count<'_>]) -> Option<Engine> {
    row(ui, view, |_| None, all)
}

/// A choice and numbers on one line, more where there is no room, and under it why a number cannot be.
fn row(
    ui: &mut Ui,
    view: &AppView<'_>,
    choice: impl FnOnce(&mut Ui) -> Option<Engine>,
    all: &[Count<'_>],
) -> Option<Engine> {
    let shown = ui.horizontal_wrapped(|ui| {
        let mut chosen = choice(ui);
        for each in all {
            chosen = chosen.or(count(ui, view, each));
        }
        chosen
    });
    for each in all {
        reason(ui, view.theme, each.name, u64::from(each.value));
    }
    shown.inner
}

fn kinds<T: PartialEq + Copy>(
    ui: &mut Ui,
    view: &AppView<'_>,
    (title, explanation): (&str, &str),
    now: T,
    options: &[(T, &str)],
) -> Option<T> {
    /// From this width on there is room for the title, in points.
    const TITLED: f32 = 760.0;
    if ui.available_width() >= TITLED {
        name(ui, view.theme, title, explanation);
    }
    let chosen = segments(ui, view.theme, now, options);
    ui.add_space(12.0);
    chosen
}

fn count(ui: &mut Ui, view: &AppView<'_>, count: &Count<'_>) -> Option<Engine> {
    /// Room for a name and its field, in points.
    const ROOM: f32 = 176.0;
    if ui.available_size_before_wrap().x < ROOM {
        ui.end_row();
    }
    name(ui, view.theme, count.name, count.text);
    let (low, high) = count.bounds;
    let field = Field { name: count.name, value: u64::from(count.value), low: low.into(), high: high.into(), unit: "" };
    let small = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    let check = |value| view.check(Edit::Engine((count.make)(small(value))));
    let (response, value) = number(ui, view.theme, &field, &check);
    response.on_hover_text(count.text);
    ui.add_space(12.0);
    value.map(|value| (count.make)(small(value)))
}
