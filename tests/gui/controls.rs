//! The controls: every part of a scenario can be edited, and a reset brings back what is saved.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::engine::{Cause, Engine, RisingWaveDeal};
use redeal::keys::LoadLaw;
use redeal::scenario::{Keys, RestartBuckets, Scenario};
use redeal::unit::BucketCount;

#[test]
fn a_reset_brings_back_what_is_saved() {
    let scenario = Scenario { seed: 12, input_pieces: 24, ..Scenario::built_in() };
    let mut window = Window::open(scenario.clone());
    window.type_number("Seed", "99");
    window.type_number("Input pieces", "3");
    assert_ne!(window.scenario(), scenario);
    window.double_click_label("Seed");
    window.double_click_label("Input pieces");
    assert_eq!(window.scenario(), scenario);
}

#[test]
fn what_a_restart_sets_can_be_edited() {
    let mut window = built_in();
    window.choose("N at this restart", "Other");
    window.type_number("Count set", "96");
    let set = RestartBuckets::Set(BucketCount::clamped(96));
    assert_eq!(window.scenario().restart_buckets, [set]);
    // Flink keeps the recorded count and refuses the other one.
    assert_eq!(window.report().steps[1].bucket_count, 128);
    assert_eq!(window.report().steps[1].cause, Some(Cause::CountChanged));
    window.choose("N at this restart", "Unset");
    assert_eq!(window.scenario().restart_buckets, [RestartBuckets::Unset]);
    window.choose("N at this restart", "Keep");
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn the_first_start_has_no_restart_setting() {
    let mut window = built_in();
    window.harness.key_press(Key::OpenBracket);
    window.settle();
    assert_eq!(window.state().step, 0);
    assert!(!window.has(Role::ComboBox, "N at this restart"));
}

#[test]
fn the_nodes_of_a_job_can_be_listed() {
    let mut window = Window::open(Scenario { engine: Engine::named("risingwave").unwrap(), ..Scenario::built_in() });
    window.type_text("Cores of nodes", "3 × 8, 16");
    window.harness.key_press(Key::Enter);
    window.settle();
    let Engine::RisingWave(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!(options.deal, RisingWaveDeal::Scheduled { nodes: vec![8, 8, 8, 16], job: 1 });
    window.type_text("Cores of nodes", "8, 0");
    assert!(window.shows("a weight in nodes is 0: allowed are 1 to 100000"));
    window.harness.key_press(Key::Escape);
    window.settle();
    assert_eq!(window.value(Role::TextInput, "Cores of nodes"), "3 × 8, 16");
    window.type_number("Job id", "5");
    let Engine::RisingWave(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!(options.deal, RisingWaveDeal::Scheduled { nodes: vec![8, 8, 8, 16], job: 5 });
}

#[test]
fn instances_and_threads_are_told() {
    let mut window = Window::open(Scenario { engine: Engine::named("kafka-streams").unwrap(), ..Scenario::built_in() });
    window.type_number("Threads an instance", "3");
    assert!(window.shows("40 threads as instances × threads: 13 × 3, 1"));
}

#[test]
fn a_drawn_load_has_no_dead_field() {
    let mut window = built_in();
    window.choose("Load", "Even");
    assert!(window.has(Role::SpinButton, "Records a key"));
    window.harness.get_by_role_and_label(Role::CheckBox, "Drawn by chance").click();
    window.settle();
    assert!(!window.has(Role::SpinButton, "Records a key"));
    let Keys::Generated(keys) = window.scenario().keys else { panic!("other keys") };
    assert_eq!(keys.load, LoadLaw::Sampled { records: 100_000, of: Box::new(LoadLaw::Uniform { each: 10 }) });
    assert!(window.shows("drawn at least once; the others do not exist."));
    window.choose("Load", "Hot keys");
    assert!(window.has(Role::SpinButton, "Their share") && !window.has(Role::SpinButton, "Records a cold key"));
}

#[test]
fn a_pattern_counts_once_it_is_left() {
    let mut window = built_in();
    window.type_text("Key pattern", "order-");
    assert_eq!(window.scenario(), Scenario::built_in());
    assert!(window.shows("Put {} once in the pattern, where the number goes."));
    window.type_text("Key pattern", "order-{}");
    window.harness.key_press(Key::Enter);
    window.settle();
    assert!(window.report().keys.hottest_key.starts_with("order-"));
}

#[test]
fn a_long_number_fits_its_field() {
    let mut window = built_in();
    let short = window.rect(Role::SpinButton, "State a key").width();
    window.type_number("State a key", "4294967295");
    // Ten digits in groups and a unit need more room than two.
    assert!(window.rect(Role::SpinButton, "State a key").width() > short);
}

#[test]
fn the_smallest_window_cuts_nothing() {
    let size = vec2(960.0, 600.0);
    let window = Window::open_sized(Scenario::built_in(), size);
    let field = window.harness.get_by_label("Find a key").rect();
    assert!(field.width() >= 96.0, "{field}");
    let middle = egui::Rect::from_min_max(egui::pos2(256.0, 44.0), egui::pos2(960.0 - 264.0, 600.0 - 68.0));
    assert!(middle.contains_rect(field), "{field} is not in {middle}");
    // The controls and the verdict scroll; nothing else may leave the window, or its part of it.
    let names = ["Scenario", "Undo", "Save as…", "Keyboard map", "Play", "Add step", "Owner", "State"];
    for name in names {
        let node = window.harness.query_all_by_label(name).find(|node| node.accesskit_node().role() == Role::Button);
        let rect = node.unwrap_or_else(|| panic!("{name} is not there")).rect();
        assert!(egui::Rect::from_min_size(egui::Pos2::ZERO, size).contains_rect(rect), "{name}: {rect}");
    }
}

#[test]
fn a_count_out_of_bounds_says_first_what_is_allowed() {
    let mut window = built_in();
    window.type_keys("Buckets N", &["0"]);
    let top = |text: &str| window.harness.get_by_label_contains(text).rect().top();
    assert!(top("0: allowed are 1 to 32\u{a0}768") < top("maxParallelism is out of bounds"));
}

#[test]
fn a_share_is_shown_and_typed_in_percent() {
    let (_, text) = redeal::scenario::shipped().iter().find(|(stem, _)| *stem == "hot-key").unwrap();
    let mut window = Window::open(redeal::scenario::parse(text).unwrap());
    assert_eq!(window.value(Role::SpinButton, "Their share"), "33.33\u{a0}%");
    window.type_number("Their share", "7");
    let Keys::Generated(keys) = window.scenario().keys else { panic!("other keys") };
    let LoadLaw::HotKeys { share, .. } = keys.load else { panic!("another law") };
    assert!((share - 0.07).abs() < 1e-12);
    window.type_number("Their share", "100");
    assert!(window.shows("allowed are 0 to 99.9999"));
}

#[test]
fn a_run_of_an_engine_without_state_is_no_restart() {
    let mut window = Window::open(Scenario { engine: Engine::named("mapreduce").unwrap(), ..Scenario::built_in() });
    assert!(window.has(Role::ComboBox, "N at this run") && !window.has(Role::ComboBox, "N at this restart"));
    // There is no state to colour a wall by, nor a snapshot to pay for.
    window.click("State");
    assert!(window.shows("coloured by owner") && !window.shows("Snapshot metadata"));
    // What is not modelled has no figure, not even a nought.
    let engine = Engine::named("elasticsearch").unwrap();
    let shards = Window::open(Scenario { engine, ..Scenario::built_in() });
    assert!(shards.shows("Snapshot metadata: not modelled") && shards.shows("Bytes due to N: not modelled"));
    let flink = built_in();
    assert!(flink.shows("Snapshot metadata: ") && flink.shows("Bytes due to N: "));
}

#[test]
fn the_engines_default_and_a_set_count_are_of_two_starts() {
    let mut window = Window::open(Scenario { engine: Engine::named("spark").unwrap(), ..Scenario::built_in() });
    assert!(window.has(Role::CheckBox, "Leave it to the engine"));
    window.choose("N at this restart", "Other");
    assert!(!window.has(Role::CheckBox, "Leave it to the engine"));
    assert!(window.has(Role::CheckBox, "First start: leave it to the engine"));
}
