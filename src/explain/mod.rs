//! An engine's error message, explained: what happened, its numbers, what would pass, what to do.
//!
//! The text may be a whole log or a piece of one message: line breaks, prefixes, stack traces, JSON quotes and a cut end do no harm.
//! Known messages are found by their fixed words; a number is only told where all of its digits are there. What would pass is asked of
//! the engine profiles, so that it is what the simulator says.
//!
//! ```
//! let text = "Vertex counter's parallelism (8) is higher than the max parallelism (4). Please lower";
//! let told = &redeal::explain::explain(text).explanations[0];
//! assert_eq!(told.numbers[1].text(), "4 key groups");
//! assert_eq!(told.passes[0], "A parallelism from 1 to 4.");
//! ```

mod coding;
mod explainer;
mod explanation;
mod flatten;
mod flink_backend;
mod flink_key_group;
mod flink_mismatch;
mod flink_width;
mod follow;
mod kafka_streams;
mod kafka_topology;
mod key_group_search;
mod message;
mod misfit;
mod nearest;
mod others;
mod passing;
mod pattern;
mod reading;
mod risingwave;
mod spark;
mod spark_repartition;
mod write;

pub use explainer::Explainer;
pub use explanation::{Explained, Explanation, Kind, Name, Nearest, Number, Origin, Reading};
pub use reading::{Looked, MOST_READ, explain_read};

use message::Message;

/// Every known message, family by family.
fn messages() -> impl Iterator<Item = &'static Message> {
    [
        flink_width::MESSAGES,
        flink_mismatch::MESSAGES,
        flink_key_group::MESSAGES,
        flink_backend::MESSAGES,
        spark::MESSAGES,
        spark_repartition::MESSAGES,
        kafka_streams::MESSAGES,
        kafka_topology::MESSAGES,
        risingwave::MESSAGES,
        others::MESSAGES,
    ]
    .into_iter()
    .flatten()
}

/// The families of messages that are looked for, in the order shown.
#[must_use]
pub fn families() -> Vec<&'static str> {
    let mut families: Vec<&'static str> = messages().map(|message| message.family).collect();
    families.dedup();
    families
}

/// Explains every known message in a text.
///
/// For text that comes in parts, or is too long to hold, see [`Explainer`].
#[must_use]
pub fn explain(text: &str) -> Explained {
    let mut explainer = Explainer::new();
    explainer.push(text);
    explainer.finish()
}
