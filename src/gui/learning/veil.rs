//! What of the picture is held back while something is to be predicted. It follows from what is asked and from what is on show, so
//! that no lesson has to say it, and none can forget it.

use super::Page;
use crate::gui::exploration::ViewKind;
use crate::gui::state::AppState;
use crate::learn::{Ask, Kind, NumberAsk, Stage, Walk, Which};

/// What is held back; nothing while nothing is predicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Veil {
    /// Figures in words: who owns how many, who is the busiest, what became of a step.
    pub figures: bool,
    /// The load of every worker.
    pub loads: bool,
    /// Which key lies in which bucket, and whose the buckets are.
    pub places: bool,
}

impl Veil {
    /// What the open question of a step needs held back. A task has none: its picture is the answer.
    #[must_use]
    pub fn of(walk: &Walk) -> Self {
        let Some(question) = walk.step().question.as_ref().filter(|_| walk.step().task().is_empty()) else {
            return Self::default();
        };
        // A picture of an earlier state of the controls tells nothing, unless the answer is the same there.
        let told = question.ask.truth(walk.scene()).ok().filter(|_| *walk.stage() == Stage::Asked);
        let told = told.is_some() && told == walk.truth();
        let of_key = matches!(&question.ask, Ask::Number(NumberAsk { figure, .. }) if figure.kind == Kind::BucketOf);
        let owner = matches!(&question.ask, Ask::Workers(Which::OwnerOf(_)));
        Self { figures: *walk.stage() == Stage::Asked, loads: told && !of_key, places: told && (of_key || owner) }
    }
}

impl AppState {
    /// What of the picture is held back.
    #[must_use]
    pub fn veil(&self) -> Veil {
        match (&self.learning.lesson, self.learning.page) {
            (Some(place), Page::Lessons)
                if self.shown == ViewKind::Learn && *place.walk.stage() == Stage::Asked && !place.over =>
            {
                place.veil
            }
            _ => Veil::default(),
        }
    }
}
