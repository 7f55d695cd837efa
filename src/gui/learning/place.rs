//! Where a learner is: in a lesson, at a card, in an interview, and what has been entered as an answer.

use super::{Page, Veil};
use crate::gui::exploration::ViewKind;
use crate::gui::state::AppState;
use crate::learn::{Ask, Drawn, Gap, Guess, Lesson, Phrases, Stage, Walk, Which};
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

    /// A name for its scenario.
    #[must_use]
    pub fn title(&self) -> String {
        format!("card {}", self.drawn.id)
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

    /// Whether a digit picks an answer, or says how well a card was known.
    #[must_use]
    pub fn answers_by_digit(&self) -> bool {
        let (learning, picks) =
            (&self.learning, |draft: &Draft| matches!(draft, Draft::Choice(_) | Draft::Workers { .. }));
        if self.shown != ViewKind::Learn {
            return false;
        }
        match learning.page {
            Page::Lessons => learning
                .lesson
                .as_ref()
                .is_some_and(|place| *place.walk.stage() == Stage::Asked && !place.over && picks(&place.draft)),
            Page::Cards => learning.card.as_ref().is_some_and(|place| place.gap.is_some() || picks(&place.draft)),
            Page::Interview => {
                let now = learning.interview.as_ref().and_then(InterviewPlace::now);
                now.is_some_and(|place| place.gap.is_none() && picks(&place.draft))
            }
            Page::Mistakes | Page::Glossary | Page::Method => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::number;

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
