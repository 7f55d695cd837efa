//! Columns are what their names say, and what was passed over is told.

use super::{file, found, keys_of, pairs, read_as};
use crate::program::{ended, redeal};
use redeal::import::ListOptions;

fn error(name: &str, text: &str) -> String {
    read_as(name, text.as_bytes(), &ListOptions::default()).unwrap_err().message
}

#[test]
fn a_column_with_a_load_s_name_is_the_load_whatever_stands_in_it() {
    let (keys, facts) = found("keys.csv", "key,load\na,1.5\nb,1e3\nc,5.0\nd,NaN\n");
    assert_eq!(keys, pairs(&[("b", 1000), ("c", 5)]));
    assert_eq!((facts.load_column.as_deref(), facts.rejected), (Some("load"), 2));
    assert_eq!(facts.first_rejected.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 5]);
    let told = error("keys.csv", "key,load\na,1.5\nb,2.5\n");
    assert!(told.starts_with("load \"1.5\" is not a whole number of records"), "{told}");
    // As a query writes what it takes for a real number.
    let text = "{\"key\":\"a\",\"load\":5.0}\n{\"key\":\"b\",\"load\":1.25E2}\n{\"key\":\"c\",\"load\":1.5}\n{\"key\":2.0,\"load\":1}\n";
    let (keys, facts) = found("keys.jsonl", text);
    assert_eq!((keys, facts.rejected), (pairs(&[("a", 5), ("b", 125)]), 2));
    assert_eq!(facts.first_rejected[0].reason, "load \"1.5\" is not a whole number of records");
    let too_much = found("keys.jsonl", "{\"key\":\"a\",\"load\":1e30}\n{\"key\":\"b\",\"load\":1}\n").1;
    assert!(too_much.first_rejected[0].reason.ends_with("is more than 2^64 - 1 records"), "{too_much:?}");
}

#[test]
fn a_number_is_no_load_where_its_name_is_none() {
    for (text, key, keys) in [
        ("timestamp,user_id\n1700000000,a\n1700000001,b\n1700000002,a\n", "user_id", &[("a", 2), ("b", 1)][..]),
        ("user_id,age\na,40\nb,50\n", "user_id", &[("a", 1), ("b", 1)]),
    ] {
        let (found, facts) = found("keys.csv", text);
        assert_eq!((found, facts.key_column.as_str(), facts.load_column.clone()), (pairs(keys), key, None));
        assert!(facts.remarks[0].contains("holds whole numbers and is not used: each row counts as one record"));
    }
    let (_, facts) = found("keys.csv", "user_id,age\na,40\nb,50\n");
    assert!(facts.remarks[0].contains("(--load-column age)"), "{:?}", facts.remarks);
    for name in ["n", "cnt", "num_records", "event_count", "count(1)", "COUNT(*)"] {
        let (keys, facts) = found("keys.csv", &format!("user_id,{name}\na,40\nb,50\n"));
        assert_eq!((keys, facts.remarks.len()), (pairs(&[("a", 40), ("b", 50)]), 0), "{name}");
    }
    // What is told is meant.
    let told = ListOptions { load: redeal::import::ColumnChoice::Without, ..ListOptions::default() };
    assert_eq!(keys_of("keys.csv", b"user_id,age\na,40\nb,50\n", &told).1.remarks, Vec::<String>::new());
}

#[test]
fn the_key_goes_by_its_name_before_its_place() {
    let text = "ts,country,user_id,events,bytes_state\n1,de,a,3,10\n1,de,b,4,20\n";
    let (keys, facts) = found("keys.csv", text);
    assert_eq!((keys, facts.key_column.as_str()), (pairs(&[("a", 3), ("b", 4)]), "user_id"));
    assert_eq!((facts.state_column.as_deref(), facts.remarks.len()), (Some("bytes_state"), 0));
    let (_, facts) = found("keys.csv", "day,who,events\n1,a,3\n1,b,4\n");
    assert_eq!(facts.key_column, "day");
    assert!(facts.remarks[0].contains("\"day\", which has the same value in all of the first rows: \"1\""));
}

