//! A step's result in words: one sentence, why, and what would help. Made here so that every surface says the same.

use serde::Serialize;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Costs something.
    Warning,
    /// Stops the job or most of its workers.
    Problem,
}

/// One finding about a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// A few words: "Uneven deal".
    pub title: String,
    /// What is so, with its numbers.
    pub what: String,
    /// Why it is so.
    pub why: String,
    /// What would help.
    pub helps: String,
    /// A width that would be better, to go there at a click.
    pub better_width: Option<u32>,
}

/// What the finding is called that a deal is uneven.
pub(super) const UNEVEN_DEAL: &str = "Uneven deal";

impl Finding {
    /// Whether it says that the deal is uneven: even keys would show it alone.
    #[must_use]
    pub fn is_uneven_deal(&self) -> bool {
        self.title == UNEVEN_DEAL
    }
}

/// A step in words.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Verdict {
    /// The one sentence.
    pub sentence: String,
    /// One or two sentences that explain it.
    pub explanation: String,
    /// What else is to be said, the worst first.
    pub findings: Vec<Finding>,
    /// The next width at which the busiest worker holds fewer buckets; `None` at the ceiling.
    pub next_useful_width: Option<u32>,
}
