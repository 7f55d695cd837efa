//! Jobs that run already: their state is laid out, and a part of it is named behind the path.

use crate::asked::{done, flowing, run};
use crate::data::data;
use crate::flink_folder::{ONE_OPERATOR as ONE, flink};
use crate::program::{ended, redeal};
use serde_json::Value;
use std::fs;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(&[arguments, &["--format", "json"]].concat())).unwrap()
}

fn widths(report: &Value) -> Vec<u64> {
    report["steps"].as_array().unwrap().iter().map(|step| step["workers"].as_u64().unwrap()).collect()
}

#[test]
fn every_width_beside_a_snapshot_is_a_restart_from_it() {
    let folder = flink(ONE);
    let path = folder.path().display().to_string();
    let (code, text, _) = run(&["report", &path, "--workers", "200", "--strict"]);
    let flowed = flowing(&text);
    assert_eq!(code, 1);
    assert!(
        text.contains("1. As recorded, at 4 workers: runs") && text.contains("2. Restart at 200 workers: refused"),
        "{text}"
    );
    assert!(!flowed.contains("no state is laid out yet") && flowed.contains("Stay at 128 workers or below"), "{text}");
    // Flink's text for a program that sets no maximum parallelism.
    let refusal = "The maximum parallelism (128) of the restored state is lower than the configured parallelism (200).";
    assert!(flowed.contains(refusal), "{text}");
    let report = json(&["report", &path, "--workers", "8,16"]);
    assert_eq!(widths(&report), [4, 8, 16]);
    assert_eq!((&report["steps"][1]["movement"]["from_step"], &report["recorded"]["workers"]), (&0.into(), &4.into()));
    // The start that is recorded is named once, wherever it is asked for.
    assert_eq!(widths(&json(&["report", &path, "--workers", "4,8"])), [4, 8]);
    assert_eq!(widths(&json(&["report", &path, "--workers", "8,4"])), [4, 8, 4]);
}

#[test]
fn the_same_holds_for_a_scenario_that_reads_it() {
    let folder = flink(ONE);
    let target = folder.path().join("job.ron").display().to_string();
    done(&["inspect", &folder.path().display().to_string(), "--workers", "8", "--scenario", &target]);
    assert_eq!(widths(&json(&["report", &target, "--workers", "16"])), [4, 16]);
    // Without its recorded start, the first is a restart all the same.
    let text = fs::read_to_string(&target).unwrap().replace("[4, 8]", "[200]").replace("restart_buckets: [Unset],", "");
    fs::write(&target, text).unwrap();
    let text = flowing(&done(&["report", &target]));
    assert!(
        text.contains("1. Restart at 200 workers: refused") && !text.contains("no state is laid out yet"),
        "{text}"
    );
}

#[test]
fn a_width_that_is_not_recorded_is_not_made_up() {
    let path = data("spark-checkpoints/agg-hdfs-8.tar.gz").display().to_string();
    let text = flowing(&done(&["inspect", &path]));
    assert!(text.contains("The width is not recorded. 8 state partitions hold "), "{text}");
    assert!(
        !text.contains("At 1 executor cores") && text.contains("At 1 executor core the busiest would hold "),
        "{text}"
    );
    assert_eq!(widths(&json(&["report", &path, "--workers", "3"])), [3]);
    let report = flowing(&done(&["report", &path, "--workers", "3"]));
    assert!(report.contains("width not recorded") && report.contains("1. Restart at 3 workers"), "{report}");
    // Spark 4.0 with the HDFS-backed store: nothing lays a checkpoint out anew.
    assert!(text.contains("Another count: never in place."), "{text}");
}

