//! How uneven a count is at the widths of a plan, were all buckets alike, and the score that counts are ranked by.

use super::limit::Limits;
use crate::deal::DealingRule;
use crate::engine::Engine;
use crate::explore::Plan;
use crate::simulate::{SimulateError, Watch};
use crate::unit::{BucketCount, WorkerCount, float};
use serde::Serialize;

/// What one doubling of the count is held to be worth on an engine, in evenness: a judgement, and said to be one.
///
/// A key group or vnode costs a few bytes a snapshot: one percent. A state partition of Spark costs files and tens of
/// milliseconds in every batch, a task of Kafka Streams or Samza a store to open and a changelog partition to replicate, a shard
/// of Elasticsearch or a partition of Pulsar files and memory of its own: ten.
pub(super) const fn doubling_price(engine: &Engine) -> f64 {
    match engine {
        Engine::Spark(_)
        | Engine::KafkaStreams(_)
        | Engine::Samza(_)
        | Engine::Elasticsearch(_)
        | Engine::Pulsar(_) => 0.1,
        Engine::Flink(_)
        | Engine::FlinkSql(_)
        | Engine::RisingWave(_)
        | Engine::MapReduce(_)
        | Engine::Hazelcast(_)
        | Engine::RedisCluster(_)
        | Engine::Pekko(_)
        | Engine::Couchbase(_)
        | Engine::Ignite(_)
        | Engine::Custom(_) => 0.01,
    }
}

/// Buckets dealt at most to average over widths, where a rule must be played through.
const MOST_DEALT: u64 = 50_000_000;

/// What a count is ranked by; less is better.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Score {
    /// Mean even waste at the widths liked: most buckets on a worker · p ÷ N, less 1.
    pub at_liked: f64,
    /// Mean even waste over the widths 1 to the peak.
    pub up_to_peak: f64,
    /// Price of a doubling · log2(N ÷ least count that meets headroom and horizon); 0 below that count.
    pub size: f64,
    /// The sum of the three.
    pub total: f64,
}

impl Score {
    /// The part that is evenness.
    #[must_use]
    pub fn waste(&self) -> f64 {
        self.at_liked + self.up_to_peak
    }
}

/// Gives counts their scores. Where a rule must be played through, the widths averaged over are so many that the whole work
/// is bounded.
pub(super) struct Scorer<'a> {
    engine: &'a Engine,
    plan: &'a Plan,
    /// The widths averaged over where the rule must be played through; none where a formula does.
    sampled: Vec<WorkerCount>,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(engine: &'a Engine, plan: &'a Plan, counts: &[BucketCount]) -> Self {
        let peak = u64::from(plan.peak_width.get());
        let sampled = if is_even(&engine.profile().dealing(plan.peak_width)) {
            Vec::new()
        } else {
            let all: u64 = counts.iter().map(|count| u64::from(count.get())).sum();
            let samples = (MOST_DEALT / all.max(1)).clamp(4, 64).min(peak);
            (1..=samples).map(|at| WorkerCount::clamped((peak * at).div_ceil(samples))).collect()
        };
        Self { engine, plan, sampled }
    }

    pub(super) fn score(&self, count: BucketCount, watch: &dyn Watch) -> Result<Score, SimulateError> {
        let at_liked = self.mean(count, &self.plan.liked(), watch)?;
        let up_to_peak = if self.sampled.is_empty() {
            mean_even_waste(count, self.plan.peak_width)
        } else {
            self.mean(count, &self.sampled, watch)?
        };
        let least = Limits::of(self.engine, self.plan).least();
        let doublings = if count.get() > least { libm::log2(count.as_f64() / f64::from(least)) } else { 0.0 };
        let size = doubling_price(self.engine) * doublings;
        Ok(Score { at_liked, up_to_peak, size, total: at_liked + up_to_peak + size })
    }

    fn mean(&self, count: BucketCount, widths: &[WorkerCount], watch: &dyn Watch) -> Result<f64, SimulateError> {
        let sum: f64 = widths.iter().map(|&width| self.even_waste(count, width, watch)).sum::<Result<_, _>>()?;
        Ok(sum / float(widths.len().max(1) as u64))
    }

    fn even_waste(&self, count: BucketCount, width: WorkerCount, watch: &dyn Watch) -> Result<f64, SimulateError> {
        let rule = self.engine.profile().dealing(width);
        let most = if is_even(&rule) {
            count.get().div_ceil(width.get())
        } else {
            let deal = rule.deal_checked(count, width, &[], &|| watch.go_on())?;
            deal.bucket_counts().into_iter().max().unwrap_or(0)
        };
        Ok(f64::from(most) * width.as_f64() / count.as_f64() - 1.0)
    }
}

