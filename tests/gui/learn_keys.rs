//! Learn by keyboard alone, and heard instead of seen.

use crate::learn::{place, worker};
use crate::window::{Window, built_in};
use egui::accesskit::{Action, Role};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::gui::learning::Page;
use redeal::learn::{Control, Stage, Truth, library};
use redeal::scenario::{Buckets, Keys};

/// Keys pressed before a walk counts as stuck: more than any page has stops.
const MOST: usize = 200;

fn key(window: &mut Window, key: Key) {
    window.press(Modifiers::NONE, key);
}

/// Presses Tab until what is called so has the keyboard.
fn tab_to(window: &mut Window, name: &str) {
    for _ in 0..MOST {
        if window.focused().as_deref() == Some(name) {
            return;
        }
        window.harness.key_press(Key::Tab);
        window.harness.run_steps(2);
    }
    panic!("Tab never comes to {name}");
}

/// Types into what has the keyboard, in place of what it holds.
fn type_in(window: &mut Window, text: &str) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run_steps(2);
    window.harness.input_mut().events.push(Event::Text(text.to_owned()));
    window.harness.run_steps(2);
    key(window, Key::Enter);
}

/// Answers the open question with the truth: digits, arrows, Space and Enter.
fn answer(window: &mut Window) {
    match place(window).walk.truth().unwrap() {
        Truth::Number(reading) => {
            tab_to(window, "Your answer");
            type_in(window, &reading.typed().to_string());
            return;
        }
        Truth::Choice(truth) => {
            let choice = place(window).walk.choices()[truth].clone();
            tab_to(window, &choice);
            key(window, Key::Space);
        }
        Truth::Bars(heights) => {
            for (at, height) in heights.iter().enumerate() {
                let name = worker(window, at);
                tab_to(window, &name);
                for _ in 0..MOST {
                    let bar = window.harness.get_by_role_and_label(Role::Slider, &name);
                    if bar.accesskit_node().numeric_value().is_some_and(|value| value >= *height) {
                        break;
                    }
                    key(window, Key::ArrowUp);
                }
            }
        }
        Truth::Workers(workers) => {
            for at in workers {
                let name = worker(window, at as usize);
                tab_to(window, &name);
                key(window, Key::Space);
            }
        }
        Truth::Done(_) => return do_it(window),
    }
    tab_to(window, "Check");
    key(window, Key::Enter);
}

/// Sets the first control that changes to what the step's file has.
fn do_it(window: &mut Window) {
    let step = place(window).walk.step().clone();
    for control in &step.controls {
        if *place(window).walk.stage() != Stage::Asked {
            return;
        }
        let number = match control {
            Control::Width => {
                let shown = window.state().step;
                let widths = step.then.widths.as_ref();
                widths
                    .and_then(|widths| widths.get(shown).or(widths.last()))
                    .map(|width| ("Workers p", width.to_string()))
            }
            Control::Buckets => match step.then.buckets {
                Some(Buckets::Fixed(count)) => Some(("Buckets N", count.to_string())),
                _ => None,
            },
            Control::Keys => match &step.then.keys {
                Some(Keys::Generated(keys)) => Some(("Keys", keys.count.to_string())),
                _ => None,
            },
            Control::Engine => {
                if let Some(engine) = &step.then.engine {
                    tab_to(window, "Engine");
                    key(window, Key::Enter);
                    tab_to(window, engine.facts().name);
                    key(window, Key::Enter);
                }
                None
            }
        };
        if let Some((name, text)) = number {
            to_field(window, name);
            type_in(window, &text);
        }
    }
}

/// Presses Tab until the number field of that name has the keyboard: a slider may have the same name.
fn to_field(window: &mut Window, name: &str) {
    // The lesson's own word: a sorting office has sorters.
    let names = window.names(Role::SpinButton);
    let name = if name == "Workers p" && !names.iter().any(|own| own == name) { "Sorters p" } else { name };
    for _ in 0..MOST {
        let field = window.harness.query_by_role_and_label(Role::SpinButton, name);
        if field.is_some_and(|field| field.is_focused()) {
            return;
        }
        window.harness.key_press(Key::Tab);
        window.harness.run_steps(2);
    }
    panic!("Tab never comes to the field {name}");
}

