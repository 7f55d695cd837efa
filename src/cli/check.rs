//! `redeal check`: scenarios and their decision records against a policy.

use super::failure::Failure;
use super::progress::Bar;
use super::source::{self, Source};
use super::{Answer, output, record, stdin};
use crate::decide::{Checked, Policy, RecordFile, Subject, check, parse_policy, policies, read_record};
use crate::export::{CheckRun, check_json, check_junit, check_sarif, check_text, uri_path};
use crate::numerals::{counted, grouped};
use crate::plain::excerpt;
use crate::scenario::read_text;
use chrono::NaiveDate;
use clap::{Args, ValueEnum};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

/// The largest policy or record that is read.
pub(super) const MAX_BYTES: u64 = 4 << 20;

/// Checks scenarios and their decision records against a policy, for a CI job: exit code 1 where it is violated.
///
/// POLICY is a file, or the name of a shipped policy: starting-out, production, lean-snapshots. The record of job.ron is
/// job.record.md beside it.
#[derive(Debug, Args)]
#[command(
    after_help = "One line a finding: file:line: rule: found …, wanted …\nand one a rule that cannot be looked at: file:line: rule: \
                  not checked: …\n\nA policy file, each rule of which may be left out:\n  \
                  Policy(format: 1, name: \"Ours\", headroom: 3.0, counts: DivisibleBy(12),\n    engines: [\"flink\"], evenness: \
                  [(workers: 40, most: 1.1)], evenness_at_peak: 1.1,\n    max_metadata_bytes: 100000, max_files: 2000, \
                  max_bytes_of_buckets: 1000000,\n    ceiling_years: 5, every_step_runs: true, plan_required: true, \
                  way_out_allowed: true,\n    record: (required: true, reviewer_required: true, max_age_days: 366,\n      \
                  not_past_look_again: true))\ncounts: also OneOf([60, 120]) and PowersOfTwo.\n\nExit codes: 0 no finding, 1 the \
                  policy is violated, 2 wrong arguments or input.\n\nExamples:\n  redeal check production jobs/orders.ron \
                  jobs/clicks.ron\n  redeal check policy.ron jobs/*.ron --records decisions --format sarif -o redeal.sarif"
)]
pub(super) struct Arguments {
    /// Policy file, or the name of a shipped policy.
    policy: OsString,
    /// Scenario files, or names of shipped scenarios.
    #[arg(required = true, num_args = 1..)]
    scenarios: Vec<OsString>,
    /// Folder of the records, instead of that of each scenario.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Day of the check, as 2026-11-30; without it today, by universal time.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = record::day)]
    date: Option<NaiveDate>,
    /// How findings are written; without it as the ending of -o says, else text.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File to write, whole or not at all, instead of stdout; - is stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How findings are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line a finding.
    #[default]
    Text,
    /// Format redeal-check/1.
    Json,
    /// SARIF 2.1.0, for code hosts.
    Sarif,
    /// XML of test results, for CI systems.
    Junit,
}

/// A scenario read, with the record that lies beside it.
struct Read {
    source: Source,
    name: String,
    text: Option<String>,
    record_path: PathBuf,
    record: Option<RecordFile>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let policy_file = Path::new(&arguments.policy).display().to_string();
    let policy = policy(&arguments.policy)?;
    if let Some(folder) = arguments.records.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(Failure::Told(format!("--records {}: a folder that is there is needed", folder.display())));
    }
    let date = arguments.date.unwrap_or_else(record::today);
    let read = read_all(arguments)?;
    keep(arguments, &read)?;
    let how = output::format(arguments.format, arguments.output.as_deref())?;
    let mut checked = Vec::new();
    for read in &read {
        checked.push(check_one(&policy, read, date)?);
    }
    let run = CheckRun { policy: &policy, policy_file: &policy_file, date: &date.to_string(), checked: &checked };
    let text = match how {
        Format::Text => check_text(&run),
        Format::Json => check_json(&run),
        Format::Sarif => check_sarif(&run, &|name| uri(&path_of(&read, name))),
        Format::Junit => check_junit(&run),
    };
    let answer = if run.findings().next().is_none() { Answer::Done } else { Answer::No };
    let written = output::emit(&text, arguments.output.as_deref());
    if written.is_ok() {
        output::note(&summary(&policy, &checked));
    }
    output::answered(written, answer)
}

/// Refuses an output file that is the policy or a record; [`Source::keep`] does so for the scenarios.
fn keep(arguments: &Arguments, read: &[Read]) -> Result<(), Failure> {
    let Some(output) = output::file(arguments.output.as_deref()) else { return Ok(()) };
    let records = read.iter().map(|read| read.record_path.as_path());
    let input =
        std::iter::once(Path::new(&arguments.policy)).chain(records).find(|file| source::same_file(file, output));
    input.map_or(Ok(()), |file| {
        Err(Failure::Told(format!("{} is read: -o would overwrite it, name another file", file.display())))
    })
}

/// Reads a policy. A file goes before a shipped policy of the same name.
fn policy(name: &OsStr) -> Result<Policy, Failure> {
    let path = Path::new(name);
    let shown = path.display().to_string();
    if name.is_empty() {
        return Err(Failure::Told("POLICY is empty: a file or the name of a shipped policy is needed".to_owned()));
    }
    if !source::is_file_there(path) && path.extension().is_none() && path.components().count() <= 1 {
        let Some((_, text)) = policies().iter().find(|(stem, _)| *stem == shown) else {
            let names: Vec<&str> = policies().iter().map(|(stem, _)| *stem).collect();
            return Err(Failure::Told(format!(
                "{}: neither a policy file nor a shipped policy.{} Shipped are {}",
                excerpt(&shown),
                source::nearest(&shown, &names),
                names.join(", ")
            )));
        };
        return Ok(parse_policy(text)?);
    }
    Ok(parse_policy(&read_text(path, MAX_BYTES, "a policy file")?).map_err(|error| error.in_file(path))?)
}

