//! Runs in the background: the newest wins, one can be watched and stopped, and the picture says whose it is.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::vec2;
use egui_kittest::kittest::Queryable;
use redeal::keys::{Generated, LoadLaw};
use redeal::scenario::{Keys, Scenario};
use std::sync::Arc;

#[test]
fn a_long_run_is_watched_and_stopped() {
    let mut window = built_in();
    let before = window.report();
    window.type_keys("Keys", &["10000000000"]);
    window.until("the progress bar", |window| window.harness.query_by_role_and_label(Role::Button, "Cancel").is_some());
    assert!(Arc::ptr_eq(&before, &window.report()));
    window.until("progress", |window| window.state().done > 0);
    window.click("Cancel");
    assert!(window.shows("Cancelled: the picture is the one before"));
    assert!(Arc::ptr_eq(&before, &window.report()));
    window.click("Undo");
    assert_eq!(window.report().digest, before.digest);
}

#[test]
fn the_newest_request_wins() {
    let long = Generated {
        count: 10_000_000_000,
        pattern: "user-{}".to_owned(),
        first: 1,
        key_type: redeal::keys::KeyType::String,
        load: LoadLaw::Uniform { each: 1 },
        shuffled: false,
    };
    let mut window =
        Window::opening(Scenario { keys: Keys::Generated(long), ..Scenario::built_in() }, vec2(1280.0, 1600.0));
    window.type_number("Keys", "1000");
    assert_eq!(window.report().keys.count, 1000);
}

#[test]
fn an_older_picture_keeps_its_engines_words() {
    let mut window = built_in();
    window.type_keys("Keys", &["10000000000"]);
    window.until("the run", |window| window.has(Role::Button, "Cancel"));
    window.harness.get_by_role_and_label(Role::ComboBox, "Engine").click();
    window.harness.run_steps(3);
    window.harness.get_by_role_and_label(Role::Button, "Spark Structured Streaming").click();
    window.harness.run_steps(4);
    // The controls are of what is edited, the picture of what is simulated.
    assert!(window.shows("Spark Structured Streaming · state partitions"));
    assert_eq!(window.report().engine, "flink");
    assert!(window.shows("Load per subtask") && !window.shows("Load per executor core"));
}

#[test]
fn saving_runs_nothing_that_did_not_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = built_in();
    window.type_keys("Keys", &["10000000000"]);
    window.until("the run", |window| window.has(Role::Button, "Cancel"));
    window.click("Cancel");
    window.save_as(&folder.path().join("long.ron"));
    window.until("the file", |window| !window.state().history.current().is_unsaved());
    window.harness.run_steps(10);
    assert!(window.state().running.is_none());
    assert!(window.shows("Cancelled: the picture is the one before"));
}
