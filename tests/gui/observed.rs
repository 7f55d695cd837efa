//! A running job in the window: a snapshot is opened or dropped, a part of it chosen.

use crate::flink_folder::{ONE_OPERATOR, flink};
use crate::window::{Window, built_in};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use redeal::scenario::Keys;
use redeal::unit::LoadUnit;
use std::fs;
use std::path::{Path, PathBuf};

fn open(window: &mut Window, path: &Path) {
    window.press(Modifiers::COMMAND, Key::O);
    window.type_text("Path", &path.display().to_string());
    window.press(Modifiers::NONE, Key::Enter);
}

fn is_observed(window: &Window) -> bool {
    matches!(window.scenario().keys, Keys::Snapshot(_))
}

#[test]
fn a_savepoint_opens_as_the_job_it_is_of() {
    let folder = flink(ONE_OPERATOR);
    let mut window = built_in();
    open(&mut window, folder.path());
    window.until("the snapshot", is_observed);
    window.settle();
    let report = window.report();
    assert_eq!((report.buckets.count, report.steps[0].workers, report.keys.unit), (128, 4, LoadUnit::Bytes));
    // 392 kB of state on the wall, whatever the width: nothing was lost on the way.
    assert!(report.steps.iter().all(|step| {
        let deal = step.deal.as_ref().unwrap();
        deal.worker.iter().map(|worker| worker.load).sum::<u64>() == report.keys.load
    }));
    assert!(window.shows("kB"), "loads in bytes");
    window.press(Modifiers::COMMAND, Key::Z);
    window.settle();
    assert!(!is_observed(&window), "undo brings the former scenario back");
}

#[test]
fn one_of_several_operators_is_chosen() {
    let folder = flink("v2.3.0_multi_hashmap_checkpoint");
    let mut window = built_in();
    open(&mut window, folder.path());
    window.until("the choice", |window| window.shows("Which operator of the snapshot?"));
    assert!(!is_observed(&window));
    let name = window.names(Role::Button).into_iter().find(|name| name.starts_with("k1: 64 key groups")).unwrap();
    let (close, part) = (window.rect(Role::Button, "Close"), window.rect(Role::Button, &name));
    assert!(close.left() > part.center().x, "Close stands at the right, as in every sheet");
    window.harness.get_by_role_and_label(Role::Button, &name).click();
    window.until("the part", is_observed);
    window.settle();
    assert_eq!(window.report().buckets.count, 64);
}

#[test]
fn a_folder_can_be_dropped() {
    let folder = flink("v1.20.0_hashmap_savepoint-canonical_m128_p4_s1_k20000_i20480");
    let mut window = built_in();
    window.drop_path(folder.path());
    window.until("the snapshot", is_observed);
}

#[test]
fn a_broken_snapshot_is_told_and_changes_nothing() {
    let folder = flink(ONE_OPERATOR);
    let path: PathBuf = folder.path().join("_metadata");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..500]).unwrap();
    let mut window = built_in();
    let before = window.scenario();
    open(&mut window, &path);
    window.until("the message", |window| window.state().message.is_some());
    assert!(window.state().message.as_ref().is_some_and(|text| text.contains("byte")), "{:?}", window.state().message);
    assert_eq!(window.scenario(), before);
    fs::write(&path, "no snapshot").unwrap();
    window.press(Modifiers::NONE, Key::Escape);
    open(&mut window, folder.path());
    window.until("the second message", |window| {
        window.state().message.as_ref().is_some_and(|text| text.contains("this is not a _metadata file of Flink"))
    });
}

#[test]
fn another_count_than_the_counted_one_says_what_is_known() {
    let folder = flink(ONE_OPERATOR);
    let mut window = built_in();
    open(&mut window, folder.path());
    window.until("the snapshot", is_observed);
    window.settle();
    // One bucket fewer: 127 does not divide 128.
    window.press(Modifiers::NONE, Key::ArrowDown);
    window.until("the reason", |window| window.state().failure.is_some());
    assert!(window.shows("counted in 128 buckets"));
}

#[test]
fn a_snapshot_opens_on_its_recorded_width() {
    let folder = flink(ONE_OPERATOR);
    let mut window = built_in();
    open(&mut window, folder.path());
    window.until("the snapshot", is_observed);
    window.settle();
    // p4 in the name of the data: it ran at 4.
    assert_eq!((window.state().step, window.report().steps[0].workers), (0, 4));
    assert!(window.shows("128 key groups with ") && !window.shows("0 keys in"));
    // Bytes were measured and no key was counted: nothing is said of chance, what can be said stands beside it.
    assert!(window.shows("Not known: nobody counted the distinct keys"));
    let deal = window.report().steps[0].deal.clone().unwrap();
    let loads: Vec<u64> = deal.worker.iter().map(|worker| worker.load).collect();
    let (most, least, sum) = (loads.iter().max().unwrap(), loads.iter().min().unwrap(), loads.iter().sum::<u64>());
    #[expect(clippy::cast_precision_loss, reason = "a few hundred thousand bytes")]
    let spread = (most - least) as f64 * 4.0 / sum as f64;
    assert!(window.shows(&format!("(max − min) ÷ mean: {spread:.2}")));
    assert!(window.shows("Flink's skew score: "));
}

