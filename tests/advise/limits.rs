//! What binds a count: the horizon of a growing plan, budgets, and what a plan says against itself.

use super::{advice, counts, engine, even, job, n, p, plan, sentences};
use redeal::engine::{Engine, FlinkOptions};
use redeal::explore::{Plan, Reason, Shortfall, Warning};
use redeal::keys::KeySource;
use redeal::simulate::{BucketChoice, RestartChoice, Start};

fn flink() -> Engine {
    Engine::Flink(FlinkOptions::default())
}

/// 4 · 1.6^10 = 4 · 109.95 = 439.8: no count below 440 lasts ten years, whatever its headroom.
#[test]
fn a_count_is_to_last_to_the_horizon() {
    let ten = Plan { horizon_years: 10.0, ..plan() };
    assert_eq!(ten.horizon_buckets(), Some(440));
    let advice = advice(&job(flink(), even(), BucketChoice::Fixed(n(128))), &ten);
    assert_eq!(advice.least_buckets, 440);
    assert!(!advice.recommended.is_empty() && advice.recommended.iter().all(|count| count.buckets.get() >= 440));
    assert!(advice.recommended.iter().all(|count| count.runway.unwrap().ceiling_years.unwrap() >= 10.0));
    let shortfalls = &advice.today.as_ref().unwrap().shortfalls;
    let [Shortfall::Horizon { years, horizon, least: 440, most: 32_768 }] = shortfalls[..] else {
        panic!("{shortfalls:?}");
    };
    assert!((years - libm::log2(32.0) / libm::log2(1.6)).abs() < 1e-9 && (horizon - 10.0).abs() < 1e-12);
    // Five years take 4 · 10.49 = 41.9, less than three times the peak: nothing changes. No growth, no horizon.
    assert_eq!(plan().horizon_buckets(), Some(42));
    assert_eq!(Plan { growth_per_year: 0.0, ..ten }.horizon_buckets(), None);
}

/// 4 · 1.6^20 = 48 357.03, more than Flink's 32 768 key groups.
#[test]
fn a_horizon_beyond_the_engines_bound_is_told() {
    let twenty = Plan { horizon_years: 20.0, ..plan() };
    let found = advice(&job(flink(), even(), BucketChoice::Fixed(n(128))), &twenty);
    assert!(found.recommended.is_empty());
    assert_eq!(counts(&found.nearest)[0], 32_768);
    let words = &flink().facts().words;
    let told = found.nearest[0].shortfalls[0].sentence(words).replace('\u{a0}', " ");
    let wanted = "Lasts 19.2 years, not the 20 of the plan: that takes at least 48 358 key groups, and no more than 32 768 can \
                  be had.";
    assert_eq!(told, wanted);
    // A hundred years of a hundredfold growth: the number has 201 digits.
    let far = Plan { growth_per_year: 100.0, horizon_years: 100.0, ..plan() };
    let found = advice(&job(flink(), even(), BucketChoice::Fixed(n(128))), &far);
    let told = found.nearest[0].shortfalls[0].sentence(words).replace('\u{a0}', " ");
    assert!(told.contains("that takes more than 1 048 576 key groups, and no more than 32 768"), "{told}");
    let passed = found.warnings.iter().find(|warning| matches!(warning, Warning::PeakPassed { .. })).unwrap();
    assert!(passed.sentence(words).len() < 200, "{}", passed.sentence(words));
}

