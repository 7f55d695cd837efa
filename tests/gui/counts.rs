//! The Counts view: a plan is edited, a count is recommended for it, and taken.

use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::engine::Engine;
use redeal::explore::{Advice, Plan};
use redeal::scenario::{Buckets, Scenario, parse, shipped};
use redeal::unit::{BucketCount, WorkerCount};
use std::sync::Arc;

fn scenario(stem: &str) -> Scenario {
    let (_, text) = shipped().iter().find(|(name, _)| *name == stem).expect("a shipped scenario");
    parse(text).unwrap()
}

/// A window on the view, all of it found.
fn counts_of(stem: &str, size: Vec2) -> Window {
    let mut window = Window::open_sized(scenario(stem), size);
    window.click("Counts");
    window
}

fn counts() -> Window {
    counts_of("plan-4-to-40", vec2(1280.0, 800.0))
}

fn advice(window: &Window) -> Arc<Advice> {
    Arc::clone(window.state().exploration.found.advice.as_ref().expect("an advice"))
}

fn best(window: &Window) -> u32 {
    advice(window).recommended[0].buckets.get()
}

/// The plan of the scenario as it is edited.
fn plan(window: &Window) -> Plan {
    window.scenario().plan.expect("a plan of its own")
}

fn description(window: &Window, chart: &str) -> String {
    let images = window.harness.query_all_by_role(Role::Image).filter_map(|node| node.accesskit_node().label());
    let start = format!("{chart}: ");
    images.into_iter().find(|label| label.starts_with(&start)).unwrap_or_else(|| panic!("no chart is called {chart}"))
}

fn follow(window: &mut Window, link: &str) {
    window.harness.get_by_role_and_label(Role::Link, link).click();
    window.settle();
}

fn buckets(count: u64) -> Buckets {
    Buckets::Fixed(BucketCount::new(count).unwrap())
}

#[test]
fn another_peak_asks_for_another_count() {
    let mut window = counts();
    let before = best(&window);
    assert!(window.shows(&format!("Take {before} key groups.")));
    window.type_number("Expected peak", "100");
    assert_eq!(plan(&window).peak_width.get(), 100);
    // Three times the peak at the least, as the plan wants.
    let after = best(&window);
    assert!(after >= 300 && advice(&window).least_buckets == 300, "{after}");
    assert_ne!(before, after);
    assert!(!window.shows(&format!("Take {before} key groups.")));
    window.click("Undo");
    assert_eq!((plan(&window).peak_width.get(), best(&window)), (40, before));
}

#[test]
fn a_plan_that_cannot_be_says_so_and_the_picture_stays() {
    let mut window = counts();
    let (before, picture) = (advice(&window), description(&window, "Counts"));
    window.type_number("Expected peak", "3");
    assert!(window.shows("peak_width is 3, below first_width 4: the expected peak is at least the first width"));
    assert_eq!(window.value(Role::SpinButton, "Expected peak"), "3");
    assert_eq!(window.scenario(), scenario("plan-4-to-40"));
    assert!(Arc::ptr_eq(&before, &advice(&window)));
    assert_eq!(description(&window, "Counts"), picture);
    window.harness.key_press(Key::Escape);
    window.settle();
    window.type_text("Widths liked", "8, 80");
    assert!(window.shows("widths_liked holds 80, above peak_width 40: raise the peak or leave it out"));
    assert!(Arc::ptr_eq(&before, &advice(&window)));
    window.type_text("Widths liked", "8, 24");
    window.harness.key_press(Key::Enter);
    window.settle();
    assert_eq!(plan(&window).widths_liked, [8, 24].map(WorkerCount::clamped));
}

#[test]
fn a_recommended_count_is_taken_and_given_back() {
    let mut window = counts();
    let count = best(&window);
    window.click("Take it");
    assert_eq!(window.scenario().buckets, buckets(count.into()));
    assert_eq!(window.report().buckets.count, count);
    assert!(window.shows(&format!("Keep {count} key groups")) && !window.has(Role::Button, "Take it"));
    window.click("Undo");
    assert_eq!(window.scenario().buckets, Buckets::EngineDefault);
    assert_eq!(window.report().buckets.count, 128);
}

