//! A question, a guess, and the gap between the guess and what the simulator says.

use super::condition::Condition;
use super::library::Phrases;
use super::quantity::{Quantity, Reading, as_typed};
use super::scene::Scene;
use crate::engine::Words;
use crate::numerals::{grouped, ranges};
use crate::unit::{float, rounded};
use serde::Deserialize;
use std::collections::BTreeSet;

/// A question with the way it is answered.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question, figures in braces as [`super::fill`] takes them.
    pub text: String,
    /// How it is answered.
    pub ask: Ask,
}

/// How a question is answered.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub enum Ask {
    /// By typing a number.
    Number(NumberAsk),
    /// By choosing one of several; exactly one is true.
    Choose(Vec<Choice>),
    /// By dragging one bar a worker.
    Bars(BarsAsk),
    /// By picking workers.
    Workers(Which),
    /// By setting the controls until this holds.
    Do(Vec<Condition>),
}

/// A number to be typed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberAsk {
    /// What is asked.
    pub figure: Quantity,
    /// The unit that stands behind the field: one word, or as in "worker|workers" that for one and that for more.
    pub unit: String,
    /// How far off a guess may be and still be right, as a share of the truth.
    #[serde(default)]
    pub within: f64,
}

/// Bars to be dragged.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarsAsk {
    /// What the bars are.
    pub of: PerWorker,
    /// How far off each may be and still be right, as a share of the highest.
    pub within: f64,
}

/// One thing to choose.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// What it says, figures in braces.
    pub text: String,
    /// Where it is true: all of these hold.
    pub when: Vec<Condition>,
    /// A card's short model answer where this is true, figures in braces; empty = the card's own. A step of a lesson says why by
    /// itself.
    #[serde(default)]
    pub short: String,
}

/// What a bar stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum PerWorker {
    /// Buckets owned.
    Buckets,
    /// Keys.
    Keys,
    /// Records.
    Load,
}

/// Which workers are to be picked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Which {
    /// Those that own no bucket.
    Idle,
    /// Those with the most buckets: one of them is enough, so are several.
    Fullest,
    /// The owner of a key.
    OwnerOf(String),
}

/// What a learner answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Guess {
    /// A number, as typed: percent for a share.
    Number(f64),
    /// Which one, from 0.
    Choice(usize),
    /// One height a worker.
    Bars(Vec<f64>),
    /// Numbers of workers, from 0.
    Workers(BTreeSet<u32>),
    /// The controls are set.
    Done,
}

/// What the simulator says.
#[derive(Debug, Clone, PartialEq)]
pub enum Truth {
    /// A number.
    Number(Reading),
    /// Which one, from 0.
    Choice(usize),
    /// One height a worker.
    Bars(Vec<f64>),
    /// Numbers of workers, from 0.
    Workers(BTreeSet<u32>),
    /// Whether the conditions hold.
    Done(bool),
}

/// A guess beside the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// Whether the guess was right.
    pub right: bool,
    /// The difference, in a sentence.
    pub sentence: String,
    /// What is true.
    pub truth: Truth,
}

impl Ask {
    /// The answer, from the simulator.
    ///
    /// # Errors
    /// A sentence where the scene gives none, or not exactly one choice is true.
    pub fn truth(&self, scene: &Scene) -> Result<Truth, String> {
        let deal =
            || scene.deal(scene.step).ok_or_else(|| "the step looked at is refused: it has no workers".to_owned());
        match self {
            Self::Number(NumberAsk { figure, .. }) => {
                figure.of(scene).map(Truth::Number).ok_or_else(|| format!("{:?} has no value here", figure.kind))
            }
            Self::Choose(choices) => only_one(choices, scene).map(Truth::Choice),
            Self::Bars(BarsAsk { of, .. }) => Ok(Truth::Bars(of.heights(scene, deal()?.worker.len()))),
            Self::Workers(which) => Ok(Truth::Workers(which.workers(scene)?)),
            Self::Do(conditions) => Ok(Truth::Done(conditions.iter().all(|condition| condition.holds(scene)))),
        }
    }

    /// A guess beside the truth, workers called as in `words`.
    ///
    /// # Errors
    /// As [`Self::truth`], or a guess of another kind.
    pub fn judge(&self, guess: &Guess, scene: &Scene, phrases: &Phrases, words: &Words) -> Result<Gap, String> {
        let truth = self.truth(scene)?;
        let (right, sentence) = match (self, guess, &truth) {
            (Self::Number(NumberAsk { unit, within, .. }), Guess::Number(typed), Truth::Number(reading)) => {
                let right = is_near(*typed, reading, *within);
                let (guess, truth) = (as_typed(*typed), reading.bare());
                (right, phrases.gap_of_number(right, &guess, &truth, &reading.with_unit(unit)))
            }
            (Self::Choose(_), Guess::Choice(chosen), Truth::Choice(right)) => {
                (chosen == right, phrases.gap_of_choice(chosen == right))
            }
            (Self::Bars(BarsAsk { within, .. }), Guess::Bars(guessed), Truth::Bars(heights)) => {
                let highest = heights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
                let off = |at: usize| (guessed.get(at).copied().unwrap_or(0.0) - heights[at]).abs();
                // The first of those furthest off.
                let worst = (0..heights.len()).rev().max_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(0);
                let right = guessed.len() == heights.len() && off(worst) <= within * highest;
                let number = |height: f64| grouped(rounded(height));
                let guess = guessed.get(worst).copied().unwrap_or(0.0);
                let worker = format!("{} {worst}", words.worker);
                (right, phrases.gap_of_bar(right, &worker, &number(guess), &number(heights[worst])))
            }
            (Self::Workers(which), Guess::Workers(picked), Truth::Workers(workers)) => {
                // Who of several is the fullest is anybody's choice; to leave some out is no mistake.
                let some = *which == Which::Fullest && !picked.is_empty() && picked.is_subset(workers);
                let right = picked == workers || some;
                (right, phrases.gap(right, &list(picked, phrases), &list(workers, phrases)))
            }
            (Self::Do(_), Guess::Done, Truth::Done(done)) => {
                (*done, if *done { phrases.done.clone() } else { phrases.not_yet.clone() })
            }
            _ => return Err("the guess is of another kind than the question".to_owned()),
        };
        Ok(Gap { right, sentence, truth })
    }
}

