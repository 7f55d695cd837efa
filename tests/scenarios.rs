//! The scenarios that come with the program: each is read, shows what its note claims, and gives the recorded digest on any
//! number of threads.

use redeal::engine::Outcome::{self, Capped, Idle, Refused, Runs};
use redeal::scenario::{Scenario, parse, shipped, to_ron};
use redeal::simulate::{Report, Step, Unwatched, simulate};
use std::path::Path;

fn scenario(stem: &str) -> Scenario {
    let (_, text) = shipped().iter().find(|(name, _)| *name == stem).expect("a shipped scenario");
    parse(text).unwrap_or_else(|error| panic!("{stem}: {error}"))
}

fn report_of(scenario: &Scenario) -> Report {
    simulate(&scenario.job(Path::new("")).unwrap(), &Unwatched).unwrap()
}

fn report(stem: &str) -> Report {
    report_of(&scenario(stem))
}

fn outcomes(report: &Report) -> Vec<(u32, Outcome, u32)> {
    report.steps.iter().map(|step| (step.workers, step.outcome, step.owners)).collect()
}

/// Buckets of each worker.
fn buckets(step: &Step) -> Vec<u32> {
    step.deal.as_ref().expect("a step that runs").worker.iter().map(|worker| worker.buckets).collect()
}

/// How many workers own so many buckets.
fn owning(step: &Step, count: u32) -> usize {
    buckets(step).iter().filter(|&&owned| owned == count).count()
}

fn peak_to_mean(step: &Step) -> f64 {
    step.deal.as_ref().expect("a step that runs").peak_to_mean
}

#[test]
fn the_list_holds_every_file_of_the_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut files: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let mut listed: Vec<String> = shipped().iter().map(|(stem, _)| format!("{stem}.ron")).collect();
    listed.sort();
    assert_eq!(files, listed);
}

#[test]
fn each_is_read_says_what_it_teaches_and_survives_saving() {
    for (stem, text) in shipped() {
        let scenario = parse(text).unwrap_or_else(|error| panic!("{stem}: {error}"));
        assert!(scenario.note.ends_with('.') && scenario.note.len() > 60, "{stem} says too little");
        assert_eq!(parse(&to_ron(&scenario).unwrap()).unwrap(), scenario, "{stem}");
    }
}

#[test]
fn the_built_in_scenario_is_the_shipped_one() {
    assert_eq!(report_of(&Scenario::built_in()), report("128-buckets"));
}

