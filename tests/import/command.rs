//! Lists of keys on the command line and in scenario files.

use super::file;
use super::formats::{gzip, zstd};
use crate::program::{ended, redeal};
use redeal::scenario::{parse, to_ron};
use serde_json::Value;

const LIST: &str = "user_id,region,count\nann,eu,5\nbob,us,7\ncar,eu,x\n,us,2\n";

#[test]
fn a_list_is_a_scenario_with_an_engine_and_widths() {
    let (folder, _) = file("keys.csv", LIST.as_bytes());
    let of = |more: &[&str]| {
        let start = ["report", "keys.csv", "--engine", "flink", "--buckets", "128", "--workers", "4"];
        ended(redeal(&[&start[..], more].concat()).current_dir(folder.path()))
    };
    let (code, out, err) = of(&["--format", "json"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(
        err.replace('\u{a0}', " "),
        "keys.csv: 1 of 4 rows cannot be read and is left out; the first: line 4, load \"x\" is not a whole number of records\n"
    );
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&report["keys"]["count"], &report["keys"]["load"]), (&2.into(), &12.into()));
    assert_eq!(report["keys"].get("count_is_estimate"), None);
    let list = &report["key_list"];
    for (field, value) in [
        ("file", Value::from("keys.csv")),
        ("key_column", "user_id".into()),
        ("load_column", "count".into()),
        ("rows", 3.into()),
        ("rejected", 1.into()),
        ("null_rows", 1.into()),
        ("null_load", 2.into()),
        ("null_refused", "Assigned key must not be null!".into()),
        ("distinct", 2.into()),
    ] {
        assert_eq!(list[field], value, "{field}");
    }
    assert_eq!(list["first_rejected"][0]["line"], 4);
    let (_, out, _) = of(&["--key-column", "2", "--load-column", "0"]);
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("4 rows of keys.csv (CSV, separated by commas): keys from region, each row one record."),
        "{out}"
    );
    let again = "Again: redeal report keys.csv --engine flink --buckets 128 --key-column 2 --load-column 0 --workers 4";
    assert!(words.contains(again), "{out}");
    let (code, _, err) = of(&["--rejected-at-most", "10"]);
    assert_eq!((code, err.starts_with("error: keys.csv:4:8: load \"x\"")), (2, true), "{err}");
}

#[test]
fn every_command_that_says_so_takes_a_list() {
    let (folder, _) = file("keys.txt", b"ann\t5\nbob\t7\n");
    let of = |arguments: &[&str]| ended(redeal(arguments).current_dir(folder.path()));
    let start = ["keys.txt", "--engine", "spark", "--buckets", "20", "--workers", "4", "--workers", "8"];
    for command in ["advise", "record"] {
        let (code, out, err) = of(&[&[command][..], &start[..]].concat());
        assert_eq!((code, out.is_empty(), err.as_str()), (0, false, ""), "{command}");
    }
    let (code, out, err) = of(&["sweep", "keys.txt", "--engine", "spark", "--buckets", "20,40", "--workers", "4..=5"]);
    assert_eq!((code, out.lines().count(), err.as_str()), (0, 5, ""));
    let (code, out, err) = of(&[&["compare", "8-buckets"][..], &start[..]].concat());
    assert_eq!((code, out.is_empty(), err.as_str()), (0, false, ""));
    // Through a pipe, in which nothing can be read twice.
    #[cfg(unix)]
    {
        let mut run = redeal(&["report", "/dev/stdin", "--engine", "flink", "--workers", "4", "--format", "json"]);
        let (_, out, _) = ended(run.write_stdin("ann\t5\nbob\t7\n"));
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["keys"]["load"], 12);
    }
}

