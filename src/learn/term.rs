//! The words of this program, each with its meaning.

use serde::Deserialize;

/// A word of ours. The engines' own words for it are in [`crate::engine::Words`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The word.
    pub term: String,
    /// What it means, in a sentence or two.
    pub meaning: String,
}
