//! Advice, runways and cost curves against counts worked out by hand and cases that are public.

#[path = "support/counts.rs"]
mod counts;
#[path = "advise/limits.rs"]
mod limits;
#[path = "advise/runway_plan_cost.rs"]
mod runway_plan_cost;

use counts::{n, p};
use redeal::engine::{Engine, FlinkOptions, FlinkScheduler, FlinkSnapshot, Outcome, RisingWaveDeal, RisingWaveOptions};
use redeal::explore::{Advice, BadAdvice, CountAdvice, Plan, Reason, Shortfall, Warning, advise, divisors};
use redeal::keys::{Generated, KeySource, KeyType, LoadLaw};
use redeal::simulate::{BucketChoice, Job, Progress, RestartChoice, Start, StateSize, Unwatched};

fn job(engine: Engine, load: LoadLaw, buckets: BucketChoice) -> Job {
    Job {
        name: String::new(),
        engine,
        buckets,
        starts: vec![Start { width: p(4), buckets: RestartChoice::Keep }],
        keys: KeySource::Generated(Generated {
            count: 20_000,
            pattern: "user-{}".into(),
            first: 1,
            key_type: KeyType::String,
            load,
            shuffled: false,
        }),
        state: StateSize { bytes_per_key: 64, bytes_per_load: 0 },
        input_pieces: 64,
        seed: 7,
    }
}

fn zipf() -> LoadLaw {
    LoadLaw::Zipf { exponent: 1.0, top: 20_000 }
}

fn even() -> LoadLaw {
    LoadLaw::Uniform { each: 10 }
}

fn engine(name: &str) -> Engine {
    Engine::named(name).unwrap()
}

fn flink(snapshot: FlinkSnapshot) -> Engine {
    Engine::Flink(FlinkOptions { snapshot, ..FlinkOptions::default() })
}

/// From 4 to 40 workers, growing 60 % a year, even at 4, 8, 20 and 40.
fn plan() -> Plan {
    let widths_liked = [4, 8, 20, 40].map(p).to_vec();
    Plan { growth_per_year: 0.6, widths_liked, ..Plan::new(p(4), p(40)) }
}

fn advice(job: &Job, plan: &Plan) -> Advice {
    advise(job, plan, &Unwatched).unwrap()
}

fn counts(advice: &[CountAdvice]) -> Vec<u32> {
    advice.iter().map(|count| count.buckets.get()).collect()
}

fn sentences(advice: &CountAdvice, name: &str) -> Vec<String> {
    let words = &engine(name).facts().words;
    advice.reasons.iter().map(|reason| reason.sentence(words).replace('\u{a0}', " ")).collect()
}

/// The score as METHODOLOGY has it, by the slow road.
fn score(count: u32, plan: &Plan, price: f64) -> f64 {
    let waste = |width: u32| f64::from(count.div_ceil(width) * width) / f64::from(count) - 1.0;
    let liked: f64 = plan.widths_liked.iter().map(|width| waste(width.get())).sum();
    let peak = plan.peak_width.get();
    let all: f64 = (1..=peak).map(waste).sum();
    let least = plan.headroom * plan.peak_width.as_f64();
    liked / 4.0 + all / f64::from(peak) + price * libm::log2(f64::from(count) / least).max(0.0)
}

