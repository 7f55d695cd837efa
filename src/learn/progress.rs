//! What a learner has done: lessons walked through, cards and when each comes up again.
//!
//! Cards follow the FSRS schedule (crate `rs-fsrs`): a card comes back about when it would be forgotten with a chance of one in
//! ten. Time is handed in; nothing here asks a clock.

use super::card::{Card, Depth};
use super::lesson::Lesson;
use chrono::{DateTime, Datelike, Utc};
use rs_fsrs::{FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The format that this version writes.
const FORMAT: &str = "redeal-learning/1";

/// What a learner has done.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    /// Predictions right at the first try, in the best walk.
    pub right: usize,
    /// Predictions of that walk.
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
    /// Reads what [`Self::to_json`] wrote. A card that cannot be is left out, and told.
    ///
    /// # Errors
    /// A sentence with line and column where it is damaged or of a later format.
    pub fn parse(text: &str) -> Result<Learnt, String> {
        let kept: Kept = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if kept.format != FORMAT {
            return Err(format!("format \"{}\": this version reads {FORMAT}", kept.format));
        }
        let mut progress = Self { lessons: kept.lessons, ..Self::default() };
        // No walk has more right than asked.
        progress.lessons.values_mut().for_each(|done| done.right = done.right.min(done.asked));
        let mut left_out = Vec::new();
        for (id, card) in kept.cards {
            match serde_json::from_value(card).ok().filter(can_be) {
                Some(card) => _ = progress.cards.insert(id, card),
                None => left_out.push(id),
            }
        }
        Ok(Learnt { progress, left_out })
    }

    /// This together with what another window has learnt: of each card the later review, of each lesson the better walk.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (id, card) in &other.cards {
            if both.cards.get(id).is_none_or(|ours| ours.last_review < card.last_review) {
                both.cards.insert(id.clone(), card.clone());
            }
        }
        for (id, theirs) in &other.lessons {
            let at = both.lessons.get(id).map_or(theirs.at, |ours| ours.at.max(theirs.at));
            both.finish_lesson(id, (theirs.right, theirs.asked), at);
        }
        both
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

    /// The first lesson that was not walked to its end.
    #[must_use]
    pub fn next<'a>(&self, lessons: &'a [Arc<Lesson>]) -> Option<&'a Arc<Lesson>> {
        lessons.iter().find(|lesson| self.lesson(&lesson.id).is_none())
    }

    /// How many of these lessons were walked to their end.
    #[must_use]
    pub fn finished(&self, lessons: &[Arc<Lesson>]) -> usize {
        lessons.iter().filter(|lesson| self.lesson(&lesson.id).is_some()).count()
    }

    /// A lesson was walked to its end. The walk with the larger share of right predictions is kept, the later of two alike.
    pub fn finish_lesson(&mut self, id: &str, (right, asked): (usize, usize), now: DateTime<Utc>) {
        let is_worse = |best: &&LessonDone| right * best.asked < best.right * asked;
        let best = self.lessons.get(id).filter(is_worse).map_or((right, asked), |best| (best.right, best.asked));
        self.lessons.insert(id.to_owned(), LessonDone { right: best.0, asked: best.1, at: now });
    }

    /// A card was answered and graded.
    pub fn grade(&mut self, id: &str, grade: Grade, now: DateTime<Utc>) {
        let next = self.graded(id, grade, now);
        self.cards.insert(id.to_owned(), next);
    }

    /// When a card comes up again after each grade, in whole minutes from now.
    #[must_use]
    pub fn minutes_until(&self, id: &str, grade: Grade, now: DateTime<Utc>) -> i64 {
        (self.graded(id, grade, now).due - now).num_minutes()
    }

    /// A card after a grade. A clock that was set back stands still for it; what comes out as no number begins anew.
    fn graded(&self, id: &str, grade: Grade, now: DateTime<Utc>) -> rs_fsrs::Card {
        let card = self.cards.get(id).cloned().unwrap_or_else(|| new_card(now));
        let next = |card: rs_fsrs::Card| {
            let now = now.max(card.last_review);
            FSRS::new(Parameters::default()).next(card, now, grade.rating()).card
        };
        Some(next(card)).filter(can_be).unwrap_or_else(|| next(new_card(now)))
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

    /// How many of these cards are due again, and how many were never seen.
    #[must_use]
    pub fn waiting(&self, cards: &[Card], now: DateTime<Utc>) -> (usize, usize) {
        let new = cards.iter().filter(|card| !self.cards.contains_key(&card.id)).count();
        (self.due(cards, None, now).len() - new, new)
    }

    /// Cards seen at least once, and those of them known for three weeks or more.
    #[must_use]
    pub fn known(&self) -> (usize, usize) {
        let known = |card: &&rs_fsrs::Card| card.state == State::Review && card.scheduled_days >= 21;
        (self.cards.len(), self.cards.values().filter(known).count())
    }
}

