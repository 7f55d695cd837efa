//! Cards, interview, mistakes and words in the window; what is learnt survives.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::gui::exploration::ViewKind;
use redeal::gui::learning::Page;
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
    window.click("Show the long answer");
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
    assert_eq!(window.scenario().name, format!("Card: {}", drawn.topic));
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.scenario(), Scenario::built_in());
}

/// A card opens the view that shows what it asks.
#[test]
fn a_card_of_counts_is_seen_among_counts() {
    let mut window = page("Cards");
    window.click("Principal");
    let drawn = window.state().learning.card.as_ref().unwrap().drawn.clone();
    assert_eq!(drawn.id, "least-count");
    answer(&mut window, &drawn);
    window.click("See it live");
    assert_eq!(window.state().shown, ViewKind::Counts);
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
        let buttons = ["Follow-up question", "Show the answer", "Next question", "Finish"];
        let next = buttons.into_iter().find(|name| window.has(Role::Button, name)).expect("a way on");
        window.click(next);
    }
    assert!(window.shows("5 of 5 right."));
    // Each question begins beside its mark, with what was said and the answer under it.
    let cards = window.state().learning.interview.as_ref().unwrap().cards.clone();
    for card in &cards {
        let said = format!("{} {}", card.said().expect("an answer"), card.drawn.short);
        assert!(said.starts_with("You said"));
        let [question, answer] = [&card.drawn.question.text, &said].map(|text| window.rect(Role::Label, text));
        assert!((question.left() - answer.left()).abs() < 0.5 && question.bottom() <= answer.top(), "{said}");
    }
    window.click("New interview");
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
        // The claim and its answer stay beside what is shown, with the way back.
        let answer = window.state().learning.answers[mistakes.iter().position(|m| m.id == mistake.id).unwrap()].clone();
        assert!(window.shows(&mistake.claim) && window.shows(&answer), "{}", mistake.id);
        window.harness.get_by_label("Back to the mistakes").click();
        window.settle();
        assert_eq!((window.state().shown, window.state().learning.page), (ViewKind::Learn, Page::Mistakes));
    }
}

#[test]
fn a_rehash_is_refuted_where_buckets_are_seen_to_move() {
    let mut window = page("Five mistakes");
    window.click(&format!("Show me: {}", library().unwrap().mistakes[0].claim));
    assert_eq!((window.state().shown, window.state().step), (ViewKind::Move, 1));
}

#[test]
fn a_word_is_found_by_its_name() {
    let mut window = page("Words");
    window.type_text("Find a word", "headr");
    assert!(window.shows("headroom") && !window.shows("useful width"));
    window.type_text("Find a word", "zzz");
    assert!(window.shows("No word is called that"));
}

#[test]
fn each_page_begins_at_its_top() {
    let mut window = Window::open_sized(Scenario::built_in(), vec2(1280.0, 700.0));
    window.press(Modifiers::NONE, Key::Num8);
    window.click("Words");
    let top = |window: &Window| window.harness.get_by_role_and_label(Role::Label, "Words").rect().top();
    let before = top(&window);
    window.harness.hover_at(egui::pos2(800.0, 400.0));
    window.harness.input_mut().events.push(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -400.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.harness.run_steps(20);
    assert!(top(&window) < before - 100.0, "it scrolls");
    window.click("Interview");
    assert!(window.rect(Role::Label, "Interview").top() > 60.0);
}

#[test]
fn words_and_method_can_be_read_in_the_window() {
    let window = page("Words");
    assert!(window.shows("key group") && window.shows("headroom"));
    let window = page("Method and limits");
    assert!(window.shows("What is exact"));
}

/// What stands at the right of a page's entry is heard too.
#[test]
fn pages_tell_how_far_one_is() {
    let mut window = page("Lessons");
    let heard = |window: &Window, name: &str| {
        let entry = window.harness.get_by_role_and_label(Role::Button, name);
        entry.accesskit_node().description()
    };
    let library = library().unwrap();
    assert_eq!(heard(&window, "Lessons"), Some(format!("0 of {}", library.lessons.len())));
    let all = Some(format!("{} new", library.cards.len()));
    assert_eq!(heard(&window, "Cards"), all);
    assert_eq!(heard(&window, "Words"), None);
    // Of all depths, whichever is on show; a card that was seen is new no more.
    window.click("Cards");
    window.click("Principal");
    assert_eq!(heard(&window, "Cards"), all);
    let drawn = window.state().learning.card.as_ref().unwrap().drawn.clone();
    answer(&mut window, &drawn);
    window.harness.query_all_by_label_contains("Good · ").next().unwrap().click();
    window.settle();
    assert_eq!(heard(&window, "Cards"), Some(format!("{} new", library.cards.len() - 1)));
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
    // The bars: letters, not records. One record is one letter.
    let load = window.report().keys.load.to_string();
    let letters = format!("{}\u{a0}{} letters", &load[..load.len() - 3], &load[load.len() - 3..]);
    assert!(window.shows(&format!("{letters}, sorted by")), "{letters}");
    let charts = window.harness.query_all_by_label_contains("Load per sorter: ");
    let names: Vec<String> = charts.filter_map(|chart| chart.accesskit_node().label()).collect();
    assert!(names.iter().any(|name| name.ends_with(" letters")), "{names:?}");
    assert!(window.shows("a sorter (s0, s1 …) a worker.") && window.shows("letters"));
    assert!(window.has(Role::TextInput, "Find a name") && !window.has(Role::TextInput, "Find a key"));
    assert!(window.has(Role::SpinButton, "Sorters p") && !window.has(Role::SpinButton, "Workers p"));
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