/// Whether the most buckets on a worker are `ceil(N / p)` where all buckets are alike.
fn is_even(rule: &DealingRule) -> bool {
    match rule {
        DealingRule::Contiguous
        | DealingRule::ContiguousFirstLarger
        | DealingRule::Modulo
        | DealingRule::ListScheduling
        | DealingRule::LeastLoaded
        | DealingRule::SortedAsText
        | DealingRule::FewestMoves => true,
        // Rounded ends give some workers a bucket more than the best deal would, now and then.
        DealingRule::FloatRanges | DealingRule::Drawn | DealingRule::HashRing { .. } | DealingRule::Halving => false,
        DealingRule::KafkaHighAvailability { threads } => threads.len() <= 1 || threads.iter().all(|&each| each == 1),
        DealingRule::RisingWaveWeighted { weights, .. } => weights.len() <= 1,
    }
}

/// Mean of `ceil(N / p) · p / N` over p = 1 to `peak`, less 1, from one exact sum: widths with as many buckets on the busiest
/// worker are added up at once.
fn mean_even_waste(count: BucketCount, peak: WorkerCount) -> f64 {
    let (n, last) = (u64::from(count.get()), u64::from(peak.get()));
    let (mut sum, mut from) = (0_u64, 1);
    while from <= last {
        let most = n.div_ceil(from);
        let to = if most == 1 { last } else { ((n - 1) / (most - 1)).min(last) };
        sum += most * ((from + to) * (to - from + 1) / 2);
        from = to + 1;
    }
    float(sum) / float(n * last) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_by_runs_is_the_sum_over_every_width() {
        for n in 1..=260_u64 {
            for peak in [1, 2, 3, 40, 127, 128, 260, 300] {
                let plain: u64 = (1..=peak).map(|p| n.div_ceil(p) * p).sum();
                let plain = float(plain) / float(n * peak) - 1.0;
                let found = mean_even_waste(BucketCount::clamped(n), WorkerCount::clamped(peak));
                assert!((found - plain).abs() < 1e-12, "{n} up to {peak}: {found} against {plain}");
            }
        }
    }

    #[test]
    fn rules_called_even_deal_so() {
        let rules = |p: u32| {
            [
                DealingRule::Contiguous,
                DealingRule::ContiguousFirstLarger,
                DealingRule::Modulo,
                DealingRule::ListScheduling,
                DealingRule::LeastLoaded,
                DealingRule::KafkaHighAvailability { threads: vec![1; p as usize] },
                DealingRule::KafkaHighAvailability { threads: vec![p] },
                DealingRule::RisingWaveWeighted { weights: vec![8], job: 1 },
                DealingRule::SortedAsText,
                DealingRule::FewestMoves,
            ]
        };
        for n in 1..=50_u32 {
            for p in 1..=n {
                for rule in rules(p) {
                    let (count, width) = (BucketCount::clamped(n.into()), WorkerCount::clamped(p.into()));
                    let most = rule.deal(count, width, &[]).bucket_counts().into_iter().max();
                    assert!(is_even(&rule) && most == Some(n.div_ceil(p)), "{rule:?} deals {n} to {p}: {most:?}");
                }
            }
        }
    }
}
