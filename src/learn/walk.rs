//! A lesson being walked through: which step, what the controls are set to, what was guessed.

use super::ask::{Ask, Gap, Guess, Question, Truth};
use super::lesson::{Lesson, LessonStep};
use super::library::Phrases;
use super::scene::Scene;
use super::template::fill;
use crate::engine::Words;
use crate::scenario::{Keys, Scenario};
use crate::unit::float;
use std::sync::Arc;

/// Where a step stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// There is nothing to answer.
    Read,
    /// The question is open.
    Asked,
    /// It has been answered: the gap, and why it is so.
    Shown {
        /// The guess.
        guess: Guess,
        /// The gap.
        gap: Gap,
    },
}

/// How many other draws stand beside a figure that depends on chance.
const DRAWS: u64 = 12;

/// A lesson being walked through.
#[derive(Debug, Clone)]
pub struct Walk {
    lesson: Arc<Lesson>,
    at: usize,
    stage: Stage,
    scene: Scene,
    /// Whether the first guess at each step was right; `None` where there was none yet, or something is to be done.
    first: Vec<Option<bool>>,
    draws: Vec<f64>,
    texts: Texts,
    why: Option<String>,
}

/// What a step says before it is answered. Its figures are those of the controls as the step begins, also once they are set to
/// the answer.
#[derive(Debug, Clone)]
struct Texts {
    says: String,
    question: Option<String>,
    choices: Vec<String>,
}

impl Texts {
    fn of(step: &LessonStep, scene: &Scene) -> Self {
        let choices = match &step.question {
            Some(Question { ask: Ask::Choose(choices), .. }) => choices.as_slice(),
            _ => &[],
        };
        Self {
            says: filled(&step.say, scene),
            question: step.question.as_ref().map(|question| filled(&question.text, scene)),
            choices: choices.iter().map(|choice| filled(&choice.text, scene)).collect(),
        }
    }
}

impl Walk {
    /// The first step of a lesson.
    ///
    /// # Errors
    /// A sentence where the lesson sets what cannot be.
    pub fn new(lesson: Arc<Lesson>) -> Result<Self, String> {
        let scene = scene_of(&lesson, 0, false)?;
        let stage = open(&lesson.steps[0]);
        let texts = Texts::of(&lesson.steps[0], &scene);
        let why = why_of(&lesson.steps[0], &stage, &scene);
        let first = vec![None; lesson.steps.len()];
        Ok(Self { lesson, at: 0, stage, scene, first, draws: Vec::new(), texts, why })
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Whose words its pictures and answers use.
    fn words(&self) -> &'static Words {
        self.lesson.words.words(&self.scene.job.engine.facts().words)
    }

    /// Which step it is at, from 0.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The step.
    #[must_use]
    pub fn step(&self) -> &LessonStep {
        &self.lesson.steps[self.at]
    }

    /// Where the step stands.
    #[must_use]
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// What the controls are set to, with what comes of it.
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How many predictions were right at the first try, and of how many. What is done with the controls is none.
    #[must_use]
    pub fn score(&self) -> (usize, usize) {
        let asked = self.first.iter().flatten();
        (asked.clone().filter(|right| **right).count(), asked.count())
    }

    /// The figure of the step under other keys, where it depends on chance; empty before the answer.
    #[must_use]
    pub fn draws(&self) -> &[f64] {
        &self.draws
    }

    /// The mean of these draws; `None` where there are none.
    #[must_use]
    pub fn mean_of_draws(&self) -> Option<f64> {
        let count = float(self.draws.len() as u64);
        (count > 0.0).then(|| self.draws.iter().sum::<f64>() / count)
    }

    /// What the step says first.
    #[must_use]
    pub fn says(&self) -> &str {
        &self.texts.says
    }

    /// The question, where the step has one.
    #[must_use]
    pub fn question(&self) -> Option<&str> {
        self.texts.question.as_deref()
    }

    /// What there is to choose, figures filled in; empty where nothing is chosen.
    #[must_use]
    pub fn choices(&self) -> &[String] {
        &self.texts.choices
    }

    /// Why it is so; `None` before the answer.
    #[must_use]
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// How many bars the question has, and a height that leaves the truth room and does not give it away; 0 bars where it asks
    /// for none.
    #[must_use]
    pub fn bars(&self) -> (usize, f64) {
        let truth = self.truth();
        let Some(Truth::Bars(heights)) = truth else { return (0, 1.0) };
        let (total, workers) = (heights.iter().sum::<f64>(), heights.len());
        let highest = heights.iter().copied().fold(0.0, f64::max);
        let even = total / float(workers.max(1) as u64);
        (workers, (3.0 * even).max(1.25 * highest).max(1.0))
    }

    /// How many workers there are to pick from, where the question asks for some.
    #[must_use]
    pub fn workers_asked(&self) -> u32 {
        let scene = scene_of(&self.lesson, self.at, true).ok();
        scene
            .and_then(|scene| Some(scene.deal(scene.step)?.worker.len()))
            .map_or(0, |workers| u32::try_from(workers).unwrap_or(u32::MAX))
    }

    /// What the simulator says to the open question.
    #[must_use]
    pub fn truth(&self) -> Option<Truth> {
        let scene = scene_of(&self.lesson, self.at, true).ok()?;
        self.step().question.as_ref()?.ask.truth(&scene).ok()
    }

