//! What the program does to files beside its own, and what it says of plans, refusals and figures that it does not have.

use crate::asked::{done_in as done, flowing, refused_in as refused, spaced};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A shipped scenario with some of its text replaced, saved as `name`.
fn scenario(folder: &Path, shipped: &str, name: &str, changes: &[(&str, &str)]) {
    let mut text = std::fs::read_to_string(here().join(format!("scenarios/{shipped}.ron"))).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{shipped} has no {old}");
        text = text.replacen(old, new, 1);
    }
    std::fs::write(folder.join(name), text).unwrap();
}

/// A scenario whose keys are in `keys.txt`.
fn listed(folder: &Path, keys: &str) {
    let text = "Scenario(format: 1, name: \"listed\", engine: Flink(), buckets: Fixed(8), widths: [2, 4],\n    \
                keys: File(path: \"keys.txt\"), state: (bytes_per_key: 8, bytes_per_load: 0), input_pieces: 1, seed: 7)\n";
    std::fs::write(folder.join("job.ron"), text).unwrap();
    std::fs::write(folder.join("keys.txt"), keys).unwrap();
}

#[test]
fn no_command_writes_over_the_key_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    listed(folder, "a\nb\nc\n");
    std::fs::hard_link(folder.join("keys.txt"), folder.join("hard.txt")).unwrap();
    std::os::unix::fs::symlink("keys.txt", folder.join("soft.txt")).unwrap();
    std::fs::hard_link(folder.join("job.ron"), folder.join("job.bak")).unwrap();
    let calls: [&[&str]; 8] = [
        &["report", "job.ron"],
        &["advise", "job.ron"],
        &["sweep", "job.ron"],
        &["compare", "8-buckets", "job.ron"],
        &["ways-out", "job.ron"],
        &["record", "job.ron"],
        &["check", "production", "job.ron"],
        &["check", "production", "8-buckets", "job.ron"],
    ];
    for call in calls {
        for output in ["keys.txt", "./keys.txt", "hard.txt", "soft.txt"] {
            let told = refused(folder, &[call, &["-o", output]].concat());
            assert!(told.contains("job.ron: takes its keys from keys.txt: -o would overwrite it"), "{call:?}: {told}");
            assert_eq!(std::fs::read(folder.join("keys.txt")).unwrap(), b"a\nb\nc\n");
        }
        let told = refused(folder, &[call, &["-o", "job.bak"]].concat());
        assert!(told.contains("job.ron: is the scenario itself"), "{call:?}: {told}");
    }
}

#[test]
fn a_dash_is_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for call in [
        &["report", "8-buckets"][..],
        &["advise", "8-buckets"],
        &["sweep", "8-buckets", "--format", "json"],
        &["sweep", "8-buckets"],
        &["compare", "8-buckets", "few-keys"],
        &["ways-out", "8-buckets"],
        &["record", "8-buckets", "--date", "2026-11-30"],
    ] {
        assert_eq!(done(folder, &[call, &["-o", "-"]].concat()), done(folder, call), "{call:?}");
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}

#[test]
fn keys_that_cannot_be_are_told_with_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    listed(folder, "\n\n");
    let told = refused(folder, &["report", "job.ron"]);
    assert!(
        told.contains("keys.txt: holds no key: at least one line with a key is needed (the key file of job.ron"),
        "{told}"
    );
    listed(folder, "a\t18446744073709551615\nb\n");
    let told = refused(folder, &["report", "job.ron"]);
    assert!(told.contains("keys.txt: the loads of all keys add up to more than 2^64 - 1 records"), "{told}");
    // 100 000 keys of 2^53 records each are 9 · 10^20.
    let load = [("each: 10", "each: 9007199254740992")];
    scenario(folder, "plan-4-to-40", "much.ron", &load);
    let text = std::fs::read_to_string(folder.join("much.ron")).unwrap();
    let line = text.lines().position(|line| line.contains("load: Uniform")).unwrap() + 1;
    let told = refused(folder, &["report", "much.ron"]);
    assert!(told.contains(&format!("much.ron:{line}:9: keys: load: the loads add up to more than")), "{told}");
}

