//! `redeal ways-out` as it is used, and what other commands say of what cannot be had.

use crate::asked::{done, flowing, refused, run, spaced};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(&[&["ways-out"], arguments, &["--format", "json"]].concat())).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// 100 000 keys of 10 records each, 20 000 a second arriving, 100 000 a second replayed, 100 MB a second, 60 s for a restart:
/// the file of the scenario.
#[test]
fn the_figures_follow_from_the_plan() {
    let ways = json(&["plan-4-to-40"]);
    assert_eq!((&ways["format"], &ways["engine"]), (&"redeal-ways-out/1".into(), &"flink".into()));
    assert_eq!((&ways["buckets"], &ways["new_buckets"], &ways["workers"]), (&128.into(), &720.into(), &40.into()));
    assert_eq!(ways["history_records"], 1_000_000);
    let [rebuild, rewrite, split] = [0, 1, 2].map(|at| &ways["routes"][at]);
    for (way, kind, allowed) in [(rebuild, "rebuild", "yes"), (rewrite, "rewrite", "limited"), (split, "split", "yes")]
    {
        assert_eq!((&way["kind"], &way["allowed"]), (&kind.into(), &allowed.into()));
        assert!(way["how"].as_str().unwrap().ends_with('.') && !way["source"].as_str().unwrap().is_empty());
    }
    let close = |value: &Value, wanted: f64| {
        assert!((number(value) - wanted).abs() < 1e-9 * wanted.max(1.0), "{value}, not {wanted}");
    };
    close(&rebuild["stop_secs"], 60.0);
    close(&rebuild["catch_up_secs"], (1e6 + 60.0 * 20_000.0) / (100_000.0 - 20_000.0));
    close(&rebuild["incomplete_secs"], 27.5);
    close(&rebuild["records_replayed"], 1e6);
    let size = number(&ways["snapshot_bytes"]);
    close(&rewrite["bytes_read"], size);
    let stop = 60.0 + (size + number(&rewrite["bytes_written"])) / 1e8;
    close(&rewrite["stop_secs"], stop);
    close(&rewrite["catch_up_secs"], stop * 20_000.0 / 80_000.0);
    close(&rewrite["incomplete_secs"], 0.0);
    // The same snapshot is restored twice; both jobs keep 128 key groups each.
    close(&split["bytes_read"], 2.0 * size);
    close(&split["stop_secs"], 60.0 + 2.0 * size / 1e8);
    close(&split["snapshot_bytes_after"], 2.0 * size);
    assert_eq!((&split["jobs_after"], &split["ceiling_after"]), (&2.into(), &256.into()));
}

