//! What would pass: our own engine profiles are asked.

use crate::engine::{Engine, Outcome, StartRequest};
use crate::numerals::grouped;
use crate::unit::{BucketCount, WorkerCount};

/// A start without a width: what is recorded, and what the program sets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counts {
    pub recorded: Option<BucketCount>,
    pub configured: Option<BucketCount>,
}

impl Counts {
    /// The program sets the count, nothing is recorded.
    pub const fn fresh(count: BucketCount) -> Self {
        Self { recorded: None, configured: Some(count) }
    }

    /// State is laid out under the count; the program sets none.
    pub const fn recorded(count: BucketCount) -> Self {
        Self { recorded: Some(count), configured: None }
    }

    /// Whether the engine runs at this width, with every worker taking part.
    pub fn runs(self, engine: &Engine, width: WorkerCount) -> bool {
        let Self { recorded, configured } = self;
        let request = StartRequest { recorded, configured, width, input_pieces: 1 };
        engine.profile().start(&request).outcome == Outcome::Runs
    }

    /// The widest that runs, found by halving: an engine that takes a width takes every smaller one. `None` where none runs.
    pub fn widest(self, engine: &Engine) -> Option<WorkerCount> {
        let runs = |width: u32| self.runs(engine, WorkerCount::clamped(width.into()));
        if !runs(1) {
            return None;
        }
        let (mut passes, mut fails) = (1, WorkerCount::MAX.get() + 1);
        while fails - passes > 1 {
            let middle = u32::midpoint(passes, fails);
            if runs(middle) {
                passes = middle;
            } else {
                fails = middle;
            }
        }
        Some(WorkerCount::clamped(passes.into()))
    }
}

/// Widths from the widest down at which the busiest worker of an even deal owns one bucket, two, three, four: each the least
/// width for its number.
fn useful(buckets: BucketCount) -> Vec<u32> {
    let mut widths: Vec<u32> = (1..=4).map(|most| buckets.get().div_ceil(most)).collect();
    widths.dedup();
    widths
}

/// The widths that run, and the best of them; empty where the profile takes none.
pub(super) fn widths(engine: &Engine, counts: Counts, buckets: BucketCount) -> Vec<String> {
    let words = &engine.facts().words;
    let Some(widest) = counts.widest(engine) else { return Vec::new() };
    if widest.get() == 1 {
        return vec![format!("Only a {} of 1.", words.width)];
    }
    let mut sentences = vec![format!("A {} from 1 to {}.", words.width, grouped(widest.get().into()))];
    let best: Vec<u32> = useful(buckets).into_iter().filter(|&width| width <= widest.get()).collect();
    if best.len() > 1 {
        let list = best.iter().map(|&width| grouped(width.into())).collect::<Vec<_>>().join(", ");
        let most = best.iter().map(|&width| buckets.get().div_ceil(width).to_string()).collect::<Vec<_>>().join(", ");
        sentences.push(format!(
            "The most for what is paid: {list}; there the busiest {} owns {most} {}.",
            words.worker, words.buckets
        ));
    }
    sentences
}

/// Counts that a first start at `width` could set: the engine's default, the least that the width divides, one with room.
/// Each is put to the engine, and comes with why it is named.
pub(super) fn counts(engine: &Engine, width: WorkerCount) -> Vec<(u64, &'static str)> {
    let wide = u64::from(width.get());
    let default = engine.profile().default_buckets(width, width.get());
    let room = wide * 128_u64.div_ceil(wide).max(4);
    let named = [(default, "the engine's default"), (Some(wide), "as many"), (Some(room), "an even deal, with room")];
    let mut found: Vec<(u64, &'static str)> = Vec::new();
    for (count, why) in named {
        let Some(count) = count.and_then(|count| BucketCount::new(count).ok()) else { continue };
        let taken = engine.facts().refuses_count(count.get().into()).is_none();
        if taken
            && Counts::fresh(count).runs(engine, width)
            && found.iter().all(|(old, _)| *old != u64::from(count.get()))
        {
            found.push((count.get().into(), why));
        }
    }
    found.sort_unstable();
    found
}

/// `8 (as many), 128 (the engine's default)`.
pub(super) fn counted_list(counts: &[(u64, &str)]) -> String {
    counts.iter().map(|(count, why)| format!("{} ({why})", grouped(*count))).collect::<Vec<_>>().join(", ")
}

/// The engine of a command-line name that stands in this folder, with default options.
pub(super) fn engine(id: &str) -> Engine {
    Engine::named(id).expect("a family of messages is of an engine that there is")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "an engine that there is")]
    fn no_other_engine_stands_in_for_one_that_there_is_not() {
        let _ = engine("flnik");
    }

    #[test]
    fn engines_are_asked_for_the_widest() {
        let count = BucketCount::clamped(128);
        let widest = |id: &str, counts: Counts| counts.widest(&engine(id)).map(WorkerCount::get);
        for id in ["flink", "risingwave", "spark", "kafka-streams"] {
            assert_eq!(widest(id, Counts::fresh(count)), Some(128), "{id}");
            assert_eq!(widest(id, Counts::recorded(count)), Some(128), "{id}");
        }
        let changed = Counts { recorded: Some(count), configured: Some(BucketCount::clamped(256)) };
        assert_eq!(widest("flink", changed), None);
        assert_eq!(useful(count), [128, 64, 43, 32]);
        assert_eq!(useful(BucketCount::clamped(2)), [2, 1]);
    }
}
