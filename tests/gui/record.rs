//! The decision record, written from the window, and charts as commands.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers, OutputCommand};
use egui_kittest::kittest::Queryable;
use redeal::scenario::{Buckets, Scenario, parse, shipped};
use redeal::unit::BucketCount;
use std::fs;

fn planned() -> Scenario {
    let (_, text) = shipped().iter().find(|(name, _)| *name == "plan-4-to-40").unwrap();
    Scenario { buckets: Buckets::Fixed(BucketCount::new(720).unwrap()), ..parse(text).unwrap() }
}

#[test]
fn the_record_of_a_count_that_was_taken_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orders.record.md");
    let mut window = Window::open(planned());
    window.press(Modifiers::NONE, Key::Num3);
    window.click("Decision record…");
    window.type_text("Path", &path.display().to_string());
    window.press(Modifiers::NONE, Key::Enter);
    window.until("the record", |window| window.state().message.is_some());
    assert!(window.shows("Written: "), "{:?}", window.state().message);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("# Decision record: 720 key groups"), "{text}");
    assert!(text.contains("Record(") && text.contains("decided_by: \"\""), "{text}");
}

#[test]
fn a_record_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no such folder").join("orders.record.md");
    let mut window = Window::open(planned());
    window.press(Modifiers::NONE, Key::Num3);
    window.click("Decision record…");
    window.type_text("Path", &path.display().to_string());
    window.press(Modifiers::NONE, Key::Enter);
    window.until("the message", |window| window.state().message.is_some());
    assert!(window.state().message.as_ref().is_some_and(|text| text.contains("no such folder")));
}

/// What the last click put into the clipboard.
fn copied(window: &mut Window, button: &str) -> Option<String> {
    window.harness.get_by_role_and_label(Role::Button, button).click();
    for _ in 0..4 {
        window.harness.step();
        let found = window.harness.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

#[test]
fn a_chart_is_copied_as_the_command_that_makes_it() {
    let mut window = built_in();
    window.press(Modifiers::NONE, Key::Num2);
    let line = copied(&mut window, "Copy as command").expect("a command");
    assert!(line.starts_with("redeal figure 128-buckets --kind widths"), "{line}");
    assert!(line.ends_with("-o widths.svg"), "{line}");
    window.press(Modifiers::NONE, Key::Num4);
    let line = copied(&mut window, "Copy as command").expect("a command");
    assert!(line.starts_with("redeal figure 128-buckets --kind move --step 2"), "{line}");
}
