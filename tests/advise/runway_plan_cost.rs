//! Runways by the closed form, plans that cannot be, and cost curves against what the engines wrote.

use super::{advice, engine, even, flink, job, n, p, plan, zipf};
use redeal::engine::FlinkSnapshot;
use redeal::explore::{BadPlan, BadRunway, Plan, advise, cost_curve, runway};
use redeal::simulate::{BucketChoice, RestartChoice, Start, StateSize, Unwatched, simulate};
use redeal::unit::float;

#[test]
fn runways_follow_the_closed_form() {
    let years = |factor: f64, growth: f64| libm::log2(factor) / libm::log2(1.0 + growth);
    for name in ["flink", "spark", "kafka-streams"] {
        let job = job(engine(name), zipf(), BucketChoice::Fixed(n(128)));
        let report = simulate(&job, &Unwatched).unwrap();
        for growth in [0.05, 0.6, 3.0] {
            let plan = Plan { growth_per_year: growth, ..plan() };
            let found = runway(&job, &plan, n(128), &Unwatched).unwrap();
            let close =
                |found: Option<f64>, wanted: f64| assert!((found.unwrap() - wanted).abs() < 1e-9, "{found:?} {wanted}");
            close(found.ceiling_years, years(128.0 / 4.0, growth));
            close(found.peak_years, years(40.0 / 4.0, growth));
            let total: u64 = report.buckets.load.iter().sum();
            let fullest = *report.buckets.load.iter().max().unwrap();
            // A quarter of the load fills a worker now.
            let share = |part: u64| float(part) / float(total);
            close(found.hottest_bucket_years, years(0.25 / share(fullest), growth));
            close(found.hottest_key_years, years(0.25 / share(20_000), growth));
            assert!(
                found.hottest_bucket_years <= found.hottest_key_years && found.hottest_key_years < found.ceiling_years
            );
            assert!((found.width_at_horizon - 4.0 * libm::pow(1.0 + growth, 5.0)).abs() < 1e-6);
        }
    }
}

#[test]
fn runways_start_from_the_rates_where_they_are_given() {
    let job = job(engine("flink"), even(), BucketChoice::Fixed(n(128)));
    let with = |rate, growth| {
        let rates = (Some(rate), Some(1000.0));
        let plan = Plan { rate_per_sec: rates.0, worker_rate_per_sec: rates.1, growth_per_year: growth, ..plan() };
        runway(&job, &plan, n(128), &Unwatched).unwrap()
    };
    let found = with(10_500.0, 1.0);
    assert!((found.width_now - 10.5).abs() < 1e-12);
    assert!((found.ceiling_years.unwrap() - libm::log2(128.0 / 10.5)).abs() < 1e-9);
    // Met already, just met, and not within 100 years.
    assert_eq!(with(129_000.0, 1.0).ceiling_years, Some(0.0));
    assert_eq!(with(128_000.0, 1.0).ceiling_years, Some(0.0));
    assert_eq!(with(10_000.0, 0.01).ceiling_years, None);
}

#[test]
fn every_bad_plan_is_told_in_one_sentence() {
    let good = plan;
    let cases = [
        (
            Plan { peak_width: p(2), ..good() },
            "peak_width is 2, below first_width 4: the expected peak is at least the first width",
        ),
        (
            Plan { growth_per_year: f64::NAN, ..good() },
            "growth_per_year is NaN: allowed are 0 to 100 (0.6 = 60 % a year)",
        ),
        (Plan { growth_per_year: -0.1, ..good() }, "growth_per_year is -0.1: allowed are 0 to 100 (0.6 = 60 % a year)"),
        (Plan { growth_per_year: 101.0, ..good() }, "growth_per_year is 101: allowed are 0 to 100 (0.6 = 60 % a year)"),
        (
            Plan { rate_per_sec: Some(1.0), ..good() },
            "rate_per_sec is given without worker_rate_per_sec: give both or neither",
        ),
        (
            Plan { worker_rate_per_sec: Some(1.0), ..good() },
            "worker_rate_per_sec is given without rate_per_sec: give both or neither",
        ),
        (
            Plan { rate_per_sec: Some(1.0), worker_rate_per_sec: Some(0.0), ..good() },
            "worker_rate_per_sec is 0: allowed are 0.000001 to 10^15 records a second",
        ),
        (Plan { horizon_years: 0.0, ..good() }, "horizon_years is 0: allowed are more than 0, up to 100 years"),
        (Plan { horizon_years: 100.5, ..good() }, "horizon_years is 100.5: allowed are more than 0, up to 100 years"),
        (Plan { widths_liked: vec![p(4); 65], ..good() }, "widths_liked has 65 entries: at most 64 are allowed"),
        (
            Plan { widths_liked: vec![p(41)], ..good() },
            "widths_liked holds 41, above peak_width 40: raise the peak or leave it out",
        ),
        (Plan { headroom: 0.9, ..good() }, "headroom is 0.9: allowed are 1 to 1000 times the peak"),
        (Plan { headroom: f64::INFINITY, ..good() }, "headroom is inf: allowed are 1 to 1000 times the peak"),
        (
            Plan { max_metadata_bytes: Some(0), ..good() },
            "max_metadata_bytes is 0: at least 1 is needed, or leave it out",
        ),
        (Plan { max_files: Some(0), ..good() }, "max_files is 0: at least 1 is needed, or leave it out"),
    ];
    let job = job(engine("flink"), even(), BucketChoice::Fixed(n(128)));
    assert_eq!(good().check(), Ok(()));
    for (plan, text) in cases {
        assert_eq!(plan.check().unwrap_err().to_string(), text);
        assert_eq!(advise(&job, &plan, &Unwatched).unwrap_err().to_string(), format!("plan: {text}"));
    }
    let still = Plan { growth_per_year: 0.0, ..good() };
    assert_eq!(runway(&job, &still, n(128), &Unwatched).unwrap_err(), BadRunway::Plan(BadPlan::NoGrowth));
    assert_eq!(advice(&job, &still).recommended[0].runway, None);
}

