//! Walks a learner may take: everything right, everything wrong, and shown what to do.

use crate::shipped;
use crate::solutions::{ANSWERS, Answer};
use redeal::learn::{Ask, Gap, Guess, Scene, Stage, Truth, Vocabulary, Walk, as_typed};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Every lesson at its first step, with its answers.
fn walks() -> impl Iterator<Item = (Walk, &'static [Answer])> {
    assert_eq!(shipped().lessons.len(), ANSWERS.len());
    let begun = |lesson: &Arc<_>| Walk::new(Arc::clone(lesson)).unwrap_or_else(|error| panic!("{error}"));
    shipped().lessons.iter().map(begun).zip(ANSWERS)
}

fn place(walk: &Walk) -> String {
    format!("{} step {}", walk.lesson().id, walk.at() + 1)
}

/// The gap of a guess, on a copy.
fn gap(walk: &Walk, guess: Guess) -> Gap {
    let mut walk = walk.clone();
    walk.answer(guess, &shipped().phrases).unwrap_or_else(|error| panic!("{}: {error}", place(&walk)));
    shown(&walk).clone()
}

fn shown(walk: &Walk) -> &Gap {
    match walk.stage() {
        Stage::Shown { gap, .. } => gap,
        other => panic!("{}: {other:?}", place(walk)),
    }
}

/// The guess that an answer found by hand stands for.
pub fn right(walk: &Walk, answer: Answer) -> Guess {
    match answer {
        Answer::Is(number) => Guess::Number(number),
        Answer::Says(words) => {
            let with: Vec<usize> =
                walk.choices().iter().enumerate().filter(|(_, text)| text.contains(words)).map(|(at, _)| at).collect();
            assert_eq!(with.len(), 1, "{}: {words}", place(walk));
            Guess::Choice(with[0])
        }
        Answer::Bars(heights) => Guess::Bars(heights.to_vec()),
        Answer::Workers(workers) => Guess::Workers(workers.iter().copied().collect()),
        Answer::Set(_) => Guess::Done,
    }
}

/// Nothing is left to fill in, and what is said is said.
fn read(walk: &Walk) {
    let texts = [Some(walk.says()), walk.question(), walk.why()];
    for text in texts.into_iter().flatten().chain(walk.choices().iter().map(String::as_str)) {
        assert!(!text.is_empty() && !text.contains(['{', '}']), "{}: {text}", place(walk));
    }
}

#[test]
fn a_walk_with_all_answers_right_scores_them_all() {
    for (mut walk, answers) in walks() {
        assert_eq!(walk.lesson().steps.len(), answers.len(), "{}", walk.lesson().id);
        for (at, &answer) in answers.iter().enumerate() {
            assert_eq!(*walk.stage(), Stage::Asked, "{}", place(&walk));
            assert_eq!(walk.why(), None, "{}: told before it is asked", place(&walk));
            read(&walk);
            if let Answer::Set(change) = answer {
                let begun = walk.scene().clone();
                assert!(!walk.look(&begun, &shipped().phrases).unwrap(), "{}: met at the start", place(&walk));
                let done = Scene::new(change.applied(&begun.scenario), Some(begun.step)).unwrap();
                assert!(walk.look(&done, &shipped().phrases).unwrap(), "{}: {change:?} is not it", place(&walk));
            } else {
                let guess = right(&walk, answer);
                walk.answer(guess, &shipped().phrases).unwrap();
            }
            assert!(shown(&walk).right, "{}: {answer:?}, {:?}", place(&walk), shown(&walk));
            assert!(walk.why().is_some(), "{}", place(&walk));
            read(&walk);
            assert_eq!(walk.advance().unwrap(), at + 1 < answers.len(), "{}", walk.lesson().id);
        }
        // What is done with the controls is no prediction.
        let predicted = answers.iter().filter(|answer| !matches!(answer, Answer::Set(_))).count();
        assert_eq!(walk.score(), (predicted, predicted), "{}", walk.lesson().id);
    }
}

