//! Everything that a decision record says, worked out.

use super::day::{LookAgain, look_again};
use super::record::{FORMAT, Record, scenario_digest};
use crate::engine::{Allowed, Engine, RouteKind};
use crate::explore::{
    Advice, BadAdvice, BadExit, CostPoint, CountAdvice, ExitPlan, Outlook, Plan, WaysOut, advise, cost_curve,
    ways_out_from,
};
use crate::scenario::{Scenario, ScenarioError};
use crate::simulate::{BadJob, Job, Report, SimulateError, Watch, simulate};
use crate::unit::BucketCount;
use chrono::NaiveDate;

/// What is said of a decision beside the scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionSpec {
    /// The scenario's file name, or the name of a shipped one.
    pub file: String,
    /// Day of the decision.
    pub decided: NaiveDate,
    /// The way out; none = the one that the model finds the least in the way.
    pub way_out: Option<RouteKind>,
    /// Who decided; empty = to be filled in.
    pub decided_by: String,
    /// Who reviewed; empty = to be filled in.
    pub reviewed_by: String,
}

/// A decision with its figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The scenario's name.
    pub job: String,
    /// The engine with its options.
    pub engine: Engine,
    /// Whether the program sets the count; otherwise it is left to the engine.
    pub is_set: bool,
    /// The plan.
    pub plan: Plan,
    /// Whether the plan is the scenario's own; otherwise its widths told it.
    pub has_own_plan: bool,
    /// The count decided for, judged under the plan.
    pub count: CountAdvice,
    /// The recommendation that it is held against.
    pub advice: Advice,
    /// The report of the scenario.
    pub report: Report,
    /// The cost of a snapshot at the plan's first width.
    pub first: CostPoint,
    /// When to look again.
    pub look_again: LookAgain,
    /// Ways out; none where no step of the scenario runs.
    pub exit: Option<Exit>,
    /// What a machine reads of all this.
    pub record: Record,
}

/// The ways out of the count, and the one chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Exit {
    /// What they depend on.
    pub plan: ExitPlan,
    /// Whether that is the scenario's own; otherwise it is one to start from.
    pub has_own_plan: bool,
    /// The three ways.
    pub ways: WaysOut,
    /// Which of the ways is chosen; none where the engine has none.
    pub chosen: Option<usize>,
    /// Whether somebody wished it; otherwise it is the least in the way.
    pub is_wished: bool,
}

impl Exit {
    /// The way chosen.
    #[must_use]
    pub fn way(&self) -> Option<&Outlook> {
        self.chosen.and_then(|at| self.ways.routes.get(at))
    }

    /// The other ways that the engine has.
    pub fn others(&self) -> impl Iterator<Item = &Outlook> {
        let others = self.ways.routes.iter().enumerate().filter(|(at, _)| self.chosen != Some(*at));
        others.map(|(_, way)| way).filter(|way| self.ways.leads_on(way))
    }
}

