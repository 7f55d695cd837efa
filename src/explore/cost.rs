//! What a snapshot costs under each count, by the same road as a report's.

use super::sums::with_sums;
use crate::engine::{Outcome, SnapshotCost, StartRequest};
use crate::simulate::{
    BadJob, BucketChoice, DealFigures, Job, Report, RestartChoice, SimulateError, Start, Watch, simulate,
};
use crate::unit::{BucketCount, WorkerCount};
use serde::Serialize;
use std::sync::Arc;

/// The cost of a snapshot over the bucket count.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CostCurve {
    /// The width asked for, in workers.
    pub workers: u32,
    /// The job's own count, which is among the points; null where it has none.
    pub today: Option<u32>,
    /// One point a count, rising.
    pub points: Vec<CostPoint>,
}

/// What twice as many buckets add to a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubling {
    /// Twice the count.
    pub buckets: u32,
    /// Bytes of metadata more; 0 where there are no more.
    pub metadata_bytes: u64,
    /// Bytes of state files more; 0 where there are no more.
    pub data_bytes: u64,
    /// Files more; 0 where there are no more.
    pub files: u64,
}

impl CostCurve {
    /// The point of a count.
    #[must_use]
    pub fn at(&self, buckets: u32) -> Option<&CostPoint> {
        self.points.iter().find(|point| point.buckets == buckets)
    }

    /// What twice as many buckets add at the same width; `None` where either count is not among the points, or takes another
    /// width.
    #[must_use]
    pub fn doubling(&self, buckets: u32) -> Option<Doubling> {
        let once = self.at(buckets)?;
        let twice = self.at(buckets.checked_mul(2)?).filter(|twice| twice.workers == once.workers)?;
        let (less, more) = (&once.cost, &twice.cost);
        Some(Doubling {
            buckets: twice.buckets,
            metadata_bytes: more.metadata_bytes.saturating_sub(less.metadata_bytes),
            data_bytes: more.data_bytes.saturating_sub(less.data_bytes),
            files: more.files.saturating_sub(less.files),
        })
    }
}

/// The cost at one count.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CostPoint {
    /// Bucket count.
    pub buckets: u32,
    /// Width of the snapshot: the one asked for, or as many workers as there are buckets where the engine refuses it.
    pub workers: u32,
    /// The cost.
    pub cost: SnapshotCost,
}

/// The cost of a snapshot at one width for each of `counts`, and for the job's own count.
///
/// # Errors
/// As [`simulate`]: a count that the engine does not take, a key it refuses, or a cancelled run.
pub fn cost_curve(
    job: &Job,
    counts: &[BucketCount],
    width: WorkerCount,
    watch: &dyn Watch,
) -> Result<CostCurve, SimulateError> {
    let today = job.first_buckets().ok();
    let mut counts = counts.to_vec();
    counts.extend(today);
    counts.sort_unstable();
    counts.dedup();
    let point = |&count: &BucketCount| {
        let (report, deal) = at_count(job, count, width, watch)?;
        let workers = report.steps.first().map_or(0, |step| step.workers);
        Ok(CostPoint { buckets: count.get(), workers, cost: deal.snapshot.clone() })
    };
    let points = counts.iter().map(point).collect::<Result<_, SimulateError>>()?;
    Ok(CostCurve { workers: width.get(), today: today.map(BucketCount::get), points })
}

/// The report of a first start with `count` buckets at `width`, or at as many workers as there are buckets where the engine
/// refuses the width; and its deal.
pub(super) fn at_count(
    job: &Job,
    count: BucketCount,
    width: WorkerCount,
    watch: &dyn Watch,
) -> Result<(Report, Arc<DealFigures>), SimulateError> {
    let request = StartRequest { recorded: None, configured: Some(count), width, input_pieces: job.input_pieces };
    let refused = job.engine.profile().start(&request).outcome == Outcome::Refused;
    let width = if refused { width.min(WorkerCount::clamped(count.get().into())) } else { width };
    let fixed = Job {
        buckets: BucketChoice::Fixed(count),
        starts: vec![Start { width, buckets: RestartChoice::Keep }],
        ..with_sums(job, count).into_owned()
    };
    let report = simulate(&fixed, watch)?;
    let deal = report.steps.first().and_then(|step| step.deal.clone());
    let Some(deal) = deal else {
        // No engine refuses as many workers as there are buckets; should one, its own text says why there is no cost.
        let text = report.steps.into_iter().next().and_then(|step| step.message);
        let text = text.unwrap_or_else(|| format!("{count} buckets at a width of {width} do not start"));
        return Err(BadJob::Engine(text).into());
    };
    Ok((report, deal))
}
