//! Keys whose records are drawn event by event. A key that is never drawn does not exist.

use super::KeysKnown;
use super::hashed::{BATCH, Hashed};
use super::order::Order;
use super::tally::Tally;
use super::{Population, TASK, in_parallel, tasks_of, to_len};
use crate::keys::Heaviest;
use crate::simulate::{SimulateError, Watch};

/// Keys and records so far, and how many keys have how many digits.
struct Part {
    tally: Tally,
    digits: [u64; 20],
}

impl Hashed<'_> {
    /// The population of the records drawn for each rank.
    pub(super) fn drawn(&self, drawn: &[u32], order: &Order, watch: &dyn Watch) -> Result<Population, SimulateError> {
        let empty = || Part { tally: Tally::new(self.buckets), digits: [0; 20] };
        let parts = in_parallel(tasks_of(drawn.len() as u64), empty, |part, task| {
            if watch.is_cancelled() {
                return Err(SimulateError::Cancelled);
            }
            let (from, to) = (to_len(task * TASK), drawn.len().min(to_len((task + 1) * TASK)));
            self.add_drawn(from, &drawn[from..to], order, part)
        })?;
        let mut digits = [0; 20];
        for part in &parts {
            digits.iter_mut().zip(part.digits).for_each(|(sum, more)| *sum += more);
        }
        let (key_counts, load) = Tally::sum(parts.into_iter().map(|part| part.tally))?;
        // The first of those with most; the first key of all where nothing was drawn.
        let mut heaviest = Heaviest::new();
        (0..).zip(drawn).for_each(|(index, &records)| heaviest.add(records.into(), index));
        let heaviest: Vec<(u64, u64)> = heaviest.in_order().collect();
        let hottest = heaviest.first().map_or((0, 0), |(load, index)| (*index, *load));
        let heaviest = heaviest.iter().map(|(load, index)| self.hasher.heavy(order.at(*index), *load));
        Ok(Population {
            keys: key_counts,
            load,
            hottest_key: self.keys.text(self.keys.first + order.at(hottest.0)),
            hottest_load: hottest.1,
            heaviest: heaviest.collect::<Result<_, _>>()?,
            keys_of_digits: digits,
            known: KeysKnown::Counted,
            state_bytes: None,
            hottest_at_most: hottest.1,
        })
    }

    /// Adds the ranks from index `from` on.
    fn add_drawn(&self, from: usize, drawn: &[u32], order: &Order, part: &mut Part) -> Result<(), SimulateError> {
        let mut single = self.hasher.single();
        let (mut places, mut records) = (Vec::new(), Vec::new());
        for (first, batch) in (from..).step_by(BATCH).zip(drawn.chunks(BATCH)) {
            places.clear();
            records.clear();
            // Sampled keys are at most 2^24.
            for (index, &drawn) in
                (u32::try_from(first).unwrap_or(u32::MAX)..).zip(batch).filter(|(_, drawn)| **drawn > 0)
            {
                places.push(index);
                records.push(drawn);
            }
            order.deal(&mut places);
            for (&place, &records) in places.iter().zip(&records) {
                let number = self.keys.first + u64::from(place);
                let bucket = match &self.places {
                    Some(buckets) => buckets[place as usize],
                    None => single.bucket(number)?,
                };
                part.digits[number.checked_ilog10().unwrap_or(0) as usize] += 1;
                part.tally.add(bucket, records.into())?;
            }
        }
        Ok(())
    }
}
