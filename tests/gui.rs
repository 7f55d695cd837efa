//! The window, driven by names and roles as a screen reader or a hand would.
#![cfg(feature = "gui")]

use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::gui::{App, Start};
use redeal::keys::{Generated, LoadLaw};
use redeal::scenario::{Buckets, Keys, Scenario};
use redeal::simulate::Report;
use redeal::unit::BucketCount;
use std::path::Path;
use std::sync::Arc;

/// Frames that a run may take before a test gives up; each frame yields to the thread that simulates.
const MOST_FRAMES: usize = 20_000;

struct Window {
    harness: Harness<'static, App>,
}

impl Window {
    /// A window on a scenario, its report there.
    fn open(scenario: Scenario) -> Self {
        let mut window = Self::opening(scenario);
        window.settle();
        window
    }

    fn opening(scenario: Scenario) -> Self {
        let start = Start { path: None, scenario: Some(scenario) };
        let builder = Harness::builder().with_size(vec2(1280.0, 1400.0));
        Self { harness: builder.build_eframe(move |cc| App::new(cc, start)) }
    }

    /// Steps until `done`, within bounds.
    fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        for _ in 0..MOST_FRAMES {
            self.harness.step();
            if done(self) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("{what} did not come");
    }

    fn settle(&mut self) {
        // One frame hands the input over, the next applies what the panels asked for.
        self.harness.run_steps(3);
        self.until("the report", |window| window.harness.state().is_settled());
        self.harness.run_steps(2);
    }

    fn report(&self) -> Arc<Report> {
        Arc::clone(self.harness.state().state().report.as_ref().expect("a report"))
    }

    fn scenario(&self) -> Scenario {
        (*self.harness.state().state().history.current().scenario).clone()
    }

    fn width(&self) -> u32 {
        self.scenario().widths[1].get()
    }

    fn shows(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    /// Types into a number field and lets go of it.
    fn type_number(&mut self, name: &str, text: &str) {
        self.type_number_without_waiting(name, text);
        self.settle();
    }

    fn type_text(&mut self, name: &str, text: &str) {
        self.harness.get_by_label(name).focus();
        self.harness.run_steps(2);
        self.harness.get_by_label(name).type_text(text);
        self.settle();
    }

    fn choose(&mut self, menu: &str, item: &str) {
        self.harness.get_by_role_and_label(Role::ComboBox, menu).click();
        self.harness.run_steps(3);
        self.harness.get_by_role_and_label(Role::Button, item).click();
        self.settle();
    }

    fn click(&mut self, name: &str) {
        self.harness.get_by_role_and_label(Role::Button, name).click();
        self.settle();
    }

    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }
}

fn built_in() -> Window {
    Window::open(Scenario::built_in())
}

#[test]
fn it_opens_with_a_picture_and_a_sentence() {
    let window = built_in();
    let report = window.report();
    assert_eq!(report.steps[1].owners, 40);
    assert!(window.shows(&report.steps[1].verdict.sentence));
    assert!(window.shows("Busiest ÷ mean: 5.51×"));
    assert!(window.shows("Effective width: 7.3"));
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
    window.choose("Load", "even");
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
    assert!(window.shows("this is the deal at 40"));
}

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
    assert!(window.harness.state().state().play_at.is_none());
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
    assert_eq!(window.harness.state().state().step, 0);
    window.until("the last step", |window| window.harness.state().state().step == 2);
    window.until("the end of the play", |window| window.harness.state().state().play_at.is_none());
}

#[test]
fn a_better_width_is_one_click_away() {
    let mut window = built_in();
    window.harness.get_by_label("Go to 43 subtasks").click();
    window.settle();
    assert_eq!(window.width(), 43);
}

#[test]
fn a_broken_file_changes_nothing() {
    let mut window = built_in();
    let before = window.report();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.ron");
    std::fs::write(&path, "Scenario(\n    format: 1,\n    nmae: \"x\",\n)").unwrap();
    open(&mut window, &path);
    window.until("the message", |window| window.harness.state().state().message.is_some());
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
    assert!(window.shows("save to reproduce"));
    window.press(Modifiers::COMMAND, Key::S);
    window.harness.get_by_label("Path").focus();
    window.harness.run_steps(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.get_by_label("Path").type_text(&path.display().to_string());
    window.harness.run_steps(2);
    window.harness.key_press(Key::Enter);
    window.settle();
    assert!(window.shows(&format!("redeal report {}", path.display())));
    assert_eq!(redeal::scenario::read(&path).unwrap().seed, 12);
    let mut other = built_in();
    open(&mut other, &path);
    other.until("the file", |window| window.scenario().seed == 12);
    other.settle();
    assert_eq!(other.report().seed, 12);
    other.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(other.report().seed, 7);
}

fn open(window: &mut Window, path: &Path) {
    window.press(Modifiers::COMMAND, Key::O);
    window.harness.get_by_label("Path").type_text(&path.display().to_string());
    window.harness.run_steps(2);
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(3);
}

#[test]
fn a_long_run_is_watched_and_stopped() {
    let mut window = built_in();
    let before = window.report();
    window.type_number_without_waiting("Keys", "10000000000");
    window.until("the progress bar", |window| window.harness.query_by_role_and_label(Role::Button, "Cancel").is_some());
    assert!(Arc::ptr_eq(&before, &window.report()));
    window.until("progress", |window| window.harness.state().state().done > 0);
    window.click("Cancel");
    assert!(window.shows("cancelled: the picture is the one before"));
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
    let mut window = Window::opening(Scenario { keys: Keys::Generated(long), ..Scenario::built_in() });
    window.type_number("Keys", "1000");
    assert_eq!(window.report().keys.count, 1000);
}

#[test]
fn the_map_of_keys_opens_and_closes() {
    let mut window = built_in();
    window.press(Modifiers::NONE, Key::Questionmark);
    assert!(window.shows("previous, next useful width"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("previous, next useful width"));
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

impl Window {
    /// Types into a number field bit by bit; none of the bits but the last counts.
    fn type_keys(&mut self, name: &str, texts: &[&str]) {
        self.harness.get_by_role_and_label(Role::SpinButton, name).focus();
        self.harness.run_steps(2);
        for text in texts {
            self.harness.get_by_role_and_label(Role::SpinButton, name).type_text(text);
            self.harness.run_steps(2);
        }
        self.harness.key_press(Key::Enter);
        self.harness.run_steps(2);
    }

    fn type_number_without_waiting(&mut self, name: &str, text: &str) {
        self.type_keys(name, &[text]);
    }
}
