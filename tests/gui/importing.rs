//! A list of keys is opened or dropped: looked at in a sheet, taken as the scenario's keys, or left.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use flate2::Compression;
use flate2::write::GzEncoder;
use redeal::gui::background::Stage;
use redeal::gui::sheet::Sheet;
use redeal::import::ColumnChoice;
use redeal::scenario::{Keys, Scenario};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Three users of two regions; a line that holds no load, and one without a user.
const ORDERS: &str =
    "user,region,records\nuser-1,north,5\nuser-2,south,7\nuser-1,south,2\nuser-3,south,many\n,north,4\n";

/// A window that shows a list, with the folder that it lies in.
fn looking_at(name: &str, text: &[u8]) -> (Window, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), text).unwrap();
    let mut window = built_in();
    window.open_file(&folder.path().join(name));
    window.until("the sheet", |window| window.shows("Import a list of keys"));
    window.harness.run_steps(3);
    (window, folder)
}

fn shows_sheet(window: &Window) -> bool {
    matches!(window.state().sheet, Some(Sheet::Import(_)))
}

/// Whether the sheet shows what it was last told.
fn is_shown(window: &Window) -> bool {
    matches!(&window.state().sheet, Some(Sheet::Import(list)) if !list.is_late)
}

fn choose(window: &mut Window, menu: &str, item: &str) {
    window.choose(menu, item);
    window.until("the preview", is_shown);
    window.harness.run_steps(2);
}

fn is_list(window: &Window) -> bool {
    matches!(window.scenario().keys, Keys::File(_))
}

#[test]
fn a_list_is_shown_before_it_is_taken() {
    let (mut window, _folder) = looking_at("orders.csv", ORDERS.as_bytes());
    assert!(window.shows("CSV, separated by commas") && window.shows("takes the place of the keys of"));
    // What was found stands in the controls.
    for (control, found) in [
        ("Format", "CSV"),
        ("Between fields", "comma"),
        ("First row", "names of columns"),
        ("Key column", "user"),
        ("Load column", "records"),
        ("State column", "none"),
    ] {
        assert_eq!(window.value(Role::ComboBox, control), format!("Found: {found}"), "{control}");
    }
    assert!(window.shows("line 5, character 14: load \"many\" is not a whole number of records"));
    assert!(window.shows("1 of 5 rows cannot be read and is left out"));
    assert!(
        window.shows("1 row has a null key (4 records): Apache Flink refuses it"),
        "{:?}",
        window.names(Role::Label)
    );
    assert_eq!(window.scenario(), Scenario::built_in());

    window.press(Modifiers::NONE, Key::Enter);
    assert!(is_list(&window) && !shows_sheet(&window));
    let report = window.report();
    // user-1 with 5 and 2 records, user-2 with 7; Flink 1.20.0: user-1 lies in key group 121 of 128 (tests/data/flink/keys.jsonl).
    assert_eq!((report.keys.count, report.keys.load, report.buckets.load[121]), (2, 14, 7));
    assert!(window.shows("1 of 5 rows cannot be read and is left out: line 5, load \"many\""));
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn another_key_column_changes_the_preview_and_the_keys() {
    let (mut window, _folder) = looking_at("orders.csv", ORDERS.as_bytes());
    choose(&mut window, "Key column", "region");
    let Some(Sheet::Import(list)) = &window.state().sheet else { panic!("no sheet") };
    assert_eq!((list.preview.key, list.preview.null_rows), (1, 0));
    assert!(!window.shows("null key"));
    choose(&mut window, "Load column", "Each row is one record");
    assert!(window.shows("All 5 rows of the list were looked at. Each can be read."));
    window.click("Open");
    // Two regions, a record a row.
    assert_eq!((window.report().keys.count, window.report().keys.load), (2, 5));
    let Keys::File(file) = window.scenario().keys else { panic!("other keys") };
    assert_eq!((file.key, file.load), (ColumnChoice::Name("region".to_owned()), ColumnChoice::Without));
}

#[test]
fn a_header_is_told_otherwise() {
    let (mut window, _folder) = looking_at("keys.txt", b"id;n\na;1\nb;2\n");
    assert_eq!(window.value(Role::ComboBox, "Between fields"), "Found: semicolon");
    choose(&mut window, "First row", "A key");
    assert!(window.shows("column 2") && window.shows("load \"n\" is not a whole number of records"));
    choose(&mut window, "Format", "One key a line");
    window.click("Open");
    assert_eq!((window.report().keys.count, window.report().keys.load), (3, 3));
    // What was told can be looked at again.
    window.harness.get_by_label("Columns…").click();
    window.until("the sheet", shows_sheet);
    window.harness.run_steps(3);
    assert!(window.shows("All 3 rows of the list were looked at. Each can be read."));
}

#[test]
fn a_list_that_is_left_changes_nothing() {
    for leave in [Key::Escape, Key::Enter] {
        let (mut window, _folder) = looking_at("orders.csv", ORDERS.as_bytes());
        if leave == Key::Enter {
            window.click("Cancel");
        } else {
            window.press(Modifiers::NONE, leave);
        }
        assert!(!shows_sheet(&window));
        assert_eq!(window.scenario(), Scenario::built_in());
        assert!(!window.state().history.can_undo());
    }
}

#[test]
fn a_list_can_be_dropped_and_taken_by_keyboard_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys.jsonl");
    fs::write(&path, "{\"user\": \"user-1\", \"count\": 3}\n{\"user\": null, \"count\": 1}\n").unwrap();
    let mut window = built_in();
    window.drop_path(&path);
    window.until("the sheet", shows_sheet);
    window.harness.run_steps(3);
    assert_eq!(window.focused().as_deref(), Some("Open"));
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!((window.report().keys.count, window.report().buckets.load[121]), (1, 3));
}