#[test]
fn eight_buckets_from_two_to_four_to_twelve() {
    let report = report("8-buckets");
    assert_eq!(outcomes(&report), [(2, Runs, 2), (4, Runs, 4), (12, Idle, 8)]);
    let owners = |at: usize| report.steps[at].deal.as_ref().unwrap().assignment.owners().to_vec();
    assert_eq!(owners(0), [0, 0, 0, 0, 1, 1, 1, 1]);
    assert_eq!(owners(1), [0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(report.steps[2].idle, 4);
}

#[test]
fn a_hundred_and_twenty_eight_buckets_from_four_to_forty_to_two_hundred() {
    let report = report("128-buckets");
    assert_eq!(outcomes(&report), [(4, Runs, 4), (40, Runs, 40), (200, Refused, 0)]);
    assert_eq!(buckets(&report.steps[0]), [32; 4]);
    assert_eq!((owning(&report.steps[1], 3), owning(&report.steps[1], 4)), (32, 8));
    let message = report.steps[2].message.as_deref().unwrap();
    assert!(message.contains("parallelism (200) is higher than the max parallelism (128)"), "{message}");
}

#[test]
fn few_keys_leave_workers_without() {
    let report = report("few-keys");
    let deal = report.steps[1].deal.as_ref().unwrap();
    // 64 (1 - 1/64)^25 and its deviation, from the tabled closed form.
    assert!(
        (deal.expected_idle.unwrap().mean - 43.1712).abs() < 1e-3
            && (deal.expected_idle.unwrap().sd - 1.5903).abs() < 1e-3
    );
    assert!(deal.keyless >= 39 && deal.expected_idle.unwrap().z.abs() < 3.0, "{:?}", deal.expected_idle);
}

#[test]
fn a_hot_key_caps_the_effective_width() {
    for step in &report("hot-key").steps {
        assert!(step.deal.as_ref().unwrap().effective_width <= 3.01);
    }
}

#[test]
fn todays_width_as_the_count_blocks_the_first_scale_up() {
    assert_eq!(outcomes(&report("todays-width")), [(12, Runs, 12), (13, Refused, 0)]);
}

#[test]
fn flinks_default_at_170_is_256_and_half_the_subtasks_own_two() {
    let report = report("flink-default-170");
    let step = &report.steps[0];
    assert_eq!((step.bucket_count, owning(step, 1), owning(step, 2)), (256, 84, 86));
    assert!((step.deal.as_ref().unwrap().loss.dealing - 1.3281).abs() < 1e-4);
}

#[test]
fn an_index_is_split_and_a_cluster_has_its_slots() {
    let index = report("elasticsearch-split");
    assert_eq!(outcomes(&index), [(3, Runs, 3), (5, Runs, 5), (12, Idle, 5), (5, Refused, 0)]);
    assert_eq!(buckets(&index.steps[0]), [2, 2, 1]);
    assert!(index.steps[3].notes[0].ends_with("Splits lead to 10, 15, 30."), "{:?}", index.steps[3].notes);
    let cluster = report("redis-slots");
    assert_eq!(outcomes(&cluster), [(3, Runs, 3), (6, Runs, 6), (7, Runs, 7)]);
    assert_eq!(buckets(&cluster.steps[0]), [5461, 5462, 5461]);
    for step in &cluster.steps {
        assert!(step.deal.as_ref().unwrap().effective_width <= 5.0, "one key has a fifth of the load");
    }
}

#[test]
fn a_changed_count_is_refused_and_the_old_one_goes_on() {
    let report = report("count-changed");
    assert_eq!(outcomes(&report), [(16, Runs, 16), (16, Refused, 0), (32, Runs, 32)]);
    assert!(report.steps[1].message.as_deref().unwrap().contains("Max parallelism mismatch"));
    assert_eq!(report.steps[2].movement.unwrap().from_step, 0);
}

#[test]
fn reactive_mode_caps_at_the_key_groups() {
    let report = report("flink-reactive");
    assert_eq!(outcomes(&report), [(4, Runs, 4), (40, Runs, 40), (200, Capped, 128)]);
    assert_eq!(report.steps[2].idle, 72);
}

#[test]
fn sixty_three_more_workers_are_no_faster() {
    let report = report("127-versus-64");
    let most = |at: usize| buckets(&report.steps[at]).into_iter().max().unwrap();
    assert_eq!([most(0), most(1), most(2)], [2, 2, 1]);
    let width = |at: usize| report.steps[at].deal.as_ref().unwrap().effective_width;
    assert!(width(1) < 1.1 * width(0) && width(2) > 1.5 * width(1));
    assert_eq!(report.steps[1].verdict.next_useful_width, Some(128));
}

#[test]
fn a_divisible_count_deals_evenly_where_a_round_one_does_not() {
    let (uneven, divisible) = (report("uneven-100"), report("divisible-120"));
    let dealing = |report: &Report| -> Vec<f64> {
        report.steps.iter().map(|step| step.deal.as_ref().unwrap().loss.dealing).collect()
    };
    assert!(dealing(&divisible).iter().all(|loss| (loss - 1.0).abs() < 1e-12));
    for (found, expected) in dealing(&uneven).iter().zip([1.04, 1.08, 1.2, 1.2, 1.2]) {
        assert!((found - expected).abs() < 1e-12);
    }
    for (uneven, divisible) in uneven.steps.iter().zip(&divisible.steps) {
        assert!(peak_to_mean(uneven) > peak_to_mean(divisible));
    }
}

#[test]
fn a_huge_count_costs_metadata_and_stays_mostly_empty() {
    let report = report("32768-buckets");
    let step = &report.steps[0];
    assert_eq!(buckets(step), [8192; 4]);
    // 9 bytes a subtask and 8 a key group.
    assert!(step.deal.as_ref().unwrap().snapshot.metadata_bytes >= 4 * 9 + 8 * 32_768);
    assert!(report.buckets.occupied < 32_768 / 2);
}

#[test]
fn spark_keeps_its_recorded_partitions() {
    let report = report("spark-200");
    assert_eq!(outcomes(&report), [(8, Runs, 8), (100, Runs, 100), (240, Idle, 200)]);
    assert!(report.steps.iter().all(|step| step.bucket_count == 200));
    assert!(report.steps[1].message.is_none());
    assert!(report.steps[2].message.as_deref().unwrap().contains("from '400' to '200'"));
    assert_eq!(report.steps[2].idle, 40);
}

#[test]
fn spare_stream_threads_idle() {
    let report = report("kafka-streams-spare");
    assert_eq!(outcomes(&report), [(4, Runs, 4), (8, Runs, 8), (16, Idle, 12)]);
    assert_eq!((owning(&report.steps[1], 1), owning(&report.steps[1], 2)), (4, 4));
}

#[test]
fn risingwave_refuses_an_explicit_width_and_caps_an_adaptive_one() {
    let explicit = report("risingwave-refused");
    assert_eq!(outcomes(&explicit), [(16, Runs, 16), (300, Refused, 0), (256, Runs, 256)]);
    let adaptive = report("risingwave-capped");
    assert_eq!(outcomes(&adaptive), [(16, Runs, 16), (300, Capped, 256)]);
    assert_eq!(adaptive.steps[1].idle, 44);
}

#[test]
fn mapreduce_takes_another_count_at_every_run() {
    let report = report("mapreduce-no-ceiling");
    assert_eq!(outcomes(&report), [(8, Runs, 8), (100, Runs, 100), (400, Runs, 400)]);
    assert_eq!(report.steps.iter().map(|step| step.bucket_count).collect::<Vec<_>>(), [8, 100, 400]);
}

#[test]
fn digests_are_the_recorded_ones_on_any_number_of_threads() {
    let digests = |threads: usize| -> String {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let lines = shipped().iter().map(|(stem, _)| format!("{stem} {}\n", report(stem).digest));
            lines.collect::<Vec<String>>().concat()
        })
    };
    let one = digests(1);
    assert_eq!(one, digests(2));
    assert_eq!(one, digests(8));
    let recorded = include_str!("digests.txt");
    assert!(
        recorded == one,
        "Figures differ from the recorded ones. If that is meant, say so under \"Changes to results\" in CHANGELOG.md and let \
         tests/digests.txt be:\n{one}"
    );
}
