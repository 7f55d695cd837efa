//! The Learn view by keyboard: something to press as each thing comes up, and digits that answer.

use crate::learn::{answer, begin, lessons, place};
use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::gui::exploration::ViewKind;
use redeal::gui::learning::Draft;
use redeal::learn::{Control, Stage, Truth};

fn press(window: &mut Window, key: Key) {
    window.press(Modifiers::NONE, key);
}

fn focused(window: &Window) -> String {
    window.focused().unwrap_or_default()
}

#[test]
fn the_first_lesson_is_two_keys_away_and_goes_by_digits() {
    let mut window = built_in();
    press(&mut window, Key::Num8);
    assert!(focused(&window).starts_with("Begin: 1."), "{}", focused(&window));
    press(&mut window, Key::Enter);
    assert_eq!(place(&window).walk.lesson().id, lessons()[0].id);
    assert_eq!(focused(&window), "Sorter 0");
    assert!(is_disabled(&window, "Check"));
    // dora lies in pigeonhole 3 of 8, which is sorter 0's of two.
    press(&mut window, Key::Num0);
    assert_eq!(focused(&window), "Check");
    press(&mut window, Key::Enter);
    assert!(matches!(place(&window).walk.stage(), Stage::Shown { gap, .. } if gap.right));
    assert_eq!(focused(&window), "Next");
    press(&mut window, Key::Enter);
    assert_eq!(place(&window).walk.at(), 1);
}

#[test]
fn a_digit_chooses_and_changes_no_view() {
    let number = lessons().iter().position(|lesson| lesson.id == "fixed-and-free").unwrap() + 1;
    let mut window = begin(number);
    press(&mut window, Key::Num2);
    assert_eq!(window.state().shown, ViewKind::Learn);
    // The second as it stands, which need not be the second of the lesson's file.
    assert_eq!(place(&window).draft, Draft::Choice(Some(place(&window).order[1])));
    press(&mut window, Key::Enter);
    assert!(matches!(place(&window).walk.stage(), Stage::Shown { .. }));
}

#[test]
fn digits_are_the_views_where_they_answer_nothing() {
    let mut window = built_in();
    press(&mut window, Key::Num8);
    press(&mut window, Key::Num2);
    assert_eq!(window.state().shown, ViewKind::Widths);
}

/// One digit too many must not lead out of what goes on.
#[test]
fn a_digit_leads_out_of_neither_a_task_nor_an_interview() {
    let at = lessons().iter().position(|lesson| !lesson.steps[0].task().is_empty());
    let mut window = begin(at.map_or(2, |at| at + 1));
    while place(&window).walk.step().task().is_empty() {
        if *place(&window).walk.stage() == Stage::Asked {
            answer(&mut window, true);
        }
        window.click("Next");
    }
    press(&mut window, Key::Num4);
    assert_eq!(window.state().shown, ViewKind::Learn);

    let mut window = built_in();
    press(&mut window, Key::Num8);
    window.click("Interview");
    window.click("Begin");
    let card = window.state().learning.interview.as_ref().unwrap().now().unwrap().drawn.clone();
    match card.truth().unwrap() {
        Truth::Number(_) => window.type_text("Your answer", "7"),
        Truth::Choice(_) => {
            window.harness.get_by_role_and_label(Role::RadioButton, &card.question.choices[0]).click();
        }
        other => panic!("a card asks for {other:?}"),
    }
    window.settle();
    window.click("Check");
    press(&mut window, Key::Num2);
    assert_eq!(window.state().shown, ViewKind::Learn);
}

/// A control that the step does not show would be moved unseen, and the task could not be done any more.
#[test]
fn arrows_move_only_the_controls_that_a_step_offers() {
    let mut window = begin(2);
    while place(&window).walk.step().task().is_empty() {
        if *place(&window).walk.stage() == Stage::Asked {
            answer(&mut window, true);
        }
        window.click("Next");
    }
    assert_eq!(place(&window).walk.step().controls, [Control::Width]);
    let (buckets, step) = (window.scenario().buckets, window.state().step);
    let width = window.scenario().widths[step];
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::ArrowRight);
    window.settle();
    assert_eq!(window.scenario().buckets, buckets);
    assert_eq!(window.scenario().widths[step].get(), width.get() + 1);
}

