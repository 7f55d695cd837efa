//! Saving from the window loses nothing.
#![cfg(feature = "gui")]

use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use redeal::gui::{App, Start};
use redeal::scenario::Scenario;
use std::fs;

/// Frames within which a file is written; each frame yields to the thread that writes.
const MOST_FRAMES: usize = 20_000;

#[test]
fn another_file_is_replaced_only_by_the_button_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.ron");
    fs::write(&path, "not yours").unwrap();
    let start = Start { path: None, scenario: Some(Scenario::built_in()) };
    let builder = Harness::builder().with_size(vec2(1280.0, 900.0));
    let mut harness = builder.build_eframe(move |cc| App::new(cc, start));
    harness.run_steps(5);
    harness.get_by_role_and_label(Role::Button, "Save as…").click();
    harness.run_steps(4);
    harness.get_by_label("Path").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.get_by_label("Path").type_text(path.to_str().unwrap());
    harness.run_steps(4);
    assert!(harness.query_by_label_contains("There is such a file already").is_some());
    harness.key_press(Key::Enter);
    harness.run_steps(20);
    assert_eq!(fs::read_to_string(&path).unwrap(), "not yours");
    harness.get_by_role_and_label(Role::Button, "Replace").click();
    for _ in 0..MOST_FRAMES {
        harness.step();
        if fs::read_to_string(&path).unwrap().starts_with("Scenario(") {
            return;
        }
        std::thread::yield_now();
    }
    panic!("the file was not replaced");
}