#[test]
fn nothing_scores_better_than_what_is_recommended() {
    let plan = plan();
    let engines = [("flink", 0.01), ("spark", 0.1), ("kafka-streams", 0.1), ("risingwave", 0.01)];
    for (name, price) in engines {
        let advice = advice(&job(engine(name), zipf(), BucketChoice::Fixed(n(128))), &plan);
        for found in advice.recommended.iter().chain(&advice.today) {
            assert!(
                (found.score.total - score(found.buckets.get(), &plan, price)).abs() < 1e-9,
                "{name} {}",
                found.buckets
            );
        }
        // Every count up to 8000, not only the candidates.
        let best = (120..=8000_u32).min_by(|&a, &b| score(a, &plan, price).total_cmp(&score(b, &plan, price))).unwrap();
        let first = &advice.recommended[0];
        assert!(first.score.total < score(best, &plan, price) + 0.002, "{name}: {} against {best}", first.buckets);
        assert!(advice.recommended.is_sorted_by(|a, b| a.score.total <= b.score.total));
        assert!((3..=8).contains(&advice.recommended.len()), "{:?}", counts(&advice.recommended));
        assert_eq!(advice.least_buckets, 120);
        assert!(advice.recommended.iter().all(|count| count.buckets.get() >= 120 && count.shortfalls.is_empty()));
        assert!(advice.nearest.is_empty());
        for (at, a) in advice.recommended.iter().enumerate() {
            for b in &advice.recommended[..at] {
                let (low, high) = (a.buckets.min(b.buckets).as_f64(), a.buckets.max(b.buckets).as_f64());
                assert!(high > 1.1 * low || (a.score.total - b.score.total).abs() > 0.001, "{low} and {high}");
            }
        }
    }
}

#[test]
fn the_trade_off_is_a_front() {
    let advice = advice(&job(engine("flink"), zipf(), BucketChoice::Fixed(n(128))), &plan());
    let front = &advice.trade_off;
    assert!(front.len() > 3 && front[0].buckets.get() == 40);
    assert!(front.is_sorted_by(|a, b| a.buckets < b.buckets && a.waste > b.waste));
    for count in &advice.recommended {
        let as_small = front.iter().rev().find(|point| point.buckets <= count.buckets).unwrap();
        assert!(as_small.waste <= count.score.waste() + 1e-15, "{} lies beyond the front", count.buckets);
    }
}

#[test]
fn flink_from_4_to_40() {
    let job = job(flink(FlinkSnapshot::HashmapCheckpoint), zipf(), BucketChoice::Fixed(n(128)));
    let advice = advice(&job, &plan());
    let today = advice.today.as_ref().unwrap();
    let reasons = sentences(today, "flink");
    let said = |text: &str| assert!(reasons.iter().any(|reason| reason.contains(text)), "{text}: {reasons:#?}");
    said("3.2 times the peak of 40: 128 key groups for 40 subtasks.");
    said("Even at 4 and 8: every subtask owns the same number of key groups.");
    said("Uneven at 20: the busiest subtask owns 7 key groups, 1.09 times the mean.");
    said("Uneven at 40: the busiest subtask owns 4 key groups, 1.25 times the mean.");
    said(
        "With this job's keys the busiest of 40 subtasks holds 5.51 times the mean; the hottest key alone forces 3.98.",
    );
    // 82 + 604 + 40 · 115 + 8 · 128 bytes; 128 · (8 + 10) of them, state files included, because of the count.
    said(
        "Cost at 40 subtasks (checkpoint): 6 310 B of metadata, 41 files; because of the count alone there are 2 304 B in \
         metadata and state files.",
    );
    said("19 of the widths 1 to 40 are useful, 22 up to the count itself; it has 8 divisors.");
    said(
        "Before each key stands the number of its key group in 1 byte, in RocksDB and in canonical savepoints alone (1 byte up to \
         128 key groups, 2 above).",
    );
    // log(128 / 4) / log 1.6; a quarter of the load fills a subtask now, and the fullest key group has 10.5 %.
    said(
        "Under this growth more subtasks than key groups are needed in 7.4 years, and the fullest key group alone fills one \
         subtask in 1.8 years.",
    );
    said("This is the engine's own default. Its rule: parallelism");
    let best = &advice.recommended[0];
    let reasons = sentences(best, "flink");
    let said = |text: &str| assert!(reasons.iter().any(|reason| reason.contains(text)), "{text}: {reasons:#?}");
    said("Even at 4, 8, 20 and 40: every subtask owns the same number of key groups.");
    said("the number of its key group in 2 bytes");
    said("Must be set: left alone, the engine takes 128 key groups at this first start");
    let hot = advice.warnings.iter().find_map(|warning| match warning {
        Warning::HotKey { key, fair_up_to, .. } => Some((key.as_str(), *fair_up_to)),
        _ => None,
    });
    assert_eq!(hot, Some(("user-1", 10)));
    assert!(advice.warnings.iter().any(|warning| matches!(warning, Warning::Fixed { .. })));
    // log(40 / 4) / log 1.6 = 4.9 years: the peak is passed within the five of the plan.
    let passed = advice.warnings.iter().find_map(|warning| match warning {
        Warning::PeakPassed { years, .. } => Some(*years),
        _ => None,
    });
    assert!((passed.unwrap() - libm::log2(10.0) / libm::log2(1.6)).abs() < 1e-9);
}