/// Whole numbers are met exactly, unless more is allowed; others to two percent at least.
fn is_near(typed: f64, truth: &Reading, within: f64) -> bool {
    let within = if truth.is_whole() { within } else { within.max(0.02) };
    let off = (typed - truth.typed()).abs();
    off <= within * truth.typed().abs() + 1e-9
}

fn only_one(choices: &[Choice], scene: &Scene) -> Result<usize, String> {
    let is_true = |choice: &Choice| choice.when.iter().all(|condition| condition.holds(scene));
    let all: Vec<usize> = (0..choices.len()).filter(|&at| is_true(&choices[at])).collect();
    match all[..] {
        [one] => Ok(one),
        _ => Err(format!("{} of {} choices are true here: exactly one may be", all.len(), choices.len())),
    }
}

fn list(workers: &BTreeSet<u32>, phrases: &Phrases) -> String {
    if workers.is_empty() {
        return phrases.nobody.clone();
    }
    ranges(&workers.iter().copied().collect::<Vec<_>>())
}

impl PerWorker {
    fn heights(self, scene: &Scene, workers: usize) -> Vec<f64> {
        let Some(deal) = scene.deal(scene.step) else { return vec![0.0; workers] };
        let height = |worker: &crate::simulate::WorkerFigures| match self {
            Self::Buckets => worker.buckets.into(),
            Self::Keys => float(worker.keys),
            Self::Load => float(worker.load),
        };
        deal.worker.iter().map(height).collect()
    }
}

impl Which {
    fn workers(&self, scene: &Scene) -> Result<BTreeSet<u32>, String> {
        let deal = scene.deal(scene.step).ok_or("the step looked at is refused: it has no workers")?;
        let owned: Vec<u32> = deal.worker.iter().map(|worker| worker.buckets).collect();
        let most = owned.iter().copied().max().unwrap_or(0);
        let with = |buckets: u32| (0..).zip(&owned).filter(|(_, owned)| **owned == buckets).map(|(at, _)| at).collect();
        match self {
            Self::Idle => Ok(with(0)),
            Self::Fullest => Ok(with(most)),
            Self::OwnerOf(key) => {
                let place = scene.place_of(key, scene.step);
                place
                    .map(|(_, worker)| BTreeSet::from([worker]))
                    .ok_or_else(|| format!("the key {key} has no owner here"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::library;
    use crate::learn::unit_of;
    use crate::scenario::Scenario;

    /// 128 buckets on 40 workers: eight of them own four.
    #[test]
    fn any_of_those_that_tie_is_an_answer() {
        let scene = Scene::new(Scenario::built_in(), Some(1)).unwrap();
        let (ask, phrases) = (Ask::Workers(Which::Fullest), &library().unwrap().phrases);
        let Truth::Workers(all) = ask.truth(&scene).unwrap() else { panic!("workers") };
        assert_eq!(all.len(), 8);
        let right = |picked: BTreeSet<u32>| {
            let words = &scene.job.engine.facts().words;
            ask.judge(&Guess::Workers(picked), &scene, phrases, words).unwrap().right
        };
        let first: BTreeSet<u32> = all.iter().copied().take(1).collect();
        let other = (0..40).find(|worker| !all.contains(worker)).unwrap();
        assert!(right(first.clone()) && right(all));
        assert!(!right(BTreeSet::new()) && !right(first.into_iter().chain([other]).collect()));
    }

    /// 128 buckets on 40 workers: eight own four, the others three.
    #[test]
    fn the_unit_stands_once_and_goes_with_the_number() {
        let scene = Scene::new(Scenario::built_in(), Some(1)).unwrap();
        let phrases = &library().unwrap().phrases;
        let said = |figure: &str, unit: &str, typed: f64| {
            let ask = Ask::Number(NumberAsk { figure: figure.parse().unwrap(), unit: unit.to_owned(), within: 0.0 });
            let words = &scene.job.engine.facts().words;
            ask.judge(&Guess::Number(typed), &scene, phrases, words).unwrap().sentence
        };
        let buckets = "bucket|buckets";
        assert_eq!(said("most_buckets", buckets, 1.0), "You said 1; it is 4 buckets.");
        assert_eq!(said("most_buckets", buckets, 4.0), "Right: 4 buckets.");
        assert_eq!(said("most_buckets", "", 4.0), "Right: 4.");
        assert_eq!(said("data_bytes", "byte|bytes", -1.0).matches("bytes").count(), 1);
        assert_eq!(said("hottest_share", "%", -3.0).matches('%').count(), 1);
        assert_eq!(said("dealing", "time|times", 7.0), "You said 7; it is 1.25×.");
        assert_eq!(
            ["1", "2", "0", ""].map(|number| unit_of(buckets, number)),
            ["bucket", "buckets", "buckets", "buckets"]
        );
    }
}
