//! The figures of one job that the rules of a policy look at, each worked out where it is asked for.

use crate::engine::{Engine, Outcome, SnapshotCost, StartRequest, Words};
use crate::explore::{Plan, cost_curve, runway, with_room};
use crate::numerals::counted;
use crate::simulate::{BadJob, Job, SimulateError, Watch};
use crate::unit::{BucketCount, WorkerCount};

use super::check::BadCheck;

/// A job under its plan, on a cluster with room for every width.
pub(super) struct Figures<'a> {
    job: Job,
    /// What is expected of it.
    pub plan: Plan,
    /// Its bucket count at the first start.
    pub buckets: BucketCount,
    watch: &'a dyn Watch,
}

/// How evenly a width deals, were all buckets alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Even {
    /// Most buckets on a worker.
    pub most: u32,
    /// Most · p ÷ N.
    pub ratio: f64,
}

impl<'a> Figures<'a> {
    pub fn new(job: &Job, plan: Plan, watch: &'a dyn Watch) -> Result<Self, BadJob> {
        let job = Job { engine: with_room(&job.engine), ..job.clone() };
        Ok(Self { buckets: job.first_buckets()?, job, plan, watch })
    }

    pub const fn engine(&self) -> &Engine {
        &self.job.engine
    }

    pub fn words(&self) -> &'static Words {
        &self.job.engine.facts().words
    }

    /// The peak width of the plan.
    pub const fn peak(&self) -> WorkerCount {
        self.plan.peak_width
    }

    /// Whether a later start may take another count: no ceiling is tied to state then.
    pub fn is_count_free(&self) -> bool {
        self.job.engine.profile().takes_another_count()
    }

    /// `None` where the engine refuses the width.
    pub fn even_at(&self, width: WorkerCount) -> Option<Even> {
        let profile = self.job.engine.profile();
        let count = self.buckets;
        let request =
            StartRequest { recorded: Some(count), configured: Some(count), width, input_pieces: self.job.input_pieces };
        let start = profile.start(&request);
        if start.outcome == Outcome::Refused {
            return None;
        }
        let deal = profile.dealing(start.workers).deal(count, start.workers, &[]);
        let most = deal.bucket_counts().into_iter().max().unwrap_or(0);
        Some(Even { most, ratio: f64::from(most) * width.as_f64() / count.as_f64() })
    }

    /// The cost of a snapshot at the peak, or at as many workers as there are buckets where the engine refuses that; and its
    /// width.
    pub fn cost_at_peak(&self) -> Result<(SnapshotCost, u32), SimulateError> {
        let curve = cost_curve(&self.job, &[self.buckets], self.peak(), self.watch)?;
        let point = curve.points.into_iter().find(|point| point.buckets == self.buckets.get());
        let point = point.expect("the curve has the one count that was asked for");
        Ok((point.cost, point.workers))
    }

    /// Years until the load needs more workers than there are buckets; `None` = not within 100 years, or no growth.
    pub fn ceiling_years(&self) -> Result<Option<f64>, BadCheck> {
        if self.plan.growth_per_year <= 0.0 {
            return Ok(None);
        }
        Ok(runway(&self.job, &self.plan, self.buckets, self.watch)?.ceiling_years)
    }

    /// `40 subtasks`.
    pub fn workers_of(&self, width: u32) -> String {
        counted(width.into(), self.words().worker, self.words().workers)
    }

    /// `120 key groups`.
    pub fn buckets_of(&self, count: u32) -> String {
        counted(count.into(), self.words().bucket, self.words().buckets)
    }
}
