//! What the fuzz targets do with their bytes. The ordinary tests run the committed corpus through the same functions.
//!
//! A target hardly looks at what comes out: it is there to find a panic, an endless run or a runaway allocation.

mod checkpoint;
mod key_list;

use redeal::explain::Explainer;
use redeal::scenario::{Keys, parse};
use redeal::snapshot::{Part, open};
use std::fs;
use std::path::Path;

/// The text of a scenario file, made into a job where it needs no other file.
fn scenario(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(scenario) = parse(text) else { return };
    if scenario.keys.path().is_none() {
        // Refused or checked, either will do.
        let _ = scenario.job(Path::new(""));
    }
}

/// A table of buckets and their sums, counted under 128.
fn bucket_table(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for a moment");
    fs::write(folder.path().join("table.csv"), data).expect("a table is written");
    let table = "Scenario(format: 1, name: \"\", engine: Flink(), buckets: Fixed(128), widths: [4], keys: Buckets(path: \"table.csv\"))";
    let scenario = parse(table).expect("a scenario");
    assert!(matches!(scenario.keys, Keys::Buckets(_)));
    let _ = scenario.job(folder.path());
}

/// A file of this name, opened as a snapshot, and every part of it observed.
fn snapshot(name: &str, data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for a moment");
    let path = folder.path().join(name);
    fs::write(&path, data).expect("a file is written");
    let Ok(snapshot) = open(&path) else { return };
    let _ = snapshot.json();
    for part in snapshot.parts() {
        let (operator, store) = (part.operator.as_deref(), part.store.as_deref());
        let Ok(observation) = snapshot.observation(Part { operator, store, topics: &part.topics }) else { continue };
        let buckets = observation.buckets.len();
        assert_eq!(observation.counted.load.len(), buckets);
        assert!(observation.counted.check().is_ok() && observation.owners.is_none_or(|owners| owners.len() == buckets));
    }
}

/// An engine's message, in any coding. The first byte is how many bytes come at once: in parts it says what it says as a whole.
fn message(data: &[u8]) {
    let Some((&at_once, bytes)) = data.split_first() else { return };
    let told = |at_once: usize| {
        let mut explainer = Explainer::new();
        bytes.chunks(at_once.max(1)).for_each(|part| explainer.push_bytes(part));
        explainer.finish()
    };
    let whole = told(bytes.len());
    assert_eq!(told(usize::from(at_once)), whole);
    let _ = (whole.text(), whole.not_recognised());
}

/// The targets, each of which has a corpus of the same name.
pub const TARGETS: [&str; 8] = [
    "scenario",
    "bucket_table",
    "key_list",
    "message",
    "flink_metadata",
    "spark_archive",
    "spark_checkpoint",
    "kafka_listing",
];

/// Lets this thread do all work from now on: the inputs are too short to be shared. To be called once, before the first run.
pub fn on_this_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("no pool before this one");
}

/// Runs the target of this name.
pub fn run(name: &str, data: &[u8]) {
    match name {
        "scenario" => scenario(data),
        "bucket_table" => bucket_table(data),
        "key_list" => key_list::run(data),
        "message" => message(data),
        "flink_metadata" => snapshot("_metadata", data),
        "spark_archive" => snapshot("checkpoint.tar", data),
        "spark_checkpoint" => snapshot("checkpoint.tar", &checkpoint::archive(data)),
        "kafka_listing" => snapshot("listing.txt", data),
        other => panic!("{other} is no target: {TARGETS:?} are"),
    }
}
