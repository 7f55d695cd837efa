//! The program as it is run: every subcommand, format and way to end.

#[path = "cli/asked.rs"]
mod asked;
#[path = "cli/bucket.rs"]
mod bucket;
#[path = "cli/check.rs"]
mod check;
#[path = "cli/columns.rs"]
mod columns;
#[path = "support/data.rs"]
mod data;
#[path = "cli/explain.rs"]
mod explain;
#[path = "cli/explore.rs"]
mod explore;
#[path = "cli/figures.rs"]
mod figures;
#[path = "support/flink_folder.rs"]
mod flink_folder;
#[path = "cli/inspect.rs"]
mod inspect;
#[path = "cli/kind.rs"]
mod kind;
#[path = "cli/pipes.rs"]
mod pipes;
#[path = "support/program.rs"]
mod program;
#[path = "cli/record.rs"]
mod record;
#[path = "cli/recorded.rs"]
mod recorded;
#[path = "cli/report.rs"]
mod report;
#[path = "cli/stdin.rs"]
mod stdin;
#[path = "cli/sweep.rs"]
mod sweep;
#[path = "cli/ways_out.rs"]
mod ways_out;

use asked::{done, json, run};
use program::redeal;
use std::path::Path;

const EXAMPLE: &str = "128-buckets";

#[test]
fn json_holds_the_figures_of_the_known_example() {
    let report = json(&["report", EXAMPLE, "--format", "json"]);
    assert_eq!(report["format"], "redeal-report/1");
    assert_eq!((&report["engine"], &report["seed"]), (&"flink".into(), &7.into()));
    assert_eq!(report["digest"].as_str().unwrap().len(), 16);
    assert_eq!((&report["keys"]["count"], &report["keys"]["load"]), (&20_000.into(), &201_177.into()));
    let buckets = &report["buckets"];
    assert_eq!((&buckets["count"], &buckets["occupied"]), (&128.into(), &128.into()));
    assert_eq!((&buckets["keys"][0], &buckets["load"][0]), (&152.into(), &1086.into()));
    let step = &report["steps"][1];
    assert_eq!((&step["workers"], &step["outcome"], &step["owners"]), (&40.into(), &"runs".into(), &40.into()));
    assert!(step["message"].is_null());
    let first = &step["worker"][0];
    let expected = serde_json::json!({"buckets": 4, "keys": 637, "load": 7284, "state_bytes": 40768});
    assert_eq!(*first, expected);
    let snapshot = &step["snapshot"];
    assert_eq!((&snapshot["metadata_bytes"], &snapshot["ranges"]), (&6310.into(), &40.into()));
    assert_eq!(step["movement"]["buckets_moved"], 124);
    for (figure, expected, digits) in [
        (&report["keys"]["hottest_share"], 0.0994, 4),
        (&step["peak_to_mean"], 5.513, 3),
        (&step["effective_width"], 7.255, 3),
        (&step["cv"], 0.862, 3),
        (&step["flink_skew_score"], 50.59, 2),
        (&step["loss"]["dealing"], 1.25, 2),
        (&step["loss"]["hot_key_floor"], 3.977, 3),
        (&step["loss"]["hot_bucket_floor"], 4.219, 3),
        (&snapshot["buckets_per_worker"], 3.2, 1),
        (&step["movement"]["moved_fraction"], 0.969, 3),
        (&step["movement"]["best_relabelled_fraction"], 0.875, 3),
    ] {
        let figure = figure.as_f64().unwrap();
        assert_eq!(format!("{figure:.digits$}"), format!("{expected:.digits$}"));
    }
    assert!(report["steps"][0]["movement"].is_null());
    let refused = &report["steps"][2];
    assert_eq!(refused["outcome"], "refused");
    assert!(refused["message"].as_str().unwrap().contains("max parallelism (128)") && refused.get("worker").is_none());
    let widths: Vec<u64> = serde_json::from_value(report["useful_widths"].clone()).unwrap();
    assert_eq!(widths, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 19, 22, 26, 32, 43, 64, 128]);
}

