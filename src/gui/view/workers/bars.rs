//! Which bars there are: one a worker, or one for several where the width has no room for all.

use super::{Sort, WorkersInput};
use crate::gui::paint::{coordinate, whole};
use crate::simulate::WorkerFigures;

/// The narrowest bar with its gap, in points.
const NARROWEST: f32 = 3.0;

/// What stands behind a worker's bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Owns buckets that hold keys.
    Busy,
    /// Owns buckets, all of them without keys.
    Keyless,
    /// Takes part, owns nothing.
    Idle,
    /// Was asked for; the engine does not use it.
    LeftOut,
}

/// One worker as the chart sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Worker {
    /// Its id.
    pub id: u32,
    /// Its share; all 0 where left out.
    pub figures: WorkerFigures,
    /// What stands behind it.
    pub standing: Standing,
}

/// All bars, left to right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bars {
    /// The workers in the chart's order.
    pub workers: Vec<Worker>,
    /// Workers in a bar: 1, or a power of two.
    pub per_bar: usize,
}

impl Bars {
    /// The bars for a chart so many points wide.
    pub fn new(input: &WorkersInput<'_>, width: f32) -> Self {
        let none = WorkerFigures { buckets: 0, keys: 0, load: 0, state_bytes: 0 };
        let known = input.deal.buckets.keys_known;
        let count = input.asked.max(u32::try_from(input.deal.worker.len()).unwrap_or(u32::MAX));
        let mut workers: Vec<Worker> = (0..count)
            .map(|id| match input.deal.worker.get(id as usize) {
                Some(&figures) => Worker { id, figures, standing: standing(&figures, known) },
                None => Worker { id, figures: none, standing: Standing::LeftOut },
            })
            .collect();
        if input.sort == Sort::ByLoad {
            workers.sort_by_key(|worker| std::cmp::Reverse((worker.figures.load, worker.figures.buckets)));
        }
        let room = whole(width / NARROWEST).max(1) as usize;
        Self { per_bar: workers.len().div_ceil(room).next_power_of_two(), workers }
    }

    /// How many bars there are.
    pub fn count(&self) -> usize {
        self.workers.len().div_ceil(self.per_bar)
    }

    /// Width of a bar as a share of its place on the axis: a few bars stay slim.
    pub fn bar_width(&self) -> f64 {
        const PLENTY: f64 = 6.0;
        0.8 * (coordinate(self.count() as u64) / PLENTY).min(1.0)
    }

    /// The workers of a bar; none past the last.
    pub fn bar(&self, index: usize) -> &[Worker] {
        self.workers.chunks(self.per_bar).nth(index).unwrap_or_default()
    }

    /// The bar and the worker with the largest load, the lowest id among equals; `None` where no worker has any.
    pub fn busiest(&self) -> Option<(usize, &Worker)> {
        let place = |(_, worker): &(usize, &Worker)| (worker.figures.load, std::cmp::Reverse(worker.id));
        let (at, worker) = self.workers.iter().enumerate().max_by_key(place)?;
        (worker.figures.load > 0).then_some((at / self.per_bar, worker))
    }

    /// How many workers have as much load as the busiest; 0 where no worker has any.
    pub fn as_busy(&self) -> usize {
        let most = self.busiest().map(|(_, worker)| worker.figures.load);
        most.map_or(0, |most| self.workers.iter().filter(|worker| worker.figures.load == most).count())
    }

    /// The fewest buckets on a worker that owns any.
    pub fn fewest_buckets(&self) -> u32 {
        self.workers.iter().map(|worker| worker.figures.buckets).filter(|&buckets| buckets > 0).min().unwrap_or(0)
    }
}

/// The busiest of a bar's workers, the first among equals.
pub(super) fn busiest_of(bar: &[Worker]) -> Option<&Worker> {
    bar.iter().rev().max_by_key(|worker| worker.figures.load)
}

/// The smallest load of a bar's workers, in records; 0 where one owns nothing.
pub(super) fn lightest_load(bar: &[Worker]) -> u64 {
    bar.iter().map(|worker| worker.figures.load).min().unwrap_or(0)
}

/// Where nobody counted the keys, a load tells of them.
const fn standing(figures: &WorkerFigures, keys_known: bool) -> Standing {
    match (figures.buckets, if keys_known { figures.keys } else { figures.load }) {
        (0, _) => Standing::Idle,
        (_, 0) => Standing::Keyless,
        _ => Standing::Busy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(loads: &[u64], per_bar: usize) -> Bars {
        let worker = |(id, &load): (u32, &u64)| {
            let figures = WorkerFigures { buckets: u32::from(load > 0), keys: load, load, state_bytes: 0 };
            Worker { id, figures, standing: standing(&figures, true) }
        };
        Bars { workers: (0..).zip(loads).map(worker).collect(), per_bar }
    }

    #[test]
    fn the_first_of_equals_is_the_busiest() {
        assert_eq!(bars(&[1, 5, 5], 1).busiest().map(|(bar, worker)| (bar, worker.id)), Some((1, 1)));
        assert_eq!(bars(&[1, 2, 3, 9, 9], 2).busiest().map(|(bar, worker)| (bar, worker.id)), Some((1, 3)));
        assert_eq!(bars(&[0, 0], 1).busiest(), None);
        assert_eq!([bars(&[1, 5, 5], 1), bars(&[5, 1], 1), bars(&[0, 0], 1)].map(|bars| bars.as_busy()), [2, 1, 0]);
    }

    #[test]
    fn bars_hold_every_worker_once() {
        let bars = bars(&[4, 3, 0, 8, 1], 2);
        assert_eq!(bars.count(), 3);
        let all: Vec<u32> = (0..bars.count()).flat_map(|at| bars.bar(at).iter().map(|worker| worker.id)).collect();
        assert_eq!(all, [0, 1, 2, 3, 4]);
        assert_eq!(busiest_of(bars.bar(1)).map(|worker| worker.id), Some(3));
        assert!(bars.bar(3).is_empty());
        assert_eq!([0, 1, 2].map(|at| lightest_load(bars.bar(at))), [3, 0, 1]);
    }

    #[test]
    fn workers_stand_as_they_own() {
        let of = |buckets, keys| standing(&WorkerFigures { buckets, keys, load: keys, state_bytes: 0 }, true);
        assert_eq!((of(0, 0), of(2, 0), of(2, 7)), (Standing::Idle, Standing::Keyless, Standing::Busy));
        let measured = WorkerFigures { buckets: 2, keys: 0, load: 9, state_bytes: 9 };
        assert_eq!((standing(&measured, true), standing(&measured, false)), (Standing::Keyless, Standing::Busy));
    }
}
