//! Public cases with known answers, each named by its number in `tests/data/cases/README.md`. That list names the tests of all of them,
//! those in other files too.

#[path = "support/counts.rs"]
mod counts;

use counts::{n, p};
use redeal::deal::DealingRule;
use redeal::engine::{ElasticsearchOptions, Engine, FlinkOptions};
use redeal::keys::{Generated, KeySource, KeyType, ListedKey, LoadLaw, Value};
use redeal::simulate::{
    BadJob, Balance, BucketChoice, DealFigures, Job, Report, RestartChoice, Start, StateSize, Unwatched, chi_square,
    expected_idle, flink_skew_score, simulate, useful_widths,
};
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn run(engine: Engine, buckets: u64, widths: &[u64], keys: KeySource) -> Report {
    let starts = widths.iter().map(|&width| Start { width: p(width), buckets: RestartChoice::Keep }).collect();
    let job = Job {
        name: String::new(),
        engine,
        buckets: BucketChoice::Fixed(n(buckets)),
        starts,
        keys,
        state: StateSize::default(),
        input_pieces: 1,
        seed: 0,
    };
    simulate(&job, &Unwatched).unwrap()
}

fn flink() -> Engine {
    Engine::Flink(FlinkOptions::default())
}

fn numbers(first: u64, count: u64) -> KeySource {
    let load = LoadLaw::Uniform { each: 1 };
    KeySource::Generated(Generated {
        count,
        pattern: "{}".into(),
        first,
        key_type: KeyType::I32,
        load,
        shuffled: false,
    })
}

fn words(words: &[&str]) -> KeySource {
    let keys = words.iter().map(|word| ListedKey { key: Value::Text((*word).into()), load: 1 });
    KeySource::Listed(Arc::new(keys.collect()))
}

fn figures(report: &Report, step: usize) -> &DealFigures {
    report.steps[step].deal.as_ref().expect("a step that runs")
}

fn keys_of(report: &Report, step: usize) -> Vec<u64> {
    figures(report, step).worker.iter().map(|worker| worker.keys).collect()
}

#[test]
fn c09_ten_thousand_numbers_on_two_thousand_writers() {
    let report = run(flink(), 4000, &[2000], numbers(0, 10_000));
    let keys = keys_of(&report, 0);
    let mut histogram = [0; 14];
    for &keys in &keys {
        histogram[usize::try_from(keys).unwrap()] += 1;
    }
    assert_eq!(histogram, [10, 54, 180, 292, 350, 366, 267, 212, 125, 86, 33, 13, 9, 3]);
    let idle = figures(&report, 0).expected_idle.unwrap();
    assert!((idle.mean - 13.4591).abs() < 1e-4 && (idle.sd - 3.5939).abs() < 1e-4, "{idle:?}");
    // The posted histogram had 19 writers without a key: within three standard deviations.
    assert!((19.0 - idle.mean).abs() < 3.0 * idle.sd);
}

#[test]
fn c10_a_hundred_and_twenty_eight_values_on_as_many_writers() {
    for (buckets, busy) in [(128, 75), (256, 79)] {
        let report = run(flink(), buckets, &[128], numbers(0, 128));
        let keys = keys_of(&report, 0);
        assert_eq!(keys.iter().filter(|&&keys| keys > 0).count(), busy);
        assert_eq!(keys.iter().max(), Some(&4));
    }
    // 49 busy writers were seen: nine standard deviations from what chance gives, so a fault.
    let idle = expected_idle(&[1; 128], 128, 128, 128 - 49);
    assert!((128.0 - idle.mean - 81.096).abs() < 1e-3);
    assert!((idle.z - 9.1).abs() < 0.2, "{idle:?}");
}

#[test]
fn c11_five_words() {
    let report = run(flink(), 128, &[2, 3, 4, 8], words(&["flink", "spark", "hadoop", "zk", "kafka"]));
    let expected: [&[u64]; 4] = [&[2, 3], &[2, 0, 3], &[2, 0, 0, 3], &[2, 0, 0, 0, 0, 0, 1, 2]];
    for (step, keys) in expected.into_iter().enumerate() {
        assert_eq!(keys_of(&report, step), keys);
    }
}

