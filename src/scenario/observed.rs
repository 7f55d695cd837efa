//! A running job, as its snapshot shows it, becomes a scenario: what was dealt, and what other widths would make of it.

use super::model::{Buckets, FORMAT, Keys, RestartBuckets, Scenario, SnapshotFile, State};
use crate::simulate::{MAX_STEPS, useful_widths};
use crate::snapshot::Observation;
use crate::unit::{BucketCount, WorkerCount};

impl Scenario {
    /// The scenario of an observed job: its recorded width first, where there is one, then the widths asked for, or useful ones
    /// where none is: doublings of the recorded width, or the widest. Its keys stay in the snapshot, which is read again whenever the scenario is.
    #[must_use]
    pub fn observed(observation: &Observation, file: SnapshotFile, widths: &[WorkerCount]) -> Self {
        let recorded = observation.workers;
        let later = match recorded {
            _ if !widths.is_empty() => widths.to_vec(),
            Some(recorded) => around(observation.buckets, recorded),
            None => widest(observation.buckets),
        };
        let later = later.into_iter().filter(|width| Some(*width) != recorded);
        let widths: Vec<WorkerCount> = recorded.into_iter().chain(later).take(MAX_STEPS).collect();
        let mut note = format!("Read from {}.", file.path);
        for caution in &observation.cautions {
            note.push(' ');
            note.push_str(caution);
        }
        Self {
            format: FORMAT,
            name: observation.name.clone(),
            note,
            engine: observation.engine.clone(),
            buckets: Buckets::Fixed(observation.buckets),
            // No snapshot tells whether the program sets the count. Where it sets none, the state's own counts, and is what refuses.
            restart_buckets: vec![RestartBuckets::Unset; widths.len() - 1],
            widths,
            keys: Keys::Snapshot(file),
            state: State::default(),
            input_pieces: observation.buckets.get(),
            seed: 0,
            plan: None,
            ways_out: None,
        }
    }
}

/// What somebody asks who thinks of scaling: useful widths of about twice the recorded one, four times, and so on, at most four;
/// the useful one below where there is none above.
fn around(buckets: BucketCount, recorded: WorkerCount) -> Vec<WorkerCount> {
    const SHOWN: usize = 4;
    let useful = useful_widths(buckets);
    let up_to = |most: u64| useful.iter().rev().find(|&&width| u64::from(width) <= most).copied();
    let doublings = (1..=32).filter_map(|times| up_to(u64::from(recorded.get()) << times));
    let mut near: Vec<u32> = doublings.filter(|width| *width > recorded.get()).collect();
    near.dedup();
    near.truncate(SHOWN);
    if near.is_empty() {
        near.extend(up_to(u64::from(recorded.get()).saturating_sub(1)));
    }
    near.into_iter().map(|width| WorkerCount::clamped(width.into())).collect()
}

/// The widest useful widths, where nothing tells which is in force.
fn widest(buckets: BucketCount) -> Vec<WorkerCount> {
    const SHOWN: usize = 5;
    let useful = useful_widths(buckets);
    let widest = &useful[useful.len().saturating_sub(SHOWN)..];
    widest.iter().map(|width| WorkerCount::clamped((*width).into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_shown_are_about_doublings_of_the_recorded_one() {
        let at = |recorded| {
            around(BucketCount::clamped(128), WorkerCount::clamped(recorded))
                .into_iter()
                .map(WorkerCount::get)
                .collect::<Vec<_>>()
        };
        // 1-13, 15, 16, 19, 22, 26, 32, 43, 64, 128
        assert_eq!(at(4), [8, 16, 32, 64]);
        assert_eq!(at(40), [64, 128]);
        assert_eq!(at(9), [16, 32, 64, 128]);
        assert_eq!(at(1), [2, 4, 8, 16]);
        assert_eq!(at(128), [64]);
    }

    #[test]
    fn where_no_width_is_recorded_the_widest_useful_ones_are_shown() {
        let of = |buckets| widest(BucketCount::clamped(buckets)).into_iter().map(WorkerCount::get).collect::<Vec<_>>();
        // 200 partitions: 5, 4, 3, 2 and 1 on the busiest.
        assert_eq!(of(200), [40, 50, 67, 100, 200]);
        assert_eq!(of(2), [1, 2]);
    }
}
