//! One count judged: its figures with the job's keys, its cost, its reasons, and what it lacks.

use super::candidates::divisors;
use super::limit::Limits;
use super::of_plan;
use super::reason::Reason;
use super::score::Score;
use super::shortfall::Shortfall;
use super::warning::Warning;
use crate::engine::{CostLine, Engine, Outcome, SnapshotCost, StartRequest};
use crate::explore::Plan;
use crate::explore::cost::at_count;
use crate::explore::peaks::Buckets;
use crate::explore::runway::{Runway, Shares, of_shares};
use crate::explore::sums::counted_under;
use crate::simulate::{DealFigures, Job, Report, SimulateError, Watch, peak_ratios, useful_widths};
use crate::unit::{BucketCount, WorkerCount, rounded};
use serde::Serialize;

/// A key that forces less than this is not worth a word.
const WORTH_SAYING: f64 = 1.02;

/// A count, judged.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CountAdvice {
    /// Bucket count.
    pub buckets: BucketCount,
    /// N ÷ peak width.
    pub headroom: f64,
    /// What it is ranked by.
    pub score: Score,
    /// Figures at the widths liked and at the peak, rising.
    pub widths: Vec<WidthFigures>,
    /// Useful widths from 1 to the peak.
    pub useful_up_to_peak: u32,
    /// Useful widths up to the count itself.
    pub useful: u32,
    /// Numbers that divide the count.
    pub divisors: u32,
    /// Width the cost is of: the peak, or as many workers as there are buckets where the engine refuses the peak.
    pub cost_workers: u32,
    /// Cost of a snapshot at that width, with the engine's own lines.
    pub cost: SnapshotCost,
    /// How long it lasts; null where the plan does not grow.
    pub runway: Option<Runway>,
    /// Why.
    pub reasons: Vec<Reason>,
    /// What to know before taking it.
    pub warnings: Vec<Warning>,
    /// Constraints of the plan that it does not meet; none for a recommended count.
    pub shortfalls: Vec<Shortfall>,
}

/// One width under a count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct WidthFigures {
    /// The width.
    pub workers: u32,
    /// What becomes of a restart at it.
    pub outcome: Outcome,
    /// Most buckets on a worker, were all buckets alike; 0 where refused.
    pub most_buckets: u32,
    /// Most buckets · p ÷ N: busiest ÷ mean of even keys; 0 where refused.
    pub even_ratio: f64,
    /// Busiest ÷ mean of the job's keys; 0 where refused.
    pub peak_to_mean: f64,
}

/// Judges counts of one job under one plan.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    /// The job on a cluster with room for every width.
    pub job: &'a Job,
    pub plan: &'a Plan,
    /// What the engine takes where the program sets nothing.
    pub default: Option<BucketCount>,
    pub watch: &'a dyn Watch,
}

