//! `redeal check` as it is used in CI.

#[path = "check_odd.rs"]
mod odd;

use crate::program::{ended, redeal};
use redeal::scenario::shipped;
use serde_json::Value;
use std::path::PathBuf;

/// A folder with a job, as a repository has it.
struct Repository(tempfile::TempDir);

const TODAY: [&str; 2] = ["--date", "2026-12-24"];

impl Repository {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Changes a file by replacing what it must hold.
    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} lacks {from}:\n{text}");
        self.write(name, &text.replace(from, to));
    }

    /// The plan from 4 to 40 with 720 key groups, which is met by every shipped policy, and its record of 2026-11-30.
    fn with_job() -> Self {
        let repository = Self::new();
        let (_, text) = shipped().iter().find(|(name, _)| *name == "plan-4-to-40").unwrap();
        repository.write("jobs/orders.ron", &text.replace("buckets: EngineDefault", "buckets: Fixed(720)"));
        let names = ["--decided-by", "Ada", "--reviewed-by", "Grace"];
        let record = ["record", "jobs/orders.ron", "--date", "2026-11-30", "-o", "jobs/orders.record.md"];
        assert_eq!(repository.run(&[&record[..], &names].concat()).0, 0);
        repository
    }

    /// Exit code, stdout, stderr of the program in this folder.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        ended(redeal(arguments).current_dir(self.0.path()))
    }

    fn check(&self, policy: &str, more: &[&str]) -> (i32, String, String) {
        self.run(&[&["check", policy], more, &TODAY].concat())
    }

    /// The lines that a policy of one rule finds about the job.
    fn found(&self, rule: &str) -> Vec<String> {
        self.write("policy.ron", &format!("Policy(format: 1, name: \"Ours\", {rule})"));
        let (code, out, told) = self.check("policy.ron", &["jobs/orders.ron"]);
        assert_eq!(code, i32::from(!out.is_empty()), "{out}{told}");
        out.lines().map(str::to_owned).collect()
    }
}

/// The line of a text, from 1.
fn line(text: &str, part: &str) -> usize {
    text.lines().position(|line| line.contains(part)).unwrap() + 1
}

/// The policy and the workflow that the documentation shows.
#[test]
fn the_documented_policy_is_read_and_asks_for_every_rule() {
    let page = include_str!("../../docs/ci-policy.md");
    let text = page.split("```ron\n").nth(1).unwrap().split("```").next().unwrap();
    let policy = redeal::decide::parse_policy(text).unwrap_or_else(|error| panic!("{error}"));
    let ids: Vec<&str> = policy.rules().into_iter().map(redeal::decide::Rule::id).collect();
    assert_eq!(ids, redeal::decide::Rule::ALL.map(redeal::decide::Rule::id));
}

#[test]
fn a_job_with_a_reviewed_record_meets_every_shipped_policy() {
    let repository = Repository::with_job();
    for (policy, name) in
        [("starting-out", "Starting out"), ("production", "Production"), ("lean-snapshots", "Lean snapshots")]
    {
        let summary = format!("1 scenario against \"{name}\": no findings.\n");
        assert_eq!(repository.check(policy, &["jobs/orders.ron"]), (0, String::new(), summary));
    }
}

#[test]
fn a_finding_names_file_line_rule_and_what_is_wanted() {
    let repository = Repository::with_job();
    repository.edit("jobs/orders.ron", "Fixed(720)", "Fixed(119)");
    let at = line(&repository.read("jobs/orders.ron"), "buckets:");
    assert_eq!(
        repository.found("headroom: 3.0"),
        [format!(
            "jobs/orders.ron:{at}: headroom: found 2.975 times the peak (119 key groups for 40 subtasks), wanted at least 3 \
             times, which takes 120"
        )]
    );
    let (code, _, told) = repository.check("policy.ron", &["jobs/orders.ron"]);
    assert_eq!((code, told.as_str()), (1, "1 scenario against \"Ours\": 1 finding.\n"));
}