/// What a file holds, its cards not yet looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    format: String,
    lessons: BTreeMap<String, LessonDone>,
    cards: BTreeMap<String, serde_json::Value>,
}

/// What was read of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Learnt {
    /// What has been learnt.
    pub progress: Progress,
    /// Ids of cards that cannot be, and are left out.
    pub left_out: Vec<String>,
}

/// Whether a card that was graded can be: nothing in it is beyond what a life of learning makes.
fn can_be(card: &rs_fsrs::Card) -> bool {
    const MOST_DAYS: i64 = 36_500;
    const MOST_REVIEWS: i32 = 1_000_000;
    let days = 0..=MOST_DAYS;
    let reviews = 0..=MOST_REVIEWS;
    let years = 2000..=3000;
    card.stability.is_finite()
        && card.stability > 0.0
        && (1.0..=10.0).contains(&card.difficulty)
        && days.contains(&card.elapsed_days)
        && days.contains(&card.scheduled_days)
        && reviews.contains(&card.reps)
        && reviews.contains(&card.lapses)
        && card.last_review <= card.due
        && years.contains(&card.last_review.year())
        && years.contains(&card.due.year())
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
        assert_eq!(Progress::parse(&progress.to_json()), Ok(Learnt { progress, left_out: Vec::new() }));
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
        let mut after = |score| {
            progress.finish_lesson("a", score, start());
            let done = progress.lesson("a").unwrap();
            (done.right, done.asked)
        };
        assert_eq!([after((3, 4)), after((1, 4))], [(3, 4); 2]);
        // The lesson has another number of questions by now: right and asked are of one and the same walk.
        assert_eq!([after((2, 2)), after((3, 4)), after((6, 6)), after((1, 2))], [(2, 2), (2, 2), (6, 6), (6, 6)]);
    }

    #[test]
    fn no_more_are_right_than_were_asked() {
        let mut progress = Progress::default();
        progress.finish_lesson("a", (5, 5), start());
        let read = Progress::parse(&progress.to_json().replace("\"right\": 5", "\"right\": 6")).unwrap();
        assert_eq!(read.progress, progress);
    }

    /// Values that no review makes, one at a time: the card is left out and told, the others stay, and none makes a panic.
    #[test]
    fn a_card_that_cannot_be_is_left_out() {
        let mut progress = Progress::default();
        progress.grade("good", Grade::Good, start());
        let alone = progress.clone();
        progress.grade("odd", Grade::Good, start());
        let text = progress.to_json();
        let card = text.split("\"odd\"").nth(1).unwrap().to_owned();
        let field = |name: &str| {
            card.split(&format!("\"{name}\": ")).nth(1).unwrap().split([',', '\n']).next().unwrap().to_owned()
        };
        for (name, odd) in [
            ("stability", "0.0"),
            ("stability", "null"),
            ("stability", "-1e300"),
            ("difficulty", "0.5"),
            ("difficulty", "11"),
            ("elapsed_days", "-9223372036854775808"),
            ("scheduled_days", "36501"),
            ("reps", "2147483647"),
            ("lapses", "-1"),
            ("last_review", "\"1999-12-31T00:00:00Z\""),
            ("due", "\"2023-01-01T00:00:00Z\""),
            ("due", "\"+9999-01-01T00:00:00Z\""),
            ("state", "\"Sleeping\""),
        ] {
            let damaged = card.replace(&format!("\"{name}\": {}", field(name)), &format!("\"{name}\": {odd}"));
            assert_ne!(damaged, card, "{name}");
            let read = Progress::parse(&text.replace(&card, &damaged)).unwrap();
            assert_eq!(read, Learnt { progress: alone.clone(), left_out: vec!["odd".to_owned()] }, "{name}: {odd}");
        }
    }

    #[test]
    fn a_clock_that_is_set_back_makes_no_nonsense() {
        let mut progress = Progress::default();
        for years in [0, 30, -20, 10, -30] {
            for grade in Grade::ALL {
                progress.grade("a", grade, start() + TimeDelta::days(365 * years));
                assert_eq!(Progress::parse(&progress.to_json()).unwrap().left_out, [""; 0]);
            }
        }
    }

    #[test]
    fn of_two_windows_the_later_review_and_the_better_walk_stay() {
        let later = start() + TimeDelta::days(3);
        let (mut one, mut other) = (Progress::default(), Progress::default());
        one.grade("both", Grade::Good, start());
        one.grade("one", Grade::Good, start());
        one.finish_lesson("both", (3, 4), start());
        other.grade("both", Grade::Again, later);
        other.grade("other", Grade::Good, start());
        other.finish_lesson("both", (1, 4), later);
        other.finish_lesson("other", (1, 1), start());
        for both in [one.merged(&other), other.merged(&one)] {
            assert_eq!(both.known().0, 3);
            assert_eq!(both.cards["both"].last_review, later);
            assert_eq!(both.lessons["both"], LessonDone { right: 3, asked: 4, at: later });
            assert_eq!(both.lesson("other").unwrap().right, 1);
        }
    }
}
