//! Which bucket count to take, with reasons.
//!
//! # Method
//!
//! **Candidates.** Counts from the expected peak to 64 times the least count that meets headroom and horizon, within the
//! engine's bounds and 2^20: powers of two; numbers with more divisors than any smaller (1, 2, 4, 6, 12, 24, 36, 48,
//! 60, 120, 180, 240, 360, 720, 840, 1260, …) and, from 12 on, their multiples up to 16 times; multiples up to 64 times
//! of the peak and of the least number that all liked widths divide. The job's own count and the engine's default are
//! looked at beside them.
//!
//! **Constraints.** N ≥ headroom × peak; where growth is told, N ≥ width needed at the horizon; neither where each start may
//! set another count, and the least count is then the peak. Metadata and files of a snapshot at the peak width within the budget, by the
//! same formulas as a report.
//!
//! **Score**, less is better: mean even waste at the widths liked + mean even waste over the widths 1 to the peak +
//! price × log2(N ÷ least count that meets headroom and horizon). Even waste is most buckets on a worker · p ÷ N − 1, by the
//! engine's own deal of buckets that are all alike. The price is what one doubling of N is held worth, since whatever is paid a
//! bucket doubles: 0.01, one percent of evenness, where a bucket costs some bytes (Flink, `RisingWave`, `MapReduce`, custom); 0.1
//! where it costs files and time in every batch, or a store and a changelog partition (Spark, Kafka Streams). Ties go to the smaller count. Where no widths are liked, the first and the peak
//! width stand in. Rules that follow instances or weights are played through, at 4 to 64 widths spread evenly up to the
//! peak where that is much work.
//!
//! **Shown** are at most 8 counts that meet every constraint, best first. A count is left out as a near-duplicate where
//! a better one is within 10 % of N and within 0.1 percentage points of the score. The 64 best are simulated at most.
//! Where none meets all constraints, the three that miss them least are shown with what they lack: the sum of the
//! shares by which each constraint is missed, ties to the smaller count.
//!
//! **Trade-off.** All candidates than which no smaller one wastes as little (the first two terms of the score).
//!
//! **With keys.** Each count shown is simulated once with the job's own keys, and dealt at every width liked and at the
//! peak. That does not enter the ranking: which worker gets the heavy keys is chance, and another key set would rank
//! otherwise. Slots of today's cluster (adaptive and reactive scheduling) do not cap a plan's widths.

mod candidates;
mod judge;
mod limit;
mod of_plan;
mod reason;
mod score;
mod shortfall;
mod warning;
mod words;

pub use candidates::divisors;
pub use judge::{CountAdvice, WidthFigures};
pub use reason::Reason;
pub use score::Score;
pub use shortfall::Shortfall;
pub use warning::Warning;

use self::judge::Judge;
use self::limit::{Limits, miss};
use self::score::Scorer;
use super::plan::{BadPlan, Plan};
use crate::engine::{Engine, FlinkBackend, FlinkOptions, FlinkScheduler, FlinkSqlOptions};
use crate::simulate::{Job, SimulateError, Watch};
use crate::unit::{BucketCount, WorkerCount};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeSet;

/// The most counts recommended.
const MOST_SHOWN: usize = 8;
/// The most counts simulated in search of them.
const MOST_TRIED: usize = 64;
/// The most counts simulated in search of those that come nearest.
const MOST_NEAR_TRIED: usize = 16;
/// The most counts shown where none meets every constraint.
const MOST_NEAREST: usize = 3;
/// Scores closer than this do not tell neighbours apart.
const SAME_SCORE: f64 = 0.001;

/// Recommended counts with reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// The engine's id.
    pub engine: &'static str,
    /// The plan it is for.
    pub plan: Plan,
    /// The least count that meets the plan's headroom and horizon, whether or not the engine takes it; the peak width where each
    /// start may set another count.
    pub least_buckets: u32,
    /// What one doubling of the count is held to be worth, in evenness: a judgement.
    pub doubling_price: f64,
    /// Counts that meet every constraint, best first, at most 8.
    pub recommended: Vec<CountAdvice>,
    /// Where none does: the three that come nearest, with what they lack.
    pub nearest: Vec<CountAdvice>,
    /// The job's own count, judged the same way; null where it has none.
    pub today: Option<CountAdvice>,
    /// What the engine takes by itself at the plan's first width; null where it has no default.
    pub engine_default: Option<CountAdvice>,
    /// Counts than which no smaller one wastes as little, rising.
    pub trade_off: Vec<TradeOff>,
    /// What holds whatever the count is.
    pub warnings: Vec<Warning>,
}

