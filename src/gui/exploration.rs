//! What the views beside the deal show: which view is up, what the user wishes of it, and what has been found.

use super::explorer::{About, Compared, Finding, Question};
use super::state::PATIENCE_SECONDS;
use crate::deal::DealingRule;
use crate::explore::{Advice, Comparison, CostCurve, SweepRow, WaysOut};
use crate::figure::Chart;
use crate::scenario::Scenario;
use crate::simulate::Report;
use crate::unit::BucketCount;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A view, in the order of the tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ViewKind {
    /// The wall and the workers.
    #[default]
    Deal,
    /// Effective width against width.
    Widths,
    /// Counts against widths, and a recommendation.
    Counts,
    /// Who gives what to whom.
    Move,
    /// The cost of a snapshot.
    Snapshot,
    /// Ways to another count.
    WaysOut,
    /// Scenarios side by side.
    Compare,
    /// Lessons and cards.
    Learn,
}

impl ViewKind {
    /// Every view with the name of its tab.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Deal, "Deal"),
        (Self::Widths, "Widths"),
        (Self::Counts, "Counts"),
        (Self::Move, "Move"),
        (Self::Snapshot, "Snapshot"),
        (Self::WaysOut, "Ways out"),
        (Self::Compare, "Compare"),
        (Self::Learn, "Learn"),
    ];
}

/// What the user wishes to see in the views. Changes no figure of the scenario and is not saved with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Wishes {
    /// Widths: counts laid over the scenario's.
    pub others: Vec<BucketCount>,
    /// Widths: draws of the band; 0 = none.
    pub seeds: u32,
    /// Move: the two steps, from 0; `None` = the step shown and the one before it.
    pub steps: Option<(usize, usize)>,
    /// Move: another dealing rule to compare with.
    pub rule: Option<DealingRule>,
    /// Compare: the other scenarios, at most three.
    pub compared: Vec<Compared>,
    /// Compare: which is the base, 0 = the scenario itself.
    pub base: usize,
    /// Whether charts show their numbers as a table instead.
    pub tables: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            others: Vec::new(),
            seeds: 0,
            steps: None,
            rule: None,
            compared: vec![Compared::Shipped("127-versus-64"), Compared::Shipped("divisible-120")],
            base: 0,
            tables: false,
        }
    }
}

/// A heat map in the making.
#[derive(Debug, Clone, Default)]
pub struct CountsFound {
    /// Rows so far.
    pub rows: Vec<SweepRow>,
    /// Count and bytes of metadata at the plan's peak; empty until all rows are there.
    pub metadata: Vec<(u32, u64)>,
}

/// A finished comparison.
#[derive(Debug, Clone)]
pub struct CompareFound {
    /// Figure by figure.
    pub comparison: Comparison,
    /// The reports compared.
    pub reports: Vec<Arc<Report>>,
}

/// The last findings of every view. They stay until newer ones have come.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Rows by count, the scenario's own first.
    pub widths: Option<Arc<Vec<Vec<SweepRow>>>>,
    /// The heat map.
    pub counts: Option<Arc<CountsFound>>,
    /// The recommendation.
    pub advice: Option<Arc<Advice>>,
    /// Costs over the count.
    pub snapshot: Option<Arc<CostCurve>>,
    /// The three ways.
    pub ways_out: Option<Arc<WaysOut>>,
    /// The comparison.
    pub compare: Option<Arc<CompareFound>>,
}

/// The exploring thread as the window sees it.
#[derive(Debug, Clone, Default)]
pub struct Exploration {
    /// What was asked last.
    pub asked: Option<Question>,
    /// Since when it is worked on, in the window's seconds; `None` once it is done.
    pub since: Option<f64>,
    /// Whether anything has been found for what was asked last.
    pub answered: bool,
    /// Why there is nothing new.
    pub failure: Option<String>,
    /// What has been found.
    pub found: Found,
    /// The scenario that the advice and the heat map are of.
    advised: Option<Arc<Scenario>>,
}

impl Exploration {
    /// A question is asked at the time `now`.
    pub fn begin(&mut self, question: Question, now: f64) {
        self.since = Some(self.since.unwrap_or(now));
        self.failure = None;
        self.answered = false;
        self.asked = Some(question);
    }

