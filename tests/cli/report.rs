//! What a report says of keys, losses and formats, as it is used.

use crate::asked::{done, flowing, json, run};
use serde_json::Value;

const EXAMPLE: &str = "128-buckets";

#[test]
fn of_many_workers_the_busiest_are_shown_unless_all_are_asked_for() {
    // The table of workers stands between its header and the figures, or the line that says how many more there are.
    let rows = |text: &str| {
        let lines = text.lines().skip_while(|line| !line.trim_start().starts_with("worker  buckets")).skip(1);
        lines.take_while(|line| !line.is_empty() && !line.contains("more workers")).count()
    };
    let text = done(&["report", EXAMPLE, "--workers", "128"]);
    assert!(text.contains("… 118 more workers (--all)"), "{text}");
    assert_eq!(rows(&text), 10, "{text}");
    let all = done(&["report", EXAMPLE, "--workers", "128", "--all"]);
    assert!(!all.contains("more workers") && rows(&all) == 128, "{all}");
}

#[test]
fn the_heaviest_keys_have_their_bucket_and_worker() {
    let text = done(&["report", EXAMPLE, "--workers", "4", "--workers", "40"]);
    // Zipf with exponent 1 from 20 000: the k-th key has 20 000 / k; bucket and worker as `redeal bucket` tells them.
    let report = json(&["report", EXAMPLE, "--format", "json"]);
    let keys = report["heaviest_keys"].as_array().unwrap();
    assert_eq!(keys.len(), 10);
    for (rank, key) in (1..).zip(keys) {
        assert_eq!((&key["key"], &key["load"]), (&format!("user-{rank}").into(), &(20_000 / rank).into()));
        let name = key["key"].as_str().unwrap();
        let dealt = done(&["bucket", "--engine", "flink", "--buckets", "128", "--workers", "40", name]);
        let row = format!("{name},{},", key["bucket"]);
        let worker = dealt.lines().nth(1).unwrap().strip_prefix(&row).unwrap_or_else(|| panic!("{row}: {dealt}"));
        let shown = text.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        assert_eq!(shown.split_whitespace().last(), Some(worker), "{shown}");
    }
}

#[test]
fn the_losses_stand_by_size_and_what_is_no_news_is_left_out() {
    let text = done(&["report", EXAMPLE, "--workers", "40"]);
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(place("hottest bucket           4.22×") < place("uneven deal              1.25×"));
    assert!(place("One hot key.") < place("Uneven deal."));
    assert!(text.contains("chi-square") && !text.contains("Without a key"), "{text}");
}

#[test]
fn the_ending_of_the_output_says_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (arguments, name, begins) in [
        (&["report", "8-buckets"][..], "r.json", "{\n  \"format\": \"redeal-report/1\""),
        (&["report", "8-buckets"], "r.MD", "## "),
        (&["report", "8-buckets"], "r.csv", "step,"),
        (&["compare", "8-buckets", "few-keys"], "c.json", "{\n  \"format\": \"redeal-compare/1\""),
        (&["sweep", "8-buckets"], "s.json", "{"),
        (&["advise", "plan-4-to-40"], "a.md", "**Take 720 key groups"),
    ] {
        done(&[arguments, &["-o", &path(name)]].concat());
        let text = std::fs::read_to_string(path(name)).unwrap();
        assert!(text.starts_with(begins), "{name}: {}", &text[..60]);
    }
    done(&["report", "8-buckets", "-o", &path("r.json"), "--format", "csv"]);
    assert!(std::fs::read_to_string(path("r.json")).unwrap().starts_with("step,"));
    let (code, _, told) = run(&["sweep", "8-buckets", "-o", &path("s.md")]);
    assert!(code == 2 && told.contains("this command writes csv, json"), "{told}");
}

