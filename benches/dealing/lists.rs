//! Lists of keys in files: bytes a second, decompressed. `cargo bench --bench dealing -- lists`.
//!
//! A list of a gigabyte by hand, its file in the cache of the system:
//!
//! ```sh
//! awk 'BEGIN { print "user_id,count"; for (i = 1; i <= 45000000; i++) print "user-" i * 7919 "," i % 1000 }' > keys.csv
//! time redeal report keys.csv --engine flink --buckets 128 --workers 48
//! ```
//!
//! Those keys are all about as hot, so that is two passes: one for the sums, one for the keys that may be the hottest. Where the
//! hottest key stands out it is one.
//!
//! Against others in the same run, on two cores that other work shared, as processor time: a Zipf-like list (75 million rows, 1.16 GB,
//! 6 million keys) took `redeal report` 20 s, a sum by key in `DuckDB` (`read_csv`, `group by`) 27 s and Polars (streaming) 35 s; the list
//! above (45 million rows, 0.93 GB) took 12 s, 7 s and 5 s. With three passes it was 35 s and 18 s. Memory: 165 and 139 MB, against 0.5 to
//! 2.9 GB.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use redeal::import::{ListOptions, read};
use redeal::keys::{KeySource, RowWatch};
use redeal::simulate::{Unwatched, populate};
use std::fmt::Write;
use std::path::PathBuf;

struct Quiet;

impl RowWatch for Quiet {
    fn advance(&self, _: u64) {}
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// 50 MB of keys and counts: of a few keys that repeat, or of two and a half million.
fn list(keys: u64) -> (tempfile::TempDir, PathBuf, usize) {
    let mut text = "user_id,count\n".to_owned();
    for row in 0.. {
        let _ = writeln!(text, "user-{},{}", row % keys * 7919, row % 1000);
        if text.len() > 50_000_000 {
            break;
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.csv");
    std::fs::write(&path, &text).expect("a disk with room");
    (folder, path, text.len())
}

/// Reading a list of so many distinct keys at most: up to a million are held.
#[divan::bench(args = [10_000, 900_000, 10_000_000], sample_count = 3)]
fn reading(bencher: Bencher<'_, '_>, keys: u64) {
    let (_folder, path, bytes) = list(keys);
    bencher
        .counter(BytesCount::new(bytes))
        .bench(|| read(black_box(&path), &ListOptions::default(), None, &Quiet).expect("a list"));
}

/// A pass of a list that is not held, for one bucket count.
#[divan::bench(sample_count = 3)]
fn pass(bencher: Bencher<'_, '_>) {
    let (_folder, path, bytes) = list(10_000_000);
    let keys: KeySource = read(&path, &ListOptions::default(), None, &Quiet).expect("a list");
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        populate(black_box(&keys), super::FLINK, super::buckets(128), 0, &Unwatched).expect("keys that hash")
    });
}
