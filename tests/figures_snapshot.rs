//! Pictures of what a snapshot costs: what they say where nothing is stored, and where curves lie on each other.

use redeal::engine::SnapshotCost;
use redeal::explore::cost_curve;
use redeal::figure::{Chart, Look, Shape, Size, SnapshotChart, snapshot};
use redeal::scenario::{parse, shipped};
use redeal::simulate::Unwatched;
use redeal::unit::{BucketCount, WorkerCount};

fn chart(stem: &str, counts: &[u64], width: u64) -> Chart {
    let (_, text) = shipped().iter().find(|(name, _)| *name == stem).unwrap();
    let job = parse(text).unwrap().job(std::path::Path::new("")).unwrap();
    let counts: Vec<BucketCount> = counts.iter().map(|&count| BucketCount::new(count).unwrap()).collect();
    let curve = cost_curve(&job, &counts, WorkerCount::new(width).unwrap(), &Unwatched).unwrap();
    let costs: Vec<(u32, SnapshotCost)> = curve.points.into_iter().map(|point| (point.buckets, point.cost)).collect();
    let look = Look { size: Size::new(680, 400).unwrap(), dark: true, origin: String::new() };
    let today = costs.first().map(|(count, _)| *count);
    snapshot(&SnapshotChart { costs: &costs, today }, &look).unwrap()
}

fn texts(chart: &Chart) -> Vec<&str> {
    let texts = chart.scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.content.as_str()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn fewer_buckets_than_workers_are_on_fewer_workers() {
    let chart = chart("128-buckets", &[16, 128], 40);
    assert_eq!(chart.table.header[..2], ["buckets", "workers"]);
    let workers: Vec<&str> = chart.table.rows.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(workers, ["16", "40"]);
    assert!(chart.scene.description.contains("All at 40 workers; below 40 buckets, at one worker a bucket."));
}

#[test]
fn nothing_is_drawn_as_nothing() {
    let chart = chart("mapreduce-no-ceiling", &[8, 100], 8);
    let texts = texts(&chart);
    assert!(texts.contains(&"no bytes at any count") && texts.contains(&"no files at any count"), "{texts:?}");
}

#[test]
fn two_curves_on_one_line_are_marked_once() {
    // A custom engine of 8 bytes a bucket keeps no other metadata: 8 · 8 bytes.
    let chart = chart("8-buckets", &[8, 64], 4);
    assert_eq!(texts(&chart).iter().filter(|text| **text == "8: 64\u{a0}B").count(), 1);
}
