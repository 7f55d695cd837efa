//! A custom engine's rules.

use super::lists::{List, list_row};
use crate::deal::DealingRule;
use crate::engine::{ChangeOfCount, CustomOptions, Engine, PastCeiling};
use crate::gui::command::Edit;
use crate::gui::state::AppView;
use crate::gui::view::number::Field;
use crate::gui::view::parts::{choice_row, number_row};
use crate::hash::{HashFn, Reduction};
use egui::Ui;

/// Shows the options; returns others.
pub fn custom(ui: &mut Ui, view: &AppView<'_>, now: &CustomOptions) -> Option<CustomOptions> {
    let given = match &view.saved.engine {
        Engine::Custom(saved) => saved.clone(),
        _ => CustomOptions::default(),
    };
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
    if let Some(deal) = nodes(ui, view, now, &given.deal) {
        next.deal = deal;
    }
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
    (Reduction::UnsignedMod, "Unsigned mod N"),
    (Reduction::AbsMod, "|hash| mod N"),
    (Reduction::MaskMod, "31 bits mod N"),
    (Reduction::FloorMod, "Floor mod N"),
];

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
            let make = |weights| DealingRule::RisingWaveWeighted { weights, job: *job };
            list_row(ui, view, &list, &|weights| check(make(weights))).map(make)
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
    vec![
        (DealingRule::Contiguous, "Contiguous"),
        (DealingRule::ContiguousFirstLarger, "First ranges larger"),
        (DealingRule::Modulo, "Modulo"),
        (kafka, "Kafka Streams"),
        (DealingRule::ListScheduling, "Next free worker"),
        (DealingRule::LeastLoaded, "Least loaded"),
        (weighted, "RisingWave weighted"),
    ]
}
