//! The window, driven by names and roles as a screen reader or a hand would.
#![cfg(feature = "gui")]

#[path = "gui/compare.rs"]
mod compare;
#[path = "gui/controls.rs"]
mod controls;
#[path = "gui/counts.rs"]
mod counts;
#[path = "support/data.rs"]
mod data;
#[path = "gui/explaining.rs"]
mod explaining;
#[path = "support/flink_folder.rs"]
mod flink_folder;
#[path = "gui/importing.rs"]
mod importing;
#[path = "gui/kept.rs"]
mod kept;
#[path = "gui/keyboard.rs"]
mod keyboard;
#[path = "gui/learn.rs"]
mod learn;
#[path = "gui/learn_digits.rs"]
mod learn_digits;
#[path = "gui/learn_keys.rs"]
mod learn_keys;
#[path = "gui/learn_panel.rs"]
mod learn_panel;
#[path = "gui/learn_veil.rs"]
mod learn_veil;
#[path = "gui/learnt.rs"]
mod learnt;
#[path = "gui/move_ways.rs"]
mod move_ways;
#[path = "gui/observed.rs"]
mod observed;
#[path = "gui/options.rs"]
mod options;
#[path = "gui/palette.rs"]
mod palette;
#[path = "gui/placing.rs"]
mod placing;
#[path = "gui/record.rs"]
mod record;
#[path = "gui/runs.rs"]
mod runs;
#[path = "gui/save.rs"]
mod save;
#[path = "gui/sweeping.rs"]
mod sweeping;
#[path = "gui/widths_snapshot.rs"]
mod widths_snapshot;
#[path = "support/window.rs"]
mod window;

use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::scenario::Scenario;
use window::built_in;

#[test]
fn it_opens_with_a_picture_and_a_sentence() {
    let window = built_in();
    let report = window.report();
    assert_eq!(report.steps[1].owners, 40);
    assert!(window.shows(&report.steps[1].verdict.sentence));
    assert!(window.shows("Busiest ÷ mean: 5.51×"));
    assert!(window.shows("Effective width: 7.3"));
    // What is found stands over the figures it is found in.
    let top = |label: &str| window.harness.get_by_label_contains(label).rect().top();
    assert!(top("40 does not divide 128") < top("Loss by uneven deal"));
    assert!(window.shows(&format!("digest {}", report.digest)));
}

#[test]
fn a_typed_width_deals_again() {
    let mut window = built_in();
    let before = window.report().steps[1].verdict.sentence.clone();
    window.type_number("Workers p", "64");
    assert_eq!(window.width(), 64);
    let after = window.report().steps[1].verdict.sentence.clone();
    assert_ne!(before, after);
    assert!(window.shows(&after) && !window.shows(&before));
}

#[test]
fn a_dragged_width_is_one_step_back() {
    let mut window = built_in();
    let slider = window.harness.get_by_role_and_label(Role::Slider, "Workers p").rect();
    window.harness.drag_at(slider.left_center() + vec2(30.0, -2.0));
    window.harness.step();
    for x in [60.0, 90.0, 120.0] {
        window.harness.hover_at(slider.left_center() + vec2(x, -2.0));
        window.harness.run_steps(2);
    }
    window.harness.drop_at(slider.left_center() + vec2(120.0, -2.0));
    window.settle();
    assert_ne!(window.width(), 40);
    assert_eq!(window.report().steps[1].workers, window.width());
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.width(), 40);
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_ne!(window.width(), 40);
}

#[test]
fn another_bucket_count_moves_the_ceiling() {
    let mut window = built_in();
    window.type_number("Buckets N", "240");
    assert_eq!(window.report().buckets.count, 240);
    assert_eq!(window.report().steps[2].owners, 200);
    window.click("Undo");
    assert_eq!(window.report().buckets.count, 128);
    window.click("Redo");
    assert_eq!(window.report().buckets.count, 240);
}