#[test]
fn every_format_tells_the_same() {
    let ways = json(&["plan-4-to-40"]);
    let csv = done(&["ways-out", "plan-4-to-40", "--format", "csv"]);
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(table.headers().unwrap(), &["route", "allowed", "figure", "unit", "value"][..]);
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3 * 11);
    for row in &rows {
        let way = ways["routes"].as_array().unwrap().iter().find(|way| way["kind"] == row[0]).unwrap();
        let value: f64 = row[4].parse().unwrap();
        assert!((value - number(&way[&row[2]])).abs() < 1e-9, "{row:?}");
        assert!(["s", "share", "records", "bytes", "jobs", "files", "workers"].contains(&&row[3]), "{row:?}");
    }
    let text = done(&["ways-out", "plan-4-to-40"]);
    assert!(text.starts_with("From 128 to 720 key groups: a rebuild is up to date after 88 s, "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let text = flowing(&text);
    let markdown = done(&["ways-out", "plan-4-to-40", "--format", "markdown"]);
    for said in [
        "Stop",
        "Ceiling then, subtasks",
        "60 s",
        "128 key groups at 40 subtasks",
        "20 000 records a second that arrive, 100 000 a second that are replayed, 100 MB a second read or written",
        "2 jobs to run instead of 1",
        "State Processor API",
        "Left out: ",
    ] {
        assert!(text.contains(said) && flowing(&markdown).contains(said), "{said}: {text}");
    }
    let bars: Vec<usize> =
        markdown.lines().filter(|line| line.starts_with('|')).map(|line| line.matches('|').count()).collect();
    assert!(bars.len() == 13 && bars.iter().all(|bars| *bars == 6), "{markdown}");
}

/// Kafka Streams cannot rewrite; `MapReduce` keeps nothing between runs.
#[test]
fn ways_that_an_engine_has_not_are_shown_as_such() {
    let csv = done(&["ways-out", "plan-kafka-streams", "--format", "csv"]);
    assert!(csv.contains("\nrewrite,no,,,\n"), "{csv}");
    let text = done(&["ways-out", "plan-kafka-streams"]);
    assert!(text.contains("Rewrite the snapshot: no\n") && text.contains("nothing rewrites the state"), "{text}");
    assert!(flowing(&text).contains("Nothing reads a changelog and writes it under another partition count"), "{text}");
    // A constant count has no other to go to: what is needless has no figures, not those of a restart.
    let csv = done(&["ways-out", "redis-slots", "--format", "csv"]);
    assert!(csv.contains("\nrebuild,needless,,,\nrewrite,needless,,,\nsplit,yes,stop_secs,s,"), "{csv}");
    let text = done(&["ways-out", "redis-slots"]);
    let lead = "Redis Cluster has 16 384 hash slots, always: there is no other count to go to.";
    assert!(flowing(&text).starts_with(lead) && !text.contains("a rebuild is"), "{text}");
    assert_eq!(json(&["redis-slots"])["routes"][0]["stop_secs"], 0.0);
    let text = done(&["ways-out", "elasticsearch-split"]);
    assert!(text.contains("Two indices: yes\n") && !text.contains("Split the job"), "{text}");
    let text = done(&["ways-out", "mapreduce-no-ceiling"]);
    assert!(text.starts_with("Hadoop MapReduce needs no way out: "), "{text}");
}

/// Without a plan in the file the count goes up four times, as in the window; never beyond what the engine takes.
#[test]
fn what_is_not_told_is_taken_as_the_window_takes_it() {
    let ways = json(&["128-buckets"]);
    assert_eq!((&ways["workers"], &ways["buckets"], &ways["new_buckets"]), (&40.into(), &128.into(), &512.into()));
    assert_eq!((&ways["plan"]["live_per_sec"], &ways["plan"]["restart_secs"]), (&10_000.0.into(), &60.0.into()));
    assert_eq!(json(&["32768-buckets"])["new_buckets"], 32_768);
    assert_eq!(json(&["128-buckets", "--buckets", "720"])["new_buckets"], 720);
    // Steps count from 1, as in the report: the first start is at 4 subtasks.
    assert_eq!(json(&["128-buckets", "--step", "1"])["workers"], 4);
    assert_eq!(json(&["128-buckets", "--step", "2"])["workers"], 40);
    assert_eq!(json(&["128-buckets", "--workers", "16", "--workers", "32"])["workers"], 32);
}

/// Replayed no faster than records arrive, a job never catches up; what the source no longer holds is missing for ever.
#[test]
fn what_has_no_end_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("job.ron");
    let text = include_str!("../../scenarios/plan-4-to-40.ron")
        .replace("replay_per_sec: 100000.0,", "replay_per_sec: 20000.0, retained_records: 750000,");
    assert!(text.contains("750000"));
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let rebuild = &json(&[path])["routes"][0];
    assert!(rebuild["catch_up_secs"].is_null() && rebuild["incomplete_secs"].is_null());
    assert!((number(&rebuild["lost_share"]) - 0.25).abs() < 1e-12);
    let csv = done(&["ways-out", path, "--format", "csv"]);
    assert!(csv.contains("\nrebuild,yes,catch_up_secs,s,never\nrebuild,yes,incomplete_secs,s,for ever\n"), "{csv}");
    let text = done(&["ways-out", path]);
    assert!(text.starts_with("From 128 to 720 key groups: a rebuild never catches up, "), "{text}");
    assert!(flowing(&text).contains("the source holds the newest 750 000 of them"), "{text}");
    // Written whole, never over the scenario itself.
    let made = folder.path().join("made.txt");
    assert_eq!(done(&["ways-out", path, "-o", made.to_str().unwrap()]), "");
    assert_eq!(spaced(&std::fs::read_to_string(&made).unwrap()), text);
    assert!(refused(&["ways-out", path, "-o", path]).contains("is the scenario itself"));
}

