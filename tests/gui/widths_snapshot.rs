//! The Widths and Snapshot views: curves that answer a click, what is laid over them, and the figures beside them.

use crate::window::{Window, built_in};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Pos2, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::engine::{Engine, FlinkSnapshot, SparkStore};
use redeal::keys::LoadLaw;
use redeal::scenario::{Buckets, Keys, Scenario};
use redeal::unit::BucketCount;

fn on_view(mut window: Window, tab: &str) -> Window {
    window.click(tab);
    window
}

/// What a chart says to those who hear it.
fn description(window: &Window, name: &str) -> String {
    let start = format!("{name}: ");
    let charts = window.harness.query_all_by_role(Role::Image).filter_map(|node| node.accesskit_node().label());
    let mut own = charts.filter(|label| label.starts_with(&start));
    own.next().unwrap_or_else(|| panic!("no chart is called {name}"))
}

/// A place in a chart, as shares of its width and height.
fn place(window: &Window, name: &str, [x, y]: [f32; 2]) -> Pos2 {
    let description = description(window, name);
    let rect = window.rect(Role::Image, &description);
    rect.min + vec2(rect.width() * x, rect.height() * y)
}

fn click_chart(window: &mut Window, name: &str, share: [f32; 2]) {
    let at = place(window, name, share);
    window.harness.hover_at(at);
    window.harness.run_steps(2);
    window.harness.drag_at(at);
    window.harness.step();
    window.harness.drop_at(at);
    window.settle();
}

fn counts(window: &Window) -> Vec<u32> {
    window.state().wishes.others.iter().map(|count| count.get()).collect()
}

fn is_on(window: &Window, name: &str) -> bool {
    let node = window.harness.get_by_role_and_label(Role::Button, name);
    node.accesskit_node().toggled() == Some(Toggled::True)
}

fn is_disabled(window: &Window, name: &str) -> bool {
    window.harness.get_by_role_and_label(Role::Button, name).accesskit_node().is_disabled()
}

fn even(scenario: Scenario) -> Scenario {
    let Keys::Generated(mut keys) = scenario.keys.clone() else { panic!("other keys") };
    keys.load = LoadLaw::Uniform { each: 10 };
    Scenario { keys: Keys::Generated(keys), ..scenario }
}

#[test]
fn the_widths_are_told_and_the_next_useful_one_is_a_click_away() {
    let mut window = on_view(built_in(), "Widths");
    assert!(description(&window, "Widths").contains("128 buckets"));
    // ceil(128 / p) is 4 from 32 to 42 and 3 from 43 on: 128 / 4 = 32, 128 / 3 = 42.7.
    assert!(window.shows("owns 3 key groups instead of 4. Worth 42.7 evenly loaded subtasks instead of 32"));
    window.harness.get_by_label("43 subtasks").click();
    window.settle();
    assert_eq!(window.width(), 43);
    window.type_number("Workers p", "200");
    assert!(window.shows("No width above 200 is useful. The last one that is:"));
    window.harness.get_by_label("128 subtasks").click();
    window.settle();
    assert_eq!(window.width(), 128);
    assert!(window.shows("No width above 128 is useful: every subtask owns one key group already."));
}

#[test]
fn other_counts_are_laid_over_and_taken_out() {
    let mut window = on_view(built_in(), "Widths");
    // The scenario's own count is on the axes already.
    assert!(!window.has(Role::Button, "Compare with 128"));
    assert!(!is_on(&window, "Compare with 240"));
    window.click("Compare with 240");
    window.click("Compare with 120");
    assert_eq!(counts(&window), [240, 120]);
    assert!(is_on(&window, "Compare with 240"));
    let rows = window.state().exploration.found.widths.clone().expect("a sweep");
    assert_eq!(rows.iter().map(|group| group[0].buckets).collect::<Vec<_>>(), [128, 240, 120]);
    window.click("Compare with 240");
    assert_eq!(counts(&window), [120]);
    assert_eq!(window.scenario(), Scenario::built_in(), "what is compared is no part of the scenario");
}