#[test]
fn a_record_must_be_of_the_scenario_as_it_is() {
    let repository = Repository::with_job();
    assert_eq!(repository.found("record: ()"), [""; 0]);
    let record = repository.read("jobs/orders.record.md");
    let at = |field: &str| {
        format!("jobs/orders.record.md:{}: record.current: found ", line(&record, &format!("    {field}: ")))
    };
    // A comment is no edit; a width is, and so is a note.
    let scenario = repository.read("jobs/orders.ron");
    repository.write("jobs/orders.ron", &format!("// reviewed\n{scenario}"));
    assert_eq!(repository.found("record: ()"), [""; 0]);
    repository.edit("jobs/orders.ron", "widths: [4, 8, 20, 40]", "widths: [4, 8, 24, 40]");
    let edited = "that the scenario was edited after the record was made";
    assert_eq!(
        repository.found("record: ()"),
        [format!("{}{edited}, wanted a record made anew", at("scenario_digest"))]
    );
    repository.write("jobs/orders.ron", &scenario.replace("Growing 60 %", "Rising 60 %"));
    assert_eq!(
        repository.found("record: ()"),
        [format!("{}{edited}; its figures are the same, wanted a record made anew", at("scenario_digest"))]
    );
    // Another count, engine or name is told as that alone.
    repository.write("jobs/orders.ron", &scenario.replace("Fixed(720)", "Fixed(480)"));
    assert_eq!(
        repository.found("record: ()"),
        [format!("{}a record for 720 key groups, wanted 480, the count of the scenario", at("buckets"))]
    );
    repository.write("jobs/orders.ron", &scenario.replace("engine: Flink(", "engine: FlinkSql("));
    assert_eq!(
        repository.found("record: ()"),
        [format!("{}a record for the engine flink, wanted flink-sql", at("engine"))]
    );
    repository.write("jobs/orders.ron", &scenario);
    repository.edit("jobs/orders.record.md", "scenario: \"orders.ron\"", "scenario: \"clicks.ron\"");
    assert_eq!(
        repository.found("record: ()"),
        [format!("{}a record of clicks.ron, wanted one of orders.ron", at("scenario"))]
    );
}

#[test]
fn another_version_and_another_key_file_are_told_apart() {
    let repository = Repository::with_job();
    let (version, digest) = (env!("CARGO_PKG_VERSION"), "0123456789abcdef");
    let record = repository.read("jobs/orders.record.md");
    let ours = record.lines().find(|line| line.starts_with("    digest: ")).unwrap();
    let other = record.replace(ours, &format!("    digest: \"{digest}\","));
    repository.write("jobs/orders.record.md", &other.replace(&format!("version: \"{version}\""), "version: \"0.0.9\""));
    let [found] = repository.found("record: ()").try_into().unwrap();
    assert!(found.contains(&format!("this version, {version}, computes other figures than 0.0.9")), "{found}");
    // Without a key file the same scenario and version have the same figures.
    repository.write("jobs/orders.record.md", &other);
    let [found] = repository.found("record: ()").try_into().unwrap();
    assert!(found.contains("the digest was edited by hand"), "{found}");
    repository.write("jobs/keys.txt", "anna\t3\n");
    let scenario = "Scenario(format: 1, name: \"Keys\", engine: Flink(), buckets: Fixed(16), widths: [2], keys: File(path: \"keys.txt\"))";
    repository.write("jobs/orders.ron", scenario);
    let record = ["record", "jobs/orders.ron", "--date", "2026-11-30", "--force", "-o", "jobs/orders.record.md"];
    assert_eq!(repository.run(&record).0, 0);
    assert_eq!(repository.found("record: ()"), [""; 0]);
    repository.write("jobs/keys.txt", "anna\t4\n");
    let [found] = repository.found("record: ()").try_into().unwrap();
    assert!(found.contains("its key file was changed"), "{found}");
}

