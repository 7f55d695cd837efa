//! The command palette, recent files, and the chart that Ctrl E saves.

use crate::window::{Window, built_in};
use egui::accesskit::{Role, Toggled};
use egui::{Id, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use redeal::gui::exploration::ViewKind;
use redeal::scenario::{Scenario, save};
use std::fs;

fn looking_for(text: &str) -> Window {
    let mut window = built_in();
    window.press(Modifiers::COMMAND, Key::K);
    // The field has the keyboard; what is heard is the entry that Enter takes.
    assert_eq!(window.focused().as_deref(), Some("View: Deal"));
    window.harness.get_by_role_and_label(Role::TextInput, "Find a command").type_text(text);
    window.harness.run_steps(3);
    window
}

/// Whether an entry is the one that Enter takes.
fn is_chosen(window: &Window, name: &str) -> bool {
    window.harness.get_by_role_and_label(Role::Button, name).accesskit_node().toggled() == Some(Toggled::True)
}

#[test]
fn typing_finds_a_view_and_enter_goes_there() {
    let mut window = looking_for("view comp");
    assert!(is_chosen(&window, "View: Compare"));
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!((window.state().shown, window.state().sheet.clone()), (ViewKind::Compare, None));
}

#[test]
fn arrows_go_through_what_is_found_and_round() {
    let mut window = looking_for("theme");
    assert!(is_chosen(&window, "Theme: Dark"));
    window.press(Modifiers::NONE, Key::ArrowDown);
    assert!(is_chosen(&window, "Theme: Light"));
    window.press(Modifiers::NONE, Key::ArrowUp);
    window.press(Modifiers::NONE, Key::ArrowUp);
    assert!(is_chosen(&window, "Theme: As the system"));
    window.press(Modifiers::NONE, Key::ArrowUp);
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.harness.ctx.theme(), egui::Theme::Light);
}

#[test]
fn engines_scenarios_and_widths_are_commands() {
    let mut window = looking_for("spark engine");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.report().engine, "spark");
    let mut window = looking_for("scenario 8 buckets");
    window.press(Modifiers::NONE, Key::Enter);
    // "128 buckets" has these letters too; "8 buckets" begins with them.
    assert_eq!(window.scenario().name, "8 buckets, 2 to 4 to 12");
    let mut window = looking_for("next useful");
    assert!(is_chosen(&window, "Edit: Next useful width: 43"));
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.width(), 43);
}

#[test]
fn a_click_takes_an_entry_and_esc_takes_none() {
    let mut window = looking_for("keyboard");
    window.click("Help: Keyboard map");
    assert!(window.shows("Previous, next useful width"));
    window.press(Modifiers::NONE, Key::Escape);
    window.press(Modifiers::COMMAND, Key::K);
    window.press(Modifiers::NONE, Key::Escape);
    assert!(window.state().sheet.is_none() && window.scenario() == Scenario::built_in());
}

#[test]
fn nothing_found_is_said_and_nothing_is_done() {
    let mut window = looking_for("xyzzy");
    assert!(window.shows("No command has these words."));
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn a_path_asked_for_by_the_palette_can_be_typed_at_once() {
    let mut window = looking_for("open");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.focused().as_deref(), Some("Path"));
}

#[test]
fn ctrl_e_saves_the_chart_that_is_up() {
    let folder = tempfile::tempdir().unwrap();
    for (key, name) in [(Key::Num1, "deal"), (Key::Num2, "widths")] {
        let mut window = built_in();
        window.press(Modifiers::NONE, key);
        window.press(Modifiers::COMMAND, Key::E);
        assert_eq!(window.value(Role::TextInput, "Path"), format!("{name}.svg"));
        let path = folder.path().join(format!("{name}.svg"));
        window.type_text("Path", &path.display().to_string());
        window.harness.key_press(Key::Enter);
        window.settle();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("<svg") && text.contains("128-buckets") || text.contains("128 buckets"), "{name}");
    }
}

#[test]
fn recent_files_are_in_the_menu_and_those_gone_can_be_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, seed) in [("one.ron", 1), ("two.ron", 2)] {
        save(&Scenario { seed, ..Scenario::built_in() }, &path(name)).unwrap();
    }
    let mut window = built_in();
    for (name, seed) in [("one.ron", 1), ("two.ron", 2)] {
        window.open_file(&path(name));
        window.until("the file", |window| window.scenario().seed == seed);
        window.settle();
    }
    fs::remove_file(path("two.ron")).unwrap();
    window.click("Scenario");
    assert!(window.shows("two.ron is gone"));
    window.click("Remove two.ron from the recent files");
    assert_eq!(window.state().recent, [path("one.ron")]);
    window.click("Scenario");
    assert!(!window.shows("two.ron is gone"));
    window.click("one.ron");
    window.until("the file", |window| window.scenario().seed == 1);
}

#[test]
fn the_list_is_as_high_after_a_search_as_before() {
    let mut window = built_in();
    let height = |window: &mut Window| {
        window.press(Modifiers::COMMAND, Key::K);
        window.settle();
        let area = window.harness.ctx.memory(|memory| memory.area_rect(Id::unique("palette")));
        area.unwrap().height()
    };
    let before = height(&mut window);
    window.harness.get_by_role_and_label(Role::TextInput, "Find a command").type_text("keyboard map");
    window.settle();
    window.press(Modifiers::NONE, Key::Escape);
    let after = height(&mut window);
    assert!((before - after).abs() < 1.0, "{before} points before, {after} after");
}
