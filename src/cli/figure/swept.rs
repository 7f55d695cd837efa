//! Sweeps and cost curves, with progress where they take long.

use crate::cli::failure::Failure;
use crate::cli::progress::Bar;
use crate::cli::source::Source;
use crate::explore::{CostCurve, SweepRow, SweepSpec, cost_curve, sweep};
use crate::unit::{BucketCount, WorkerCount};

/// What a snapshot costs at each count.
pub fn costs(source: &Source, counts: &[BucketCount], width: WorkerCount) -> Result<CostCurve, Failure> {
    let bar = Bar::of_counts(&source.job, counts.len());
    let curve = cost_curve(&source.job, counts, width, &bar).map_err(|error| source.told(&error));
    bar.finish();
    curve
}

/// A row a count and width.
pub fn swept(
    source: &Source,
    buckets: Vec<BucketCount>,
    workers: Vec<WorkerCount>,
    seeds: u32,
) -> Result<Vec<SweepRow>, Failure> {
    let spec = SweepSpec { buckets, workers, seeds };
    let bar = Bar::of_draws(&source.job, &spec);
    let rows = sweep(&source.job, &spec, &bar, &mut |_| ()).map_err(|error| source.told(&error));
    bar.finish();
    rows
}
