//! Scenarios and their records held against a policy.

use super::figures::Figures;
use super::policy::Policy;
use super::record::RecordFile;
use super::rule::{Finding, NotChecked, Place, Rule, RuleResult};
use super::{check_record, check_scenario};
use crate::explore::BadRunway;
use crate::scenario::{Scenario, ScenarioError, place_of_field};
use crate::simulate::{BadJob, Job, SimulateError, Watch, simulate};
use chrono::NaiveDate;

/// A scenario that is checked, with the record that lies beside it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its checked job.
    pub job: &'a Job,
    /// Its file as it was named, or the name of a shipped scenario.
    pub file: &'a str,
    /// What a record calls it: the last part of `file`.
    pub name: &'a str,
    /// The text of its file, where there is one: for the lines of findings.
    pub text: Option<&'a str>,
    /// The file that its record is looked for in.
    pub record_file: &'a str,
    /// The record; none where that file is not there.
    pub record: Option<&'a RecordFile>,
}

/// A scenario, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The file as it was named.
    pub file: String,
    /// The scenario's name.
    pub scenario: String,
    /// The digest of its report.
    pub digest: String,
    /// The record that was read, where there is one.
    pub record_file: Option<String>,
    /// One entry a rule that the policy asks for, in its order.
    pub results: Vec<RuleResult>,
}

impl Checked {
    /// All violations, in the order of the rules.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.results.iter().flat_map(|result| &result.findings)
    }

    /// The rules that could not be looked at, in their order.
    pub fn not_checked(&self) -> impl Iterator<Item = &NotChecked> {
        self.results.iter().filter_map(|result| result.not_checked.as_ref())
    }
}

/// A scenario that cannot be checked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadCheck {
    /// The simulation failed.
    #[error("{0}")]
    Simulate(#[from] SimulateError),
    /// The plan cannot be.
    #[error("{0}")]
    Runway(#[from] BadRunway),
    /// The scenario has no text to take a digest of.
    #[error("{0}")]
    Scenario(#[from] ScenarioError),
}

impl From<BadJob> for BadCheck {
    fn from(error: BadJob) -> Self {
        SimulateError::from(error).into()
    }
}

/// A violation before its place is looked up.
pub(super) struct Violation {
    /// What was found.
    pub found: String,
    /// What is wanted.
    pub wanted: String,
    /// What it is about.
    pub place: Place,
}

impl Violation {
    pub const fn new(found: String, wanted: String, place: Place) -> Self {
        Self { found, wanted, place }
    }

    /// The same about the count of the scenario, alone.
    pub fn buckets(found: String, wanted: String) -> Vec<Self> {
        vec![Self::new(found, wanted, Place::Scenario("buckets"))]
    }
}

/// What a look at a rule gives.
pub(super) enum Looked {
    /// The rule was looked at: its violations, none where it is met.
    At(Vec<Violation>),
    /// It could not be, for the reason told.
    Not(String),
}

impl From<Vec<Violation>> for Looked {
    fn from(violations: Vec<Violation>) -> Self {
        Self::At(violations)
    }
}

/// Holds a scenario and its record against a policy on the day `today`.
///
/// Rules of the peak look at the scenario's plan, or at the one that its widths tell. Free slots of today's cluster do not cap its
/// widths. Where an engine takes another count at each start (`MapReduce`), headroom and the ceiling are met by any count; where
/// it keeps no state, so are the limits of a snapshot. Limits of a snapshot that is not modelled are not checked.
///
/// # Errors
/// [`BadCheck`]: what [`simulate`] says, or a scenario that has no text.
pub fn check(policy: &Policy, subject: &Subject<'_>, today: NaiveDate, watch: &dyn Watch) -> Result<Checked, BadCheck> {
    let report = simulate(subject.job, watch)?;
    let figures = Figures::new(subject.job, subject.scenario.forecast(), watch)?;
    let mut results = Vec::new();
    for rule in policy.rules() {
        let looked = match rule {
            Rule::RecordRequired
            | Rule::RecordCurrent
            | Rule::RecordReviewer
            | Rule::RecordAge
            | Rule::RecordLookAgain => check_record::found(rule, policy, subject, &report, &figures, today)?.into(),
            _ => check_scenario::found(rule, policy, subject, &report, &figures)?,
        };
        results.push(match looked {
            Looked::At(found) => {
                let findings = found.into_iter().map(|found| placed(rule, found, subject)).collect();
                RuleResult { rule, findings, not_checked: None }
            }
            Looked::Not(why) => {
                // The engine is why.
                let line = line_of(subject, "engine");
                let not_checked = NotChecked { rule: rule.id(), why, file: subject.file.to_owned(), line };
                RuleResult { rule, findings: Vec::new(), not_checked: Some(not_checked) }
            }
        });
    }
    Ok(Checked {
        file: subject.file.to_owned(),
        scenario: subject.scenario.name.clone(),
        digest: report.digest,
        record_file: subject.record.map(|_| subject.record_file.to_owned()),
        results,
    })
}

/// The line of a field of the scenario's file.
fn line_of(subject: &Subject<'_>, field: &str) -> Option<usize> {
    subject.text.and_then(|text| place_of_field(text, field)).map(|(line, _)| line)
}

/// A violation with its file and line.
fn placed(rule: Rule, found: Violation, subject: &Subject<'_>) -> Finding {
    let (file, line) = match found.place {
        Place::Scenario(field) => (subject.file, line_of(subject, field)),
        Place::ScenarioFile => (subject.file, None),
        Place::Record(field) => (subject.record_file, subject.record.and_then(|record| record.line_of(field))),
    };
    Finding { rule: rule.id(), found: found.found, wanted: found.wanted, file: file.to_owned(), line }
}