/// Spark 4.0.1 wrote it: 8 partitions, the rows of each counted (tests/data/spark-checkpoints).
#[test]
fn a_snapshot_whose_keys_are_counted_says_whether_it_is_chance() {
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/spark-checkpoints/agg-hdfs-8.tar.gz");
    let mut window = built_in();
    window.drop_path(&archive);
    window.until("the snapshot", is_observed);
    window.settle();
    assert!(window.shows("Chance. One worker has all there is"));
    window.press(Modifiers::NONE, Key::CloseBracket);
    let deal = window.report().steps[1].deal.clone().unwrap();
    let keys: u64 = deal.worker.iter().map(|worker| worker.keys).sum();
    #[expect(clippy::cast_precision_loss, reason = "some hundred keys")]
    let terms = deal.worker.iter().map(|worker| {
        let expected = keys as f64 * f64::from(worker.buckets) / 8.0;
        let off = worker.keys as f64 - expected;
        off * off / expected
    });
    let statistic: f64 = terms.sum();
    assert!(window.shows(&format!("Chi-square of the keys: {statistic:.1}")), "{statistic}");
    // Two cores, one degree of freedom: chance stays below 10.8 in 999 of 1000 cases.
    assert!(statistic < 10.8 && window.shows("% of even hashings are as uneven or more"), "{statistic}");
    assert!(!window.state().message.as_ref().is_some_and(|text| text.contains("error")));
}

#[test]
fn made_up_loads_are_not_judged() {
    let window = built_in();
    assert!(!window.shows("Chance or fault"));
}

#[test]
fn what_depends_on_sums_alone_is_answered_for_other_counts() {
    let folder = flink(ONE_OPERATOR);
    let mut window = built_in();
    open(&mut window, folder.path());
    window.until("the snapshot", is_observed);
    window.settle();
    let state_bytes: u64 = {
        let deal = window.report().steps[0].deal.clone().unwrap();
        deal.worker.iter().map(|worker| worker.state_bytes).sum()
    };
    window.press(Modifiers::NONE, Key::Num6);
    assert_eq!(window.state().exploration.failure, None);
    let ways = window.state().exploration.found.ways_out.clone().expect("the ways out");
    assert_eq!((ways.buckets, ways.new_buckets), (128, 512));
    // The state is read and written whole, whatever the count.
    assert!(ways.routes.iter().any(|way| way.bytes_written >= state_bytes), "{:?}", ways.routes);
    window.press(Modifiers::NONE, Key::Num3);
    assert_eq!(window.state().exploration.failure, None);
    let advice = window.state().exploration.found.advice.clone().expect("an advice");
    let words = &redeal::engine::Engine::named("flink").unwrap().facts().words;
    let said = |count: &redeal::explore::CountAdvice| {
        count.warnings.iter().any(|warning| warning.sentence(words).contains("counted in 128 key groups"))
    };
    assert!(advice.recommended.iter().all(|count| said(count) == (128 % count.buckets.get() != 0)));
    let found = window.state().exploration.found.counts.clone().expect("a heat map");
    assert!(found.rows.iter().all(|row| 128 % row.buckets == 0), "a row of a count that nobody counted under");
}

/// A snapshot tells bytes, not keys: where somebody knows their number, chance can be told.
#[test]
fn the_number_of_keys_can_be_given() {
    let folder = flink("v1.20.0_hashmap_checkpoint_m128_p4_s1_k20000_i20480");
    let mut window = built_in();
    open(&mut window, folder.path());
    window.until("the snapshot", is_observed);
    window.settle();
    assert!(window.shows("Not known: nobody counted the distinct keys."));
    window.type_number("Distinct keys", "20000");
    assert_eq!(window.scenario().keys.given().map(std::num::NonZeroU64::get), Some(20_000));
    assert!(!window.shows("Not known: nobody counted") && window.shows("Chi-square of the keys"));
    // It is saved with the scenario, and read again.
    let path = folder.path().join("job.ron");
    window.save_as(&path);
    window.until("the file", |_| path.exists());
    assert!(fs::read_to_string(&path).unwrap().contains("keys: 20000"));
    assert_eq!(redeal::scenario::read(&path).unwrap().keys, window.scenario().keys);
    window.type_number("Distinct keys", "3");
    assert!(window.shows("more workers have a load than the number of distinct keys"));
    window.press(Modifiers::COMMAND, Key::Z);
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.scenario().keys.given(), None);
    assert!(window.shows("Not known: nobody counted the distinct keys."));
}
