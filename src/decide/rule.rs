//! The rules of a policy by name, and what a check finds.

use serde::Serialize;

/// A rule of a policy, in the order of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Least count, in times the peak.
    Headroom,
    /// Counts that may be chosen.
    Counts,
    /// Engines that may be used.
    Engines,
    /// Most unevenness at certain widths.
    Evenness,
    /// Most unevenness at the peak.
    EvennessAtPeak,
    /// Most metadata in a snapshot at the peak.
    MaxMetadataBytes,
    /// Most files in a snapshot at the peak.
    MaxFiles,
    /// Most bytes because of the count alone, at the peak.
    MaxBytesOfBuckets,
    /// Least years to the ceiling.
    CeilingYears,
    /// Every step runs.
    EveryStepRuns,
    /// There is a plan.
    PlanRequired,
    /// There is a way out.
    WayOutAllowed,
    /// There is a record.
    RecordRequired,
    /// A record is of the scenario as it is.
    RecordCurrent,
    /// A record was reviewed by somebody else.
    RecordReviewer,
    /// A record is not too old.
    RecordAge,
    /// The day to look again is not past.
    RecordLookAgain,
}

impl Rule {
    /// Every rule, in order.
    pub const ALL: [Self; 17] = [
        Self::Headroom,
        Self::Counts,
        Self::Engines,
        Self::Evenness,
        Self::EvennessAtPeak,
        Self::MaxMetadataBytes,
        Self::MaxFiles,
        Self::MaxBytesOfBuckets,
        Self::CeilingYears,
        Self::EveryStepRuns,
        Self::PlanRequired,
        Self::WayOutAllowed,
        Self::RecordRequired,
        Self::RecordCurrent,
        Self::RecordReviewer,
        Self::RecordAge,
        Self::RecordLookAgain,
    ];

    /// Its name: the field of a policy file, after `record.` where it is about records.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Headroom => "headroom",
            Self::Counts => "counts",
            Self::Engines => "engines",
            Self::Evenness => "evenness",
            Self::EvennessAtPeak => "evenness_at_peak",
            Self::MaxMetadataBytes => "max_metadata_bytes",
            Self::MaxFiles => "max_files",
            Self::MaxBytesOfBuckets => "max_bytes_of_buckets",
            Self::CeilingYears => "ceiling_years",
            Self::EveryStepRuns => "every_step_runs",
            Self::PlanRequired => "plan_required",
            Self::WayOutAllowed => "way_out_allowed",
            Self::RecordRequired => "record.required",
            Self::RecordCurrent => "record.current",
            Self::RecordReviewer => "record.reviewer_required",
            Self::RecordAge => "record.max_age_days",
            Self::RecordLookAgain => "record.not_past_look_again",
        }
    }

    /// The field of the policy that asks for it.
    #[must_use]
    pub fn field(self) -> &'static str {
        self.id().split('.').next().unwrap_or_default()
    }

    /// What it asks, in one sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Headroom => "The bucket count is at least so many times the expected peak width.",
            Self::Counts => "The bucket count is one that the policy allows.",
            Self::Engines => "The engine is one that the policy allows.",
            Self::Evenness => {
                "At the widths named, the worker with the most buckets owns at most so many times the mean."
            }
            Self::EvennessAtPeak => {
                "At the peak width, the worker with the most buckets owns at most so many times the mean."
            }
            Self::MaxMetadataBytes => "A snapshot at the peak width has at most so many bytes of metadata.",
            Self::MaxFiles => "A snapshot at the peak width has at most so many files.",
            Self::MaxBytesOfBuckets => {
                "A snapshot at the peak width has at most so many bytes that are there only because of the bucket count."
            }
            Self::CeilingYears => {
                "Under the plan's growth, more workers than buckets are needed after so many years at the earliest."
            }
            Self::EveryStepRuns => "The engine starts every step of the scenario, and every worker takes part.",
            Self::PlanRequired => "The scenario says which widths are expected, in a plan of its own.",
            Self::WayOutAllowed => "The engine has some way to another bucket count.",
            Self::RecordRequired => "A decision record lies beside the scenario.",
            Self::RecordCurrent => {
                "The decision record is of the scenario as it is, with the figures that this version computes."
            }
            Self::RecordReviewer => "The decision record names who decided, and somebody else who reviewed it.",
            Self::RecordAge => "The decision is at most so many days old.",
            Self::RecordLookAgain => "The day on which the decision is to be looked at again is not past.",
        }
    }
}

/// The part of a file that a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A field of the scenario.
    Scenario(&'static str),
    /// The scenario, where it lacks something.
    ScenarioFile,
    /// A field of the decision record.
    Record(&'static str),
}

/// One violation: what was found and what the policy wants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule's id.
    pub rule: &'static str,
    /// What was found, with its unit.
    pub found: String,
    /// What is wanted.
    pub wanted: String,
    /// The file it is about, as it was named.
    pub file: String,
    /// The line of that file, from 1; null where no line causes it.
    pub line: Option<usize>,
}

impl Finding {
    /// `found …, wanted …`.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("found {}, wanted {}", self.found, self.wanted)
    }
}

/// A rule that could not be looked at: neither met nor violated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotChecked {
    /// The rule's id.
    pub rule: &'static str,
    /// Why it was not looked at.
    pub why: String,
    /// The file of the scenario, as it was named.
    pub file: String,
    /// The line of that file, from 1; null where no line causes it.
    pub line: Option<usize>,
}

impl NotChecked {
    /// `not checked: …`.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("not checked: {}", self.why)
    }
}

/// What became of one rule: met where there is neither a finding nor a reason why it was not looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleResult {
    /// The rule.
    pub rule: Rule,
    /// Its violations; none where it is met or not checked.
    pub findings: Vec<Finding>,
    /// Why it was not looked at; `None` where it was.
    pub not_checked: Option<NotChecked>,
}
