//! The thread that explores while the window draws: sweeps, advice, costs, ways out, comparisons. Sweeps answer in parts.

use super::background::{Background, Course, Emit};
use super::job_source::{JobSource, pool};
use crate::explore::{
    Advice, BadSweep, Comparison, CostCurve, ExitPlan, Plan, SweepRow, SweepSpec, WaysOut, advise, compare, cost_curve,
    counted_under, counts_around, powers_of_two, sweep, takes_count, ways_out, widths_up_to, widths_worth_sweeping,
};
use crate::keys::KeySource;
use crate::scenario::{Scenario, parse, read_job, shipped};
use crate::simulate::{Job, Report, SimulateError, Watch, simulate};
use crate::unit::{BucketCount, WorkerCount};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is asked of a scenario whose key file lies in `folder`.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Where its key file lies; empty where it has none.
    pub folder: PathBuf,
    /// What is wanted.
    pub about: About,
}

/// What is wanted of a scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum About {
    /// Every width on the count in force and on others, with a band over seeds.
    Widths {
        /// The count in force.
        buckets: BucketCount,
        /// Counts to lay over it.
        others: Vec<BucketCount>,
        /// Draws of the band; 0 = none.
        seeds: u32,
    },
    /// Counts against widths, and a recommendation for a plan.
    Counts {
        /// The plan.
        plan: Plan,
    },
    /// The cost of a snapshot over the count, at one width.
    Snapshot {
        /// The width.
        width: WorkerCount,
    },
    /// The three ways to another count.
    WaysOut(ExitPlan),
    /// The scenario beside others.
    Compare {
        /// Files of the others, or names of shipped scenarios.
        others: Vec<Compared>,
        /// Which is the base, 0 = the scenario itself.
        base: usize,
    },
}

/// A scenario to compare with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// One that comes with the program, by its name.
    Shipped(&'static str),
    /// A file.
    File(PathBuf),
}

/// What was found; parts of a sweep follow one another.
#[derive(Debug, Clone)]
pub enum Finding {
    /// Rows by count, the count in force first. Grows until the last is there.
    Widths(Vec<Vec<SweepRow>>),
    /// Rows of the heat map so far, and the metadata bytes of the counts done.
    Counts {
        /// The rows.
        rows: Vec<SweepRow>,
        /// Count and bytes of snapshot metadata at the plan's peak.
        metadata: Vec<(u32, u64)>,
    },
    /// A recommendation.
    Advice(Box<Advice>),
    /// Costs over the count.
    Snapshot(CostCurve),
    /// The three ways.
    WaysOut(Box<WaysOut>),
    /// The comparison, with the reports that were compared.
    Compare {
        /// Figure by figure.
        comparison: Comparison,
        /// The reports.
        reports: Vec<Arc<Report>>,
    },
    /// Nothing: what cannot be, and what is allowed.
    Failed(String),
    /// All parts are there.
    Done,
}

/// Explores scenarios.
pub type Explorer = Background<Question, Finding>;

/// Starts the thread. `wake` is called after each finding.
///
/// # Errors
/// The system's reason where no thread can be started.
pub fn start(wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Explorer> {
    let (mut jobs, pool) = (JobSource::default(), pool("explore"));
    Background::start("explore", wake, move |question: &Question, course: &Course, emit| {
        let mut explore = || {
            let job = jobs.job(&question.scenario, &question.folder, course).map_err(|error| error.to_string())?;
            answer(&job, &question.about, course, emit)
        };
        let found = match &pool {
            Some(pool) => pool.install(explore),
            None => explore(),
        };
        if !course.is_cancelled() {
            emit(found.map_or_else(Finding::Failed, |()| Finding::Done));
        }
    })
}

fn answer(job: &Job, about: &About, watch: &dyn Watch, emit: &mut Emit<'_, Finding>) -> Result<(), String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    match about {
        About::Widths { buckets, others, seeds } => {
            widths(job, *buckets, others, *seeds, watch, emit).map_err(|error| told(&error))
        }
        About::Counts { plan } => {
            let advice = advise(job, plan, watch).map_err(|error| told(&error))?;
            let recommended: Vec<BucketCount> = advice.recommended.iter().map(|count| count.buckets).collect();
            emit(Finding::Advice(Box::new(advice)));
            counts(job, plan, &recommended, watch, emit)
        }
        About::Snapshot { width } => {
            let own = job.first_buckets().map_err(|error| told(&error))?;
            let mut counts = powers_of_two(job, own);
            // Twice its own count tells what doubling adds.
            let twice = BucketCount::new(2 * u64::from(own.get())).ok();
            counts.extend(twice.filter(|count| takes_count(job, *count)));
            let curve = cost_curve(job, &counts, *width, watch).map_err(|error| told(&error))?;
            emit(Finding::Snapshot(curve));
            Ok(())
        }
        About::WaysOut(plan) => {
            let found = ways_out(job, plan, watch).map_err(|error| told(&error))?;
            emit(Finding::WaysOut(Box::new(found)));
            Ok(())
        }
        About::Compare { others, base } => {
            let mut reports = vec![Arc::new(simulate(job, watch).map_err(|error| told(&error))?)];
            for other in others {
                reports.push(Arc::new(simulate(&other.job()?, watch).map_err(|error| told(&error))?));
            }
            let all: Vec<&Report> = reports.iter().map(|report| &**report).collect();
            let comparison = compare(&all, *base).map_err(|error| told(&error))?;
            emit(Finding::Compare { comparison, reports });
            Ok(())
        }
    }
}

