//! Where the texts of the window stand: none over another, none cut at a side, in every view.

use crate::learn::{answer, lessons};
use crate::window::Window;
use egui::accesskit::Role;
use egui::epaint::{ClippedShape, TextShape};
use egui::{Key, Modifiers, Rect, Shape, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use redeal::engine::{Engine, FlinkOptions};
use redeal::scenario::{Keys, Scenario, parse, shipped};
use redeal::unit::WorkerCount;

const SMALL: Vec2 = vec2(960.0, 600.0);
const USUAL: Vec2 = vec2(1280.0, 800.0);
const FULL: Vec2 = vec2(1920.0, 1080.0);
const TABS: [&str; 7] = ["Deal", "Widths", "Counts", "Move", "Snapshot", "Ways out", "Compare"];

/// A shipped scenario with fewer keys, so that every view is there soon.
fn scenario(stem: &str) -> Scenario {
    let mut scenario = parse(shipped().iter().find(|(name, _)| *name == stem).unwrap().1).unwrap();
    if let Keys::Generated(keys) = &mut scenario.keys {
        keys.count = keys.count.min(200_000);
    }
    scenario
}

/// A text and the part of the window that it may show in.
struct Placed {
    text: String,
    ink: Rect,
    clip: Rect,
    elided: bool,
}

fn placed(window: &Window) -> Vec<Placed> {
    fn collect(shape: &Shape, clip: Rect, found: &mut Vec<Placed>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, found)),
            Shape::Text(text) => found.extend(rows(text, clip)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in &window.harness.output().shapes {
        collect(shape, *clip_rect, &mut found);
    }
    found
}

/// The rows of a text that are seen. What is scrolled away is no text of the picture.
fn rows(text: &TextShape, clip: Rect) -> impl Iterator<Item = Placed> {
    let place = text.pos.to_vec2();
    text.galley.rows.iter().filter(|_| text.angle.abs() < 0.1).filter_map(move |row| {
        let ink = row.visuals.mesh_bounds.translate(place + row.pos.to_vec2()).shrink(1.0);
        let seen = ink.is_positive() && clip.intersects(ink);
        seen.then(|| Placed { text: row.text(), ink, clip, elided: text.galley.elided })
    })
}

#[test]
fn no_text_lies_over_another_in_any_view() {
    for stem in ["128-buckets", "risingwave-capped", "mapreduce-no-ceiling", "plan-spark", "8-buckets"] {
        for size in [SMALL, USUAL] {
            let mut window = Window::open_sized(scenario(stem), size);
            for tab in TABS {
                window.click(tab);
                let texts = placed(&window).len();
                assert!(texts > 40, "{stem} {tab}: {texts} texts");
                none_over_another(&window, &format!("{stem} {tab} {size}"));
            }
        }
    }
}

/// Holds the texts of a window against each other.
fn none_over_another(window: &Window, told: &str) {
    let texts = placed(window);
    for (at, one) in texts.iter().enumerate() {
        for other in &texts[..at] {
            let both = one.ink.intersect(other.ink).intersect(one.clip).intersect(other.clip);
            assert!(!both.is_positive(), "{told}: {:?} over {:?} at {both}", one.text, other.text);
        }
    }
}

/// What is said of a refusal has a place of its own, few buckets or many.
#[test]
fn a_refusal_covers_nothing_of_the_picture() {
    for (stem, size) in [("128-buckets", SMALL), ("128-buckets", USUAL), ("128-buckets", FULL), ("8-buckets", SMALL)] {
        let mut scenario = scenario(stem);
        if let Some(last) = scenario.widths.last_mut() {
            *last = WorkerCount::clamped(200);
        }
        scenario.engine = Engine::Flink(FlinkOptions::default());
        let mut window = Window::open_sized(scenario, size);
        let last = window.names(Role::Button).into_iter().rfind(|name| name.starts_with("Step ")).unwrap();
        window.click(&last);
        let alert = window.harness.get_by_role(Role::Alert).rect();
        let over = placed(&window).into_iter().filter(|text| alert.intersects(text.ink));
        let over: Vec<String> = over.map(|text| text.text).collect();
        let own = |text: &String| text.contains("is refused: nothing runs") || text.starts_with("Faded: the deal at");
        assert!(!over.is_empty() && over.iter().all(own), "{stem} {size}: {over:?}");
        none_over_another(&window, &format!("{stem} {size}"));
    }
}

/// Every step of every lesson and its answer, in the smallest window and in a large one.
#[test]
fn no_text_lies_over_another_while_one_learns() {
    for size in [SMALL, FULL] {
        for number in 1..=lessons().len() {
            // High enough to reach every control; looked at in its own size.
            let high = vec2(size.x, 1600.0);
            let mut window = Window::open_sized(Scenario::built_in(), high);
            let look = |window: &mut Window, told: &str| {
                for size in [size, high] {
                    window.harness.set_size(size);
                    window.settle();
                    none_over_another(window, told);
                }
            };
            window.press(Modifiers::NONE, Key::Num8);
            window.click(&format!("Lesson {number}: {}", lessons()[number - 1].title));
            let steps = &lessons()[number - 1].steps;
            for (at, step) in steps.iter().enumerate() {
                let told = format!("lesson {number} step {} {size}", at + 1);
                look(&mut window, &format!("{told}, asked"));
                if step.task().is_empty() {
                    answer(&mut window, false);
                } else {
                    window.click("Show me");
                }
                look(&mut window, &format!("{told}, answered"));
                if at + 1 < steps.len() {
                    window.click("Next");
                }
            }
        }
    }
}

#[test]
fn every_tab_can_be_reached_in_the_smallest_window() {
    let window = Window::open_sized(Scenario::built_in(), SMALL);
    let verdict = window.harness.query_all_by_label_contains("Busiest ÷ mean").next().expect("the verdict");
    let edge = verdict.rect().left() - 16.0;
    let mut before = 0.0;
    for tab in TABS {
        let rect = window.rect(Role::Button, tab);
        assert!(rect.left() >= before && rect.right() < edge, "{tab} at {rect}, of {edge}");
        before = rect.right();
    }
}

#[test]
fn no_figure_of_a_comparison_is_cut() {
    for size in [SMALL, USUAL] {
        let mut window = Window::open_sized(scenario("plan-spark"), size);
        window.click("Compare");
        let first = window.harness.get_by_label_contains("Buckets: A").rect();
        for text in placed(&window) {
            let of_table = text.ink.top() >= first.top() && first.x_range().contains(text.ink.center().x);
            let inside =
                text.clip.x_range().contains(text.ink.right()) && text.clip.x_range().contains(text.ink.left());
            assert!(!of_table || (!text.elided && inside), "{size}: {:?} is cut", text.text);
        }
    }
}