/// A number is right by hand and by the simulator to the last digit that was worked out.
#[test]
fn numbers_are_what_was_worked_out_by_hand() {
    for (mut walk, answers) in walks() {
        for answer in answers {
            if let Answer::Is(number) = answer {
                let Truth::Number(found) = gap(&walk, Guess::Number(*number)).truth else {
                    panic!("a number is asked")
                };
                assert!((found.typed() - number).abs() < 1e-4, "{}: {number}, {}", place(&walk), found.typed());
            }
            walk.advance().unwrap();
        }
    }
}

/// Guesses that are wrong in one way or another.
fn wrong(walk: &Walk, truth: &Truth) -> Vec<Guess> {
    match truth {
        Truth::Number(reading) => {
            let typed = reading.typed();
            [2.0 * typed + 7.0, -1.0, 0.4 * typed - 0.1].map(Guess::Number).to_vec()
        }
        Truth::Choice(at) => (0..walk.choices().len()).filter(|other| other != at).map(Guess::Choice).collect(),
        Truth::Bars(heights) => {
            let mut more = heights.clone();
            more[0] += 2.0;
            let turned: Vec<f64> = heights.iter().map(|height| 9.0 - height).collect();
            vec![Guess::Bars(more), Guess::Bars(turned), Guess::Bars(Vec::new())]
        }
        Truth::Workers(workers) => {
            let all: BTreeSet<u32> = (0..12).collect();
            let others = all.difference(workers).copied().collect();
            vec![Guess::Workers(BTreeSet::new()), Guess::Workers(all), Guess::Workers(others)]
        }
        Truth::Done(_) => Vec::new(),
    }
}

/// What the sentence about a wrong guess must hold.
fn named(walk: &Walk, guess: &Guess, truth: &Truth) -> Vec<String> {
    let listed = |workers: &BTreeSet<u32>| match workers.first() {
        None => shipped().phrases.nobody.clone(),
        Some(first) => first.to_string(),
    };
    match (guess, truth) {
        (Guess::Number(typed), Truth::Number(reading)) => vec![as_typed(*typed), reading.to_string()],
        // What was chosen and what is true are marked where they stand, and not told again.
        (Guess::Choice(_), Truth::Choice(_)) => vec![shipped().phrases.wrong_choice.clone()],
        (Guess::Workers(picked), Truth::Workers(workers)) => vec![listed(picked), listed(workers)],
        (Guess::Bars(guessed), Truth::Bars(heights)) => {
            // One bar is named, the first of those furthest off: with its worker in the words of the lesson, what was guessed and
            // what is.
            let guessed = |at: usize| guessed.get(at).copied().unwrap_or(0.0);
            let mut worst = 0;
            for at in 1..heights.len() {
                if (guessed(at) - heights[at]).abs() > (guessed(worst) - heights[worst]).abs() {
                    worst = at;
                }
            }
            let worker = if walk.lesson().words == Vocabulary::Office { "sorter" } else { "worker" };
            vec![format!("{worker} {worst}: you said {}, it is {}.", guessed(worst), heights[worst])]
        }
        _ => panic!("{guess:?} does not answer {truth:?}"),
    }
}

#[test]
fn a_wrong_guess_is_never_right_and_the_gap_names_both() {
    for (mut walk, answers) in walks() {
        for &answer in answers {
            if !matches!(answer, Answer::Set(_)) {
                let truth = gap(&walk, right(&walk, answer)).truth;
                for guess in wrong(&walk, &truth) {
                    let mut guessed = walk.clone();
                    guessed.answer(guess.clone(), &shipped().phrases).unwrap();
                    let gap = shown(&guessed);
                    assert!(!gap.right, "{}: {guess:?} for {truth:?}", place(&walk));
                    for name in named(&walk, &guess, &truth) {
                        assert!(gap.sentence.contains(&name), "{}: {} lacks {name}", place(&walk), gap.sentence);
                    }
                    assert!(guessed.why().is_some() && guessed.score().0 == walk.score().0, "{}", place(&walk));
                    read(&guessed);
                }
                assert!(walk.clone().answer(Guess::Done, &shipped().phrases).is_err(), "{}", place(&walk));
            }
            walk.advance().unwrap();
        }
    }
}

