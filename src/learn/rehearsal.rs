//! A lesson walked through without a learner, so that nobody is left stuck in it.

use super::ask::{Ask, Question, Truth};
use super::lesson::Lesson;
use super::scene::Scene;
use super::template::fill;
use super::walk::scene_of;
use crate::numerals::grouped;

/// The most workers that a step has a bar or a button for.
const MOST_WORKERS: usize = 64;

/// Walks through a lesson without a learner: every scene, text and answer of it is there.
///
/// # Errors
/// The step, from 1, the field and what is wrong with it.
pub(super) fn rehearse(lesson: &Lesson) -> Result<(), String> {
    for (at, step) in lesson.steps.iter().enumerate() {
        let wrong = |field: &str, error: String| format!("step {}: {field}: {error}", at + 1);
        let before = scene_of(lesson, at, false).map_err(|error| wrong("set", error))?;
        let after = scene_of(lesson, at, true).map_err(|error| wrong("then", error))?;
        fill(&step.say, &before).map_err(|error| wrong("say", error))?;
        fill(&step.why, &after).map_err(|error| wrong("why", error))?;
        if let Some(question) = &step.question {
            fill(&question.text, &before).map_err(|error| wrong("question", error))?;
            answerable(question, (&before, &after)).map_err(|error| wrong("ask", error))?;
        }
        if let Some(figure) = &step.draws {
            figure.of(&after).ok_or_else(|| wrong("draws", "this figure has no value here".to_owned()))?;
        }
    }
    Ok(())
}

/// Whether a question has one answer that can be given.
fn answerable(question: &Question, (before, after): (&Scene, &Scene)) -> Result<(), String> {
    if let Ask::Choose(choices) = &question.ask {
        for choice in choices {
            fill(&choice.text, before)?;
            fill(&choice.text, after)?;
        }
    }
    let truth = question.ask.truth(after)?;
    let workers = after.deal(after.step).map_or(0, |deal| deal.worker.len());
    match truth {
        Truth::Bars(_) | Truth::Workers(_) if workers > MOST_WORKERS => Err(format!(
            "{} workers are asked for one by one: allowed are at most {MOST_WORKERS}",
            grouped(workers as u64)
        )),
        Truth::Done(false) => Err("what `then` sets does not do what is asked".to_owned()),
        _ => Ok(()),
    }
}
