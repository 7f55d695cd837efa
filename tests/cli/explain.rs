//! `redeal explain` and `redeal chance` as they are run.

use crate::asked::{done, done_with, fed, json, json_with, run};

const WIDTH: &str = "Vertex counter's parallelism (8) is higher than the max parallelism (4). Please lower the parallelism or increase the max \
                     parallelism.";

#[test]
fn a_message_is_explained_from_arguments_and_from_stdin() {
    let text = done(&["explain", WIDTH]);
    for part in
        ["Apache Flink: Parallelism above the max parallelism", "8 subtasks", "4 key groups", "from 1 to 4", "1. Lower"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let words: Vec<&str> = ["explain"].into_iter().chain(WIDTH.split(' ')).collect();
    assert_eq!(done(&words), text);
    assert_eq!(done_with(&["explain", "-"], WIDTH.as_bytes()), text);
    let told = json_with(&["explain", "--format", "json", "-"], WIDTH.as_bytes());
    assert_eq!(told["format"], "redeal-explain/1");
    let first = &told["explanations"][0];
    assert_eq!(
        first["numbers"][1],
        serde_json::json!({"name": "max parallelism", "value": 4, "unit": "key groups", "reading": "whole"})
    );
    assert!(first["do"].is_array() && first["passes"].is_array() && first["kind"] == "cause", "{first}");
}

#[test]
fn a_long_log_of_any_bytes_is_read_to_its_end() {
    let mut log = Vec::new();
    for line in 0..60_000 {
        log.extend_from_slice(format!("line {line} \u{2026} \u{1b}[31mx\u{1b}[0m ").as_bytes());
        log.extend_from_slice(&[0xff, 0xe2, b'\n']);
    }
    log.extend_from_slice(WIDTH.as_bytes());
    assert!(done_with(&["explain", "-"], log).contains("from 1 to 4"));
}

/// As a shell of Windows writes it to a file.
#[test]
fn a_log_in_utf_16_is_read_by_its_byte_order_mark() {
    let log: Vec<u16> = format!("\u{feff}line 1 \u{2026}\r\n{WIDTH}\r\n").encode_utf16().collect();
    let plain = done_with(&["explain", "-"], WIDTH.as_bytes());
    for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = log.iter().flat_map(|&unit| bytes_of(unit)).collect();
        assert_eq!(done_with(&["explain", "-"], bytes), plain);
    }
}

#[test]
fn text_that_is_not_known_ends_with_2_and_one_message() {
    for (arguments, input) in [(vec!["explain", "hello"], ""), (vec!["explain", "-"], ""), (vec!["explain", ""], "")] {
        let (code, out, err) = fed(&arguments, input);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.starts_with("error: TEXT: no message in this text is known.") && err.lines().count() == 1, "{err}");
    }
    let (code, _, err) = run(&["explain", "-", "more"]);
    assert!(code == 2 && err.contains("takes no other text"), "{err}");
    assert_eq!(run(&["explain"]).0, 2);
}

#[test]
fn loads_are_told_from_a_fault() {
    let text = done(&["chance", "97", "73", "81", "76", "93", "79"]);
    assert!(text.starts_with("Chance. 35 % of even hashings are as uneven or more.\n"), "{text}");
    assert!(text.contains("Chi-square 5.59 where 5 ± 3.2 are usual"), "{text}");
    let table = "worker,keys\n0,97\n1,73\n2,81\n3,76\n4,93\n5,79\n";
    for input in ["97\n73\n81\n76\n93\n79\n", "97,73,81,76,93,79", table] {
        assert_eq!(done_with(&["chance", "-"], input.as_bytes()), text, "{input}");
    }
    assert_eq!(done_with(&["chance", "-", "--column", "keys"], table.as_bytes()), text);
    let figures = json(&["chance", "--format", "json", "97", "73", "81", "76", "93", "79"]);
    assert_eq!((&figures["format"], &figures["likelihood"]), (&"redeal-chance/1".into(), &"chance".into()));
    let uneven = done(&["chance", "--keys", "1000", "9000", "100", "100", "100"]);
    assert!(
        uneven.starts_with("Not chance alone: look for a hot key") && uneven.contains("no independent throws"),
        "{uneven}"
    );
    let dealt = json(&["chance", "--buckets", "128", "--format", "json", "43", "43", "42"]);
    assert!(dealt["chi_square"].as_f64().unwrap().abs() < 1e-9, "{dealt}");
}

