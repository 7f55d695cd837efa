//! Where a learner is: in a lesson, at a card, in an interview, and what has been entered as an answer.

use super::{Page, Veil};
use crate::gui::exploration::ViewKind;
use crate::gui::state::AppState;
use crate::learn::{Ask, Drawn, Gap, Guess, Lesson, Phrases, Stage, Walk, Which, unit_of};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What has been entered as an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Draft {
    /// Nothing is asked, or the controls are the answer.
    None,
    /// A number, as typed.
    Number(String),
    /// Which one, from 0; none yet.
    Choice(Option<usize>),
    /// One height a worker.
    Bars {
        /// The heights so far.
        heights: Vec<f64>,
        /// The highest that can be entered.
        top: f64,
    },
    /// Workers picked out of so many.
    Workers {
        /// Those picked, from 0.
        picked: BTreeSet<u32>,
        /// How many there are.
        of: u32,
        /// Whether "none of them" is picked; `None` where there is always one.
        none: Option<bool>,
    },
}

impl Draft {
    /// An empty answer to a step's question.
    #[must_use]
    pub fn of(walk: &Walk) -> Self {
        let Some(question) = walk.step().question.as_ref().filter(|_| *walk.stage() == Stage::Asked) else {
            return Self::None;
        };
        match &question.ask {
            Ask::Number(_) => Self::Number(String::new()),
            Ask::Choose(_) => Self::Choice(None),
            Ask::Bars(_) => {
                let (workers, top) = walk.bars();
                Self::Bars { heights: vec![0.0; workers], top }
            }
            Ask::Workers(which) => {
                let none = (*which == Which::Idle).then_some(false);
                Self::Workers { picked: BTreeSet::new(), of: walk.workers_asked(), none }
            }
            Ask::Do(_) => Self::None,
        }
    }

    /// Whether it is an answer already.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        match self {
            Self::None | Self::Choice(None) => false,
            Self::Number(text) => number(text).is_some(),
            // Bars that nobody has moved are no prediction.
            Self::Bars { heights, .. } => heights.iter().any(|height| *height > 0.0),
            Self::Workers { picked, none, .. } => !picked.is_empty() || *none == Some(true),
            Self::Choice(Some(_)) => true,
        }
    }

    /// The answer.
    ///
    /// # Errors
    /// What is missing.
    pub fn guess(&self) -> Result<Guess, String> {
        match self {
            Self::None => Ok(Guess::Done),
            Self::Number(text) => number(text)
                .map(Guess::Number)
                .ok_or_else(|| format!("\"{text}\" is no number: digits are needed, as in 32")),
            Self::Choice(chosen) => chosen.map(Guess::Choice).ok_or_else(|| "nothing is chosen yet".to_owned()),
            Self::Bars { heights, .. } => Ok(Guess::Bars(heights.clone())),
            Self::Workers { picked, .. } => Ok(Guess::Workers(picked.clone())),
        }
    }
}

/// A typed number: spaces between digits, a comma for the point and a unit behind it are allowed.
fn number(text: &str) -> Option<f64> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '\'' | '’')).collect();
    let end = digits.find(|c: char| !matches!(c, '0'..='9' | '.' | ',' | '-' | '+')).unwrap_or(digits.len());
    let unit = &digits[end..];
    if !unit.chars().all(|c| c.is_alphabetic() || matches!(c, '%' | '×')) {
        return None;
    }
    digits[..end].replace(',', ".").parse().ok().filter(|value: &f64| value.is_finite())
}

/// A number as it was typed, with its unit: who typed a unit has written it already.
#[must_use]
pub fn with_unit(text: &str, unit: &str) -> String {
    let text = text.trim();
    let has_unit = text.contains(|c: char| c.is_alphabetic() || matches!(c, '%' | '×'));
    format!("{text} {}", if has_unit { "" } else { unit_of(unit, text) }).trim_end().to_owned()
}

/// A lesson being walked through.
#[derive(Debug, Clone)]
pub struct LessonPlace {
    /// The walk.
    pub walk: Walk,
    /// What has been entered at this step.
    pub draft: Draft,
    /// What its picture holds back until there is an answer.
    pub veil: Veil,
    /// In which order its choices stand; empty where nothing is chosen.
    pub order: Vec<usize>,
    /// The last step is done.
    pub over: bool,
}

impl LessonPlace {
    /// The first step of a lesson.
    ///
    /// # Errors
    /// A sentence where the lesson sets what cannot be.
    pub fn new(lesson: Arc<Lesson>) -> Result<Self, String> {
        let walk = Walk::new(lesson)?;
        Ok(Self { draft: Draft::of(&walk), veil: Veil::of(&walk), order: order(&walk), walk, over: false })
    }

    /// The walk has come to another step.
    pub(super) fn arrive(&mut self) {
        (self.draft, self.veil) = (Draft::of(&self.walk), Veil::of(&self.walk));
        self.order = order(&self.walk);
    }
}

