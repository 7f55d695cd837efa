//! Every card, drawn 200 times, once for all tests.

use crate::shipped;
use redeal::learn::{Card, CardQuestion, FollowUp, Guess, Truth};
use redeal::scenario::Scenario;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub const SEEDS: u64 = 200;

/// What a card asked at a seed, and what it says is true.
pub struct Drew {
    pub card: &'static Card,
    pub seed: u64,
    pub scenario: Scenario,
    pub question: CardQuestion,
    pub truth: Truth,
    pub short: String,
    pub long: String,
    pub follow_ups: Vec<FollowUp>,
}

impl Drew {
    pub fn place(&self) -> String {
        format!("{} seed {}: {}", self.card.id, self.seed, self.question.text)
    }
}

/// One list a card.
pub static DRAWS: LazyLock<Vec<Vec<Drew>>> = LazyLock::new(|| {
    let draw = |card: &'static Card, seed| {
        let drawn = card.draw(seed).unwrap_or_else(|error| panic!("{} seed {seed}: {error}", card.id));
        let truth = drawn.truth().unwrap();
        let guess = match &truth {
            Truth::Number(reading) => Guess::Number(reading.typed()),
            Truth::Choice(at) => Guess::Choice(*at),
            other => panic!("{}: a card is typed or chosen, not {other:?}", card.id),
        };
        assert!(drawn.judge(&guess, &shipped().phrases).unwrap().right, "{} seed {seed}", card.id);
        Drew {
            card,
            seed,
            scenario: drawn.scene.scenario,
            question: drawn.question,
            truth,
            short: drawn.short,
            long: drawn.long,
            follow_ups: drawn.follow_ups,
        }
    };
    shipped().cards.iter().map(|card| (0..SEEDS).map(|seed| draw(card, seed)).collect()).collect()
});

#[test]
fn every_text_of_a_card_is_filled_in() {
    for drew in DRAWS.iter().flatten() {
        let next = drew.follow_ups.iter().flat_map(|next| [&next.question, &next.answer]);
        let texts =
            [&drew.question.text, &drew.short, &drew.long].into_iter().chain(&drew.question.choices).chain(next);
        for text in texts {
            assert!(!text.contains(['{', '}']) && !text.contains("  "), "{}: {text}", drew.place());
        }
    }
}

#[test]
fn a_card_asks_many_questions() {
    for draws in DRAWS.iter() {
        let questions: BTreeSet<&str> = draws.iter().map(|drew| drew.question.text.as_str()).collect();
        assert!(questions.len() >= 20, "{}: {} questions at {SEEDS} seeds", draws[0].card.id, questions.len());
    }
}

#[test]
fn no_two_choices_say_the_same_and_none_stands_out_by_its_length() {
    for drew in DRAWS.iter().flatten().filter(|drew| !drew.question.choices.is_empty()) {
        let choices: BTreeSet<&String> = drew.question.choices.iter().collect();
        assert_eq!(choices.len(), drew.question.choices.len(), "{}", drew.place());
        let lengths = choices.iter().map(|choice| choice.chars().count());
        let (shortest, longest) = (lengths.clone().min().unwrap(), lengths.max().unwrap());
        assert!(2 * longest <= 3 * shortest, "{}: {shortest} to {longest} characters", drew.place());
    }
}

#[test]
fn the_same_seed_gives_the_same_card() {
    for draws in DRAWS.iter() {
        let again = draws[7].card.draw(7).unwrap();
        assert_eq!(again.question, draws[7].question);
        assert_eq!(again.truth().unwrap(), draws[7].truth);
    }
}
