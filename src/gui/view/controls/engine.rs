//! The engine and its options.

use crate::deal::DealingRule;
use crate::engine::{
    ChangeOfCount, CustomOptions, Engine, FlinkOptions, FlinkScheduler, FlinkSnapshot, FlinkSqlOptions, FlinkVersion,
    KafkaStreamsOptions, MapReduceOptions, PastCeiling, RisingWaveDeal, RisingWaveOptions, RisingWaveParallelism,
    SparkOptions, SparkStore, SparkVersion,
};
use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{choice_row, number_row, remark};
use crate::hash::{HashFn, Reduction};
use crate::unit::WorkerCount;
use egui::Ui;

/// The engine, what it does past the ceiling, and its options.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let engines = Engine::all();
    let options: Vec<_> = engines.iter().map(|engine| (engine.facts().id, engine.facts().name)).collect();
    let text = format!("Whose rules: {}; {}. Read in {}.", view.facts.hashing, view.facts.dealing, view.facts.versions);
    let chosen = choice_row(ui, "Engine", &text, &view.facts.id, &options, &"flink");
    let other = chosen.and_then(Engine::named).filter(|engine| engine.facts().id != view.facts.id);
    let changed = other.or_else(|| options_of(ui, view));
    out.extend(changed.map(|engine| Command::Edit(Edit::Engine(engine))));
    remark(ui, view.theme, format!("Past the ceiling: {}", past_ceiling(view)));
}

