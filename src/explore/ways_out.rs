//! What the three ways to another bucket count cost: time, reading, writing, results that are missing meanwhile.
//!
//! The model is plain arithmetic, so that it can be argued with. A job that takes `R` records a second and gets `L` a second
//! works off `V` records in `V / (R - L)` seconds, if `R` is larger than `L`; otherwise never. Bytes are read and written at
//! one rate for the whole job. What a stop holds up is worked off afterwards by the same formula.

mod figures;
mod words;

pub use figures::{ExitAmount, ExitFigure};

use super::plan::RATES;
use super::sums::with_sums;
use crate::engine::{Allowed, Engine, Route, RouteKind, SnapshotCost, routes};
use crate::plain::told_number;
use crate::simulate::{BucketChoice, Job, Report, RestartChoice, SimulateError, Start, Watch, simulate};
use crate::unit::{BucketCount, float};
use serde::{Deserialize, Serialize};

/// What the ways out depend on beside the job itself.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitPlan {
    /// The count wanted.
    pub new_buckets: BucketCount,
    /// Records that arrive each second.
    pub live_per_sec: f64,
    /// Records that the whole job takes each second when it is behind.
    pub replay_per_sec: f64,
    /// Records that made the state; the keys' own load where it is left out.
    #[serde(default)]
    pub history_records: Option<u64>,
    /// The newest records that the source still holds; all where it is left out.
    #[serde(default)]
    pub retained_records: Option<u64>,
    /// Bytes of snapshot that are read or written each second.
    pub bytes_per_sec: f64,
    /// Seconds from stopping to running again with nothing to restore.
    #[serde(default)]
    pub restart_secs: f64,
}

/// An exit plan that cannot be worked out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadExit {
    /// A figure out of its range.
    #[error("{field} is {}: allowed are numbers {allowed}", told_number(*found))]
    Figure {
        /// Which one.
        field: &'static str,
        /// What it is.
        found: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// The job runs at no width.
    #[error("no step of the scenario runs, so there is no state to take elsewhere")]
    NothingRuns,
    /// A simulation failed.
    #[error("{0}")]
    Simulate(#[from] SimulateError),
}

impl ExitPlan {
    /// A plan to start from where a scenario has none: four times today's count as far as the engine goes, and round rates.
    #[must_use]
    pub fn to_start_from(engine: &Engine, buckets: u32) -> Self {
        let most = engine.facts().max_buckets.unwrap_or(BucketCount::MAX.get());
        Self {
            new_buckets: engine.profile().fitting(BucketCount::clamped(u64::from(buckets.saturating_mul(4).min(most)))),
            live_per_sec: 10_000.0,
            replay_per_sec: 50_000.0,
            history_records: None,
            retained_records: None,
            bytes_per_sec: 100e6,
            restart_secs: 60.0,
        }
    }

    /// Checks every figure.
    ///
    /// # Errors
    /// [`BadExit::Figure`] names the first that cannot be.
    pub fn check(&self) -> Result<(), BadExit> {
        let rates = [
            ("live_per_sec", self.live_per_sec, 0.0, "from 0 to 10^15 records a second"),
            ("replay_per_sec", self.replay_per_sec, *RATES.start(), "from 0.000001 to 10^15 records a second"),
            ("bytes_per_sec", self.bytes_per_sec, *RATES.start(), "from 0.000001 to 10^15 bytes a second"),
            ("restart_secs", self.restart_secs, 0.0, "from 0 to 10^15 seconds"),
        ];
        match rates.into_iter().find(|(_, found, least, _)| !(*least..=*RATES.end()).contains(found)) {
            Some((field, found, _, allowed)) => Err(BadExit::Figure { field, found, allowed }),
            None => Ok(()),
        }
    }

    /// Seconds to work off a backlog while more arrives; `None` = never.
    fn catch_up_secs(&self, backlog: f64) -> Option<f64> {
        let spare = self.replay_per_sec - self.live_per_sec;
        if backlog <= 0.0 {
            return Some(0.0);
        }
        (spare > 0.0).then(|| backlog / spare)
    }
}

/// What one way out costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outlook {
    /// The way, as the engine knows it.
    #[serde(flatten)]
    pub route: Route,
    /// Seconds in which nothing runs.
    pub stop_secs: f64,
    /// Seconds after the stop until the job is as up to date as before; null = never at these rates.
    pub catch_up_secs: Option<f64>,
    /// Seconds in which results are incomplete, because part of the state is missing; null = for ever.
    pub incomplete_secs: Option<f64>,
    /// Share of the history that the source no longer holds and the new state therefore lacks, 0 to 1.
    pub lost_share: f64,
    /// Records read a second time.
    pub records_replayed: u64,
    /// Bytes of snapshot read.
    pub bytes_read: u64,
    /// Bytes of snapshot written anew.
    pub bytes_written: u64,
    /// Bytes that one snapshot takes from then on, over all jobs.
    pub snapshot_bytes_after: u64,
    /// Files of one snapshot from then on, over all jobs.
    pub files_after: u64,
    /// Jobs to run, watch and upgrade from then on.
    pub jobs_after: u32,
    /// The largest width that can own state from then on, over all jobs.
    pub ceiling_after: u32,
}

