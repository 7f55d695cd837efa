//! What is told of a message.

use crate::numerals::grouped;
use serde::Serialize;

/// What a message is among others; in the order in which they are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Why something was refused or failed.
    Cause,
    /// What failed because of it: the cause stands in another message.
    Symptom,
    /// It runs, otherwise than asked for.
    Warning,
    /// The cover of another message: it says nothing itself.
    Wrapper,
}

impl Kind {
    /// In one word, as in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cause => "cause",
            Self::Symptom => "symptom",
            Self::Warning => "warning",
            Self::Wrapper => "wrapper",
        }
    }
}

/// How much of a number the text holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reading {
    /// All of it.
    Whole,
    /// All of it, unless the text was cut off in it: both end with this number.
    Last,
    /// Some digits: it is cut off.
    Cut,
    /// Nothing: the text does not reach it.
    Absent,
}

/// A number of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Number {
    /// What it counts.
    pub name: String,
    /// The number; `None` where the text does not hold all of it.
    pub value: Option<i64>,
    /// Its unit, in the plural.
    pub unit: String,
    /// How much of it the text holds.
    pub reading: Reading,
}

impl Number {
    /// The number with its unit, or why there is none: `8 subtasks`, `cut off in the text`.
    #[must_use]
    pub fn text(&self) -> String {
        let Some(value) = self.value else {
            let why = if self.reading == Reading::Cut { "cut off in the text" } else { "not in this piece of text" };
            return why.to_owned();
        };
        let sign = if value < 0 { "-" } else { "" };
        let space = if self.unit.is_empty() { "" } else { " " };
        let unit = match (value, self.unit.as_str()) {
            (1, "batches") => "batch",
            (1, unit) => unit.strip_suffix('s').unwrap_or(unit),
            (_, unit) => unit,
        };
        let doubt = if self.reading == Reading::Last { " (if the text was not cut off in this number)" } else { "" };
        format!("{sign}{}{space}{unit}{doubt}", grouped(value.unsigned_abs()))
    }
}

/// A name in a message: of a vertex, a topic, a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Name {
    /// What it names.
    pub name: String,
    /// The name as the text has it, fit to be shown and at most about 100 characters long.
    pub text: String,
}

/// Where the engine's text was read or seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The class or file that says it, and the exception it comes in.
    pub class: &'static str,
    /// Versions in which it was read or seen.
    pub version: &'static str,
}

/// A message that was recognised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The engine that says it.
    pub engine: &'static str,
    /// The family of messages it belongs to, one of [`families`](super::families).
    pub family: &'static str,
    /// Cause, symptom, warning or wrapper.
    pub kind: Kind,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What happened, in sentences.
    pub what: String,
    /// Its numbers, in the order of the text.
    pub numbers: Vec<Number>,
    /// Its names, in the order of the text.
    pub names: Vec<Name>,
    /// Widths or counts that would pass, one sentence each.
    pub passes: Vec<String>,
    /// What to do, one step each.
    #[serde(rename = "do")]
    pub steps: Vec<String>,
    /// Where the engine's text was read or seen.
    pub source: Origin,
    /// The piece of the text, flattened, fit to be shown.
    pub matched: String,
    /// How often it stands in the text with these numbers.
    pub times: u64,
}

/// All that a text holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// Causes first, wrappers last; among equals in the order of the text.
    pub explanations: Vec<Explanation>,
    /// Messages that are not listed: more of a kind that is, with other numbers or names.
    pub unlisted: u64,
    /// Where nothing was recognised: the known text that is nearest, if any is near.
    pub nearest: Option<Nearest>,
}

/// A known text that shares words with one that was not recognised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Nearest {
    /// The engine that says it.
    pub engine: &'static str,
    /// The known text, with names in place of its numbers.
    pub form: String,
    /// Words of it that stand in one line of the text.
    pub shared: usize,
    /// Words of it in all.
    pub of: usize,
}