/// Rows without a band come first, at once; then the same with the band, which takes many draws.
fn widths(
    job: &Job,
    own: BucketCount,
    others: &[BucketCount],
    seeds: u32,
    watch: &dyn Watch,
    emit: &mut Emit<'_, Finding>,
) -> Result<(), BadSweep> {
    let mut buckets = vec![own];
    buckets.extend(others.iter().filter(|count| **count != own));
    let unknown = buckets.iter().find_map(|count| Some((*count, counted_under(job, *count)?)));
    buckets.retain(|count| counted_under(job, *count).is_none());
    let workers = widths_worth_sweeping(job, &buckets);
    let spec = SweepSpec { buckets, workers: workers.clone(), seeds: 0 };
    let rows = sweep(job, &spec, watch, &mut |_| ())?;
    let mut groups: Vec<Vec<SweepRow>> = rows.chunk_by(|a, b| a.buckets == b.buckets).map(<[_]>::to_vec).collect();
    emit(Finding::Widths(groups.clone()));
    if seeds > 0 && matches!(job.keys, KeySource::Generated(_)) {
        let spec = SweepSpec { buckets: vec![own], workers, seeds };
        groups[0] = sweep(job, &spec, watch, &mut |_| ())?;
        emit(Finding::Widths(groups));
    }
    // What is known has been shown; for the others the reason stands over it.
    match unknown {
        Some((asked, counted)) => {
            Err(SimulateError::CountedUnder { counted: counted.get(), asked: asked.get() }.into())
        }
        None => Ok(()),
    }
}

/// The heat map row by row, the recommended counts among its rows, then what each count costs at the plan's peak.
fn counts(
    job: &Job,
    plan: &Plan,
    recommended: &[BucketCount],
    watch: &dyn Watch,
    emit: &mut Emit<'_, Finding>,
) -> Result<(), String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let own = job.first_buckets().map_err(|error| told(&error))?;
    let mut buckets = counts_around(job, own);
    buckets.extend(recommended);
    buckets.sort_unstable();
    buckets.dedup();
    let all = buckets.clone();
    // The map is of the keys: a count under which nobody knows where they lie has no row.
    buckets.retain(|count| counted_under(job, *count).is_none());
    let workers = widths_up_to(plan.peak_width.max(WorkerCount::clamped(40)));
    let spec = SweepSpec { buckets, workers, seeds: 0 };
    let mut rows = Vec::new();
    sweep(job, &spec, watch, &mut |found| {
        rows.extend_from_slice(found);
        emit(Finding::Counts { rows: rows.clone(), metadata: Vec::new() });
    })
    .map_err(|error| told(&error))?;
    let curve = cost_curve(job, &all, plan.peak_width, watch).map_err(|error| told(&error))?;
    let metadata = curve.points.iter().map(|point| (point.buckets, point.cost.metadata_bytes)).collect();
    emit(Finding::Counts { rows, metadata });
    Ok(())
}

impl Compared {
    /// Its name, as it is shown in a list.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Shipped(stem) => (*stem).to_owned(),
            Self::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        }
    }

    fn job(&self) -> Result<Job, String> {
        match self {
            Self::File(path) => read_job(path).map(|(_, job)| job).map_err(|error| error.to_string()),
            Self::Shipped(stem) => {
                let text = shipped().iter().find(|(name, _)| name == stem).map_or("", |(_, text)| text);
                let job = parse(text).and_then(|scenario| scenario.job(Path::new("")));
                job.map_err(|error| format!("{stem}: {error}"))
            }
        }
    }
}
