use super::*;
use crate::gui::command::Command;
use crate::learn::Truth;
use std::path::PathBuf;

fn state() -> AppState {
    AppState::new(Document::new(Scenario::built_in(), Some(PathBuf::from("mine.ron"))))
}

fn learn(state: &mut AppState, command: Learn) {
    assert_eq!(state.apply(Command::Learn(command), 0.0), None);
    assert_eq!(state.message, None);
}

fn first_lesson() -> Arc<Lesson> {
    Arc::clone(&library().unwrap().lessons[0])
}

#[test]
fn a_lesson_puts_the_scenario_aside_and_gives_it_back() {
    let mut state = state();
    let mine = state.history.current().clone();
    learn(&mut state, Learn::Lesson(first_lesson()));
    assert_eq!((state.history.current().path.as_ref(), state.shown), (None, ViewKind::Learn));
    // What is kept in case of a crash is the user's own.
    assert_eq!(*state.kept_document(), mine);
    learn(&mut state, Learn::Leave { keep: false });
    assert_eq!(*state.history.current(), mine);
    assert!(state.learning.lesson.is_none() && state.learning.aside.is_none());
}

#[test]
fn another_scenario_ends_a_lesson() {
    let mut state = state();
    learn(&mut state, Learn::Lesson(first_lesson()));
    state.apply(Command::Load(Box::new(Scenario::built_in())), 0.0);
    assert!(state.learning.lesson.is_none() && state.learning.aside.is_none());
}

#[test]
fn an_interview_has_five_questions_and_ends() {
    let mut state = state();
    learn(&mut state, Learn::Page(Page::Interview));
    learn(&mut state, Learn::Interview);
    let questions = state.learning.interview.as_ref().unwrap().cards.len();
    assert!(questions >= 1);
    for _ in 0..100 {
        let Some(card) = state.learning.interview.as_ref().unwrap().now() else { return };
        if card.gap.is_none() {
            let draft = if card.drawn.question.choices.is_empty() {
                Draft::Number("1".to_owned())
            } else {
                Draft::Choice(Some(0))
            };
            learn(&mut state, Learn::Draft(draft));
            learn(&mut state, Learn::Answer);
        }
        learn(&mut state, Learn::Next);
    }
    panic!("the interview did not end");
}

#[test]
fn a_graded_card_gives_way_to_the_next() {
    let mut state = state();
    state.learning.time = DateTime::from_timestamp(1_700_000_000, 0).unwrap();
    learn(&mut state, Learn::Page(Page::Cards));
    let first = state.learning.card.as_ref().unwrap().drawn.id.clone();
    learn(&mut state, Learn::Grade(Grade::Good));
    assert!(state.learning.card.as_ref().is_none_or(|card| card.drawn.id != first));
    assert_eq!(state.learning.progress.known().0, 1);
}

#[test]
fn what_is_no_number_is_told_and_stays() {
    let mut state = state();
    learn(&mut state, Learn::Page(Page::Interview));
    learn(&mut state, Learn::Interview);
    let typed = Draft::Number("many".to_owned());
    learn(&mut state, Learn::Draft(typed.clone()));
    state.apply(Command::Learn(Learn::Answer), 0.0);
    assert_eq!(state.message.as_deref(), Some("\"many\" is no number: digits are needed, as in 32"));
    assert_eq!(state.learning.draft(), Some(&typed));
}

/// Choices are mixed by the step, the same each time, and the true one stands first no more often than chance has it.
#[test]
fn choices_are_mixed_the_same_for_everybody() {
    let (mut first, mut all) = (0, 0);
    for lesson in &library().unwrap().lessons {
        let mut place = LessonPlace::new(Arc::clone(lesson)).unwrap();
        loop {
            let mut sorted = place.order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..place.walk.choices().len()), "{}", lesson.id);
            if let Some(Truth::Choice(right)) = place.walk.truth() {
                (first, all) = (first + usize::from(place.order[0] == right), all + 1);
            }
            let order = place.order.clone();
            place.arrive();
            assert_eq!(place.order, order);
            if !place.walk.advance().unwrap() {
                break;
            }
            place.arrive();
        }
    }
    assert!(all >= 12 && first * 2 <= all, "{first} of {all}");
}