    /// Takes a guess: the controls are set to the answer, and the gap is shown. Where something is to be done, [`Guess::Done`]
    /// asks to be shown a way: that is never right.
    ///
    /// # Errors
    /// A sentence where the guess does not answer the question.
    pub fn answer(&mut self, guess: Guess, phrases: &Phrases) -> Result<(), String> {
        let Some(question) = &self.step().question else { return Ok(()) };
        let scene = scene_of(&self.lesson, self.at, true)?;
        let mut gap = question.ask.judge(&guess, &scene, phrases, self.words())?;
        if guess == Guess::Done {
            gap = Gap { right: false, sentence: phrases.shown.clone(), ..gap };
        }
        self.take(guess, gap, scene);
        Ok(())
    }

    /// Looks whether the controls, as the learner has set them, are what the step asks for.
    ///
    /// # Errors
    /// A sentence where the scene cannot be judged.
    pub fn look(&mut self, scene: &Scene, phrases: &Phrases) -> Result<bool, String> {
        let Some(question) = self.step().question.as_ref().filter(|_| self.stage == Stage::Asked) else {
            return Ok(false);
        };
        if self.step().task().is_empty() {
            return Ok(false);
        }
        let gap = question.ask.judge(&Guess::Done, scene, phrases, self.words())?;
        if gap.right {
            self.take(Guess::Done, gap, scene.clone());
            return Ok(true);
        }
        Ok(false)
    }

    fn take(&mut self, guess: Guess, gap: Gap, scene: Scene) {
        // Who goes back and answers again has seen the answer.
        if self.step().task().is_empty() {
            self.first[self.at].get_or_insert(gap.right);
        }
        // Where a learner has set too many keys to draw them again, none are shown.
        self.draws = self.step().draws.as_ref().and_then(|figure| draws(&scene, figure).ok()).unwrap_or_default();
        self.scene = scene;
        self.stage = Stage::Shown { guess, gap };
        self.why = why_of(self.step(), &self.stage, &self.scene);
    }

    /// Goes to the next step; false at the last.
    ///
    /// # Errors
    /// A sentence where the lesson sets what cannot be.
    pub fn advance(&mut self) -> Result<bool, String> {
        if self.at + 1 == self.lesson.steps.len() {
            return Ok(false);
        }
        self.go(self.at + 1).map(|()| true)
    }

    /// Goes to the step before, open once more; false at the first.
    ///
    /// # Errors
    /// A sentence where the lesson sets what cannot be.
    pub fn back(&mut self) -> Result<bool, String> {
        match self.at.checked_sub(1) {
            Some(before) => self.go(before).map(|()| true),
            None => Ok(false),
        }
    }

    fn go(&mut self, at: usize) -> Result<(), String> {
        self.scene = scene_of(&self.lesson, at, false)?;
        self.at = at;
        self.stage = open(self.step());
        self.texts = Texts::of(self.step(), &self.scene);
        self.why = why_of(self.step(), &self.stage, &self.scene);
        self.draws.clear();
        Ok(())
    }
}

fn why_of(step: &LessonStep, stage: &Stage, scene: &Scene) -> Option<String> {
    let shown = *stage != Stage::Asked && !step.why.is_empty();
    shown.then(|| filled(&step.why, scene))
}

fn open(step: &LessonStep) -> Stage {
    if step.question.is_some() { Stage::Asked } else { Stage::Read }
}

/// A text whose figures cannot be filled in is shown as it stands: its file's own test finds it.
fn filled(text: &str, scene: &Scene) -> String {
    fill(text, scene).unwrap_or_else(|_| text.to_owned())
}

/// The controls at a step: everything set from the start on.
pub(super) fn scene_of(lesson: &Lesson, at: usize, answered: bool) -> Result<Scene, String> {
    let mut scenario = lesson.start.applied(&Scenario {
        name: lesson.title.clone(),
        note: lesson.aim.clone(),
        ..Scenario::built_in()
    });
    let mut looked_at = lesson.start.step;
    for (index, step) in lesson.steps.iter().enumerate().take(at + 1) {
        let last = index == at;
        for set in [Some(&step.set), Some(&step.then).filter(|_| !last || answered)].into_iter().flatten() {
            scenario = set.applied(&scenario);
            if set.widths.is_some() || set.step.is_some() {
                looked_at = set.step;
            }
        }
    }
    let step = looked_at.map(|step| step.saturating_sub(1));
    Scene::new(scenario, step).map_err(|error| error.to_string())
}

/// The figure under other keys of the same kind: other numbers in their names, another seed.
fn draws(scene: &Scene, figure: &super::Quantity) -> Result<Vec<f64>, String> {
    let draw = |index: u64| {
        let mut scenario = scene.scenario.clone();
        scenario.seed = scenario.seed.wrapping_add(index);
        if let Keys::Generated(keys) = &mut scenario.keys {
            keys.first += index * keys.count;
        }
        let scene = Scene::new(scenario, Some(scene.step)).map_err(|error| error.to_string())?;
        let reading = figure.of(&scene).ok_or_else(|| format!("{:?} has no value here", figure.kind))?;
        Ok(reading.typed())
    };
    (1..=DRAWS).map(draw).collect()
}