#[test]
fn a_plan_that_contradicts_itself_is_told() {
    let with = |plan: &Plan| advice(&job(flink(), even(), BucketChoice::Fixed(n(128))), plan).warnings;
    let rates = |rate| Plan { rate_per_sec: Some(rate), worker_rate_per_sec: Some(1000.0), ..plan() };
    let now = |warnings: &[Warning]| {
        let found = warnings.iter().find(|warning| matches!(warning, Warning::MoreNeededNow { .. }));
        found.map(|warning| warning.sentence(&flink().facts().words))
    };
    assert_eq!(now(&with(&rates(4000.0))), None);
    let said =
        "By its rates the load needs 5.2 subtasks now, more than the first width of 4: the plan contradicts itself.";
    assert_eq!(now(&with(&rates(5200.0))).unwrap(), said);
    let said =
        "By its rates the load needs 50 subtasks now, more than the expected peak of 40: the plan contradicts itself.";
    assert_eq!(now(&with(&rates(50_000.0))).unwrap(), said);
    let growth = with(&Plan { growth_per_year: 60.0, ..plan() });
    let said: Vec<String> = growth.iter().map(|warning| warning.sentence(&flink().facts().words)).collect();
    assert!(said.iter().any(|said| said.contains("growth_per_year 60: was 0.6 meant?")), "{said:#?}");
    assert!(!with(&plan()).iter().any(|warning| matches!(warning, Warning::LargeGrowth { .. })));
    let mut wide = job(flink(), even(), BucketChoice::Fixed(n(128)));
    wide.starts.push(Start { width: p(64), buckets: RestartChoice::Keep });
    assert!(advice(&wide, &plan()).warnings.contains(&Warning::WidthAbovePeak { width: 64, peak: 40 }));
}

/// A budget of one byte: every Flink snapshot misses it, and `RisingWave`'s cannot be held against it.
#[test]
fn a_budget_of_what_is_not_modelled_cannot_be_checked() {
    let budget = Plan { max_metadata_bytes: Some(1), ..plan() };
    let found = advice(&job(engine("risingwave"), even(), BucketChoice::EngineDefault), &budget);
    assert!(!found.recommended.is_empty());
    let wanted = Warning::NotChecked { fields: vec!["max_metadata_bytes"], engine: "RisingWave" };
    assert!(found.warnings.contains(&wanted), "{:?}", found.warnings);
    let found = advice(&job(flink(), even(), BucketChoice::Fixed(n(128))), &budget);
    assert!(found.recommended.is_empty() && !found.warnings.contains(&wanted));
}

#[test]
fn a_count_that_may_change_at_each_start_needs_no_headroom() {
    let found =
        advice(&job(engine("mapreduce"), even(), BucketChoice::Fixed(n(40))), &Plan { horizon_years: 50.0, ..plan() });
    let today = found.today.as_ref().unwrap();
    assert!(today.shortfalls.is_empty() && found.least_buckets == 40);
    let headroom = |reason: &Reason| matches!(reason, Reason::Headroom { .. } | Reason::Default { same: false, .. });
    assert!(found.recommended.iter().all(|count| !count.reasons.iter().any(headroom)));
    let said = sentences(today, "mapreduce");
    assert!(
        said.iter().any(|said| said.starts_with("Left alone, the engine takes 1 reduce partition; each start")),
        "{said:#?}"
    );
    let free = found.warnings.iter().find(|warning| **warning == Warning::CountIsFree).unwrap();
    let words = &engine("mapreduce").facts().words;
    assert!(free.sentence(words).ends_with("so that headroom and horizon mean nothing here."));
}

/// 25 keys for 40 workers: 15 have none, and that comes before all else.
#[test]
fn few_keys_come_first() {
    let mut few = job(flink(), even(), BucketChoice::Fixed(n(128)));
    if let KeySource::Generated(keys) = &mut few.keys {
        keys.count = 25;
    }
    let found = advice(&few, &plan());
    assert_eq!(found.warnings[0], Warning::FewKeysForPeak { keys: 25, peak: 40 });
    let said = found.warnings[0].sentence(&flink().facts().words);
    assert!(said.starts_with("Only 25 keys for a peak of 40 subtasks: 15 of them can have no work"), "{said}");
}

/// ceil(32768 / 39) · 39 = 841 · 39 = 32 799, 1.0009 of the count: uneven, and not "1.00 times the mean".
#[test]
fn what_is_uneven_does_not_read_as_even() {
    let odd = Plan { widths_liked: vec![p(39)], ..plan() };
    let found = advice(&job(flink(), even(), BucketChoice::Fixed(n(32_768))), &odd);
    let said = sentences(found.today.as_ref().unwrap(), "flink");
    assert!(
        said.iter().any(|said| said.ends_with("the busiest subtask owns 841 key groups, 1.001 times the mean.")),
        "{said:#?}"
    );
}
