//! The Compare view: who is compared, with whom as the base, and what is said of each figure.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::gui::exploration::ViewKind;
use redeal::gui::explorer::Compared;
use redeal::scenario::{Buckets, Scenario};
use redeal::unit::BucketCount;
use std::fs;

fn comparing() -> Window {
    let mut window = built_in();
    window.press(Modifiers::NONE, Key::Num7);
    assert_eq!(window.state().shown, ViewKind::Compare);
    window
}

#[test]
fn every_figure_of_every_scenario_is_shown_with_its_distance() {
    let window = comparing();
    assert!(window.shows("Buckets: A 128, B 128, C 120 (−8 · −6.2\u{a0}%)"));
    assert!(window.shows("Step 2"));
    assert!(window.shows("A group of bars for every step, a bar for every scenario."));
}

#[test]
fn better_and_worse_are_said_only_of_the_same_job() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("even.ron");
    let even = Scenario { buckets: Buckets::Fixed(BucketCount::clamped(120)), ..Scenario::built_in() };
    redeal::scenario::save(&even, &path).unwrap();
    let mut window = comparing();
    window.click("Take 120 buckets: divisible by most widths out");
    window.click("Add a scenario");
    window.click("A file…");
    window.type_text("Path", &path.display().to_string());
    window.harness.key_press(Key::Enter);
    window.settle();
    assert_eq!(window.state().wishes.compared, [Compared::Shipped("127-versus-64"), Compared::File(path)]);
    // Even buckets of 40 workers: 4 ÷ 3.2 with 128 buckets, 3 ÷ 3 with 120.
    assert!(window.shows("Dealing alone: A 1.25×"), "step 2");
    let row = window.harness.query_all_by_label_contains("Dealing alone: A 1.25×").next().unwrap();
    let words = row.accesskit_node().value().unwrap();
    assert!(words.contains("C 1.00× (−0.25× · −20\u{a0}%, better)"), "{words}");
}

#[test]
fn another_base_turns_the_differences_round() {
    let mut window = comparing();
    window.click("Make 120 buckets: divisible by most widths the base");
    assert_eq!(window.state().wishes.base, 2);
    assert!(window.shows("Buckets: A 128 (+8 · +6.7\u{a0}%), B 128 (+8 · +6.7\u{a0}%), C 120"));
    // The base goes: the scenario itself takes its place.
    window.click("Take 120 buckets: divisible by most widths out");
    assert_eq!(window.state().wishes.base, 0);
    assert!(window.shows("Buckets: A 128, B 128"));
}

#[test]
fn a_scenario_can_be_added_until_there_are_four_and_all_taken_out() {
    let mut window = comparing();
    window.click("Add a scenario");
    window.click("8 buckets, 2 to 4 to 12");
    assert_eq!(window.state().wishes.compared.last(), Some(&Compared::Shipped("8-buckets")));
    assert!(window.harness.get_by_role_and_label(Role::Button, "Add a scenario").accesskit_node().is_disabled());
    for _ in 0..3 {
        let first =
            window.harness.query_all_by_label_contains("Take ").next().unwrap().accesskit_node().label().unwrap();
        window.click(&first);
    }
    assert!(window.state().wishes.compared.is_empty());
    assert!(window.shows("Add a scenario to see it beside this one."));
}

#[test]
fn a_file_that_is_gone_says_so_and_can_be_taken_out() {
    let mut window = comparing();
    let folder = tempfile::tempdir().unwrap();
    window.press(Modifiers::COMMAND, Key::K);
    window.harness.get_by_role_and_label(Role::TextInput, "Find a command").type_text("compare with");
    window.harness.run_steps(3);
    window.press(Modifiers::NONE, Key::Enter);
    window.type_text("Path", &folder.path().join("gone.ron").display().to_string());
    window.harness.key_press(Key::Enter);
    window.settle();
    assert!(window.shows("gone.ron: cannot be read"));
    window.click("Take gone.ron out");
    assert!(!window.shows("gone.ron") && window.shows("Buckets: A 128, B 128"));
}

#[test]
fn an_edit_moves_the_scenarios_own_column() {
    let mut window = comparing();
    window.type_number("Buckets N", "120");
    assert!(window.shows("Buckets: A 120, B 128 (+8 · +6.7\u{a0}%), C 120"));
}

#[test]
fn the_table_is_saved_as_the_command_line_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("compare.csv");
    let mut window = comparing();
    window.press(Modifiers::COMMAND, Key::E);
    assert_eq!(window.value(Role::TextInput, "Path"), "compare.svg");
    window.type_text("Path", &path.display().to_string());
    window.harness.key_press(Key::Enter);
    window.settle();
    let found = window.state().exploration.found.compare.clone().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), redeal::export::compare_csv(&found.comparison));
}
