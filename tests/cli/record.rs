//! `redeal record` as it is used.

use crate::asked::{refused, run};
use crate::program::{ended, redeal};
use redeal::decide::{parse_day, read_record};
use redeal::scenario::shipped;
use std::path::Path;

fn record(scenario: &str, more: &[&str]) -> String {
    let arguments = [&["record", scenario, "--date", "2026-11-30"], more].concat();
    let (code, out, told) = ended(&mut redeal(&arguments));
    assert_eq!((code, told.as_str()), (0, ""), "{arguments:?}");
    out
}

/// As read by a reviewer; made with `redeal record NAME --date 2026-11-30`.
#[test]
fn three_records_are_as_they_were_reviewed() {
    for name in ["plan-4-to-40", "plan-spark", "plan-kafka-streams"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/records/{name}.record.md"));
        let version = format!("version: \"{}\"", env!("CARGO_PKG_VERSION"));
        let now = record(name, &[]).replace(&version, "version: \"0.1.0\"");
        assert_eq!(now, std::fs::read_to_string(&file).unwrap(), "{name}");
    }
}

#[test]
fn every_shipped_scenario_has_a_record_that_is_read_back() {
    for (name, text) in shipped() {
        let page = record(name, &[]);
        for nonsense in ["NaN", "inf ", "{}", "  \n"] {
            assert!(!page.contains(nonsense), "{name} holds {nonsense:?}:\n{page}");
        }
        assert!(page.lines().count() < 120, "{name}: {} lines are no single page", page.lines().count());
        let file = read_record(&page).unwrap_or_else(|error| panic!("{name}: {error}"));
        let read = &file.record;
        assert_eq!((read.scenario.as_str(), read.decided), (*name, parse_day("2026-11-30").unwrap()));
        assert!(read.look_again >= read.decided && read.look_again <= parse_day("2027-11-30").unwrap(), "{name}");
        let scenario = redeal::scenario::parse(text).unwrap();
        assert_eq!(read.engine, scenario.engine.facts().id, "{name}");
        let job = scenario.job(Path::new("")).unwrap();
        assert_eq!(read.buckets, job.first_buckets().unwrap(), "{name}");
        assert_eq!(page, record(name, &[]), "{name}: not the same twice");
    }
}

