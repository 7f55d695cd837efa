//! What a check against a policy found, as text and JSON.

use crate::decide::{Checked, Finding, NotChecked, Policy};
use crate::plain::{excerpt, visible};
use serde::Serialize;
use std::borrow::Cow;
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

    /// All rules that could not be looked at, scenario by scenario.
    pub fn not_checked(&self) -> impl Iterator<Item = &NotChecked> {
        self.checked.iter().flat_map(Checked::not_checked)
    }
}

/// `file:line`, or the file where no line causes it.
pub(super) fn place(file: &str, line: Option<usize>) -> String {
    line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

/// `file:line: rule: found …, wanted …`.
pub(super) fn finding_line(finding: &Finding) -> String {
    format!("{}: {}: {}", place(&finding.file, finding.line), finding.rule, finding.sentence())
}

/// One line a finding: `file:line: rule: found …, wanted …`, and one a rule that could not be looked at:
/// `file:line: rule: not checked: …`. Nothing where there is neither.
#[must_use]
pub fn check_text(run: &CheckRun<'_>) -> String {
    let results = run.checked.iter().flat_map(|checked| &checked.results);
    let lines = results.flat_map(|result| {
        let not = result.not_checked.as_ref();
        let not = not.map(|not| format!("{}: {}: {}", place(&not.file, not.line), not.rule, not.sentence()));
        result.findings.iter().map(finding_line).chain(not)
    });
    lines.fold(String::new(), |mut text, line| {
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
    not_checked: usize,
}

#[derive(Serialize)]
struct PolicyOf<'a> {
    file: &'a str,
    name: Cow<'a, str>,
    rules: Vec<&'static str>,
}

#[derive(Serialize)]
struct ScenarioOf<'a> {
    file: &'a str,
    scenario: &'a str,
    digest: &'a str,
    record: Option<&'a str>,
    findings: Vec<&'a Finding>,
    not_checked: Vec<&'a NotChecked>,
}

/// Format `redeal-check/1`. `record` is the file of the record that was read, null where there is none; `line` is null where no
/// line causes the finding. `not_checked` lists the rules that could not be looked at, and why.
#[must_use]
pub fn check_json(run: &CheckRun<'_>) -> String {
    let written = Written {
        format: "redeal-check/1",
        version: env!("CARGO_PKG_VERSION"),
        policy: PolicyOf {
            file: run.policy_file,
            name: excerpt(&run.policy.name),
            rules: run.policy.rules().into_iter().map(crate::decide::Rule::id).collect(),
        },
        date: run.date,
        findings: run.findings().count(),
        not_checked: run.not_checked().count(),
        scenarios: run
            .checked
            .iter()
            .map(|checked| ScenarioOf {
                file: &checked.file,
                scenario: &checked.scenario,
                digest: &checked.digest,
                record: checked.record_file.as_deref(),
                findings: checked.findings().collect(),
                not_checked: checked.not_checked().collect(),
            })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&written).expect("a check is numbers and texts");
    text.push('\n');
    text
}
