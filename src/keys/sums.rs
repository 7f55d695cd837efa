//! Loads and bytes of equal keys, added up by several threads.

use super::fingerprint::{SHARDS, shard_of, slot_of};
use super::rows::KeyRow;
use super::value::Value;
use std::cmp::Ordering as Order;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A key with its sums.
#[derive(Debug, Clone, PartialEq)]
pub struct KeySum {
    /// The key.
    pub key: Value,
    /// Its load in records, at most 2^64 - 1.
    pub load: u64,
    /// Its state in bytes, at most 2^64 - 1.
    pub state_bytes: u64,
    pub(super) fingerprint: u64,
}

/// A table of keys, as many as there is room for.
#[derive(Debug)]
pub struct KeySums {
    shards: Vec<Mutex<Shard>>,
    most_keys: u64,
    most_bytes: u64,
    keys: AtomicU64,
    bytes: AtomicU64,
}

/// Sums of one thread on their way into a table: a key that comes again and again is not waited for each time.
#[derive(Debug, Default)]
pub struct KeySumsPart(Shard);

/// Keys whose sums a thread keeps to itself.
const MOST_IN_PART: usize = 4096;

#[derive(Debug, Default)]
struct Shard {
    /// Place in `sums`, 1 = the first; 0 = none.
    slots: Vec<u32>,
    sums: Vec<KeySum>,
}

impl KeySums {
    /// Room for so many distinct keys with so many bytes of text together, texts and bytes in columns and lists counted.
    #[must_use]
    pub fn with_room(most_keys: u64, most_bytes: u64) -> Self {
        let shards = std::iter::repeat_with(Mutex::default).take(SHARDS).collect();
        Self { shards, most_keys, most_bytes, keys: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// Adds a row to its key. False once there is no room left.
    pub fn add(&self, row: &KeyRow<'_>, fingerprint: u64) -> bool {
        let shard = &self.shards[shard_of(fingerprint)];
        let is_new = shard.lock().unwrap_or_else(PoisonError::into_inner).add(row, fingerprint);
        if !is_new {
            return true;
        }
        let bytes = row.key.held_bytes();
        // A little more than the room is no harm; that there is none left is found by whichever thread comes last.
        let keys = 1 + self.keys.fetch_add(1, Ordering::Relaxed);
        let bytes = bytes + self.bytes.fetch_add(bytes, Ordering::Relaxed);
        keys <= self.most_keys && bytes <= self.most_bytes
    }

    /// Adds a row to the sums of one thread, which go into the table when there are many. False once there is no room left.
    pub fn add_later(&self, part: &mut KeySumsPart, row: &KeyRow<'_>, fingerprint: u64) -> bool {
        !part.0.add(row, fingerprint) || part.0.sums.len() < MOST_IN_PART || self.take_in(part)
    }

    /// Adds the sums of one thread. False once there is no room left.
    pub fn take_in(&self, part: &mut KeySumsPart) -> bool {
        part.0.slots.fill(0);
        let mut has_room = true;
        for KeySum { key, load, state_bytes, fingerprint } in part.0.sums.drain(..) {
            has_room &= self.add(&KeyRow { key: &key, load, state_bytes }, fingerprint);
        }
        has_room
    }

    /// All keys so far, in no order, which are no longer held.
    #[must_use]
    pub fn take(&self) -> Vec<KeySum> {
        let mut all = Vec::new();
        for shard in &self.shards {
            let Shard { sums, .. } = std::mem::take(&mut *shard.lock().unwrap_or_else(PoisonError::into_inner));
            all.extend(sums);
        }
        all
    }

    /// All keys, in the order of their text; null first.
    #[must_use]
    pub fn in_order(self) -> Vec<KeySum> {
        let shards = self.shards.into_iter().map(|shard| shard.into_inner().unwrap_or_else(PoisonError::into_inner));
        let mut sums: Vec<KeySum> = shards.flat_map(|shard| shard.sums).collect();
        match sums.iter().find(|sum| sum.key != Value::Null) {
            Some(KeySum { key: Value::Text(_) | Value::Bytes(_), .. }) | None => {
                sums.sort_unstable_by(|a, b| by_text(&a.key, &b.key));
            }
            Some(_) => sums.sort_by_cached_key(|sum| (sum.key != Value::Null).then(|| sum.key.to_string())),
        }
        sums
    }
}

/// The order of keys as text: that of their UTF-8 bytes, "10" before "9", null first.
pub(super) fn by_text(a: &Value, b: &Value) -> Order {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (a, b) => match (*a == Value::Null, *b == Value::Null) {
            (false, false) => a.to_string().cmp(&b.to_string()),
            (a_is_null, b_is_null) => b_is_null.cmp(&a_is_null),
        },
    }
}

impl Shard {
    /// True where the key is new.
    fn add(&mut self, row: &KeyRow<'_>, fingerprint: u64) -> bool {
        if self.sums.len() * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let at = self.place(fingerprint, Some(row.key));
        if let Some(held) = (self.slots[at] as usize).checked_sub(1) {
            let sum = &mut self.sums[held];
            // Whoever reads the rows adds them all up and tells where that is too much.
            sum.load = sum.load.saturating_add(row.load);
            sum.state_bytes = sum.state_bytes.saturating_add(row.state_bytes);
            return false;
        }
        let (load, state_bytes) = (row.load, row.state_bytes);
        self.sums.push(KeySum { key: row.key.clone(), load, state_bytes, fingerprint });
        self.slots[at] = number(self.sums.len());
        true
    }