#[test]
fn a_store_and_a_topic_are_named_behind_the_path() {
    let join = data("spark-checkpoints/join-hdfs-8.tar.gz").display().to_string();
    let (code, _, told) = run(&["report", &join]);
    assert!(code == 2 && told.contains(&format!("{join}#OPERATOR/STORE")) && !told.contains("\\n"), "{told}");
    let report = json(&["report", &format!("{join}#0/left-keyToNumValues"), "--workers", "3"]);
    assert_eq!(report["buckets"]["count"], 8);
    let sizes = data("kafka-listings/log-dirs.txt").display().to_string();
    // in-0, in-1 and in-2 hold 1000, 2000 and 3000 bytes; side-0 and side-1 10 and 20.
    let loads = |part: &str| json(&["report", &format!("{sizes}#{part}"), "--workers", "3"])["buckets"]["load"].clone();
    assert_eq!(loads("in"), serde_json::json!([1000, 2000, 3000]));
    assert_eq!(loads("in,side"), serde_json::json!([1010, 2020, 3000]));
    let (code, _, told) = run(&["report", &sizes, "--workers", "3"]);
    assert!(code == 2 && told.contains("--topic TOPIC in inspect") && told.lines().count() > 2, "{told}");
}

#[test]
fn a_topic_that_two_groups_read_is_asked_about() {
    // `orders` and `billing` both read the topic `in`; `side` is of orders alone.
    let groups = data("kafka-listings/groups.txt").display().to_string();
    let (code, _, told) = run(&["inspect", &groups, "--topic", "in"]);
    assert!(code == 2 && told.contains("group orders, topic in") && told.contains("group billing, topic in"), "{told}");
    assert!(told.contains("--group GROUP"), "{told}");
    let load = |arguments: &[&str]| json(&[&["inspect"], arguments].concat())["observation"]["load"].clone();
    let billing = serde_json::json!([100, 200]);
    assert_eq!(load(&[&groups, "--topic", "in", "--group", "billing"]), billing);
    assert_eq!(load(&[&format!("{groups}#billing/in")]), billing);
    assert_eq!(load(&[&format!("{groups}#side")]), serde_json::json!([7, 9]));
    let (code, _, told) = run(&["report", &format!("{groups}#nothing")]);
    assert!(code == 2 && told.contains("nothing in it is called nothing; there are:\n"), "{told}");
}

#[test]
fn what_a_listing_does_not_tell_is_not_known() {
    let sizes = data("kafka-listings/log-dirs.txt").display().to_string();
    let text = done(&["inspect", &sizes, "--topic", "in"]);
    assert!(text.starts_with("bytes of in\n") && text.contains("not known") && !text.contains("Application"), "{text}");
    let found = json(&["inspect", &sizes, "--topic", "in"]);
    assert_eq!(
        (&found["widths"][0]["busiest_state_bytes"], &found["observation"]["workers"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn bytes_that_are_known_of_whole_subtasks_alone_are_called_estimates() {
    let folder = flink("v1.20.0_rocksdb_checkpoint-incremental_m128_p2_s1_k20000_i20480");
    let path = folder.path().display().to_string();
    let text = flowing(&done(&["inspect", &path, "--workers", "48"]));
    assert!(
        text.contains("; all this if the bytes of each subtask lie evenly in its key groups")
            && text.contains("estimated"),
        "{text}"
    );
    let found = json(&["inspect", &path, "--workers", "48"]);
    assert_eq!((&found["widths"][0]["is_estimate"], &found["widths"][1]["is_estimate"]), (&false.into(), &true.into()));
    assert!(flowing(&done(&["report", &path, "--workers", "48"])).contains("Estimated: Nothing in the snapshot tells"));
}

#[test]
fn the_widths_are_written_as_tables() {
    let folder = flink(ONE);
    let (path, out) = (folder.path().display().to_string(), folder.path().join("widths.csv").display().to_string());
    done(&["inspect", &path, "--workers", "48,200", "-o", &out]);
    let csv = fs::read_to_string(&out).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[1][1], rows[2][1], rows[3][2], rows[3][5]), (4, "true", "false", "refused", ""));
    let markdown = done(&["inspect", &path, "--workers", "48", "--format", "markdown"]);
    assert!(markdown.starts_with("## operator ") && markdown.contains("\n| subtasks |"), "{markdown}");
    let text = done(&["inspect", &path, "--workers", "48"]);
    assert!(text.lines().nth(2).unwrap().starts_with("At 4 subtasks the busiest holds "), "{text}");
    let (_, observed, _) = ended(&mut redeal(&["inspect", &path, "--format", "json"]));
    let observed: Value = serde_json::from_str(&observed).unwrap();
    assert!(!observed["observation"].to_string().contains('\u{a0}'));
}
