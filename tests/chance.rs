//! Chance or fault: reported loads and idle workers against closed forms and what is known of the reports.

use proptest::prelude::*;
use redeal::simulate::{BadLoads, Evenness, Likelihood, Method, Observed, ObservedIdle, chi_square};
use redeal::unit::WorkerCount;

fn keys(loads: &[u64]) -> Evenness {
    Observed { loads, keys: None, shares: &[] }.evenness().unwrap()
}

fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found} for {expected}");
}

/// Six consumers got 97, 73, 81, 76, 93 and 79 keys.
#[test]
fn six_partitions_that_look_uneven_are_chance() {
    let even = keys(&[97, 73, 81, 76, 93, 79]);
    near(even.chi_square, 5.589, 1e-3);
    near(even.peak_to_mean, 1.1663, 1e-3);
    near(even.p, 0.348, 2e-3);
    near(even.spread, 24.0 / (499.0 / 6.0), 1e-12);
    assert_eq!((even.degrees, even.likelihood), (5, Likelihood::Chance));
    assert!(even.sentences()[0].starts_with("Chance. 35\u{a0}%"), "{:?}", even.sentences());
}

/// Skew scores of Flink's proposal, by its own formula.
#[test]
fn the_skew_score_is_flink_s() {
    for (loads, score) in
        [(&[1, 1, 1, 5, 10][..], 86.6667), (&[5; 5], 0.0), (&[1, 1, 5, 5, 5], 56.4706), (&[4, 5, 5, 5, 5], 6.6667)]
    {
        near(keys(loads).flink_skew_score, score, 1e-3);
    }
}

/// 10 000 small integers on 2000 writers, as reported: 19 without any, up to 14 on one.
#[test]
fn a_histogram_of_two_thousand_writers_is_chance() {
    let histogram = [19, 62, 169, 282, 364, 318, 317, 207, 131, 60, 37, 15, 14, 4, 1];
    let loads: Vec<u64> = (0..).zip(histogram).flat_map(|(keys, tasks)| std::iter::repeat_n(keys, tasks)).collect();
    assert_eq!(loads.len(), 2000);
    let even = keys(&loads);
    near(even.idle.expected.mean, 13.4591, 1e-4);
    near(even.idle.expected.sd, 3.5939, 1e-4);
    near(even.idle.expected.z, (19.0 - 13.4591) / 3.5939, 1e-3);
    assert_eq!((even.likelihood, even.idle.likelihood), (Likelihood::Chance, Likelihood::Chance));
}

/// 128 values on 128 writers, 49 of them busy.
#[test]
fn forty_nine_busy_of_128_are_no_chance() {
    let idle =
        |idle| ObservedIdle { idle, keys: 128, workers: WorkerCount::new(128).unwrap(), shares: &[] }.chance().unwrap();
    let reported = idle(79);
    near(128.0 - reported.expected.mean, 81.096, 1e-3);
    near(reported.expected.z, 9.1, 0.2);
    assert_eq!((reported.likelihood, reported.method), (Likelihood::NotChance, Method::Exact));
    assert!(reported.p_at_least < 1e-12, "{reported:?}");
    // What Flink makes of plain integers: 75 or 79 busy.
    assert_eq!([idle(53), idle(49)].map(|idle| idle.likelihood), [Likelihood::Chance; 2]);
}

/// Few keys at small widths, as Flink deals them.
#[test]
fn few_keys_that_leave_workers_idle_are_chance() {
    let loads: [&[u64]; 6] = [
        &[2, 3],
        &[2, 0, 3],
        &[2, 0, 0, 0, 0, 0, 1, 2],
        &[1, 0, 1, 2],
        &[2, 1, 0, 0, 0, 1, 0, 4],
        &[2, 1, 1, 1, 0, 0, 2, 0, 2, 0, 1, 0, 1, 0, 3, 2],
    ];
    for loads in loads {
        let even = keys(loads);
        assert_eq!((even.likelihood, even.method), (Likelihood::Chance, Method::Exact), "{loads:?}");
    }
    // Three databases on 20 partitions: 17 idle at least.
    let mut loads = vec![0; 20];
    (loads[0], loads[6], loads[19]) = (1, 1, 1);
    let even = keys(&loads);
    near(20.0 - even.idle.expected.mean, 2.8525, 1e-3);
    assert_eq!(even.likelihood, Likelihood::Chance);
    near(even.idle.p_at_least, 1.0, 1e-12);
    // All three apart: 19 · 18 of 400 ways.
    near(even.idle.p_at_most, 342.0 / 400.0, 1e-12);
}

