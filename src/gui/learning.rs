//! What the Learn view has: the page that is up, the lesson or card being worked on, and what has been learnt.

mod place;
mod store;
mod veil;

pub use place::{CardPlace, Draft, InterviewPlace, LessonPlace, with_unit};
pub use store::{Restored, Shelf, copy_to, restored};
pub use veil::Veil;

use super::document::Document;
use super::exploration::ViewKind;
use super::state::AppState;
use crate::learn::{
    Depth, Grade, Lesson, Library, Mistake, Picture, Progress, Scene, Stage, Vocabulary, fill, interview, library,
};
use crate::scenario::Scenario;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// A page of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Page {
    /// The list of lessons, or the lesson being walked through.
    #[default]
    Lessons,
    /// One card after the other.
    Cards,
    /// Five questions in a row.
    Interview,
    /// What people get wrong.
    Mistakes,
    /// Words and what they mean.
    Glossary,
    /// How figures are worked out, and what the model leaves out.
    Method,
}

impl Page {
    /// Every page with its name.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Lessons, "Lessons"),
        (Self::Cards, "Cards"),
        (Self::Interview, "Interview"),
        (Self::Mistakes, "Five mistakes"),
        (Self::Glossary, "Words"),
        (Self::Method, "Method and limits"),
    ];
}

/// What a panel asks of the view.
#[derive(Debug, Clone, PartialEq)]
pub enum Learn {
    /// Show a page.
    Page(Page),
    /// Begin a lesson.
    Lesson(Arc<Lesson>),
    /// What has been entered so far as an answer.
    Draft(Draft),
    /// Take what is entered as the answer.
    Answer,
    /// Go on: to the next step, follow-up or question.
    Next,
    /// Go back to the step before.
    Back,
    /// Leave the lesson: with its scenario as the window's own, or back to the one before.
    Leave {
        /// Keep the lesson's scenario.
        keep: bool,
    },
    /// Cards of one depth, or of all.
    Depth(Option<Depth>),
    /// How well the card was known.
    Grade(Grade),
    /// Show or hide the long answer.
    Long(bool),
    /// Begin an interview.
    Interview,
    /// Set the controls to a counter-example, and show it.
    Mistake(usize),
    /// Set the controls to what a card has drawn, and show it.
    SeeCard,
}

/// The Learn view's part of the state.
#[derive(Debug, Clone, Default)]
pub struct Learning {
    /// The page that is up.
    pub page: Page,
    /// The lesson being walked through.
    pub lesson: Option<LessonPlace>,
    /// The card being answered.
    pub card: Option<CardPlace>,
    /// Cards of this depth alone.
    pub depth: Option<Depth>,
    /// The interview that goes on, or is over.
    pub interview: Option<InterviewPlace>,
    /// What has been learnt.
    pub progress: Progress,
    /// Whether it is kept in the user's data folder.
    pub is_kept: bool,
    /// The document that was there before the lesson.
    pub aside: Option<Document>,
    /// The time of day, as the window last saw it.
    pub time: DateTime<Utc>,
    /// The answer to each mistake, figures filled in; empty before their page has been up.
    pub answers: Vec<String>,
    /// Seeds handed out, so that two questions within a second differ.
    drawn: u64,
}

impl Learning {
    /// The texts; none where they cannot be read, which a test of their own finds.
    #[must_use]
    pub fn library() -> Option<&'static Library> {
        library().ok()
    }

    /// A seed that was not used before.
    fn seed(&mut self) -> u64 {
        self.drawn += 1;
        self.time.timestamp().unsigned_abs().wrapping_mul(1000).wrapping_add(self.drawn)
    }

    /// How many cards of all depths are due again, and how many were never seen.
    #[must_use]
    pub fn waiting(&self) -> (usize, usize) {
        Self::library().map_or((0, 0), |library| self.progress.waiting(&library.cards, self.time))
    }

    /// What the open question has had entered.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        match self.page {
            Page::Lessons => self.lesson.as_ref().map(|place| &place.draft),
            Page::Cards => self.card.as_ref().map(|place| &place.draft),
            Page::Interview => self.interview.as_ref()?.now().map(|place| &place.draft),
            Page::Mistakes | Page::Glossary | Page::Method => None,
        }
    }

    /// The card that is up: in an interview its question.
    fn card_mut(&mut self) -> Option<&mut CardPlace> {
        match self.page {
            Page::Interview => self.interview.as_mut().and_then(InterviewPlace::now_mut),
            _ => self.card.as_mut(),
        }
    }

    fn draft_mut(&mut self) -> Option<&mut Draft> {
        match self.page {
            Page::Lessons => self.lesson.as_mut().map(|place| &mut place.draft),
            Page::Cards | Page::Interview => self.card_mut().map(|place| &mut place.draft),
            Page::Mistakes | Page::Glossary | Page::Method => None,
        }
    }
}