    /// Where a key stands or would stand; without a key, the first place that is free.
    fn place(&self, fingerprint: u64, key: Option<&Value>) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = slot_of(fingerprint) & mask;
        while let Some(held) = (self.slots[at] as usize).checked_sub(1) {
            let sum = &self.sums[held];
            if sum.fingerprint == fingerprint && key.is_some_and(|key| sum.key == *key) {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        self.slots.clear();
        self.slots.resize(size, 0);
        for held in 0..self.sums.len() {
            let at = self.place(self.sums[held].fingerprint, None);
            self.slots[at] = number(held + 1);
        }
    }
}

/// A place in a table that has room for far fewer than 2^32.
fn number(place: usize) -> u32 {
    u32::try_from(place).expect("a part of a table holds fewer than 2^32 keys")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(sums: &KeySums, key: &Value, load: u64) -> bool {
        sums.add(&KeyRow { key, load, state_bytes: 2 }, key.fingerprint())
    }

    #[test]
    fn equal_keys_add_up_and_come_in_the_order_of_their_text() {
        let sums = KeySums::with_room(10_000, 0);
        for number in (0..5000).chain(0..5000) {
            assert!(add(&sums, &Value::I64(number), 3));
        }
        assert!(add(&sums, &Value::Null, u64::MAX) && add(&sums, &Value::Null, 1));
        let sums = sums.in_order();
        let texts: Vec<String> = sums[1..].iter().map(|sum| sum.key.to_string()).collect();
        assert!(texts.is_sorted() && texts.len() == 5000);
        assert!(sums[1..].iter().all(|sum| (sum.load, sum.state_bytes) == (6, 4)));
        assert_eq!((&sums[0].key, sums[0].load), (&Value::Null, u64::MAX));
    }

    #[test]
    fn every_nan_is_one_key() {
        let sums = KeySums::with_room(10, 0);
        let payload = f64::from_bits(f64::NAN.to_bits() | 1);
        for _ in 0..1000 {
            for nan in [f64::NAN, -f64::NAN, payload] {
                assert!(add(&sums, &Value::F64(nan), 1));
                assert!(add(&sums, &Value::Row(vec![Value::F64(nan), Value::Null]), 1));
            }
            assert!(add(&sums, &Value::F32(f32::NAN), 1));
            assert!(add(&sums, &Value::F64(0.0), 1) && add(&sums, &Value::F64(-0.0), 1));
        }
        // As Double.equals has it, 0.0 and -0.0 are two.
        let mut loads: Vec<u64> = sums.in_order().iter().map(|sum| sum.load).collect();
        loads.sort_unstable();
        assert_eq!(loads, [1000, 1000, 1000, 3000, 3000]);
    }

    #[test]
    fn texts_inside_of_columns_take_room() {
        let row = |text: &str| Value::Tuple(vec![Value::I8(1), Value::Row(vec![Value::Text(text.into())])]);
        let sums = KeySums::with_room(10, 10);
        assert!(add(&sums, &row("12345"), 1) && add(&sums, &row("67890"), 1));
        assert!(!add(&sums, &row("1"), 1), "eleven bytes of text");
        let sums = KeySums::with_room(10, 1000);
        assert!(!add(&sums, &Value::List(vec![Value::I8(1); 1000]), 1), "a thousand items");
    }

    #[test]
    fn sums_of_threads_come_together() {
        let sums = KeySums::with_room(10_000, 0);
        let mut parts = [KeySumsPart::default(), KeySumsPart::default()];
        for (at, number) in (0..9000).chain(0..9000).chain([5; 1000]).enumerate() {
            let key = Value::I64(number);
            let row = KeyRow { key: &key, load: 3, state_bytes: 1 };
            assert!(sums.add_later(&mut parts[at % 2], &row, key.fingerprint()));
        }
        assert!(parts.iter_mut().all(|part| sums.take_in(part)));
        let sums = sums.in_order();
        assert_eq!(sums.len(), 9000);
        for sum in sums {
            let times = if sum.key == Value::I64(5) { 1002 } else { 2 };
            assert_eq!((sum.load, sum.state_bytes), (3 * times, times), "{:?}", sum.key);
        }
    }

    #[test]
    fn keys_of_one_fingerprint_stay_apart() {
        let sums = KeySums::with_room(2, 2);
        let of = |text: &str| Value::Text(text.into());
        let add = |key: Value| sums.add(&KeyRow { key: &key, load: 1, state_bytes: 0 }, 7);
        assert!(add(of("a")) && add(of("b")) && add(of("a")));
        assert!(!add(of("c")), "there is no room for a third");
        assert_eq!(sums.in_order().iter().map(|sum| sum.load).collect::<Vec<_>>(), [2, 1, 1]);
    }
}
