//! Runs in the background: the newest wins, one can be watched and stopped, and the picture says whose it is.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::vec2;
use egui_kittest::kittest::Queryable;
use redeal::gui::background::Stage;
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
    window.until("progress", |window| matches!(window.state().stage, Stage::Working { done, .. } if done > 0));
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

#[test]
fn a_refused_step_has_no_worker_for_a_key() {
    let mut window = built_in();
    window.harness.key_press(egui::Key::CloseBracket);
    window.settle();
    assert_eq!(window.state().step, 2);
    window.type_text("Find a key", "user-1");
    // Flink 1.20.0: user-1 lies in key group 121 of 128 (tests/data/flink/keys.jsonl).
    assert!(window.shows("key group 121; no subtask: refused"));
    assert!(!window.shows("→ subtask"));
    assert!(window.shows("Shown is the last deal: 128"));
}

#[test]
fn a_step_says_how_many_are_idle_and_how_many_run() {
    let engine = redeal::engine::Engine::named("spark").unwrap();
    let window = Window::open(Scenario { engine, ..Scenario::built_in() });
    // 128 partitions on 200 cores: 72 have none.
    assert!(window.has(Role::Button, "Step 3: Restart 200 · 72 idle"));
    let (_, text) = redeal::scenario::shipped().iter().find(|(stem, _)| *stem == "flink-reactive").unwrap();
    let window = Window::open(redeal::scenario::parse(text).unwrap());
    let capped = window.report().steps.iter().find(|step| step.outcome == redeal::engine::Outcome::Capped).cloned();
    let owners = capped.expect("a capped step").owners;
    assert!(window.shows(&format!(" · runs {owners}")));
}

#[test]
fn answers_are_under_their_questions() {
    let mut window = built_in();
    window.harness.query_all_by_label("Why?").next().expect("a question").click();
    window.settle();
    // The largest loss comes first: a hot key of 3.98×, then the uneven deal of 1.25×.
    assert!(window.shows("Why: One key lives in one bucket"));
    assert!(!window.shows("What helps: Split the key"));
}

#[test]
fn a_key_that_the_scenario_lacks_is_said_to_be_none_of_its() {
    let mut window = built_in();
    window.type_text("Find a key", "order-1");
    assert!(window.shows("not among this scenario's keys"));
    window.type_text("Find a key", "user-1");
    assert!(window.shows("20\u{a0}000 records of its own, "));
}
