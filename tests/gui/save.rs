//! Files: what is saved is read back, saving loses nothing, and a scenario that can be had by name says so.

use crate::window::{Window, built_in};
use egui::{Key, Modifiers};
use redeal::scenario::{Scenario, parse, shipped};
use std::fs;
use std::sync::Arc;

#[test]
fn a_broken_file_changes_nothing() {
    let mut window = built_in();
    let before = window.report();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.ron");
    fs::write(&path, "Scenario(\n    format: 1,\n    nmae: \"x\",\n)").unwrap();
    window.open_file(&path);
    window.until("the message", |window| window.state().message.is_some());
    window.harness.run_steps(2);
    assert!(window.shows(&format!("{}:3:", path.display())));
    assert!(window.shows("did you mean \"name\"?"));
    assert!(Arc::ptr_eq(&before, &window.report()));
    assert_eq!(window.scenario(), Scenario::built_in());
    window.click("Dismiss message");
    assert!(!window.shows("did you mean"));
}

#[test]
fn a_scenario_is_saved_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let mut window = built_in();
    window.type_number("Seed", "12");
    assert!(window.shows("Save to reproduce"));
    window.press(Modifiers::COMMAND, Key::S);
    window.type_text("Path", &path.display().to_string());
    window.harness.key_press(Key::Enter);
    window.settle();
    assert!(window.shows(&format!("redeal report {}", path.display())));
    assert_eq!(redeal::scenario::read(&path).unwrap().seed, 12);
    let mut other = built_in();
    other.open_file(&path);
    other.until("the file", |window| window.scenario().seed == 12);
    other.settle();
    assert_eq!(other.report().seed, 12);
    other.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(other.report().seed, 7);
}

#[test]
fn another_file_is_replaced_only_by_the_button_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.ron");
    fs::write(&path, "not yours").unwrap();
    let mut window = built_in();
    window.save_as(&path);
    assert!(window.shows("There is such a file already"));
    window.harness.run_steps(20);
    assert_eq!(fs::read_to_string(&path).unwrap(), "not yours");
    window.click("Replace");
    window.until("the file", |_| fs::read_to_string(&path).unwrap().starts_with("Scenario("));
}

#[test]
fn a_shipped_scenario_is_reproduced_by_its_name() {
    let mut window = built_in();
    assert!(window.shows("redeal report 128-buckets · seed 7"));
    let (stem, text) = shipped().iter().find(|(stem, _)| *stem == "few-keys").unwrap();
    window = Window::open(parse(text).unwrap());
    assert!(window.shows(&format!("redeal report {stem} · ")));
    window.type_number("Seed", "4711");
    assert!(window.shows("Save to reproduce · seed 4711") && !window.shows("redeal report"));
}

#[test]
fn name_and_note_are_edited_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkout.ron");
    let mut window = built_in();
    window.type_text("Name", "Checkout, autumn");
    window.harness.key_press(Key::Enter);
    window.settle();
    window.type_text("Note", "Twice the load.\nSeen on Monday.");
    window.press(Modifiers::NONE, Key::Tab);
    window.save_as(&path);
    window.until("the file", |window| !window.state().history.current().is_unsaved());
    let saved = redeal::scenario::read(&path).unwrap();
    assert_eq!(saved.name, "Checkout, autumn");
    assert_eq!(saved.note, "Twice the load.\nSeen on Monday.");
    window.click("Undo");
    assert_eq!(
        (window.scenario().name.as_str(), window.scenario().note),
        ("Checkout, autumn", Scenario::built_in().note)
    );
}

#[test]
fn a_name_that_cannot_be_says_why() {
    let mut window = built_in();
    window.type_text("Name", &"x".repeat(101));
    assert!(window.shows("101 characters: allowed are 1 to 100"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("101 characters"));
    assert_eq!(window.scenario(), Scenario::built_in());
}