#[test]
fn text_says_it_in_words_and_how_to_get_it_again() {
    let text = done(&["report", EXAMPLE]);
    let digest = json(&["report", EXAMPLE, "--format", "json"])["digest"].as_str().unwrap().to_owned();
    for part in [
        "128 buckets, 4 to 40 to 200",
        "bucket = key group",
        "1-13, 15, 16, 19, 22, 26, 32, 43, 64, 128",
        "Restart at 40 workers: runs",
        "uneven deal              1.25×",
        "hottest key              3.98×",
        "124 of 128 buckets",
        "Vertex counter's parallelism (200) is higher than the max parallelism (128).",
        "Again:  redeal report 128-buckets\n",
        &format!("seed 7, digest {digest}\n"),
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    for word in ["NaN", "inf"] {
        assert!(!text.split_whitespace().any(|found| found.trim_matches(|c: char| !c.is_alphanumeric()) == word));
    }
    assert!(text.lines().all(|line| line.chars().count() <= 130), "{text}");
}

#[test]
fn text_is_ascii_where_the_locale_is() {
    let output = redeal(&["report", EXAMPLE]).env("LC_ALL", "C").output().unwrap();
    assert!(output.stdout.is_ascii() && output.stdout.contains(&b'#'));
    let output = redeal(&["report", EXAMPLE]).env_remove("LC_ALL").env("LANG", "en_GB.UTF-8").output().unwrap();
    assert!(!output.stdout.is_ascii());
}

#[test]
fn csv_has_a_row_a_worker_and_step() {
    let text = done(&["report", EXAMPLE, "--format", "csv"]);
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let header = ["step", "workers", "bucket_count", "outcome", "worker", "buckets", "keys", "load", "state_bytes"];
    assert_eq!(rows.headers().unwrap(), &header[..]);
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 4 + 40 + 1);
    assert_eq!(rows[4], ["2", "40", "128", "runs", "0", "4", "637", "7284", "40768"][..]);
    assert_eq!(rows[44], ["3", "200", "128", "refused", "", "", "", "", ""][..]);
}

#[test]
fn markdown_has_a_table_and_the_message() {
    let text = done(&["report", EXAMPLE, "--format", "markdown"]);
    assert!(text.starts_with("## 128 buckets, 4 to 40 to 200\n"));
    let tables: Vec<usize> =
        text.lines().filter(|line| line.starts_with('|')).map(|line| line.matches('|').count()).collect();
    assert_eq!(tables[..5], [14; 5]);
    // The ten heaviest keys, with a column for each step that runs.
    assert_eq!(tables[5..], [7; 12]);
    assert!(text.contains("\n> Vertex counter's parallelism (200)") && text.contains("`redeal report 128-buckets`"));
}

#[test]
fn widths_of_the_command_line_replace_the_scenarios() {
    let report = json(&["report", EXAMPLE, "--workers", "8", "--workers", "128", "--format", "json"]);
    let widths: Vec<u64> =
        report["steps"].as_array().unwrap().iter().map(|step| step["workers"].as_u64().unwrap()).collect();
    assert_eq!(widths, [8, 128]);
    let text = done(&["report", EXAMPLE, "--workers", "8", "--workers", "128"]);
    assert!(text.contains("Again:  redeal report 128-buckets --workers 8 --workers 128\n"));
    // Settings for restarts that are no more go with them.
    done(&["report", "spark-200", "--workers", "8"]);
}

#[test]
fn strict_says_no_where_a_step_is_refused() {
    let (code, out, err) = run(&["report", EXAMPLE, "--strict"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("refused"));
    done(&["report", EXAMPLE, "--strict", "--workers", "4", "--workers", "128"]);
    done(&["report", "kafka-streams-spare", "--strict"]);
}

#[test]
fn reports_are_the_same_on_any_number_of_threads() {
    let report = |threads| done(&["report", "hot-key", "--format", "json", "--threads", threads]);
    let one = report("1");
    assert!(one == report("2") && one == report("7"));
}

#[test]
fn output_goes_into_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "older").unwrap();
    assert_eq!(done(&["report", EXAMPLE, "--format", "json", "-o", path]), "");
    assert_eq!(asked::spaced(&std::fs::read_to_string(&file).unwrap()), done(&["report", EXAMPLE, "--format", "json"]));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn output_that_cannot_be_written_is_told_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/such/folder/report.txt");
    let (code, out, err) = run(&["report", EXAMPLE, "-o", missing.to_str().unwrap()]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.starts_with("error: ") && err.contains("report.txt: cannot be written: ") && err.lines().count() == 1,
        "{err}"
    );
    let (code, _, err) = run(&["report", EXAMPLE, "-o", folder.path().to_str().unwrap()]);
    assert!(code == 2 && err.contains("cannot be written"), "{err}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn output_keeps_links_devices_and_modes() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("report.txt"), folder.path().join("link"));
    std::fs::write(&file, "older").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    done(&["report", EXAMPLE, "-o", link.to_str().unwrap()]);
    assert!(link.is_symlink() && std::fs::read_to_string(&file).unwrap().contains("digest"));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o444)).unwrap();
    let (code, _, err) = run(&["report", "few-keys", "-o", file.to_str().unwrap()]);
    assert!(code == 2 && err.contains("read-only"), "{err}");
    done(&["report", EXAMPLE, "-o", "/dev/null"]);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn without_a_display_the_text_report_follows() {
    for arguments in [&[][..], &["few-keys"][..]] {
        let (code, out, err) = run(arguments);
        assert_eq!(code, 0);
        assert!(err.lines().count() == 1 && err.contains("the text report follows"), "{err}");
        assert_eq!(out, done(&["report", arguments.first().unwrap_or(&EXAMPLE)]));
    }
    let (code, out, err) = run(&["no-such-scenario"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("error: no-such-scenario: neither a file nor") && err.lines().count() == 1, "{err}");
}

#[test]
fn scenarios_are_found_by_path_or_name() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/few-keys.ron");
    let digest = |scenario: &str| json(&["report", scenario, "--format", "json"])["digest"].clone();
    assert_eq!(digest(path.to_str().unwrap()), digest("few-keys"));
    let (code, _, err) = run(&["report", "few-key"]);
    assert!(code == 2 && err.contains("Did you mean \"few-keys\"?"), "{err}");
    let (code, _, err) = run(&["reprot"]);
    assert!(code == 2 && err.contains("Did you mean \"report\"?"), "{err}");
}

