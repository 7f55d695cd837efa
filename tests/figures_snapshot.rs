//! Pictures of what a snapshot costs: what they say where nothing is stored, and where curves lie on each other.

use redeal::engine::SnapshotCost;
use redeal::explore::{cost_curve, powers_of_two, takes_count};
use redeal::figure::{Chart, Look, Shape, Size, SnapshotChart, snapshot};
use redeal::scenario::{Keys, parse, shipped};
use redeal::simulate::Unwatched;
use redeal::unit::{BucketCount, WorkerCount};

fn chart(stem: &str, counts: &[u64], width: u64) -> Chart {
    let costs = costs(stem, counts, width);
    drawn(&costs, costs[0].0, (680, 400))
}

/// What a scenario's snapshots cost at some counts.
fn costs(stem: &str, counts: &[u64], width: u64) -> Vec<(u32, SnapshotCost)> {
    let (_, text) = shipped().iter().find(|(name, _)| *name == stem).unwrap();
    let mut scenario = parse(text).unwrap();
    if let Keys::Generated(keys) = &mut scenario.keys {
        keys.count = keys.count.min(20_000);
    }
    let job = scenario.job(std::path::Path::new("")).unwrap();
    let counts: Vec<BucketCount> = counts.iter().map(|&count| BucketCount::new(count).unwrap()).collect();
    let curve = cost_curve(&job, &counts, WorkerCount::new(width).unwrap(), &Unwatched).unwrap();
    curve.points.into_iter().map(|point| (point.buckets, point.cost)).collect()
}

/// The picture of costs, one of the counts marked.
fn drawn(costs: &[(u32, SnapshotCost)], today: u32, (wide, high): (u32, u32)) -> Chart {
    let look = Look { size: Size::new(wide, high).unwrap(), dark: true, origin: String::new() };
    snapshot(&SnapshotChart { costs, today: Some(today) }, &look).unwrap()
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

/// Also at the ends of the axes and in the least room that the window gives a chart.
#[test]
fn every_curve_says_its_value_at_the_count_that_is_marked() {
    let counts: Vec<u64> = (3..16).map(|power| 1 << power).collect();
    for stem in ["128-buckets", "plan-spark", "plan-kafka-streams"] {
        let costs = costs(stem, &counts, 4);
        for size in [(520, 330), (640, 326), (680, 400), (860, 330), (980, 620), (1200, 640)] {
            for (count, _) in &costs {
                let chart = drawn(&costs, *count, size);
                let row = chart.table.rows.iter().find(|row| row[0] == count.to_string()).unwrap();
                let (metadata, due, files) = (&row[2], &row[3], &row[4]);
                let one = chart.table.rows.iter().all(|row| row[2] == row[3]);
                let shown = |value: &str| usize::from(value != "0");
                let bytes = if one { shown(metadata) } else { shown(metadata) + shown(due) };
                let start = format!("{}: ", redeal::numerals::grouped((*count).into()));
                let said = texts(&chart).iter().filter(|text| text.starts_with(&start)).count();
                assert_eq!(said, bytes + shown(files), "{stem}, {count} buckets, {size:?}");
            }
        }
    }
}

/// An index of 30 routing shards has no power of two of primary shards from 16 on; Flink has all of them.
#[test]
fn only_counts_that_start_are_offered() {
    let job = |stem: &str| {
        parse(shipped().iter().find(|(name, _)| *name == stem).unwrap().1)
            .unwrap()
            .job(std::path::Path::new(""))
            .unwrap()
    };
    let powers = |stem: &str| powers_of_two(&job(stem), job(stem).first_buckets().unwrap()).len();
    assert_eq!([powers("elasticsearch-split"), powers("128-buckets"), powers("plan-spark")], [0, 12, 12]);
    let elastic = job("elasticsearch-split");
    let takes = |count: u64| takes_count(&elastic, BucketCount::new(count).unwrap());
    assert_eq!([5, 10, 15, 16, 30].map(takes), [true, true, true, false, true]);
    assert!(cost_curve(&elastic, &[], WorkerCount::new(5).unwrap(), &Unwatched).is_ok());
}
