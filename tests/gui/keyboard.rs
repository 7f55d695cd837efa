//! What the keyboard does, and to whom a key belongs.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use redeal::engine::Engine;
use redeal::scenario::{Buckets, RestartBuckets, Scenario};
use redeal::unit::{BucketCount, BucketId};

#[test]
fn the_keyboard_sets_widths_and_counts() {
    let mut window = built_in();
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(window.width(), 41);
    window.press(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(window.width(), 43);
    window.press(Modifiers::SHIFT, Key::ArrowLeft);
    assert_eq!(window.width(), 32);
    window.press(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(window.width(), 31);
    window.press(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(window.scenario().buckets, Buckets::Fixed(BucketCount::clamped(129)));
    window.press(Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(window.report().buckets.count, 258);
}

#[test]
fn keys_typed_into_a_field_do_nothing_else() {
    let mut window = built_in();
    window.harness.get_by_label("Find a key").focus();
    window.harness.run_steps(2);
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.press(Modifiers::NONE, Key::Space);
    assert_eq!(window.scenario(), Scenario::built_in());
    assert!(window.state().play_at.is_none());
}

#[test]
fn the_map_of_keys_opens_and_closes() {
    let mut window = built_in();
    window.press(Modifiers::NONE, Key::Questionmark);
    assert!(window.shows("Previous, next useful width"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Previous, next useful width"));
}

#[test]
fn keys_belong_to_an_open_menu() {
    let mut window = built_in();
    window.harness.get_by_label_contains("Theme").click();
    window.harness.run_steps(3);
    assert!(window.has(Role::Button, "Light"));
    for key in [Key::ArrowRight, Key::ArrowUp, Key::CloseBracket, Key::Space] {
        window.press(Modifiers::NONE, key);
    }
    assert_eq!((window.scenario(), window.state().step), (Scenario::built_in(), 1));
    assert!(window.state().play_at.is_none());
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.has(Role::Button, "Light"));
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(window.width(), 41);
}

#[test]
fn esc_gives_up_a_number_that_cannot_be() {
    for leave in [false, true] {
        let mut window = built_in();
        let field = |window: &Window| window.value(Role::SpinButton, "Buckets N");
        window.harness.get_by_role_and_label(Role::SpinButton, "Buckets N").focus();
        window.harness.run_steps(2);
        window.harness.get_by_role_and_label(Role::SpinButton, "Buckets N").type_text("many");
        window.harness.run_steps(2);
        assert!(window.shows("\"many\" is not a whole number"));
        if leave {
            window.press(Modifiers::NONE, Key::Enter);
            assert_eq!(field(&window), "many");
        }
        window.press(Modifiers::NONE, Key::Escape);
        assert!(!window.shows("is not a whole number"));
        assert_eq!(field(&window), "128");
        assert_eq!(window.scenario(), Scenario::built_in());
    }
}

#[test]
fn esc_gives_up_a_number_that_could_be() {
    let mut window = built_in();
    window.harness.get_by_role_and_label(Role::SpinButton, "Seed").focus();
    window.harness.run_steps(2);
    window.harness.get_by_role_and_label(Role::SpinButton, "Seed").type_text("99");
    window.harness.run_steps(2);
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!((window.scenario().seed, window.value(Role::SpinButton, "Seed").as_str()), (7, "7"));
}

#[test]
fn a_number_left_with_tab_counts() {
    let mut window = built_in();
    window.harness.get_by_role_and_label(Role::SpinButton, "Seed").focus();
    window.harness.run_steps(2);
    window.harness.get_by_role_and_label(Role::SpinButton, "Seed").type_text("99");
    window.harness.run_steps(2);
    window.press(Modifiers::NONE, Key::Tab);
    assert_eq!(window.scenario().seed, 99);
}

#[test]
fn tab_goes_through_the_window_as_it_is_read() {
    let mut window = built_in();
    window.type_number("Seed", "8");
    window.click("Undo");
    window.harness.run_steps(2);
    let mut order: Vec<String> = Vec::new();
    for _ in 0..80 {
        window.harness.key_press(Key::Tab);
        window.harness.run_steps(2);
        let name = window.focused().unwrap_or_default();
        if order.contains(&name) && name == "Scenario" {
            break;
        }
        order.push(name);
    }
    let place = |name: &str| {
        let found = order.iter().position(|known| known.contains(name));
        found.unwrap_or_else(|| panic!("{name} is not reached: {order:?}"))
    };
    let read = [
        "Scenario",
        "Redo",
        "Open…",
        "Save",
        "Save as…",
        "Theme",
        "Keyboard map",
        "Engine",
        "Buckets N",
        "Workers p",
        "Seed",
        "Find a key",
        "Wall of",
        "Load per subtask",
        "Step 1",
        "Play",
        "redeal report",
    ];
    for pair in read.windows(2) {
        assert!(place(pair[0]) < place(pair[1]), "{} comes after {}: {order:?}", pair[0], pair[1]);
    }
    // A label is read, not gone to.
    let seeds = order.iter().filter(|name| *name == "Seed").count();
    assert_eq!(seeds, 1, "{order:?}");
}

#[test]
fn arrows_go_over_the_wall() {
    let mut window = built_in();
    let wall = "Wall of 128 key groups, coloured by owner";
    window.harness.get_by_label(wall).focus();
    window.harness.run_steps(2);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::ArrowLeft] {
        window.press(Modifiers::NONE, key);
    }
    assert_eq!(window.state().bucket, Some(1));
    // Flink: key group 1 of 128 at 40 belongs to subtask 1 · 40 / 128 = 0.
    assert!(window.shows("Key group 1 → subtask 0 · "));
    window.press(Modifiers::NONE, Key::End);
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(window.state().bucket, Some(127));
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().worker, Some(39));
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!((window.state().bucket, window.width()), (None, 40));
}

#[test]
fn arrows_go_over_the_bars() {
    let mut window = built_in();
    window.harness.get_by_label_contains("Load per subtask: 40 bars").focus();
    window.harness.run_steps(2);
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!((window.state().worker, window.width()), (Some(1), 40));
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(window.state().worker, None);
    // Busiest first: Home is the busiest worker.
    window.click("Busiest first");
    window.harness.get_by_label_contains("Load per subtask: 40 bars").focus();
    window.harness.run_steps(2);
    window.press(Modifiers::NONE, Key::Home);
    let deal = window.report().steps[1].deal.clone().unwrap();
    let busiest = deal.worker.iter().map(|worker| worker.load).max();
    let chosen = window.state().worker.expect("a worker");
    assert_eq!(deal.worker.get(BucketId(chosen).index()).map(|worker| worker.load), busiest);
}

#[test]
fn the_keys_and_the_field_are_of_the_count_in_force() {
    let restart_buckets = vec![RestartBuckets::Set(BucketCount::clamped(96))];
    let engine = Engine::named("mapreduce").unwrap();
    let mut window = Window::open(Scenario { engine, restart_buckets, ..Scenario::built_in() });
    assert_eq!(window.report().steps[1].bucket_count, 96);
    assert_eq!(window.value(Role::SpinButton, "Buckets N"), "96");
    window.press(Modifiers::NONE, Key::ArrowUp);
    let set = RestartBuckets::Set(BucketCount::clamped(97));
    assert_eq!(window.scenario().restart_buckets, [set]);
    assert_eq!(window.scenario().buckets, Buckets::Fixed(BucketCount::clamped(128)));
    assert_eq!(window.report().steps[1].bucket_count, 97);
    // ceil(97 / p) drops next to 2 at 49, where that of 128 drops at 43.
    window.press(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(window.width(), 49);
    window.press(Modifiers::NONE, Key::OpenBracket);
    assert_eq!(window.value(Role::SpinButton, "Buckets N"), "128");
}
