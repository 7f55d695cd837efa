//! Cards, interview, mistakes and words in the window; what is learnt survives.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use redeal::gui::exploration::ViewKind;
use redeal::gui::{App, Start};
use redeal::learn::{Truth, library};
use redeal::scenario::Scenario;
use std::fs;
use std::path::Path;

fn page(name: &str) -> Window {
    let mut window = built_in();
    window.press(Modifiers::NONE, Key::Num8);
    window.click(name);
    window
}

/// Answers the card or question that is up with the truth.
fn answer(window: &mut Window, drawn: &redeal::learn::Drawn) {
    match drawn.truth().unwrap() {
        Truth::Number(reading) => window.type_text("Your answer", &reading.typed().to_string()),
        Truth::Choice(at) => {
            window.harness.get_by_role_and_label(Role::RadioButton, &drawn.question.choices[at]).click();
        }
        other => panic!("a card asks for {other:?}"),
    }
    window.settle();
    window.click("Check");
}

#[test]
fn a_card_is_answered_graded_and_gives_way() {
    let mut window = page("Cards");
    let drawn = window.state().learning.card.as_ref().unwrap().drawn.clone();
    assert!(window.shows(&drawn.question.text));
    answer(&mut window, &drawn);
    assert!(window.state().learning.card.as_ref().unwrap().gap.as_ref().unwrap().right);
    assert!(window.shows(&drawn.short) && !window.shows(&drawn.long));
    window.click("Show a long answer");
    assert!(window.shows(&drawn.long));
    let good = window.harness.query_all_by_label_contains("Good · ").next().expect("a grade");
    good.click();
    window.settle();
    assert_ne!(window.state().learning.card.as_ref().unwrap().drawn.id, drawn.id);
    assert_eq!(window.state().learning.progress.known().0, 1);
}

#[test]
fn cards_of_one_depth_are_of_that_depth() {
    let mut window = page("Cards");
    window.click("Principal");
    let id = window.state().learning.card.as_ref().unwrap().drawn.id.clone();
    let card = library().unwrap().cards.iter().find(|card| card.id == id).unwrap();
    assert_eq!(format!("{:?}", card.depth), "Principal");
}

#[test]
fn what_a_card_has_drawn_is_seen_live() {
    let mut window = page("Cards");
    let drawn = window.state().learning.card.as_ref().unwrap().drawn.clone();
    answer(&mut window, &drawn);
    window.click("See it live");
    assert_eq!(window.state().shown, ViewKind::Deal);
    assert_eq!(window.scenario().widths, drawn.scene.scenario.widths);
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn an_interview_goes_from_the_first_question_to_the_sum() {
    let mut window = page("Interview");
    window.click("Begin");
    let all = window.state().learning.interview.as_ref().unwrap().cards.len();
    assert_eq!(all, 5);
    for _ in 0..60 {
        let Some(card) = window.state().learning.interview.as_ref().unwrap().now().cloned() else { break };
        if card.gap.is_none() {
            answer(&mut window, &card.drawn);
            continue;
        }
        let buttons = ["What is asked next", "Show the answer", "Next question", "Finish"];
        let next = buttons.into_iter().find(|name| window.has(Role::Button, name)).expect("a way on");
        window.click(next);
    }
    assert!(window.shows("5 of 5 right."));
    window.click("Once more");
    assert!(window.shows("Question 1 of 5"));
}

#[test]
fn each_mistake_is_answered_by_a_state_of_the_controls() {
    let mistakes = &library().unwrap().mistakes;
    assert_eq!(mistakes.len(), 5);
    for mistake in mistakes {
        let mut window = page("Five mistakes");
        window.click(&format!("Show me: {}", mistake.claim));
        assert_ne!(window.state().shown, ViewKind::Learn);
        assert_eq!(window.state().message, None);
        assert_eq!(window.scenario().name, mistake.claim);
    }
}

#[test]
fn words_and_method_can_be_read_in_the_window() {
    let window = page("Words");
    assert!(window.shows("key group") && window.shows("headroom"));
    let window = page("Method and limits");
    assert!(window.shows("What is exact"));
}

fn kept_in(folder: &Path) -> Window {
    let folder = folder.to_owned();
    let start = Start { path: None, scenario: Some(Scenario::built_in()) };
    let builder = Harness::builder().with_size(vec2(1280.0, 1200.0));
    let mut window = Window { harness: builder.build_eframe(move |cc| App::new(cc, start).kept_in(folder, true)) };
    window.settle();
    window
}

#[test]
fn what_is_learnt_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    {
        let mut window = kept_in(folder.path());
        window.press(Modifiers::NONE, Key::Num8);
        window.click("Cards");
        let drawn = window.state().learning.card.as_ref().unwrap().drawn.clone();
        answer(&mut window, &drawn);
        window.harness.query_all_by_label_contains("Good · ").next().unwrap().click();
        window.settle();
        // Dropped without being closed, as in a crash.
    }
    assert_eq!(kept_in(folder.path()).state().learning.progress.known().0, 1);
}

#[test]
fn damaged_learning_data_are_set_aside_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("learning.json"), "{ broken").unwrap();
    let window = kept_in(folder.path());
    assert!(window.shows("learning-damaged-1.json"));
    assert_eq!(fs::read_to_string(folder.path().join("learning-damaged-1.json")).unwrap(), "{ broken");
}

#[test]
fn what_is_learnt_can_be_saved_as_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.json");
    let mut window = page("Lessons");
    window.click("Save what I have learnt…");
    window.type_text("Path", &path.display().to_string());
    window.press(Modifiers::NONE, Key::Enter);
    assert!(fs::read_to_string(&path).unwrap().contains("redeal-learning/1"));
}

#[test]
fn the_sorting_office_speaks_in_its_own_words() {
    let mut window = built_in();
    assert!(window.shows("Wall of 128 key groups"));
    window.harness.get_by_label("Theme ⏷").click();
    window.harness.run_steps(3);
    window.click_check("The Deal view as a sorting office, for beginners");
    assert!(window.shows("Wall of 128 pigeonholes") && window.shows("Load per sorter"));
}

/// The lesson of the page on writing one.
fn written() -> String {
    let page = include_str!("../../docs/write-a-lesson.md");
    page.split("```ron\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

#[test]
fn a_teachers_own_lesson_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    fs::write(&path, written()).unwrap();
    let mut window = built_in();
    window.open_file(&path);
    window.until("the lesson", |window| window.state().learning.lesson.is_some());
    window.settle();
    assert!(window.shows("A job has 8 buckets on 4 workers."));
    window.type_text("Your answer", "1");
    window.click("Check");
    assert!(window.shows("8 buckets for 8 workers: 1 bucket each."));
}

#[test]
fn a_broken_lesson_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    fs::write(&path, written().replace("minutes:", "minuets:")).unwrap();
    let mut window = built_in();
    window.open_file(&path);
    window.until("the message", |window| window.state().message.is_some());
    let message = window.state().message.clone().unwrap();
    assert!(message.contains("mine.ron:6:") && message.contains("did you mean \"minutes\"?"), "{message}");
    assert!(window.state().learning.lesson.is_none());
}
