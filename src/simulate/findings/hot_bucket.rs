//! A bucket that stands out where only sums of buckets are known: most often one hot key.

use super::super::report::DealFigures;
use super::super::verdict::{Finding, Severity};
use super::super::words::Context;
use super::finding;
use crate::numerals::{grouped, percent, times};
use crate::unit::float;

/// A bucket stands out from this many times the mean load on.
const STANDS_OUT: f64 = 2.0;
/// So many times the mean load a key in it: one of its keys is heavier than many of the others.
const HEAVY_KEYS: f64 = 2.0;
/// Keys of a bucket are as many as usual up to so many standard deviations off the mean.
const USUAL: f64 = 4.0;

/// The heaviest bucket, where it stands out.
struct HotBucket {
    bucket: usize,
    load: u64,
    of_mean: f64,
    /// Its keys, and how many a mean bucket has; `None` where nobody counted them.
    keys: Option<(u64, f64)>,
}

/// The heaviest bucket, where no hottest key is known and its load is not that of many keys.
fn found(deal: &DealFigures) -> Option<HotBucket> {
    let figures = &deal.buckets;
    let mean = |list: &[u64]| list.iter().map(|&part| float(part)).sum::<f64>() / f64::from(figures.count);
    // The first of the heaviest.
    let (bucket, &load) = figures.load.iter().enumerate().rev().max_by_key(|(_, load)| **load)?;
    let of_mean = float(load) / mean(&figures.load);
    let keys = figures.keys_known.then(|| (figures.keys[bucket], mean(&figures.keys)));
    let is_of_many = keys.is_some_and(|(own, mean)| of_mean < HEAVY_KEYS * float(own) / mean);
    let is_hot = !deal.is_hottest_known && figures.count > 1 && of_mean >= STANDS_OUT && !is_of_many;
    is_hot.then_some(HotBucket { bucket, load, of_mean, keys })
}

/// Whether such a bucket is what the busiest worker has beyond the others.
pub(super) fn explains(deal: &DealFigures) -> bool {
    let most = deal.worker.iter().map(|worker| worker.load).max();
    let of_owner = |hot: HotBucket| {
        let owner = deal.assignment.owners().get(hot.bucket)?;
        deal.worker.get(usize::try_from(*owner).ok()?).map(|worker| worker.load)
    };
    found(deal).is_some_and(|hot| of_owner(hot) == most)
}

/// `Bucket 17 holds 6.0 times the mean load with a usual number of keys: probably one hot key.`
pub(super) fn hot_bucket(context: &Context<'_>, deal: &DealFigures) -> Option<Finding> {
    let hot = found(deal)?;
    let total: f64 = deal.buckets.load.iter().map(|&load| float(load)).sum();
    let holds = format!(
        "Bucket {} holds {} the mean load, {} of all",
        grouped(hot.bucket as u64),
        times(hot.of_mean),
        percent(float(hot.load) / total)
    );
    let (title, what) = match hot.keys {
        Some((own, mean)) => {
            let is_usual = (float(own) - mean).abs() <= USUAL * mean.sqrt().max(1.0);
            let with = if is_usual {
                "a usual number of keys".to_owned()
            } else {
                format!("{} the mean number of keys", times(float(own) / mean))
            };
            ("Probably one hot key", format!("{holds}, with {with} ({}): probably one hot key.", grouped(own)))
        }
        None => (
            "One heavy bucket",
            format!(
                "{holds}. How many keys lie in it is not known: probably one hot key, or many keys that met there."
            ),
        ),
    };
    let matters = deal.loss.hot_bucket_floor > 1.5 || deal.peak_to_mean > 1.5 * deal.loss.dealing;
    Some(finding(
        if matters { Severity::Warning } else { Severity::Note },
        title,
        what,
        format!(
            "A bucket lives on one worker: at this width no deal gets below {} the mean.",
            times(deal.loss.hot_bucket_floor)
        ),
        format!(
            "Look for it: count the keys of {} {} one by one. A hot key can be split (a salt, then a second step that joins the \
             parts) or added up before the shuffle; more buckets do not help it.",
            context.words.bucket,
            grouped(hot.bucket as u64)
        ),
    ))
}
