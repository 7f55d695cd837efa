//! What is found without being told.

use super::{file, found, pairs};
use redeal::import::{ColumnChoice, HeaderRow, ListFormat, ListOptions, Preview, preview};

fn previewed(name: &str, text: &str, options: &ListOptions) -> Preview {
    let (_folder, path) = file(name, text.as_bytes());
    preview(&path, options).unwrap()
}

fn auto(name: &str, text: &str) -> Preview {
    previewed(name, text, &ListOptions::default())
}

#[test]
fn a_preview_has_names_rows_and_what_was_found() {
    let text = (1..30).fold("region;user_id;Count\n".to_owned(), |text, row| format!("{text}eu;\"u;{row}\";{row}\n"));
    let found = auto("keys.csv", &text);
    assert_eq!(found.format, "CSV, separated by semicolons");
    assert_eq!(found.columns, ["region", "user_id", "Count"]);
    assert_eq!((found.header, found.key, found.load, found.state_bytes), (true, 1, Some(2), None));
    assert_eq!((found.rows.len(), &found.rows[9]), (10, &vec!["eu".into(), "u;10".into(), "10".to_owned()]));
    let told = ListOptions {
        key: ColumnChoice::of_text("user_id"),
        load: ColumnChoice::of_text("0"),
        ..ListOptions::default()
    };
    let found = previewed("keys.csv", &text, &told);
    assert_eq!((found.key, found.load), (1, None));
    let found = auto("keys.jsonl", "{\"key\": \"a\", \"state_bytes\": 7}\n{\"x\": [1], \"key\": \"b\"}\n");
    assert_eq!(
        (&found.columns[..], found.key, found.load, found.state_bytes),
        (&["key", "state_bytes", "x"].map(String::from)[..], 0, None, Some(1))
    );
    assert_eq!(found.rows[1], ["b", "", "a list"]);
}

#[test]
fn a_first_row_unlike_the_others_is_a_header() {
    let header = |name: &str, text: &str| auto(name, text).header;
    assert!(header("a.csv", "user_id,n\nx,1\ny,2\n"));
    assert!(header("a.csv", "whoever,whatever\nx,1\ny,2\n"));
    assert!(header("a.csv", "user_id,region\nx,eu\ny,us\n"));
    assert!(header("a.txt", "whoever\tload\nx\t1\n"));
    assert!(header("a.txt", "id\n17\n18\n"));
    assert!(header("a.csv", "user_id\nx\ny\n"));
    assert!(!header("a.csv", "x,1\ny,2\n"));
    assert!(!header("a.csv", "x,eu\ny,us\n"));
    assert!(!header("a.txt", "key\nx\ny\n"), "a list of words may begin with any of them");
    assert!(!header("a.csv", "user_id,n\nuser_id,m\n"), "a name stands once");
    for (told, is) in [(HeaderRow::Yes, true), (HeaderRow::No, false)] {
        assert_eq!(
            previewed("a.csv", "x,1\ny,2\n", &ListOptions { header: told, ..ListOptions::default() }).header,
            is
        );
    }
}

#[test]
fn keys_that_hold_a_delimiter_stay_lines() {
    // One key a line, as old key files have them.
    for text in ["Smith, John\nMiller, Ann\n", "a|b\nc|d\n", "a\t1\nb,c\t2\n", "one\ntwo\n"] {
        let found = auto("keys.txt", text);
        assert!(found.format.starts_with("one key a line"), "{text}: {}", found.format);
    }
    assert_eq!(found("keys.txt", "Smith, John\nMiller, Ann\n").0, pairs(&[("Miller, Ann", 1), ("Smith, John", 1)]));
    // A column of numbers, an ending or a column that is told makes a table of them.
    assert_eq!(auto("keys.txt", "a,1\nb,2\n").format, "CSV, separated by commas");
    assert_eq!(auto("keys.csv.gz", "a,b\nc,d\n").format, "CSV, separated by commas");
    let told = ListOptions { key: ColumnChoice::Number(2), ..ListOptions::default() };
    assert_eq!(previewed("keys.txt", "a|b\nc|d\n", &told).key, 1);
    let told = ListOptions { format: ListFormat::Csv, delimiter: Some('~'), ..ListOptions::default() };
    assert_eq!(previewed("keys.txt", "a~b\nc~d\n", &told).columns.len(), 2);
}

#[test]
fn two_columns_without_names_are_a_key_and_its_load() {
    assert_eq!(found("keys.csv", "a,5\nb,6\na,1\n").0, pairs(&[("a", 6), ("b", 6)]));
    assert_eq!(found("keys.csv", "5,a\n6,b\n").0, pairs(&[("a", 5), ("b", 6)]));
    assert_eq!(found("keys.csv", "5,1\n6,2\n").0, pairs(&[("5", 1), ("6", 2)]));
    assert_eq!(found("keys.csv", "a,x\nb,y\n").0, pairs(&[("a", 1), ("b", 1)]));
}