#[test]
fn deals_are_shown_as_ranges_or_lists() {
    let deal = |engine: &str, buckets: &str, workers: &str| {
        done(&["deal", "--engine", engine, "--buckets", buckets, "--workers", workers])
    };
    assert_eq!(deal("flink", "128", "4"), "worker,count,buckets\n0,32,0-31\n1,32,32-63\n2,32,64-95\n3,32,96-127\n");
    assert_eq!(deal("flink", "8", "4"), "worker,count,buckets\n0,2,0-1\n1,2,2-3\n2,2,4-5\n3,2,6-7\n");
    assert_eq!(deal("spark", "9", "4"), "worker,count,buckets\n0,3,0 4 8\n1,2,1 5\n2,2,2 6\n3,2,3 7\n");
    let idle = deal("kafka-streams", "4", "6");
    assert_eq!(idle.lines().filter(|line| line.ends_with(",0,")).count(), 2, "{idle}");
}

#[test]
fn a_refused_width_gets_the_engines_own_text_and_a_no() {
    for arguments in [
        &["deal", "--engine", "flink", "--buckets", "128", "--workers", "200"][..],
        &["bucket", "--engine", "flink", "--buckets", "128", "--workers", "200", "user-1"],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (1, ""));
        assert!(
            err.contains("parallelism (200) is higher than the max parallelism (128)") && err.lines().count() == 1,
            "{err}"
        );
    }
}

#[test]
fn engines_are_shown_with_their_sources() {
    let text = done(&["engines", "flink"]);
    assert!(
        text.contains("Apache Flink (flink)")
            && text.contains("max parallelism")
            && text.contains("KeyGroupRangeAssignment")
    );
    let short = done(&["engines"]);
    let line = short.lines().find(|line| line.starts_with("redis-cluster ")).unwrap();
    assert!(line.contains("hash slot") && line.contains("master") && line.contains("only 16384"), "{line}");
    let all = json(&["engines", "--format", "json"]);
    assert_eq!(short.lines().count(), 1 + all.as_array().unwrap().len() + 2, "{short}");
    let ids: Vec<&str> = all.as_array().unwrap().iter().map(|facts| facts["id"].as_str().unwrap()).collect();
    for id in ["flink", "flink-sql", "spark", "kafka-streams", "risingwave", "samza", "redis-cluster", "custom"] {
        assert!(ids.contains(&id), "{id} is missing");
        let one = json(&["engines", id, "--format", "json"]);
        assert!(one["id"] == id && !one["sources"].as_array().unwrap().is_empty());
    }
}

#[test]
fn shells_and_man_are_served() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(done(&["completions", shell]).contains("redeal"), "{shell}");
    }
    assert!(done(&["man"]).contains(".TH redeal 1"));
    assert!(done(&["man", "report"]).contains("redeal\\-report \\- Simulates a scenario"));
    assert_eq!(run(&["man", "nothing"]).0, 2);
}

#[test]
fn every_help_has_an_example_and_wrong_arguments_end_with_two() {
    for subcommand in ["report", "bucket", "deal", "sweep", "engines", "completions", "man"] {
        let help = done(&[subcommand, "--help"]);
        assert!(help.contains("Example") && help.contains(&format!("redeal {subcommand}")), "{help}");
        assert_eq!(run(&[subcommand, "--no-such-option"]).0, 2);
    }
    assert!(done(&["--help"]).contains("Examples:"));
    assert!(done(&["--version"]).starts_with("redeal "));
}