#[test]
fn what_is_missing_or_too_much_is_told() {
    let (folder, _) = file("keys.csv", LIST.as_bytes());
    let told = |arguments: &[&str]| {
        let (code, out, err) = ended(redeal(arguments).current_dir(folder.path()));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        err
    };
    let said = told(&["report", "keys.csv"]);
    assert!(said.starts_with(
        "error: keys.csv: this is a list of keys: --engine is needed, as in redeal report keys.csv --engine"
    ));
    assert!(told(&["report", "keys.csv", "--engine", "flink"]).contains("--workers is needed"));
    assert!(told(&["figure", "keys.csv", "--kind", "deal", "-o", "a.svg"]).contains("this is a list of keys"));
    assert!(
        told(&["report", "8-buckets", "--engine", "flink"])
            .contains("options of a list of keys go with a file of keys")
    );
    assert!(told(&["advise", "8-buckets", "--buckets", "7"]).contains("go with a list of keys"));
    let start = ["report", "keys.csv", "--engine", "flink", "--workers", "4"];
    assert!(
        told(&[&start[..], &["--key-column", "nobody"]].concat())
            .contains("told to be \"nobody\": there are 1 \"user_id\"")
    );
    assert!(told(&[&start[..], &["--key-type", "bytes"]].concat()).contains("Apache Flink hashes string"));
    assert!(told(&[&start[..], &["-o", "keys.csv"]].concat()).contains("-o would overwrite it"));
    assert_eq!(std::fs::read_to_string(folder.path().join("keys.csv")).unwrap(), LIST);
}

#[test]
fn a_scenario_file_keeps_what_it_says_of_a_list() {
    let around = |keys: &str| {
        format!("Scenario(format: 1, name: \"n\", engine: Spark(), buckets: Fixed(20), widths: [4], keys: {keys})")
    };
    let old = "File(path: \"keys.txt\", key_type: I64)";
    let written = to_ron(&parse(&around(old)).unwrap()).unwrap();
    for field in ["delimiter", "header", " load:", "state_bytes", "rejected_at_most"] {
        assert!(!written.contains(field), "{written}");
    }
    let new = "File(path: \"k.csv\", format: Csv, delimiter: ';', header: Yes, key: \"user_id\", load: 0, state_bytes: 4, \
               rejected_at_most: 0.01)";
    let scenario = parse(&around(new)).unwrap();
    assert_eq!(parse(&to_ron(&scenario).unwrap()).unwrap(), scenario);
    for (wrong, message) in [
        ("File(path: \"k.csv\", colum: 1)", "unknown field \"colum\""),
        ("File(path: \"k.csv\", format: Xml)", "unknown name \"Xml\" for ListFormat"),
        ("File(path: \"k.csv\", key: -1)", "the name of a column in quotes, or its number, 1 = the first and 0 = none"),
        ("File(path: \"k.csv\", key: 4294967296)", "the name of a column in quotes"),
    ] {
        let told = parse(&around(wrong)).unwrap_err().to_string();
        assert!(told.contains(message), "{told}");
    }
}

#[test]
fn a_table_of_buckets_may_be_compressed() {
    let table = "partition_id,cnt\n0,1\n1,2\n2,3\n3,4\n";
    let loads = |name: &str, bytes: &[u8]| {
        let (folder, _) = file(name, bytes);
        let start = ["report", name, "--engine", "spark", "--counted-under", "4", "--workers", "2", "--format", "json"];
        let (code, out, told) = ended(redeal(&start).current_dir(folder.path()));
        assert_eq!(code, 0, "{name}: {told}");
        serde_json::from_str::<Value>(&out).unwrap()["buckets"]["load"].clone()
    };
    for (name, bytes) in [
        ("a.csv", table.as_bytes().to_vec()),
        ("a.csv.gz", gzip(table.as_bytes())),
        ("a.csv.zst", zstd(table.as_bytes())),
    ] {
        assert_eq!(loads(name, &bytes), serde_json::json!([1, 2, 3, 4]), "{name}");
    }
    let refused = |bytes: &[u8]| {
        let (folder, _) = file("a.csv.gz", bytes);
        let start = ["report", "a.csv.gz", "--engine", "spark", "--counted-under", "4", "--workers", "2"];
        let (code, _, told) = ended(redeal(&start).current_dir(folder.path()));
        assert_eq!((code, told.lines().count()), (2, 1), "{told}");
        told
    };
    let whole = gzip(table.as_bytes());
    assert!(refused(&whole[..whole.len() - 9]).contains("the gzip data is damaged or cut off"));
    // A small file of a text past the limit: it is the text that is measured.
    let told = refused(&gzip(&vec![b'\n'; (128 << 20) + 1]));
    assert!(told.contains("is larger than 134217728 bytes, the most that a table of buckets may have"), "{told}");
}