#[test]
fn a_record_is_asked_for_with_reviewer_age_and_look_again() {
    let repository = Repository::with_job();
    // 2026-11-30 to 2026-12-24 are 24 days.
    assert_eq!(repository.found("record: (max_age_days: 24)"), [""; 0]);
    let record = repository.read("jobs/orders.record.md");
    let at = |field: &str| line(&record, &format!("    {field}: "));
    assert_eq!(
        repository.found("record: (max_age_days: 23)"),
        [format!(
            "jobs/orders.record.md:{}: record.max_age_days: found a decision 24 days old, of 2026-11-30, wanted at most 23 days",
            at("decided")
        )]
    );
    let look_again = "record: (not_past_look_again: true)";
    repository.edit("jobs/orders.record.md", "look_again: \"2027-11-30\"", "look_again: \"2026-12-24\"");
    assert_eq!(repository.found(look_again), [""; 0]);
    repository.edit("jobs/orders.record.md", "look_again: \"2026-12-24\"", "look_again: \"2026-12-23\"");
    let [found] = repository.found(look_again).try_into().unwrap();
    assert!(
        found.starts_with(&format!("jobs/orders.record.md:{}: record.not_past_look_again: found", at("look_again"))),
        "{found}"
    );
    let reviewer = "record: (reviewer_required: true)";
    for (name, wanted) in [
        ("\"\"", "found an empty reviewed_by, wanted the name of who reviewed"),
        ("\" ADA\"", "found ADA as reviewer and as decider, wanted somebody else as reviewer"),
    ] {
        repository
            .write("jobs/orders.record.md", &record.replace("reviewed_by: \"Grace\"", &format!("reviewed_by: {name}")));
        assert_eq!(
            repository.found(reviewer),
            [format!("jobs/orders.record.md:{}: record.reviewer_required: {wanted}", at("reviewed_by"))]
        );
    }
    repository.write("jobs/orders.record.md", &record.replace("decided: \"2026-11-30\"", "decided: \"2026-12-25\""));
    let [found] = repository.found("record: ()").try_into().unwrap();
    assert!(found.contains("found a decision of 2026-12-25, and today is 2026-12-24"), "{found}");
    std::fs::remove_file(repository.path("jobs/orders.record.md")).unwrap();
    assert_eq!(repository.found("record: (reviewer_required: true, max_age_days: 1)"), [""; 0]);
    assert_eq!(
        repository.found("record: (required: true)"),
        ["jobs/orders.ron: record.required: found no jobs/orders.record.md, wanted a decision record (redeal record \
          jobs/orders.ron -o jobs/orders.record.md)"]
    );
}

#[test]
fn records_may_lie_in_a_folder_of_their_own() {
    let repository = Repository::with_job();
    repository.write("decisions/orders.record.md", &repository.read("jobs/orders.record.md"));
    std::fs::remove_file(repository.path("jobs/orders.record.md")).unwrap();
    assert_eq!(repository.check("production", &["jobs/orders.ron"]).0, 1);
    assert_eq!(repository.check("production", &["jobs/orders.ron", "--records", "decisions"]).0, 0);
    repository.write("more/orders.ron", &repository.read("jobs/orders.ron"));
    let (code, _, told) =
        repository.check("production", &["jobs/orders.ron", "more/orders.ron", "--records", "decisions"]);
    assert!(code == 2 && told.contains("would share the record decisions/orders.record.md"), "{told}");
    let (code, _, told) = repository.check("production", &["jobs/orders.ron", "--records", "nowhere"]);
    assert!(code == 2 && told.contains("--records nowhere: a folder that is there is needed"), "{told}");
}

#[test]
fn findings_stand_in_the_order_of_the_arguments_and_twice_the_same() {
    let repository = Repository::new();
    let names: Vec<&str> = shipped().iter().map(|(name, _)| *name).rev().collect();
    for policy in ["starting-out", "production", "lean-snapshots"] {
        let (code, out, told) = repository.check(policy, &names);
        assert_eq!((code, told.lines().count()), (1, 1), "{told}");
        let places = out.lines().map(|line| names.iter().position(|name| line.starts_with(&format!("{name}: "))));
        let places: Vec<usize> = places.map(|place| place.unwrap_or_else(|| panic!("{out}"))).collect();
        assert!(places.is_sorted(), "{out}");
        assert!(!out.contains("NaN") && !out.contains("  "), "{out}");
        assert_eq!(repository.check(policy, &names).1, out);
    }
}

#[test]
fn all_that_cannot_be_read_is_told_and_nothing_is_checked() {
    let repository = Repository::with_job();
    repository.write("jobs/bad.ron", "Scenario(format: 1, nam: \"x\")");
    repository.write("jobs/worse.ron", "Scenario(");
    repository.edit("jobs/orders.record.md", "buckets: 720", "buckets: none");
    let (code, out, told) = repository.check("production", &["jobs/bad.ron", "jobs/orders.ron", "jobs/worse.ron"]);
    assert_eq!((code, out.as_str()), (2, ""));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3, "{told}");
    for (line, file) in lines.iter().zip(["jobs/bad.ron:1:", "jobs/orders.record.md:", "jobs/worse.ron:1:"]) {
        assert!(line.starts_with(&format!("error: {file}")), "{told}");
    }
    let (code, _, told) = repository.check("producton", &["jobs/orders.ron"]);
    assert!(code == 2 && told.contains("Did you mean \"production\"?"), "{told}");
    repository.write("policy.ron", "Policy(format: 1, name: \"Ours\", headroom: 1)");
    let (code, _, told) = repository.check("policy.ron", &["plan-spark", "-o", "policy.ron"]);
    assert!(code == 2 && told.contains("-o would overwrite it"), "{told}");
}

