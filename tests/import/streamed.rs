//! Lists that are too long to be held: the same figures, read anew for each bucket count.

use super::{Unwatched, file, pool};
use redeal::hash::{HashFn, HashingRule, Reduction};
use redeal::import::{ListOptions, MAX_LISTED_KEYS, read};
use redeal::keys::{
    KeyRow, KeyRows, KeySource, ListFacts, Listed, ListedKey, RowSink, RowWatch, RowsError, Streamed, Survey,
    SurveyPart, Surveyor, Value,
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

#[test]
fn a_long_list_gives_what_the_same_keys_give_when_held() {
    let (_folder, path) = file("keys.csv", text().as_bytes());
    let keys = read(&path, &ListOptions::default(), &Unwatched).unwrap();
    let KeySource::Streamed(list) = &keys else { panic!("a list that is not held") };
    let facts = list.0.facts();
    let all = MAX_LISTED_KEYS + 50_000;
    assert_eq!((facts.rows, facts.distinct, facts.is_counted()), (all + 1000, all, true));
    let loads = rows().fold(vec![0; 1 + usize::try_from(all).unwrap()], |mut loads, (key, load)| {
        loads[usize::try_from(key).unwrap()] += load;
        loads
    });
    let key = |(number, load): (usize, u64)| ListedKey { key: Value::Text(format!("user-{number}")), load };
    let held: Listed = loads.into_iter().enumerate().skip(1).map(key).collect();
    let expected = populated(&KeySource::Listed(Arc::new(held)), &redeal::simulate::Unwatched).unwrap();
    for threads in [1, 2, 8] {
        let progress = Progress::default();
        let found = pool(threads).install(|| populated(&keys, &progress)).unwrap();
        assert_eq!((&found.keys, &found.load), (&expected.keys, &expected.load), "{threads}");
        assert_eq!((found.hottest_key.as_str(), found.hottest_load), ("user-1", 6_000_000));
        assert_eq!((found.hottest_at_most, found.known), (6_000_000, KeysKnown::Counted));
        let state: u64 = found.state_bytes.unwrap().iter().sum();
        assert_eq!(state, rows().map(|(key, _)| key % 100).sum::<u64>());
        assert_eq!(progress.done(), all + 1000);
    }
    // Read again it is the same list; read otherwise it is another.
    assert_eq!(read(&path, &ListOptions::default(), &Unwatched).unwrap(), keys);
    let stopped = Progress::default();
    stopped.cancel();
    assert_eq!(populated(&keys, &stopped), Err(SimulateError::Cancelled));
    std::fs::write(&path, text().replace("user-77,", "user-78,")).unwrap();
    let told = populated(&keys, &redeal::simulate::Unwatched).unwrap_err().to_string();
    assert!(told.contains("keys.csv was written to while it was read"), "{told}");
}

/// Twenty million keys, key k with a load of 10^9 ÷ k, in memory of none.
#[derive(Debug)]
struct Made {
    facts: Arc<ListFacts>,
    survey: Survey,
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
    fn each<'a>(
        &self,
        _: &dyn RowWatch,
        sink: &(dyn Fn() -> Box<dyn RowSink + 'a> + Sync + 'a),
    ) -> Result<(), RowsError> {
        let mut sink = sink();
        each(|row| sink.row(row));
        sink.finish();
        Ok(())
    }
}

/// Where keys are too many to be counted, loads and the hottest key are exact still, and numbers of keys within a few of the
/// standard errors that are told.
#[test]
fn too_many_keys_are_sampled() {
    let surveyor = Surveyor::default();
    let mut part = SurveyPart::new();
    each(|row| surveyor.add(&mut part, row, row.key.fingerprint()));
    let survey = surveyor.finish([part]);
    assert_eq!(survey.level, 1);
    let error = survey.distinct_error();
    assert!(error > 0.0 && error < 0.000_4, "{error}");
    let near = |found: u64, expected: f64, error: f64| (float(found) / expected - 1.0).abs() < 5.0 * error;
    assert!(near(survey.distinct(), 2e7, error), "{}", survey.distinct());
    let (_folder, path) = file("one.csv", b"key,count\na,1\n");
    let KeySource::Listed(one) = read(&path, &ListOptions::default(), &Unwatched).unwrap() else { panic!("one key") };
    let facts = Arc::clone(one.facts().unwrap());
    let keys = KeySource::Streamed(Streamed(Arc::new(Made { facts, survey })));
    let found = populated(&keys, &redeal::simulate::Unwatched).unwrap();
    assert_eq!(found.known, KeysKnown::Estimated);
    // A bucket has 156 250 keys, of which every second is kept.
    let chance = libm::sqrt(2.0 / 156_250.0);
    assert!(found.keys.iter().all(|&keys| near(keys, 156_250.0, chance)), "{:?}", found.keys);
    assert_eq!(found.load.iter().sum::<u64>(), (1..=MADE).map(|key| 1_000_000_000 / key).sum::<u64>());
    assert_eq!(
        (found.hottest_key.as_str(), found.hottest_load, found.hottest_at_most),
        ("1", 1_000_000_000, 1_000_000_000)
    );
}