/// Exactly one choice is true, in lessons as in cards; the simulator says which.
#[test]
fn every_choice_of_a_lesson_has_one_truth() {
    let mut asked = 0;
    for (mut walk, answers) in walks() {
        for _ in answers {
            if let Some(Ask::Choose(choices)) = walk.step().question.as_ref().map(|question| &question.ask) {
                let mut ahead = walk.clone();
                ahead.answer(Guess::Choice(0), &shipped().phrases).unwrap();
                let holds = |at: &usize| choices[*at].when.iter().all(|condition| condition.holds(ahead.scene()));
                let holding: Vec<usize> = (0..choices.len()).filter(holds).collect();
                assert_eq!(holding.len(), 1, "{}: {holding:?}", place(&walk));
                assert_eq!(shown(&ahead).truth, Truth::Choice(holding[0]));
                asked += 1;
            }
            walk.advance().unwrap();
        }
    }
    assert!(asked >= 12, "{asked} steps give a choice");
}

/// Who gives up is shown a way: the step's own answer meets what it asks for, and is not the learner's.
#[test]
fn every_task_can_be_shown() {
    for (mut walk, answers) in walks() {
        for &answer in answers {
            if matches!(answer, Answer::Set(_)) {
                let gap = gap(&walk, Guess::Done);
                assert_eq!((gap.right, gap.truth), (false, Truth::Done(true)), "{}", place(&walk));
                assert_eq!(gap.sentence, shipped().phrases.shown, "{}", place(&walk));
            }
            walk.advance().unwrap();
        }
    }
}

/// Who goes back has seen the answer: the first guess counts, once.
#[test]
fn an_answer_given_again_counts_no_more() {
    let others = |walk: &Walk, answer| {
        let truth = gap(walk, right(walk, answer)).truth;
        wrong(walk, &truth).into_iter().next()
    };
    for (mut walk, answers) in walks() {
        let mut score = (0, 0);
        for (at, &answer) in answers.iter().enumerate().filter(|(_, answer)| !matches!(answer, Answer::Set(_))) {
            let first_is_right = at % 2 == 0;
            let mut guesses = [Some(right(&walk, answer)), others(&walk, answer)].map(Option::unwrap);
            if !first_is_right {
                guesses.reverse();
            }
            score = (score.0 + usize::from(first_is_right), score.1 + 1);
            for guess in guesses {
                walk.answer(guess, &shipped().phrases).unwrap();
                assert_eq!(walk.score(), score, "{}", place(&walk));
                walk.advance().unwrap();
                walk.back().unwrap();
                assert_eq!((walk.at(), walk.score()), (at, score), "{}", place(&walk));
            }
            walk.advance().unwrap();
        }
    }
}

#[test]
fn a_scene_is_small_enough_to_be_simulated_at_once() {
    for (mut walk, answers) in walks() {
        for &answer in answers {
            let mut ahead = walk.clone();
            let guess = right(&walk, answer);
            ahead.answer(guess, &shipped().phrases).unwrap();
            assert!(ahead.scene().report.keys.count <= 100_000, "{}", place(&walk));
            if let Answer::Bars(heights) = answer {
                assert!(heights.len() <= 12, "{}", place(&walk));
            }
            walk.advance().unwrap();
        }
    }
}

#[test]
fn chance_is_shown_by_other_draws() {
    let mut walk = Walk::new(Arc::clone(&shipped().lessons[6])).unwrap();
    walk.answer(Guess::Number(6.0), &shipped().phrases).unwrap();
    let draws = walk.draws();
    assert_eq!(draws.len(), 12);
    // 16 keys on 16 workers: 5.7 without a key on average, within a spread of 1.2; never none, never more than 15.
    let mean = draws.iter().sum::<f64>() / 12.0;
    assert!((4.5..=7.0).contains(&mean) && draws.iter().any(|draw| (draw - draws[0]).abs() > 0.5), "{draws:?}");
}
