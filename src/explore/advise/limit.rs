//! What a plan asks of a count on one engine, and how far a count misses it.

use super::shortfall::Shortfall;
use crate::engine::{Engine, Profile, SnapshotCost, SnapshotInput};
use crate::explore::Plan;
use crate::explore::runway::{MAX_YEARS, ceiling_years};
use crate::unit::{BucketCount, WorkerCount, float};

/// What a plan asks of a count on one engine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits<'a> {
    plan: &'a Plan,
    /// Each start may set another count, so that none has to last: neither headroom nor horizon bind it.
    pub is_free: bool,
    /// The largest count that can be had.
    pub most: u32,
}

impl<'a> Limits<'a> {
    pub fn of(engine: &Engine, plan: &'a Plan) -> Self {
        let most = BucketCount::MAX.get();
        let most = engine.facts().max_buckets.map_or(most, |bound| bound.min(most));
        Self { plan, is_free: engine.profile().takes_another_count(), most }
    }

    /// The least count that meets headroom and horizon, whether or not the engine takes it; the peak where neither binds.
    pub fn least(&self) -> u32 {
        if self.is_free {
            return self.plan.peak_width.get();
        }
        let horizon = self.plan.horizon_buckets().unwrap_or(1);
        self.plan.least_buckets().max(u32::try_from(horizon).unwrap_or(u32::MAX))
    }

    /// The constraints that a count does not meet at this cost.
    pub fn shortfalls(&self, count: BucketCount, cost: &SnapshotCost) -> Vec<Shortfall> {
        let (mut found, plan) = (Vec::new(), self.plan);
        if !self.is_free {
            let least = plan.least_buckets();
            if count.get() < least {
                let times = plan.headroom_of(count.get());
                found.push(Shortfall::Headroom { times, wanted: plan.headroom, least });
            }
            if let Some(least) = plan.horizon_buckets().filter(|&least| u64::from(count.get()) < least) {
                let years = ceiling_years(plan, count).unwrap_or(MAX_YEARS).min(plan.horizon_years);
                found.push(Shortfall::Horizon { years, horizon: plan.horizon_years, least, most: self.most });
            }
        }
        if !cost.is_counted {
            return found;
        }
        if let Some(allowed) = plan.max_metadata_bytes.filter(|&allowed| cost.metadata_bytes > allowed) {
            found.push(Shortfall::Metadata { bytes: cost.metadata_bytes, allowed });
        }
        if let Some(allowed) = plan.max_files.filter(|&allowed| cost.files > allowed) {
            found.push(Shortfall::Files { files: cost.files, allowed });
        }
        found
    }

    /// How far a count misses the constraints at the least, whatever the keys.
    pub fn least_miss(&self, engine: &Engine, count: BucketCount) -> f64 {
        miss(&self.shortfalls(count, &least_cost(engine.profile(), count, self.plan.peak_width)), count)
    }
}

/// How far a count misses the plan's constraints: the sum of the shares by which each is missed, 0 where all are met.
pub(super) fn miss(shortfalls: &[Shortfall], count: BucketCount) -> f64 {
    let shares = shortfalls.iter().map(|shortfall| match *shortfall {
        Shortfall::Headroom { times, wanted, .. } => wanted / times - 1.0,
        Shortfall::Horizon { least, .. } => float(least) / count.as_f64() - 1.0,
        Shortfall::Metadata { bytes: found, allowed } | Shortfall::Files { files: found, allowed } => {
            float(found) / float(allowed) - 1.0
        }
    });
    shares.sum()
}

/// The least a snapshot can cost under a count: with one bucket occupied and no keys. More keys never lower it.
fn least_cost(profile: &dyn Profile, count: BucketCount, peak: WorkerCount) -> SnapshotCost {
    let workers = peak.min(WorkerCount::clamped(count.get().into()));
    profile.snapshot(&SnapshotInput {
        buckets: count,
        workers,
        owners: workers.get(),
        occupied: 1,
        keys: 0,
        key_bytes: 0,
        value_bytes: 0,
    })
}
