//! Keys of which only sums are known: counted elsewhere under one bucket count.

#[path = "support/program.rs"]
mod program;

use program::{ended, redeal};
use redeal::hash::HashingRule;
use redeal::keys::{Counted, KeySource};
use redeal::scenario::{Buckets, Scenario, parse};
use redeal::simulate::{Population, Report, SimulateError, Unwatched, populate, simulate};
use redeal::unit::{BucketCount, LoadUnit, WorkerCount};
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn populated(scenario: &Scenario, rule: HashingRule, buckets: u64) -> Population {
    let job = scenario.job(Path::new("")).unwrap();
    populate(&job.keys, rule, BucketCount::clamped(buckets), scenario.seed, &Unwatched).unwrap()
}

/// The sums of a population, as a query on a cluster would give them.
fn counted(population: &Population, buckets: u64) -> Counted {
    Counted {
        buckets: BucketCount::clamped(buckets),
        keys: Some(population.keys.clone()),
        load: population.load.clone(),
        unit: LoadUnit::Records,
        recorded: None,
        state_bytes: None,
    }
}

#[test]
fn sums_under_a_count_are_those_of_the_keys_under_each_divisor() {
    for engine in ["flink", "flink-sql", "spark", "kafka-streams", "risingwave", "mapreduce"] {
        let scenario = Scenario { engine: redeal::engine::Engine::named(engine).unwrap(), ..Scenario::built_in() };
        let rule = scenario.engine.profile().hashing();
        let keys = KeySource::Counted(Arc::new(counted(&populated(&scenario, rule, 240), 240)));
        for divisor in [240, 120, 80, 48, 7, 1] {
            let from_sums = populate(&keys, rule, BucketCount::clamped(divisor), 0, &Unwatched);
            if 240 % divisor > 0 {
                let error = from_sums.unwrap_err();
                assert_eq!(error, SimulateError::CountedUnder { counted: 240, asked: 7 });
                assert!(error.to_string().contains("only for a count that divides 240"), "{error}");
                continue;
            }
            let hashed = populated(&scenario, rule, divisor);
            let from_sums = from_sums.unwrap();
            assert_eq!((from_sums.keys, from_sums.load), (hashed.keys, hashed.load), "{engine}, {divisor} buckets");
        }
    }
}

/// Ignite mixes for powers of two alone; a shard of Elasticsearch joins neighbours where its routing shards stay as many.
#[test]
fn sums_of_stores_are_known_where_their_buckets_fold() {
    for (engine, counted_under, known, unknown) in [
        ("ignite", 1024, &[512, 2, 1][..], &[][..]),
        ("ignite", 720, &[360, 45, 1], &[16, 2]),
        ("elasticsearch", 8, &[4, 2, 1], &[]),
        ("elasticsearch", 12, &[6, 3, 1], &[4]),
    ] {
        let scenario = Scenario { engine: redeal::engine::Engine::named(engine).unwrap(), ..Scenario::built_in() };
        let rule = scenario.engine.profile().hashing();
        let keys = KeySource::Counted(Arc::new(counted(&populated(&scenario, rule, counted_under), counted_under)));
        for &count in known {
            let hashed = populated(&scenario, rule, count);
            let from_sums = populate(&keys, rule, BucketCount::clamped(count), 0, &Unwatched).unwrap();
            assert_eq!((from_sums.keys, from_sums.load), (hashed.keys, hashed.load), "{engine}, {count}");
        }
        for &count in unknown {
            let error = populate(&keys, rule, BucketCount::clamped(count), 0, &Unwatched).unwrap_err().to_string();
            assert!(error.contains(&format!("though it divides {counted_under}")), "{engine}, {count}: {error}");
        }
    }
}

/// The built-in scenario with its sums in a table in place of its keys.
fn with_table(folder: &Path, header: &str, columns: usize) -> std::path::PathBuf {
    let scenario = Scenario::built_in();
    let population = populated(&scenario, scenario.engine.profile().hashing(), 128);
    let mut table = format!("{header}\n");
    for (bucket, (keys, load)) in population.keys.iter().zip(&population.load).enumerate() {
        let row = [bucket.to_string(), load.to_string(), keys.to_string(), (keys * 64).to_string()];
        table.push_str(&(row[..columns].join(",") + "\n"));
    }
    fs::write(folder.join("table.csv"), table).unwrap();
    let text = redeal::scenario::to_ron(&scenario).unwrap();
    let (before, rest) = text.split_once("keys: ").unwrap();
    let (_, after) = rest.split_once("state: ").unwrap();
    let path = folder.join("job.ron");
    fs::write(&path, format!("{before}keys: Buckets(path: \"table.csv\"),\n    state: {after}")).unwrap();
    path
}

fn report(path: &Path) -> Report {
    let (_, job) = redeal::scenario::read_job(path).unwrap();
    simulate(&job, &Unwatched).unwrap()
}

#[test]
fn a_table_of_sums_gives_the_workers_of_the_keys_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let from_table = report(&with_table(folder.path(), "bucket,records,keys,state_bytes", 4));
    let from_keys = simulate(&Scenario::built_in().job(Path::new("")).unwrap(), &Unwatched).unwrap();
    for (table, keys) in from_table.steps.iter().zip(&from_keys.steps) {
        let (Some(table), Some(keys)) = (&table.deal, &keys.deal) else { continue };
        assert_eq!((&table.worker, table.expected_idle), (&keys.worker, keys.expected_idle));
        assert_eq!(table.even_hashing, keys.even_hashing);
    }
    // Who the hottest key is cannot be told from sums.
    assert_eq!((from_table.keys.count, from_table.keys.hottest_load), (20_000, 0));
}

#[test]
fn without_keys_nothing_is_said_of_chance() {
    let folder = tempfile::tempdir().unwrap();
    let path = with_table(folder.path(), "bucket,load", 2);
    let deal = report(&path).steps[1].deal.clone().unwrap();
    assert!(deal.expected_idle.is_none() && deal.even_hashing.is_none());
    let (code, text, _) = ended(redeal(&["report"]).arg(&path));
    assert_eq!(code, 0);
    let text = text.replace('\u{a0}', " ");
    assert!(text.contains("201 177 records in all; the keys themselves were not counted"), "{text}");
    assert!(!text.contains("Without a key"), "{text}");
    let (_, json, _) = ended(redeal(&["report", "--format", "json"]).arg(&path));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["keys"]["counted"], &json["steps"][1]["expected_idle"]),
        (&false.into(), &serde_json::Value::Null)
    );
}

#[test]
fn another_count_says_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = with_table(folder.path(), "bucket,load", 2);
    let mut scenario = parse(&fs::read_to_string(&path).unwrap()).unwrap();
    let redeal::scenario::Keys::Buckets(file) = &mut scenario.keys else { panic!("a table") };
    file.counted_under = Some(BucketCount::clamped(128));
    scenario.widths = vec![WorkerCount::clamped(4)];
    for (count, fits) in [(64, true), (96, false)] {
        scenario.buckets = Buckets::Fixed(BucketCount::clamped(count));
        fs::write(&path, redeal::scenario::to_ron(&scenario).unwrap()).unwrap();
        let (code, _, error) = ended(redeal(&["report"]).arg(&path));
        assert_eq!(code, if fits { 0 } else { 2 }, "{error}");
        assert!(fits || error.contains("counted in 128 buckets: what lies in each of 96 cannot be told"), "{error}");
    }
}
