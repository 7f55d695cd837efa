//! Dealing rules against the engines themselves. The origin of each file is in `tests/data/DEALING.md`.

use redeal::deal::{Assignment, DealingRule, contiguous, kafka_streams, risingwave};
use redeal::unit::{BucketCount, BucketId, WorkerCount, WorkerId};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

fn deal(rule: &DealingRule, buckets: u64, workers: u64) -> Assignment {
    rule.deal(BucketCount::new(buckets).unwrap(), WorkerCount::new(workers).unwrap(), &[])
}

fn numbers(list: &str) -> Vec<u32> {
    list.split_whitespace().map(|n| n.parse().unwrap()).collect()
}

fn rows<T: for<'de> Deserialize<'de>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

mod flink {
    use super::*;

    #[derive(Deserialize)]
    struct Row {
        max_parallelism: u64,
        parallelism: u64,
        ranges: Vec<(u32, u32)>,
        operator_rle: Vec<(u32, usize)>,
    }

    #[test]
    fn ranges_and_owners_are_those_of_flink() {
        let mut checked = 0;
        for line in include_str!("data/flink/ranges.jsonl").lines() {
            let row: Row = serde_json::from_str(line).unwrap();
            let dealt = deal(&DealingRule::Contiguous, row.max_parallelism, row.parallelism);
            let owners: Vec<u32> =
                row.operator_rle.iter().flat_map(|&(subtask, run)| std::iter::repeat_n(subtask, run)).collect();
            assert_eq!(dealt.owners(), owners, "{} of {}", row.parallelism, row.max_parallelism);
            let ranges: Vec<(u32, u32)> = dealt
                .workers()
                .range()
                .map(|w| contiguous::range(dealt.buckets(), dealt.workers(), WorkerId(w)))
                .map(|range| (range.start, range.end - 1))
                .collect();
            assert_eq!(ranges, row.ranges, "{} of {}", row.parallelism, row.max_parallelism);
            checked += 1;
        }
        assert_eq!(checked, 42);
    }

    /// `computeOperatorIndexForKeyGroup` does not look whether there are enough key groups; the same numbers are in `errors_core.jsonl`.
    #[test]
    fn past_the_maximum_the_formula_goes_on() {
        for (buckets, workers, bucket, owner) in [(4, 8, 3, 6), (8, 40, 7, 35), (128, 1000, 127, 992)] {
            assert_eq!(deal(&DealingRule::Contiguous, buckets, workers).owner(BucketId(bucket)), Some(WorkerId(owner)));
        }
    }
}

mod kafka_streams_vectors {
    use super::*;

    #[derive(Deserialize)]
    struct Row {
        scenario: String,
        assignor: String,
        kind: String,
        tasks: u64,
        instance: usize,
        threads: u32,
        num_standby: u32,
        active_count: usize,
        active_tasks: String,
        standby_tasks: String,
        threads_layout: String,
    }

    /// First assignments of the high availability assignor: (scenario, stateful or not) → its instances in order.
    fn fresh() -> BTreeMap<(String, String), Vec<Row>> {
        let mut scenarios = BTreeMap::<_, Vec<Row>>::new();
        for row in rows::<Row>(include_str!("data/others/streams_assign.csv")) {
            let fresh = !row.scenario.starts_with("scaleout_") && !row.scenario.starts_with("scalein_");
            if fresh && row.assignor == "high_availability" {
                scenarios.entry((row.scenario.clone(), row.kind.clone())).or_default().push(row);
            }
        }
        scenarios
    }

    fn tasks(set: &BTreeSet<BucketId>) -> Vec<u32> {
        set.iter().map(|task| task.0).collect()
    }

    #[test]
    fn instances_threads_and_standbys_are_those_of_kafka() {
        let (mut checked, mut with_standbys) = (0, 0);
        for ((scenario, kind), rows) in fresh() {
            let scenario = format!("{scenario} {kind}");
            let threads: Vec<u32> = rows.iter().map(|row| row.threads).collect();
            let count = BucketCount::new(rows[0].tasks).unwrap();
            let instances = match kind.as_str() {
                "stateful" => kafka_streams::place_stateful(count, &threads, rows[0].num_standby),
                _ => kafka_streams::place_stateless(count, &threads),
            };
            assert_eq!(instances.len(), rows.len(), "{scenario}");
            for row in &rows {
                let instance = &instances[row.instance];
                assert_eq!(tasks(instance.active()), numbers(&row.active_tasks), "{scenario} {}", row.instance);
                assert_eq!(instance.active().len(), row.active_count);
                assert_eq!(tasks(instance.standby()), numbers(&row.standby_tasks), "{scenario} {}", row.instance);
                assert_eq!(layout(instance), row.threads_layout, "{scenario} {}", row.instance);
                checked += 1;
                with_standbys += usize::from(row.num_standby > 0);
            }
        }
        assert_eq!((checked, with_standbys), (83, 11));
    }

