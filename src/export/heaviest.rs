//! The heaviest buckets and keys of a report.

use crate::numerals::{counted, grouped, load, percent, times};
use crate::plain::excerpt;
use crate::simulate::{HeavyKey, Report};
use crate::unit::float;

/// Buckets that are named.
const BUCKETS: usize = 5;

/// A bucket by its load.
pub(super) struct HeavyBucket {
    /// Which one.
    pub bucket: u32,
    /// Its load.
    pub load: u64,
    /// Its load to that of a mean bucket.
    pub of_mean: f64,
}

/// The heaviest buckets that hold anything, the heaviest first.
pub(super) fn buckets(loads: &[u64]) -> impl Iterator<Item = HeavyBucket> {
    let total: f64 = loads.iter().map(|&load| float(load)).sum();
    let mean = total / float(loads.len() as u64);
    let mut order: Vec<(u32, u64)> = (0..).zip(loads.iter().copied()).filter(|(_, load)| *load > 0).collect();
    order.sort_by_key(|&(bucket, load)| (std::cmp::Reverse(load), bucket));
    order.truncate(BUCKETS);
    order.into_iter().map(move |(bucket, load)| HeavyBucket { bucket, load, of_mean: float(load) / mean })
}

/// The heaviest buckets in words, where the keys in them are not known by name; `None` where they are, or nothing lies anywhere.
pub(super) fn buckets_in_words(report: &Report) -> Option<String> {
    let figures = &report.buckets;
    if report.keys.is_hottest_known() {
        return None;
    }
    let words: Vec<String> = buckets(&figures.load)
        .map(|heavy| {
            let keys = figures.keys[heavy.bucket as usize];
            let keys = if figures.keys_known { format!(", {}", counted(keys, "key", "keys")) } else { String::new() };
            let held = load(heavy.load, figures.unit);
            format!("{} with {held}{keys} ({} the mean)", grouped(heavy.bucket.into()), times(heavy.of_mean))
        })
        .collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// The heaviest keys that are heavier than the mean key.
pub(super) fn keys(report: &Report) -> Vec<&HeavyKey> {
    let is_heavy = |key: &&HeavyKey| float(key.load) * float(report.keys.count) > float(report.keys.load);
    report.heaviest_keys.iter().filter(is_heavy).collect()
}

/// The steps whose workers are named beside keys: those that ran under the count of the keys' buckets, the last four of them.
pub(super) fn steps_shown(report: &Report) -> Vec<usize> {
    const SHOWN: usize = 4;
    let ran = |at: &usize| {
        let step = &report.steps[*at];
        step.deal.is_some() && step.bucket_count == report.buckets.count
    };
    let mut steps: Vec<usize> = (0..report.steps.len()).filter(ran).collect();
    steps.drain(..steps.len().saturating_sub(SHOWN));
    steps
}

/// Key, load, share, bucket, and its worker at each of these steps.
pub(super) fn row(report: &Report, key: &HeavyKey, steps: &[usize]) -> Vec<String> {
    let worker = |at: &usize| {
        let owners = report.steps[*at].deal.as_ref().map(|deal| deal.assignment.owners());
        owners
            .and_then(|owners| owners.get(key.bucket as usize))
            .map_or_else(String::new, |owner| grouped((*owner).into()))
    };
    let share = float(key.load) / float(report.keys.load);
    let fixed = [excerpt(&key.key).into_owned(), grouped(key.load), percent(share), grouped(key.bucket.into())];
    fixed.into_iter().chain(steps.iter().map(worker)).collect()
}