/// The digest of `redeal report` stands in the record.
#[test]
fn the_digest_is_that_of_the_report() {
    let (_, json, _) = run(&["report", "plan-spark", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(read_record(&record("plan-spark", &[])).unwrap().record.digest, report["digest"]);
}

/// From 4 workers at 60 % a year the peak of 40 is met in ln 10 ÷ ln 1.6 = 4.9 years, and the 128 key groups in
/// ln 32 ÷ ln 1.6 = 7.4.
#[test]
fn it_says_what_is_recommended_instead_and_when_limits_are_met() {
    let page = record("plan-4-to-40", &[]);
    for said in [
        "# Decision record: 128 key groups for “A plan from 4 to 40 workers”",
        "| Setting | max parallelism (pipeline.max-parallelism, or setMaxParallelism in the program): **128**, not set by the program",
        "It meets the plan, but Redeal recommends **720 key groups** for it instead",
        "3.2 times the peak of 40",
        "About 720 key groups:",
        "18 times the peak of 40",
        "the expected peak of 40 subtasks: in 4.9 years",
        "the ceiling (more subtasks needed than there are key groups): in 7.4 years",
        "| Headroom | 3.2 times that peak; the plan asks for 3 |",
        "| Look again | 2027-11-30: a year after the decision |",
        "Useful widths up to the peak of 40: 1-13, 15, 16, 19, 22, 26, 32. The peak is not one of them: even keys run as fast on 32 \
         subtasks. The next above it: 43.",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
}

/// 2 999 key groups are 2.999 times a peak of 1 000: 3 are asked for.
#[test]
fn a_headroom_that_is_missed_by_a_hair_does_not_read_as_met() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("job.ron");
    let text = "Scenario(format: 1, name: \"A hair\", engine: Flink(), buckets: Fixed(2999), widths: [1000],
        keys: Generated(count: 1000, pattern: \"user-{}\", load: Uniform(each: 1)),
        plan: Plan(first_width: 1000, peak_width: 1000, headroom: 3.0))";
    std::fs::write(&file, text).unwrap();
    let page = record(file.to_str().unwrap(), &[]);
    for said in [
        "| Headroom | 2.999 times that peak; the plan asks for 3 |",
        "- 2.999 times the peak, not 3: that takes at least",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
}

/// Costs that are not modelled are said to be so, all of them.
#[test]
fn what_is_not_modelled_costs_no_zero_bytes() {
    let page = record("risingwave-capped", &[]);
    let row = page.lines().find(|line| line.starts_with("| 300 actors |")).unwrap_or_else(|| panic!("{page}"));
    assert_eq!(row.matches("not modelled").count(), 3, "{row}");
}

/// A peak of 6 instead of 40 is met within a year.
#[test]
fn a_limit_within_a_year_brings_the_second_look_forward() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("job.ron");
    let (_, text) = shipped().iter().find(|(name, _)| *name == "plan-4-to-40").unwrap();
    // 5000 a second fill a worker: 4 workers' worth now, 4 · 1.6 = 6.4 after a year, so the peak of 6 is met after
    // ln 1.5 ÷ ln 1.6 = 0.8627 years; less half a year are 132 whole days: 2027-04-11.
    let text =
        text.replace("peak_width: 40", "peak_width: 6").replace("widths_liked: [4, 8, 20, 40]", "widths_liked: [4]");
    std::fs::write(&file, text).unwrap();
    let page = record(file.to_str().unwrap(), &[]);
    assert!(
        page.contains("| Look again | 2027-04-11: half a year before growth meets the expected peak, in 0.9 years |"),
        "{page}"
    );
    assert_eq!(read_record(&page).unwrap().record.scenario, "job.ron");
}

#[test]
fn names_way_out_and_file_are_as_they_were_given() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("job.record.md");
    let out = file.to_str().unwrap();
    let names = ["--decided-by", " Ada | \"L\" ", "--reviewed-by", "Grace", "--way-out", "split", "-o", out];
    assert_eq!(record("plan-4-to-40", &names), "");
    let page = std::fs::read_to_string(&file).unwrap();
    let read = read_record(&page).unwrap().record;
    assert_eq!((read.decided_by.as_str(), read.reviewed_by.as_str()), ("Ada | \"L\"", "Grace"));
    assert!(
        page.contains("| Decided by | Ada \\| \"L\" |")
            && page.contains("**Split the job**, two jobs under today's count.")
    );
    assert!(record("plan-4-to-40", &["--way-out", "rebuild"]).contains("**Rebuild from the source**, from 128 to 720"));
}

/// A review is work: it is not lost to a command that is repeated.
#[test]
fn a_reviewed_record_is_overwritten_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("job.record.md");
    let out = file.to_str().unwrap();
    let again = ["-o", out];
    record("plan-4-to-40", &again);
    record("plan-4-to-40", &["--reviewed-by", "Grace", "-o", out]);
    let page = std::fs::read_to_string(&file).unwrap();
    let told = refused(&["record", "plan-4-to-40", "-o", out]);
    assert!(
        told.contains("job.record.md is reviewed by Grace: name another file, or overwrite it with --force"),
        "{told}"
    );
    let told = refused(&["record", "plan-spark", "-o", out]);
    assert!(told.contains("job.record.md is the record of plan-4-to-40: name another file"), "{told}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), page);
    record("plan-spark", &["--force", "-o", out]);
    assert!(std::fs::read_to_string(&file).unwrap().contains("scenario: \"plan-spark\""));
}

/// The last year that can be written.
#[test]
fn a_decision_at_the_end_of_time_is_read_back() {
    let (code, page, _) = run(&["record", "plan-4-to-40", "--date", "9999-06-01"]);
    assert_eq!((code, read_record(&page).unwrap().record.look_again), (0, parse_day("9999-12-31").unwrap()));
}

#[test]
fn what_cannot_be_is_told_in_one_message() {
    let told = refused(&["record", "plan-4-to-40", "--date", "2026-02-29"]);
    assert!(told.contains("'2026-02-29'") && told.contains("a day as 2026-11-30 is needed"), "{told}");
    let told = refused(&["record", "plan-kafka-streams", "--way-out", "rewrite"]);
    assert!(told.contains("Kafka Streams has no way out by rewrite") && told.contains("It has rebuild"), "{told}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("job.ron");
    std::fs::write(&file, shipped()[0].1).unwrap();
    let file = file.to_str().unwrap();
    assert!(refused(&["record", file, "-o", file]).contains("-o would overwrite it"));
    assert_eq!(std::fs::read_to_string(file).unwrap(), shipped()[0].1);
}
