//! Every lesson walked through in the window, with right and with wrong guesses.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::gui::learning::LessonPlace;
use redeal::learn::{Ask, Control, Lesson, LessonStep, Stage, Truth, library};
use redeal::scenario::{Buckets, Keys};
use std::sync::Arc;

pub fn lessons() -> &'static [Arc<Lesson>] {
    &library().unwrap().lessons
}

pub fn place(window: &Window) -> &LessonPlace {
    window.state().learning.lesson.as_ref().expect("a lesson goes on")
}

pub fn begin(number: usize) -> Window {
    let mut window = built_in();
    window.press(Modifiers::NONE, Key::Num8);
    window.click(&format!("Lesson {number}: {}", lessons()[number - 1].title));
    window
}

/// Answers the open question with the truth, or beside it.
pub fn answer(window: &mut Window, right: bool) {
    match place(window).walk.truth().unwrap() {
        Truth::Number(reading) => {
            let number = reading.typed() + if right { 0.0 } else { 1.0 + 0.5 * reading.typed().abs() };
            window.type_text("Your answer", &number.to_string());
        }
        Truth::Choice(truth) => {
            let choices = place(window).walk.choices().to_vec();
            let chosen = if right { truth } else { (truth + 1) % choices.len() };
            window.harness.get_by_role_and_label(Role::RadioButton, &choices[chosen]).click();
        }
        Truth::Bars(heights) => {
            for (at, height) in heights.iter().enumerate() {
                let height = if right { *height } else { *height + 1.0 };
                let name = worker(window, at);
                set_bar(window, &name, height);
            }
        }
        Truth::Workers(workers) => {
            let wrong = (0..1000).find(|worker| !workers.contains(worker));
            let picked: Vec<u32> = if right { workers.into_iter().collect() } else { wrong.into_iter().collect() };
            for at in picked {
                let name = worker(window, at as usize);
                window.harness.get_by_role_and_label(Role::CheckBox, &name).click();
                window.harness.run_steps(2);
            }
        }
        Truth::Done(_) => unreachable!("done with the controls"),
    }
    window.settle();
    window.click("Check");
}

/// A worker in the words of the lesson: `Sorter 0`.
pub fn worker(window: &Window, at: usize) -> String {
    let walk = &place(window).walk;
    let word = walk.lesson().words.words(&walk.scene().job.engine.facts().words).worker;
    format!("{}{} {at}", word[..1].to_uppercase(), &word[1..])
}

fn set_bar(window: &mut Window, name: &str, height: f64) {
    use egui::accesskit::{Action, ActionData, ActionRequest, TreeId};
    let node = window.harness.get_by_role_and_label(Role::Slider, name);
    let request = ActionRequest {
        action: Action::SetValue,
        target_tree: TreeId::ROOT,
        target_node: node.accesskit_node().locate().0,
        data: Some(ActionData::NumericValue(height)),
    };
    window.harness.input_mut().events.push(egui::Event::AccessKitActionRequest(request));
    window.harness.run_steps(2);
}

/// Sets the controls to what the step's file says once it is done.
pub fn do_it(window: &mut Window, step: &LessonStep) {
    for control in &step.controls {
        let then = &step.then;
        match control {
            Control::Width => {
                let shown = window.state().step;
                if let Some(width) = then.widths.as_ref().and_then(|widths| widths.get(shown).or(widths.last())) {
                    let office = window.has(Role::SpinButton, "Sorters p");
                    window.type_number(if office { "Sorters p" } else { "Workers p" }, &width.to_string());
                }
            }
            Control::Buckets => {
                if let Some(Buckets::Fixed(count)) = then.buckets {
                    window.type_number("Buckets N", &count.to_string());
                }
            }
            Control::Engine => {
                if let Some(engine) = &then.engine {
                    window.choose("Engine", engine.facts().name);
                }
            }
            Control::Keys => {
                if let Some(Keys::Generated(keys)) = &then.keys {
                    window.type_number("Keys", &keys.count.to_string());
                }
            }
        }
        if *place(window).walk.stage() != Stage::Asked {
            return;
        }
    }
}

fn walk(number: usize, right: bool) {
    let mut window = begin(number);
    let steps = lessons()[number - 1].steps.len();
    for at in 0..steps {
        let told = format!("lesson {number} step {}", at + 1);
        assert_eq!(place(&window).walk.at(), at, "{told}");
        let step = place(&window).walk.step().clone();
        let says = place(&window).walk.says().to_owned();
        assert!(window.shows(&says), "{told}: {says}");
        let task = matches!(step.question.as_ref().map(|question| &question.ask), Some(Ask::Do(_)));
        match place(&window).walk.stage() {
            Stage::Asked if task => do_it(&mut window, &step),
            Stage::Asked => answer(&mut window, right),
            Stage::Read | Stage::Shown { .. } => {}
        }
        if let Some(message) = &window.state().message {
            panic!("{told}: {message}");
        }
        if step.question.is_some() {
            let Stage::Shown { gap, .. } = place(&window).walk.stage().clone() else { panic!("{told} has no answer") };
            assert_eq!(gap.right, right || task, "{told}: {}", gap.sentence);
            assert!(window.shows(&gap.sentence), "{told}: {}", gap.sentence);
            // The controls are what the answer was of.
            assert_eq!(window.scenario().widths, place(&window).walk.scene().scenario.widths, "{told}");
        }
        if let Some(why) = place(&window).walk.why() {
            assert!(window.shows(why), "{told}: {why}");
        }
        window.click(if at + 1 == steps { "Finish" } else { "Next" });
    }
    let done = window.state().learning.progress.lesson(&lessons()[number - 1].id).expect("it is done");
    // What is done with the controls is no prediction.
    let predicted =
        lessons()[number - 1].steps.iter().filter(|step| step.question.is_some() && step.task().is_empty()).count();
    assert_eq!((done.right, done.asked), (if right { predicted } else { 0 }, predicted));
    assert!(window.shows(&format!("{} of {} predictions right", done.right, done.asked)));
    window.click("Back to my scenario");
    assert_eq!(window.scenario(), redeal::scenario::Scenario::built_in());
}