#[test]
fn ways_out_that_cannot_be_are_answered_in_one_message() {
    for (arguments, wanted) in [
        (&["128-buckets", "--step", "3"][..], "--step 3 is refused, so there is no state to take elsewhere"),
        (&["128-buckets", "--step", "0"], "--step 0: steps count from 1, the first start; the last is 3"),
        (&["128-buckets", "--workers", "129"], "every step is refused, so there is no state to take elsewhere"),
        (&["128-buckets", "--buckets", "40000"], "Apache Flink takes 1 to 32768"),
        (&["128-buckets", "--format", "svg"], "invalid value 'svg'"),
    ] {
        let told = refused(&[&["ways-out"], arguments].concat());
        assert!(told.contains(wanted), "{arguments:?}: {told}");
    }
}

/// 120 buckets are needed for three times 40; the metadata that a budget of 1 000 bytes allows is less than any count has.
#[test]
fn an_advice_that_cannot_be_met_says_so_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("job.ron");
    for (budget, wish) in
        [("max_metadata_bytes: 1000", "metadata is "), ("max_files: 10", "there are 41 files, 31 over the 10 allowed")]
    {
        let text = include_str!("../../scenarios/plan-4-to-40.ron")
            .replace("headroom: 3.0,", &format!("headroom: 3.0, {budget},"));
        std::fs::write(&path, text).unwrap();
        let said = done(&["advise", path.to_str().unwrap()]);
        let first = said.lines().next().unwrap();
        assert!(first.starts_with("No count meets the plan. Nearest: with "), "{said}");
        assert!(first.contains(wish), "{said}");
        // The answer is no only where that is asked for.
        let (code, strict, _) = run(&["advise", path.to_str().unwrap(), "--strict"]);
        assert_eq!((code, strict), (1, said));
        let markdown = done(&["advise", path.to_str().unwrap(), "--format", "markdown"]);
        assert!(markdown.starts_with("**No count meets the plan. ") && markdown.contains(wish), "{markdown}");
    }
    assert_eq!(run(&["advise", "plan-4-to-40", "--strict"]).0, 0);
    assert!(
        flowing(&done(&["advise", "--help"])).contains("Where no count meets the plan, the first line says which wish")
    );
}

#[test]
fn an_engines_options_are_listed_with_what_they_may_be() {
    let text = done(&["engines", "flink"]);
    for line in [
        "    snapshot: HashmapCheckpoint | HashmapNativeSavepoint | CanonicalSavepoint | RocksdbIncremental; left out: \
         HashmapCheckpoint",
        "    states: 1 to 1000; left out: 1",
        "    operator: a text of 1 to 1000; left out: \"counter\"",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let profile: Value = serde_json::from_str(&done(&["engines", "spark", "--format", "json"])).unwrap();
    let stores = profile["options"].as_array().unwrap().iter().find(|option| option["name"] == "stores").unwrap();
    assert_eq!(stores["allowed"], serde_json::json!({"whole": {"least": 1, "most": 100}}));
}

#[test]
fn keys_may_come_in_two_ways_and_the_message_names_both() {
    let told = refused(&["bucket", "--engine", "flink"]);
    assert!(told.contains("KEY") && told.contains("--keys FILE") && told.contains("--keys -"), "{told}");
    assert!(refused(&["bucket", "--engine", "flink", "--keys", "-", "user-1"]).contains("cannot be used with"));
    assert_eq!(done(&["bucket", "--engine", "mapreduce", "a"]), "key,bucket,worker\na,0,\n");
}
