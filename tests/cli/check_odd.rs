//! What is out of the ordinary: what cannot be checked, files in the way, names that are not what they seem.

use super::Repository;
use redeal::scenario::shipped;
use serde_json::Value;

/// RisingWave's snapshots are not modelled: a limit on them is neither met nor violated. `MapReduce` takes none, which meets it.
#[test]
fn what_cannot_be_looked_at_is_told_and_never_met() {
    let repository = Repository::with_job();
    repository.write("policy.ron", "Policy(format: 1, name: \"Ours\", counts: PowersOfTwo, max_files: 1)");
    let checked = |scenario: &str, format: &str| repository.check("policy.ron", &[scenario, "--format", format]);
    let sentence = "not checked: Redeal does not model the files in a snapshot of RisingWave";
    let summary = "1 scenario against \"Ours\": no findings, 1 rule not checked.\n";
    let line = format!("risingwave-capped: max_files: {sentence}\n");
    assert_eq!(checked("risingwave-capped", "text"), (0, line, summary.to_owned()));
    let (_, out, _) = checked("risingwave-capped", "json");
    let found: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&found["findings"], &found["not_checked"]), (&0.into(), &1.into()));
    let not = &found["scenarios"][0]["not_checked"][0];
    assert_eq!(
        (&not["rule"], format!("not checked: {}", not["why"].as_str().unwrap())),
        (&"max_files".into(), sentence.to_owned())
    );
    let (_, out, _) = checked("risingwave-capped", "sarif");
    let log: Value = serde_json::from_str(&out).unwrap();
    let [note] = log["runs"][0]["results"].as_array().unwrap().as_slice() else { panic!("{log}") };
    assert_eq!((&note["level"], &note["ruleId"], &note["ruleIndex"]), (&"note".into(), &"max_files".into(), &1.into()));
    assert_eq!(note["message"]["text"], format!("max_files: {sentence}."));
    let (_, out, _) = checked("risingwave-capped", "junit");
    assert!(out.contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\">\n    <testcase"), "{out}");
    let case = "<testcase classname=\"risingwave-capped\" name=\"max_files\">\n      <skipped message=";
    assert!(out.contains(&format!("{case}\"{sentence}\"/>\n    </testcase>")), "{out}");
    let (code, out, _) = checked("mapreduce-no-ceiling", "junit");
    assert!(code == 0 && out.contains("skipped=\"0\"") && !out.contains("<skipped"), "{out}");
}

/// Nobody reviews a decision of one's own under a name that only looks like another.
#[test]
fn a_name_is_what_is_seen_of_it() {
    let repository = Repository::with_job();
    let record = repository.read("jobs/orders.record.md");
    let named = |name: &str| {
        repository.write(
            "jobs/orders.record.md",
            &record.replace("reviewed_by: \"Grace\"", &format!("reviewed_by: \"{name}\"")),
        );
        repository.found("record: (reviewer_required: true)")
    };
    for alias in ["A\u{200b}da", "\u{ad}ADA\u{3164}", "A\u{200d}da\u{e0041}", "  aDa "] {
        let [found] = named(alias).try_into().unwrap();
        assert!(found.contains("as reviewer and as decider"), "{alias:?}: {found}");
    }
    let [found] = named("\u{3164} -").try_into().unwrap();
    assert!(found.contains("found no letter or digit in reviewed_by, wanted the name of who reviewed"), "{found}");
    assert_eq!(named("\u{5f20}\u{4f1f}"), [""; 0]);
}

/// The program's output closed at once, as by `| true`.
#[test]
fn a_closed_pipe_does_not_make_a_violated_policy_met() {
    let repository = Repository::new();
    for (arguments, code) in [
        (&["check", "production", "8-buckets"][..], 1),
        (&["report", "risingwave-refused", "--strict"], 1),
        (&["report", "128-buckets", "--strict", "--workers", "4"], 0),
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_redeal"))
            .current_dir(repository.0.path())
            .args(arguments)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_folder_does_not_shadow_what_is_shipped() {
    let repository = Repository::with_job();
    for folder in ["production", "8-buckets"] {
        std::fs::create_dir(repository.path(folder)).unwrap();
    }
    assert_eq!(repository.check("production", &["jobs/orders.ron"]).0, 0);
    let (code, out, told) = repository.check("production", &["8-buckets"]);
    assert!(code == 1 && out.starts_with("8-buckets: headroom: "), "{out}{told}");
}

#[test]
fn a_scenario_named_twice_is_checked_once() {
    let repository = Repository::with_job();
    let absolute = repository.path("jobs/orders.ron").display().to_string();
    for twice in [
        ["jobs/orders.ron", "jobs/orders.ron"],
        ["jobs/orders.ron", "./jobs/../jobs/orders.ron"],
        ["jobs/orders.ron", &absolute],
    ] {
        let (code, out, told) = repository.check("production", &twice);
        assert_eq!(
            (code, out, told),
            (0, String::new(), "1 scenario against \"Production\": no findings.\n".to_owned())
        );
    }
    let (_, _, told) = repository.check("starting-out", &["8-buckets", "8-buckets"]);
    assert!(told.starts_with("1 scenario against "), "{told}");
}

#[test]
fn what_is_told_can_be_copied_into_a_shell() {
    let repository = Repository::new();
    let (_, text) = shipped().iter().find(|(name, _)| *name == "plan-4-to-40").unwrap();
    repository.write("jobs/my job.ron", text);
    repository.write("policy.ron", "Policy(format: 1, name: \"Ours\", record: (required: true))");
    let (_, out, _) = repository.check("policy.ron", &["jobs/my job.ron"]);
    assert!(out.contains("(redeal record 'jobs/my job.ron' -o 'jobs/my job.record.md')"), "{out}");
}

#[test]
fn the_place_of_a_record_is_no_output_also_before_it_is_there() {
    let repository = Repository::with_job();
    std::fs::remove_file(repository.path("jobs/orders.record.md")).unwrap();
    let (code, _, told) = repository.check("production", &["jobs/orders.ron", "-o", "./jobs/orders.record.md"]);
    assert!(code == 2 && told.contains("-o would overwrite it"), "{told}");
    assert!(!repository.path("jobs/orders.record.md").exists());
}

#[test]
fn a_lesson_is_told_from_a_scenario() {
    let repository = Repository::new();
    repository.write("mine.ron", "// my own\nLesson(format: 1)");
    let (code, _, told) = repository.check("production", &["mine.ron"]);
    assert_eq!(
        (code, told.as_str()),
        (2, "error: mine.ron: this is a lesson, not a scenario: open it in the window (Open…)\n")
    );
    let (code, _, told) = repository.check("", &["8-buckets"]);
    assert_eq!(
        (code, told.as_str()),
        (2, "error: POLICY is empty: a file or the name of a shipped policy is needed\n")
    );
}
