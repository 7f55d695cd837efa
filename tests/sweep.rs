//! Sweeps give what single reports give, in the order asked, for any number of threads.

use redeal::engine::{Engine, Outcome};
use redeal::explore::{BadSweep, SweepRow, SweepSpec, seeds_change_nothing, sweep};
use redeal::keys::{Generated, KeySource, KeyType, LoadLaw};
use redeal::simulate::{BucketChoice, Job, RestartChoice, Start, StateSize, Unwatched, simulate};
use redeal::unit::{BucketCount, WorkerCount};

fn widths(range: std::ops::RangeInclusive<u64>) -> Vec<WorkerCount> {
    range.map(|width| WorkerCount::new(width).unwrap()).collect()
}

fn counts(counts: &[u64]) -> Vec<BucketCount> {
    counts.iter().map(|&count| BucketCount::new(count).unwrap()).collect()
}

fn job(engine: Engine, load: LoadLaw, widths: &[u64], count: u64) -> Job {
    let keep = |&width: &u64| Start { width: WorkerCount::new(width).unwrap(), buckets: RestartChoice::Keep };
    Job {
        name: String::new(),
        engine,
        buckets: BucketChoice::Fixed(BucketCount::new(count).unwrap()),
        starts: widths.iter().map(keep).collect(),
        keys: KeySource::Generated(Generated {
            count: 3000,
            pattern: "user-{}".into(),
            first: 1,
            key_type: KeyType::String,
            load,
            shuffled: false,
        }),
        state: StateSize::default(),
        input_pieces: 7,
        seed: 3,
    }
}

fn run(job: &Job, spec: &SweepSpec) -> Vec<SweepRow> {
    sweep(job, spec, &Unwatched, &mut |_| ()).unwrap()
}

fn zipf() -> LoadLaw {
    LoadLaw::Zipf { exponent: 0.8, top: 3000 }
}

#[test]
fn every_row_is_what_a_report_says() {
    for engine in Engine::all() {
        if engine.facts().refuses_count(24).is_some() {
            continue;
        }
        let spec = SweepSpec { buckets: counts(&[24, 60]), workers: widths(1..=70), seeds: 0 };
        let rows = run(&job(engine.clone(), zipf(), &[1], 24), &spec);
        assert_eq!(rows.len(), 140);
        for row in rows {
            let report =
                simulate(&job(engine.clone(), zipf(), &[1, row.workers.into()], row.buckets.into()), &Unwatched);
            let step = &report.unwrap().steps[1];
            assert_eq!((step.outcome, step.owners), (row.outcome, row.owners), "{row:?}");
            let Some(deal) = &step.deal else {
                assert_eq!(row.outcome, Outcome::Refused);
                continue;
            };
            let same = deal.peak_to_mean.to_bits() == row.peak_to_mean.to_bits()
                && deal.effective_width.to_bits() == row.effective_width.to_bits();
            assert!(same, "{row:?} against {} and {}", deal.peak_to_mean, deal.effective_width);
            assert_eq!(deal.worker.iter().map(|worker| worker.buckets).max(), Some(row.most_buckets));
        }
    }
}

#[test]
fn a_hundred_and_twenty_seven_is_no_better_than_sixty_four() {
    let spec = SweepSpec { buckets: counts(&[128]), workers: widths(1..=140), seeds: 0 };
    let rows = run(&job(Engine::named("flink").unwrap(), LoadLaw::Uniform { each: 1 }, &[1], 128), &spec);
    let even = |width: usize| rows[width - 1].even_width;
    assert!((even(127) - even(64)).abs() < 1e-12 && (even(64) - 64.0).abs() < 1e-12);
    assert!((even(40) - 32.0).abs() < 1e-12 && (even(128) - 128.0).abs() < 1e-12);
    assert!(rows[128..].iter().all(|row| row.outcome == Outcome::Refused));
}

#[test]
fn seeds_give_a_band_that_holds_its_median_and_no_thread_changes_it() {
    let spec = SweepSpec { buckets: counts(&[128]), workers: widths(5..=9), seeds: 21 };
    let job = job(Engine::named("spark").unwrap(), zipf(), &[1], 128);
    let with =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| run(&job, &spec));
    let rows = with(1);
    assert_eq!(rows, with(3));
    for band in rows.iter().map(|row| row.band.unwrap()) {
        assert!(1.0 <= band.p5 && band.p5 <= band.p50 && band.p50 <= band.p95 && band.p5 < band.p95, "{band:?}");
    }
}

/// Whichever key gets which rank, all have the same load: the band is the row's own value, and a caller can tell.
#[test]
fn seeds_change_nothing_where_all_keys_are_alike() {
    let flat = [
        LoadLaw::Uniform { each: 5 },
        LoadLaw::Zipf { exponent: 0.0, top: 9 },
        LoadLaw::Zipf { exponent: 1.0, top: 1 },
        LoadLaw::LogNormal { mu: 2.0, sigma: 0.0 },
    ];
    let spec = SweepSpec { buckets: counts(&[128]), workers: widths(5..=9), seeds: 4 };
    let engine = || Engine::named("flink").unwrap();
    for law in flat {
        let job = job(engine(), law, &[1], 128);
        assert!(seeds_change_nothing(&job));
        for row in run(&job, &spec) {
            let (own, band) = (row.peak_to_mean.to_bits(), row.band.unwrap());
            assert_eq!([band.p5, band.p50, band.p95].map(f64::to_bits), [own; 3]);
        }
        assert!(run(&job, &SweepSpec { seeds: 0, ..spec.clone() }).iter().all(|row| row.band.is_none()));
    }
    for law in [zipf(), LoadLaw::Sampled { records: 9000, of: Box::new(LoadLaw::Uniform { each: 1 }) }] {
        let job = job(engine(), law, &[1], 128);
        assert!(!seeds_change_nothing(&job));
        assert!(run(&job, &spec).iter().any(|row| row.band.is_some_and(|band| band.p5 < band.p95)));
    }
}

/// A sweep deals one width at a time: what the job's own steps add up to does not count.
#[test]
fn the_steps_of_the_job_do_not_bound_a_sweep() {
    let job = job(Engine::named("custom").unwrap(), zipf(), &[1; 100], 8);
    let spec = SweepSpec { buckets: counts(&[1 << 17]), workers: widths(3..=3), seeds: 0 };
    assert_eq!(run(&job, &spec).len(), 1);
}

#[test]
fn what_cannot_be_swept_is_named() {
    let job = job(Engine::named("flink").unwrap(), zipf(), &[1], 128);
    let spec = |buckets: &[u64], to: u64, seeds| SweepSpec { buckets: counts(buckets), workers: widths(1..=to), seeds };
    let error = |spec| sweep(&job, &spec, &Unwatched, &mut |_| ()).unwrap_err();
    assert_eq!(error(spec(&[], 3, 0)), BadSweep::Empty("the list of bucket counts"));
    assert!(matches!(error(spec(&[8], 1_000_000, 100)), BadSweep::TooMany { cells: 101_000_000, .. }));
    let rows = error(spec(&[8, 9, 10, 11, 12], 1_000_000, 0));
    assert_eq!(rows, BadSweep::TooManyRows { counts: 5, widths: 1_000_000, rows: 5_000_000 });
    assert!(error(spec(&[32_769], 3, 0)).to_string().contains("0 < maxParallelism <= 32768. Found: 32769"));
}