/// n, K, expected idle and its deviation: the table of balls in bins.
#[test]
fn expectations_are_the_closed_forms() {
    let reference: serde_json::Value =
        serde_json::from_str(include_str!("data/reference/reference_numbers.json")).unwrap();
    let rows = reference["balls"].as_array().unwrap();
    assert!(rows.len() > 5);
    for row in rows {
        let (workers, count) = (row["workers"].as_u64().unwrap(), row["keys"].as_u64().unwrap());
        let idle = u32::try_from(workers - 1).unwrap();
        let idle = ObservedIdle { idle, keys: count, workers: WorkerCount::new(workers).unwrap(), shares: &[] };
        let chance = idle.chance().unwrap();
        near(chance.expected.mean, row["E_empty"].as_f64().unwrap(), 1e-3);
        near(chance.expected.sd, row["sd_empty"].as_f64().unwrap(), 1e-3);
    }
}

#[test]
fn counted_out_chances_sum_to_the_expectation() {
    // The mean is the sum of the chances of at least 1, 2, 3, …; for equal and for two unequal shares.
    for (shares, keys) in [(vec![1; 10], 10), (vec![3, 3, 3, 2, 2], 7), (vec![2, 1, 1, 0], 3)] {
        let workers = WorkerCount::new(shares.len() as u64).unwrap();
        let of = |idle| ObservedIdle { idle, keys, workers, shares: &shares }.chance().unwrap();
        // One worker of the last has no bucket; one at least has a key.
        let least = u32::from(shares.contains(&0));
        let mean: f64 = (least + 1..workers.get()).map(|idle| of(idle).p_at_least).sum();
        near(f64::from(least) + mean, of(least).expected.mean, 1e-9);
        assert_eq!(of(least).method, Method::Exact);
    }
}

#[test]
fn exact_chances_are_those_of_every_way_there_is() {
    // Five keys on three workers: all 243 ways, one by one.
    let ways = (0..243_u32).map(|way| {
        let mut loads = [0_u64; 3];
        (0..5).for_each(|key| loads[(way / 3_u32.pow(key) % 3) as usize] += 1);
        loads
    });
    let squares = |loads: &[u64; 3]| loads.iter().map(|load| load * load).sum::<u64>();
    let all: Vec<[u64; 3]> = ways.collect();
    for found in [[5, 0, 0], [4, 1, 0], [3, 2, 0], [2, 2, 1], [3, 1, 1]] {
        let worse = all.iter().filter(|loads| squares(loads) >= squares(&found)).count();
        let better = all.iter().filter(|loads| squares(loads) <= squares(&found)).count();
        let even = keys(&found);
        near(even.p, f64::from(u32::try_from(worse).unwrap()) / 243.0, 1e-12);
        near(even.p_even, f64::from(u32::try_from(better).unwrap()) / 243.0, 1e-12);
    }
}

/// What is all but impossible is no remainder of 1: 20 keys on one of 20 workers have 20 ways of 20^20.
#[test]
fn tiny_chances_are_added_up_themselves() {
    let mut loads = [0; 20];
    loads[7] = 20;
    let even = keys(&loads);
    let expected = libm::pow(20.0, -19.0);
    assert_eq!((even.method, even.idle.method), (Method::Exact, Method::Exact));
    for chance in [even.p, even.idle.p_at_least] {
        assert!((chance / expected - 1.0).abs() < 1e-9, "{chance} for {expected}");
    }
    // As even as can be, by the law: far below what 1 less the other side can hold.
    let even = keys(&[1_000_000; 2000]);
    assert!(even.method == Method::Law && even.p_even < 1e-30, "{even:?}");
}

/// Shares of two sizes and a million million keys: worked out, not thrown one by one.
#[test]
fn a_million_million_keys_are_answered_at_once() {
    let chance = |idle| {
        let workers = WorkerCount::new(3).unwrap();
        ObservedIdle { idle, keys: 1_000_000_000_000, workers, shares: &[43, 43, 42] }.chance().unwrap()
    };
    assert_eq!((chance(0).p_at_least, chance(0).p_at_most, chance(0).method), (1.0, 1.0, Method::Exact));
    assert_eq!(chance(1).p_at_least.to_bits(), 0.0_f64.to_bits());
}

