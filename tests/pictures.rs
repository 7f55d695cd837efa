//! Pictures of the deal: wall, bars and losses, dark and light, compared with those under `tests/pictures`.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test pictures` draws them anew.
#![cfg(feature = "gui")]

#[path = "support/cpu_painter.rs"]
mod cpu_painter;
#[path = "support/deal_picture.rs"]
mod deal_picture;

use deal_picture::{Met, Shown, both_themes, compare, deal, harness, report, widths};
use egui::{Rect, Shape, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use redeal::engine::{Engine, KafkaStreamsOptions};
use redeal::gui::theme::Theme;
use redeal::gui::view::wall::WallColour;
use redeal::gui::view::workers::Sort;
use redeal::keys::LoadLaw;
use redeal::scenario::{Keys, Scenario};
use redeal::simulate::Report;

#[test]
fn the_usual_case() {
    let report = report(|_| {});
    both_themes(&report, Shown { probed: Some(62), ..Shown::step(1, 40) }, "128-at-40");
}

#[test]
fn few_buckets() {
    let report = report(|scenario| widths(scenario, 8, &[2]));
    both_themes(&report, Shown::step(0, 2), "8-at-2");
}

#[test]
fn a_texture_of_many_buckets() {
    let report = report(|scenario| {
        widths(scenario, 32_768, &[4]);
        if let Keys::Generated(keys) = &mut scenario.keys {
            keys.count = 200_000;
        }
    });
    both_themes(&report, Shown { selected: Some(2), ..Shown::step(0, 4) }, "32768-at-4");
}

#[test]
fn idle_workers() {
    let report = report(|scenario| {
        scenario.engine = Engine::KafkaStreams(KafkaStreamsOptions::default());
        widths(scenario, 128, &[200]);
    });
    both_themes(&report, Shown::step(0, 200), "128-at-200-idle");
}

#[test]
fn skewed_load_in_the_ramp() {
    let report = report(|scenario| *scenario = Scenario::built_in());
    let shown = Shown { colour: WallColour::Load, sort: Sort::ByLoad, ..Shown::step(1, 40) };
    compare(&mut harness(Theme::dark(), &report, shown), "skewed-load-dark");
}

#[test]
fn a_selected_worker_and_many_narrow_cells() {
    let report = report(|scenario| widths(scenario, 1024, &[4, 300]));
    let shown = Shown { selected: Some(17), ..Shown::step(1, 300) };
    compare(&mut harness(Theme::light(), &report, shown), "1024-at-300-selected-light");
}

#[test]
fn buckets_on_their_way() {
    let report = report(|_| {});
    compare(&mut harness(Theme::dark(), &report, Shown { slide: Some(0.5), ..Shown::step(1, 40) }), "slide-dark");
}

#[test]
fn a_bucket_explains_itself_and_its_owner_can_be_clicked() {
    let report = report(|_| {});
    let mut harness = harness(Theme::dark(), &report, Shown::step(1, 40));
    harness.run();
    let wall = harness.get_by_label("Wall of 128 key groups, coloured by owner").rect();
    // Fourth of eight rows, fifteenth of sixteen columns: bucket 62. The line under the wall is 20 points high.
    let cell = vec2(wall.width() / 16.0, (wall.height() - 20.0) / 8.0);
    let bucket = wall.min + vec2(14.5, 3.5) * cell;
    harness.hover_at(bucket);
    harness.run_ok();
    assert_eq!(harness.state().hovered_bucket, Some(62));
    compare(&mut harness, "128-at-40-pointed-at-dark");
    harness.drag_at(bucket);
    harness.drop_at(bucket);
    harness.run_ok();
    assert_eq!(harness.state().clicked_owner, Some(19));
}

#[test]
fn a_bar_is_its_worker() {
    let report = report(|_| {});
    let mut harness = harness(Theme::light(), &report, Shown::step(1, 40));
    harness.run();
    let name = "Load per subtask: 40 bars, busiest subtask 5 with 32\u{a0}550 records";
    let chart = harness.get_by_label(name).rect();
    let bar = chart.left_bottom() + vec2(chart.width() * 5.6 / 40.2, -20.0);
    harness.hover_at(bar);
    harness.run_ok();
    assert_eq!(harness.state().hovered_worker, Some(5));
    compare(&mut harness, "128-at-40-bar-pointed-at-light");
    harness.drag_at(bar);
    harness.drop_at(bar);
    harness.run_ok();
    assert_eq!(harness.state().clicked_worker, Some(5));
}

/// Where the ink of every label on the wall lies, and every cell.
fn labels_and_cells(harness: &Harness<'_, Met>) -> (Vec<Rect>, Vec<Rect>) {
    let wall = harness.get_by_label_contains("Wall of").rect();
    let (mut labels, mut cells) = (Vec::new(), Vec::new());
    for shape in &harness.output().shapes {
        match &shape.shape {
            Shape::Text(text) if text.galley.text().trim_start_matches('w').parse::<u32>().is_ok() => {
                labels.push(text.visual_bounding_rect());
            }
            Shape::Rect(cell) => cells.push(cell.rect),
            _ => {}
        }
    }
    labels.retain(|label| wall.contains(label.center()));
    cells.retain(|cell| wall.contains_rect(*cell) && cell.size() != wall.size());
    (labels, cells)
}

#[test]
fn labels_on_the_wall_are_whole_and_apart() {
    for (buckets, width) in
        [(8, 2), (12, 8), (100, 100), (128, 40), (200, 100), (256, 16), (500, 7), (1000, 999), (1024, 300), (2048, 3)]
    {
        for engine in [Engine::KafkaStreams(KafkaStreamsOptions::default()), Scenario::built_in().engine] {
            let report = report(|scenario| {
                scenario.engine = engine.clone();
                widths(scenario, buckets, &[width]);
            });
            let asked = u32::try_from(width).unwrap();
            let mut harness = harness(Theme::dark(), &report, Shown::step(0, asked));
            harness.run_ok();
            let (labels, cells) = labels_and_cells(&harness);
            let name = format!("{buckets} buckets on {width}");
            for (at, label) in labels.iter().enumerate() {
                // Ink is blurred over its edge by a pixel.
                let inside = cells.iter().any(|cell| cell.expand(0.5).contains_rect(label.shrink(1.0)));
                assert!(inside, "{name}: a label is cut at {label:?}");
                let clear = labels[at + 1..].iter().all(|other| !other.shrink(1.0).intersects(label.shrink(1.0)));
                assert!(clear, "{name}: labels overlap at {label:?}");
            }
            assert!(buckets > 256 || !labels.is_empty(), "{name}: no label at all");
        }
    }
}

#[test]
fn equal_keys_have_no_hot_one() {
    // Five keys of one weight on 40 workers: one alone is 40 ÷ 5 = 8 fair shares, and none of them is hot.
    let report = report(|scenario| {
        if let Keys::Generated(keys) = &mut scenario.keys {
            keys.count = 5;
        }
    });
    let mut equal = harness(Theme::light(), &report, Shown::step(1, 40));
    equal.run_ok();
    equal.get_by_label("Loss by fewer keys than workers: 8.00×");
    assert!(equal.query_by_label_contains("Loss by hot key").is_none());
    let explanation = &report.steps[1].verdict.explanation;
    assert!(!explanation.contains("hot key"), "{explanation}");
}

/// The texts that a picture shows.
fn texts(harness: &Harness<'_, Met>) -> Vec<String> {
    let shapes = harness.output().shapes.iter();
    let texts = shapes.filter_map(|shape| match &shape.shape {
        Shape::Text(text) => Some(text.galley.text().to_owned()),
        _ => None,
    });
    texts.collect()
}

fn shows(report: &Report, shown: Shown, text: &str) -> bool {
    let mut harness = harness(Theme::light(), report, shown);
    harness.run_ok();
    texts(&harness).iter().any(|found| found.contains(text))
}

#[test]
fn the_worker_with_the_largest_load_is_outlined_by_its_name() {
    let report = report(|scenario| *scenario = Scenario::built_in());
    let worker = &deal(&report, 1).worker;
    let most = worker.iter().map(|worker| worker.load).max();
    let busiest = worker.iter().position(|worker| Some(worker.load) == most).unwrap();
    assert!(shows(&report, Shown::step(1, 40), &format!("Outlined: w{busiest}, with the most load")));
    // 20 000 buckets on 40 workers are 500 each on average: nobody has a hundredth more.
    let even = self::report(|scenario| widths(scenario, 20_010, &[40]));
    assert!(shows(&even, Shown::step(0, 40), "40 subtasks own 500 to 501 key groups each"));
    assert!(!shows(&even, Shown::step(0, 40), "own the most"));
}

#[test]
fn a_load_far_above_the_others_leaves_them_a_ramp() {
    let hot = report(|scenario| {
        if let Keys::Generated(keys) = &mut scenario.keys {
            keys.load = LoadLaw::HotKeys { count: 1, share: 0.9, each: 10 };
        }
    });
    let shown = Shown { colour: WallColour::Load, ..Shown::step(1, 40) };
    assert!(shows(&hot, shown, "by logarithm"));
    assert!(!shows(&report(|_| {}), shown, "by logarithm"));
}

#[test]
fn empty_bars_are_told_from_small_ones() {
    let few = report(|scenario| {
        if let Keys::Generated(keys) = &mut scenario.keys {
            keys.count = 5;
        }
    });
    assert!(shows(&few, Shown::step(1, 40), "No key") && !shows(&few, Shown::step(1, 40), "No bucket"));
    assert!(!shows(&report(|_| {}), Shown::step(1, 40), "No key"));
}

/// Names over a stretch of small cells never hide a cell with keys, whose bucket is the one to look for.
#[test]
fn names_hide_no_bucket_with_keys() {
    let report = report(|scenario| {
        widths(scenario, 1024, &[64]);
        if let Keys::Generated(keys) = &mut scenario.keys {
            keys.count = 25;
        }
    });
    let mut harness = harness(Theme::light(), &report, Shown::step(0, 64));
    harness.run_ok();
    let wall = harness.get_by_label_contains("Wall of").rect();
    let cells = wall.width() / 32.0;
    let plates = harness.output().shapes.iter().filter(|shape| match &shape.shape {
        Shape::Rect(rect) => wall.contains_rect(rect.rect) && rect.rect.width() > cells * 1.1 && rect.rect != wall,
        _ => false,
    });
    assert_eq!(plates.count(), 0, "a fill is wider than a cell");
}

#[test]
fn stubs_carry_no_bucket_counts() {
    // Two keys lie in two of 128 buckets: the other workers own buckets, and nothing in them is to be explained.
    let report = report(|scenario| {
        if let Keys::Generated(keys) = &mut scenario.keys {
            keys.count = 2;
        }
    });
    let mut harness = harness(Theme::light(), &report, Shown::step(1, 40));
    harness.run_ok();
    let chart = harness.get_by_label_contains("Load per subtask").rect();
    let axis = chart.bottom() - 36.0;
    let counts = harness.output().shapes.iter().filter(|shape| match &shape.shape {
        Shape::Text(text) => text.galley.text() == "4" && chart.contains(text.pos) && text.pos.y < axis,
        _ => false,
    });
    assert!(counts.count() <= 2, "only workers with keys may carry their bucket count");
}

#[test]
fn many_bars_keep_what_is_over_the_mean_apart() {
    let report = report(|scenario| widths(scenario, 4096, &[2000]));
    both_themes(&report, Shown::step(0, 2000), "4096-at-2000");
}

#[test]
fn a_million_buckets_and_workers_are_drawn() {
    let report = report(|scenario| {
        scenario.engine = Engine::KafkaStreams(KafkaStreamsOptions::default());
        widths(scenario, 1 << 20, &[100_000]);
    });
    let mut harness = harness(Theme::dark(), &report, Shown::step(0, 100_000));
    harness.run_ok();
    harness.get_by_label("Wall of 1048576 tasks, coloured by owner");
    harness.render().unwrap();
}