#[test]
fn every_lesson_goes_by_keyboard_alone() {
    let lessons = &library().unwrap().lessons;
    let mut window = built_in();
    key(&mut window, Key::Num8);
    for (number, lesson) in lessons.iter().enumerate() {
        tab_to(&mut window, &format!("Lesson {}: {}", number + 1, lesson.title));
        key(&mut window, Key::Enter);
        for at in 0..lesson.steps.len() {
            let told = format!("lesson {} step {}", number + 1, at + 1);
            assert_eq!(place(&window).walk.at(), at, "{told}");
            answer(&mut window);
            assert!(
                matches!(place(&window).walk.stage(), Stage::Shown { gap, .. } if gap.right),
                "{told}: {:?}",
                place(&window).walk.stage()
            );
            let next = if at + 1 == lesson.steps.len() { "Finish" } else { "Next" };
            tab_to(&mut window, next);
            key(&mut window, Key::Enter);
        }
        tab_to(&mut window, "Back to my scenario");
        key(&mut window, Key::Enter);
        assert!(window.state().learning.lesson.is_none(), "lesson {}", number + 1);
    }
    assert_eq!(window.state().learning.progress.finished(lessons), lessons.len());
}

/// Whatever can be clicked, set or focused says what it is. Texts are their own names, scroll bars are those of the frame.
fn assert_named(window: &Window, page: &str) {
    let root = window.harness.root();
    let mut interactive = 0;
    for node in root.children_recursive() {
        let node = node.accesskit_node();
        let acts = [Action::Click, Action::Focus, Action::SetValue, Action::Increment]
            .iter()
            .any(|&action| node.data().supports_action(action));
        if !acts || matches!(node.role(), Role::Window | Role::Label | Role::ScrollBar) {
            continue;
        }
        interactive += 1;
        let name = node.label().unwrap_or_default();
        assert!(
            !name.trim().is_empty(),
            "{page}: {:?} has no name, value {:?}, at {:?}",
            node.role(),
            node.value(),
            node.bounding_box()
        );
    }
    assert!(interactive >= 8, "{page}: {interactive} nodes");
}

#[test]
fn whatever_can_be_used_on_a_page_of_learn_has_a_name() {
    let lessons = &library().unwrap().lessons;
    let mut window = built_in();
    key(&mut window, Key::Num8);
    for (page, name) in Page::ALL {
        window.click(name);
        assert_named(&window, name);
        match page {
            Page::Interview => {
                window.click("Begin");
                assert_named(&window, "a question");
                answer_card(&mut window);
                assert_named(&window, "a question answered");
            }
            Page::Cards => {
                answer_card(&mut window);
                assert_named(&window, "a card answered");
            }
            Page::Lessons | Page::Mistakes | Page::Glossary | Page::Method => {}
        }
    }
    window.click("Lessons");
    for (number, lesson) in lessons.iter().enumerate() {
        window.click(&format!("Lesson {}: {}", number + 1, lesson.title));
        for at in 0..lesson.steps.len() {
            assert_named(&window, &format!("lesson {} step {}", number + 1, at + 1));
            answer(&mut window);
            assert_named(&window, &format!("lesson {} step {} answered", number + 1, at + 1));
            window.click(if at + 1 == lesson.steps.len() { "Finish" } else { "Next" });
        }
        assert_named(&window, &format!("the end of lesson {}", number + 1));
        window.click("Back to my scenario");
    }
}

/// Answers the card or question that is up with something.
fn answer_card(window: &mut Window) {
    let learning = &window.state().learning;
    let card = if learning.page == Page::Interview {
        learning.interview.as_ref().unwrap().now()
    } else {
        learning.card.as_ref()
    };
    let question = card.unwrap().drawn.question.clone();
    if let Some(first) = question.choices.first() {
        window.harness.get_by_role_and_label(Role::RadioButton, first).click();
    } else {
        window.type_text("Your answer", "7");
    }
    window.settle();
    window.click("Check");
}
