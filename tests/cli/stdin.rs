//! `-` in place of a file: what is read from standard input, and what needs a file.

use crate::asked::{done, done_with, fed, flowing, json, json_with, spaced};
use crate::data::data;
use std::fs;

fn listing(name: &str) -> (String, String) {
    let path = data(&format!("kafka-listings/{name}"));
    (path.display().to_string(), fs::read_to_string(&path).unwrap())
}

fn refused(arguments: &[&str], input: &str) -> String {
    let (code, out, told) = fed(arguments, input);
    assert_eq!((code, out.as_str(), told.lines().count()), (2, "", 1), "{arguments:?}: {told}");
    told
}

#[test]
fn listings_are_read_as_from_a_file() {
    let (sizes, sizes_text) = listing("log-dirs.txt");
    let (groups, groups_text) = listing("groups.txt");
    for (path, text, part) in [(&sizes, &sizes_text, "in,side"), (&groups, &groups_text, "orders/in")] {
        // What the summary calls the file is all that differs.
        let file = flowing(&done(&["inspect", path])).replace(path.as_str(), "-");
        assert_eq!(flowing(&done_with(&["inspect", "-"], text.as_str())), file);
        let (of_file, named) = (format!("{path}#{part}"), format!("-#{part}"));
        let call = |name: &str| ["inspect", "--workers", "3", "--format", "json", "--", name].map(str::to_owned);
        let (file, fed) = (call(&of_file), call(&named));
        let (file, fed) = (file.each_ref().map(String::as_str), fed.each_ref().map(String::as_str));
        assert_eq!(json_with(&fed, text.as_str())["widths"], json(&file)["widths"]);
        let load = |name: &str| ["report", "--workers", "3", "--format", "json", "--", name].map(str::to_owned);
        let (file, fed) = (load(&of_file), load(&named));
        let (file, fed) = (file.each_ref().map(String::as_str), fed.each_ref().map(String::as_str));
        let (file, fed) = (json(&file), json_with(&fed, text.as_str()));
        assert_eq!((&fed["buckets"], &fed["digest"]), (&file["buckets"], &file["digest"]));
    }
    let told = refused(&["inspect", "-", "--workers", "3", "--scenario", "job.ron"], &sizes_text);
    assert!(told.contains("-: the scenario of --scenario reads the listing again: write it to a file first"), "{told}");
    let told = refused(&["inspect", "-"], "nothing of the kind");
    assert!(told.contains("-: is no listing: standard input takes the output of kafka-log-dirs --describe"), "{told}");
}

#[cfg(unix)]
#[test]
fn lists_of_keys_and_tables_of_buckets_are_read_with_an_engine() {
    let list = ["report", "-", "--engine", "flink", "--buckets", "128", "--workers", "4", "--format", "json"];
    let report = json_with(&list, "user,count\nann,5\nbob,7\n");
    assert_eq!(
        (&report["keys"]["count"], &report["keys"]["load"], &report["scenario"]),
        (&2.into(), &12.into(), &"stdin".into())
    );
    let table = ["report", "-", "--engine", "spark", "--counted-under", "4", "--workers", "2", "--format", "json"];
    assert_eq!(json_with(&table, "0,1\n1,2\n2,3\n3,4\n")["buckets"]["load"], serde_json::json!([1, 2, 3, 4]));
    let told = refused(&["report", "-"], "ann,5\nbob,7\n");
    assert!(
        told.contains("with a list of keys or a table of buckets --engine is needed, as in redeal report - "),
        "{told}"
    );
    // A list beyond what is held is read anew for each count, which a pipe cannot give.
    let many = (0..1_100_000).fold(String::new(), |mut text, key| {
        text.push_str(&key.to_string());
        text.push('\n');
        text
    });
    let told = refused(&list, &many);
    assert!(told.contains("pipe"), "{told}");
}

#[test]
fn a_scenario_is_read_as_from_a_file() {
    let text = include_str!("../../scenarios/8-buckets.ron");
    let digest = |report: serde_json::Value| report["digest"].clone();
    assert_eq!(
        digest(json_with(&["report", "-", "--format", "json"], text)),
        digest(json(&["report", "8-buckets", "--format", "json"]))
    );
    let wrong = text.replace("widths:", "widhts:");
    let line = wrong.lines().position(|line| line.contains("widhts")).unwrap() + 1;
    assert!(refused(&["sweep", "-"], &wrong).contains(&format!("-:{line}:")));
    let compared = done_with(&["compare", "-", "128-buckets", "--format", "csv"], text);
    assert_eq!(spaced(&compared), done(&["compare", "8-buckets", "128-buckets", "--format", "csv"]));
}

#[test]
fn what_needs_a_file_says_so() {
    let text = include_str!("../../scenarios/8-buckets.ron");
    for (arguments, message) in [
        (&["compare", "-", "-"][..], "standard input is named twice, and can be read once"),
        (&["record", "-"], "-: a record names the file that it is of: write it to a file first, and name that"),
        (&["check", "production", "-"], "-: a record lies beside the file that it is of"),
        (&["-"], "-: the window shows a file"),
    ] {
        let told = refused(arguments, text);
        assert!(told.contains(message), "{arguments:?}: {told}");
    }
}