/// The three ways out of a job.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WaysOut {
    /// Width of the step it goes out from, in workers.
    pub workers: u32,
    /// Bucket count in force today.
    pub buckets: u32,
    /// The count wanted.
    pub new_buckets: u32,
    /// Bytes of one snapshot today.
    pub snapshot_bytes: u64,
    /// Files of one snapshot today.
    pub files: u64,
    /// Records that made the state: the plan's, or the load of the keys; 0 where that is in bytes.
    pub history_records: u64,
    /// Rebuild, rewrite, split.
    pub routes: [Outlook; 3],
}

/// What the model leaves out, to stand after a colon.
pub const WAYS_OUT_LIMITS: &str = "work that overlaps (reading while writing), rates that change while a job catches up, results \
     that were already given out and come again, and people's time. A shadow job that replays beside the old one needs both jobs' \
     machines at once, and then no result is incomplete.";

/// Works out the three ways from the job's last running step to another count.
///
/// # Errors
/// [`BadExit`]: a figure that cannot be, no step that runs, or what [`simulate`] says.
pub fn ways_out(job: &Job, plan: &ExitPlan, watch: &dyn Watch) -> Result<WaysOut, BadExit> {
    plan.check()?;
    let report = simulate(job, watch)?;
    let last = report.steps.iter().rposition(|step| step.deal.is_some()).ok_or(BadExit::NothingRuns)?;
    ways_out_from(job, &report, last, plan, watch)
}

/// The same from a step of the job's report, counted from 0.
///
/// # Errors
/// [`BadExit`]: a figure that cannot be, a step that does not run, or what [`simulate`] says.
pub fn ways_out_from(
    job: &Job,
    report: &Report,
    step: usize,
    plan: &ExitPlan,
    watch: &dyn Watch,
) -> Result<WaysOut, BadExit> {
    plan.check()?;
    let running = report.steps.get(step).and_then(|step| Some((step, step.deal.as_ref()?)));
    let Some((step, deal)) = running else { return Err(BadExit::NothingRuns) };
    let width = crate::unit::WorkerCount::clamped(u64::from(step.workers));
    let moved = Job {
        buckets: BucketChoice::Fixed(plan.new_buckets),
        starts: vec![Start { width, buckets: RestartChoice::Keep }],
        // What it costs depends on the sums of the keys, not on the bucket that each lies in.
        ..with_sums(job, plan.new_buckets).into_owned()
    };
    let after = simulate(&moved, watch)?;
    let today = &deal.snapshot;
    // Where the new count refuses today's width, its snapshot is as large as today's.
    let then = after.steps[0].deal.as_ref().map_or(today, |deal| &deal.snapshot);
    let history = plan.history_records.unwrap_or(report.keys.records());
    let cost = Cost { plan, today, then, history, buckets: step.bucket_count };
    Ok(WaysOut {
        workers: step.workers,
        buckets: step.bucket_count,
        new_buckets: plan.new_buckets.get(),
        snapshot_bytes: bytes(today),
        files: today.files,
        history_records: history,
        routes: routes(&job.engine).map(|route| cost.of(route)),
    })
}