#[test]
fn bars_that_nobody_has_moved_are_no_answer() {
    let mut window = begin(6);
    assert_eq!(focused(&window), "Worker 0");
    assert!(is_disabled(&window, "Check"));
    press(&mut window, Key::ArrowUp);
    assert!(!is_disabled(&window, "Check"));
}

fn is_disabled(window: &Window, button: &str) -> bool {
    window.harness.get_by_role_and_label(Role::Button, button).accesskit_node().is_disabled()
}

/// Where none may be right, that none is has to be said: nothing picked is no answer.
#[test]
fn none_of_them_is_an_answer_of_its_own() {
    let number = lessons().iter().position(|lesson| lesson.id == "the-ceiling").unwrap() + 1;
    let mut window = begin(number);
    assert!(is_disabled(&window, "Check"));
    window.harness.get_by_role_and_label(Role::CheckBox, "None of them").click();
    window.settle();
    assert!(!is_disabled(&window, "Check"));
    // A worker and nobody at once cannot be.
    window.harness.get_by_role_and_label(Role::CheckBox, "Stream thread 3").click();
    window.settle();
    window.click("Check");
    assert!(matches!(&place(&window).draft, Draft::Workers { picked, none: Some(false), .. } if picked.len() == 1));
    assert!(matches!(place(&window).walk.stage(), Stage::Shown { gap, .. } if !gap.right));
}

#[test]
fn the_end_of_a_lesson_leads_on_and_back() {
    let mut window = begin(2);
    loop {
        if !place(&window).walk.step().task().is_empty() {
            window.type_number("Workers p", "3");
        } else if *place(&window).walk.stage() == Stage::Asked {
            answer(&mut window, true);
        }
        if place(&window).walk.at() + 1 == lessons()[1].steps.len() {
            break;
        }
        window.click("Next");
    }
    window.click("Finish");
    assert!(window.shows("✔ Done"));
    assert_eq!(focused(&window), format!("Next: {}", lessons()[2].title));
    press(&mut window, Key::Escape);
    assert!(window.state().learning.lesson.is_none());
    assert_eq!(window.scenario(), redeal::scenario::Scenario::built_in());
}

#[test]
fn a_wrong_card_comes_again() {
    let mut window = built_in();
    press(&mut window, Key::Num8);
    window.click("Cards");
    let card = window.state().learning.card.as_ref().unwrap().drawn.clone();
    match card.truth().unwrap() {
        Truth::Number(reading) => window.type_text("Your answer", &(reading.typed() * 3.0 + 7.0).to_string()),
        Truth::Choice(at) => {
            let wrong = (at + 1) % card.question.choices.len();
            window.harness.get_by_role_and_label(Role::RadioButton, &card.question.choices[wrong]).click();
        }
        other => panic!("a card asks for {other:?}"),
    }
    window.settle();
    window.click("Check");
    assert_eq!(focused(&window), "Next card");
    assert!(window.shows("This one comes back in "));
    assert!(!window.shows("1 Again") && !window.shows("2 Hard") && !window.shows("3 Good"));
    press(&mut window, Key::Num2);
    assert_eq!(window.state().learning.card.as_ref().unwrap().drawn.id, card.id);
    press(&mut window, Key::Num1);
    assert_ne!(window.state().learning.card.as_ref().unwrap().drawn.id, card.id);
}

#[test]
fn a_typed_number_stays_beside_the_answer() {
    let mut window = begin(5);
    window.type_text("Your answer", "17");
    window.click("Check");
    assert!(window.shows("Your answer: 17 buckets"));
}