/// What a width above the bucket count gets, in words.
fn past_ceiling(view: &AppView<'_>) -> &'static str {
    match &view.scenario.engine {
        Engine::Custom(options) => match options.past_ceiling {
            PastCeiling::Refuse => "refuses to start",
            PastCeiling::Cap => "runs with as many workers as buckets",
            PastCeiling::Idle => "starts; the surplus owns nothing",
        },
        Engine::Flink(options) | Engine::FlinkSql(FlinkSqlOptions(options)) => match options.scheduler {
            FlinkScheduler::Default => "refuses to start",
            FlinkScheduler::Adaptive { .. } => "cuts the width to the free slots, then refuses to start",
            FlinkScheduler::Reactive { .. } => "runs with as many subtasks as key groups",
        },
        Engine::RisingWave(options) => match options.parallelism {
            RisingWaveParallelism::Explicit => "refuses the parallelism",
            RisingWaveParallelism::Adaptive => "runs with as many actors as vnodes",
        },
        _ => view.facts.past_ceiling,
    }
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
    let given = FlinkOptions::default();
    let mut next = now.clone();
    let slots = match now.scheduler {
        FlinkScheduler::Default => 40,
        FlinkScheduler::Adaptive { slots } | FlinkScheduler::Reactive { slots } => slots,
    };
    let schedulers = [
        (FlinkScheduler::Default, "default"),
        (FlinkScheduler::Adaptive { slots: slots.max(1) }, "adaptive"),
        (FlinkScheduler::Reactive { slots }, "reactive"),
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
        if let Some(slots) = whole(ui, view, texts, (slots, low, WorkerCount::MAX.get(), 40), make) {
            next.scheduler = with(slots);
        }
    }
    let kinds = [
        (FlinkSnapshot::HashmapCheckpoint, "hashmap"),
        (FlinkSnapshot::HashmapNativeSavepoint, "native savepoint"),
        (FlinkSnapshot::CanonicalSavepoint, "canonical savepoint"),
        (FlinkSnapshot::RocksdbIncremental, "RocksDB incremental"),
    ];
    let text = "Kind of snapshot. A full one writes an 8-byte offset for every key group into _metadata; an incremental \
                RocksDB checkpoint writes ranges only. (MetadataV2V3SerializerBase)";
    if let Some(kind) = choice_row(ui, "Snapshot", text, &now.snapshot, &kinds, &given.snapshot) {
        next.snapshot = kind;
    }
    let make = |states| wrap(FlinkOptions { states, ..now.clone() });
    let texts = ("States", "Keyed states of the operator: each has a header in every state file.");
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
    let given = SparkOptions::default();
    let mut next = now.clone();
    let stores = [
        (SparkStore::HdfsBacked, "HDFS-backed"),
        (SparkStore::RocksDb, "RocksDB"),
        (SparkStore::RocksDbChangelog, "RocksDB changelog"),
    ];
    let text =
        "State store provider: decides files and bytes of each batch. Measured with 8 to 1000 partitions on 4.0.1.";
    if let Some(store) = choice_row(ui, "Store", text, &now.store, &stores, &given.store) {
        next.store = store;
    }
    let make = |stores| Engine::Spark(SparkOptions { stores, ..now.clone() });
    let texts = ("Stores a partition", "1, or 4 for a stream-stream join: each writes its own file in every batch.");
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
    let given = KafkaStreamsOptions::default();
    let mut next = now.clone();
    let make = |threads| Engine::KafkaStreams(KafkaStreamsOptions { threads_per_instance: threads, ..now.clone() });
    let texts =
        ("Threads an instance", "num.stream.threads. Tasks are dealt to instances first, then to their threads.");
    let bounds = (now.threads_per_instance, 1, 10_000, given.threads_per_instance);
    if let Some(threads) = whole(ui, view, texts, bounds, make) {
        next.threads_per_instance = threads;
    }
    let make = |stores| Engine::KafkaStreams(KafkaStreamsOptions { stores, ..now.clone() });
    let texts =
        ("Stores a task", "State stores of each task: each is a RocksDB of its own with a changelog partition.");
    if let Some(stores) = whole(ui, view, texts, (now.stores, 1, 1000, given.stores), make) {
        next.stores = stores;
    }
    let make = |standbys| Engine::KafkaStreams(KafkaStreamsOptions { standbys, ..now.clone() });
    let texts = ("Standby replicas", "num.standby.replicas: further copies of each store on other instances.");
    if let Some(standbys) = whole(ui, view, texts, (now.standbys, 0, 100, given.standbys), make) {
        next.standbys = standbys;
    }
    let make = |replication| Engine::KafkaStreams(KafkaStreamsOptions { replication, ..now.clone() });
    let texts = ("Replication", "Replication factor of the changelog topics.");
    if let Some(replication) = whole(ui, view, texts, (now.replication, 1, 100, given.replication), make) {
        next.replication = replication;
    }
    (next != *now).then_some(next)
}

fn risingwave(ui: &mut Ui, _view: &AppView<'_>, now: &RisingWaveOptions) -> Option<RisingWaveOptions> {
    let given = RisingWaveOptions::default();
    let mut next = now.clone();
    let modes = [(RisingWaveParallelism::Explicit, "explicit"), (RisingWaveParallelism::Adaptive, "adaptive")];
    let text = "Explicit: a parallelism above the vnodes is refused. Adaptive: capped at the vnodes, with a warning in the log.";
    if let Some(mode) = choice_row(ui, "Parallelism", text, &now.parallelism, &modes, &given.parallelism) {
        next.parallelism = mode;
    }
    let scheduled = match &now.deal {
        RisingWaveDeal::Scheduled { .. } => now.deal.clone(),
        RisingWaveDeal::Uniform => given.deal.clone(),
    };
    let deals = [(scheduled, "scheduled"), (RisingWaveDeal::Uniform, "uniform")];
    let text = "How vnodes reach actors. Scheduled: by quota and weighted rendezvous to nodes, then round robin. Uniform: \
                ranges, the first ones a vnode larger. (assignment.rs, mapping.rs)";
    if let Some(deal) = choice_row(ui, "Dealing", text, &now.deal, &deals, &given.deal) {
        next.deal = deal;
    }
    (next != *now).then_some(next)
}

fn mapreduce(ui: &mut Ui, view: &AppView<'_>, maps: u32) -> Option<Engine> {
    let make = |maps| Engine::MapReduce(MapReduceOptions { maps });
    let texts = ("Map tasks", "Every reduce fetches a piece of every map's output: M · R fetches. 0 = not known.");
    whole(ui, view, texts, (maps, 0, 1 << 20, 0), make).map(make)
}

fn custom(ui: &mut Ui, view: &AppView<'_>, now: &CustomOptions) -> Option<CustomOptions> {
    let given = CustomOptions::default();
    let mut next = now.clone();
    let text = "Key → 32 bits.";
    if let Some(hash) = choice_row(ui, "Hash", text, &now.hash, &HASHES, &given.hash) {
        next.hash = hash;
    }
    let text = "32 bits → bucket: what happens to the sign before the remainder by N.";
    if let Some(reduction) = choice_row(ui, "Reduction", text, &now.reduction, &REDUCTIONS, &given.reduction) {
        next.reduction = reduction;
    }
    if let Some(deal) = choice_row(ui, "Dealing", "Bucket → worker.", &now.deal, &deals(&now.deal), &given.deal) {
        next.deal = deal;
    }
    let answers = [(PastCeiling::Refuse, "refuse"), (PastCeiling::Cap, "cap"), (PastCeiling::Idle, "idle")];
    let text = "What a width above the bucket count gets: no start, fewer workers, or workers without buckets.";
    if let Some(past) = choice_row(ui, "Ceiling", text, &now.past_ceiling, &answers, &given.past_ceiling) {
        next.past_ceiling = past;
    }
    let answers =
        [(ChangeOfCount::Refuse, "refuse"), (ChangeOfCount::Ignore, "ignore"), (ChangeOfCount::Adopt, "adopt")];
    let text = "What another bucket count gets at a restart.";
    if let Some(change) =
        choice_row(ui, "Change of count", text, &now.change_of_count, &answers, &given.change_of_count)
    {
        next.change_of_count = change;
    }
    let field =
        Field { name: "Metadata a bucket", value: now.metadata_bytes_per_bucket, low: 0, high: 1 << 30, unit: " B" };
    let check = |bytes| {
        view.check(Edit::Engine(Engine::Custom(CustomOptions { metadata_bytes_per_bucket: bytes, ..now.clone() })))
    };
    let text = "Bytes a snapshot's metadata grows by with each bucket.";
    if let Some(bytes) = number_row(ui, view.theme, &field, text, given.metadata_bytes_per_bucket, &check) {
        next.metadata_bytes_per_bucket = bytes;
    }
    (next != *now).then_some(next)
}

const HASHES: [(HashFn, &str); 8] = [
    (HashFn::Crc32, "CRC-32"),
    (HashFn::JavaHashCode, "Java hashCode"),
    (HashFn::FlinkMurmur, "Flink murmur"),
    (HashFn::FlinkSqlRow, "Flink SQL row"),
    (HashFn::SparkMurmur3, "Spark murmur3"),
    (HashFn::KafkaMurmur2, "Kafka murmur2"),
    (HashFn::RisingWaveCrc32, "RisingWave CRC-32"),
    (HashFn::HadoopWritable, "Hadoop writable"),
];

const REDUCTIONS: [(Reduction, &str); 4] = [
    (Reduction::UnsignedMod, "unsigned mod N"),
    (Reduction::AbsMod, "|hash| mod N"),
    (Reduction::MaskMod, "31 bits mod N"),
    (Reduction::FloorMod, "floor mod N"),
];

/// Every rule; the parameters of the one in force stay as the scenario has them.
fn deals(now: &DealingRule) -> Vec<(DealingRule, &'static str)> {
    let kafka = match now {
        DealingRule::KafkaHighAvailability { .. } => now.clone(),
        _ => DealingRule::KafkaHighAvailability { threads: Vec::new() },
    };
    let weighted = match now {
        DealingRule::RisingWaveWeighted { .. } => now.clone(),
        _ => DealingRule::RisingWaveWeighted { weights: Vec::new(), job: 1 },
    };
    vec![
        (DealingRule::Contiguous, "contiguous"),
        (DealingRule::ContiguousFirstLarger, "first ranges larger"),
        (DealingRule::Modulo, "modulo"),
        (kafka, "Kafka Streams"),
        (DealingRule::ListScheduling, "next free worker"),
        (DealingRule::LeastLoaded, "least loaded"),
        (weighted, "RisingWave weighted"),
    ]
}
