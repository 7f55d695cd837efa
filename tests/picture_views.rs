//! Pictures of the whole window, one a view, dark and light, compared with those under `tests/pictures`.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test picture_views` draws them anew.
#![cfg(feature = "gui")]

#[path = "support/cpu_painter.rs"]
mod cpu_painter;
#[path = "support/window.rs"]
#[expect(dead_code, reason = "a picture needs few of the ways to drive a window")]
mod window;

use cpu_painter::CpuPainter;
use egui::vec2;
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults, try_image_snapshot_options};
use image::{Rgba, RgbaImage};
use redeal::gui::{App, Start};
use redeal::scenario::{Scenario, parse, shipped};
use window::Window;

/// Height of the last line, in pixels: it tells how long the run took, and the version.
const LAST_LINE: u32 = 28;

/// A window of the usual size that can be drawn, its report there.
fn open(scenario: Scenario, theme: &str) -> Window {
    let start = Start { path: None, scenario: Some(scenario) };
    let builder = Harness::builder().with_size(vec2(1280.0, 800.0)).with_render_cursor(false);
    let builder = builder.renderer(CpuPainter::default());
    let mut window = Window { harness: builder.build_eframe(move |cc| App::new(cc, start)) };
    window.settle();
    window.harness.get_by_label_contains("Theme").click();
    window.harness.run_steps(3);
    window.harness.get_by_label(theme).click();
    window.settle();
    window
}

fn shipped_scenario(stem: &str) -> Scenario {
    parse(shipped().iter().find(|(name, _)| *name == stem).unwrap().1).unwrap()
}

/// The window as it is, without what is another at each run.
fn picture(window: &mut Window) -> RgbaImage {
    // Whatever fades in or out has done so by then: a frame is a quarter of a second.
    window.harness.run_steps(8);
    let mut image = window.harness.render().unwrap();
    let (width, height) = image.dimensions();
    let blank = *image.get_pixel(width - 1, height - 1);
    let last = (height - LAST_LINE..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    last.for_each(|(x, y)| image.put_pixel(x, y, Rgba(blank.0)));
    image
}

/// Compares a view in both themes. The painter is exact; the tolerance is for glyph outlines of another processor's floats.
fn both_themes(scenario: &Scenario, tab: &str) {
    let options = SnapshotOptions::new().output_path("tests/pictures").threshold(0.6_f32).max_failed_pixels(20_usize);
    let mut results = SnapshotResults::new();
    for theme in ["Dark", "Light"] {
        let mut window = open(scenario.clone(), theme);
        window.click(tab);
        let name = format!("view-{}-{}", tab.to_lowercase().replace(' ', "-"), theme.to_lowercase());
        results.add(try_image_snapshot_options(&picture(&mut window), name, &options));
    }
}

#[test]
fn the_deal() {
    both_themes(&Scenario::built_in(), "Deal");
}

#[test]
fn the_widths() {
    both_themes(&shipped_scenario("127-versus-64"), "Widths");
}

#[test]
fn the_counts() {
    both_themes(&shipped_scenario("plan-4-to-40"), "Counts");
}

#[test]
fn the_move() {
    both_themes(&shipped_scenario("plan-4-to-40"), "Move");
}

#[test]
fn the_snapshot() {
    both_themes(&Scenario::built_in(), "Snapshot");
}

#[test]
fn the_ways_out() {
    both_themes(&Scenario::built_in(), "Ways out");
}

#[test]
fn the_comparison() {
    both_themes(&Scenario::built_in(), "Compare");
}

/// A lesson whose first question has been answered.
#[test]
fn the_lesson() {
    let options = SnapshotOptions::new().output_path("tests/pictures").threshold(0.6_f32).max_failed_pixels(20_usize);
    let mut results = SnapshotResults::new();
    for theme in ["Dark", "Light"] {
        let mut window = open(Scenario::built_in(), theme);
        window.click("Learn");
        window.click("Lesson 1: A key has a bucket, not a worker");
        window.harness.get_by_role_and_label(egui::accesskit::Role::CheckBox, "Sorter 0").click();
        window.settle();
        window.click("Check");
        let name = format!("view-learn-{}", theme.to_lowercase());
        results.add(try_image_snapshot_options(&picture(&mut window), name, &options));
    }
}
