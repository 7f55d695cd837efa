//! `redeal inspect`, and a snapshot in place of a scenario, as they are used.

use crate::asked::{done, flowing, refused, run};
use crate::data::data;
use crate::flink_folder::{ONE_OPERATOR as ONE, flink};
use serde_json::Value;
use std::fs;

/// Two operators with state by key: k1 (3 subtasks, 64 key groups) and k2 (2, 200).
const SEVERAL: &str = "v2.3.0_multi_hashmap_checkpoint";

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(&[&["inspect", "--format", "json"], arguments].concat())).unwrap()
}

/// The busiest of so many subtasks by Flink's rule: operator i owns the groups from ceil(i N / p) to ceil((i + 1) N / p) - 1.
fn busiest(loads: &[u64], workers: usize) -> u64 {
    let first = |worker: usize| (worker * loads.len()).div_ceil(workers);
    (0..workers).map(|worker| loads[first(worker)..first(worker + 1)].iter().sum()).max().unwrap()
}

#[test]
fn a_savepoint_tells_what_other_widths_would_hold() {
    let folder = flink(ONE);
    let path = folder.path().display().to_string();
    let found = json(&[&path, "--workers", "48", "--workers", "64"]);
    assert_eq!((&found["format"], &found["kind"]), (&"redeal-inspect/1".into(), &"flink".into()));
    let observed = &found["observation"];
    assert_eq!(
        (&observed["buckets"], &observed["workers"], &observed["load_unit"]),
        (&128.into(), &4.into(), &"bytes".into())
    );
    let loads: Vec<u64> = serde_json::from_value(observed["load"].clone()).unwrap();
    for (at, workers) in [4, 48, 64].into_iter().enumerate() {
        let row = &found["widths"][at];
        assert_eq!((&row["workers"], &row["busiest_load"]), (&workers.into(), &busiest(&loads, workers).into()));
    }
    let text = flowing(&done(&["inspect", &path, "--workers", "48,64"]));
    assert!(text.contains("At 4 subtasks the busiest holds") && text.contains("; at 48 it would hold "), "{text}");
    // 128 key groups on 200 subtasks: Flink starts none.
    let text = flowing(&done(&["inspect", &path, "--workers", "200"]));
    assert!(text.contains("; at 200 refused."), "{text}");
}