/// A decision that cannot be worked out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadDecision {
    /// No advice for the plan.
    #[error("{0}")]
    Advice(#[from] BadAdvice),
    /// No ways out.
    #[error("ways_out: {0}")]
    Exit(#[from] BadExit),
    /// The simulation failed.
    #[error("{0}")]
    Simulate(#[from] SimulateError),
    /// The scenario has no text to take a digest of.
    #[error("{0}")]
    Scenario(#[from] ScenarioError),
    /// A way out that the engine does not have.
    #[error("{engine} has no way out by {way}: {how} It has {others}")]
    NoWay {
        /// The engine's name.
        engine: &'static str,
        /// The way wished.
        way: &'static str,
        /// Why there is none.
        how: &'static str,
        /// The ways that there are.
        others: String,
    },
}

impl From<BadJob> for BadDecision {
    fn from(error: BadJob) -> Self {
        SimulateError::from(error).into()
    }
}

/// Works out the record of a scenario's bucket count.
///
/// # Errors
/// [`BadDecision`]: a plan or exit plan that cannot be, a way out that the engine does not have, or what [`simulate`] says.
pub fn decide(scenario: &Scenario, job: &Job, spec: &DecisionSpec, watch: &dyn Watch) -> Result<Decision, BadDecision> {
    let plan = scenario.forecast();
    let buckets = job.first_buckets()?;
    let report = simulate(job, watch)?;
    let advice = advise(job, &plan, watch)?;
    let exit = exit(scenario, job, &report, advice.recommended.first(), spec.way_out, watch)?;
    // A job whose engine does not take its count is no job.
    let count = advice.today.clone().ok_or_else(|| BadJob::NoDefault(job.engine.facts().name))?;
    let first = first_cost(job, buckets, &plan, watch)?;
    let look_again = look_again(spec.decided, count.runway.as_ref());
    let record = Record {
        format: FORMAT,
        scenario: spec.file.clone(),
        scenario_digest: scenario_digest(scenario)?,
        digest: report.digest.clone(),
        version: report.version.to_owned(),
        engine: report.engine.to_owned(),
        buckets,
        decided: spec.decided,
        look_again: look_again.day,
        decided_by: spec.decided_by.clone(),
        reviewed_by: spec.reviewed_by.clone(),
    };
    Ok(Decision {
        job: scenario.name.clone(),
        engine: job.engine.clone(),
        is_set: matches!(scenario.buckets, crate::scenario::Buckets::Fixed(_)),
        plan,
        has_own_plan: scenario.plan.is_some(),
        count,
        advice,
        report,
        first,
        look_again,
        exit,
        record,
    })
}

fn first_cost(job: &Job, buckets: BucketCount, plan: &Plan, watch: &dyn Watch) -> Result<CostPoint, SimulateError> {
    let curve = cost_curve(job, &[buckets], plan.first_width, watch)?;
    let point = curve.points.into_iter().find(|point| point.buckets == buckets.get());
    Ok(point.expect("the curve has the one count that was asked for"))
}

/// The ways out of the last step that runs, and the one wished or the least in the way. They lead to the scenario's own new count,
/// or to the one that is best for the plan where it names none.
fn exit(
    scenario: &Scenario,
    job: &Job,
    report: &Report,
    best: Option<&CountAdvice>,
    wished: Option<RouteKind>,
    watch: &dyn Watch,
) -> Result<Option<Exit>, BadDecision> {
    let Some(step) = report.steps.iter().rposition(|step| step.deal.is_some()) else { return Ok(None) };
    let count = report.steps[step].bucket_count;
    let mut plan = scenario.exit_plan(count);
    if let Some(best) = best.filter(|best| scenario.ways_out.is_none() && best.buckets.get() > count) {
        plan.new_buckets = best.buckets;
    }
    let ways = ways_out_from(job, report, step, &plan, watch)?;
    let chosen = match wished {
        None => least_in_the_way(&ways),
        Some(kind) => Some(wished_way(&ways, kind, job.engine.facts().name)?),
    };
    Ok(Some(Exit { plan, has_own_plan: scenario.ways_out.is_some(), ways, chosen, is_wished: wished.is_some() }))
}

fn wished_way(ways: &WaysOut, kind: RouteKind, engine: &'static str) -> Result<usize, BadDecision> {
    let at = ways.routes.iter().position(|way| way.route.kind == kind && way.route.allowed != Allowed::No);
    at.ok_or_else(|| {
        let how = ways.routes.iter().find(|way| way.route.kind == kind).map_or("", |way| way.route.how);
        let others: Vec<&str> =
            ways.routes.iter().filter(|way| way.route.allowed != Allowed::No).map(|way| way.route.kind.id()).collect();
        let others = if others.is_empty() { "none".to_owned() } else { others.join(" and ") };
        BadDecision::NoWay { engine, way: kind.id(), how, others }
    })
}

/// Of the ways that the engine has, and that lead to a higher ceiling where any does: the one with the least time stopped plus
/// incomplete. Times that are closer than an estimate can tell count as the same, and of several ways the first is taken in the
/// order rebuild, rewrite, split: the further on, the more there is to run for ever.
fn least_in_the_way(ways: &WaysOut) -> Option<usize> {
    let had = |way: &Outlook| way.route.allowed != Allowed::No;
    let leads_up = |way: &Outlook| way.ceiling_after > ways.buckets;
    let any_up = ways.routes.iter().any(|way| had(way) && leads_up(way));
    let secs = |way: &Outlook| stopped_and_incomplete(way).unwrap_or(f64::INFINITY);
    let open = || ways.routes.iter().enumerate().filter(|(_, way)| had(way) && (leads_up(way) || !any_up));
    let least = open().map(|(_, way)| secs(way)).min_by(f64::total_cmp)?;
    let same = least + SAME_SECS.max(SAME_SHARE * least);
    open().find(|(_, way)| secs(way) <= same).map(|(at, _)| at)
}

/// Times of two ways that are no more apart than this, in seconds or as a share of the shorter, are the same.
const SAME_SECS: f64 = 1.0;
/// See [`SAME_SECS`].
const SAME_SHARE: f64 = 0.01;

/// Seconds in which nothing runs, and those in which results are incomplete; `None` = for ever.
#[must_use]
pub fn stopped_and_incomplete(way: &Outlook) -> Option<f64> {
    way.incomplete_secs.map(|incomplete| incomplete + way.stop_secs)
}