fn json(repository: &Repository, format: &str, scenarios: &[&str]) -> Value {
    let (code, out, _) = repository.check("production", &[scenarios, &["--format", format]].concat());
    assert_eq!(code, 1);
    serde_json::from_str(&out).unwrap()
}

#[test]
fn json_has_what_the_readme_says() {
    let repository = Repository::with_job();
    repository.edit("jobs/orders.record.md", "reviewed_by: \"Grace\"", "reviewed_by: \"\"");
    let found = json(&repository, "json", &["jobs/orders.ron", "8-buckets"]);
    assert_eq!(found["format"], "redeal-check/1");
    assert_eq!((&found["date"], &found["policy"]["file"]), (&"2026-12-24".into(), &"production".into()));
    assert_eq!(found["policy"]["rules"].as_array().unwrap().len(), 11);
    let [orders, eight] = found["scenarios"].as_array().unwrap().as_slice() else { panic!("{found}") };
    assert_eq!((&orders["file"], &orders["record"]), (&"jobs/orders.ron".into(), &"jobs/orders.record.md".into()));
    assert_eq!(orders["digest"].as_str().unwrap().len(), 16);
    let record = repository.read("jobs/orders.record.md");
    assert_eq!(
        orders["findings"],
        serde_json::json!([{
            "rule": "record.reviewer_required",
            "found": "an empty reviewed_by",
            "wanted": "the name of who reviewed",
            "file": "jobs/orders.record.md",
            "line": line(&record, "reviewed_by: "),
        }])
    );
    assert!(eight["record"].is_null() && eight["findings"][0]["line"].is_null(), "{eight}");
    let all = 1 + eight["findings"].as_array().unwrap().len();
    assert_eq!(found["findings"], all);
}

/// The properties that the schema of SARIF 2.1.0 requires, and those that code hosts need to show a result.
#[test]
fn sarif_has_what_its_schema_requires() {
    let repository = Repository::with_job();
    repository.write("jobs/my job.ron", &repository.read("jobs/orders.ron").replace("Fixed(720)", "Fixed(100)"));
    let absolute = repository.path("jobs/my job.ron").canonicalize().unwrap();
    for name in ["jobs/my job.ron", "./jobs/my job.ron", absolute.to_str().unwrap()] {
        let log = json(&repository, "sarif", &[name]);
        assert_eq!(log["version"], "2.1.0");
        let [run] = log["runs"].as_array().unwrap().as_slice() else { panic!("{log}") };
        let driver = &run["tool"]["driver"];
        assert_eq!(driver["name"], "Redeal");
        let rules = driver["rules"].as_array().unwrap();
        let ids: std::collections::BTreeSet<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), rules.len(), "ids are unique");
        for rule in rules {
            assert!(rule["shortDescription"]["text"].as_str().unwrap().ends_with('.'), "{rule}");
        }
        let results = run["results"].as_array().unwrap();
        assert!(results.len() >= 2, "{log}");
        for result in results {
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            assert_eq!(result["level"], "error");
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], result["ruleId"]);
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "jobs/my%20job.ron");
            assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        }
    }
}

#[test]
fn junit_has_a_suite_a_scenario_and_a_case_a_rule() {
    let repository = Repository::with_job();
    repository.write("jobs/a&b<c.ron", &repository.read("jobs/orders.ron").replace("Fixed(720)", "Fixed(100)"));
    let arguments = ["jobs/orders.ron", "jobs/a&b<c.ron", "--format", "junit", "-o", "redeal.xml"];
    let (code, out, _) = repository.check("production", &arguments);
    assert_eq!((code, out.as_str()), (1, ""), "the file is written also where the policy is violated");
    let xml = repository.read("redeal.xml");
    assert!(
        xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"Production\" tests=\"22\" ")
    );
    assert!(
        xml.contains("<testsuite name=\"jobs/orders.ron\" tests=\"11\" failures=\"0\" errors=\"0\" skipped=\"0\">")
    );
    // 100 are 2.5 times the peak; the busiest of 40 owns 3: 3 · 40 ÷ 100 = 1.2; and there is no record.
    assert!(xml.contains("<testsuite name=\"jobs/a&amp;b&lt;c.ron\" tests=\"11\" failures=\"3\" "), "{xml}");
    assert_eq!(xml.matches("<testcase ").count(), 22);
    assert_eq!([xml.matches("<failure ").count(), xml.matches("</failure>").count()], [3, 3]);
    assert!(xml.contains("found 2.5 times the peak (100 key groups for 40 subtasks)"));
    assert!(!xml.contains("a&b") && xml.ends_with("</testsuites>\n"));
}
