//! What a learner has done: lessons walked through, cards and when each comes up again.
//!
//! Cards follow the FSRS schedule (crate `rs-fsrs`): a card comes back about when it would be forgotten with a chance of one in
//! ten. Time is handed in; nothing here asks a clock.

use super::card::{Card, Depth};
use chrono::{DateTime, Utc};
use rs_fsrs::{FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format that this version writes.
const FORMAT: &str = "redeal-learning/1";

/// What a learner has done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// `redeal-learning/1`.
    format: String,
    /// By lesson.
    lessons: BTreeMap<String, LessonDone>,
    /// By card.
    cards: BTreeMap<String, rs_fsrs::Card>,
}

/// A lesson that was walked to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonDone {
    /// Questions answered right at the first try, the best time.
    pub right: usize,
    /// Questions asked.
    pub asked: usize,
    /// When it was last finished.
    pub at: DateTime<Utc>,
}

/// How well a card was known, by the learner's own judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grade {
    /// Not at all.
    Again,
    /// With effort.
    Hard,
    /// Well.
    Good,
    /// Without thinking.
    Easy,
}

impl Grade {
    /// Every grade, rising.
    pub const ALL: [Self; 4] = [Self::Again, Self::Hard, Self::Good, Self::Easy];

    const fn rating(self) -> Rating {
        match self {
            Self::Again => Rating::Again,
            Self::Hard => Rating::Hard,
            Self::Good => Rating::Good,
            Self::Easy => Rating::Easy,
        }
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self { format: FORMAT.to_owned(), lessons: BTreeMap::new(), cards: BTreeMap::new() }
    }
}

impl Progress {
    /// Reads what [`Self::to_json`] wrote.
    ///
    /// # Errors
    /// A sentence with line and column where it is damaged or of a later format.
    pub fn parse(text: &str) -> Result<Self, String> {
        let progress: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if progress.format == FORMAT {
            Ok(progress)
        } else {
            Err(format!("format \"{}\": this version reads {FORMAT}", progress.format))
        }
    }

    /// As a file holds it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("names, numbers and times");
        text.push('\n');
        text
    }

    /// How a lesson went, where it was walked to its end.
    #[must_use]
    pub fn lesson(&self, id: &str) -> Option<&LessonDone> {
        self.lessons.get(id)
    }

    /// A lesson was walked to its end.
    pub fn finish_lesson(&mut self, id: &str, (right, asked): (usize, usize), now: DateTime<Utc>) {
        let best = self.lessons.get(id).map_or(0, |done| done.right);
        self.lessons.insert(id.to_owned(), LessonDone { right: right.max(best), asked, at: now });
    }

    /// A card was answered and graded.
    pub fn grade(&mut self, id: &str, grade: Grade, now: DateTime<Utc>) {
        let card = self.cards.get(id).cloned().unwrap_or_else(|| new_card(now));
        let next = FSRS::new(Parameters::default()).next(card, now, grade.rating());
        self.cards.insert(id.to_owned(), next.card);
    }

    /// When a card comes up again after each grade, in whole minutes from now.
    #[must_use]
    pub fn minutes_until(&self, id: &str, grade: Grade, now: DateTime<Utc>) -> i64 {
        let card = self.cards.get(id).cloned().unwrap_or_else(|| new_card(now));
        let next = FSRS::new(Parameters::default()).next(card, now, grade.rating());
        (next.card.due - now).num_minutes()
    }

    /// The cards that are due, longest due first, then those not yet seen by rising depth; only of `depth` where one is given.
    #[must_use]
    pub fn due<'a>(&self, cards: &'a [Card], depth: Option<Depth>, now: DateTime<Utc>) -> Vec<&'a Card> {
        let wanted = |card: &&Card| depth.is_none_or(|depth| card.depth == depth);
        let state = |card: &Card| self.cards.get(&card.id);
        let mut due: Vec<(DateTime<Utc>, &Card)> = cards
            .iter()
            .filter(wanted)
            .filter_map(|card| Some((state(card)?.due, card)))
            .filter(|(at, _)| *at <= now)
            .collect();
        due.sort_by_key(|(at, _)| *at);
        let mut new: Vec<&Card> = cards.iter().filter(wanted).filter(|card| state(card).is_none()).collect();
        new.sort_by_key(|card| card.depth);
        due.into_iter().map(|(_, card)| card).chain(new).collect()
    }

    /// Cards seen at least once, and those of them known for three weeks or more.
    #[must_use]
    pub fn known(&self) -> (usize, usize) {
        let known = |card: &&rs_fsrs::Card| card.state == State::Review && card.scheduled_days >= 21;
        (self.cards.len(), self.cards.values().filter(known).count())
    }
}

fn new_card(now: DateTime<Utc>) -> rs_fsrs::Card {
    rs_fsrs::Card { due: now, last_review: now, ..rs_fsrs::Card::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    fn start() -> DateTime<Utc> {
        DateTime::from_timestamp(1_700_000_000, 0).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut progress = Progress::default();
        progress.grade("a-card", Grade::Good, start());
        progress.finish_lesson("a-lesson", (3, 4), start());
        assert_eq!(Progress::parse(&progress.to_json()), Ok(progress));
    }

    #[test]
    fn damage_is_told_with_its_place() {
        let text = Progress::default().to_json();
        let error = Progress::parse(&text[..text.len() / 2]).unwrap_err();
        assert!(error.contains("line"), "{error}");
        let later = text.replace("learning/1", "learning/2");
        assert_eq!(
            Progress::parse(&later).unwrap_err(),
            "format \"redeal-learning/2\": this version reads redeal-learning/1"
        );
    }

    #[test]
    fn a_known_card_comes_back_later_than_one_that_was_not() {
        let mut progress = Progress::default();
        let mut now = start();
        for _ in 0..6 {
            progress.grade("known", Grade::Good, now);
            progress.grade("not", Grade::Again, now);
            now += TimeDelta::days(40);
        }
        let due = |id: &str| progress.cards[id].due;
        assert!(due("known") > due("not") + TimeDelta::days(21));
        assert_eq!(progress.known(), (2, 1));
    }

    #[test]
    fn a_lesson_keeps_its_best_time() {
        let mut progress = Progress::default();
        progress.finish_lesson("a", (3, 4), start());
        progress.finish_lesson("a", (1, 4), start());
        assert_eq!(progress.lesson("a").unwrap().right, 3);
    }
}