impl Advice {
    /// What the least count is, to follow it.
    #[must_use]
    pub fn least_is(&self) -> &'static str {
        if self.warnings.contains(&Warning::CountIsFree) {
            "the expected peak"
        } else if self.plan.growth_per_year > 0.0 {
            "the least count that meets headroom and horizon"
        } else {
            "the least count that meets the headroom"
        }
    }
}

/// One point of the trade-off between evenness and size.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TradeOff {
    /// Bucket count.
    pub buckets: BucketCount,
    /// Mean even waste at the widths liked + mean even waste over the widths 1 to the peak.
    pub waste: f64,
    /// N ÷ peak width.
    pub headroom: f64,
}

/// An advice that could not be given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadAdvice {
    /// The plan cannot be.
    #[error("plan: {0}")]
    Plan(#[from] BadPlan),
    /// The simulation failed.
    #[error("{0}")]
    Simulate(#[from] SimulateError),
}

/// Recommends bucket counts for a job under a plan; the module's text says how.
///
/// # Errors
/// [`BadAdvice`]: a plan that cannot be, or what [`crate::simulate::simulate`] says.
pub fn advise(job: &Job, plan: &Plan, watch: &dyn Watch) -> Result<Advice, BadAdvice> {
    plan.check()?;
    let facts = job.engine.facts();
    let profile = job.engine.profile();
    let takes =
        |count: &BucketCount| facts.refuses_count(count.get().into()).is_none() && profile.fitting(*count) == *count;
    let today = job.first_buckets().ok().filter(takes);
    let default = profile.default_buckets(plan.first_width, job.input_pieces);
    let default = default.and_then(|count| BucketCount::new(count).ok()).filter(takes);
    let extra: Vec<BucketCount> = today.iter().chain(&default).copied().collect();
    let limits = Limits::of(&job.engine, plan);
    let counts = candidates::candidates(plan, limits.least(), facts.min_buckets, limits.most, &extra);
    let counts: BTreeSet<BucketCount> = counts.into_iter().map(|count| profile.fitting(count)).collect();
    let counts: Vec<BucketCount> = counts.into_iter().collect();

    let roomy = Job { engine: with_room(&job.engine), ..job.clone() };
    let scorer = Scorer::new(&roomy.engine, plan, &counts);
    let mut ranked = scores(&scorer, &counts, watch)?;
    let trade_off = trade_off(&ranked, plan);
    ranked.sort_by(|a, b| a.1.total.total_cmp(&b.1.total).then(a.0.cmp(&b.0)));

    let search = Search { judge: Judge { job: &roomy, plan, default, watch }, scored: &ranked };
    let recommended = search.recommended()?;
    let nearest = if recommended.is_empty() { search.nearest()? } else { Vec::new() };
    let warnings = recommended.iter().chain(&nearest).next().map_or_else(Vec::new, |(_, of_job)| of_job.clone());
    let beside = |count: BucketCount| match recommended.iter().chain(&nearest).find(|(known, _)| known.buckets == count)
    {
        Some((known, _)) => Ok(known.clone()),
        None => Ok::<_, SimulateError>(search.judge.judge(count, scorer.score(count, watch)?)?.0),
    };
    let today = today.map(beside).transpose()?;
    let engine_default = match (&today, default) {
        (Some(today), Some(default)) if today.buckets == default => Some(today.clone()),
        (_, default) => default.map(beside).transpose()?,
    };
    Ok(Advice {
        engine: facts.id,
        plan: plan.clone(),
        least_buckets: limits.least(),
        doubling_price: score::doubling_price(&job.engine),
        recommended: recommended.into_iter().map(|(advice, _)| advice).collect(),
        nearest: nearest.into_iter().map(|(advice, _)| advice).collect(),
        today,
        engine_default,
        trade_off,
        warnings,
    })
}

/// The engine on a cluster that grows with the plan: as many free slots as each width asks for.
#[must_use]
pub fn with_room(engine: &Engine) -> Engine {
    let roomy = |options: &FlinkOptions| {
        let scheduler = match options.scheduler {
            FlinkScheduler::Default => FlinkScheduler::Default,
            FlinkScheduler::Adaptive { .. } => FlinkScheduler::Adaptive { slots: WorkerCount::MAX.get() },
            FlinkScheduler::Reactive { .. } => FlinkScheduler::Reactive { slots: 0 },
        };
        FlinkOptions { scheduler, restore_backend: FlinkBackend::Same, ..options.clone() }
    };
    match engine {
        Engine::Flink(options) => Engine::Flink(roomy(options)),
        Engine::FlinkSql(FlinkSqlOptions(options)) => Engine::FlinkSql(FlinkSqlOptions(roomy(options))),
        other => other.clone(),
    }
}

type Scored = (BucketCount, Score);

fn scores(scorer: &Scorer<'_>, counts: &[BucketCount], watch: &dyn Watch) -> Result<Vec<Scored>, SimulateError> {
    let score = |&count: &BucketCount| {
        watch.go_on()?;
        Ok((count, scorer.score(count, watch)?))
    };
    counts.par_iter().map(score).collect()
}

/// The counts than which no smaller one wastes as little; `scored` rises by count.
fn trade_off(scored: &[Scored], plan: &Plan) -> Vec<TradeOff> {
    let mut least = f64::INFINITY;
    let mut front = Vec::new();
    for (count, score) in scored {
        if score.waste() < least {
            least = score.waste();
            front.push(TradeOff { buckets: *count, waste: least, headroom: plan.headroom_of(count.get()) });
        }
    }
    front
}

/// The search through counts in the order of their scores.
struct Search<'a> {
    judge: Judge<'a>,
    scored: &'a [Scored],
}

