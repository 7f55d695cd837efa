//! One step's deal: the wall of buckets, and a bar for every worker.

mod bars;
mod wall;

use super::canvas::Canvas;
use super::table::DataTable;
use super::{Chart, Look};
use crate::engine::Words;
use crate::numerals::counted;
use crate::simulate::{DealFigures, Report, WorkerFigures};

/// What both halves of the picture are made from.
struct Shown<'a> {
    deal: &'a DealFigures,
    words: &'static Words,
    /// One entry a worker asked for; those that the engine does not use own nothing.
    workers: Vec<WorkerFigures>,
    /// The worker with the largest load, the lowest id among equals; `None` without load.
    busiest: Option<u32>,
    /// How many workers have as much load as the busiest.
    as_busy: u64,
}

impl Shown<'_> {
    /// Most buckets on a worker.
    fn most(&self) -> u32 {
        self.workers.iter().map(|worker| worker.buckets).max().unwrap_or(0)
    }

    /// Fewest buckets on a worker that owns any.
    fn fewest(&self) -> u32 {
        self.workers.iter().map(|worker| worker.buckets).filter(|&buckets| buckets > 0).min().unwrap_or(0)
    }
}

/// The deal of a step of a report; `None` where there is no such step or it is refused, so that nothing is dealt.
#[must_use]
pub fn deal(report: &Report, step: usize, look: &Look) -> Option<Chart> {
    let step = report.steps.get(step)?;
    let deal = step.deal.as_deref()?;
    let none = WorkerFigures { buckets: 0, keys: 0, load: 0, state_bytes: 0 };
    let mut workers = deal.worker.clone();
    workers.resize(workers.len().max(step.workers as usize), none);
    let busiest = (0..).zip(&workers).max_by_key(|(id, worker)| (worker.load, std::cmp::Reverse(*id)));
    let busiest = busiest.filter(|(_, worker)| worker.load > 0).map(|(id, _)| id);
    let most = workers.iter().map(|worker| worker.load).max();
    let as_busy = workers.iter().filter(|worker| Some(worker.load) == most).count() as u64;
    let shown = Shown { deal, words: &report.profile.facts().words, workers, busiest, as_busy };

    let title = format!(
        "{} on {}",
        counted(step.workers.into(), "worker", "workers"),
        counted(step.bucket_count.into(), "bucket", "buckets")
    );
    let (mut canvas, mut area) = Canvas::new(look, &title, &step.verdict.sentence);
    wall::draw(&mut canvas, &mut area, &shown);
    bars::draw(&mut canvas, area, &shown);
    let scene = canvas.finish("Above, a wall with a cell for every bucket; below, a bar for every worker.");
    Some(Chart { scene, table: table(&shown) })
}

fn table(shown: &Shown<'_>) -> DataTable {
    let rows = shown.workers.iter().enumerate().map(|(id, worker)| {
        [
            id.to_string(),
            worker.buckets.to_string(),
            some(shown.deal.buckets.keys_known.then_some(worker.keys)),
            worker.load.to_string(),
            some(shown.deal.is_state_known.then_some(worker.state_bytes)),
        ]
    });
    DataTable::new(["worker", "buckets", "keys", "load", "state_bytes"], rows)
}

/// What nobody counted is empty.
fn some(count: Option<u64>) -> String {
    count.map_or_else(String::new, |count| count.to_string())
}