#[test]
fn records_are_no_keys() {
    // 20 000 records of 200 keys of the same weight: as uneven as 200 keys are, not as 20 000.
    let loads = [2500, 2100, 1900, 1500, 2000, 2300, 1700, 2000, 2200, 1800];
    assert_eq!(keys(&loads).likelihood, Likelihood::NotChance);
    let of_keys = Observed { loads: &loads, keys: Some(200), shares: &[] }.evenness().unwrap();
    assert_eq!(of_keys.likelihood, Likelihood::Chance);
    near(of_keys.chi_square, chi_square(&loads, &[1; 10]).statistic / 100.0, 1e-9);
    let hot = Observed { loads: &[9000, 100, 100, 100], keys: Some(1000), shares: &[] }.evenness().unwrap();
    let said = hot.sentences().join(" ");
    assert!(said.contains("hot key") && said.contains("96\u{a0}%"), "{said}");
}

#[test]
fn loads_that_are_too_even_are_said_to_be() {
    let even = keys(&[100; 64]);
    assert_eq!(even.likelihood, Likelihood::Chance);
    assert!(even.sentences().iter().any(|sentence| sentence.contains("placed, not hashed")), "{:?}", even.sentences());
}

#[test]
fn shares_are_what_is_owned() {
    // 128 buckets on 3 workers, 43, 43 and 42: keys in proportion are perfectly even.
    let even = Observed { loads: &[430, 430, 420], keys: None, shares: &[43, 43, 42] }.evenness().unwrap();
    near(even.chi_square, 0.0, 1e-9);
    let wrong = Observed { loads: &[1, 1], keys: None, shares: &[1, 0] }.evenness();
    assert_eq!(wrong, Err(BadLoads::NoBucket { worker: 1, load: 1 }));
    let wrong = Observed { loads: &[1, 1], keys: None, shares: &[1] }.evenness();
    assert_eq!(wrong, Err(BadLoads::Shares { found: 1, workers: 2 }));
    // One key cannot lie on three workers.
    let wrong = Observed { loads: &[5, 5, 5], keys: Some(1), shares: &[] }.evenness();
    assert_eq!(wrong, Err(BadLoads::MoreThanKeys { loaded: 3, keys: 1 }));
    // Of ten workers one key leaves nine idle, and no others; of seven with three buckets forty keys leave four to six.
    let idle = |idle, keys, workers, shares| {
        ObservedIdle { idle, keys, workers: WorkerCount::new(workers).unwrap(), shares }
            .chance()
            .map(|chance| chance.p_at_least)
    };
    for found in [0, 8, 10, 11] {
        let workers = WorkerCount::new(10).unwrap();
        assert_eq!(idle(found, 1, 10, &[]), Err(BadLoads::Idle { idle: found, workers, keys: 1, least: 9, most: 9 }));
    }
    near(idle(9, 1, 10, &[]).unwrap(), 1.0, 1e-12);
    let shares = [1, 1, 1, 0, 0, 0, 0];
    assert!(idle(3, 40, 7, &shares).is_err() && idle(7, 40, 7, &shares).is_err());
    assert!(idle(4, 40, 7, &shares).is_ok() && idle(6, 40, 7, &shares).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_loads_get_figures_in_their_bounds(
        loads in prop::collection::vec(prop_oneof![0_u64..4, 0_u64..1000, 0_u64..(1 << 60)], 1..12),
        distinct in prop::option::of(1_u64..100_000),
    ) {
        match (Observed { loads: &loads, keys: distinct, shares: &[] }).evenness() {
            Err(error) => prop_assert!(matches!(error, BadLoads::Nothing | BadLoads::Overflow), "{error}"),
            Ok(even) => {
                for chance in [even.p, even.p_even, even.idle.p_at_least, even.idle.p_at_most] {
                    prop_assert!((0.0..=1.0).contains(&chance), "{even:?}");
                }
                prop_assert!(even.z.is_finite() && even.chi_square.is_finite() && even.peak_to_mean >= 1.0, "{even:?}");
                let said = even.sentences();
                prop_assert!(said.iter().all(|sentence| sentence.ends_with('.')), "{said:?}");
            }
        }
    }
}