#[test]
fn any_count_can_be_added_up_to_four() {
    let mut window = on_view(built_in(), "Widths");
    window.type_text("Another count", "40000");
    assert!(window.shows("maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: 40000"));
    window.type_text("Another count", "128");
    assert!(window.shows("128 is on the axes already"));
    window.type_text("Another count", "many");
    assert!(window.shows("\"many\" is not a whole number"));
    window.type_text("Another count", "360");
    window.harness.key_press(Key::Enter);
    window.settle();
    assert_eq!(counts(&window), [360]);
    for count in [120, 240, 720] {
        window.click(&format!("Compare with {count}"));
    }
    assert_eq!(counts(&window), [360, 120, 240, 720]);
    let field = window.harness.get_by_role_and_label(Role::TextInput, "Another count");
    assert!(field.accesskit_node().is_disabled());
    window.click("Compare with 360");
    assert!(!window.has(Role::Button, "Compare with 360"));
}

#[test]
fn a_band_is_drawn_where_seeds_change_something() {
    let mut window = on_view(built_in(), "Widths");
    window.click("20");
    assert_eq!(window.state().wishes.seeds, 20);
    let rows = window.state().exploration.found.widths.clone().expect("a sweep");
    assert!(rows[0].iter().filter(|row| row.owners > 0).all(|row| row.band.is_some()));
    window.click("Off");
    assert_eq!(window.state().wishes.seeds, 0);
}

#[test]
fn a_band_of_equal_keys_is_refused_with_the_reason() {
    let mut window = on_view(Window::open(even(Scenario::built_in())), "Widths");
    assert!(is_disabled(&window, "20") && is_disabled(&window, "100"));
    let at = window.rect(Role::Button, "20").center();
    window.harness.hover_at(at);
    window.until("the reason", |window| window.shows("Seeds change nothing here: every key has the same load."));
}

#[test]
fn a_click_on_the_curve_goes_to_that_width() {
    let mut window = on_view(built_in(), "Widths");
    click_chart(&mut window, "Widths", [0.5, 0.6]);
    // The axis runs from 0 to 145 workers: half of the picture lies near half of them.
    assert!((55..=85).contains(&window.width()), "{}", window.width());
}

#[test]
fn the_numbers_can_be_read_instead_of_the_picture() {
    let mut window = on_view(built_in(), "Snapshot");
    window.click("Show the numbers");
    assert!(window.shows("metadata bytes"));
    // 82 + 604 + 40 · 115 + 8 · 128 bytes of _metadata: Flink 1.20.0.
    assert!(window.has(Role::Label, "6310"));
    window.click("Show the picture");
    assert!(description(&window, "Snapshot").contains("128 buckets"));
}

#[test]
fn a_snapshots_figures_have_units_and_say_how_far_they_go() {
    let mut window = on_view(built_in(), "Snapshot");
    // Flink 1.20.0 at 40 subtasks: 6310 bytes in 1 + 40 files.
    assert!(window.shows("Metadata: 6\u{a0}310\u{a0}B, exact"));
    assert!(window.shows("Files: 41, exact"));
    assert!(window.shows("Ranges: 40, exact"));
    assert!(window.shows("Key groups per subtask: 3.2"));
    // 9 · 40 + 8 · 128 bytes.
    assert!(window.shows("Offsets in _metadata: 1\u{a0}384\u{a0}B, exact"));
    // 8 bytes of metadata, and 4 + 6 of state files, for each of 128 more.
    assert!(
        window.shows(
            "Doubling to 256 key groups adds 1\u{a0}024\u{a0}B of metadata and 1\u{a0}280\u{a0}B of state files."
        )
    );
    let at = window.harness.get_by_label("Offsets in _metadata: 1\u{a0}384\u{a0}B, exact").rect().center();
    window.harness.hover_at(at);
    window.until("its source", |window| window.shows("KeyGroupsStateHandle in _metadata, 1.20.0 and 2.3.0."));
}