#[test]
fn c12_keys_that_were_meant_to_balance() {
    let expected: [&[u64]; 4] =
        [&[0, 2], &[1, 0, 1, 2], &[2, 1, 0, 0, 0, 1, 0, 4], &[2, 1, 1, 1, 0, 0, 2, 0, 2, 0, 1, 0, 1, 0, 3, 2]];
    for keys in expected {
        let width = keys.len() as u64;
        assert_eq!(keys_of(&run(flink(), 128, &[width], numbers(1, width)), 0), keys);
    }
}

#[test]
fn c14_one_key_keeps_one_worker_busy() {
    let report = run(flink(), 128, &[32], words(&["today"]));
    let deal = figures(&report, 0);
    assert_eq!((deal.expected_idle.unwrap().found, deal.keyless), (31, 31));
    assert!((deal.peak_to_mean - 32.0).abs() < 1e-12);
    let findings = &report.steps[0].verdict.findings;
    assert!(findings.iter().any(|finding| finding.title == "Few keys"), "{findings:?}");
}

#[test]
fn c24_eighty_workers_on_a_hundred_groups_do_no_better_than_fifty() {
    let report = run(flink(), 100, &[50, 80, 100], numbers(0, 1000));
    let most = |step| figures(&report, step).worker.iter().map(|worker| worker.buckets).max().unwrap();
    assert_eq!([most(0), most(1), most(2)], [2, 2, 1]);
    for (step, ratio) in [1.0, 1.6, 1.0].into_iter().enumerate() {
        assert!((figures(&report, step).loss.dealing - ratio).abs() < 1e-12);
    }
    assert_eq!(useful_widths(n(100)), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 17, 20, 25, 34, 50, 100]);
}

#[test]
fn c29_the_skew_score_of_flink() {
    let cases: [(&[u64], f64); 5] = [
        (&[1, 1, 1, 5, 10], 86.6667),
        (&[5, 5, 5, 5, 5], 0.0),
        (&[1, 1, 5, 5, 5], 56.4706),
        (&[4, 5, 5, 5, 5], 6.6667),
        (&[0, 0, 0, 0, 0], 0.0),
    ];
    for (loads, score) in cases {
        assert!((flink_skew_score(loads, p(5)) - score).abs() < 1e-3, "{loads:?}");
    }
}

#[test]
fn c44_three_databases_on_twenty_partitions() {
    let engine = Engine::named("kafka-streams").unwrap();
    let report = run(engine, 20, &[20], words(&["orders", "users", "billing"]));
    let deal = figures(&report, 0);
    assert!(20 - deal.expected_idle.unwrap().found <= 3);
    assert!((20.0 - deal.expected_idle.unwrap().mean - 2.8525).abs() < 1e-3);
}

#[test]
fn c46_six_consumers_within_chance() {
    let loads = [97, 73, 81, 76, 93, 79];
    let test = chi_square(&loads, &[1; 6]);
    assert!((test.statistic - 5.589).abs() < 1e-3);
    assert_eq!(test.degrees, 5);
    assert!((test.p - 0.35).abs() < 0.01 && test.is_chance(), "{test:?}");
    assert!((Balance::of(&loads, p(6)).peak_to_mean - 1.1663).abs() < 1e-3);
}

#[test]
fn c50_sixteen_nodes_share_256_partitions() {
    let report = run(flink(), 256, &[16], numbers(0, 10));
    assert!(figures(&report, 0).worker.iter().all(|worker| worker.buckets == 16));
    // The faulty rule left 106, 50 and 100 on three nodes and nothing on the other thirteen.
    assert!((Balance::of(&[106, 50, 100], p(16)).peak_to_mean - 6.625).abs() < 1e-12);
}

#[test]
fn c55_four_writers_on_one_bucket() {
    let report = run(Engine::named("kafka-streams").unwrap(), 1, &[4], numbers(0, 10));
    assert_eq!((report.steps[0].owners, report.steps[0].idle), (1, 3));
    let idle = report.steps[0].verdict.findings.iter().find(|finding| finding.title.contains("without a bucket"));
    assert_eq!(idle.and_then(|finding| finding.better_width), Some(1));
}

