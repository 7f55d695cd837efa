//! Everything that is said in lessons and cards, in one language: the files below `assets/learn`.

use super::card::Card;
use super::lesson::{Lesson, parse_lesson};
use super::mistake::Mistake;
use super::term::Term;
use crate::scenario::{ScenarioError, parse_as};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::{Arc, LazyLock};

/// Lessons, cards, mistakes and the phrases between them. A translation is another folder of the same files.
#[derive(Debug)]
pub struct Library {
    /// In the order they are taught.
    pub lessons: Vec<Arc<Lesson>>,
    /// In the order of their depths.
    pub cards: Vec<Card>,
    /// What people get wrong.
    pub mistakes: Vec<Mistake>,
    /// The words of this program, in the order of their ideas.
    pub glossary: Vec<Term>,
    /// What is said around a guess.
    pub phrases: Phrases,
}

impl Library {
    /// The lesson that is taught after one; `None` after the last, and after one of somebody else's.
    #[must_use]
    pub fn after(&self, id: &str) -> Option<&Arc<Lesson>> {
        let at = self.lessons.iter().position(|lesson| lesson.id == id)?;
        self.lessons.get(at + 1)
    }
}

/// What is said around a guess. `{guess}`, `{truth}` and `{worker}` (as in "sorter 1") are filled in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename = "Phrases", deny_unknown_fields)]
pub struct Phrases {
    /// A guess was right.
    pub right: String,
    /// It was right within what is allowed.
    pub right_about: String,
    /// It was not.
    pub wrong: String,
    /// One of several was chosen rightly.
    pub right_choice: String,
    /// Another was chosen. Which one is right is marked where the choices stand.
    pub wrong_choice: String,
    /// A row of bars was not: the bar furthest off.
    pub wrong_bar: String,
    /// The controls are what is asked for, or all bars are as high as they should be.
    pub done: String,
    /// The controls are not yet what is asked for.
    pub not_yet: String,
    /// The learner asked to be shown how the controls are set.
    pub shown: String,
    /// No worker at all.
    pub nobody: String,
}

impl Phrases {
    pub(super) fn gap(&self, right: bool, guess: &str, truth: &str) -> String {
        self.gap_of_number(right, guess, truth, truth)
    }

    /// The truth has its unit, the guess has none.
    pub(super) fn gap_of_number(&self, right: bool, guess: &str, truth: &str, with_unit: &str) -> String {
        let phrase = match right {
            true if guess == truth => &self.right,
            true => &self.right_about,
            false => &self.wrong,
        };
        phrase.replace("{guess}", guess).replace("{truth}", with_unit)
    }

    pub(super) fn gap_of_choice(&self, right: bool) -> String {
        if right { &self.right_choice } else { &self.wrong_choice }.clone()
    }

    pub(super) fn gap_of_bar(&self, right: bool, worker: &str, guess: &str, truth: &str) -> String {
        let phrase = if right { &self.done } else { &self.wrong_bar };
        phrase.replace("{worker}", worker).replace("{guess}", guess).replace("{truth}", truth)
    }
}

macro_rules! files {
    ($($stem:literal),* $(,)?) => {
        [$(($stem, include_str!(concat!("../../assets/learn/en/", $stem, ".ron")))),*]
    };
}

/// In the order they are taught.
static LESSONS: &[(&str, &str)] = &files![
    "lessons/01-a-key-has-a-bucket",
    "lessons/02-whole-buckets-move",
    "lessons/03-the-ceiling",
    "lessons/04-fixed-and-free",
    "lessons/05-127-versus-64",
    "lessons/06-even-or-uneven",
    "lessons/07-few-keys",
    "lessons/08-the-hot-key",
    "lessons/09-too-many-buckets",
    "lessons/10-day-one",
    "lessons/11-three-ways-out",
    "lessons/12-engines-differ",
    "lessons/13-input-pieces",
];
/// By rising depth.
static CARDS: &[(&str, &str)] = &files!["cards-junior", "cards-middle", "cards-senior", "cards-principal"];
static MISTAKES: &str = include_str!("../../assets/learn/en/mistakes.ron");
static GLOSSARY: &str = include_str!("../../assets/learn/en/glossary.ron");
static PHRASES: &str = include_str!("../../assets/learn/en/phrases.ron");

/// The lessons, cards and phrases that come with the program.
///
/// # Errors
/// [`ScenarioError`] where a file of them cannot be read: its own test finds it.
pub fn library() -> Result<&'static Library, &'static ScenarioError> {
    static LIBRARY: LazyLock<Result<Library, ScenarioError>> = LazyLock::new(|| {
        let lesson = |(stem, text): &(&str, &str)| {
            parse_lesson(text).map(Arc::new).map_err(|error| error.in_file(format!("{stem}.ron")))
        };
        let mut cards = Vec::new();
        for (stem, text) in CARDS {
            cards.append(&mut read::<Vec<Card>>(text, stem, "Cards")?);
        }
        Ok(Library {
            lessons: LESSONS.iter().map(lesson).collect::<Result<_, _>>()?,
            cards,
            mistakes: read(MISTAKES, "mistakes", "Mistakes")?,
            glossary: read(GLOSSARY, "glossary", "Glossary")?,
            phrases: read(PHRASES, "phrases", "Phrases")?,
        })
    });
    LIBRARY.as_ref()
}

fn read<T: DeserializeOwned>(text: &str, stem: &str, name: &'static str) -> Result<T, ScenarioError> {
    parse_as(text, name).map_err(|error| error.in_file(format!("{stem}.ron")))
}