#[test]
fn plans_are_read_with_defaults_and_without_unknown_fields() {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let read = |text: &str| options.from_str::<Plan>(text);
    assert_eq!(read("(first_width: 4, peak_width: 40)").unwrap(), Plan::new(p(4), p(40)));
    let full =
        read("(first_width: 4, peak_width: 40, growth_per_year: 0.6, widths_liked: [4, 8, 20, 40], max_files: 50)")
            .unwrap();
    assert_eq!(full, Plan { max_files: Some(50), ..plan() });
    assert_eq!(options.from_str::<Plan>(&options.to_string(&full).unwrap()).unwrap(), full);
    assert!(read("(first_width: 4, peak_width: 40, growth: 0.6)").is_err());
    assert!(
        read("(first_width: 0, peak_width: 40)")
            .unwrap_err()
            .to_string()
            .contains("0 workers: allowed are 1 to 1048576")
    );
    assert_eq!(Plan::of_widths(&[p(4), p(40)]), Plan { widths_liked: vec![p(4), p(40)], ..Plan::new(p(4), p(40)) });
}

#[test]
fn cost_curves_are_what_the_engine_wrote() {
    // Flink 1.20.0, hashmap checkpoints of 20 000 keys at 4 subtasks: _metadata and all bytes, 5 files.
    let wrote = [
        (8, 1210, 391_668),
        (128, 2170, 393_828),
        (1024, 9338, 409_956),
        (4096, 33_914, 465_252),
        (32_768, 263_290, 981_348),
    ];
    let mut job = job(flink(FlinkSnapshot::HashmapCheckpoint), even(), BucketChoice::Fixed(n(1024)));
    job.state = StateSize { bytes_per_key: 8, bytes_per_load: 0 };
    let wanted = wrote.map(|(count, ..)| n(count));
    let curve = cost_curve(&job, &wanted[..2], p(4), &Unwatched).unwrap();
    assert_eq!(curve.points.iter().map(|point| point.buckets).collect::<Vec<_>>(), [8, 128, 1024]);
    assert_eq!((curve.today, curve.workers), (Some(1024), 4));
    let curve = cost_curve(&job, &wanted, p(4), &Unwatched).unwrap();
    for (point, (count, metadata, all)) in curve.points.iter().zip(wrote) {
        assert_eq!(u64::from(point.buckets), count);
        assert_eq!((point.cost.metadata_bytes, point.cost.files), (metadata, 5));
        assert_eq!(point.cost.metadata_bytes + point.cost.data_bytes, all, "{count} key groups");
    }
    // Incremental snapshots: flat.
    job.engine = flink(FlinkSnapshot::RocksdbIncremental);
    let curve = cost_curve(&job, &wanted, p(4), &Unwatched).unwrap();
    assert!(curve.points.iter().all(|point| point.cost.metadata_bytes == curve.points[0].cost.metadata_bytes));
}

#[test]
fn cost_curves_are_what_a_report_says() {
    let names = [
        "flink",
        "flink-sql",
        "spark",
        "kafka-streams",
        "risingwave",
        "mapreduce",
        "samza",
        "hazelcast",
        "pekko",
        "elasticsearch",
        "pulsar",
        "ignite",
        "custom",
    ];
    for name in names {
        let job = job(engine(name), zipf(), BucketChoice::Fixed(n(60)));
        let curve = cost_curve(&job, &[n(24), n(240)], p(40), &Unwatched).unwrap();
        assert_eq!(curve.points.iter().map(|point| point.buckets).collect::<Vec<_>>(), [24, 60, 240]);
        for point in &curve.points {
            let refused = point.buckets == 24 && ["flink", "flink-sql", "risingwave", "samza"].contains(&name);
            assert_eq!(point.workers, if refused { 24 } else { 40 }, "{name}");
            let mut single = job.clone();
            single.buckets = BucketChoice::Fixed(n(point.buckets.into()));
            single.starts = vec![Start { width: p(point.workers.into()), buckets: RestartChoice::Keep }];
            let report = simulate(&single, &Unwatched).unwrap();
            assert_eq!(report.steps[0].deal.as_ref().unwrap().snapshot, point.cost, "{name}");
        }
    }
    let job = job(engine("flink"), even(), BucketChoice::Fixed(n(60)));
    let error = cost_curve(&job, &[n(32_769)], p(4), &Unwatched).unwrap_err();
    assert!(error.to_string().contains("Found: 32769"), "{error}");
}

#[test]
fn c34_files_of_a_spark_batch() {
    let job = job(engine("spark"), even(), BucketChoice::EngineDefault);
    let curve = cost_curve(&job, &[n(20)], p(4), &Unwatched).unwrap();
    for (point, [after, before, a_day]) in
        curve.points.iter().zip([[40.0, 80.0, 345_600.0], [400.0, 800.0, 3_456_000.0]])
    {
        let line = |label: &str| point.cost.detail.iter().find(|line| line.label.contains(label)).unwrap().value;
        let found = [line("with their .crc"), line("before SPARK-30294"), line("a day")];
        assert!(
            found.iter().zip([after, before, a_day]).all(|(found, wanted)| (found - wanted).abs() < 0.5),
            "{found:?}"
        );
    }
}