/// 20 000 keys and a hundred million draws, a million widths of a million workers: each refused with the way to less.
#[test]
fn too_much_work_is_refused_before_it_is_begun() {
    let folder = here();
    let told = refused(&folder, &["sweep", "128-buckets", "--workers", "40", "--seeds", "49999999"]);
    let wanted = "1 bucket count × 20 000 keys or events × 50 000 000 draws are 1000000000000 keys to go through: at most \
                  200000000000 at once, so take fewer seeds, counts or keys";
    assert!(told.contains(wanted), "{told}");
    let told = refused(&folder, &["sweep", "plan-kafka-streams", "--workers", "1..=1048576"]);
    assert!(
        told.contains("steps over all counts, widths and draws") && told.contains("fewer or smaller widths"),
        "{told}"
    );
    // What Flink refuses takes no work: every width above 128, without a deal.
    let rows = done(&folder, &["sweep", "8-buckets", "--workers", "1..=20000"]);
    assert_eq!(rows.lines().count(), 20_001);
}

#[test]
fn arguments_that_are_no_numbers_are_told_what_is_allowed() {
    for (arguments, wanted) in [
        (&["sweep", "8-buckets", "--workers", "-1..=3"][..], "write one width, or a range as 4..=60"),
        (&["sweep", "8-buckets", "--buckets", "-4,5"], "a whole number from 1 to 1048576 is needed"),
        (&["sweep", "8-buckets", "--seeds", "-1"], "a whole number from 0 to 49999999 is needed"),
        (&["sweep", "8-buckets", "--seeds", "many"], "a whole number from 0 to 49999999 is needed"),
        (&["compare", "8-buckets", "few-keys", "--base", "-1"], "a whole number from 1 to 4 is needed"),
        (&["compare", "8-buckets", "few-keys", "--base", "first"], "a whole number from 1 to 4 is needed"),
        (&["ways-out", "8-buckets", "--step", "last"], "a whole number is needed, 1 for the first start"),
        (&["report", "8-buckets", "--workers", "-x"], "a whole number from 1 to 1048576 is needed"),
    ] {
        let told = refused(&here(), arguments);
        assert!(told.contains(wanted) && !told.contains("unexpected argument"), "{arguments:?}: {told}");
    }
}

#[test]
fn a_count_named_twice_is_swept_once() {
    let once = done(&here(), &["sweep", "8-buckets", "--workers", "3", "--buckets", "16,8"]);
    assert_eq!(done(&here(), &["sweep", "8-buckets", "--workers", "3", "--buckets", "16,8,16,8"]), once);
}

#[test]
fn numbers_of_three_hundred_digits_are_quoted_short() {
    let folder = tempfile::tempdir().unwrap();
    for (field, old) in [("growth_per_year", "0.6"), ("rate_per_sec", "20000.0"), ("headroom", "3.0")] {
        scenario(folder.path(), "plan-4-to-40", "job.ron", &[(&format!("{field}: {old}"), &format!("{field}: 1e308"))]);
        let told = refused(folder.path(), &["advise", "job.ron"]);
        assert!(told.contains(&format!("{field} is 1e308: allowed are ")), "{told}");
    }
}

/// Growth of 60 % for ten years from 4: 4 · 1.6^10 = 439.8 subtasks, so 440 key groups at the least.
#[test]
fn a_plan_is_echoed_and_held() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    scenario(folder, "plan-4-to-40", "job.ron", &[("headroom: 3.0", "headroom: 3.0, horizon_years: 10.0")]);
    let text = done(folder, &["advise", "job.ron"]);
    let line = "Plan: from 4 to 40 subtasks, growing 60 % a year for 10 years, at least 3 times the peak, 20 000 records a \
                second now and 5 000 per subtask, even at 4, 8, 20 and 40.";
    assert!(flowing(&text).contains(line), "{text}");
    assert!(
        flowing(&text).contains("Lasts 7.4 years, not the 10 of the plan: that takes at least 440 key groups."),
        "{text}"
    );
    let advice: Value = serde_json::from_str(&done(folder, &["advise", "job.ron", "--format", "json"])).unwrap();
    assert_eq!((&advice["least_buckets"], &advice["own_plan"]), (&440.into(), &true.into()));
    let markdown = done(folder, &["advise", "job.ron", "--format", "markdown"]);
    assert!(markdown.contains(line), "{markdown}");
    let taken = "No plan in the scenario: taken from its widths, 4 to 200 subtasks, no growth told, at least 3 times the peak, \
                 even at 4, 40 and 200.";
    for format in ["text", "markdown"] {
        let text = flowing(&done(folder, &["advise", "128-buckets", "--format", format]));
        assert!(text.contains(taken), "{text}");
    }
}