    /// The scenario is this one now. What was asked and advised of another, or of it on another engine, is given up: nobody waits
    /// for it, and its advice would be taken for this one's. Returns whether a question was given up, which is then to be stopped.
    pub fn turn_to(&mut self, scenario: &Scenario) -> bool {
        let is_other = |of: &Scenario| of.name != scenario.name || of.engine.facts().id != scenario.engine.facts().id;
        if self.advised.as_ref().is_some_and(|of| is_other(of)) {
            (self.advised, self.found.advice, self.found.counts) = (None, None, None);
        }
        if !self.asked.as_ref().is_some_and(|asked| is_other(&asked.scenario)) {
            return false;
        }
        (self.asked, self.since, self.failure) = (None, None, None);
        self.answered = false;
        true
    }

    /// Takes a finding of the newest question; one that comes after its question was given up is dropped.
    pub fn take(&mut self, finding: Finding) {
        let Some(asked) = &self.asked else { return };
        if matches!(finding, Finding::Advice(_) | Finding::Counts { .. }) {
            self.advised = Some(Arc::clone(&asked.scenario));
        }
        self.answered |= !matches!(finding, Finding::Failed(_) | Finding::Done);
        let found = &mut self.found;
        match finding {
            Finding::Widths(groups) => found.widths = Some(Arc::new(groups)),
            Finding::Counts { rows, metadata } => found.counts = Some(Arc::new(CountsFound { rows, metadata })),
            Finding::Advice(advice) => found.advice = Some(Arc::new(*advice)),
            Finding::Snapshot(curve) => found.snapshot = Some(Arc::new(curve)),
            Finding::WaysOut(ways) => found.ways_out = Some(Arc::new(*ways)),
            Finding::Compare { comparison, reports } => {
                found.compare = Some(Arc::new(CompareFound { comparison, reports }));
            }
            Finding::Failed(reason) => {
                self.failure = Some(reason);
                self.since = None;
            }
            Finding::Done => self.since = None,
        }
    }

    /// Whether it has gone on for so long that the user should know.
    #[must_use]
    pub fn is_slow(&self, now: f64) -> bool {
        self.since.is_some_and(|since| now - since > PATIENCE_SECONDS)
    }

    /// Whether what has been found is of an earlier question, and has been for longer than a moment: the answer to the last one
    /// is being worked on, was stopped, or cannot be.
    #[must_use]
    pub fn is_stale(&self, now: f64) -> bool {
        !self.answered && (self.since.is_none() || self.is_slow(now))
    }
}

/// What the view that is up asks of the scenario; `None` where the report says it all.
#[must_use]
pub fn about(kind: ViewKind, wishes: &Wishes, scenario: &Scenario, report: &Report, step: usize) -> Option<About> {
    let shown = report.steps.get(step).or(report.steps.last())?;
    match kind {
        ViewKind::Deal | ViewKind::Move | ViewKind::Learn => None,
        ViewKind::Widths => Some(About::Widths {
            buckets: BucketCount::clamped(shown.bucket_count.into()),
            others: wishes.others.clone(),
            seeds: wishes.seeds,
        }),
        ViewKind::Counts => Some(About::Counts { plan: scenario.forecast() }),
        ViewKind::Snapshot => Some(About::Snapshot { width: crate::unit::WorkerCount::clamped(shown.workers.into()) }),
        ViewKind::WaysOut => Some(About::WaysOut(scenario.exit_plan(shown.bucket_count))),
        ViewKind::Compare => {
            (!wishes.compared.is_empty()).then(|| About::Compare { others: wishes.compared.clone(), base: wishes.base })
        }
    }
}

/// A chart on its way to a file.
#[derive(Debug, Clone)]
pub struct Picture {
    /// What its file may be called, without an ending.
    pub stem: String,
    /// The chart, in the size it is saved in.
    pub chart: Arc<Chart>,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.chart, &other.chart) && self.stem == other.stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::Plan;

    fn asked(scenario: &Scenario) -> Question {
        let plan: Plan = scenario.forecast();
        Question { scenario: Arc::new(scenario.clone()), folder: "".into(), about: About::Counts { plan } }
    }

    #[test]
    fn what_is_found_of_another_scenario_is_given_up() {
        let (own, mut exploration) = (Scenario::built_in(), Exploration::default());
        let rows = || Finding::Counts { rows: Vec::new(), metadata: Vec::new() };
        exploration.begin(asked(&own), 0.0);
        exploration.take(rows());
        let edited = Scenario { note: "edited".to_owned(), ..own.clone() };
        assert!(!exploration.turn_to(&edited) && exploration.found.counts.is_some(), "an edit leaves it");
        let other = Scenario { name: "another".to_owned(), ..own };
        assert!(exploration.turn_to(&other), "the question is to be stopped");
        assert!(exploration.found.counts.is_none() && exploration.since.is_none());
        exploration.take(rows());
        assert!(exploration.found.counts.is_none(), "it came too late");
    }
}
