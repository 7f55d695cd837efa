//! The Move and the Ways out view.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::deal::DealingRule;
use redeal::gui::exploration::ViewKind;
use redeal::scenario::{Scenario, parse, shipped};

fn scenario(name: &str) -> Scenario {
    parse(shipped().iter().find(|(stem, _)| *stem == name).unwrap().1).unwrap()
}

/// A window on a scenario that shows a view.
fn showing(name: &str, key: Key) -> Window {
    let mut window = Window::open(scenario(name));
    window.harness.key_press(key);
    window.settle();
    window
}

/// Widths of the steps chosen at both ends.
fn ends(window: &Window) -> (String, String) {
    (window.value(Role::ComboBox, "From step"), window.value(Role::ComboBox, "To step"))
}

#[test]
fn the_movement_is_told_in_one_sentence() {
    let mut window = showing("plan-4-to-40", Key::Num4);
    assert_eq!(window.state().shown, ViewKind::Move);
    assert_eq!(window.state().wishes.steps, None);
    // Ranges of 32 become ranges of 16: 87.5 % have another number, half must move.
    assert!(
        window.shows("From 4 to 8 subtasks, 112 of 128 key groups change their owner; with the best names 64 would.")
    );
    assert!(window.shows("Key groups: 112 · 88\u{a0}%, 64 · 50\u{a0}%"));
    // Every new range of 16 lies in one old range of 32.
    assert!(window.shows("Files opened: 8, exact"));
    assert!(window.shows("Seeks in them: 128, exact"));
    window.choose("To step", "4. Restore, 40 workers");
    assert_eq!(window.state().wishes.steps, Some((0, 3)));
    assert!(
        window.shows("From 4 to 40 subtasks, 124 of 128 key groups change their owner; with the best names 112 would.")
    );
}

#[test]
fn the_step_shown_is_the_end_unless_another_is_picked() {
    let mut window = showing("plan-4-to-40", Key::Num4);
    let shown = window.state().step;
    assert!(ends(&window).1.starts_with(&format!("{}. ", shown + 1)));
    window.choose("To step", "1. First start, 4 workers");
    assert!(ends(&window).1.starts_with("1. "));
    window.harness.get_by_label("follow the step shown").click();
    window.settle();
    assert_eq!(window.state().wishes.steps, None);
    assert!(ends(&window).1.starts_with(&format!("{}. ", shown + 1)));
}

#[test]
fn ends_that_meet_change_places() {
    let mut window = Window::open(Scenario::built_in());
    window.harness.key_press(Key::Num4);
    window.settle();
    assert!(
        window.shows("From 4 to 40 subtasks, 124 of 128 key groups change their owner; with the best names 112 would.")
    );
    window.choose("From step", "2. Restore, 40 workers");
    assert_eq!(window.state().wishes.steps, Some((1, 0)));
    assert!(window.shows("From 40 to 4 subtasks, 124 of 128 key groups"));
}

#[test]
fn a_dealing_rule_is_compared_with() {
    let mut window = built_in();
    window.harness.key_press(Key::Num4);
    window.settle();
    // Under b mod p, 4 → 40 leaves 16 of 128 where they are.
    assert!(window.shows("Modulo: 112 · 88\u{a0}%"));
    window.choose("Dealing rule", "modulo");
    assert_eq!(window.state().wishes.rule, Some(DealingRule::Modulo));
    assert!(window.shows("From 4 to 40 subtasks, dealt modulo, 112 of 128 key groups change their owner"));
}

#[test]
fn a_refused_step_shows_the_last_movement() {
    let mut window = built_in();
    window.harness.key_press(Key::CloseBracket);
    window.harness.key_press(Key::Num4);
    window.settle();
    assert_eq!(window.state().step, 2);
    assert!(window.shows("Restore at 200 is refused: nothing moves there. This is the last movement that ran."));
    assert!(window.shows("From 4 to 40 subtasks"));
}

#[test]
fn one_step_moves_nothing() {
    let mut one = Scenario::built_in();
    one.widths.truncate(1);
    let mut window = Window::open(one);
    window.harness.key_press(Key::Num4);
    window.settle();
    assert!(window.shows("Only one step of this scenario runs, so nothing moves."));
}

#[test]
fn each_engine_says_how_it_restores() {
    let window = showing("plan-kafka-streams", Key::Num4);
    assert!(window.shows("This is the target, not the rebalance's path"));
    assert!(window.shows("Rounds of warm-ups"));
    let window = showing("plan-spark", Key::Num4);
    assert!(window.shows("What a restart reads") && window.shows("a model"));
    let window = showing("mapreduce-no-ceiling", Key::Num4);
    assert!(window.shows("Nothing is handed over: Hadoop MapReduce keeps no state."));
}

#[test]
fn three_ways_out_stand_side_by_side() {
    let window = showing("plan-4-to-40", Key::Num6);
    for (way, allowed) in
        [("Rebuild from the source", "Yes"), ("Rewrite the snapshot", "In some settings"), ("Split the job", "Yes")]
    {
        assert!(window.has(Role::Label, &format!("{way}: {allowed}")), "{way}");
    }
    let tops = ["Rebuild from the source, Stop", "Rewrite the snapshot, Stop", "Split the job, Stop"]
        .map(|label| window.harness.get_by_label_contains(label).rect().top());
    assert!(tops.iter().all(|top| (top - tops[0]).abs() < 0.5), "{tops:?}");
    // A million records and 60 s of 20 000, at 80 000 more a second than arrive.
    assert!(window.shows("Rebuild from the source, Stop: 60\u{a0}s"));
    assert!(window.shows("Rebuild from the source, Catch-up: 28\u{a0}s"));
    assert!(window.shows("Split the job, Ceiling then: 256"));
}

