//! A running job, as its snapshot shows it, becomes a scenario: what was dealt, and what other widths would make of it.

use super::model::{Buckets, FORMAT, Keys, Scenario, SnapshotFile, State};
use crate::simulate::{MAX_STEPS, useful_widths};
use crate::snapshot::Observation;
use crate::unit::{BucketCount, WorkerCount};

impl Scenario {
    /// The scenario of an observed job: its recorded width first, then the widths asked for, or the useful ones around the
    /// recorded one where none is. Its keys stay in the snapshot, which is read again whenever the scenario is.
    #[must_use]
    pub fn observed(observation: &Observation, file: SnapshotFile, widths: &[WorkerCount]) -> Self {
        let recorded = observation.workers.unwrap_or(WorkerCount::ONE);
        let around = if widths.is_empty() { around(observation.buckets, recorded) } else { widths.to_vec() };
        let later = around.into_iter().filter(|width| *width != recorded);
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
            widths: std::iter::once(recorded).chain(later).take(MAX_STEPS).collect(),
            restart_buckets: Vec::new(),
            keys: Keys::Snapshot(file),
            state: State::default(),
            input_pieces: observation.buckets.get(),
            seed: 0,
            plan: None,
            ways_out: None,
        }
    }
}

/// The useful widths next to a recorded one: one below, three above.
fn around(buckets: BucketCount, recorded: WorkerCount) -> Vec<WorkerCount> {
    let useful = useful_widths(buckets);
    let (below, above) = (
        useful.partition_point(|width| *width < recorded.get()),
        useful.partition_point(|width| *width <= recorded.get()),
    );
    let near = useful[..below].last().into_iter().chain(useful[above..].iter().take(3));
    near.map(|width| WorkerCount::clamped((*width).into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn useful_widths_on_both_sides_are_near() {
        let at = |recorded| {
            around(BucketCount::clamped(128), WorkerCount::clamped(recorded))
                .into_iter()
                .map(WorkerCount::get)
                .collect::<Vec<_>>()
        };
        // 1-13, 15, 16, 19, 22, 26, 32, 43, 64, 128
        assert_eq!(at(40), [32, 43, 64, 128]);
        assert_eq!(at(43), [32, 64, 128]);
        assert_eq!(at(1), [2, 3, 4]);
        assert_eq!(at(128), [64]);
    }
}
