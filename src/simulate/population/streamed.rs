//! A list of keys that is not held: one pass over its rows, on every thread.

use super::KeysKnown;
use super::Population;
use super::heavy::{Heaviest, HeavyKey};
use super::tally::add_up;
use crate::hash::HashingRule;
use crate::keys::{
    Arrivals, Fingerprints, KeyRow, KeyRows, KeySums, KeySumsPart, RowSink, RowWatch, RowsError, Survey, Value,
};
use crate::simulate::{SimulateError, Watch};
use crate::unit::BucketCount;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Room for the keys that may be the hottest: about one in a thousand.
const MOST_HOT_KEYS: u64 = 4_000_000;
/// Bytes of their texts.
const MOST_HOT_BYTES: u64 = 512 << 20;

/// Hashes every row and adds it to its bucket. All sums, and which keys are kept as a sample, depend on the rows alone.
///
/// Keys per bucket are counted where the survey kept all of them; else each kept one stands for as many as the survey says.
pub fn streamed(
    list: &dyn KeyRows,
    rule: HashingRule,
    buckets: BucketCount,
    watch: &dyn Watch,
) -> Result<Population, SimulateError> {
    let survey = list.survey();
    let pass = Pass {
        rule,
        buckets,
        survey,
        null: rule.bucket(&Value::Null, buckets).ok().map(|bucket| bucket.0),
        has_null: AtomicBool::new(false),
        has_state: list.facts().state_column.is_some(),
        distinct: Fingerprints::at_level(survey.level),
        hot: KeySums::with_room(MOST_HOT_KEYS, MOST_HOT_BYTES),
        hot_is_full: AtomicBool::new(false),
        parts: Mutex::default(),
        refused: Mutex::default(),
    };
    list.each(&Told(watch), &|| Box::new(Sink::new(&pass)))?;
    pass.finish()
}

/// What all threads share.
struct Pass<'a> {
    rule: HashingRule,
    buckets: BucketCount,
    survey: &'a Survey,
    /// The bucket of a null key; `None` where the engine refuses such a key.
    null: Option<u32>,
    has_null: AtomicBool,
    has_state: bool,
    distinct: Fingerprints,
    /// Loads of the keys that may be the hottest.
    hot: KeySums,
    hot_is_full: AtomicBool,
    parts: Mutex<Vec<Part>>,
    refused: Mutex<Option<SimulateError>>,
}

/// Sums of one thread. Shape: one entry a bucket; none for state that is not told.
struct Part {
    /// Keys kept by the sample.
    keys: Vec<u64>,
    load: Vec<u64>,
    state: Vec<u64>,
    /// Whether a sum left 64 bits.
    overflowed: bool,
}

impl Part {
    fn new(pass: &Pass<'_>) -> Self {
        let n = pass.buckets.len();
        let state = vec![0; if pass.has_state { n } else { 0 }];
        Self { keys: vec![0; n], load: vec![0; n], state, overflowed: false }
    }
}

struct Sink<'a> {
    pass: &'a Pass<'a>,
    part: Part,
    /// Each with its bucket.
    arrivals: Arrivals<u32>,
    hot: KeySumsPart,
}

impl<'a> Sink<'a> {
    fn new(pass: &'a Pass<'a>) -> Self {
        Self { pass, part: Part::new(pass), arrivals: Arrivals::default(), hot: KeySumsPart::default() }
    }

    fn add_hot(&mut self, row: &KeyRow<'_>, fingerprint: u64) {
        let pass = self.pass;
        if !pass.hot_is_full.load(Ordering::Relaxed) && !pass.hot.add_later(&mut self.hot, row, fingerprint) {
            pass.hot_is_full.store(true, Ordering::Relaxed);
        }
    }
}