#[test]
fn the_inputs_of_the_ways_out_are_edited() {
    let mut window = showing("plan-4-to-40", Key::Num6);
    window.type_number("Restart takes", "120");
    assert_eq!(window.scenario().ways_out.unwrap().restart_secs.to_bits(), 120.0_f64.to_bits());
    assert!(window.shows("Rebuild from the source, Stop: 2\u{a0}min"));
    window.type_number("Source holds", "750000");
    assert_eq!(window.scenario().ways_out.unwrap().retained_records, Some(750_000));
    assert!(window.shows("Rebuild from the source, Past that is lost: 25\u{a0}%"));
    assert!(window.shows("Rebuild from the source, Incomplete results: for ever"));
    window.type_number("Replayed records", "20000");
    assert!(window.shows("Rebuild from the source, Catch-up: never"));
    assert!(window.has(Role::Label, "Rebuild from the source: Yes, but never catches up"));
    window.double_click_label("Source holds");
    assert_eq!(window.scenario().ways_out.unwrap().retained_records, None);
}

#[test]
fn a_bad_figure_has_its_sentence_beside_it() {
    let mut window = showing("plan-4-to-40", Key::Num6);
    let before = window.scenario();
    window.type_keys("Live records", &["-1"]);
    assert!(window.shows("live_per_sec is -1: allowed are numbers from 0 to 10^15 records a second"));
    window.harness.key_press(Key::Escape);
    window.type_keys("New count", &["40000"]);
    assert!(window.shows("maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: 40000"));
    assert_eq!(window.scenario(), before);
}

#[test]
fn a_way_that_an_engine_has_not_shows_no_figures() {
    let window = showing("plan-kafka-streams", Key::Num6);
    assert!(window.has(Role::Label, "Rewrite the snapshot: No"));
    assert!(window.shows("There is no such way in Kafka Streams."));
    assert!(!window.shows("Rewrite the snapshot, Stop"));
    let window = showing("mapreduce-no-ceiling", Key::Num6);
    assert!(window.shows("Hadoop MapReduce needs no way out"));
}

#[test]
fn both_views_fit_the_smallest_window() {
    for key in [Key::Num4, Key::Num6] {
        let mut window = Window::open_sized(scenario("plan-4-to-40"), vec2(960.0, 600.0));
        window.harness.key_press(key);
        window.settle();
        let names = match key {
            Key::Num4 => [(Role::ComboBox, "From step"), (Role::ComboBox, "To step"), (Role::ComboBox, "Dealing rule")],
            _ => [(Role::SpinButton, "New count"), (Role::SpinButton, "History"), (Role::SpinButton, "Restart takes")],
        };
        for (role, name) in names {
            let rect = window.rect(role, name);
            assert!(rect.left() >= 256.0 && rect.right() <= 960.0 - 256.0, "{name}: {rect}");
        }
    }
}

/// Where a start takes another count there is no matrix: it is said why, and what the two deals are.
#[test]
fn two_counts_say_what_is_to_be_done() {
    use redeal::scenario::RestartBuckets;
    use redeal::unit::BucketCount;
    let set = |count| RestartBuckets::Set(BucketCount::clamped(count));
    let mut mapreduce = scenario("mapreduce-no-ceiling");
    mapreduce.restart_buckets = vec![set(12); mapreduce.widths.len() - 1];
    let mut window = Window::open(mapreduce);
    window.harness.key_press(Key::Num4);
    window.settle();
    window.press(egui::Modifiers::NONE, Key::OpenBracket);
    let report = window.report();
    let counts: Vec<u32> = report.steps.iter().map(|step| step.bucket_count).collect();
    assert!(counts.windows(2).any(|pair| pair[0] != pair[1]), "{counts:?}");
    assert!(window.shows("Each run reads its input anew") && window.shows("The two deals: before, after"));
    assert!(!window.shows("Ways out: what rebuild"));
}

/// A Redis cluster has 16 384 slots, always: nothing is set, nothing is best of one, and no way leads to another count.
#[test]
fn a_constant_count_is_nothing_to_choose() {
    let mut window = showing("redis-slots", Key::Num4);
    assert!(window.shows("A running one need not move so many"));
    assert!(window.shows("a constant, nothing to set"));
    let leave = window.harness.get_by_role_and_label(Role::CheckBox, "Leave it to the engine");
    assert!(leave.accesskit_node().is_disabled());
    window.harness.key_press(Key::Num3);
    window.settle();
    assert!(window.shows("hash slots, always: nothing to choose."));
    assert!(!window.shows("2\u{a0}340.571"), "thousandths of thousands");
    assert!(!window.names(Role::Image).iter().any(|name| name.contains("most evenly")));
    window.harness.key_press(Key::Num6);
    window.settle();
    assert!(window.shows("always: there is no other count to go to."));
    assert!(!window.shows("Rebuild from the source, Stop") && window.shows("Split the job, Stop"));
}

/// An index goes where its routing shards let it: that is said, and those counts are offered.
#[test]
fn an_index_is_told_what_its_routing_shards_allow() {
    let mut window = showing("elasticsearch-split", Key::Num2);
    for count in [10, 15, 30] {
        assert!(window.has(Role::Button, &format!("Compare with {count}")), "{count}");
    }
    assert!(!window.has(Role::Button, "Compare with 120"));
    window.harness.key_press(Key::Num3);
    window.settle();
    assert!(window.shows("30 routing shards allow only 1, 2, 3, 5, 6, 10, 15 and 30 primary shards: for 36 or more"));
    window.harness.key_press(Key::Num6);
    window.settle();
    assert!(window.shows("Two indices: Yes") && !window.shows("Split the job"));
}