#[test]
fn spark_and_kafka_streams_from_4_to_40() {
    for (name, default) in [("spark", 200), ("kafka-streams", 64), ("risingwave", 256)] {
        let advice = advice(&job(engine(name), even(), BucketChoice::EngineDefault), &plan());
        assert_eq!(advice.engine_default.as_ref().map(|count| count.buckets.get()), Some(default));
        assert_eq!(advice.today, advice.engine_default, "{name}");
        let best = &advice.recommended[0];
        assert!(
            [4, 8, 20, 40].iter().all(|&width| best.buckets.get().is_multiple_of(width)),
            "{name}: {}",
            best.buckets
        );
        let words = &engine(name).facts().words;
        assert!(sentences(best, name)[0].contains(words.buckets), "{:?}", sentences(best, name));
        assert!(!advice.warnings.iter().any(|warning| matches!(warning, Warning::HotKey { .. })), "{name}");
        let pieces = best.warnings.iter().any(|warning| matches!(warning, Warning::InputPieces { pieces: 64, .. }));
        assert_eq!(pieces, name == "kafka-streams");
        let ceiling = best.runway.unwrap().ceiling_years.unwrap();
        assert!((ceiling - libm::log2(best.buckets.as_f64() / 4.0) / libm::log2(1.6)).abs() < 1e-9);
    }
    // 580 + 27 · 200 ms for a batch on 200 partitions.
    let spark = advice(&job(engine("spark"), even(), BucketChoice::EngineDefault), &plan());
    let batch = "Grows with the count: time of a warm batch, 6 s, estimated.".to_owned();
    assert!(sentences(&spark.today.unwrap(), "spark").contains(&batch));
    // 64 partitions are 1.6 times the peak, where three times are wanted.
    let kafka = advice(&job(engine("kafka-streams"), even(), BucketChoice::EngineDefault), &plan());
    let shortfalls = &kafka.today.unwrap().shortfalls;
    assert_eq!(shortfalls, &[Shortfall::Headroom { times: 1.6, wanted: 3.0, least: 120 }]);
}

#[test]
fn where_nothing_is_retained_the_count_is_free() {
    let advice = advice(&job(engine("mapreduce"), even(), BucketChoice::Fixed(n(40))), &plan());
    assert!(advice.warnings.contains(&Warning::CountIsFree));
    assert!(advice.recommended[0].reasons.iter().any(|reason| matches!(reason, Reason::Grows { unit: "fetches", .. })));
}

#[test]
fn slots_of_today_do_not_cap_a_plan() {
    let with = |scheduler| {
        let engine = Engine::Flink(FlinkOptions { scheduler, ..FlinkOptions::default() });
        advice(&job(engine, even(), BucketChoice::Fixed(n(128))), &plan()).recommended
    };
    let plain = with(FlinkScheduler::Default);
    assert_eq!(plain, with(FlinkScheduler::Adaptive { slots: 6 }));
    assert_eq!(counts(&plain), counts(&with(FlinkScheduler::Reactive { slots: 12 })));
}