#[test]
fn idle_workers_are_told_from_a_fault() {
    let text = done(&["chance", "--idle", "79", "--workers", "128", "--keys", "128"]);
    assert!(text.starts_with("Not chance: look for a fault. Less than 1 in"), "{text}");
    assert!(text.contains("z = 9.1"), "{text}");
    let text = done(&["chance", "--idle", "46", "--workers", "128", "--keys", "128"]);
    assert!(text.starts_with("Chance. "), "{text}");
}

#[test]
fn wrong_loads_get_one_message() {
    for (arguments, input, part) in [
        (vec!["chance"], "", "required"),
        (vec!["chance", "1", "x"], "", "LOAD: \"x\" is no load"),
        (vec!["chance", "0", "0"], "", "all loads are 0"),
        (vec!["chance", "18446744073709551615", "1"], "", "more than 2^64 - 1"),
        (vec!["chance", "-", "3"], "", "takes no other number"),
        (vec!["chance", "-"], "", "stdin: empty"),
        (vec!["chance", "-"], "1,2\n3,4\n", "2 columns: name the one"),
        (vec!["chance", "-", "--column", "z"], "a,b\n3,4\n", "no column \"z\": there are a, b"),
        (vec!["chance", "-"], "keys\n1\n\"2 3\"\n", "stdin:3: \"2 3\" is no load"),
        (vec!["chance", "-"], "1.5\n5\n6\n", "stdin:1: \"1.5\" is no load"),
        (vec!["chance", "-"], "-900\n5\n6\n", "stdin:1: \"-900\" is no load"),
        (vec!["chance", "-"], "NaN\n5\n6\n", "stdin:1: \"NaN\" is no load"),
        (vec!["chance", "-"], "n/a\n5\n6\n", "stdin:1: \"n/a\" is no load"),
        (vec!["chance", "5", "6", "--column", "keys"], "", "--column: names a column of stdin"),
        (vec!["chance", "--idle", "3"], "", "required"),
        (vec!["chance", "--idle", "3", "--workers", "2", "--keys", "2"], "", "3 idle of 2 workers"),
        (vec!["chance", "--keys", "0", "3", "4"], "", "--keys"),
    ] {
        let (code, out, err) = fed(&arguments, input);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(part), "{arguments:?}: {err}");
    }
    let (code, _, err) = run(&["chance", "--buckets", "2", "1", "1", "1"]);
    assert!(code == 1 && err.contains("is higher than the max parallelism (2)"), "{err}");
}

#[test]
fn a_file_s_name_is_no_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("driver.log");
    std::fs::write(&path, WIDTH).unwrap();
    let (code, _, err) = run(&["explain", path.to_str().unwrap()]);
    assert!(code == 2 && err.contains("is a file: redeal explain - < ") && err.contains("driver.log"), "{err}");
}

#[test]
fn chance_asks_for_what_may_be_missing_before_it_speaks_of_a_fault() {
    // 128 key groups on 40 subtasks: eight of them own four, the others three. A thousand keys a key group.
    let loads: Vec<String> = (0..40).map(|at| if at % 5 == 0 { "4000" } else { "3000" }.to_owned()).collect();
    let of = |more: &[&str]| {
        let loads = loads.iter().map(String::as_str);
        done(&["chance"].into_iter().chain(loads).chain(more.iter().copied()).collect::<Vec<_>>())
    };
    let told = of(&[]);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("Not chance") && lines[1].contains("give --buckets"), "{told}");
    assert!(lines[2].contains("Where they are records, give --keys"), "{told}");
    let told = done(&[
        "chance",
        "--idle",
        "4",
        "--workers",
        "7",
        "--keys",
        "40",
        "--buckets",
        "3",
        "--engine",
        "kafka-streams",
    ]);
    assert!(told.contains("4 workers own no bucket") && told.contains("more buckets, or fewer workers"), "{told}");
    assert!(!told.contains("More buckets do not help"), "{told}");
    for arguments in [
        &["chance", "5", "5", "5", "--keys", "1"][..],
        &["chance", "--idle", "10", "--workers", "10", "--keys", "1"],
        &["chance", "--idle", "0", "--workers", "10", "--keys", "1"],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("keys in all: 1"), "{err}");
    }
}