/// Twelve buckets of 100 keys and 1000 records each, but for one key of 5000 records in bucket 7.
fn counts(with_keys: bool) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let rows: Vec<String> = (0..12)
        .map(|bucket| {
            let load = if bucket == 7 { 6000 } else { 1000 };
            if with_keys { format!("{bucket},{load},{}", 99 + bucket % 3) } else { format!("{bucket},{load}") }
        })
        .collect();
    let header = if with_keys { "bucket,load,keys" } else { "bucket,load" };
    std::fs::write(folder.path().join("counts.csv"), format!("{header}\n{}\n", rows.join("\n"))).unwrap();
    let scenario = "Scenario(format: 1, name: \"counts\", engine: Spark(), buckets: Fixed(12), widths: [4], keys: Buckets(path: \
                    \"counts.csv\"), seed: 7)";
    let path = folder.path().join("job.ron");
    std::fs::write(&path, scenario).unwrap();
    (folder, path.display().to_string())
}

#[test]
fn a_heavy_bucket_of_usual_keys_is_one_hot_key() {
    let (_folder, path) = counts(true);
    let text = flowing(&done(&["report", &path]));
    // 6000 of 17 000 records on 12 buckets: 6000 * 12 / 17 000 = 4.24.
    assert!(
        text.contains(
            "Probably one hot key. Bucket 7 holds 4.24× the mean load, 35 % of all, with a usual number of keys"
        ),
        "{text}"
    );
    assert!(!text.contains("Unlucky") && text.contains("hottest key not known"), "{text}");
    assert!(
        text.contains("Heaviest bucket 7 with 6 000 records, 100 keys (4.24× the mean); 0 with 1 000 records"),
        "{text}"
    );
    let report = json(&["report", &path, "--format", "json"]);
    assert_eq!(
        (&report["keys"]["hottest_load"], &report["steps"][0]["loss"]["hot_key_floor"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(report["keys"]["count"], 12 * 100);
}

#[test]
fn where_nobody_counted_keys_that_is_said() {
    let (folder, path) = counts(false);
    let text = flowing(&done(&["report", &path]));
    assert!(
        text.contains("One heavy bucket. Bucket 7 holds 4.24× the mean load") && text.contains("is not known"),
        "{text}"
    );
    let report = json(&["report", &path, "--format", "json"]);
    let worker = &report["steps"][0]["worker"][0];
    for unknown in [&report["keys"]["count"], &report["buckets"]["keys"], &worker["keys"], &worker["state_bytes"]] {
        assert_eq!(unknown, &Value::Null, "{report}");
    }
    let csv = done(&["report", &path, "--format", "csv"]);
    let row: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
    assert_eq!((row[6], row[8]), ("", ""), "{csv}");
    drop(folder);
}

#[test]
fn a_count_that_is_a_constant_is_nobodys_choice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("job.ron");
    let scenario = "Scenario(format: 1, name: \"slots\", engine: RedisCluster(), buckets: EngineDefault, widths: [7], keys: \
                    Generated(count: 100000, pattern: \"k{}\", load: Uniform(each: 1)), seed: 7)";
    std::fs::write(&path, scenario).unwrap();
    let text = flowing(&done(&["report", &path.display().to_string()]));
    assert!(!text.contains("Nobody chose") && !text.contains("the mean is about 2 341"), "{text}");
    assert!(text.contains("every worker owns about 2 341 buckets (hash slots)."), "{text}");
}

#[test]
fn a_deal_and_a_figure_take_what_the_others_take() {
    // 271 partitions, the default: 271 = 7 * 38 + 5.
    let dealt = done(&["deal", "--engine", "hazelcast", "--workers", "7"]);
    let counts: Vec<&str> = dealt.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    assert_eq!(counts.iter().map(|count| count.parse::<u32>().unwrap()).sum::<u32>(), 271);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("keys.csv"), "user,n\na,3\nb,4\nc,5\n").unwrap();
    let list =
        ["figure", &path("keys.csv"), "--kind", "deal", "--engine", "flink", "--buckets", "128", "--workers", "2"];
    done(&[&list[..], &["-o", &path("list.csv")]].concat());
    let drawn = std::fs::read_to_string(path("list.csv")).unwrap();
    let loads = drawn.lines().skip(1).map(|line| line.split(',').nth(3).unwrap().parse::<u64>().unwrap());
    assert_eq!(loads.sum::<u64>(), 3 + 4 + 5, "{drawn}");
    done(&["figure", EXAMPLE, "--kind", "deal", "--workers", "5", "-o", &path("five.csv")]);
    assert_eq!(std::fs::read_to_string(path("five.csv")).unwrap().lines().count(), 1 + 5);
}