#[test]
fn a_list_without_an_ending_comes_in_by_the_palette() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys");
    fs::write(&path, "user-1\t2\nuser-1\nuser-2\n").unwrap();
    let mut window = built_in();
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("Find a command", "import a list");
    window.press(Modifiers::NONE, Key::Enter);
    window.type_text("Path", &path.display().to_string());
    window.press(Modifiers::NONE, Key::Enter);
    window.until("the sheet", shows_sheet);
    window.harness.run_steps(3);
    window.click("Open");
    assert_eq!((window.report().keys.count, window.report().buckets.load[121]), (2, 3));
}

#[test]
fn a_broken_list_is_told_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = built_in();
    for (name, bytes, reason) in [
        ("keys.csv.gz", &b"\x1f\x8b\x08\x00broken"[..], "the gzip data is damaged or cut off"),
        ("keys.csv", b"\xff\xfea\x00\n\x00", "is UTF-16 text: save it as UTF-8"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        window.drop_path(&path);
        window.until("the message", |window| window.shows(reason));
        assert!(!shows_sheet(&window));
        window.click("Dismiss message");
    }
    assert_eq!(window.scenario(), Scenario::built_in());
    // Nothing but rows that cannot be read: shown, not to be opened.
    let path = folder.path().join("loads.csv");
    fs::write(&path, "key,load\n").unwrap();
    window.drop_path(&path);
    window.until("the sheet", shows_sheet);
    window.harness.run_steps(3);
    assert!(window.shows("There is no row with a key in it."));
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.scenario(), Scenario::built_in());
}

/// A small file of very many rows: one member of gzip again and again.
fn endless(path: &Path) {
    let mut member = GzEncoder::new(Vec::new(), Compression::fast());
    member.write_all("user-1\nuser-2\nuser-3\n".repeat(50_000).as_bytes()).unwrap();
    fs::write(path, member.finish().unwrap().repeat(4000)).unwrap();
}

#[test]
fn an_import_is_watched_and_called_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("endless.txt.gz");
    endless(&path);
    let mut window = built_in();
    let before = window.report();
    window.drop_path(&path);
    window.until("the sheet", shows_sheet);
    window.harness.run_steps(3);
    window.harness.key_press(Key::Enter);
    window.until("the reading", |window| window.shows("Reading the keys: "));
    let has_read =
        |window: &Window| matches!(window.state().stage, Stage::Reading { bytes, of } if 0 < bytes && bytes < of);
    window.until("bytes of it", has_read);
    assert!(is_list(&window) && Arc::ptr_eq(&before, &window.report()), "the old picture stays");
    window.click("Cancel");
    assert_eq!(window.scenario(), Scenario::built_in());
    assert_eq!(window.report().digest, before.digest);
    assert!(window.shows("the keys are the former ones"));
}
