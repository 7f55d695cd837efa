//! A custom engine's rules.

use super::engine::{JOB_ID, named, whole};
use super::lists::{List, list_row};
use crate::deal::DealingRule;
use crate::engine::{ChangeOfCount, CustomOptions, Engine, PastCeiling};
use crate::gui::command::Edit;
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{choice_row, number_row};
use crate::hash::{HashFn, Reduction};
use egui::Ui;

/// The most bytes or files that a bucket may be said to cost.
const MOST: u32 = 1 << 30;

/// Shows the options; returns others.
pub fn custom(ui: &mut Ui, view: &AppView<'_>, now: &CustomOptions) -> Option<CustomOptions> {
    let given = match &view.saved.engine {
        Engine::Custom(saved) => saved.clone(),
        _ => CustomOptions::default(),
    };
    let mut next = now.clone();
    let texts = ("Engine name", "What the engine is called in messages, 1 to 100 characters.");
    let make = |name| Engine::Custom(CustomOptions { name, ..now.clone() });
    if let Some(name) = named(ui, view, texts, (&now.name, &given.name), make) {
        next.name = name;
    }
    let text = "Key → 32 bits.";
    if let Some(hash) = choice_row(ui, "Hash", text, &now.hash, &HASHES, &given.hash) {
        next.hash = hash;
    }
    let text = "32 bits → bucket: what happens to the sign before the remainder by N.";
    if let Some(reduction) =
        choice_row(ui, "Reduction", text, &now.reduction, &reductions(now.reduction), &given.reduction)
    {
        next.reduction = reduction;
    }
    if let Some(deal) = choice_row(ui, "Dealing", "Bucket → worker.", &now.deal, &deals(&now.deal), &given.deal) {
        next.deal = deal;
    }
    if let Some(deal) = nodes(ui, view, now, &given.deal) {
        next.deal = deal;
    }
    answers(ui, (now, &given), &mut next);
    costs(ui, view, (now, &given), &mut next);
    (next != *now).then_some(next)
}

/// What the engine answers to a width past the ceiling and to another count.
fn answers(ui: &mut Ui, (now, given): (&CustomOptions, &CustomOptions), next: &mut CustomOptions) {
    let answers = [(PastCeiling::Refuse, "Refuse"), (PastCeiling::Cap, "Cap"), (PastCeiling::Idle, "Idle")];
    let text = "What a width above the bucket count gets: no start, fewer workers, or workers without buckets.";
    if let Some(past) = choice_row(ui, "Ceiling", text, &now.past_ceiling, &answers, &given.past_ceiling) {
        next.past_ceiling = past;
    }
    let answers =
        [(ChangeOfCount::Refuse, "Refuse"), (ChangeOfCount::Ignore, "Ignore"), (ChangeOfCount::Adopt, "Adopt")];
    let text = "What another bucket count gets at a restart.";
    if let Some(change) =
        choice_row(ui, "Change of count", text, &now.change_of_count, &answers, &given.change_of_count)
    {
        next.change_of_count = change;
    }
}

/// What each bucket costs a snapshot.
fn costs(ui: &mut Ui, view: &AppView<'_>, (now, given): (&CustomOptions, &CustomOptions), next: &mut CustomOptions) {
    let mut cost = |(name, text, unit): (&str, &str, &str), value, given, with: &dyn Fn(u64) -> CustomOptions| {
        let field = Field { name, value, low: 0, high: MOST.into(), unit };
        let check = |cost| view.check(Edit::Engine(Engine::Custom(with(cost))));
        number_row(ui, view.theme, &field, text, given, &check)
    };
    let texts = ("Metadata a bucket", "Bytes a snapshot's metadata grows by with each bucket.", " B");
    let with = |metadata_bytes_per_bucket| CustomOptions { metadata_bytes_per_bucket, ..now.clone() };
    if let Some(bytes) = cost(texts, now.metadata_bytes_per_bucket, given.metadata_bytes_per_bucket, &with) {
        next.metadata_bytes_per_bucket = bytes;
    }
    let texts = ("Data a bucket", "Bytes a snapshot's data grows by with each bucket, even an empty one.", " B");
    let with = |data_bytes_per_bucket| CustomOptions { data_bytes_per_bucket, ..now.clone() };
    if let Some(bytes) = cost(texts, now.data_bytes_per_bucket, given.data_bytes_per_bucket, &with) {
        next.data_bytes_per_bucket = bytes;
    }
    let texts = ("Files a bucket", "Files a snapshot holds for each bucket; 0 = one file a worker.");
    let with = |files_per_bucket| Engine::Custom(CustomOptions { files_per_bucket, ..now.clone() });
    let bounds = (now.files_per_bucket, 0, MOST, given.files_per_bucket);
    if let Some(files) = whole(ui, view, texts, bounds, with) {
        next.files_per_bucket = files;
    }
}

