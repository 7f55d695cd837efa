//! Nobody gets far who reads only how a card or a lesson is worded.

use crate::drawn::{DRAWS, Drew, SEEDS};
use crate::shipped;
use redeal::learn::{Ask, CardAsk, Truth, Walk};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most of a card's draws that one way to guess may get right.
const MOST: u64 = SEEDS * 60 / 100;

/// What is wrong with a card where a way to guess is right too often.
fn check(wrong: &mut Vec<String>, draws: &[Drew], way: &str, right: usize) {
    if u64::try_from(right).unwrap() > MOST {
        wrong.push(format!("{}: {way} is right in {right} of {SEEDS} draws", draws[0].card.id));
    }
}

fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The numbers of a text, groups of digits joined.
fn numbers(text: &str) -> Vec<f64> {
    let joined = text.replace('\u{a0}', "");
    let parts = joined.split(|c: char| !c.is_ascii_digit() && c != '.');
    parts.filter_map(|part| part.trim_matches('.').parse().ok()).collect()
}

#[test]
fn no_number_of_the_question_is_the_answer_too_often() {
    type Way = fn(&[f64]) -> f64;
    let ways: [(&str, Way); 4] = [
        ("the first number", |numbers| numbers[0]),
        ("the last number", |numbers| numbers[numbers.len() - 1]),
        ("the largest number", |numbers| numbers.iter().copied().fold(0.0, f64::max)),
        ("the smallest number", |numbers| numbers.iter().copied().fold(f64::MAX, f64::min)),
    ];
    let mut wrong = Vec::new();
    for draws in DRAWS.iter() {
        let CardAsk::Number(ask) = &draws[0].card.ask else { continue };
        for (way, pick) in ways {
            let is_right = |drew: &&Drew| {
                let Truth::Number(truth) = &drew.truth else { unreachable!("a number is asked") };
                let off = (pick(&numbers(&drew.question.text)) - truth.typed()).abs();
                off <= ask.within * truth.typed() + 1e-9
            };
            check(&mut wrong, draws, way, draws.iter().filter(is_right).count());
        }
    }
    none(&wrong);
}

/// A lesson is walked once, so none of its numbers may be the answer.
#[test]
fn no_number_of_a_lessons_step_is_the_answer() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for lesson in &shipped().lessons {
        let mut walk = Walk::new(Arc::clone(lesson)).unwrap();
        loop {
            let question = walk.step().question.as_ref();
            if let (Some(Ask::Number(ask)), Some(Truth::Number(truth))) =
                (question.map(|question| &question.ask), walk.truth())
            {
                asked += 1;
                for text in [walk.says(), walk.question().unwrap()] {
                    let is_answer = |number: &f64| (number - truth.typed()).abs() <= ask.within * truth.typed() + 1e-9;
                    if numbers(text).iter().any(is_answer) {
                        wrong.push(format!("{} step {}: {} in \"{text}\"", lesson.id, walk.at() + 1, truth.typed()));
                    }
                }
            }
            if !walk.advance().unwrap() {
                break;
            }
        }
    }
    assert!(asked >= 20, "{asked} steps ask for a number");
    none(&wrong);
}

/// Words of four letters or more.
fn words(text: &str) -> BTreeSet<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() >= 4);
    parts.map(str::to_lowercase).collect()
}

#[test]
fn no_choice_gives_itself_away() {
    type Way = fn(&Drew) -> usize;
    fn best(drew: &Drew, score: impl Fn(&String) -> usize) -> usize {
        let choices = &drew.question.choices;
        (0..choices.len()).rev().max_by_key(|&at| score(&choices[at])).unwrap()
    }
    let ways: [(&str, Way); 5] = [
        ("the first choice", |_| 0),
        ("the last choice", |drew| drew.question.choices.len() - 1),
        ("the longest choice", |drew| best(drew, |choice| choice.chars().count())),
        ("the shortest choice", |drew| best(drew, |choice| 1000 - choice.chars().count())),
        ("the choice most like the question", |drew| {
            best(drew, |choice| words(choice).intersection(&words(&drew.question.text)).count())
        }),
    ];
    let mut wrong = Vec::new();
    for draws in DRAWS.iter().filter(|draws| !draws[0].question.choices.is_empty()) {
        for (way, pick) in ways {
            let right = draws.iter().filter(|drew| drew.truth == Truth::Choice(pick(drew))).count();
            check(&mut wrong, draws, way, right);
        }
    }
    none(&wrong);
}

#[test]
fn no_choice_is_always_the_true_one() {
    let without_numbers = |text: &str| text.replace(|c: char| c.is_ascii_digit() || c == '\u{a0}', "");
    let mut wrong = Vec::new();
    for draws in DRAWS.iter().filter(|draws| !draws[0].question.choices.is_empty()) {
        let mut said: BTreeMap<String, usize> = BTreeMap::new();
        for drew in draws {
            let Truth::Choice(at) = drew.truth else { unreachable!("a choice is asked") };
            let choices: Vec<String> = drew.question.choices.iter().map(|choice| without_numbers(choice)).collect();
            // Choices that differ in their number alone are told apart by it.
            let alone = choices.iter().filter(|choice| **choice == choices[at]).count() == 1;
            *said.entry(if alone { choices[at].clone() } else { drew.question.choices[at].clone() }).or_default() += 1;
        }
        for (choice, right) in said {
            check(&mut wrong, draws, &choice, right);
        }
    }
    none(&wrong);
}
