//! What of the picture is held back while something is to be predicted. It follows from what is asked and from what is on show, so
//! that no lesson has to say it, and none can forget it.

use super::{LessonPlace, Page};
use crate::gui::exploration::ViewKind;
use crate::gui::state::AppState;
use crate::learn::{Ask, Control, Kind, NumberAsk, Setup, Stage, Vocabulary, Walk, Which};

/// What is held back; nothing while nothing is predicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is held back by itself")]
pub struct Veil {
    /// Figures in words: who owns how many, who is the busiest, what became of a step.
    pub figures: bool,
    /// The load of every worker.
    pub loads: bool,
    /// Which key lies in which bucket, and whose the buckets are.
    pub places: bool,
    /// Whose each bucket is, by name and by colour.
    pub owners: bool,
    /// Which buckets hold keys, and how many.
    pub keys: bool,
    /// The load of every worker until a later step has been answered: that step asks for bars, and the same bars on show before
    /// would be its answer.
    pub loads_until_later: bool,
    /// What other settings of the controls would give: useful widths, curves over widths and counts.
    pub others: bool,
}

impl Veil {
    /// What the open question of a step needs held back. The picture of a task shows what is set, and holds back the rest: what to
    /// set is the answer.
    #[must_use]
    pub fn of(walk: &Walk) -> Self {
        let asked = *walk.stage() == Stage::Asked;
        let Some(question) = walk.step().question.as_ref().filter(|_| asked) else { return Self::default() };
        if !walk.step().task().is_empty() {
            return Self { others: true, ..Self::default() };
        }
        // A picture of an earlier state of the controls tells nothing, unless the answer is the same there.
        let told = question.ask.truth(walk.scene()).ok();
        let told = told.is_some() && told == walk.truth();
        let kind = match &question.ask {
            Ask::Number(NumberAsk { figure, .. }) => Some(figure.kind),
            _ => None,
        };
        let of_key = kind == Some(Kind::BucketOf);
        let owner = matches!(&question.ask, Ask::Workers(Which::OwnerOf(_)));
        // In a sorting office the letters are what the lesson speaks of: they are an answer only where they are to be counted.
        let office = walk.lesson().words == Vocabulary::Office;
        Self {
            figures: true,
            loads: told && !of_key,
            places: told && (of_key || owner),
            owners: told && kind.is_some_and(is_counted_by_owner),
            keys: !office || matches!(&question.ask, Ask::Bars(_)),
            others: true,
            ..Self::default()
        }
    }
}

/// Whether a figure can be counted in a picture that says whose each bucket is.
const fn is_counted_by_owner(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::MostBuckets
            | Kind::FewestBuckets
            | Kind::WithMost
            | Kind::Owners
            | Kind::Idle
            | Kind::Started
            | Kind::EvenWidth
    )
}

impl AppState {
    /// The lesson that is on show and not over.
    #[must_use]
    pub fn lesson_shown(&self) -> Option<&LessonPlace> {
        let place = self.learning.lesson.as_ref()?;
        (self.shown == ViewKind::Learn && self.learning.page == Page::Lessons).then_some(place)
    }

    /// Whether a key may move a control: in a lesson only one that its step offers, since another is out of sight.
    #[must_use]
    pub fn moves_by_key(&self, control: Control) -> bool {
        self.lesson_shown().is_none_or(|place| !place.over && place.walk.step().controls.contains(&control))
    }

    /// What of the picture is held back.
    #[must_use]
    pub fn veil(&self) -> Veil {
        let Some(place) = self.lesson_shown().filter(|place| !place.over) else { return Veil::default() };
        let veil = if *place.walk.stage() == Stage::Asked { place.veil } else { Veil::default() };
        Veil { loads_until_later: place.asks_for_bars_later(), ..veil }
    }

    /// Whether the picture is of the state before the one that an open question asks about.
    #[must_use]
    pub fn is_before_the_answer(&self) -> bool {
        let open = |place: &&LessonPlace| *place.walk.stage() == Stage::Asked && !place.over;
        self.lesson_shown()
            .filter(open)
            .is_some_and(|place| place.walk.step().task().is_empty() && place.walk.step().then != Setup::default())
    }

    /// Whether the lesson on show asks for a figure at this step, open or answered.
    #[must_use]
    pub fn lesson_asks(&self, kind: Kind) -> bool {
        self.lesson_shown().is_some_and(|place| place.asks(place.walk.at(), kind))
    }

    /// Whether the lesson on show still asks for a figure: at a later step, or at this one while it is open.
    #[must_use]
    pub fn lesson_will_ask(&self, kind: Kind) -> bool {
        self.lesson_shown().is_some_and(|place| {
            let steps = place.walk.lesson().steps.len();
            let from = place.walk.at() + usize::from(*place.walk.stage() != Stage::Asked);
            (from..steps).any(|at| place.asks(at, kind))
        })
    }
}

impl LessonPlace {
    fn asks_for_bars_later(&self) -> bool {
        let later = self.walk.lesson().steps.iter().skip(self.walk.at() + 1);
        later.filter_map(|step| step.question.as_ref()).any(|question| matches!(question.ask, Ask::Bars(_)))
    }

    fn asks(&self, at: usize, kind: Kind) -> bool {
        let question = self.walk.lesson().steps[at].question.as_ref();
        matches!(question.map(|question| &question.ask), Some(Ask::Number(NumberAsk { figure, .. })) if figure.kind == kind)
    }
}
