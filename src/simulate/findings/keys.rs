//! Findings about keys: a hot one, heavy ones that meet, few of them.

use super::super::evenness::{FAULT, IdleChance, Likelihood, idle_chance};
use super::super::report::{DealFigures, ExpectedIdle, HOT};
use super::super::verdict::{Finding, Severity};
use super::super::words::Context;
use super::{WORTH_SAYING, finding};
use crate::numerals::{counted, percent, short, times};
use crate::unit::float;

/// Whether the hottest key stands out of the keys of this deal.
pub fn is_hot(context: &Context<'_>, deal: &DealFigures) -> bool {
    let (keys, load): (u64, u64) = (deal.buckets.keys.iter().sum(), deal.buckets.load.iter().sum());
    let hottest = context.population.hottest_load;
    hottest > 0 && float(hottest) * float(keys) >= HOT * float(load)
}

/// Whether chance alone explains so many workers without a key, and how often it does; `None` where they are no more than usual.
fn unlikely(context: &Context<'_>, deal: &DealFigures, expected: &ExpectedIdle) -> Option<IdleChance> {
    /// Standard deviations above the mean that one throw in a thousand does not stay below, whatever the law.
    const USUAL: f64 = 2.0;
    if expected.z < USUAL {
        return None;
    }
    let mut shares: Vec<u32> = deal.worker.iter().map(|worker| worker.buckets).collect();
    shares.resize(context.step.workers as usize, 0);
    let chance = idle_chance(&shares, deal.buckets.keys.iter().sum(), expected.found);
    (chance.likelihood != Likelihood::Chance).then_some(chance)
}

pub(super) fn hot_key(context: &Context<'_>, deal: &DealFigures) -> Option<Finding> {
    let floor = deal.loss.hot_key_floor;
    let share = floor / f64::from(context.step.workers);
    // A key no heavier than the others is not hot: there are few of them.
    if floor < WORTH_SAYING || !is_hot(context, deal) {
        return None;
    }
    let mut finding = finding(
        Severity::Warning,
        "One hot key",
        format!(
            "{} carries {} of the load: at this width no deal gets below {} the mean.",
            context.population.hottest_key,
            percent(share),
            times(floor)
        ),
        format!(
            "One key lives in one bucket and so on one worker; beyond a width of {} it alone is more than a fair share.",
            short((1.0 / share).floor())
        ),
        "Split the key (a salt, then a second step that joins the parts) or add up before the shuffle. More buckets do not help."
            .to_owned(),
    );
    finding.severity = if floor > 1.5 { Severity::Warning } else { Severity::Note };
    Some(finding)
}

pub(super) fn shared_bucket(context: &Context<'_>, deal: &DealFigures) -> Option<Finding> {
    let loss = &deal.loss;
    // With fewer buckets than workers even a mean bucket is more than a fair share: that is no matter of keys.
    let mean_bucket = f64::from(context.step.workers) / f64::from(deal.buckets.count);
    let forced = loss.hot_key_floor.max(mean_bucket);
    if loss.hot_bucket_floor < WORTH_SAYING || loss.hot_bucket_floor < 1.05 * forced || !is_hot(context, deal) {
        return None;
    }
    Some(finding(
        Severity::Note,
        "Heavy keys share a bucket",
        format!(
            "The heaviest bucket alone is {} a fair share; the hottest key alone would be {}.",
            times(loss.hot_bucket_floor),
            times(loss.hot_key_floor)
        ),
        "Keys that meet in one bucket never part.".to_owned(),
        "A larger bucket count at the next first start puts most of them in buckets of their own; which worker gets those is chance."
            .to_owned(),
    ))
}

