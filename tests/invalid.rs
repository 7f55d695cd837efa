//! A file a defect: each gets one message that says where, what was found and what is allowed, and nothing is written.

#[path = "support/program.rs"]
mod program;

use assert_cmd::Command;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every file of `tests/invalid` with what its message must hold, from the file's name on.
const EXPECTED: &[(&str, &str)] = &[
    ("binary", r"binary.ron:1:1: this is no scenario: it begins with `\u{0}`, and Scenario(format: 1, …) is expected"),
    (
        "buckets-above-flink",
        "buckets-above-flink.ron:5:20: 32769 buckets: Apache Flink takes 1 to 32768 (maxParallelism is out",
    ),
    ("buckets-above-program", "buckets-above-program.ron:5:20: 1048577 buckets: allowed are 1 to 1048576"),
    ("buckets-as-text", r#"buckets-as-text.ron:5:20: found `"`: a whole number is expected here"#),
    ("buckets-below-risingwave", "buckets-below-risingwave.ron:5:20: 1 buckets: RisingWave takes 2 to 32768"),
    (
        "buckets-default-too-many",
        "buckets-default-too-many.ron:5:5: the derived bucket count: 2000000 buckets: allowed are 1 to",
    ),
    (
        "buckets-unknown-kind",
        r#"buckets-unknown-kind.ron:5:14: unknown name "Fix" for Buckets: did you mean "Fixed"? Allowed are"#,
    ),
    (
        "buckets-without-default",
        "buckets-without-default.ron:5:5: buckets is EngineDefault, but Custom engine has no default: write",
    ),
    (
        "buckets-not-rediss",
        "buckets-not-rediss.ron:5:20: 128 buckets: Redis Cluster takes only 16384 (128 hash slots: Redis Cluster has",
    ),
    ("buckets-zero", "buckets-zero.ron:5:20: 0 buckets: allowed are 1 to 1048576"),
    ("comment-not-closed", "comment-not-closed.ron:2:18: found `never`: the comment is never closed with */"),
    ("duplicate-field", r#"duplicate-field.ron:9:5: field "seed" stands twice in Scenario: once is allowed"#),
    ("empty", "empty.ron:1:1: the file holds no scenario: Scenario(format: 1, …) is expected"),
    (
        "engine-option-unknown",
        r#"engine-option-unknown.ron:4:19: unknown field "schedular" in Flink: did you mean "scheduler"?"#,
    ),
    (
        "engine-option-value-unknown",
        r#"engine-option-value-unknown.ron:4:30: unknown name "Fastest" for FlinkScheduler: allowed are"#,
    ),
    ("engine-nodes-zero", "engine-nodes-zero.ron:4:59: engine: a weight in nodes is 0: allowed are 1 to 100000"),
    (
        "engine-slots-zero",
        "engine-slots-zero.ron:4:39: engine: slots of the adaptive scheduler is 0: allowed are 1 to 1048576",
    ),
    ("engine-states-zero", "engine-states-zero.ron:4:19: engine: states is 0: allowed are 1 to 1000"),
    ("engine-stores-zero", "engine-stores-zero.ron:4:19: engine: stores is 0: allowed are 1 to 100"),
    (
        "engine-unknown",
        r#"engine-unknown.ron:4:13: unknown name "Flinc" for Engine: did you mean "Flink"? Allowed are Flink,"#,
    ),
    ("exponent-huge", "exponent-huge.ron:7:65: keys: load: exponent is inf: allowed is 0 to 20"),
    ("exponent-nan", "exponent-nan.ron:7:65: keys: load: exponent is NaN: allowed is 0 to 20"),
    ("exponent-negative", "exponent-negative.ron:7:65: keys: load: exponent is -1: allowed is 0 to 20"),
    ("format-from-the-future", "format-from-the-future.ron:2:5: format 2: this version reads format 1"),
    ("format-missing", r#"format-missing.ron:8:1: field "format" is missing in Scenario: it must be given"#),
    ("format-zero", "format-zero.ron:2:5: format 0: this version reads format 1"),
    (
        "hot-count-too-large",
        "hot-count-too-large.ron:7:68: keys: load: count of hot keys is 1000: allowed is 1 to one less than",
    ),
    (
        "hot-share-too-large",
        "hot-share-too-large.ron:7:78: keys: load: share is 1.5: allowed is above 0 and at most 0.999999",
    ),
    ("input-pieces-zero", "input-pieces-zero.ron:8:5: input_pieces is 0: at least 1 is needed"),
    (
        "key-column-not-of-engine",
        "key-column-not-of-engine.ron:7:17: keys: key_type is row(string,bool): RisingWave hashes string, i64, i32, i16, row",
    ),
    (
        "key-columns-too-few",
        r#"key-columns-too-few.ron:7:61: "b" is not a key of type row(string,i64): it has 1 column, 2 are needed"#,
    ),
    (
        "key-decimal-too-wide",
        "key-decimal-too-wide.ron:7:17: keys: key_type is decimal(39,2): the precision is 1 to 38 digits",
    ),
    (
        "key-number-too-large",
        r#"key-number-too-large.ron:7:42: "2147483648" is not a key of type i32: allowed are whole numbers"#,
    ),
    (
        "key-numbers-too-large",
        "key-numbers-too-large.ron:7:5: keys: keys 2147483640 to 2147483649 do not fit key type i32: its",
    ),
    (
        "key-type-not-of-engine",
        "key-type-not-of-engine.ron:7:79: keys: key_type is bytes: Apache Flink hashes string, i64, i32, i16",
    ),
    (
        "key-type-without-numbers",
        "key-type-without-numbers.ron:7:79: keys: key_type is date: generated keys are of type string, bytes, i64,",
    ),
    (
        "key-type-unknown",
        r#"key-type-unknown.ron:7:89: unknown name "Text" for KeyType: allowed are String, I64, I32, I16, Bytes"#,
    ),
    (
        "keys-file-bad-load",
        r#"data/bad-load.txt:2:8: load "many" is not a whole number of records (key, tab, load) (the key file"#,
    ),
    (
        "keys-file-bad-number",
        r#"data/bad-number.txt:4:1: "three" is not a key of type i32: allowed are whole numbers from"#,
    ),
    (
        "keys-file-empty",
        "data/empty.txt: holds no key: at least one line with a key is needed (the key file of keys-file-empty.ron:7:16)",
    ),
    ("keys-file-is-folder", "data: is a folder: a key file is needed (the key file of keys-file-is-folder.ron:7:16)"),
    ("keys-file-missing", "no-such-keys.txt: cannot be read: "),
    ("keys-file-not-utf8", "data/not-utf8.txt:2:4: this byte is not UTF-8 text (the key file of"),
    ("keys-list-empty", "keys-list-empty.ron:7:5: keys: the list of keys is empty: at least one key is needed"),
    ("keys-negative", "keys-negative.ron:7:29: found `-1`: a whole number of 0 or more is allowed here"),
    ("keys-too-many", "keys-too-many.ron:7:21: keys: count is 10000000000000 keys: allowed are 1 to 100000000000"),
    ("keys-zero", "keys-zero.ron:7:21: keys: count is 0 keys: allowed are 1 to 100000000000"),
    ("load-fraction", "load-fraction.ron:7:75: found `1.5`: a whole number is needed here"),
    (
        "load-overflow-listed",
        r#"load-overflow-listed.ron:7:47: with key "b" the loads of all keys add up to more than 2^64 - 1 records"#,
    ),
    ("load-overflow", "load-overflow.ron:7:56: keys: load: the loads add up to more than 2^64 - 1 records"),
    (
        "load-sum-overflow",
        r#"load-sum-overflow.ron:7:18: with key "a" the loads of all keys add up to more than 2^64 - 1 records"#,
    ),
    (
        "load-unknown-law",
        r#"load-unknown-law.ron:7:60: unknown name "Zip" for LoadLaw: did you mean "Zipf"? Allowed are Zipf,"#,
    ),
    ("missing-field", r#"missing-field.ron:8:1: field "buckets" is missing in Scenario: it must be given"#),
    (
        "misspelt-field",
        r#"misspelt-field.ron:8:5: unknown field "widhts" in Scenario: did you mean "widths"? Allowed are"#,
    ),
    ("nested-too-deeply", "nested-too-deeply.ron:7:1006: nested too deeply: at most 128 levels are read"),
    ("not-ron", "not-ron.ron:1:1: this is no scenario: it begins with `{`, and Scenario(format: 1, …) is expected"),
    ("not-utf8", "not-utf8.ron:3:15: this byte is not UTF-8 text"),
    ("only-a-comment", "only-a-comment.ron:1:15: the file holds no scenario: Scenario(format: 1, …) is expected"),
    (
        "other-struct",
        "other-struct.ron:1:1: this is no scenario: it begins with `Report`, and Scenario(format: 1, …) is",
    ),
    ("pattern-too-long", "pattern-too-long.ron:7:34: keys: pattern is 5002 bytes long: at most 4096 are allowed"),
    (
        "pattern-with-two-places",
        r#"pattern-with-two-places.ron:7:34: keys: pattern "{}-{}" has 2 places for the number: exactly one {}"#,
    ),
    (
        "pattern-without-place",
        r#"pattern-without-place.ron:7:34: keys: pattern "user" has 0 places for the number: exactly one {} is"#,
    ),
    ("plan-budget-zero", "plan-budget-zero.ron:8:48: plan: max_files is 0: at least 1 is needed, or leave it out"),
    ("plan-growth-as-text", r#"plan-growth-as-text.ron:8:64: found `"`: a number is expected here"#),
    ("plan-growth-huge", "plan-growth-huge.ron:8:48: plan: growth_per_year is 101: allowed are 0 to 100"),
    ("plan-growth-nan", "plan-growth-nan.ron:8:48: plan: growth_per_year is NaN: allowed are 0 to 100"),
    ("plan-growth-negative", "plan-growth-negative.ron:8:48: plan: growth_per_year is -0.6: allowed are 0 to 100"),
    ("plan-headroom-zero", "plan-headroom-zero.ron:8:48: plan: headroom is 0: allowed are 1 to 1000 times the peak"),
    (
        "plan-horizon-zero",
        "plan-horizon-zero.ron:8:48: plan: horizon_years is 0: allowed are more than 0, up to 100 years",
    ),
    (
        "plan-liked-above-peak",
        "plan-liked-above-peak.ron:8:48: plan: widths_liked holds 41, above peak_width 40: raise the",
    ),
    ("plan-liked-too-many", "plan-liked-too-many.ron:8:48: plan: widths_liked has 65 entries: at most 64 are allowed"),
    ("plan-liked-zero", "plan-liked-zero.ron:8:66: 0 workers: allowed are 1 to 1048576"),
    ("plan-one-rate", "plan-one-rate.ron:8:48: plan: rate_per_sec is given without worker_rate_per_sec: give both or"),
    (
        "plan-peak-below-first",
        "plan-peak-below-first.ron:8:33: plan: peak_width is 4, below first_width 40: the expected",
    ),
    ("plan-peak-missing", r#"plan-peak-missing.ron:8:30: field "peak_width" is missing in Plan: it must be given"#),
    ("plan-rate-zero", "plan-rate-zero.ron:8:65: plan: worker_rate_per_sec is 0: allowed are "),
    (
        "plan-unknown-field",
        r#"plan-unknown-field.ron:8:32: unknown field "peak_with" in Plan: did you mean "peak_width"? Allowed are"#,
    ),
    ("plan-width-huge", "plan-width-huge.ron:8:44: 1000000000 workers: allowed are 1 to 1048576"),
    (
        "restart-buckets-one-too-many",
        "restart-buckets-one-too-many.ron:7:5: restart_buckets has 1 entry: one a restart, at most 0",
    ),
    (
        "restart-buckets-too-many",
        "restart-buckets-too-many.ron:7:5: restart_buckets has 2 entries: one a restart, at most 1",
    ),
    (
        "sampled-of-sampled",
        "sampled-of-sampled.ron:7:81: keys: load: of is Sampled: allowed is a law that is not sampled",
    ),
    (
        "sampled-of-too-many-keys",
        "sampled-of-too-many-keys.ron:7:59: keys: load: count is 100000000 keys: allowed is at most 16777216",
    ),
    ("sampled-too-many", "sampled-too-many.ron:7:68: keys: load: records is 10000000000: allowed is 1 to 10^9 events"),
    ("seed-negative", "seed-negative.ron:8:12: found `-7`: a whole number of 0 or more is allowed here"),
    (
        "seed-too-large",
        "seed-too-large.ron:8:11: found `18446744073709551616`: a whole number below 2^64 is allowed here",
    ),
    (
        "state-overflow",
        "state-overflow.ron:8:5: state: the state of all keys adds up to more than 2^64 - 1 bytes: lower it",
    ),
    ("string-not-closed", r#"string-not-closed.ron:3:11: found `"`: this text is never closed with a quote"#),
    ("toml", "toml.ron:1:1: this is no scenario: it begins with `format`, and Scenario(format: 1, …) is expected"),
    ("top-zero", "top-zero.ron:7:80: keys: load: top is 0: allowed is 1 to 2^53 records"),
    ("trailing-text", "trailing-text.ron:2:1: found `and`: nothing may follow the scenario's closing )"),
    ("trailing-word", "trailing-word.ron:2:13: found `more`: nothing may follow the scenario's closing )"),
    ("truncated", "truncated.ron:6:17: found the end of the file: a comma or a closing bracket is expected here"),
    (
        "unknown-field",
        r#"unknown-field.ron:9:5: unknown field "colour" in Scenario: allowed are format, name, note, engine,"#,
    ),
    ("utf16", "utf16.ron:1:1: this byte is not UTF-8 text"),
    ("ways-out-bytes-infinite", "ways-out-bytes-infinite.ron:8:78: ways_out: bytes_per_sec is inf: allowed are "),
    ("ways-out-count-zero", "ways-out-count-zero.ron:8:37: 0 buckets: allowed are 1 to 1048576"),
    ("ways-out-live-nan", "ways-out-live-nan.ron:8:42: ways_out: live_per_sec is NaN: allowed are "),
    ("ways-out-replay-zero", "ways-out-replay-zero.ron:8:59: ways_out: replay_per_sec is 0: allowed are "),
    ("ways-out-restart-negative", "ways-out-restart-negative.ron:8:96: ways_out: restart_secs is -1: allowed are "),
    ("width-above-program", "width-above-program.ron:6:17: 2000000 workers: allowed are 1 to 1048576"),
    ("width-zero", "width-zero.ron:6:17: 0 workers: allowed are 1 to 1048576"),
    ("widths-empty", "widths-empty.ron:6:5: widths is empty: at least one width is needed, the first start's"),
    ("widths-negative", "widths-negative.ron:6:15: found `-4`: a whole number of 0 or more is allowed here"),
    ("widths-too-many", "widths-too-many.ron:6:5: widths has 101 steps: at most 100 are allowed"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invalid")
}

fn report(file: &str) -> Command {
    let mut command = program::redeal(&["report", file]);
    command.current_dir(folder());
    command
}

#[test]
fn every_file_has_an_expected_message_and_every_message_a_file() {
    let names = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = names.filter_map(|name| name.strip_suffix(".ron").map(str::to_owned)).collect();
    let expected: BTreeSet<String> = EXPECTED.iter().map(|(stem, _)| (*stem).to_owned()).collect();
    assert_eq!(files, expected);
    assert!(files.len() >= 28);
}

#[test]
fn every_defect_gets_one_message_and_nothing_is_written() {
    let output = tempfile::tempdir().unwrap();
    let file = output.path().join("report.txt");
    let mut wrong = Vec::new();
    for (stem, fragment) in EXPECTED {
        let run = report(&format!("{stem}.ron")).arg("-o").arg(&file).output().unwrap();
        let told = String::from_utf8_lossy(&run.stderr);
        let one_message = told.starts_with("error: ") && told.ends_with('\n') && told.lines().count() == 1;
        let named = told.contains(&format!("{stem}.ron")) && told.contains(fragment);
        if run.status.code() != Some(2) || !run.stdout.is_empty() || !one_message || !named || told.contains("panicked")
        {
            wrong.push(format!("{stem}: {}: expected {fragment:?} in\n{told}", run.status));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(std::fs::read_dir(output.path()).unwrap().count(), 0, "something was written");
}

/// Whichever command reads the file: the message is that of a report, and nothing is made.
#[test]
fn every_command_tells_a_bad_plan_alike() {
    let output = tempfile::tempdir().unwrap();
    let of_plans = |stem: &&str| stem.starts_with("plan-") || stem.starts_with("ways-out-");
    let stems: Vec<&str> = EXPECTED.iter().map(|(stem, _)| *stem).filter(of_plans).collect();
    assert_eq!(stems.len(), 21);
    for stem in stems {
        let file = format!("{stem}.ron");
        let told = String::from_utf8(report(&file).output().unwrap().stderr).unwrap();
        let commands: [&[&str]; 4] = [
            &["advise", &file],
            &["sweep", &file],
            &["compare", "8-buckets", &file],
            &["figure", &file, "--kind", "runway"],
        ];
        for command in commands {
            let mut run = program::redeal(command);
            run.arg("-o").arg(output.path().join("made.svg")).current_dir(folder());
            assert_eq!(program::ended(&mut run), (2, String::new(), told.clone()), "{command:?}");
        }
    }
    assert_eq!(std::fs::read_dir(output.path()).unwrap().count(), 0, "something was written");
}

#[test]
fn a_file_that_was_there_stays_as_it_was() {
    let output = tempfile::tempdir().unwrap();
    let file = output.path().join("report.txt");
    std::fs::write(&file, "older").unwrap();
    report("width-zero.ron").arg("-o").arg(&file).assert().code(2);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "older");
}

#[test]
fn a_byte_order_mark_is_no_defect() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marked.ron");
    std::fs::write(&file, format!("\u{feff}{}", include_str!("../scenarios/few-keys.ron"))).unwrap();
    report(file.to_str().unwrap()).assert().success();
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let run = report("no/such/file.ron").assert().code(2);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.starts_with("error: no/such/file.ron: cannot be read: ") && told.lines().count() == 1, "{told}");
}
