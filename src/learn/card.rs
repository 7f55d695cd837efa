//! A card: a question whose numbers are drawn, and whose answer the simulator gives.

use super::ask::{Ask, Choice, Gap, Guess, NumberAsk, Truth};
use super::draw::{Draw, generator};
use super::lesson::Picture;
use super::library::Phrases;
use super::scene::Scene;
use super::template::fill;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

/// How deep a card goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Depth {
    /// Knows that there is a limit, and where it comes from.
    Junior,
    /// Explains the indirection.
    Middle,
    /// Treats the count as irreversible, with headroom and a way out.
    Senior,
    /// Makes it a standard with a reviewer.
    Principal,
}

impl Depth {
    /// Every depth, rising.
    pub const ALL: [Self; 4] = [Self::Junior, Self::Middle, Self::Senior, Self::Principal];
}

/// A card as its file holds it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// What progress is kept under; small letters and hyphens.
    pub id: String,
    /// How deep it goes.
    pub depth: Depth,
    /// What it is about, in a word or two; an interview asks about each topic once.
    pub topic: String,
    /// The numbers.
    pub draw: Draw,
    /// The question, figures in braces.
    pub question: String,
    /// How it is answered.
    pub ask: CardAsk,
    /// A short model answer, figures in braces; a choice may have its own.
    pub short: String,
    /// A long model answer, figures in braces.
    pub long: String,
    /// What shows its numbers best.
    #[serde(default)]
    pub picture: Picture,
    /// What an interviewer asks next.
    #[serde(default)]
    pub follow_ups: Vec<FollowUp>,
}

/// How a card is answered.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub enum CardAsk {
    /// By typing a number.
    Number(NumberAsk),
    /// By choosing one of several; they are shown in an order that is drawn.
    Choose(Vec<Choice>),
}

/// What an interviewer asks next, to be answered aloud.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FollowUp {
    /// The question, figures in braces.
    pub question: String,
    /// The model answer, figures in braces.
    pub answer: String,
}

/// A card with its numbers.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The card's id.
    pub id: String,
    /// How deep it goes.
    pub depth: Depth,
    /// What it is about.
    pub topic: String,
    /// The seed it was drawn from.
    pub seed: u64,
    /// What was drawn, with what comes of it.
    pub scene: Scene,
    /// The question and the way it is answered, filled in.
    pub question: CardQuestion,
    /// The short model answer.
    pub short: String,
    /// The long model answer.
    pub long: String,
    /// What shows its numbers best.
    pub picture: Picture,
    /// What is asked next.
    pub follow_ups: Vec<FollowUp>,
    ask: Ask,
}

/// A card's question as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct CardQuestion {
    /// The question.
    pub text: String,
    /// What there is to choose, in the order shown; empty where a number is typed.
    pub choices: Vec<String>,
    /// The unit of the number.
    pub unit: String,
}

impl Card {
    /// Draws the card's numbers from a seed: the same seed, the same card.
    ///
    /// # Errors
    /// A sentence where the card's file holds what cannot be: its own test finds it.
    pub fn draw(&self, seed: u64) -> Result<Drawn, String> {
        let mut generator = generator(seed);
        let scene = self.draw.scene(&mut generator)?;
        let ask = match &self.ask {
            CardAsk::Number(ask) => Ask::Number(ask.clone()),
            CardAsk::Choose(choices) => {
                let mut choices = choices.clone();
                choices.shuffle(&mut generator);
                Ask::Choose(choices)
            }
        };
        let short = match (ask.truth(&scene)?, &ask) {
            (Truth::Choice(at), Ask::Choose(choices)) if !choices[at].short.is_empty() => &choices[at].short,
            _ => &self.short,
        };
        let filled = |text: &str| fill(text, &scene);
        let question = match &ask {
            Ask::Choose(choices) => CardQuestion {
                text: filled(&self.question)?,
                choices: choices.iter().map(|choice| filled(&choice.text)).collect::<Result<_, _>>()?,
                unit: String::new(),
            },
            Ask::Number(ask) => {
                CardQuestion { text: filled(&self.question)?, choices: Vec::new(), unit: ask.unit.clone() }
            }
            Ask::Bars(_) | Ask::Workers(_) | Ask::Do(_) => unreachable!("a card is typed or chosen"),
        };
        let follow_up =
            |next: &FollowUp| Ok(FollowUp { question: filled(&next.question)?, answer: filled(&next.answer)? });
        Ok(Drawn {
            id: self.id.clone(),
            depth: self.depth,
            topic: self.topic.clone(),
            seed,
            question,
            short: filled(short)?,
            long: filled(&self.long)?,
            picture: self.picture,
            follow_ups: self.follow_ups.iter().map(follow_up).collect::<Result<_, String>>()?,
            ask,
            scene,
        })
    }
}

impl Drawn {
    /// What the simulator says.
    ///
    /// # Errors
    /// None for a card that was drawn.
    pub fn truth(&self) -> Result<Truth, String> {
        self.ask.truth(&self.scene)
    }

    /// A guess beside the truth.
    ///
    /// # Errors
    /// A sentence where the guess is of another kind.
    pub fn judge(&self, guess: &Guess, phrases: &Phrases) -> Result<Gap, String> {
        self.ask.judge(guess, &self.scene, phrases, &self.scene.job.engine.facts().words)
    }
}

/// The depths of an interview's questions, in order.
const INTERVIEW: [Depth; 5] = [Depth::Junior, Depth::Middle, Depth::Senior, Depth::Senior, Depth::Principal];

/// Five questions of rising depth, each about another topic, drawn from a seed; fewer where there are not so many.
#[must_use]
pub fn interview(cards: &[Card], seed: u64) -> Vec<&Card> {
    let mut order: Vec<&Card> = cards.iter().collect();
    order.shuffle(&mut generator(seed));
    let mut chosen: Vec<&Card> = Vec::new();
    for depth in INTERVIEW {
        let fits = |card: &&&Card| card.depth == depth && chosen.iter().all(|other| other.topic != card.topic);
        chosen.extend(order.iter().find(fits).copied());
    }
    chosen
}