#[test]
fn a_budget_is_kept_or_what_misses_it_is_said() {
    let job = job(flink(FlinkSnapshot::HashmapCheckpoint), even(), BucketChoice::Fixed(n(128)));
    // _metadata at 40 subtasks: 82 + 604 + 40 · 115 + 8 · m = 5286 + 8 · m bytes.
    let tight = advice(&job, &Plan { max_metadata_bytes: Some(6300), ..plan() });
    assert_eq!(counts(&tight.recommended), [120]);
    assert_eq!(tight.today.unwrap().shortfalls, [Shortfall::Metadata { bytes: 6310, allowed: 6300 }]);
    let none = advice(&job, &Plan { max_metadata_bytes: Some(6200), ..plan() });
    assert!(none.recommended.is_empty());
    assert_eq!(none.nearest[0].buckets.get(), 120);
    assert_eq!(none.nearest[0].shortfalls, [Shortfall::Metadata { bytes: 6246, allowed: 6200 }]);
    let files = advice(&job, &Plan { max_files: Some(40), ..plan() });
    assert!(files.nearest.iter().all(|count| count.shortfalls.contains(&Shortfall::Files { files: 41, allowed: 40 })));
    let beyond = advice(&job, &Plan::new(p(4), p(20_000)));
    assert_eq!(beyond.least_buckets, 60_000);
    assert_eq!(counts(&beyond.nearest)[0], 32_768);
    assert!(beyond.nearest[0].reasons.contains(&Reason::AtBound { buckets: 32_768 }));
}

#[test]
fn few_keys_are_said_to_be_few() {
    let mut job = job(engine("flink"), even(), BucketChoice::Fixed(n(128)));
    if let KeySource::Generated(keys) = &mut job.keys {
        keys.count = 25;
    }
    let advice = advice(&job, &plan());
    assert!(advice.today.unwrap().warnings.contains(&Warning::FewKeys { keys: 25, buckets: 128 }));
    // Equal keys are few, not hot.
    assert!(!advice.warnings.iter().any(|warning| matches!(warning, Warning::HotKey { .. })));
}

#[test]
fn threads_and_cancelling_change_no_figure() {
    let job = job(engine("spark"), zipf(), BucketChoice::Fixed(n(200)));
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| serde_json::to_string(&advice(&job, &plan())).unwrap())
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(8));
    let stopped = Progress::default();
    stopped.cancel();
    let error = advise(&job, &plan(), &stopped).unwrap_err();
    assert_eq!(error, BadAdvice::Simulate(redeal::simulate::SimulateError::Cancelled));
}

/// The widths at which the busiest worker holds fewer buckets than at any smaller one, by dealing one by one.
fn useful_by_hand(count: u32) -> Vec<u32> {
    let busiest = |width: u32| (0..width).map(|worker| (worker..count).step_by(width as usize).count()).max().unwrap();
    let mut least = usize::MAX;
    let mut widths = Vec::new();
    for width in 1..=count {
        if busiest(width) < least {
            least = busiest(width);
            widths.push(width);
        }
    }
    widths
}

#[test]
fn useful_widths_are_counted_by_dealing_one_by_one() {
    let known = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 19, 22, 26, 32, 43, 64, 128];
    assert_eq!(useful_by_hand(128), known);
    for count in [120, 128, 240, 720] {
        let advice = advice(&job(engine("flink"), even(), BucketChoice::Fixed(n(count.into()))), &plan());
        let today = advice.today.unwrap();
        let widths = useful_by_hand(count);
        assert_eq!(redeal::simulate::useful_widths(n(count.into())), widths);
        assert_eq!(today.useful as usize, widths.len());
        assert_eq!(today.useful_up_to_peak as usize, widths.iter().filter(|&&width| width <= 40).count());
    }
}

