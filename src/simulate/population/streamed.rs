//! A list of keys that is not held: it adds up its own rows.

use super::{HeavyKey, KeysKnown, Population};
use crate::hash::HashingRule;
use crate::keys::{Heaviest, KeyRows, RowWatch, RowsError, Value};
use crate::simulate::{SimulateError, Watch};
use crate::unit::BucketCount;

/// The sums of each bucket, and the heaviest keys.
///
/// Keys per bucket are counted where the survey kept all of them; else each kept one stands for as many as the survey says.
pub fn streamed(
    list: &dyn KeyRows,
    rule: HashingRule,
    buckets: BucketCount,
    watch: &dyn Watch,
) -> Result<Population, SimulateError> {
    let (survey, facts) = (list.survey(), list.facts());
    let sums = list.sums(&rule.into_buckets(buckets), &Told(watch)).map_err(|error| failed(error, rule))?;
    let mut keys = sums.keys.clone();
    // A null key that the engine refuses is left out, as the engine leaves it out.
    let null = rule.bucket(&Value::Null, buckets).ok().filter(|_| facts.null_rows > 0);
    if let Some(bucket) = null {
        keys[bucket.0 as usize] += 1;
    }
    let mut hottest = Heaviest::new();
    hottest.add(null.map_or(0, |_| facts.null_load), &Value::Null);
    survey.heaviest.iter().for_each(|(load, key)| hottest.add(*load, key));
    let hottest: Vec<(u64, &Value)> = hottest.in_order().collect();
    // One outside of the hot cells may be as heavy as the survey says.
    let heaviest = hottest.iter().filter(|(load, _)| *load >= survey.most_outside).map(|(load, key)| {
        let bucket = rule.bucket(key, buckets)?.0;
        Ok(HeavyKey { key: key.to_string(), load: *load, bucket })
    });
    let heaviest = heaviest.collect::<Result<_, SimulateError>>()?;
    let hottest_load = hottest.first().map_or(0, |(load, _)| *load);
    Ok(Population {
        keys,
        load: sums.load.clone(),
        hottest_key: hottest.first().map_or_else(String::new, |(_, key)| key.to_string()),
        heaviest,
        hottest_load,
        keys_of_digits: [0; 20],
        known: if survey.level == 0 { KeysKnown::Counted } else { KeysKnown::Estimated },
        state_bytes: facts.state_column.as_ref().map(|_| sums.state.clone()),
        hottest_at_most: hottest_load.max(survey.most_outside),
    })
}

/// A watch of rows that passes on to a watch of keys.
struct Told<'a>(&'a dyn Watch);

impl RowWatch for Told<'_> {
    fn advance(&self, done: u64) {
        self.0.advance(done);
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

fn failed(error: RowsError, rule: HashingRule) -> SimulateError {
    match error {
        RowsError::Cancelled => SimulateError::Cancelled,
        RowsError::Unreadable(message) => SimulateError::List(message),
        RowsError::Refused(key) => match rule.hash(&key) {
            Err(refused) => refused.into(),
            Ok(_) => SimulateError::List(format!("the key {key} is refused")),
        },
    }
}