#[test]
fn what_is_not_modelled_is_not_nothing() {
    for scenario in ["risingwave-capped", "mapreduce-no-ceiling"] {
        let call = |format: &str| done(&here(), &["advise", scenario, "--format", format]);
        let text = call("text");
        assert!(
            text.contains("Metadata and files are not modelled for this engine.") && !text.contains(" 0 B"),
            "{text}"
        );
        let advice: Value = serde_json::from_str(&call("json")).unwrap();
        let cost = &advice["recommended"][0]["cost"];
        assert!(cost["metadata_bytes"].is_null() && cost["files"].is_null(), "{cost}");
        assert!(cost.as_object().unwrap().contains_key("metadata_bytes"));
        let report = done(&here(), &["report", scenario]);
        assert!(flowing(&report).contains("metadata, files and ranges are not modelled"), "{report}");
    }
}

/// 128 key groups refuse 200 subtasks; a first start moves nothing; the other job has no third step.
#[test]
fn a_comparison_says_what_became_of_each_step() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    scenario(folder, "128-buckets", "wide.ron", &[]);
    scenario(folder, "128-buckets", "short.ron", &[("widths: [4, 40, 200]", "widths: [4, 40]")]);
    let call = |format: &str| done(folder, &["compare", "wide.ron", "short.ron", "--format", format]);
    let text = call("text");
    let row = |step: &str, label: &str| {
        let (_, rest) = text.split_once(step).unwrap();
        let line = rest.lines().find(|line| line.trim_start().starts_with(label)).unwrap();
        flowing(line.trim_start().strip_prefix(label).unwrap())
    };
    assert_eq!(row("Step 2", "Outcome"), "runs runs");
    assert_eq!(row("Step 3", "Outcome"), "refused: width no such step");
    assert_eq!(row("Step 3", "Peak to mean"), "- x");
    assert_eq!(row("Step 1", "Buckets moved"), "n/a n/a");
    let said = flowing(&text);
    assert!(
        said.contains("- stands for a refused step x for a step that the scenario does not have n/a for"),
        "{text}"
    );
    // Both have the same name: their files tell them apart.
    assert!(text.contains("[wide.ron]") && text.contains("[short.ron]"), "{text}");
    let found: Value = serde_json::from_str(&call("json")).unwrap();
    let third = serde_json::json!({"step": 2, "values": [{"outcome": "refused", "cause": "width"}, null]});
    assert_eq!(found["outcomes"][2], third);
    assert_eq!(found["scenarios"][1]["file"], "short.ron");
    let csv = call("csv");
    assert!(csv.contains("2,Outcome,,A,refused: width,,\n2,Outcome,,B,no such step,,\n"), "{csv}");
    let markdown = call("markdown");
    assert!(markdown.contains("| Outcome | refused: width | no such step |"), "{markdown}");
}

/// `MapReduce` on many slots deals its reduces one by one: long, with few keys.
#[cfg(target_os = "linux")]
#[test]
fn a_long_deal_shows_progress_on_a_terminal() {
    let call = "sweep mapreduce-no-ceiling --buckets 20000 --workers 1..=1010 -o -";
    let inside = format!("'{}' {call} > /dev/null", env!("CARGO_BIN_EXE_redeal"));
    let mut script = std::process::Command::new("script");
    let output = script.args(["-qec", &inside, "/dev/null"]).stdin(std::process::Stdio::null()).output().unwrap();
    let screen = spaced(&String::from_utf8(output.stdout).unwrap());
    // A million keys and 1010 deals of 20 000 reduces.
    assert!(output.status.success() && screen.contains(" of 21 200 000"), "{screen:?}");
}
