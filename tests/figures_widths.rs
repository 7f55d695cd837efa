//! Pictures of widths: where today's width is marked, and what tells many curves apart.

use redeal::explore::{SweepRow, SweepSpec, sweep};
use redeal::figure::{Chart, Look, Shape, Size, WidthsChart, other_count, widths};
use redeal::scenario::{parse, shipped};
use redeal::simulate::Unwatched;
use redeal::unit::{BucketCount, WorkerCount};
use std::collections::BTreeSet;
use std::path::Path;

fn swept(stem: &str, counts: &[u64], widest: u64) -> Vec<SweepRow> {
    let job = parse(shipped().iter().find(|(name, _)| *name == stem).unwrap().1).unwrap().job(Path::new("")).unwrap();
    let buckets = counts.iter().map(|&count| BucketCount::new(count).unwrap()).collect();
    let workers = (1..=widest).map(|width| WorkerCount::new(width).unwrap()).collect();
    sweep(&job, &SweepSpec { buckets, workers, seeds: 0 }, &Unwatched, &mut |_| ()).unwrap()
}

fn chart(rows: &[SweepRow], today: u32, (wide, high): (u32, u32)) -> Chart {
    let look = Look { size: Size::new(wide, high).unwrap(), dark: true, origin: String::new() };
    let counts: Vec<&[SweepRow]> = rows.chunk_by(|a, b| a.buckets == b.buckets).collect();
    widths(&WidthsChart { counts: &counts, today: Some(today), limit: None }, &look).unwrap()
}

fn texts(chart: &Chart) -> Vec<&str> {
    let texts = chart.scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.content.as_str()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn todays_width_is_marked_wherever_it_lies() {
    let (refused, idle) = (swept("127-versus-64", &[128], 145), swept("kafka-streams-spare", &[12], 14));
    for size in [(560, 330), (700, 420), (1200, 640)] {
        for (rows, today, says) in [
            (&refused, 200, "200 lies farther right: refused"),
            (&refused, 140, "140: refused"),
            (&idle, 50, "50 lies farther right: work like "),
        ] {
            let chart = chart(rows, today, size);
            assert!(texts(&chart).iter().any(|text| text.starts_with(says)), "{says} {size:?}: {:?}", texts(&chart));
        }
    }
}

#[test]
fn many_counts_are_told_apart_in_colour_and_in_grey() {
    let lines: BTreeSet<String> = (0..16).map(|nth| format!("{:?}", other_count(nth))).collect();
    assert_eq!(lines.len(), 16);
    let dashes: BTreeSet<String> = (0..4).map(|nth| format!("{:?}", other_count(nth).1)).collect();
    assert_eq!(dashes.len(), 4);
    // Each curve also has its count at its end, beside the line of the key.
    let chart = chart(&swept("127-versus-64", &[128, 120, 160, 200, 240], 270), 64, (1200, 640));
    for count in ["120", "160", "200", "240"] {
        let named = texts(&chart).iter().filter(|text| **text == count).count();
        assert!(named >= 1, "{count}: {:?}", texts(&chart));
        assert!(texts(&chart).contains(&format!("{count} of equal load").as_str()), "{count}");
    }
}
