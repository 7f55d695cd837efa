//! `redeal sweep` as it is used.

use crate::asked::{done, refused};
use serde_json::Value;

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

#[test]
fn the_same_buckets_are_dealt_by_other_rules() {
    let call = ["sweep", "128-buckets", "--workers", "40..=41", "--dealings", "interleaved,contiguous"];
    let csv = done(&call);
    let lines: Vec<&str> = csv.lines().collect();
    let plain = done(&call[..4]);
    let own: Vec<&str> = plain.lines().collect();
    assert_eq!(lines[0], format!("{},dealing,cause", own[0]));
    // Flink deals contiguously: that rule's rows are the plain sweep's, the other one's stand before them.
    assert_eq!(lines[2], format!("{},contiguous,", own[1]));
    assert_eq!(lines[4], format!("{},contiguous,", own[2]));
    assert!(lines[1].starts_with("128,40,runs,40,4,32,") && lines[1].ends_with(",interleaved,"), "{}", lines[1]);
    assert_ne!(lines[1].replace("interleaved", "contiguous"), lines[2]);
    assert_eq!(lines.len(), 5);
    // Eight equal buckets on three workers, under every rule there is.
    let csv = done(&["sweep", "8-buckets", "--workers", "3", "--dealings", "all"]);
    let rules: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').nth(11).unwrap()).collect();
    let all = [
        "contiguous",
        "first-larger",
        "interleaved",
        "kafka-streams",
        "next-free",
        "least-loaded",
        "risingwave",
        "sorted-as-text",
        "float-ranges",
        "fewest-moves",
        "drawn",
        "hash-ring",
        "halving",
    ];
    assert_eq!(rules, all);
    // The busiest has three of them, but where the load decides or the deal is not even.
    let uneven = ["next-free", "least-loaded", "drawn", "hash-ring", "halving"];
    for line in csv.lines().skip(1).filter(|line| !uneven.iter().any(|rule| line.contains(rule))) {
        assert!(line.starts_with("8,3,runs,3,3,"), "{line}");
    }
}

#[test]
fn a_refused_width_says_why_under_every_rule() {
    let call = ["sweep", "128-buckets", "--workers", "129", "--dealings", "contiguous,least-loaded"];
    let csv = done(&call);
    let lines: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(lines[0], "128,129,refused,0,,,,,,,,contiguous,width");
    assert_eq!(lines[1], "128,129,refused,0,,,,,,,,least-loaded,width");
    let mut json = call.to_vec();
    json.extend(["--format", "json"]);
    let table = serde_json::from_str::<Value>(&done(&json)).unwrap();
    assert_eq!(table["format"], "redeal-sweep/1");
    assert_eq!(
        (&table["rows"][1]["dealing"], &table["rows"][1]["cause"]),
        (&Value::from("least-loaded"), &Value::from("width"))
    );
    // Without the option there is no such column.
    let plain = serde_json::from_str::<Value>(&done(&[&call[..4], &["--format", "json"]].concat())).unwrap();
    assert_eq!(plain["rows"][0].get("dealing"), None);
}

#[test]
fn dealings_that_cannot_be_are_answered_in_one_message() {
    for (dealings, wanted) in [
        ("all,contiguous", "all stands for every rule, so leave the other names out"),
        ("interleaved,interleaved", "interleaved stands twice, name each rule once"),
        ("sticky", "contiguous"),
    ] {
        let message = refused(&["sweep", "128-buckets", "--workers", "40", "--dealings", dealings]);
        assert!(message.contains(wanted) && !message.contains("panicked"), "{dealings}: {message}");
    }
    let message = refused(&["sweep", "128-buckets", "--workers", "1..=1000000", "--dealings", "all"]);
    assert!(message.contains("1 bucket count × 1 000 000 widths × 13 dealing rules are 13000000 rows"), "{message}");
}