/// A report holds every worker and every bucket of every step: a hundred steps of a million of each would not fit any memory.
#[test]
fn a_job_that_would_fill_the_memory_is_refused_before_anything_is_hashed() {
    let job = |steps, width, buckets| Job {
        name: String::new(),
        engine: Engine::named("custom").unwrap(),
        buckets: BucketChoice::Fixed(n(buckets)),
        starts: vec![Start { width: p(width), buckets: RestartChoice::Keep }; steps],
        keys: numbers(0, 10),
        state: StateSize::default(),
        input_pieces: 1,
        seed: 0,
    };
    assert_eq!(job(100, 1 << 20, 8).check(), Err(BadJob::TooMuch(104_858_400)));
    assert_eq!(job(100, 8, 1 << 20).check(), Err(BadJob::TooMuch(104_858_400)));
    assert_eq!(job(100, 50_000, 50_000).check(), Ok(()));
    let told = job(100, 1 << 20, 8).check().unwrap_err().to_string();
    assert!(told.contains("104858400 workers and buckets: at most 10000000"), "{told}");
    // A width that is refused deals nothing.
    let flink = Job { engine: flink(), ..job(100, 1 << 20, 8) };
    assert_eq!(flink.check(), Ok(()));
}

/// C54: eight writers, four buckets in each of two partitions of a table, writer = (offset + bucket) mod 8. With offsets 1 and 2 five
/// writers work and three of them twice; with offsets of four buckets each, all eight work once.
#[test]
fn c54_two_partitions_an_offset_apart_share_writers() {
    let writers = |starts: [u32; 2]| {
        let mut load = vec![0; 16];
        starts.iter().flat_map(|start| *start..start + 4).for_each(|bucket| load[bucket as usize] += 1);
        DealingRule::Modulo.deal(n(16), p(8), &load).sum(&load)
    };
    let close = writers([1, 2]);
    assert_eq!(close, [0, 1, 2, 2, 2, 1, 0, 0]);
    assert_eq!(close.iter().filter(|&&load| load == 0).count(), 3);
    assert_eq!(writers([4, 8]), [1; 8]);
}

/// C57: 5 shards of 30 routing shards split into 10, 15 or 30; of the 640 that 5 shards have by default, into doublings.
#[test]
fn c57_an_index_splits_by_what_its_routing_shards_allow() {
    let splits = |routing_shards| {
        let options = ElasticsearchOptions { routing_shards, ..ElasticsearchOptions::default() };
        options.splits(n(5))
    };
    assert_eq!(splits(30), [10, 15, 30]);
    let doublings = [10, 20, 40, 80, 160, 320, 640];
    assert_eq!(splits(640), doublings);
    assert_eq!(splits(0), doublings);
    let told = run(
        Engine::Elasticsearch(ElasticsearchOptions { routing_shards: 30, ..ElasticsearchOptions::default() }),
        5,
        &[3],
        words(&["a"]),
    );
    assert_eq!(figures(&told, 0).worker.iter().map(|worker| worker.buckets).collect::<Vec<_>>(), [2, 2, 1]);
}

/// C59: threads need not be as many as the partitions; only those past them idle.
#[test]
fn c59_threads_need_not_be_as_many_as_partitions() {
    let report = run(Engine::named("kafka-streams").unwrap(), 10, &[5, 12], numbers(0, 10));
    let buckets: Vec<_> = figures(&report, 0).worker.iter().map(|worker| worker.buckets).collect();
    assert_eq!((buckets, report.steps[0].idle), (vec![2; 5], 0));
    assert_eq!(report.steps[1].idle, 2);
}

/// The list of cases: every one of the 38 has a test, and every test it names is there.
#[test]
fn every_case_of_the_list_has_its_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let list = fs::read_to_string(tests.join("data/cases/README.md")).unwrap();
    let rows: Vec<&str> = list.lines().filter(|line| line.starts_with("| C")).collect();
    assert_eq!(rows.len(), 38);
    assert!(rows.is_sorted_by(|a, b| a[..5] < b[..5]), "rising and none twice");
    for row in rows {
        let named = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        for test in named.split(", ") {
            let (file, name) = test.trim_matches('`').split_once("::").unwrap_or_else(|| panic!("no test in: {row}"));
            let source = fs::read_to_string(tests.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(
                source.contains(&format!("#[test]\n    fn {name}("))
                    || source.contains(&format!("#[test]\nfn {name}(")),
                "{test}"
            );
        }
    }
}
