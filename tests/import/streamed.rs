//! Lists that are too long to be held: the same figures, read anew for each bucket count.

use super::{Unwatched, file, pool};
use redeal::hash::{HashFn, HashingRule, Reduction};
use redeal::import::{ListOptions, MAX_LISTED_KEYS, read};
use redeal::keys::{
    BucketSums, Bucketing, KeyRow, KeyRows, KeySource, KeySumsPart, ListFacts, Listed, ListedKey, RowWatch, RowsError,
    Streamed, Summing, Survey, Surveyed, Surveyor, Value,
};
use redeal::simulate::{KeysKnown, Population, Progress, SimulateError, Watch, populate};
use redeal::unit::{BucketCount, float};
use std::fmt::Write;
use std::sync::Arc;

const RULE: HashingRule = HashingRule { hash: HashFn::FlinkMurmur, reduction: Reduction::AbsMod };

fn buckets() -> BucketCount {
    BucketCount::new(128).unwrap()
}

fn populated(keys: &KeySource, watch: &dyn Watch) -> Result<Population, SimulateError> {
    populate(keys, RULE, buckets(), 0, watch)
}

/// A little more than is held; keys 1 to 1000 are hot and stand in two rows.
fn rows() -> impl Iterator<Item = (u64, u64)> {
    let load = |key: u64| if key <= 1000 { 3_000_000 / key } else { key % 7 };
    let all = MAX_LISTED_KEYS + 50_000;
    (1..=all).chain(1..=1000).map(move |key| (key, load(key)))
}

fn text() -> String {
    rows().fold("user_id,count,state_bytes\n".to_owned(), |mut text, (key, load)| {
        let _ = writeln!(text, "user-{key},{load},{}", key % 100);
        text
    })
}

fn held() -> Listed {
    let all = usize::try_from(MAX_LISTED_KEYS + 50_000).unwrap();
    let loads = rows().fold(vec![0; 1 + all], |mut loads, (key, load)| {
        loads[usize::try_from(key).unwrap()] += load;
        loads
    });
    let key = |(number, load): (usize, u64)| ListedKey { key: Value::Text(format!("user-{number}")), load };
    loads.into_iter().enumerate().skip(1).map(key).collect()
}

#[test]
fn a_long_list_gives_what_the_same_keys_give_when_held() {
    let (_folder, path) = file("keys.csv", text().as_bytes());
    let expected = populated(&KeySource::Listed(Arc::new(held())), &redeal::simulate::Unwatched).unwrap();
    let other = RULE.into_buckets(BucketCount::new(64).unwrap());
    let asked = RULE.into_buckets(buckets());
    let all = MAX_LISTED_KEYS + 50_000;
    let mut sources = Vec::new();
    // Sums made on the way, of another count, or not at all: the rows are the same.
    for (threads, bucketing) in [(1, None), (2, Some(&other)), (1, Some(&asked)), (2, Some(&asked)), (8, Some(&asked))]
    {
        let bucketing = bucketing.map(|bucketing| bucketing as &dyn Bucketing);
        let pool = pool(threads);
        let keys = pool.install(|| read(&path, &ListOptions::default(), bucketing, &Unwatched)).unwrap();
        let KeySource::Streamed(list) = &keys else { panic!("a list that is not held") };
        let facts = list.0.facts();
        assert_eq!((facts.rows, facts.distinct, facts.is_counted()), (all + 1000, all, true));
        let progress = Progress::default();
        let found = pool.install(|| populated(&keys, &progress)).unwrap();
        assert_eq!((&found.keys, &found.load), (&expected.keys, &expected.load), "{threads}");
        assert_eq!((found.hottest_key.as_str(), found.hottest_load), ("user-1", 6_000_000));
        assert_eq!(found.heaviest, expected.heaviest);
        assert_eq!((found.hottest_at_most, found.known), (6_000_000, KeysKnown::Counted));
        let state: u64 = found.state_bytes.unwrap().iter().sum();
        assert_eq!(state, rows().map(|(key, _)| key % 100).sum::<u64>());
        assert_eq!(progress.done(), all + 1000);
        sources.push(keys);
    }
    // Read again it is the same list.
    assert!(sources.windows(2).all(|two| two[0] == two[1]));
    let stopped = Progress::default();
    stopped.cancel();
    for keys in &sources {
        assert_eq!(populated(keys, &stopped), Err(SimulateError::Cancelled));
    }
    std::fs::write(&path, text().replace("user-77,", "user-78,")).unwrap();
    for keys in &sources {
        let told = populated(keys, &redeal::simulate::Unwatched).unwrap_err().to_string();
        assert!(told.contains("keys.csv was written to while it was read"), "{told}");
    }
}

