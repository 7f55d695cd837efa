//! The pictures of a recommendation: the runway of a count, and what a larger count still buys.

use redeal::engine::Engine;
use redeal::explore::{Advice, advise};
use redeal::figure::{self, Chart, Look, RunwayChart, Scene, Shape, Size, Target, Text};
use redeal::scenario::{parse, shipped};
use redeal::simulate::Unwatched;
use redeal::unit::BucketCount;
use std::path::Path;

const PLANS: [&str; 3] = ["plan-4-to-40", "plan-spark", "plan-kafka-streams"];

fn advice(stem: &str) -> Advice {
    let (_, text) = shipped().iter().find(|(name, _)| *name == stem).unwrap();
    let scenario = parse(text).unwrap();
    advise(&scenario.job(Path::new("")).unwrap(), &scenario.plan.unwrap(), &Unwatched).unwrap()
}

fn look(width: u32, height: u32) -> Look {
    Look { size: Size::new(width, height).unwrap(), dark: true, origin: String::new() }
}

fn texts(scene: &Scene) -> Vec<&Text> {
    let mut texts = Vec::new();
    for shape in &scene.shapes {
        if let Shape::Text(text) = shape {
            texts.push(text);
        }
    }
    texts
}

fn charts(advice: &Advice, look: &Look) -> [Chart; 2] {
    let words = Engine::named(advice.engine).unwrap().facts().words;
    let best = &advice.recommended[0];
    let runway = RunwayChart::planned(&advice.plan, best, &words).unwrap();
    [figure::runway(&runway, look).unwrap(), figure::trade_off(advice, Some(best.buckets), &words, look).unwrap()]
}

#[test]
fn no_text_lies_over_another() {
    for stem in PLANS {
        let advice = advice(stem);
        for (width, height) in [(400, 300), (680, 480), (800, 500), (1600, 1000)] {
            for chart in charts(&advice, &look(width, height)) {
                let boxes: Vec<_> = texts(&chart.scene).iter().map(|text| text.bounds()).collect();
                for (at, bounds) in boxes.iter().enumerate() {
                    let name = format!("{stem} {} {width}x{height}", chart.scene.title);
                    assert!(bounds.left >= 0.0 && bounds.right <= chart.scene.width, "{name}: {bounds:?}");
                    assert!(!boxes[..at].iter().any(|other| other.overlaps(bounds)), "{name}: {bounds:?}");
                }
            }
        }
    }
}

#[test]
fn the_growth_is_compound_and_meets_the_ceiling_where_it_is_drawn() {
    let advice = advice("plan-4-to-40");
    let words = Engine::named("flink").unwrap().facts().words;
    let count = &advice.recommended[0];
    let runway = RunwayChart::planned(&advice.plan, count, &words).unwrap();
    // 20 000 records a second, 5000 a worker: 4 workers now, 1.6 times as many each year.
    for [years, needed] in &runway.growth {
        let wanted = 4.0 * libm::pow(1.6, *years);
        assert!((needed - wanted).abs() < wanted * 1e-9, "{years}: {needed}, not {wanted}");
    }
    let met = runway.milestones.iter().find(|milestone| milestone.label == "ceiling").unwrap().years;
    assert!((4.0 * libm::pow(1.6, met) - count.buckets.as_f64()).abs() < 1e-6);
    assert!(runway.growth.last().unwrap()[0] >= met);
    let spots = figure::runway(&runway, &look(800, 500)).unwrap().scene.spots;
    assert!(spots.iter().any(|spot| spot.label == "now: 4 subtasks needed"));
    let still = redeal::explore::Plan { growth_per_year: 0.0, ..advice.plan.clone() };
    let unmoved = redeal::explore::CountAdvice { runway: None, ..count.clone() };
    assert_eq!(RunwayChart::planned(&still, &unmoved, &words), None);
}

/// At 120 state partitions the name would lie over the recommended 150, were it written where there is room first.
#[test]
fn the_names_in_a_trade_off_hide_no_recommended_count() {
    for stem in PLANS {
        let advice = advice(stem);
        let [_, chart] = charts(&advice, &look(800, 500));
        let names: Vec<_> = texts(&chart.scene).into_iter().filter(|text| text.content.contains(": ")).collect();
        for count in &advice.recommended {
            let target = Target::Count(count.buckets.get());
            let dot = chart.scene.spots.iter().find(|spot| spot.target == target).unwrap();
            let names = names.iter().filter(|name| name.content.ends_with('%'));
            for name in names {
                assert!(!name.bounds().overlaps(&dot.bounds), "{stem}: {} over {}", name.content, dot.label);
            }
        }
    }
}

#[test]
fn every_count_of_the_trade_off_can_be_chosen() {
    for stem in PLANS {
        let advice = advice(stem);
        let [_, chart] = charts(&advice, &look(800, 500));
        let mut chosen: Vec<u32> = chart
            .scene
            .spots
            .iter()
            .filter_map(|spot| match spot.target {
                Target::Count(count) => Some(count),
                _ => None,
            })
            .collect();
        chosen.sort_unstable();
        let shown = advice.recommended.iter().chain(&advice.today).map(|count| count.buckets);
        let mut wanted: Vec<BucketCount> = advice.trade_off.iter().map(|point| point.buckets).chain(shown).collect();
        wanted.extend(advice.engine_default.iter().map(|count| count.buckets));
        wanted.sort_unstable();
        wanted.dedup();
        assert_eq!(chosen, wanted.iter().map(|count| count.get()).collect::<Vec<_>>(), "{stem}");
        assert_eq!(chart.table.rows.len(), wanted.len(), "{stem}");
    }
}