#[test]
fn json_by_its_ending_is_read_as_json() {
    let objects = "{\"key\":\"a\",\"count\":3}\n{\"key\":\"b\",\"count\":4}\n";
    let long = format!("{{\"key\": \"{}\"}}", "x".repeat(70_000));
    for (first, rows) in [("# a comment", 2), ("{\"key\":", 2), (&long, 2), ("[1]", 2)] {
        let (keys, facts) = found("keys.jsonl", &format!("{first}\n{objects}"));
        assert!(facts.format.starts_with("JSON lines"), "{first:.20}: {}", facts.format);
        assert_eq!(keys.iter().filter(|(key, _)| key.len() == 1).count(), rows);
    }
    for array in ["[{\"key\":\"a\"},{\"key\":\"b\"}]", "[\n{\"key\":\"a\"},\n{\"key\":\"b\"}\n]\n"] {
        for name in ["keys.jsonl", "keys.json", "keys.ndjson.gz"] {
            assert!(error(name, array).starts_with("is a JSON array: one object a line is read"), "{array}");
        }
    }
    assert!(error("keys.json", "{\n  \"key\": \"a\"\n}\n").starts_with("holds no JSON object that is one line"));
}

#[test]
fn a_long_field_at_the_end_of_the_first_bytes_hides_no_delimiter() {
    let row = |at: u32| format!("\"k{at}\"|\"x, y\"|\"{at}\"\n");
    let before = (0..20).map(row).collect::<String>();
    let after = (20..60).map(row).collect::<String>();
    // Lines that a reader by commas would find alike, in a field that goes on behind 64 KiB.
    let text = format!("\"key\"|\"x\"|\"load\"\n{before}\"k\"|\"{}\"|\"1\"\n{after}", "a line, of two\n".repeat(6000));
    let (keys, facts) = found("keys.csv", &text);
    assert!(facts.format.contains("separated by bars"), "{}", facts.format);
    assert!(keys.contains(&("k59".to_owned(), 59)) && facts.load_column.as_deref() == Some("load"));
}

#[test]
fn very_many_columns_are_counted_to_their_end() {
    let line = |text: &str, last: &str| format!("{}{last}\n", format!("{text},").repeat(100_000));
    let (keys, facts) = found("keys.csv", &(line("f", "key") + &line("1", "a") + &line("1", "b")));
    assert_eq!((keys, facts.rejected), (pairs(&[("a", 1), ("b", 1)]), 0));
    let too_long = format!("{}\n", "c,".repeat(600_000));
    assert!(error("keys.csv", &too_long.repeat(3)).starts_with("this row is longer than 1048576 bytes"));
}

#[test]
fn carriage_returns_alone_end_lines() {
    let (keys, facts) = found("keys.csv", "key,load\ra,3\rb,4\r\ra,1\r");
    assert_eq!((keys, facts.rows), (pairs(&[("a", 4), ("b", 4)]), 3));
    // Longer than what is looked at first.
    let long = (0..20_000).fold("key,load\r".to_owned(), |text, at| format!("{text}k{at},2\r"));
    let (keys, facts) = found("keys.csv", &long);
    assert_eq!((keys.len(), facts.rejected), (20_000, 0));
    // Beside other line ends they belong to the text.
    assert_eq!(found("keys.csv", "key,load\nx\ry,1\n").0, pairs(&[("x\ry", 1)]));
}

#[test]
fn sums_of_buckets_are_not_taken_for_keys() {
    let text = (0..200).fold("partition_id,cnt\n".to_owned(), |text, at| format!("{text}{at},{}\n", at + 1));
    let told = error("sql.csv", &text);
    assert!(
        told.starts_with("has 0 to 199 once each in its column \"partition_id\"")
            && told.contains("--counted-under 200")
    );
    let (folder, _) = file("sql.csv", text.as_bytes());
    let report = |more: &[&str]| {
        let start = ["report", "sql.csv", "--engine", "spark", "--workers", "10", "--format", "json"];
        let (code, out, told) = ended(redeal(&start).args(more).current_dir(folder.path()));
        assert_eq!(code, 0, "{told}");
        serde_json::from_str::<serde_json::Value>(&out).unwrap()
    };
    let counted = report(&["--counted-under", "200"]);
    // 1 + 2 + ... + 200.
    assert_eq!((&counted["keys"]["load"], &counted["keys"]["counted"]), (&20_100.into(), &false.into()));
    assert_eq!((&counted["buckets"]["load"][0], &counted["buckets"]["load"][199]), (&1.into(), &200.into()));
    // Told to be keys, they are.
    let keys = report(&["--key-column", "partition_id", "--buckets", "200"]);
    assert_eq!((&keys["keys"]["count"], &keys["keys"]["load"]), (&200.into(), &20_100.into()));
    // Not all of them, or twice: keys.
    assert_eq!(found("a.csv", "partition,load\n0,1\n2,1\n").0.len(), 2);
    assert_eq!(found("a.csv", "partition,load\n0,1\n1,1\n0,1\n").0.len(), 2);
}