fn bytes(snapshot: &SnapshotCost) -> u64 {
    snapshot.metadata_bytes.saturating_add(snapshot.data_bytes)
}

/// What every way is worked out from.
struct Cost<'a> {
    plan: &'a ExitPlan,
    today: &'a SnapshotCost,
    then: &'a SnapshotCost,
    history: u64,
    buckets: u32,
}

impl Cost<'_> {
    fn of(&self, route: Route) -> Outlook {
        match route.allowed {
            // With no other count to go to nothing is done, so nothing stops.
            Allowed::Needless if self.plan.new_buckets.get() == self.buckets => return self.none(route),
            Allowed::Needless => return self.nothing(route),
            Allowed::No => return self.none(route),
            Allowed::Yes | Allowed::Limited => {}
        }
        match route.kind {
            RouteKind::Rebuild => self.rebuild(route),
            RouteKind::Rewrite => self.rewrite(route),
            RouteKind::Split => self.split(route),
        }
    }

    /// No way, or none that is needed: everything stays as it is, at no cost.
    fn none(&self, route: Route) -> Outlook {
        Outlook {
            stop_secs: 0.0,
            catch_up_secs: Some(0.0),
            snapshot_bytes_after: bytes(self.today),
            files_after: self.today.files,
            ceiling_after: self.buckets,
            ..self.nothing(route)
        }
    }

    /// A new count by a plain restart.
    fn nothing(&self, route: Route) -> Outlook {
        Outlook {
            route,
            stop_secs: self.plan.restart_secs,
            catch_up_secs: self.plan.catch_up_secs(self.plan.restart_secs * self.plan.live_per_sec),
            incomplete_secs: Some(0.0),
            lost_share: 0.0,
            records_replayed: 0,
            bytes_read: 0,
            bytes_written: 0,
            snapshot_bytes_after: bytes(self.then),
            files_after: self.then.files,
            jobs_after: 1,
            ceiling_after: self.plan.new_buckets.get(),
        }
    }

    fn rebuild(&self, route: Route) -> Outlook {
        self.replayed(&self.nothing(route))
    }

    /// The same with the history read once more from the source, after the stop.
    fn replayed(&self, outlook: &Outlook) -> Outlook {
        let replayed = self.plan.retained_records.map_or(self.history, |kept| kept.min(self.history));
        let missing = self.history - replayed;
        let held_up = outlook.stop_secs * self.plan.live_per_sec;
        let catch_up = self.plan.catch_up_secs(float(replayed) + held_up);
        Outlook {
            catch_up_secs: catch_up,
            incomplete_secs: if missing == 0 { catch_up } else { None },
            lost_share: if self.history == 0 { 0.0 } else { float(missing) / float(self.history) },
            records_replayed: replayed,
            ..*outlook
        }
    }

    fn rewrite(&self, route: Route) -> Outlook {
        let (read, written) = (bytes(self.today), bytes(self.then));
        let stop = self.plan.restart_secs + (float(read) + float(written)) / self.plan.bytes_per_sec;
        Outlook {
            stop_secs: stop,
            catch_up_secs: self.plan.catch_up_secs(stop * self.plan.live_per_sec),
            bytes_read: read,
            bytes_written: written,
            ..self.nothing(route)
        }
    }

    /// Two jobs under today's count. The second restores the same snapshot and reads it whole, or replays the source where no
    /// engine takes a snapshot for two jobs; every record is read then, since a filter after the source picks its keys.
    fn split(&self, route: Route) -> Outlook {
        let read = bytes(self.today).saturating_mul(if route.restores { 2 } else { 1 });
        let stop = self.plan.restart_secs + float(read) / self.plan.bytes_per_sec;
        let outlook = Outlook {
            stop_secs: stop,
            catch_up_secs: self.plan.catch_up_secs(stop * self.plan.live_per_sec),
            bytes_read: read,
            snapshot_bytes_after: bytes(self.today).saturating_mul(2),
            files_after: self.today.files.saturating_mul(2),
            jobs_after: 2,
            ceiling_after: self.buckets.saturating_mul(2),
            ..self.nothing(route)
        };
        if outlook.route.restores { outlook } else { self.replayed(&outlook) }
    }
}
