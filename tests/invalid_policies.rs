//! A policy file a defect: each gets one message that says where, what was found and what is allowed.

#[path = "support/program.rs"]
mod program;

use program::{ended, redeal};
use std::path::Path;

/// Every file of `tests/invalid_policies` with what its message must hold, from the file's name on.
const EXPECTED: &[(&str, &str)] = &[
    ("age-zero", ":4:28: 0 is found: at least 1 is needed, or leave it out"),
    ("ceiling-years-huge", ":4:20: 101 is found: allowed are above 0, up to 100 years"),
    ("ceiling-years-zero", ":4:20: 0 is found: allowed are above 0, up to 100 years"),
    ("counts-empty", ":4:5: counts is OneOf([]): give at least one count, or leave it out"),
    ("counts-unknown", r#":4:13: unknown name "PowerOfTwo" for Counts: did you mean "PowersOfTwo"? Allowed are"#),
    ("counts-zero", ":4:24: 0 buckets: allowed are 1 to 1048576"),
    ("divisor-one", ":4:25: 1 is found: allowed are 2 to 1048576"),
    ("empty", ":1:15: the file holds no policy: Policy(format: 1, …) is expected"),
    ("engine-unknown", r#":4:25: "flinc" is no engine: did you mean "flink"? Allowed are flink, flink-sql, spark"#),
    ("engines-empty", ":4:5: engines is empty: give at least one engine, or leave it out"),
    ("evenness-at-peak-infinite", ":4:23: inf is found: allowed are 1 to 1000 times"),
    ("evenness-below-one", ":4:62: 0.9 is found: allowed are 1 to 1000 times"),
    ("evenness-empty", ":4:5: evenness is empty: give at least one width, or leave it out"),
    ("evenness-twice", ":4:5: evenness names 40 workers twice: once is allowed"),
    ("evenness-width-zero", ":4:26: 0 workers: allowed are 1 to 1048576"),
    ("format-from-the-future", ":2:5: format 2: this version reads format 1"),
    ("format-missing", r#":4:1: field "format" is missing in Policy: it must be given"#),
    ("headroom-as-text", r#":4:14: found `"`: a number is expected here"#),
    ("headroom-nan", ":4:15: NaN is found: allowed are 1 to 1000 times"),
    ("headroom-negative", ":4:15: -3 is found: allowed are 1 to 1000 times"),
    ("headroom-zero", ":4:15: 0 is found: allowed are 1 to 1000 times"),
    ("max-bytes-fraction", ":4:29: found `10.5`: a whole number is needed here"),
    ("max-files-negative", ":4:17: found `-1`: a whole number of 0 or more is allowed here"),
    ("max-metadata-zero", ":4:25: 0 is found: at least 1 is needed, or leave it out"),
    ("name-empty", ":3:5: name is empty: a short name is needed"),
    ("name-missing", r#":4:1: field "name" is missing in Policy: it must be given"#),
    ("nothing-asked", ":2:5: the policy asks nothing: give at least one of headroom, counts, engines, evenness,"),
    ("other-struct", ":1:1: this is no policy: it begins with `Scenario`, and Policy(format: 1, …) is expected"),
    ("record-in-some", ":4:18: found `(` inside Some(…): write it without Some, as record: (required: true)"),
    (
        "record-unknown-field",
        r#":4:14: unknown field "requird" in record: did you mean "required"? Allowed are required,"#,
    ),
    ("switch-as-number", ":4:19: found `1`: true or false is expected here"),
    ("trailing-text", ":2:1: found `headroom`: nothing may follow the policy's closing )"),
    ("truncated", ":4:19: found the end of the file"),
    ("unknown-field", r#":4:5: unknown field "headrom" in Policy: did you mean "headroom"? Allowed are format, name,"#),
];

#[test]
fn a_bad_policy_gets_one_message_with_its_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invalid_policies");
    let mut files: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().trim_end_matches(".ron").to_owned())
        .collect();
    files.sort();
    assert_eq!(files, EXPECTED.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "files and table");
    for (name, message) in EXPECTED {
        let file = folder.join(format!("{name}.ron"));
        let (code, out, told) = ended(&mut redeal(&["check", file.to_str().unwrap(), "8-buckets"]));
        assert_eq!((code, out.len(), told.lines().count()), (2, 0, 1), "{name}: {told}");
        let from = told.find(&format!("{name}.ron")).unwrap_or(0);
        assert!(told[from..].starts_with(&format!("{name}.ron{message}")), "{name}: {told}");
    }
}