/// The view that shows a picture of a lesson.
const fn view_of(picture: Picture) -> ViewKind {
    match picture {
        Picture::Deal => ViewKind::Deal,
        Picture::Widths => ViewKind::Widths,
        Picture::Counts => ViewKind::Counts,
        Picture::Move => ViewKind::Move,
        Picture::Snapshot => ViewKind::Snapshot,
        Picture::WaysOut => ViewKind::WaysOut,
    }
}

/// The scenario that answers a mistake.
fn counter_example(mistake: &Mistake) -> Scenario {
    let named = Scenario { name: mistake.claim.clone(), note: String::new(), ..Scenario::built_in() };
    mistake.set.applied(&named)
}

fn answer_of(mistake: &Mistake) -> Result<String, String> {
    let scenario = counter_example(mistake);
    let step = mistake.set.step(&scenario);
    let scene = Scene::new(scenario, Some(step)).map_err(|error| error.to_string())?;
    fill(&mistake.why, &scene)
}

impl AppState {
    /// The view whose picture is drawn: in a lesson the one that its step shows. While something is to be predicted it is the
    /// plain deal, since other views say in their first line what is asked; while a task is open it is that in the place of curves
    /// over all widths and counts.
    #[must_use]
    pub fn pictured(&self) -> ViewKind {
        match (&self.learning.lesson, self.learning.page) {
            (Some(place), Page::Lessons) if self.shown == ViewKind::Learn => {
                let step = place.walk.step();
                let open = *place.walk.stage() == Stage::Asked;
                let compares = matches!(step.picture, Picture::Widths | Picture::Counts);
                if open && (compares || step.task().is_empty()) { ViewKind::Deal } else { view_of(step.picture) }
            }
            _ => self.shown,
        }
    }

