//! A message of an engine is pasted and explained.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, OutputCommand};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::gui::sheet::Sheet;
use redeal::scenario::{Buckets, Scenario};

/// From a running cluster of Flink 1.20.0 (tests/data/explain/messages.jsonl).
const TOO_WIDE: &str = "Vertex counter's parallelism (8) is higher than the max parallelism (4). Please lower the parallelism or \
                        increase the max parallelism.";

/// A window whose sheet has had a text pasted.
fn pasted(text: &str) -> Window {
    let mut window = built_in();
    window.press(Modifiers::COMMAND, Key::M);
    assert_eq!(window.focused().as_deref(), Some("Message"));
    window.harness.event(Event::Paste(text.to_owned()));
    // The sheet takes some frames to come to its height.
    window.harness.run_steps(8);
    window
}

/// What the last click put into the clipboard.
fn copied(window: &mut Window, button: &str) -> String {
    window.harness.get_by_role_and_label(Role::Button, button).click();
    for _ in 0..4 {
        window.harness.step();
        let commands = &window.harness.output().platform_output.commands;
        let text = commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        if let Some(text) = text {
            return text;
        }
    }
    panic!("nothing was copied");
}

#[test]
fn a_pasted_message_is_explained() {
    let mut window = pasted(&format!("java.lang.Exception: {TOO_WIDE}\n\tat org.example.Main"));
    for text in ["8 subtasks", "4 key groups", "A parallelism from 1 to 4.", "What to do"] {
        assert!(window.shows(text), "{text}");
    }
    let text = copied(&mut window, "Copy the explanation");
    assert!(text.contains("What would pass\n    A parallelism from 1 to 4."), "{text}");
    let line = copied(&mut window, "Copy as command");
    assert!(line.starts_with("redeal explain - <<'") && line.contains(TOO_WIDE), "{line}");
    assert_eq!(window.scenario(), Scenario::built_in());
    window.press(Modifiers::NONE, Key::Escape);
    assert!(window.state().sheet.is_none());
}

#[test]
fn a_message_with_both_counts_opens_as_a_scenario() {
    let mut window = pasted(TOO_WIDE);
    window.harness.get_by_label("Open as a scenario").click();
    window.settle();
    let scenario = window.scenario();
    assert_eq!(scenario.buckets, Buckets::Fixed(redeal::unit::BucketCount::clamped(4)));
    assert_eq!(scenario.widths.iter().map(|width| width.get()).collect::<Vec<_>>(), [4, 8]);
    // What the simulator says of it is what the cluster said.
    assert_eq!(window.report().steps[1].outcome, redeal::engine::Outcome::Refused);
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn an_unknown_text_says_what_is_known() {
    let mut window = built_in();
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("Find a command", "explain a message");
    window.press(Modifiers::NONE, Key::Enter);
    assert!(window.shows("Known messages") && window.shows("Flink: parallelism and max parallelism"));
    window.type_text("Message", "the coffee is cold");
    assert!(window.shows("No message in this text is known."));
    assert!(window.shows("Give the whole message, as the log has it."));
    let explanation = window.harness.get_by_role_and_label(Role::Button, "Copy the explanation");
    assert!(explanation.accesskit_node().is_disabled());
}

#[test]
fn a_whole_log_is_looked_through_without_being_shown() {
    let log = format!("{}{TOO_WIDE}\n", "2026-01-01 INFO nothing of note\n".repeat(10_000));
    let mut window = pasted(&log);
    assert!(window.shows("too long to be shown") && window.shows("8 subtasks"));
    assert_eq!(copied(&mut window, "Copy as command"), "redeal explain - < job.log");
    window.click("Clear");
    assert!(matches!(&window.state().sheet, Some(Sheet::Explain(asked)) if asked.text.is_empty()));
    assert!(window.has(Role::MultilineTextInput, "Message"));
}

/// A file in a folder of its own.
fn log(name: &str, bytes: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn asked(window: &Window) -> &redeal::gui::explaining::Asked {
    match &window.state().sheet {
        Some(Sheet::Explain(asked)) => asked,
        other => panic!("{other:?}"),
    }
}

/// Types a path into the sheet that asks for a log, and waits for what comes of it.
fn opened(path: &std::path::Path) -> Window {
    let mut window = built_in();
    window.press(Modifiers::COMMAND, Key::M);
    window.harness.get_by_role_and_label(Role::Button, "Open a log…").click();
    window.harness.run_steps(4);
    window.type_text("Path", &path.display().to_string());
    window.harness.key_press(Key::Enter);
    window.until("the log", |window| {
        let log = |asked: &redeal::gui::explaining::Asked| {
            asked.log.as_ref().is_some_and(|log| log.bytes.is_some() || log.failure.is_some())
        };
        matches!(&window.state().sheet, Some(Sheet::Explain(asked)) if log(asked))
    });
    // The sheet takes some frames to come to its height.
    window.harness.run_steps(24);
    window
}

#[test]
fn a_log_is_read_from_its_file() {
    // As some systems write it: UTF-16 with its byte order mark.
    let text = format!("{}{TOO_WIDE}\n", "2026-01-01 INFO nothing of note\n".repeat(20_000));
    let bytes: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let (_folder, path) = log("job.log", &bytes);
    let mut window = opened(&path);
    assert!(window.shows("job.log: 1.28") || window.shows("job.log: 1.29"), "{:?}", window.names(Role::Label));
    assert!(window.shows("8 subtasks") && window.shows("4 key groups"));
    assert_eq!(copied(&mut window, "Copy as command"), format!("redeal explain - < {}", path.display()));
    window.click("Clear");
    assert!(window.has(Role::MultilineTextInput, "Message") && asked(&window).log.is_none());
}

#[test]
fn a_log_that_cannot_be_read_says_so_once() {
    let (folder, path) = log("job.log", b"");
    let missing = folder.path().join("missing.log");
    for (path, says) in [(missing.as_path(), "missing.log: "), (folder.path(), "not a file")] {
        let window = opened(path);
        assert_eq!(window.harness.query_all_by_label_contains(says).count(), 1, "{says}");
        assert!(window.state().message.is_none() && !window.shows("Known messages"));
    }
    let window = opened(&path);
    assert!(window.shows("job.log is empty.") && asked(&window).told.is_none());
}

#[test]
fn a_file_dropped_on_the_sheet_is_a_log() {
    // By its name it would be a list of keys.
    let (_folder, path) = log("lines.txt", TOO_WIDE.as_bytes());
    let mut window = built_in();
    window.press(Modifiers::COMMAND, Key::M);
    window.drop_path(&path);
    window.until("the log", |window| window.shows("8 subtasks"));
    assert_eq!(asked(&window).log.as_ref().map(|log| log.path.as_path()), Some(path.as_path()));
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn closing_the_question_for_a_log_brings_the_explanation_back() {
    let mut window = pasted(TOO_WIDE);
    window.click("Open a log…");
    assert!(matches!(window.state().sheet, Some(Sheet::Log { .. })));
    window.type_text("Path", "job");
    window.click("Close");
    assert!(matches!(&window.state().sheet, Some(Sheet::Explain(asked)) if asked.text == TOO_WIDE));
    window.click("Close");
    assert!(window.state().sheet.is_none());
}
