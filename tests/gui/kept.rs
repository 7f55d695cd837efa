//! Edits outlive the window: what is kept on the way comes back at the next start.

use crate::window::Window;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use redeal::gui::{App, Start};
use redeal::scenario::{Scenario, read, save};
use std::path::{Path, PathBuf};

/// A window that keeps its scenario in a folder.
fn kept_in(folder: &Path, path: Option<PathBuf>) -> Window {
    let scenario = path.as_deref().map(|path| read(path).unwrap());
    let (folder, given) = (folder.to_owned(), scenario.is_some());
    let start = Start { path, scenario };
    let builder = Harness::builder().with_size(vec2(1280.0, 1600.0));
    let harness = builder.build_eframe(move |cc| App::new(cc, start).kept_in(folder, given));
    let mut window = Window { harness };
    window.settle();
    window
}

/// Steps until the folder has other bytes: nothing is told to the window, as nothing is when it is killed.
fn until_kept(window: &mut Window, folder: &Path, text: &str) {
    let file = folder.join("scenario-kept.ron");
    window.until("the edit in the file", |_| std::fs::read_to_string(&file).is_ok_and(|kept| kept.contains(text)));
}

#[test]
fn an_edit_is_there_and_unsaved_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = kept_in(folder.path(), None);
    window.type_number("Seed", "4711");
    until_kept(&mut window, folder.path(), "4711");
    // Neither told to save nor to exit.
    std::mem::forget(window);
    let window = kept_in(folder.path(), None);
    assert_eq!(window.scenario().seed, 4711);
    assert!(window.state().history.current().is_unsaved());
}

#[test]
fn a_deleted_file_is_told_and_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    save(&Scenario { seed: 31, ..Scenario::built_in() }, &path).unwrap();
    let mut window = kept_in(folder.path(), Some(path.clone()));
    until_kept(&mut window, folder.path(), "31");
    std::fs::remove_file(&path).unwrap();
    let mut window = kept_in(folder.path(), None);
    assert!(window.shows("mine.ron: cannot be read") && window.scenario().seed == 31);
    window.press(Modifiers::COMMAND, Key::S);
    assert_eq!(read(&path).unwrap().seed, 31);
    assert!(!window.shows("cannot be read"), "what was so is so no more");
}

#[test]
fn edits_of_the_last_time_are_one_step_back_from_another_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.ron");
    save(&Scenario { seed: 8, ..Scenario::built_in() }, &path).unwrap();
    let mut window = kept_in(folder.path(), None);
    window.type_number("Seed", "99");
    until_kept(&mut window, folder.path(), "99");
    let mut window = kept_in(folder.path(), Some(path));
    assert_eq!(window.scenario().seed, 8);
    assert!(window.shows("Undo brings them back"));
    window.press(Modifiers::COMMAND, Key::Z);
    assert!(window.scenario().seed == 99 && window.state().history.current().is_unsaved());
}

#[test]
fn a_folder_that_cannot_be_written_is_told_once_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file, no folder");
    std::fs::write(&file, "").unwrap();
    let mut window = kept_in(&file, None);
    window.until("the message", |window| window.state().message.is_some());
    window.harness.run_steps(2);
    assert!(window.shows("Edits are not kept in case of a crash"));
    window.click("Dismiss message");
    window.type_number("Seed", "5");
    assert!(window.scenario().seed == 5 && window.state().message.is_none());
}