#[test]
fn c26_counts_with_many_divisors() {
    let counts = [120, 180, 240, 360, 720, 840, 1260, 128, 256, 1024, 32_768];
    assert_eq!(counts.map(|count| divisors(n(count))), [16, 18, 20, 24, 30, 32, 36, 8, 9, 11, 16]);
    assert_eq!([1, 2, 49, 1_048_576].map(|count| divisors(n(count))), [1, 2, 3, 21]);
}

/// Busiest ÷ mean of even keys at a width under a count, from the advice on a job that has it.
fn even_ratio(count: u64, width: u64) -> Option<f64> {
    let plan = Plan { headroom: 1.0, widths_liked: vec![p(width)], ..Plan::new(p(1), p(width.max(500))) };
    let advice = advice(&job(engine("flink"), even(), BucketChoice::Fixed(n(count))), &plan);
    let at = advice.today.unwrap().widths.into_iter().find(|at| u64::from(at.workers) == width).unwrap();
    (at.outcome != Outcome::Refused).then_some(at.even_ratio)
}

#[test]
fn c19_start_at_1_and_later_500() {
    let plan = Plan { headroom: 1.0, ..Plan::new(p(1), p(500)) };
    let advice = advice(&job(engine("flink"), even(), BucketChoice::EngineDefault), &plan);
    let default = advice.engine_default.unwrap();
    assert_eq!(default.buckets.get(), 128);
    assert!(matches!(default.shortfalls[..], [Shortfall::Headroom { least: 500, .. }]));
    for (count, ratio) in
        [(128, None), (720, Some(1.3889)), (840, Some(1.1905)), (1000, Some(1.0)), (1024, Some(1.4648))]
    {
        let found = even_ratio(count, 500);
        assert_eq!(found.is_some(), ratio.is_some(), "{count}");
        assert!(found.zip(ratio).is_none_or(|(found, ratio)| (found - ratio).abs() < 1e-4), "{count}: {found:?}");
    }
}

#[test]
fn c23_and_c24_widths_that_pay_and_widths_that_do_not() {
    let cases = [
        (128, 9, 1.0547),
        (128, 16, 1.0),
        (32_768, 9, 1.0),
        (32_768, 16, 1.0),
        (100, 50, 1.0),
        (100, 80, 1.6),
        (100, 100, 1.0),
    ];
    for (count, width, ratio) in cases {
        let found = even_ratio(count, width).unwrap();
        assert!((found - ratio).abs() < 1e-4, "{width} of {count}: {found}");
    }
}

#[test]
fn rules_that_follow_weights_are_played_through() {
    // Nodes of 2 and 4 cores: of 4 actors one is on the first, and of 64 vnodes RisingWave gave it 21.
    let deal = RisingWaveDeal::Scheduled { nodes: vec![2, 4], job: 1 };
    let engine = Engine::RisingWave(RisingWaveOptions { deal, ..RisingWaveOptions::default() });
    let plan = Plan { headroom: 1.0, widths_liked: vec![p(4)], ..Plan::new(p(2), p(4)) };
    let today = advice(&job(engine, even(), BucketChoice::Fixed(n(64))), &plan).today.unwrap();
    assert_eq!((today.widths[0].workers, today.widths[0].most_buckets), (4, 21));
    assert!((today.score.at_liked - (21.0 * 4.0 / 64.0 - 1.0)).abs() < 1e-12);
    // One actor owns all; two share by weight, 22 and 42 of 64 (one each, then 62 by 1 : 2); three: 22, 21 and 21.
    let up_to_peak = (0.0 + (42.0 * 2.0 / 64.0 - 1.0) + (22.0 * 3.0 / 64.0 - 1.0) + (21.0 * 4.0 / 64.0 - 1.0)) / 4.0;
    assert!((today.score.up_to_peak - up_to_peak).abs() < 1e-12, "{} {up_to_peak}", today.score.up_to_peak);
}