#[test]
fn what_doubling_adds_is_told_of_counts_that_are_no_power_of_two() {
    let buckets = Buckets::Fixed(BucketCount::clamped(120));
    let window = on_view(Window::open(Scenario { buckets, ..Scenario::built_in() }), "Snapshot");
    assert!(
        window.shows("Doubling to 240 key groups adds 960\u{a0}B of metadata and 1\u{a0}200\u{a0}B of state files.")
    );
}

#[test]
fn a_count_clicked_is_taken() {
    let mut window = on_view(built_in(), "Snapshot");
    click_chart(&mut window, "Snapshot", [0.5, 0.6]);
    let Buckets::Fixed(count) = window.scenario().buckets else { panic!("the engine's") };
    assert!(count.get() != 128 && count.get().is_power_of_two(), "{count}");
    assert_eq!(window.report().buckets.count, count.get());
}

#[test]
fn the_kind_of_snapshot_is_an_edit_of_the_scenario() {
    let mut window = on_view(built_in(), "Snapshot");
    window.click("RocksDB incremental");
    let Engine::Flink(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!(options.snapshot, FlinkSnapshot::RocksdbIncremental);
    // 9 bytes a subtask, whatever N is.
    assert!(window.shows("Ranges in _metadata: 360\u{a0}B, exact"));
    assert!(window.shows(", estimated") && window.shows(", fitted"));
    window.type_number("Keyed states", "3");
    let Engine::Flink(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!(options.states, 3);
    window.type_keys("Keyed states", &["0"]);
    assert!(window.shows("0: allowed are 1 to 1\u{a0}000"));
}

#[test]
fn other_engines_have_their_own_options() {
    let open = |id: &str| {
        let engine = Engine::named(id).expect("an engine");
        on_view(Window::open(Scenario { engine, ..Scenario::built_in() }), "Snapshot")
    };
    let mut window = open("spark");
    window.click("RocksDB changelog");
    window.type_number("Stores", "4");
    let Engine::Spark(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!((options.store, options.stores), (SparkStore::RocksDbChangelog, 4));
    let mut window = open("kafka-streams");
    window.type_number("Standbys", "2");
    let Engine::KafkaStreams(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!(options.standbys, 2);
    for id in ["flink-sql", "custom"] {
        assert!(description(&open(id), "Snapshot").starts_with("Snapshot: "), "{id}");
    }
    // Where nothing of it grows with the count there are no empty axes.
    for id in ["risingwave", "mapreduce", "elasticsearch"] {
        let window = open(id);
        assert!(window.shows("No part of a snapshot grows with the bucket count"), "{id}");
        assert!(!window.shows("Doubling to "), "{id}: what is not modelled adds nobody knows what");
        assert!(!window.names(Role::Image).iter().any(|name| name.starts_with("Snapshot: ")), "{id}");
    }
}

#[test]
fn a_refused_step_has_the_snapshot_of_the_widest_that_runs() {
    let mut window = on_view(built_in(), "Snapshot");
    window.harness.key_press(Key::CloseBracket);
    window.settle();
    assert!(window.shows("200 subtasks are refused; these are the figures at 128."));
    // 82 + 604 + 128 · 115 + 8 · 128.
    assert!(window.shows("Metadata: 16.4\u{a0}kB, exact"));
}

#[test]
fn both_views_stay_within_the_smallest_window() {
    let size = vec2(960.0, 600.0);
    let middle = egui::Rect::from_min_max(pos2(256.0, 44.0), pos2(960.0 - 256.0, 600.0 - 68.0));
    for (tab, names) in [("Widths", vec!["Compare with 240", "Compare with 720", "100"]), ("Snapshot", vec!["Hashmap"])]
    {
        let window = on_view(Window::open_sized(Scenario::built_in(), size), tab);
        for name in names {
            let rect = window.rect(Role::Button, name);
            assert!(middle.contains_rect(rect), "{tab}: {name} at {rect}");
        }
        let chart = window.rect(Role::Image, &description(&window, tab));
        assert!(chart.left() >= middle.left() && chart.right() <= middle.right(), "{tab}: {chart}");
    }
}