pub(super) fn heavy_keys_met(context: &Context<'_>, deal: &DealFigures) -> Option<Finding> {
    let loss = &deal.loss;
    let forced = loss.dealing.max(loss.hot_bucket_floor);
    if deal.peak_to_mean < 1.05 * forced || super::hot_bucket::explains(deal) {
        return None;
    }
    let hot = is_hot(context, deal);
    if !deal.is_hottest_known {
        return Some(unknown(context, deal, forced));
    }
    let alone = hot.then(|| heaviest_alone(deal)).flatten();
    let what = if let Some(share) = alone {
        format!("the one bucket with {} of the load fell on a worker that has its share of the others", percent(share))
    } else if hot {
        "heavy buckets fell on one worker".to_owned()
    } else {
        "one worker got more keys than the others".to_owned()
    };
    // Where rules do not look at loads, a least loaded deal is a yardstick, not a remedy.
    let (possible, helps) = if loss.least_loaded < 0.95 * deal.peak_to_mean {
        let helps = "Another width deals them otherwise; so would a rule that looks at the load.";
        (loss.least_loaded, helps)
    } else {
        (forced, "More distinct keys, or fewer workers: both make chance matter less.")
    };
    Some(finding(
        Severity::Note,
        match (hot, alone) {
            (true, Some(_)) => "Heaviest bucket not alone",
            (true, None) => "Heavy buckets meet",
            (false, _) => "Unlucky keys",
        },
        format!("By chance, {what}: {} the mean where {} was possible.", times(deal.peak_to_mean), times(possible)),
        "Which buckets share a worker follows from their numbers, not from their load.".to_owned(),
        helps.to_owned(),
    ))
}

/// The share of the load, 0 to 1, of the one bucket that makes the busiest worker the busiest: without it that worker has no
/// more than the mean. `None` where no single bucket does.
fn heaviest_alone(deal: &DealFigures) -> Option<f64> {
    let (bucket, &heaviest) = deal.buckets.load.iter().enumerate().max_by_key(|(_, load)| **load)?;
    let owner = usize::try_from(*deal.assignment.owners().get(bucket)?).ok()?;
    let most = deal.worker.iter().map(|worker| worker.load).max()?;
    let mean = float(most) / deal.peak_to_mean;
    let is_cause = deal.worker.get(owner)?.load == most && float(most - heaviest) <= mean;
    is_cause.then(|| float(heaviest) / deal.buckets.load.iter().map(|&load| float(load)).sum::<f64>())
}

/// Where only sums of buckets are known, heavy keys and unlucky ones look alike.
fn unknown(context: &Context<'_>, deal: &DealFigures, possible: f64) -> Finding {
    finding(
        Severity::Note,
        "More load on one worker",
        format!(
            "One worker got more than the others: {} the mean where {} was possible.",
            times(deal.peak_to_mean),
            times(possible)
        ),
        "Only sums of buckets are known: few keys, unlucky ones and heavy ones look alike.".to_owned(),
        format!("Count the keys of the fullest {} one by one.", context.words.buckets),
    )
}

/// `43 ± 1.4` in one piece; the mean alone where it hardly varies.
fn give_or_take(mean: f64, sd: f64) -> String {
    if sd < 0.05 { short(mean) } else { format!("{}\u{a0}±\u{a0}{}", short(mean), short(sd)) }
}

/// Where nobody counted keys, chance cannot be told from a fault.
fn without_load(context: &Context<'_>, deal: &DealFigures) -> Option<Finding> {
    (deal.keyless > 0).then(|| {
        finding(
            Severity::Warning,
            "Workers without load",
            format!(
                "{} of {} own buckets in which nothing lies.",
                deal.keyless,
                Context::workers(context.step.workers)
            ),
            "Only the buckets' sums are known, not how many keys made them: few keys and a poor hash look alike."
                .to_owned(),
            "Count the distinct keys of the job: with few of them empty workers are to be expected.".to_owned(),
        )
    })
}

pub(super) fn few_keys(context: &Context<'_>, deal: &DealFigures) -> Option<Finding> {
    let Some(expected) = &deal.expected_idle else { return without_load(context, deal) };
    let unlikely = unlikely(context, deal, expected);
    if deal.keyless == 0 && unlikely.is_none() {
        return None;
    }
    let keys: u64 = deal.buckets.keys.iter().sum();
    let what = format!(
        "{} on {}. Without a key: {}; chance alone leaves {}.",
        counted(keys, "key", "keys"),
        Context::workers(context.step.workers),
        expected.found,
        give_or_take(expected.mean, expected.sd)
    );
    Some(if let Some(chance) = unlikely {
        finding(Severity::Warning, chance.likelihood.title(), what, chance.how_rare(), FAULT.to_owned())
    } else {
        finding(
            Severity::Warning,
            "Few keys",
            what,
            "Keys fall where their hash says, like balls into bins: some bins stay empty.".to_owned(),
            "More distinct keys, or fewer workers. More buckets do not help.".to_owned(),
        )
    })
}