/// Reads every scenario and record. Each that cannot be read is told; the last of them as the failure.
fn read_all(arguments: &Arguments) -> Result<Vec<Read>, Failure> {
    let mut read = Vec::new();
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    // A scenario that is named twice, in one way or in two, is checked once.
    let is_new = |scenario: &&OsString| {
        let path = Path::new(scenario);
        seen.insert(source::whole(path).filter(|_| source::is_file_there(path)).unwrap_or_else(|| path.to_owned()))
    };
    for scenario in arguments.scenarios.iter().filter(is_new) {
        match read_one(scenario, arguments) {
            Ok(one) => read.push(one),
            Err(failure) => failures.push(failure),
        }
    }
    if failures.is_empty() {
        failures.extend(same_record(&read));
    }
    let Some(last) = failures.pop() else { return Ok(read) };
    for failure in failures {
        if let Failure::Told(message) = failure {
            output::error(&message);
        }
    }
    Err(last)
}

fn read_one(scenario: &OsStr, arguments: &Arguments) -> Result<Read, Failure> {
    stdin::refuse(scenario, "a record lies beside the file that it is of")?;
    let source = source::load(scenario)?;
    source.keep(arguments.output.as_deref())?;
    let name = source.file_name();
    // Read once more for the lines of findings; a pipe is not, and its findings have none.
    let file = source.file.as_deref().filter(|file| file.is_file());
    let text = file.and_then(|file| std::fs::read_to_string(file).ok());
    let stem = name.strip_suffix(".ron").unwrap_or(&name);
    let beside = source.file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let record_path = arguments.records.as_deref().unwrap_or(beside).join(format!("{stem}.record.md"));
    let record = if record_path.exists() {
        let text = read_text(&record_path, MAX_BYTES, "a decision record")?;
        Some(read_record(&text).map_err(|error| error.in_file(&record_path))?)
    } else {
        None
    };
    Ok(Read { source, name, text, record_path, record })
}

/// Two scenarios whose records would be the same file, as where `--records` gathers them from several folders.
fn same_record(read: &[Read]) -> Option<Failure> {
    let mut seen: BTreeMap<&Path, &Read> = BTreeMap::new();
    for one in read {
        if let Some(other) = seen.insert(&one.record_path, one)
            && other.source.file != one.source.file
        {
            return Some(Failure::Told(format!(
                "{} and {} would share the record {}: give them other names, or leave out --records",
                other.source.name,
                one.source.name,
                one.record_path.display()
            )));
        }
    }
    None
}

fn check_one(policy: &Policy, read: &Read, date: NaiveDate) -> Result<Checked, Failure> {
    let subject = Subject {
        scenario: &read.source.scenario,
        job: &read.source.job,
        file: &read.source.name,
        name: &read.name,
        text: read.text.as_deref(),
        record_file: &read.record_path.display().to_string(),
        record: read.record.as_ref(),
    };
    let bar = Bar::of(&read.source.job);
    let checked = check(policy, &subject, date, &bar);
    bar.finish();
    checked.map_err(|error| read.source.told(&error))
}

/// `3 scenarios against "Production": 4 findings in 2 of them, 3 rules not checked.`
fn summary(policy: &Policy, checked: &[Checked]) -> String {
    let findings: usize = checked.iter().map(|one| one.findings().count()).sum();
    let with = grouped(checked.iter().filter(|one| one.findings().next().is_some()).count() as u64);
    let scenarios = counted(checked.len() as u64, "scenario", "scenarios");
    let name = excerpt(&policy.name);
    let found = counted(findings as u64, "finding", "findings");
    let found = match (findings, checked.len()) {
        (0, _) => "no findings".to_owned(),
        (_, 1) => found,
        _ => format!("{found} in {with} of them"),
    };
    let not = checked.iter().map(|one| one.not_checked().count()).sum::<usize>() as u64;
    let not = if not == 0 { String::new() } else { format!(", {} not checked", counted(not, "rule", "rules")) };
    format!("{scenarios} against \"{name}\": {found}{not}.")
}

/// The file that a finding names, as it was given: its name may hold what is no UTF-8.
fn path_of(read: &[Read], name: &str) -> PathBuf {
    let paths = read.iter().flat_map(|one| [one.source.file.as_deref(), Some(one.record_path.as_path())]);
    let found = paths.flatten().find(|path| path.display().to_string() == name);
    found.unwrap_or(Path::new(name)).to_owned()
}

/// The URI of a file: relative to the folder the program runs in where it lies below that, else absolute.
fn uri(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    let mut parts = Vec::new();
    for component in path.components() {
        match component {
            Component::CurDir | Component::RootDir => {}
            other => parts.push(uri_path(other.as_os_str().as_encoded_bytes())),
        }
    }
    let joined = parts.join("/");
    if path.is_absolute() { format!("file:///{joined}") } else { joined }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn uris_are_relative_where_the_file_lies_below() {
        let here = std::env::current_dir().unwrap();
        let uri = |path: &str| super::uri(Path::new(path));
        assert_eq!(uri("./jobs/my job.ron"), "jobs/my%20job.ron");
        assert_eq!(uri(&here.join("jobs/a.ron").display().to_string()), "jobs/a.ron");
        assert_eq!(uri("../a.ron"), "../a.ron");
        if cfg!(unix) {
            assert_eq!(uri("/elsewhere/a.ron"), "file:///elsewhere/a.ron");
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_percent_encoded() {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"jobs/a\xff.ron");
        assert_eq!(super::uri(Path::new(name)), "jobs/a%FF.ron");
    }
}
