//! A lesson as its file holds it.

use super::ask::{Ask, Question};
use super::condition::Condition;
use super::quantity::Quantity;
use super::rehearsal::rehearse;
use super::setup::Setup;
use super::vocabulary::Vocabulary;
use crate::plain::from_first_word;
use crate::scenario::{ScenarioError, parse_as, place_of_field};
use serde::Deserialize;
use std::sync::Arc;

/// The format of lesson files that this version reads.
const FORMAT: u32 = 1;

/// A short walk through states of the controls.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The file format, 1.
    pub format: u32,
    /// What progress is kept under; small letters and hyphens.
    pub id: String,
    /// The idea, in a few words.
    pub title: String,
    /// What one knows at the end, in a sentence.
    pub aim: String,
    /// About how long it takes, in minutes.
    pub minutes: u32,
    /// Whose words its pictures use.
    #[serde(default)]
    pub words: Vocabulary,
    /// What the controls are set to at the start, as the difference to the built-in scenario.
    pub start: Setup,
    /// Its steps, at least one.
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// What is said first.
    pub say: String,
    /// What the controls are set to as the step begins.
    #[serde(default)]
    pub set: Setup,
    /// The controls that the learner has.
    #[serde(default)]
    pub controls: Vec<Control>,
    /// What is drawn beside the text.
    #[serde(default)]
    pub picture: Picture,
    /// What is to be predicted, or done; a step without one is only read.
    #[serde(default)]
    pub question: Option<Question>,
    /// What the controls are set to once the learner has answered.
    #[serde(default)]
    pub then: Setup,
    /// Why it is so, shown with the answer.
    #[serde(default)]
    pub why: String,
    /// A figure whose value under other keys is shown beside, where chance matters.
    #[serde(default)]
    pub draws: Option<Quantity>,
}

/// A control that a step offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Control {
    /// The engine.
    Engine,
    /// The bucket count.
    Buckets,
    /// The width of the step looked at.
    Width,
    /// Keys and their load.
    Keys,
}

/// What is drawn beside a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum Picture {
    /// The wall of buckets and a bar for every worker.
    #[default]
    Deal,
    /// Effective width against width.
    Widths,
    /// Bucket counts against widths.
    Counts,
    /// Who hands buckets to whom.
    Move,
    /// What a snapshot costs.
    Snapshot,
    /// The ways to another count.
    WaysOut,
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Whether a text is a lesson's: its first word says so.
#[must_use]
pub fn is_lesson(text: &str) -> bool {
    from_first_word(text)
        .strip_prefix("Lesson")
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Reads a lesson from its text and walks through it once, so that it can be walked through to its end. That simulates each of
/// its steps twice: not where somebody waits for a frame.
///
/// # Errors
/// [`ScenarioError`] with line and column, what is wrong with its shape, or the step and field that cannot be.
pub fn read_lesson(text: &str) -> Result<Lesson, ScenarioError> {
    let lesson = Arc::new(parse_lesson(text)?);
    rehearse(&lesson).map_err(ScenarioError::new)?;
    Ok(Arc::unwrap_or_clone(lesson))
}

/// Reads a lesson without walking through it.
pub(super) fn parse_lesson(text: &str) -> Result<Lesson, ScenarioError> {
    let text = text.trim_start_matches('\u{feff}');
    let lesson: Lesson = parse_as(text, "Lesson")?;
    let told = |message: String| Err(ScenarioError::new(message));
    if lesson.format != FORMAT {
        return told(format!("format {}: this version reads format {FORMAT}", lesson.format));
    }
    if lesson.steps.is_empty() {
        return told("steps is empty: at least one is needed".to_owned());
    }
    if lesson.id.is_empty() || !lesson.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        return told(format!("id \"{}\": small letters, digits and hyphens are allowed", lesson.id));
    }
    let sets = lesson.steps.iter().flat_map(|step| [&step.set, &step.then]).chain([&lesson.start]);
    if sets.filter_map(|set| set.keys.as_ref()).any(|keys| keys.path().is_some()) {
        let message = "keys: a file is not allowed in a lesson: list or generate them".to_owned();
        return Err(ScenarioError::new(message).at(place_of_field(text, "path")));
    }
    let questions = lesson.steps.iter().filter_map(|step| step.question.as_ref());
    let has_short = |question: &Question| matches!(&question.ask, Ask::Choose(choices) if choices.iter().any(|choice| !choice.short.is_empty()));
    if questions.into_iter().any(has_short) {
        let message = "short: a card's choice has one, a lesson says `why` for the whole step".to_owned();
        return Err(ScenarioError::new(message).at(place_of_field(text, "short")));
    }
    Ok(lesson)
}

impl LessonStep {
    /// The conditions to be met; none where it asks something else.
    #[must_use]
    pub fn task(&self) -> &[Condition] {
        match &self.question {
            Some(Question { ask: Ask::Do(conditions), .. }) => conditions,
            _ => &[],
        }
    }
}