#[test]
fn every_lesson_with_right_guesses() {
    (1..=lessons().len()).for_each(|number| walk(number, true));
}

#[test]
fn every_lesson_with_wrong_guesses() {
    (1..=lessons().len()).for_each(|number| walk(number, false));
}

#[test]
fn bars_follow_the_arrow_keys() {
    let bars = |step: &LessonStep| matches!(step.question.as_ref().map(|q| &q.ask), Some(Ask::Bars(_)));
    let (number, at) = lessons()
        .iter()
        .enumerate()
        .find_map(|(number, lesson)| Some((number + 1, lesson.steps.iter().position(bars)?)))
        .expect("a lesson with bars");
    let mut window = begin(number);
    for _ in 0..at {
        if *place(&window).walk.stage() == Stage::Asked {
            answer(&mut window, true);
        }
        window.click("Next");
    }
    let first = worker(&window, 0);
    window.harness.get_by_role_and_label(Role::Slider, &first).focus();
    window.harness.run_steps(2);
    for _ in 0..3 {
        window.press(Modifiers::NONE, Key::ArrowUp);
    }
    let value = window.harness.get_by_role_and_label(Role::Slider, &first).accesskit_node().numeric_value();
    assert!(value.is_some_and(|value| value >= 3.0), "{value:?}");
    // The window's own meaning of the key, one bucket more, stays out of it.
    assert_eq!(window.scenario().buckets, place(&window).walk.scene().scenario.buckets);
}

/// Who is stuck in a task goes back, or is shown a way, which is not right.
#[test]
fn every_task_has_a_way_on() {
    for number in 1..=lessons().len() {
        let mut window = begin(number);
        while place(&window).walk.step().task().is_empty() {
            answer(&mut window, true);
            window.click("Next");
        }
        let (at, score) = (place(&window).walk.at(), place(&window).walk.score());
        window.click("Back");
        assert_eq!(place(&window).walk.at(), at - 1);
        answer(&mut window, false);
        window.click("Next");
        window.click("Show me");
        let Stage::Shown { gap, .. } = place(&window).walk.stage().clone() else {
            panic!("lesson {number} shows no way")
        };
        assert!(!gap.right && window.shows(&gap.sentence), "lesson {number}: {}", gap.sentence);
        assert_eq!(window.scenario(), place(&window).walk.scene().scenario, "lesson {number}");
        // Neither the second answer nor the task counts.
        assert_eq!(place(&window).walk.score(), score, "lesson {number}");
        assert!(window.has(Role::Button, "Next") || window.has(Role::Button, "Finish"));
    }
}

#[test]
fn bars_are_read_aloud_beside_the_truth_in_the_words_of_the_lesson() {
    // Lesson 1 step 4: 1, 3, 2 and 2 names, and nothing guessed but for the first.
    let mut window = begin(1);
    for _ in 0..3 {
        answer(&mut window, true);
        window.click("Next");
    }
    set_bar(&mut window, "Sorter 0", 1.0);
    window.click("Check");
    let heard = "Sorter 0: you said 1, it is 1; sorter 1: you said 0, it is 3; sorter 2: you said 0, it is 2; sorter 3: you said 0, it is 2";
    assert!(window.harness.query_by_role_and_label(Role::Image, heard).is_some());
    assert!(window.shows("Furthest off is sorter 1: you said 0, it is 3."));
}

#[test]
fn a_lesson_leaves_no_trace_in_the_users_scenario() {
    let mut window = begin(2);
    answer(&mut window, true);
    window.click("⏴ All lessons");
    assert_eq!(window.scenario(), redeal::scenario::Scenario::built_in());
    assert!(!window.state().history.current().is_unsaved());
}

#[test]
fn very_many_keys_in_a_lesson_hold_up_no_frame() {
    let number = lessons().iter().position(|lesson| lesson.id == "few-keys").unwrap() + 1;
    let mut window = begin(number);
    while place(&window).walk.step().task().is_empty() {
        answer(&mut window, true);
        window.click("Next");
    }
    // More than a scene may have that is simulated while somebody waits: the report that came is looked at instead.
    window.type_number("Keys", "20000000");
    assert!(matches!(place(&window).walk.stage(), Stage::Shown { gap, .. } if gap.right));
    assert!(place(&window).walk.draws().is_empty());
}