const HASHES: [(HashFn, &str); 13] = [
    (HashFn::Crc32, "CRC-32"),
    (HashFn::JavaHashCode, "Java hashCode"),
    (HashFn::FlinkMurmur, "Flink murmur"),
    (HashFn::FlinkSqlRow, "Flink SQL row"),
    (HashFn::SparkMurmur3, "Spark murmur3"),
    (HashFn::KafkaMurmur2, "Kafka murmur2"),
    (HashFn::RisingWaveCrc32, "RisingWave CRC-32"),
    (HashFn::HadoopWritable, "Hadoop writable"),
    (HashFn::HazelcastMurmur3, "Hazelcast murmur3"),
    (HashFn::RedisCrc16, "Redis CRC-16"),
    (HashFn::CouchbaseCrc32, "Couchbase CRC-32"),
    (HashFn::ElasticsearchMurmur3, "Elasticsearch murmur3"),
    (HashFn::PulsarMurmur3, "Pulsar murmur3"),
];

/// Every reduction; the routing shards of the one in force stay as the scenario has them.
fn reductions(now: Reduction) -> [(Reduction, &'static str); 7] {
    let routing = match now {
        Reduction::RoutingShards { .. } => now,
        _ => Reduction::RoutingShards { shards: 0 },
    };
    [
        (Reduction::UnsignedMod, "Unsigned mod N"),
        (Reduction::AbsMod, "|hash| mod N"),
        (Reduction::MaskMod, "31 bits mod N"),
        (Reduction::FloorMod, "Floor mod N"),
        (Reduction::FullAbsMod, "|hash| mod N, as Pekko"),
        (Reduction::IgniteAffinity, "Ignite affinity"),
        (routing, "Routing shards"),
    ]
}

/// The nodes of a dealing rule that deals to nodes first.
fn nodes(ui: &mut Ui, view: &AppView<'_>, now: &CustomOptions, given: &DealingRule) -> Option<DealingRule> {
    let check = |deal| view.check(Edit::Engine(Engine::Custom(CustomOptions { deal, ..now.clone() })));
    match &now.deal {
        DealingRule::KafkaHighAvailability { threads } => {
            let list = List {
                name: "Threads of instances",
                explanation: "Stream threads of each instance. Where they do not add up to the width, each worker is an instance of \
                              one thread.",
                hint: "1 each",
                value: threads,
                given: if let DealingRule::KafkaHighAvailability { threads } = given { threads } else { &[] },
            };
            let make = |threads| DealingRule::KafkaHighAvailability { threads };
            list_row(ui, view, &list, &|threads| check(make(threads))).map(make)
        }
        DealingRule::RisingWaveWeighted { weights, job } => {
            let list = List {
                name: "Cores of nodes",
                explanation: "Weight of each compute node, in cores. Empty: one node.",
                hint: "One node",
                value: weights,
                given: if let DealingRule::RisingWaveWeighted { weights, .. } = given { weights } else { &[] },
            };
            let given = if let DealingRule::RisingWaveWeighted { job, .. } = given { *job } else { 1 };
            let make = |weights| DealingRule::RisingWaveWeighted { weights, job: *job };
            let listed = list_row(ui, view, &list, &|weights| check(make(weights))).map(make);
            let with = |job| DealingRule::RisingWaveWeighted { weights: weights.clone(), job };
            let engine = |job| Engine::Custom(CustomOptions { deal: with(job), ..now.clone() });
            let texts = ("Job id", JOB_ID);
            listed.or(whole(ui, view, texts, (*job, 0, u32::MAX, given), engine).map(with))
        }
        _ => None,
    }
}

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
    let ring = match now {
        DealingRule::HashRing { .. } => now.clone(),
        _ => DealingRule::HashRing { points: 100 },
    };
    vec![
        (DealingRule::Contiguous, "Contiguous"),
        (DealingRule::ContiguousFirstLarger, "First ranges larger"),
        (DealingRule::Modulo, "Modulo"),
        (kafka, "Kafka Streams"),
        (DealingRule::ListScheduling, "Next free worker"),
        (DealingRule::LeastLoaded, "Least loaded"),
        (weighted, "RisingWave weighted"),
        (DealingRule::SortedAsText, "Sorted as text"),
        (DealingRule::FloatRanges, "Ranges, rounded ends"),
        (DealingRule::FewestMoves, "Even, fewest moves"),
        (DealingRule::Drawn, "Drawn by a hash"),
        (ring, "Hash ring"),
        (DealingRule::Halving, "Halved ranges"),
    ]
}
