//! A message of an engine, explained as it is typed or pasted.

use crate::engine::Engine;
use crate::explain::{Explained, Explanation, explain};
use crate::numerals::counted;
use crate::scenario::{Buckets, Scenario};
use crate::unit::{BucketCount, WorkerCount};

/// The most of a text that is looked through, in bytes: it happens between two frames.
pub const MOST_BYTES: usize = 4 << 20;
/// The longest text that is put into a command whole, in bytes.
const MOST_IN_COMMAND: usize = 16 << 10;
/// The line that ends a text within a command.
const END: &str = "END_OF_MESSAGE";

/// A text, and what is in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    /// The text as it was typed or pasted; cut where it is too long.
    pub text: String,
    /// Whether it was cut.
    pub is_cut: bool,
    /// What it holds; `None` while there is no text.
    pub told: Option<Explained>,
}

impl Asked {
    /// Looks through a text.
    #[must_use]
    pub fn of(mut text: String) -> Self {
        let is_cut = text.len() > MOST_BYTES;
        text.truncate(text.floor_char_boundary(MOST_BYTES));
        let told = (!text.trim().is_empty()).then(|| explain(&text));
        Self { text, is_cut, told }
    }

    /// The command that explains the same text: a long one is to be read from a file.
    #[must_use]
    pub fn command(&self) -> String {
        if self.text.len() > MOST_IN_COMMAND || self.text.lines().any(|line| line == END) {
            return "redeal explain - < job.log".to_owned();
        }
        format!("redeal explain - <<'{END}'\n{}\n{END}", self.text.trim_end())
    }
}

/// The scenario that a message tells of, where it names a bucket count and a width: the widest start that is not refused, then
/// the one that is told of.
#[must_use]
pub fn scenario_of(told: &Explanation) -> Option<Scenario> {
    let engine = Engine::all().into_iter().find(|engine| engine.facts().name == told.engine)?;
    let facts = engine.facts();
    let number = |unit: &str| {
        let value = told.numbers.iter().find(|number| number.unit == unit)?.value?;
        u64::try_from(value).ok()
    };
    let buckets = BucketCount::new(number(facts.words.buckets)?).ok()?;
    let width = WorkerCount::new(number(facts.words.workers)?).ok()?;
    if facts.refuses_count(buckets.get().into()).is_some() {
        return None;
    }
    let first = WorkerCount::clamped(u64::from(buckets.get().min(width.get())));
    let name = format!(
        "{} on {}, as in the message",
        counted(width.get().into(), facts.words.worker, facts.words.workers),
        counted(buckets.get().into(), facts.words.bucket, facts.words.buckets)
    );
    let widths = if first == width { vec![width] } else { vec![first, width] };
    Some(Scenario {
        name,
        note: told.what.clone(),
        engine,
        buckets: Buckets::Fixed(buckets),
        widths,
        ..Scenario::built_in()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOO_WIDE: &str = "Vertex counter's parallelism (8) is higher than the max parallelism (4). Please lower the parallelism \
                            or increase the max parallelism.";

    #[test]
    fn a_command_reads_the_same_text() {
        let asked = Asked::of(format!("one\n{TOO_WIDE}\n"));
        assert_eq!(asked.command(), format!("redeal explain - <<'END_OF_MESSAGE'\none\n{TOO_WIDE}\nEND_OF_MESSAGE"));
        assert_eq!(Asked::of("END_OF_MESSAGE".to_owned()).command(), "redeal explain - < job.log");
    }

    #[test]
    fn a_message_with_both_counts_is_a_scenario() {
        let told = Asked::of(TOO_WIDE.to_owned()).told.unwrap();
        let scenario = scenario_of(&told.explanations[0]).unwrap();
        assert_eq!(scenario.name, "8 subtasks on 4 key groups, as in the message");
        assert_eq!(scenario.widths, [4, 8].map(WorkerCount::clamped));
        assert_eq!(scenario.buckets, Buckets::Fixed(BucketCount::clamped(4)));
        let told = explain("maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: 32769");
        assert_eq!(scenario_of(&told.explanations[0]), None);
    }

    #[test]
    fn a_long_text_is_cut_between_two_characters() {
        let asked = Asked::of("é".repeat(MOST_BYTES));
        assert!(asked.is_cut && asked.text.len() == MOST_BYTES);
    }
}
