//! `redeal sweep` as it is used.

use assert_cmd::Command;
use serde_json::Value;

/// Exit code, stdout, stderr.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_redeal")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn done(arguments: &[&str]) -> String {
    let (code, out, told) = run(arguments);
    assert_eq!((code, told.as_str()), (Some(0), ""), "{arguments:?}");
    out
}

fn refused(arguments: &[&str]) -> String {
    let (code, out, told) = run(arguments);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}: {told}");
    told
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
    let table = serde_json::from_str::<Value>(&done(&[
        "sweep",
        "128-buckets",
        "--workers",
        "40",
        "--seeds",
        "9",
        "--format",
        "json",
    ]))
    .unwrap();
    assert_eq!(table["format"], "redeal-sweep/1");
    let row = &table["rows"][0];
    assert!((row["peak_to_mean"].as_f64().unwrap() - 5.513).abs() < 0.001);
    assert!(row["p5"].as_f64().unwrap() <= row["p95"].as_f64().unwrap());
    // Every width and some past the ceiling.
    assert_eq!(done(&["sweep", "8-buckets"]).lines().count(), 1 + 10);
}

#[test]
fn sweeps_that_cannot_be_are_answered_in_one_message() {
    for (arguments, wanted) in [
        (vec!["--workers", "9..=3"], "write the smaller width first"),
        (vec!["--workers", "1..3"], "write one width, or a range as 4..=60"),
        (vec!["--workers", "1..=1000000000"], "allowed are 1 to 1048576"),
        (vec!["--workers", "1..=1000000", "--seeds", "1000"], "at most 50000000 are swept at once"),
        (vec!["--buckets", "128,0"], "allowed are 1 to 1048576"),
        (vec!["--buckets", ""], "buckets"),
        (vec!["--buckets", "40000"], "maxParallelism is out of bounds"),
    ] {
        let mut call = vec!["sweep", "128-buckets"];
        call.extend(&arguments);
        let message = refused(&call);
        assert!(message.contains(wanted) && !message.contains("panicked"), "{arguments:?}: {message}");
    }
}
