//! Lessons and cards: texts from `assets/learn`, every number from the simulator.
//!
//! A [`Lesson`] is a walk through states of the real controls: each step says something, lets the learner predict, then
//! sets the controls and shows the gap ([`Walk`]). A [`Card`] is a question whose numbers are drawn from a seed
//! ([`Card::draw`]); its answer is what the simulator says of what was drawn. Both ask for a [`Quantity`] of a [`Scene`], by
//! name, so that a teacher can write another lesson without code.

mod ask;
mod card;
mod condition;
mod draw;
mod lesson;
mod library;
mod mistake;
mod progress;
mod quantity;
mod rehearsal;
mod scene;
mod setup;
mod template;
mod term;
mod vocabulary;
mod walk;

pub use ask::{Ask, BarsAsk, Choice, Gap, Guess, NumberAsk, PerWorker, Question, Truth, Which};
pub use card::{Card, CardAsk, CardQuestion, Depth, Drawn, FollowUp, interview};
pub use condition::Condition;
pub use draw::{Draw, DrawnKeys, Pick};
pub use lesson::{Control, Lesson, LessonStep, Picture, is_lesson, read_lesson};
pub use library::{Library, Phrases, library};
pub use mistake::Mistake;
pub use progress::{Grade, Learnt, LessonDone, Progress};
pub use quantity::{Kind, Quantity, Reading, as_typed, unit_of};
pub use scene::{Scene, SceneError};
pub use setup::Setup;
pub use template::fill;
pub use term::Term;
pub use vocabulary::{OFFICE, OURS, Vocabulary};
pub use walk::{Stage, Walk};
