//! Every option of a scenario file has its editor: shown with what it does, checked beside it, one step back.

use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use redeal::deal::DealingRule;
use redeal::engine::{
    CustomOptions, Engine, FlinkBackend, FlinkOptions, FlinkState, FlinkType, KafkaStreamsOptions, Outcome,
};
use redeal::keys::KeyType;
use redeal::scenario::{Entry, KeyFile, Keys, Scenario, TypedList};

fn of_engine(engine: Engine) -> Window {
    Window::open(Scenario { engine, ..Scenario::built_in() })
}

fn flink(window: &Window) -> FlinkOptions {
    let Engine::Flink(options) = window.scenario().engine else { panic!("another engine") };
    options
}

/// Types into a text field and leaves it.
fn write(window: &mut Window, name: &str, text: &str) {
    window.type_text(name, text);
    window.press(Modifiers::NONE, Key::Enter);
}

#[test]
fn kafka_streams_names_are_edited_where_they_are_checked() {
    let mut window = of_engine(Engine::KafkaStreams(KafkaStreamsOptions::default()));
    write(&mut window, "Application id", "orders");
    write(&mut window, "Store name", "totals");
    let Engine::KafkaStreams(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!((options.app.as_str(), options.store_name.as_str()), ("orders", "totals"));
    // InternalTopicManager names the topic after both.
    window.choose("N at this restart", "Other");
    window.type_number("Count set", "96");
    let message = window.report().steps[1].message.clone().unwrap();
    assert!(message.contains("internal topic orders-totals-changelog"), "{message}");
    window.type_text("Application id", &"a".repeat(101));
    assert!(window.shows("app is 101 bytes long: allowed are 1 to 100"));
    window.press(Modifiers::NONE, Key::Escape);
    window.double_click_label("Application id");
    let Engine::KafkaStreams(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!(options.app, "app");
}

#[test]
fn a_typed_name_is_one_step_back() {
    let mut window = built_in();
    write(&mut window, "Operator", "sums");
    assert_eq!(flink(&window).operator, "sums");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.scenario(), Scenario::built_in());
    window.type_text("Operator", "");
    window.harness.key_press(Key::Backspace);
    window.harness.run_steps(2);
    assert!(window.shows("operator is 0 bytes long: allowed are 1 to 1000"));
}

#[test]
fn another_backend_of_a_restart_can_be_tried() {
    let mut window = built_in();
    window.choose("Restored by", "RocksDB");
    assert_eq!(flink(&window).restore_backend, FlinkBackend::Rocksdb);
    assert_eq!(window.report().steps[1].outcome, Outcome::Refused);
    window.choose("Snapshot", "Canonical savepoint");
    assert_eq!(window.report().steps[1].outcome, Outcome::Runs);
}

/// A state file's header has 273 bytes a plain state; a state listed as such changes no byte.
#[test]
fn flinks_states_are_listed_and_edited_one_by_one() {
    let mut window = built_in();
    let bytes = |window: &Window| window.report().steps[1].deal.as_ref().unwrap().snapshot.data_bytes;
    let plain = bytes(&window);
    window.click_check("List the states");
    assert_eq!((flink(&window).kinds.len(), bytes(&window)), (1, plain));
    // One letter less on each of 40 subtasks' files.
    write(&mut window, "State name", "sums");
    assert_eq!(bytes(&window), plain - 40);
    // The class name of String's serialiser has 4 bytes more than that of Long's.
    window.choose("Value type", "String");
    assert_eq!(bytes(&window), plain - 40 + 4 * 40);
    window.choose("Kind of state", "MapState");
    window.choose("Map's key type", "Int");
    window.type_number("Entries a key", "2.5");
    let map = FlinkState::Map {
        name: "sums".to_owned(),
        key: FlinkType::Int,
        value: FlinkType::String,
        entries_per_key: 2.5,
    };
    assert_eq!(flink(&window).kinds, std::slice::from_ref(&map));
    window.type_keys("Entries a key", &["0"]);
    assert!(window.shows("entries_per_key of sums is 0: allowed are more than 0, up to 1000000"));
    window.press(Modifiers::NONE, Key::Escape);
    // The list goes with the number of states, and each can be gone to.
    window.type_number("States", "3");
    assert_eq!((flink(&window).states, flink(&window).kinds.len()), (3, 3));
    window.type_number("State shown", "3");
    write(&mut window, "State name", "last");
    assert_eq!(flink(&window).kinds[0], map);
    assert_eq!(flink(&window).kinds[2], FlinkState::Value { name: "last".to_owned(), of: FlinkType::Long });
    window.type_number("States", "1");
    assert_eq!(flink(&window).kinds, [map]);
    window.click_check("List the states");
    assert_eq!(flink(&window).kinds, []);
}

#[test]
fn a_custom_engine_can_be_named_and_priced() {
    let mut window = of_engine(Engine::Custom(CustomOptions::default()));
    write(&mut window, "Engine name", "mine");
    window.type_number("Data a bucket", "1000");
    window.type_number("Files a bucket", "2");
    window.choose("Dealing", "RisingWave weighted");
    window.type_number("Job id", "9");
    let Engine::Custom(options) = window.scenario().engine else { panic!("another engine") };
    assert_eq!(
        (options.name.as_str(), options.data_bytes_per_bucket, options.files_per_bucket, options.deal),
        ("mine", 1000, 2, DealingRule::RisingWaveWeighted { weights: Vec::new(), job: 9 })
    );
    let snapshot = window.report().steps[1].deal.as_ref().unwrap().snapshot.clone();
    assert_eq!(snapshot.files, 2 * 128);
    window.type_keys("Files a bucket", &["1073741825"]);
    assert!(window.shows("allowed are 0 to 1\u{a0}073\u{a0}741\u{a0}824"));
}

#[test]
fn generated_keys_begin_where_they_are_told_to() {
    let mut window = built_in();
    window.type_number("First number", "1000");
    let Keys::Generated(keys) = window.scenario().keys else { panic!("other keys") };
    assert_eq!(keys.first, 1000);
    assert_eq!(window.report().keys.hottest_key, "user-1000");
    window.type_keys("First number", &["9223372036854775807"]);
    assert!(window.shows("do not fit key type"));
}

#[test]
fn keys_can_be_listed_and_typed_and_given_a_load() {
    let mut window = built_in();
    window.choose("Keys are", "Listed");
    window.type_text("Listed keys", "7 × 30\n8");
    window.leave("Seed");
    let entries = vec![Entry { key: "7".to_owned(), load: 30 }, Entry { key: "8".to_owned(), load: 1 }];
    assert_eq!(window.scenario().keys, Keys::List(entries.clone()));
    assert_eq!((window.report().keys.count, window.report().keys.load), (2, 31));
    window.choose("Key type", "64-bit integer");
    assert_eq!(window.scenario().keys, Keys::Typed(TypedList { key_type: KeyType::I64, keys: entries }));
    window.type_text("Listed keys", "a");
    assert!(window.shows("\"a\""), "a letter is no integer");
    window.press(Modifiers::NONE, Key::Escape);
    // Text may be anything; what is no number is not taken for one.
    window.choose("Key type", "Text");
    window.type_text("Listed keys", "a\nb");
    window.leave("Seed");
    window.choose("Key type", "64-bit integer");
    let Keys::List(keys) = window.scenario().keys else { panic!("other keys") };
    assert_eq!(keys.len(), 2);
    assert!(window.shows("\"a\""), "why not is told");
    window.choose("Keys are", "Generated");
    assert_eq!(window.scenario(), Scenario::built_in());
}

#[test]
fn a_key_file_can_be_named() {
    let mut window = built_in();
    window.choose("Keys are", "In a file");
    let file = KeyFile { path: "keys.txt".to_owned(), key_type: KeyType::String, ..KeyFile::default() };
    assert_eq!(window.scenario().keys, Keys::File(file));
    assert!(window.shows("keys.txt"));
    write(&mut window, "Key file", "mine.txt");
    let Keys::File(file) = window.scenario().keys else { panic!("other keys") };
    assert_eq!(file.path, "mine.txt");
    // The picture stays, and why there is no other is told.
    assert!(window.shows("mine.txt: cannot be read"));
    assert_eq!(window.report().keys.count, 20_000);
}

#[test]
fn large_numbers_stand_in_groups_until_they_are_edited() {
    let mut window = built_in();
    assert_eq!(window.value(Role::SpinButton, "Keys"), "20\u{a0}000");
    window.type_number("Keys", "1,234,567");
    assert_eq!(window.value(Role::SpinButton, "Keys"), "1\u{a0}234\u{a0}567");
    window.type_number("Keys", "2 000 000");
    window.focus_number("Keys");
    assert_eq!(window.value(Role::SpinButton, "Keys"), "2000000");
}

/// A share of a third is shown as 33.3333 %: looking into the field does not make it that.
#[test]
fn a_number_that_is_only_looked_at_stays() {
    let (_, text) = redeal::scenario::shipped().iter().find(|(stem, _)| *stem == "hot-key").unwrap();
    let mut scenario = redeal::scenario::parse(text).unwrap();
    let Keys::Generated(keys) = &mut scenario.keys else { panic!("other keys") };
    keys.load = redeal::keys::LoadLaw::HotKeys { count: 1, share: 1.0 / 3.0, each: 10 };
    let mut window = Window::open(scenario.clone());
    window.focus_number("Their share");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.scenario(), scenario);
}
