//! What a check against a policy found, as text and JSON.

use crate::decide::{Checked, Finding, Policy};
use crate::plain::visible;
use serde::Serialize;
use std::fmt::Write;

/// A check of several scenarios against one policy.
#[derive(Debug, Clone, Copy)]
pub struct CheckRun<'a> {
    /// The policy.
    pub policy: &'a Policy,
    /// Its file as it was named, or the name of a shipped one.
    pub policy_file: &'a str,
    /// The day of the check, as `2026-11-30`.
    pub date: &'a str,
    /// The scenarios, in the order given.
    pub checked: &'a [Checked],
}

impl CheckRun<'_> {
    /// All violations, scenario by scenario.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.checked.iter().flat_map(Checked::findings)
    }
}

/// `file:line`, or the file where no line causes it.
pub(super) fn place(finding: &Finding) -> String {
    finding.line.map_or_else(|| finding.file.clone(), |line| format!("{}:{line}", finding.file))
}

/// One line a finding: `file:line: rule: found …, wanted …`. Nothing where there is none.
#[must_use]
pub fn check_text(run: &CheckRun<'_>) -> String {
    run.findings().fold(String::new(), |mut text, finding| {
        let line = format!("{}: {}: {}", place(finding), finding.rule, finding.sentence());
        let _ = writeln!(text, "{}", visible(&line));
        text
    })
}

#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: &'static str,
    policy: PolicyOf<'a>,
    date: &'a str,
    scenarios: Vec<ScenarioOf<'a>>,
    findings: usize,
}

#[derive(Serialize)]
struct PolicyOf<'a> {
    file: &'a str,
    name: &'a str,
    rules: Vec<&'static str>,
}

#[derive(Serialize)]
struct ScenarioOf<'a> {
    file: &'a str,
    scenario: &'a str,
    digest: &'a str,
    record: Option<&'a str>,
    findings: Vec<&'a Finding>,
}

/// Format `redeal-check/1`. `record` is the file of the record that was read, null where there is none; `line` is null where no
/// line causes the finding.
#[must_use]
pub fn check_json(run: &CheckRun<'_>) -> String {
    let scenario = |checked: &Checked| checked.findings().count();
    let written = Written {
        format: "redeal-check/1",
        version: env!("CARGO_PKG_VERSION"),
        policy: PolicyOf {
            file: run.policy_file,
            name: &run.policy.name,
            rules: run.policy.rules().into_iter().map(crate::decide::Rule::id).collect(),
        },
        date: run.date,
        findings: run.checked.iter().map(scenario).sum(),
        scenarios: run
            .checked
            .iter()
            .map(|checked| ScenarioOf {
                file: &checked.file,
                scenario: &checked.scenario,
                digest: &checked.digest,
                record: checked.record_file.as_deref(),
                findings: checked.findings().collect(),
            })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&written).expect("a check is numbers and texts");
    text.push('\n');
    text
}