/// The choices of a step, mixed by the step alone: the same for everybody, and whoever writes a lesson may begin with the true one.
fn order(walk: &Walk) -> Vec<usize> {
    // FNV-1a; the noughts at the end carry the last difference up to the highest digits.
    let mixed = |at: usize| {
        let step = [walk.at(), at].map(|number| u8::try_from(number).unwrap_or(u8::MAX));
        let bytes = walk.lesson().id.bytes().chain(step).chain([0; 8]);
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    let mut order: Vec<usize> = (0..walk.choices().len()).collect();
    order.sort_by_key(|&at| mixed(at));
    order
}

/// A card being answered.
#[derive(Debug, Clone)]
pub struct CardPlace {
    /// The card with its numbers.
    pub drawn: Drawn,
    /// What has been entered.
    pub draft: Draft,
    /// The answer beside the truth, once it is given.
    pub gap: Option<Gap>,
    /// Whether the long model answer is shown.
    pub long: bool,
    /// Follow-ups shown with their answers.
    pub follow_ups: usize,
}

impl CardPlace {
    /// A card not answered yet.
    #[must_use]
    pub fn new(drawn: Drawn) -> Self {
        let draft = if drawn.question.choices.is_empty() { Draft::Number(String::new()) } else { Draft::Choice(None) };
        Self { drawn, draft, gap: None, long: false, follow_ups: 0 }
    }

    /// Takes what is entered as the answer.
    pub(super) fn answer(&mut self, phrases: &Phrases) -> Result<(), String> {
        self.gap = Some(self.drawn.judge(&self.draft.guess()?, phrases)?);
        Ok(())
    }

    /// What has been entered, in a sentence: a number with its unit, or the choice as it reads.
    #[must_use]
    pub fn said(&self) -> Option<String> {
        match &self.draft {
            Draft::Number(text) => Some(format!("You said {}.", with_unit(text, &self.drawn.question.unit))),
            Draft::Choice(chosen) => {
                let choice = self.drawn.question.choices.get((*chosen)?)?;
                Some(format!("You said: “{choice}”"))
            }
            Draft::None | Draft::Bars { .. } | Draft::Workers { .. } => None,
        }
    }

    /// A name for its scenario.
    #[must_use]
    pub fn title(&self) -> String {
        format!("Card: {}", self.drawn.topic)
    }
}

/// Five questions in a row.
#[derive(Debug, Clone)]
pub struct InterviewPlace {
    /// The questions.
    pub cards: Vec<CardPlace>,
    /// The one that is asked, from 0; past the last one the interview is over.
    pub at: usize,
}

impl InterviewPlace {
    /// An interview of these questions.
    #[must_use]
    pub fn new(drawn: Vec<Drawn>) -> Self {
        Self { cards: drawn.into_iter().map(CardPlace::new).collect(), at: 0 }
    }

    /// The question that is asked; `None` once it is over.
    #[must_use]
    pub fn now(&self) -> Option<&CardPlace> {
        self.cards.get(self.at)
    }

    pub(super) fn now_mut(&mut self) -> Option<&mut CardPlace> {
        self.cards.get_mut(self.at)
    }

    /// Goes on: to the next follow-up, then to the next question.
    pub(super) fn next(&mut self) {
        match self.now_mut() {
            Some(card) if card.gap.is_some() && card.follow_ups < 2 * card.drawn.follow_ups.len() => {
                card.follow_ups += 1;
            }
            Some(_) => self.at += 1,
            None => {}
        }
    }

    /// How many were right.
    #[must_use]
    pub fn right(&self) -> usize {
        self.cards.iter().filter(|card| card.gap.as_ref().is_some_and(|gap| gap.right)).count()
    }
}

impl AppState {
    /// Whether the Learn view is up with a page, not with a lesson: its controls take no digits.
    #[must_use]
    pub fn is_on_page(&self) -> bool {
        let lesson = self.learning.page == Page::Lessons && self.learning.lesson.is_some();
        self.shown == ViewKind::Learn && !lesson
    }

    /// Whether digits are kept for answers and stand for no view: throughout a lesson and an interview, also while there is
    /// nothing to pick, so that one too many does not lead out of it; on a card while it can be answered or graded.
    #[must_use]
    pub fn answers_by_digit(&self) -> bool {
        let (learning, picks) =
            (&self.learning, |draft: &Draft| matches!(draft, Draft::Choice(_) | Draft::Workers { .. }));
        if self.shown != ViewKind::Learn {
            return false;
        }
        match learning.page {
            Page::Lessons => learning.lesson.is_some(),
            Page::Cards => learning.card.as_ref().is_some_and(|place| place.gap.is_some() || picks(&place.draft)),
            Page::Interview => learning.interview.as_ref().is_some_and(|place| place.now().is_some()),
            Page::Mistakes | Page::Glossary | Page::Method => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{number, with_unit};

    #[test]
    fn a_unit_stands_behind_a_number_once() {
        let workers = "worker|workers";
        let told = [("1", workers), ("17", workers), (" 3 workers", workers), ("12 %", "%"), ("12", "%"), ("4", "")]
            .map(|(text, unit)| with_unit(text, unit));
        assert_eq!(told, ["1 worker", "17 workers", "3 workers", "12 %", "12 %", "4"]);
    }

    #[test]
    fn numbers_are_read_as_people_type_them() {
        for (text, read) in
            [("32", 32.0), (" 20 000 ", 20_000.0), ("12,5 %", 12.5), ("1.25×", 1.25), ("6310 B", 6310.0)]
        {
            assert_eq!(number(text), Some(read), "{text}");
        }
        for text in ["", "many", "1/2", "-", "1e999"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
