//! The command line as it is used: the real program, its output, its exit codes.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::process::{Output, Stdio};

fn redeal(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("redeal").unwrap();
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Standard output of a call that must succeed and say nothing on stderr.
fn done(arguments: &[&str]) -> String {
    let output = redeal(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    text(&output.stdout)
}

/// Standard error of a call that must end with this code and print no data.
fn refused(arguments: &[&str], code: i32) -> String {
    let output = redeal(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    text(&output.stderr)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(arguments)).unwrap()
}

fn near(value: &Value, wanted: f64) {
    let found = value.as_f64().unwrap();
    assert!((found - wanted).abs() <= 0.0005 * wanted.abs().max(1.0), "{found} is not about {wanted}");
}

#[test]
fn the_report_in_json_holds_the_agreed_fields_and_figures() {
    let report = json(&["report", "scenarios/128-buckets.ron", "--format", "json"]);
    assert_eq!(report["format"], "redeal-report/1");
    assert_eq!((&report["engine"], &report["seed"]), (&Value::from("flink"), &Value::from(7)));
    assert_eq!(report["digest"].as_str().unwrap().len(), 16);
    assert_eq!((&report["keys"]["count"], &report["keys"]["load"]), (&Value::from(20_000), &Value::from(201_177)));
    near(&report["keys"]["hottest_share"], 0.0994);
    let buckets = &report["buckets"];
    assert_eq!((&buckets["count"], &buckets["occupied"]), (&Value::from(128), &Value::from(128)));
    assert_eq!((&buckets["keys"][0], &buckets["load"][0]), (&Value::from(152), &Value::from(1086)));

    let step = &report["steps"][1];
    assert_eq!((&step["workers"], &step["outcome"]), (&Value::from(40), &Value::from("runs")));
    assert_eq!((&step["message"], &step["owners"], &step["idle"]), (&Value::Null, &Value::from(40), &Value::from(0)));
    assert_eq!(step["worker"][0], serde_json::json!({"buckets": 4, "keys": 637, "load": 7284, "state_bytes": 40_768}));
    for (field, wanted) in
        [("peak_to_mean", 5.513), ("effective_width", 7.255), ("cv", 0.862), ("flink_skew_score", 50.59)]
    {
        near(&step[field], wanted);
    }
    for (field, wanted) in
        [("dealing", 1.25), ("hot_key_floor", 3.977), ("hot_bucket_floor", 4.219), ("least_loaded", 4.219)]
    {
        near(&step["loss"][field], wanted);
    }
    for field in ["mean", "sd", "z"] {
        near(&step["expected_idle"][field], 0.0);
    }
    assert_eq!((&step["snapshot"]["metadata_bytes"], &step["snapshot"]["ranges"]), (&6310.into(), &40.into()));
    near(&step["snapshot"]["buckets_per_worker"], 3.2);
    assert_eq!(step["movement"]["buckets_moved"], 124);
    near(&step["movement"]["moved_fraction"], 0.969);
    near(&step["movement"]["best_relabelled_fraction"], 0.875);

    assert_eq!(report["steps"][0]["movement"], Value::Null);
    let refused = &report["steps"][2];
    assert_eq!(refused["outcome"], "refused");
    assert!(refused.get("worker").is_none());
    assert!(
        refused["message"].as_str().unwrap().contains("parallelism (200) is higher than the max parallelism (128)")
    );
    assert_eq!(report["useful_widths"].as_array().unwrap().len(), 22);
}

#[test]
fn a_capped_step_lists_its_owners_and_an_idle_one_all_that_were_asked_for() {
    let capped = json(&["report", "risingwave-capped", "--format", "json"]);
    let idle = json(&["report", "kafka-streams-spare", "--format", "json"]);
    for (report, outcome) in [(capped, "capped"), (idle, "idle")] {
        let step = report["steps"].as_array().unwrap().iter().find(|step| step["outcome"] == outcome).unwrap();
        let listed = step["worker"].as_array().unwrap().len() as u64;
        let (asked, owners) = (step["workers"].as_u64().unwrap(), step["owners"].as_u64().unwrap());
        assert_eq!(listed, if outcome == "capped" { owners } else { asked });
        assert_eq!(owners + step["idle"].as_u64().unwrap(), asked);
        assert!(owners < asked);
    }
}

#[test]
fn the_text_report_begins_with_what_matters() {
    let report = done(&["report", "128-buckets"]);
    for wanted in [
        "40 workers, paid as 40, work like 32 by their buckets and like 7.3 with these keys.",
        "bucket = key group, worker = subtask",
        "Useful widths  1-13, 15, 16, 19, 22, 26, 32, 43, 64, 128",
        "200 workers are refused: 128 buckets allow at most 128 workers.",
        "Vertex counter's parallelism (200) is higher than the max parallelism (128).",
        "redeal report 128-buckets",
    ] {
        assert!(report.contains(wanted), "{wanted} is not in\n{report}");
    }
    assert!(!report.contains("NaN") && !report.contains(" inf"));
}

#[test]
fn csv_and_markdown_hold_every_worker() {
    let csv = done(&["report", "128-buckets", "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    // 4 and 40 workers; a refused step has one row of its own or none, but no worker.
    assert!(rows.len() == 44 || rows.len() == 45, "{} rows", rows.len());
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let markdown = done(&["report", "128-buckets", "--format", "markdown"]);
    assert!(markdown.starts_with('#') && markdown.contains("| ---: |"), "{markdown}");
}

#[test]
fn widths_can_be_replaced_and_a_refusal_can_be_the_answer() {
    let report = json(&["report", "128-buckets", "--workers", "3", "--workers", "64", "--format", "json"]);
    let widths: Vec<u64> = report["steps"].as_array().unwrap().iter().map(|s| s["workers"].as_u64().unwrap()).collect();
    assert_eq!(widths, [3, 64]);
    assert_eq!(redeal(&["report", "128-buckets", "--strict"]).status.code(), Some(1));
    assert_eq!(redeal(&["report", "128-buckets", "--workers", "40", "--strict"]).status.code(), Some(0));
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let name = path.to_str().unwrap();
    assert_eq!(done(&["report", "8-buckets", "--format", "json", "-o", name]), "");
    let whole = fs::read_to_string(&path).unwrap();
    assert!(serde_json::from_str::<Value>(&whole).is_ok());
    // A scenario that cannot be leaves the old file as it was, and nothing beside it.
    refused(&["report", "tests/invalid/buckets-zero.ron", "-o", name], 2);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("no/such/folder/report.json");
    let message = refused(&["report", "8-buckets", "-o", nowhere.to_str().unwrap()], 2);
    assert!(message.contains("report.json: cannot be written"), "{message}");
}

#[test]
fn keys_are_put_where_the_engines_put_them() {
    // The engines' own answers; see tests/data.
    for (arguments, wanted) in [
        (vec!["--engine", "flink", "--buckets", "128", "a", "A"], "key,bucket,worker\na,81,\nA,104,\n"),
        (
            vec!["--engine", "spark", "--buckets", "200", "--key-type", "i64", "0", "1"],
            "key,bucket,worker\n0,5,\n1,69,\n",
        ),
        (vec!["--engine", "kafka-streams", "--buckets", "15", "TT0124"], "key,bucket,worker\nTT0124,10,\n"),
        (vec!["--engine", "risingwave", "--buckets", "256", "--key-hex", "75"], "key,bucket,worker\n75,193,\n"),
        (vec!["--engine", "mapreduce", "--buckets", "7", "u"], "key,bucket,worker\nu,1,\n"),
    ] {
        let mut call = vec!["bucket"];
        call.extend(&arguments);
        assert_eq!(done(&call), wanted, "{arguments:?}");
    }
    // Key group 81 of 128 at 40 subtasks: 81 · 40 / 128.
    let with_width = done(&["bucket", "--engine", "flink", "--buckets", "128", "--workers", "40", "a"]);
    assert_eq!(with_width, "key,bucket,worker\na,81,25\n");
    // Flink's derived default: 256 at width 100; murmur of "a" is 1455541201.
    let derived = done(&["bucket", "--engine", "flink", "--workers", "100", "a"]);
    assert_eq!(derived, format!("key,bucket,worker\na,{},{}\n", 1_455_541_201 % 256, 1_455_541_201 % 256 * 100 / 256));
}

#[test]
fn keys_come_from_files_and_from_stdin_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys.txt");
    fs::write(&path, "a\nA\n").unwrap();
    let wanted = "key,bucket,worker\na,81,\nA,104,\n";
    assert_eq!(done(&["bucket", "--engine", "flink", "--buckets", "128", "--keys", path.to_str().unwrap()]), wanted);
    let piped =
        command(&["bucket", "--engine", "flink", "--buckets", "128", "--keys", "-"]).write_stdin("a\nA\n").output();
    assert_eq!(text(&piped.unwrap().stdout), wanted);
}

#[test]
fn bad_keys_name_what_is_allowed() {
    for (arguments, wanted) in [
        (vec!["--engine", "spark", "--buckets", "8", "--key-type", "i32", "5000000000"], "i32"),
        (vec!["--engine", "flink", "--buckets", "32769", "a"], "maxParallelism is out of bounds"),
        (vec!["--engine", "flonk", "a"], "flink"),
        (vec!["--engine", "flink", "--buckets", "0", "a"], "1 to 1048576"),
        (vec!["--engine", "flink", "--buckets", "128", "--key-hex", "zz"], "hex"),
    ] {
        let mut call = vec!["bucket"];
        call.extend(&arguments);
        let output = redeal(&call);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = text(&output.stderr);
        assert!(message.contains(wanted) && !message.contains("panicked"), "{message}");
    }
}

#[test]
fn deals_are_those_of_the_engines() {
    assert_eq!(
        done(&["deal", "--engine", "flink", "--buckets", "128", "--workers", "3"]),
        "worker,count,buckets\n0,43,0-42\n1,43,43-85\n2,42,86-127\n"
    );
    assert_eq!(
        done(&["deal", "--engine", "kafka-streams", "--buckets", "12", "--workers", "5"]),
        "worker,count,buckets\n0,3,0 5 10\n1,3,1 6 11\n2,2,2 7\n3,2,3 8\n4,2,4 9\n"
    );
    let message = refused(&["deal", "--engine", "flink", "--buckets", "8", "--workers", "12"], 1);
    assert!(message.contains("parallelism (12) is higher than the max parallelism (8)"), "{message}");
}

#[test]
fn engines_are_shown_with_their_sources() {
    let all = json(&["engines", "--format", "json"]);
    let names: Vec<&str> = all.as_array().unwrap().iter().map(|engine| engine["id"].as_str().unwrap()).collect();
    assert_eq!(names, ["flink", "flink-sql", "spark", "kafka-streams", "risingwave", "mapreduce", "custom"]);
    assert!(all.as_array().unwrap().iter().all(|engine| !engine["sources"].as_array().unwrap().is_empty()));
    let one = done(&["engines", "flink"]);
    assert!(one.contains("KeyGroupRangeAssignment") && one.contains("32768") | one.contains("32\u{202f}768"), "{one}");
}

#[test]
fn without_a_display_the_report_comes_with_one_line() {
    let output = redeal(&["8-buckets"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), done(&["report", "8-buckets"]));
    let built_in = redeal(&[]);
    assert_eq!(built_in.status.code(), Some(0));
    assert!(text(&built_in.stdout).starts_with("128 buckets, 4 to 40 to 200"));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let program = assert_cmd::cargo::cargo_bin("redeal");
    let mut child = std::process::Command::new(program)
        .args(["report", "32768-buckets", "--format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 64];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success(), "{}", output.status);
}

#[test]
fn a_missing_scenario_is_answered_with_what_there_is() {
    let message = refused(&["report", "few-key"], 2);
    assert!(message.contains("few-keys"), "{message}");
    let message = refused(&["report", "no/such/file.ron"], 2);
    assert!(message.contains("no/such/file.ron: cannot be read"), "{message}");
}

#[test]
fn every_command_has_help_with_an_example_and_pages_are_made() {
    for name in ["report", "bucket", "deal", "sweep", "engines", "completions", "man"] {
        let help = done(&[name, "--help"]);
        assert!(help.contains("Example") && help.contains(&format!("redeal {name}")), "{help}");
    }
    assert!(done(&["completions", "bash"]).contains("complete"));
    assert!(done(&["man"]).contains(".TH"));
}

#[test]
#[cfg(target_os = "linux")]
fn the_output_of_a_full_disk_is_told() {
    let device = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = std::process::Command::new(assert_cmd::cargo::cargo_bin("redeal"))
        .args(["report", "8-buckets"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(device)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("No space left"), "{}", text(&output.stderr));
}

#[test]
fn sweeps_give_a_row_a_count_and_width() {
    let csv = done(&["sweep", "128-buckets", "--workers", "60..=66", "--buckets", "120,128"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + 14);
    assert!(
        lines[0].starts_with("buckets,workers,outcome,owners,most_buckets,even_width,peak_to_mean,effective_width")
    );
    assert!(lines[1].starts_with("120,60,runs,60,2,60,"), "{}", lines[1]);
    assert!(lines[14].starts_with("128,66,runs,66,2,64,"), "{}", lines[14]);
    let table = json(&["sweep", "128-buckets", "--workers", "40", "--seeds", "9", "--format", "json"]);
    assert_eq!(table["format"], "redeal-sweep/1");
    let row = &table["rows"][0];
    near(&row["peak_to_mean"], 5.513);
    assert!(row["p5"].as_f64().unwrap() <= row["p95"].as_f64().unwrap());
    // Every width and some past the ceiling.
    assert_eq!(done(&["sweep", "8-buckets"]).lines().count(), 1 + 10);
}

#[test]
fn sweeps_that_cannot_be_are_answered_in_one_message() {
    for (arguments, wanted) in [
        (vec!["--workers", "9..=3"], "write the smaller width first"),
        (vec!["--workers", "1..=1000000000"], "allowed are 1 to 1048576"),
        (vec!["--workers", "1..=1000000", "--seeds", "1000"], "at most 50000000 are swept at once"),
        (vec!["--buckets", "128,0"], "allowed are 1 to 1048576"),
        (vec!["--buckets", ""], "buckets"),
        (vec!["--buckets", "40000"], "maxParallelism is out of bounds"),
    ] {
        let mut call = vec!["sweep", "128-buckets"];
        call.extend(&arguments);
        let message = refused(&call, 2);
        assert!(message.contains(wanted) && !message.contains("panicked"), "{arguments:?}: {message}");
    }
}