impl Judge<'_> {
    /// Simulates the count at the peak and gathers everything about it; also what holds for the job under any count.
    pub fn judge(&self, count: BucketCount, score: Score) -> Result<(CountAdvice, Vec<Warning>), SimulateError> {
        let (report, deal) = at_count(self.job, count, self.plan.peak_width, self.watch)?;
        let buckets = Buckets::new(&report.buckets.load);
        let mut liked = self.plan.liked();
        liked.push(self.plan.peak_width);
        liked.dedup();
        let useful = useful_widths(count);
        let peak = self.plan.peak_width.get();
        let up_to_peak = useful.iter().filter(|&&width| width <= peak).count();
        let mut advice = CountAdvice {
            buckets: count,
            headroom: self.plan.headroom_of(count.get()),
            score,
            widths: liked.iter().map(|&width| self.at_width(count, width, &buckets)).collect::<Result<_, _>>()?,
            useful_up_to_peak: u32::try_from(up_to_peak).unwrap_or(u32::MAX),
            useful: u32::try_from(useful.len()).unwrap_or(u32::MAX),
            divisors: divisors(count),
            cost_workers: report.steps.first().map_or(0, |step| step.workers),
            cost: deal.snapshot.clone(),
            runway: (self.plan.growth_per_year > 0.0).then(|| of_shares(self.plan, count, Shares::of(&report))),
            reasons: Vec::new(),
            warnings: Vec::new(),
            shortfalls: Vec::new(),
        };
        advice.reasons = self.reasons(&advice, &deal);
        advice.shortfalls = self.limits().shortfalls(count, &advice.cost);
        advice.warnings = self.warnings(&advice, &report);
        let of_job = self.of_job(&report, &advice);
        Ok((advice, of_job))
    }

    /// What the plan asks of every count.
    pub fn limits(&self) -> Limits<'_> {
        Limits::of(&self.job.engine, self.plan)
    }

    fn at_width(
        &self,
        count: BucketCount,
        width: WorkerCount,
        buckets: &Buckets<'_>,
    ) -> Result<WidthFigures, SimulateError> {
        let profile = self.job.engine.profile();
        let request =
            StartRequest { recorded: Some(count), configured: Some(count), width, input_pieces: self.job.input_pieces };
        let start = profile.start(&request);
        let outcome = start.outcome;
        if outcome == Outcome::Refused {
            let (most_buckets, even_ratio, peak_to_mean) = (0, 0.0, 0.0);
            return Ok(WidthFigures { workers: width.get(), outcome, most_buckets, even_ratio, peak_to_mean });
        }
        let peak = buckets.peak(&profile.dealing(start.workers), start.workers, self.watch)?;
        Ok(WidthFigures {
            workers: width.get(),
            outcome,
            most_buckets: peak.even_buckets,
            even_ratio: f64::from(peak.even_buckets) * width.as_f64() / count.as_f64(),
            peak_to_mean: peak_ratios(buckets.total().into(), peak.load, width).0,
        })
    }

    fn reasons(&self, advice: &CountAdvice, deal: &DealFigures) -> Vec<Reason> {
        let (n, peak) = (advice.buckets.get(), self.plan.peak_width.get());
        let mut reasons = Vec::new();
        if !self.limits().is_free {
            reasons.push(Reason::Headroom { buckets: n, peak, times: advice.headroom });
        }
        let liked = self.plan.liked();
        let planned = || advice.widths.iter().filter(|at| liked.iter().any(|width| width.get() == at.workers));
        let is_even = |at: &WidthFigures| u64::from(at.most_buckets) * u64::from(at.workers) == u64::from(n);
        let even: Vec<u32> = planned().filter(|at| is_even(at)).map(|at| at.workers).collect();
        if !even.is_empty() {
            reasons.push(Reason::EvenAt { widths: even });
        }
        let uneven = planned().filter(|at| !is_even(at) && at.outcome != Outcome::Refused);
        reasons.extend(uneven.map(|at| Reason::UnevenAt {
            workers: at.workers,
            most: at.most_buckets,
            ratio: at.even_ratio,
        }));
        let refused: Vec<u32> = planned().filter(|at| at.outcome == Outcome::Refused).map(|at| at.workers).collect();
        if !refused.is_empty() {
            reasons.push(Reason::RefusedAt { widths: refused });
        }
        reasons.push(Reason::OnAverage { peak, ratio: 1.0 + advice.score.up_to_peak });
        reasons.push(Reason::WithKeys {
            workers: advice.cost_workers,
            ratio: deal.peak_to_mean,
            forced_by_key: deal.loss.hot_key_floor,
        });
        reasons.push(Reason::UsefulWidths {
            up_to_peak: advice.useful_up_to_peak,
            peak,
            all: advice.useful,
            divisors: advice.divisors,
        });
        reasons.extend(cost_reasons(advice));
        reasons.extend(self.thresholds(n));
        reasons.extend(advice.runway.map(|runway| Reason::Runway {
            ceiling_years: runway.ceiling_years,
            bucket_years: runway.hottest_bucket_years,
        }));
        reasons
    }

    /// Where the engine does something else from some count on.
    fn thresholds(&self, n: u32) -> Vec<Reason> {
        let facts = self.job.engine.facts();
        let mut reasons = Vec::new();
        if matches!(self.job.engine, Engine::Flink(_) | Engine::FlinkSql(_)) {
            reasons.push(Reason::KeyPrefix { bytes: if n <= 128 { 1 } else { 2 } });
        }
        if facts.max_buckets == Some(n) {
            reasons.push(Reason::AtBound { buckets: n });
        }
        reasons.extend(self.default.map(|default| {
            let (buckets, same) = (default.get(), default.get() == n);
            if self.limits().is_free && !same {
                Reason::DefaultEachStart { buckets }
            } else {
                Reason::Default { buckets, same, rule: facts.default_buckets }
            }
        }));
        reasons
    }

    fn warnings(&self, advice: &CountAdvice, report: &Report) -> Vec<Warning> {
        let (n, horizon) = (advice.buckets.get(), self.plan.horizon_years);
        let mut warnings = Vec::new();
        if let Engine::Elasticsearch(options) = &self.job.engine {
            let least = advice.shortfalls.iter().filter_map(Shortfall::least).max();
            let (routing, counts) = (options.routing_shards, options.counts_set());
            if let Some(least) = least.filter(|&least| least <= self.limits().most)
                && counts.last().is_some_and(|&most| most < least)
            {
                warnings.push(Warning::RoutingShards { routing, counts, least });
            }
        }
        if let Some(counted) = counted_under(self.job, advice.buckets) {
            warnings.push(Warning::SumsOnly { counted: counted.get() });
        }
        if report.keys.counted && report.keys.count < u64::from(n) {
            warnings.push(Warning::FewKeys { keys: report.keys.count, buckets: n });
        }
        if let Some(years) = advice.runway.and_then(|runway| runway.hottest_bucket_years)
            && years < horizon
        {
            warnings.push(Warning::ShortRunway { years, horizon });
        }
        if matches!(self.job.engine, Engine::KafkaStreams(_)) && n != self.job.input_pieces {
            warnings.push(Warning::InputPieces { pieces: self.job.input_pieces, buckets: n });
        }
        warnings
    }

    /// What holds whatever the count is.
    fn of_job(&self, report: &Report, advice: &CountAdvice) -> Vec<Warning> {
        let mut warnings = of_plan::warnings(self.job, self.plan, advice.cost.is_counted);
        let (share, peak) = (report.keys.hottest_share, self.plan.peak_width);
        if report.keys.counted && report.keys.count < u64::from(peak.get()) {
            warnings.insert(0, Warning::FewKeysForPeak { keys: report.keys.count, peak: peak.get() });
        }
        let runway = advice.runway.as_ref();
        if share * peak.as_f64() >= WORTH_SAYING && report.keys.is_one_hot() {
            let fair = u32::try_from(rounded(libm::floor(1.0 / share))).unwrap_or(u32::MAX);
            warnings.push(Warning::HotKey {
                key: report.keys.hottest_key.clone(),
                share,
                fair_up_to: fair.max(1),
                fills_worker_years: runway.and_then(|runway| runway.hottest_key_years),
            });
        }
        let horizon = self.plan.horizon_years;
        if let Some(runway) = runway
            && let Some(years) = runway.peak_years
            && years < horizon
        {
            let width_at_horizon = runway.width_at_horizon;
            warnings.push(Warning::PeakPassed { years, peak: peak.get(), horizon, width_at_horizon });
        }
        warnings.push(if self.limits().is_free {
            Warning::CountIsFree
        } else {
            Warning::Fixed { answer: self.job.engine.facts().change_of_count }
        });
        warnings
    }
}

/// The cost in bytes and files, and the engine's own lines in time and partitions; where the count costs neither bytes nor
/// files, its first line.
fn cost_reasons(advice: &CountAdvice) -> Vec<Reason> {
    let cost = &advice.cost;
    let line = |line: &CostLine| Reason::Grows {
        label: line.label,
        value: line.value,
        unit: line.unit,
        accuracy: line.accuracy,
    };
    if !cost.is_counted || (cost.metadata_bytes == 0 && cost.files == 0) {
        return cost.detail.iter().take(1).map(line).collect();
    }
    let mut reasons = vec![Reason::Cost {
        workers: advice.cost_workers,
        metadata_bytes: cost.metadata_bytes,
        files: cost.files,
        bytes_of_buckets: cost.bytes_of_buckets,
        accuracy: cost.accuracy,
    }];
    reasons.extend(cost.detail.iter().filter(|line| matches!(line.unit, "ms" | "partitions")).map(line));
    reasons
}