impl RowSink for Sink<'_> {
    fn row(&mut self, row: &KeyRow<'_>) {
        let pass = self.pass;
        let bucket = if *row.key == Value::Null {
            let Some(bucket) = pass.null else { return };
            pass.has_null.store(true, Ordering::Relaxed);
            self.add_hot(row, 0);
            bucket
        } else {
            let bucket = match pass.rule.bucket(row.key, pass.buckets) {
                Ok(bucket) => bucket.0,
                Err(error) => return pass.refuse(error.into()),
            };
            let fingerprint = row.key.fingerprint();
            let keys = &mut self.part.keys;
            pass.distinct.add(&mut self.arrivals, fingerprint, bucket, &mut |bucket| keys[bucket as usize] += 1);
            if pass.survey.is_hot(fingerprint) {
                self.add_hot(row, fingerprint);
            }
            bucket
        } as usize;
        let (load, over) = self.part.load[bucket].overflowing_add(row.load);
        self.part.load[bucket] = load;
        self.part.overflowed |= over;
        if let Some(state) = self.part.state.get_mut(bucket) {
            let (bytes, over) = state.overflowing_add(row.state_bytes);
            *state = bytes;
            self.part.overflowed |= over;
        }
    }

    fn finish(self: Box<Self>) {
        let Self { pass, mut part, arrivals, mut hot } = *self;
        pass.distinct.finish_adding(arrivals, &mut |bucket| part.keys[bucket as usize] += 1);
        if !pass.hot.take_in(&mut hot) {
            pass.hot_is_full.store(true, Ordering::Relaxed);
        }
        if part.overflowed {
            pass.refuse(SimulateError::LoadOverflow);
        }
        pass.parts.lock().unwrap_or_else(PoisonError::into_inner).push(part);
    }
}

impl Pass<'_> {
    fn refuse(&self, error: SimulateError) {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    fn finish(self) -> Result<Population, SimulateError> {
        if let Some(error) = self.refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        if self.hot_is_full.into_inner() {
            let text =
                "the list has billions of distinct keys, more than the hottest of them can be found among".to_owned();
            return Err(SimulateError::List(text));
        }
        let n = self.buckets.len();
        let (mut keys, mut load) = (vec![0; n], vec![0; n]);
        let mut state = vec![0; if self.has_state { n } else { 0 }];
        for part in self.parts.into_inner().unwrap_or_else(PoisonError::into_inner) {
            add_up(&mut keys, &part.keys)?;
            add_up(&mut load, &part.load)?;
            add_up(&mut state, &part.state).map_err(|_| SimulateError::StateOverflow)?;
        }
        for keys in &mut keys {
            *keys = keys.saturating_mul(1 << self.survey.level.min(63));
        }
        if let (Some(bucket), true) = (self.null, self.has_null.into_inner()) {
            keys[bucket as usize] += 1;
        }
        // In the order of their text, so the first of several stays. One outside of them may be as heavy as the survey says.
        let mut hottest = Heaviest::new();
        self.hot.in_order().into_iter().for_each(|sum| hottest.add(sum.load, sum.key));
        let hottest: Vec<(u64, Value)> = hottest.in_order().collect();
        let heaviest = hottest.iter().filter(|(load, _)| *load >= self.survey.most_outside).map(|(load, key)| {
            let bucket = self.rule.bucket(key, self.buckets)?.0;
            Ok(HeavyKey { key: key.to_string(), load: *load, bucket })
        });
        let heaviest = heaviest.collect::<Result<_, SimulateError>>()?;
        let hottest_load = hottest.first().map_or(0, |(load, _)| *load);
        Ok(Population {
            keys,
            load,
            hottest_key: hottest.first().map_or_else(String::new, |(_, key)| key.to_string()),
            heaviest,
            hottest_load,
            keys_of_digits: [0; 20],
            known: if self.survey.level == 0 { KeysKnown::Counted } else { KeysKnown::Estimated },
            state_bytes: self.has_state.then_some(state),
            hottest_at_most: hottest_load.max(self.survey.most_outside),
        })
    }
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

impl From<RowsError> for SimulateError {
    fn from(error: RowsError) -> Self {
        match error {
            RowsError::Cancelled => Self::Cancelled,
            RowsError::Unreadable(message) => Self::List(message),
        }
    }
}
