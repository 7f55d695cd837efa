//! The keys of one store in one partition while its files are read.

use super::records::Change;
use crate::numerals::grouped;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use xxhash_rust::xxh64::xxh64;

/// Rows that are told apart in one store of one partition.
const MOST_KEYS: usize = 10_000_000;
/// Rows up to which a store is read beside others.
const FEW_KEYS: usize = 1 << 19;
/// Bytes of a packed file up to which it is read beside others.
const SMALL_FILE: u64 = 16 << 20;

/// Lets one store with many rows, or with large files, be read at a time.
///
/// # Design
/// Partitions are read by all threads at once, and each may hold ten million hashed keys and a file of 256 MiB. A store that turns
/// out to be large waits here for the one before it, holding little; so the memory of a large one is taken once, whatever the number
/// of threads, and what is found does not depend on which thread comes first.
#[derive(Debug, Default)]
pub(super) struct Turns(Mutex<()>);

/// Keys by two hashes of 64 bits: the keys themselves may be many times larger.
pub(super) struct Changes<'a> {
    keys: BTreeMap<(u64, u64), Change>,
    turns: &'a Turns,
    /// Once it is a large store.
    turn: Option<MutexGuard<'a, ()>>,
}

impl<'a> Changes<'a> {
    pub(super) const fn new(turns: &'a Turns) -> Self {
        Self { keys: BTreeMap::new(), turns, turn: None }
    }

    /// Before a file of so many bytes is read.
    pub(super) fn file(&mut self, bytes: u64) {
        if bytes > SMALL_FILE {
            self.take_turn();
        }
    }

    /// What a file says of a key; `is_whole` where the files are all there is of the store, so that a removed key is none.
    pub(super) fn put(&mut self, change: Change, key: &[u8], is_whole: bool) -> io::Result<()> {
        let hashes = (xxh64(key, 0), xxh64(key, 1));
        if is_whole && change == Change::Removed {
            self.keys.remove(&hashes);
        } else {
            self.keys.insert(hashes, change);
        }
        if self.keys.len() > MOST_KEYS {
            return Err(io::Error::other(format!("more than {} rows are not counted", grouped(MOST_KEYS as u64))));
        }
        if self.keys.len() > FEW_KEYS {
            self.take_turn();
        }
        Ok(())
    }

    /// Keys that were put, and keys that were removed.
    pub(super) fn counts(&self) -> (u64, u64) {
        let put = self.keys.values().filter(|change| **change == Change::Put).count() as u64;
        (put, self.keys.len() as u64 - put)
    }

    /// Nothing that holds a turn waits for another thread, so each turn comes.
    fn take_turn(&mut self) {
        if self.turn.is_none() {
            self.turn = Some(self.turns.0.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_stores_take_turns() {
        let turns = Turns::default();
        let is_taken = || turns.0.try_lock().is_err();
        let mut small = Changes::new(&turns);
        small.file(SMALL_FILE);
        for key in 0..FEW_KEYS as u64 {
            small.put(Change::Put, &key.to_le_bytes(), true).unwrap();
        }
        assert!(!is_taken());
        // One row more is the turn of this store alone, until it is done.
        small.put(Change::Put, b"one more", true).unwrap();
        assert!(is_taken());
        drop(small);
        assert!(!is_taken());
        let mut large = Changes::new(&turns);
        large.file(SMALL_FILE + 1);
        assert!(is_taken() && large.counts() == (0, 0));
    }
}