#[test]
fn a_row_shows_why_and_is_what_is_taken() {
    let mut window = counts();
    window.click("Recommended");
    let second = advice(&window).recommended[1].clone();
    let (name, words) =
        (format!("{} key groups: score", second.buckets), Engine::named("flink").unwrap().facts().words);
    let row = window
        .harness
        .query_all_by_role(Role::Button)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(&name)));
    row.expect("the second row").click();
    window.settle();
    for reason in &second.reasons {
        assert!(window.shows(&reason.sentence(&words)), "{reason:?}");
    }
    window.click("Take it");
    assert_eq!(window.scenario().buckets, buckets(second.buckets.get().into()));
}

#[test]
fn what_no_count_meets_is_said() {
    let mut window = counts();
    follow(&mut window, "More…");
    window.harness.get_by_role_and_label(Role::CheckBox, "Files at most").click();
    window.settle();
    assert_eq!(plan(&window).max_files, Some(1000));
    // Flink writes a file a subtask and one of metadata: 41 at the peak of 40.
    window.type_number("Files at most", "40");
    let advice = advice(&window);
    assert!(advice.recommended.is_empty());
    assert!(window.shows("No count meets the plan."));
    assert!(window.shows("41 files in a snapshot at the peak: the plan allows 40."));
    follow(&mut window, "From the steps");
    assert_eq!(window.scenario().plan, None);
    assert!(window.shows("As the steps tell") && !window.has(Role::Link, "From the steps"));
}

#[test]
fn rates_come_and_go_together() {
    let mut window = counts();
    follow(&mut window, "More…");
    window.type_number("Records now", "40000");
    assert_eq!(plan(&window).rate_per_sec, Some(40_000.0));
    window.harness.get_by_role_and_label(Role::CheckBox, "Load in records").click();
    window.settle();
    let without = plan(&window);
    assert_eq!((without.rate_per_sec, without.worker_rate_per_sec), (None, None));
    assert!(!window.has(Role::SpinButton, "Records now"));
}

#[test]
fn charts_say_what_they_show() {
    let mut window = counts();
    let heat = description(&window, "Counts");
    assert!(heat.contains("Heat map of busiest load to mean load") && heat.contains("deal most evenly"), "{heat}");
    let best = best(&window);
    window.click("Runway");
    // 4 workers are needed now, 1.6 times as many each year: ln(720 / 4) / ln(1.6) = 11.05 years, and so on for any count.
    let years = libm::log(f64::from(best) / 4.0) / libm::log(1.6);
    let runway = description(&window, "Runway");
    assert!(runway.contains(&format!("{years:.1} years")), "{runway}");
    window.click("Trade-off");
    let trade_off = description(&window, "Trade-off");
    assert!(trade_off.contains(&format!("{best} key groups waste")), "{trade_off}");
    window.click("Runway");
    window.type_number("Growth a year", "0");
    assert!(window.shows("The plan tells no growth"));
}

#[test]
fn a_cell_takes_its_count_and_width_in_one_step() {
    let mut window = counts();
    let picture = window
        .harness
        .query_all_by_role(Role::Image)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with("Counts: ")));
    let middle = picture.expect("the heat map").rect().center();
    window.harness.hover_at(middle);
    window.harness.run_steps(2);
    window.harness.drag_at(middle);
    window.harness.run_steps(2);
    window.harness.drop_at(middle);
    window.settle();
    let before = scenario("plan-4-to-40");
    let Buckets::Fixed(count) = window.scenario().buckets else { panic!("no count was taken") };
    assert_eq!(window.report().buckets.count, count.get());
    assert_ne!(window.width(), before.widths[1].get());
    window.click("Undo");
    assert_eq!(window.scenario(), before);
}

#[test]
fn two_columns_show_all_at_once_and_the_smallest_window_breaks_nothing() {
    let window = counts_of("plan-spark", vec2(1920.0, 1080.0));
    let heat = description(&window, "Counts");
    assert!(heat.contains("deal most evenly"));
    assert!(description(&window, "Runway").contains("executor cores"));
    assert!(window.shows("score 7.6 = ") && window.shows("Why 120 state partitions"));
    let window = counts_of("128-buckets", vec2(960.0, 600.0));
    let middle = egui::Rect::from_min_max(egui::pos2(256.0, 44.0), egui::pos2(960.0 - 264.0, 600.0 - 68.0));
    for name in ["First width", "Expected peak", "Growth a year", "Headroom"] {
        let field = window.rect(Role::SpinButton, name);
        assert!(middle.contains_rect(field), "{name}: {field} is not in {middle}");
    }
}