#[test]
fn one_of_several_operators_is_chosen() {
    let folder = flink(SEVERAL);
    let path = folder.path().display().to_string();
    let summary = done(&["inspect", &path]);
    assert!(
        summary.contains("Operator k1")
            && flowing(&summary).contains("Several parts keep state by key. Name one by its id, uid or name: "),
        "{summary}"
    );
    let told = refused(&["inspect", &path, "--workers", "8"]);
    assert!(
        told.contains("have keyed state; name one of them:\n  ") && told.contains("#OPERATOR in every command"),
        "{told}"
    );
    let chosen = json(&[&path, "--operator", "k1"]);
    assert_eq!((&chosen["observation"]["buckets"], &chosen["observation"]["workers"]), (&64.into(), &3.into()));
    let report = done(&["report", &format!("{path}#k2"), "--format", "json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["buckets"]["count"], &report["keys"]["load_unit"]), (&200.into(), &"bytes".into()));
    let told = refused(&["report", &format!("{path}#k9")]);
    assert!(told.contains("k9") && told.contains("k1"), "{told}");
}

#[test]
fn a_scenario_is_written_that_every_command_takes() {
    let folder = flink(ONE);
    let path = folder.path().display().to_string();
    let target = folder.path().join("job.ron");
    done(&["inspect", &path, "--workers", "8", "--scenario", &target.display().to_string()]);
    let text = fs::read_to_string(&target).unwrap();
    assert!(text.contains("Snapshot(") && !text.contains(&format!("{path}/")), "{text}");
    let report: Value =
        serde_json::from_str(&done(&["report", &target.display().to_string(), "--format", "json"])).unwrap();
    let widths: Vec<_> = report["steps"].as_array().unwrap().iter().map(|step| step["workers"].clone()).collect();
    assert_eq!(widths, [4, 8]);
    let swept = done(&["sweep", &target.display().to_string(), "--workers", "1..=4"]);
    assert_eq!(swept.lines().count(), 5, "{swept}");
    let told = refused(&["sweep", &target.display().to_string(), "--buckets", "100"]);
    assert!(told.contains("counted in 128 buckets"), "{told}");
}

#[test]
fn a_spark_checkpoint_tells_its_rows() {
    // The JSON beside it, made by Spark's own reader: 8 state partitions.
    let truth: Value =
        serde_json::from_str(&fs::read_to_string(data("spark-checkpoints/agg-hdfs-8.json")).unwrap()).unwrap();
    let path = data("spark-checkpoints/agg-hdfs-8.tar.gz").display().to_string();
    let found = json(&[&path, "--workers", "3"]);
    assert_eq!((&found["kind"], &found["observation"]["buckets"]), (&"spark".into(), &8.into()), "{truth}");
    assert_eq!(found["observation"]["load_unit"], "rows");
    let rows = &truth["rows_per_partition"];
    assert_eq!(rows.as_array().unwrap().len(), 8);
    assert_eq!(&found["observation"]["load"], rows);
    assert_eq!(&found["observation"]["keys"], rows, "one store: a row is a key");
}

#[test]
fn listings_of_kafka_are_told_apart_by_their_looks() {
    let sizes = data("kafka-listings/log-dirs.txt").display().to_string();
    let groups = data("kafka-listings/groups.txt").display().to_string();
    for (path, expected) in [(&sizes, "kafka-streams"), (&groups, "kafka-streams")] {
        let (code, out, told) = run(&["inspect", path, "--format", "json"]);
        assert_eq!((code, told.as_str()), (0, ""), "{path}");
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["kind"], expected);
    }
}

#[test]
fn what_is_none_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("notes.txt"), "nothing of the kind").unwrap();
    fs::write(path("_metadata"), [0x49, 0x60, 0x67, 0x2d, 0, 0, 0, 9]).unwrap();
    fs::create_dir(path("empty")).unwrap();
    for (name, expected) in [
        ("notes.txt", "is none of what can be read: a Flink _metadata file"),
        ("no such file", "there is no such file or folder"),
        ("_metadata", "2 to 7"),
        ("empty", "holds no file _metadata"),
    ] {
        let told = refused(&["inspect", &path(name)]);
        assert!(told.contains(expected) && told.lines().count() == 1, "{name}: {told}");
        assert_eq!(told.matches(&path(name)).count(), 1, "the path is told once: {told}");
    }
}

/// A snapshot is somebody's state: nothing that is asked of it may write over it.
#[test]
fn what_is_read_is_never_written_over() {
    let folder = flink(ONE);
    let (dir, file) = (folder.path().to_str().unwrap(), folder.path().join("_metadata"));
    let file = file.to_str().unwrap();
    let before = fs::read(file).unwrap();
    let scenario = folder.path().parent().unwrap().join(format!("redeal-{}.ron", std::process::id()));
    fs::write(&scenario, format!("Scenario(format: 1, name: \"s\", engine: Flink(), buckets: Fixed(128), widths: [4], keys: Snapshot(path: {dir:?}))")).unwrap();
    let scenario = scenario.to_str().unwrap();
    for arguments in [
        vec!["inspect", file, "-o", file],
        vec!["inspect", dir, "-o", file],
        vec!["inspect", dir, "--scenario", file],
        vec!["inspect", file, "--scenario", file],
        vec!["report", dir, "--workers", "4", "-o", file],
        vec!["report", scenario, "-o", file],
        vec!["sweep", dir, "--workers", "1..=4", "-o", file],
        vec!["compare", dir, file, "-o", file],
    ] {
        let told = refused(&arguments);
        assert!(told.contains("name another file"), "{arguments:?}: {told}");
        assert!(fs::read(file).unwrap() == before, "{arguments:?}");
    }
    fs::remove_file(scenario).unwrap();
    let both = folder.path().with_extension("both");
    let both = both.to_str().unwrap();
    assert!(refused(&["inspect", dir, "-o", both, "--scenario", both]).contains("name two files"));
}