/// A count's advice, and what holds for the job under any count.
type Judged = (CountAdvice, Vec<Warning>);

impl Search<'_> {
    fn recommended(&self) -> Result<Vec<Judged>, SimulateError> {
        let mut found: Vec<Judged> = Vec::new();
        let mut tried = 0;
        for (count, score) in self.scored {
            if found.len() == MOST_SHOWN || tried == MOST_TRIED {
                break;
            }
            // What fails before any key is counted need not be simulated.
            if found.iter().any(|(better, _)| is_near(better, *count, score)) || self.least_miss(*count) > 0.0 {
                continue;
            }
            tried += 1;
            let judged = self.judge.judge(*count, *score)?;
            if judged.0.shortfalls.is_empty() {
                found.push(judged);
            }
        }
        Ok(found)
    }

    fn nearest(&self) -> Result<Vec<Judged>, SimulateError> {
        let mut by_miss: Vec<(f64, &Scored)> =
            self.scored.iter().map(|scored| (self.least_miss(scored.0), scored)).collect();
        by_miss.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.0.cmp(&b.1.0)));
        // The keys can only make a miss larger: those that miss least without them are tried, then ordered with them.
        by_miss.truncate(MOST_NEAR_TRIED);
        let judged = by_miss.into_iter().map(|(_, (count, score))| self.judge.judge(*count, *score));
        let mut judged = judged.collect::<Result<Vec<_>, SimulateError>>()?;
        judged.sort_by(|(a, _), (b, _)| {
            let missed = |count: &CountAdvice| miss(&count.shortfalls, count.buckets);
            missed(a).total_cmp(&missed(b)).then(a.buckets.cmp(&b.buckets))
        });
        judged.truncate(MOST_NEAREST);
        Ok(judged)
    }

    /// How far a count misses the constraints at the least, whatever the keys.
    fn least_miss(&self, count: BucketCount) -> f64 {
        self.judge.limits().least_miss(&self.judge.job.engine, count)
    }
}

/// Whether a better count is a near-duplicate: N within 10 %, score within 0.1 percentage points.
fn is_near(better: &CountAdvice, count: BucketCount, score: &Score) -> bool {
    let (a, b) = (u64::from(better.buckets.get()), u64::from(count.get()));
    10 * a.max(b) <= 11 * a.min(b) && (score.total - better.score.total).abs() <= SAME_SCORE
}