    fn layout(instance: &kafka_streams::Instance) -> String {
        let thread = |tasks: &Vec<BucketId>| match tasks.as_slice() {
            [] => "-".to_owned(),
            tasks => tasks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        instance.thread_tasks().iter().map(thread).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn the_rule_numbers_threads_instance_by_instance() {
        let mut checked = 0;
        for ((scenario, _), rows) in fresh().into_iter().filter(|((_, kind), _)| kind == "stateful") {
            let threads: Vec<u32> = rows.iter().map(|row| row.threads).collect();
            let workers = u64::from(threads.iter().sum::<u32>());
            let dealt = deal(&DealingRule::KafkaHighAvailability { threads }, rows[0].tasks, workers);
            let expected: Vec<Vec<u32>> = rows
                .iter()
                .flat_map(|row| row.threads_layout.split(" | "))
                .map(|thread| numbers(thread.trim_matches('-')))
                .collect();
            assert_eq!(dealt.bucket_lists(), expected, "{scenario}");
            checked += 1;
        }
        assert_eq!(checked, 12);
    }

    /// Ten tasks on five threads leave no task out; of twelve threads two idle. A myth of many tutorials says otherwise
    /// (adhdecode: kafka streams, input topic partition match).
    #[test]
    fn fewer_threads_than_tasks_leave_nothing_out() {
        for threads in [vec![5], vec![1; 5]] {
            let dealt = deal(&DealingRule::KafkaHighAvailability { threads }, 10, 5);
            assert_eq!(dealt.bucket_counts(), [2; 5]);
        }
        for threads in [vec![12], vec![1; 12], vec![4, 8]] {
            let counts = deal(&DealingRule::KafkaHighAvailability { threads }, 10, 12).bucket_counts();
            assert_eq!(counts.iter().filter(|&&count| count == 0).count(), 2);
        }
    }
}

mod risingwave_vectors {
    use super::*;

    #[derive(Deserialize)]
    struct Row {
        job_id_salt: u32,
        worker_weights: String,
        actors: u64,
        vnodes: u64,
        worker: Option<usize>,
        actor: Option<usize>,
        count: Option<usize>,
        vnode_list_or_error: String,
    }

    #[test]
    fn actors_and_vnodes_are_those_of_risingwave() {
        let (mut checked, mut refused) = (0, 0);
        for row in rows::<Row>(include_str!("data/others/risingwave_dealing.csv")) {
            checked += 1;
            let (Some(worker), Some(actor)) = (row.worker, row.actor) else {
                // The one row that is refused has too few vnodes, which the program refuses before it deals.
                assert!(row.vnode_list_or_error.starts_with("not enough vnodes") && row.actors > row.vnodes);
                refused += 1;
                continue;
            };
            let weights: Vec<u32> = numbers(&row.worker_weights);
            let actors = WorkerCount::new(row.actors).unwrap();
            assert_eq!(risingwave::node_of_actor(actors, &weights, row.job_id_salt)[actor] + 1, worker);
            let rule = DealingRule::RisingWaveWeighted { weights, job: row.job_id_salt };
            let vnodes = &deal(&rule, row.vnodes, row.actors).bucket_lists()[actor];
            assert_eq!(vnodes, &numbers(&row.vnode_list_or_error));
            assert_eq!(Some(vnodes.len()), row.count);
        }
        assert_eq!((checked, refused), (57, 1));
    }

    /// A thousand nodes and the most vnodes there are: every vnode looks at every node.
    #[test]
    fn a_thousand_nodes_are_dealt_by_their_weights() {
        let weights: Vec<u32> = (1..=1000).collect();
        let nodes: u32 = weights.iter().sum();
        let rule = DealingRule::RisingWaveWeighted { weights, job: 1 };
        let dealt = deal(&rule, 32_768, 2000);
        assert_eq!(dealt.bucket_counts().iter().sum::<u32>(), 32_768);
        // An actor for each 250.25 of the weight, so its vnodes are about 16.4 as well, whatever node it is on.
        let (least, most) =
            (*dealt.bucket_counts().iter().min().unwrap(), *dealt.bucket_counts().iter().max().unwrap());
        assert!(least >= 1 && most <= 40, "{least} to {most} of {nodes}");
    }
}

/// Numbers that others have published about ranges and remainders.
mod published {
    use super::*;

    fn moved(rule: &DealingRule, buckets: u64, from: u64, to: u64) -> usize {
        let (from, to) = (deal(rule, buckets, from), deal(rule, buckets, to));
        from.owners().iter().zip(to.owners()).filter(|(a, b)| a != b).count()
    }

    fn peak_to_mean(dealt: &Assignment) -> f64 {
        let peak = *dealt.bucket_counts().iter().max().unwrap();
        f64::from(peak) * dealt.workers().as_f64() / dealt.buckets().as_f64()
    }

    /// The ceiling form of the inverse (volga-project/volga#159): with the floor form, buckets 42 and 85 of 128 on 3 fall out.
    #[test]
    fn ranges_tile_the_buckets_and_agree_with_the_owners() {
        let (buckets, workers) = (BucketCount::new(128).unwrap(), WorkerCount::new(3).unwrap());
        let ranges: Vec<_> = workers.range().map(|w| contiguous::range(buckets, workers, WorkerId(w))).collect();
        assert_eq!(ranges, [0..43, 43..86, 86..128]);
        for n in 1..=512 {
            let buckets = BucketCount::new(n).unwrap();
            for p in 1..=n {
                let workers = WorkerCount::new(p).unwrap();
                let (mut worker, mut range) = (0, contiguous::range(buckets, workers, WorkerId(0)));
                for bucket in buckets.range() {
                    if bucket == range.end {
                        worker += 1;
                        range = contiguous::range(buckets, workers, WorkerId(worker));
                        assert!(range.start == bucket, "worker {worker} of {p}, {n} buckets");
                    }
                    let owner = contiguous::owner(buckets, workers, BucketId(bucket));
                    assert!(owner.0 == worker, "bucket {bucket} of {n}, {p} workers");
                }
                assert!((worker, range.end) == (workers.get() - 1, buckets.get()), "{p} workers, {n} buckets");
            }
        }
    }

    /// A new width need not divide the old one, nor the bucket count.
    #[test]
    fn any_width_up_to_the_bucket_count_works() {
        assert_eq!(deal(&DealingRule::Contiguous, 128, 3).bucket_counts(), [43, 43, 42]);
        assert_eq!(deal(&DealingRule::Contiguous, 128, 5).bucket_counts(), [26, 26, 25, 26, 25]);
        assert_eq!(deal(&DealingRule::Contiguous, 128, 128).bucket_counts(), [1; 128]);
    }

    /// Stack Overflow 79415268: is 8 to 16 better than 4 to 9?
    #[test]
    fn with_many_buckets_there_is_no_need_for_multiples() {
        for (buckets, ratios) in [(128, [1.0547, 1.0]), (32768, [1.0, 1.0])] {
            for (workers, ratio) in [9, 16].into_iter().zip(ratios) {
                let found = peak_to_mean(&deal(&DealingRule::Contiguous, buckets, workers));
                assert!((found - ratio).abs() < 1e-4, "{workers} of {buckets}: {found}");
            }
        }
    }

    /// FLINK-36192: 80 workers on 100 key groups do no better than 50.
    #[test]
    fn thirty_more_workers_buy_nothing() {
        let peak = |workers| *deal(&DealingRule::Contiguous, 100, workers).bucket_counts().iter().max().unwrap();
        assert_eq!([50, 80, 100].map(peak), [2, 2, 1]);
        for (workers, ratio) in [(50, 1.0), (80, 1.6), (100, 1.0)] {
            assert!((peak_to_mean(&deal(&DealingRule::Contiguous, 100, workers)) - ratio).abs() < 1e-12);
        }
        let useful: Vec<u64> = (1..=100).filter(|&w| w == 1 || peak(w) < peak(w - 1)).collect();
        assert_eq!(useful, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 17, 20, 25, 34, 50, 100]);
    }

    /// Key groups for Spark, proposed with remainders (dev@spark, msg21154): 50 %, 78.125 % and 84.375 % of 128 buckets change
    /// worker; with ranges 87.5 %, 48.4375 % and 49.21875 %.
    #[test]
    fn neither_ranges_nor_remainders_always_move_less() {
        for (from, to, by_remainder, by_range) in [(4, 8, 64, 112), (4, 5, 100, 62), (10, 11, 108, 63)] {
            assert_eq!(moved(&DealingRule::Modulo, 128, from, to), by_remainder, "{from} to {to}");
            assert_eq!(moved(&DealingRule::Contiguous, 128, from, to), by_range, "{from} to {to}");
        }
    }

    /// `StreamFusion`#22: without buckets, four fifths of the keys change worker from 4 to 5 (4 and 5 repeat after 20 hashes);
    /// with 128 buckets in ranges, 48.44 % of the buckets.
    #[test]
    fn a_hash_modulo_the_width_moves_most_keys() {
        assert_eq!(moved(&DealingRule::Modulo, 20, 4, 5), 16);
        assert_eq!(moved(&DealingRule::Contiguous, 128, 4, 5), 62);
    }
}