    /// Whose words the picture uses.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary {
        match (&self.learning.lesson, self.learning.page) {
            (Some(place), Page::Lessons) if self.shown == ViewKind::Learn => place.walk.lesson().words,
            _ if self.office && self.shown == ViewKind::Deal => Vocabulary::Office,
            _ => Vocabulary::Engine,
        }
    }

    /// The document to be kept in case of a crash: not a lesson's, which its file brings back.
    #[must_use]
    pub fn kept_document(&self) -> &Document {
        self.learning.aside.as_ref().unwrap_or_else(|| self.history.current())
    }

    /// Applies a command of the Learn view. What cannot be is told as the window's message.
    pub(super) fn learn(&mut self, command: Learn) {
        self.message = None;
        if let Err(message) = self.try_learn(command) {
            self.message = Some(message);
        }
    }

    fn try_learn(&mut self, command: Learn) -> Result<(), String> {
        let library = library().map_err(ToString::to_string)?;
        match command {
            Learn::Page(page) => self.turn_to(page, library)?,
            Learn::Lesson(lesson) => {
                let place = LessonPlace::new(lesson)?;
                self.learning.page = Page::Lessons;
                self.set_controls(place.walk.scene());
                self.learning.lesson = Some(place);
            }
            Learn::Draft(draft) => {
                if let Some(slot) = self.learning.draft_mut() {
                    *slot = draft;
                }
            }
            Learn::Answer => self.answer(library)?,
            Learn::Next => self.go_on()?,
            Learn::Back => {
                if let Some(place) = &mut self.learning.lesson
                    && place.walk.back()?
                {
                    place.arrive();
                    self.show_lesson();
                }
            }
            Learn::Leave { keep } => self.leave(keep),
            Learn::Depth(depth) => {
                self.learning.depth = depth;
                self.deal_card(library)?;
            }
            Learn::Grade(grade) => {
                if let Some(place) = &self.learning.card {
                    let (id, time) = (place.drawn.id.clone(), self.learning.time);
                    self.learning.progress.grade(&id, grade, time);
                    self.deal_card(library)?;
                }
            }
            Learn::Long(long) => {
                if let Some(place) = self.learning.card_mut() {
                    place.long = long;
                }
            }
            Learn::Interview => {
                let seed = self.learning.seed();
                let drawn = interview(&library.cards, seed).into_iter().map(|card| card.draw(self.learning.seed()));
                self.learning.interview = Some(InterviewPlace::new(drawn.collect::<Result<_, _>>()?));
            }
            Learn::Mistake(at) => {
                let Some(mistake) = library.mistakes.get(at) else { return Ok(()) };
                let scenario = counter_example(mistake);
                let step = mistake.set.step(&scenario);
                self.load(Document::new(scenario, None));
                (self.step, self.shown) = (step, view_of(mistake.picture));
            }
            Learn::SeeCard => {
                if let Some(place) = self.learning.card_mut() {
                    let (scene, view) = (&place.drawn.scene, view_of(place.drawn.picture));
                    let (scenario, step) = (Scenario { name: place.title(), ..scene.scenario.clone() }, scene.step);
                    self.load(Document::new(scenario, None));
                    (self.step, self.shown) = (step, view);
                }
            }
        }
        Ok(())
    }

    fn turn_to(&mut self, page: Page, library: &Library) -> Result<(), String> {
        self.learning.page = page;
        self.shown = ViewKind::Learn;
        if page == Page::Mistakes && self.learning.answers.is_empty() {
            self.learning.answers = library.mistakes.iter().map(answer_of).collect::<Result<_, _>>()?;
        }
        if page == Page::Cards && self.learning.card.is_none() {
            self.deal_card(library)?;
        }
        Ok(())
    }

    /// The next card that is due, or none.
    fn deal_card(&mut self, library: &Library) -> Result<(), String> {
        let learning = &mut self.learning;
        let next = learning.progress.due(&library.cards, learning.depth, learning.time).first().copied();
        let seed = learning.seed();
        learning.card = next.map(|card| card.draw(seed).map(CardPlace::new)).transpose()?;
        Ok(())
    }

    fn answer(&mut self, library: &Library) -> Result<(), String> {
        match self.learning.page {
            Page::Lessons => {
                let Some(place) = &mut self.learning.lesson else { return Ok(()) };
                let guess = place.draft.guess()?;
                place.walk.answer(guess, &library.phrases)?;
                self.show_lesson();
            }
            Page::Cards | Page::Interview => {
                if let Some(place) = self.learning.card_mut() {
                    place.answer(&library.phrases)?;
                }
            }
            Page::Mistakes | Page::Glossary | Page::Method => {}
        }
        Ok(())
    }

    fn go_on(&mut self) -> Result<(), String> {
        if self.learning.page == Page::Interview {
            if let Some(place) = &mut self.learning.interview {
                place.next();
            }
            return Ok(());
        }
        let Some(place) = &mut self.learning.lesson else { return Ok(()) };
        if place.walk.advance()? {
            place.arrive();
            self.show_lesson();
        } else {
            let (id, score) = (place.walk.lesson().id.clone(), place.walk.score());
            place.over = true;
            self.learning.progress.finish_lesson(&id, score, self.learning.time);
        }
        Ok(())
    }

    /// Sets the controls to what the lesson's step has.
    fn show_lesson(&mut self) {
        if let Some(place) = &self.learning.lesson {
            let scene = place.walk.scene().clone();
            self.set_controls(&scene);
        }
    }

    /// Sets the controls; what was there before the lesson is put aside.
    fn set_controls(&mut self, scene: &Scene) {
        if self.learning.aside.is_none() {
            self.learning.aside = Some(self.history.current().clone());
        }
        let (aside, lesson) = (self.learning.aside.take(), self.learning.lesson.take());
        if *self.history.current().scenario != scene.scenario {
            self.load(Document::new(scene.scenario.clone(), None));
        }
        self.step = scene.step;
        self.shown = ViewKind::Learn;
        (self.learning.aside, self.learning.lesson) = (aside, lesson);
    }

    fn leave(&mut self, keep: bool) {
        self.learning.lesson = None;
        let aside = self.learning.aside.take();
        if keep {
            self.shown = ViewKind::Deal;
        } else if let Some(aside) = aside {
            self.load(aside);
        }
    }

    /// A report came: whether the controls are what the lesson's step asks for.
    pub(super) fn look_at_task(&mut self) {
        let Some(library) = Learning::library() else { return };
        let (step, scenario) = (self.step, Arc::clone(&self.history.current().scenario));
        let Some(place) = &mut self.learning.lesson else { return };
        if self.shown != ViewKind::Learn || place.walk.step().task().is_empty() {
            return;
        }
        let Some(report) = &self.report else { return };
        if let Ok(scene) = Scene::of_report(scenario.as_ref().clone(), report.as_ref().clone(), step) {
            let _ = place.walk.look(&scene, &library.phrases);
        }
    }
}

#[cfg(test)]
mod tests;