/// Twenty million keys, key k with a load of 10^9 ÷ k, in memory of none.
#[derive(Debug)]
struct Made {
    facts: Arc<ListFacts>,
    survey: Survey,
    sums: Option<BucketSums>,
}

const MADE: u64 = 20_000_000;

fn each(mut row: impl FnMut(&KeyRow<'_>)) {
    for key in 1..=MADE {
        row(&KeyRow { key: &Value::I64(key.cast_signed()), load: 1_000_000_000 / key, state_bytes: 0 });
    }
}

impl KeyRows for Made {
    fn identity(&self) -> u64 {
        1
    }
    fn facts(&self) -> &Arc<ListFacts> {
        &self.facts
    }
    fn survey(&self) -> &Survey {
        &self.survey
    }
    fn sums(&self, bucketing: &dyn Bucketing, _: &dyn RowWatch) -> Result<Arc<BucketSums>, RowsError> {
        if let Some(sums) = &self.sums {
            return Ok(Arc::new(sums.clone()));
        }
        let summing = Summing::new(bucketing, false, self.survey.level);
        let mut part = summing.part();
        each(|row| assert!(summing.add(&mut part, row)));
        Ok(Arc::new(summing.finish([part]).unwrap()))
    }
}

/// Where keys are too many to be counted, loads and the hottest key are exact still, and numbers of keys within a few of the
/// standard errors that are told.
#[test]
fn too_many_keys_are_sampled() {
    let asked = RULE.into_buckets(buckets());
    let surveyor = Surveyor::new(Some(&asked), false);
    let mut part = surveyor.part();
    each(|row| surveyor.add(&mut part, row, row.key.fingerprint()));
    let Surveyed { mut survey, hot_keys, sums } = surveyor.finish([part]);
    // No key was followed from its first row on, so the heaviest are looked for once more.
    let (hot_keys, mut part) = (hot_keys.unwrap(), KeySumsPart::default());
    each(|row| assert!(hot_keys.add(&mut part, row, row.key.fingerprint())));
    assert!(hot_keys.finish([part], &mut survey));
    assert_eq!(survey.level, 1);
    let error = survey.distinct_error();
    assert!(error > 0.0 && error < 0.000_4, "{error}");
    let near = |found: u64, expected: f64, error: f64| (float(found) / expected - 1.0).abs() < 5.0 * error;
    assert!(near(survey.distinct(), 2e7, error), "{}", survey.distinct());
    let (_folder, path) = file("one.csv", b"key,count\na,1\n");
    let KeySource::Listed(one) = read(&path, &ListOptions::default(), None, &Unwatched).unwrap() else {
        panic!("one key")
    };
    let facts = one.facts().unwrap();
    let source = |sums| {
        let made = Made { facts: Arc::clone(facts), survey: survey.clone(), sums };
        KeySource::Streamed(Streamed(Arc::new(made)))
    };
    let found = populated(&source(None), &redeal::simulate::Unwatched).unwrap();
    assert_eq!(found.known, KeysKnown::Estimated);
    // A bucket has 156 250 keys, of which every second is kept.
    let chance = libm::sqrt(2.0 / 156_250.0);
    assert!(found.keys.iter().all(|&keys| near(keys, 156_250.0, chance)), "{:?}", found.keys);
    assert_eq!(found.load.iter().sum::<u64>(), (1..=MADE).map(|key| 1_000_000_000 / key).sum::<u64>());
    assert_eq!(
        (found.hottest_key.as_str(), found.hottest_load, found.hottest_at_most),
        ("1", 1_000_000_000, 1_000_000_000)
    );
    assert_eq!(populated(&source(sums), &redeal::simulate::Unwatched).unwrap(), found, "sums made on the way");
}