#[test]
fn what_cannot_be_stays_as_typed_with_the_reason() {
    let mut window = built_in();
    window.type_keys("Buckets N", &["4", "0", "0", "0", "0"]);
    assert!(window.shows("maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: 40000"));
    let field = window.harness.get_by_role_and_label(Role::SpinButton, "Buckets N");
    assert_eq!(field.value().as_deref(), Some("40000"));
    assert_eq!(window.report().buckets.count, 128);
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn another_engine_speaks_its_own_words() {
    let mut window = built_in();
    window.choose("Engine", "Spark Structured Streaming");
    assert_eq!(window.report().engine, "spark");
    assert!(window.shows("Load per executor core"));
    assert_eq!(window.report().steps[2].idle, 72);
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.report().engine, "flink");
}

#[test]
fn an_even_load_is_less_lost() {
    let mut window = built_in();
    let before = window.report().steps[1].deal.as_ref().unwrap().peak_to_mean;
    window.choose("Load", "Even");
    let after = window.report().steps[1].deal.as_ref().unwrap().peak_to_mean;
    assert!(after < before);
    assert!(window.shows(&format!("Busiest ÷ mean: {after:.2}×")));
}

#[test]
fn a_typed_key_is_found() {
    let mut window = built_in();
    window.type_text("Find a key", "user-1");
    // Flink 1.20.0: user-1 lies in key group 121 of 128 (tests/data/flink/keys.jsonl), which is subtask 121 · 40 / 128.
    assert!(window.shows("key group 121 → subtask 37"));
    window.type_number("Buckets N", "720");
    assert!(window.shows("key group 313 →"));
}

#[test]
fn a_refused_step_shows_the_engines_text() {
    let mut window = built_in();
    let name =
        window.harness.query_all_by_label_contains("Step 3:").next().expect("a third step").accesskit_node().label();
    window.click(&name.expect("its name"));
    let message = window.report().steps[2].message.clone().expect("the engine's text");
    assert!(message.contains("(200)") && message.contains("(128)"), "{message}");
    assert!(window.shows(&message));
    assert!(window.shows("Shown is the last deal: 128"));
    assert!(window.shows("Restore at 200 is refused: nothing runs"));
}

#[test]
fn steps_can_be_added_taken_away_and_played() {
    let mut window = built_in();
    window.click("Add step");
    assert_eq!(window.report().steps.len(), 4);
    window.click("Remove step");
    assert_eq!(window.report().steps.len(), 3);
    window.harness.key_press(Key::Space);
    window.harness.step();
    assert_eq!(window.state().step, 0);
    window.until("the last step", |window| window.state().step == 2);
    window.until("the end of the play", |window| window.state().play_at.is_none());
}

#[test]
fn a_better_width_is_one_click_away() {
    let mut window = built_in();
    window.harness.get_by_label("Go to 43 workers").click();
    window.settle();
    assert_eq!(window.width(), 43);
}

#[test]
fn an_uneven_deal_is_shown_with_even_keys_and_back() {
    let mut window = built_in();
    assert!(window.shows("but the hot key is slower"));
    window.harness.get_by_label("Show it with even keys").click();
    window.settle();
    let even = window.report().steps[1].deal.as_ref().unwrap().clone();
    assert!(even.effective_width > 26.0, "{}", even.effective_width);
    assert!(!window.shows("Show it with even keys"));
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn the_picture_says_which_words_of_ours_its_own_are() {
    let window = built_in();
    assert!(window.shows("A key group is a bucket of keys, a subtask (w0, w1 …) a worker."));
}

#[test]
fn the_theme_can_be_changed() {
    let mut window = built_in();
    window.harness.get_by_label_contains("Theme").click();
    window.harness.run_steps(3);
    window.harness.get_by_label("Light").click();
    window.settle();
    assert_eq!(window.harness.ctx.theme(), egui::Theme::Light);
}

#[test]
fn nothing_is_drawn_while_nothing_happens() {
    let mut window = built_in();
    window.harness.run_steps(4);
    let delay = window.harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert!(delay >= std::time::Duration::from_secs(1), "{delay:?}");
}
