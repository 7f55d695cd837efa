//! What holds for every deal, whatever the counts and loads.

use proptest::collection::vec;
use proptest::prelude::*;
use redeal::deal::{Assignment, DealingRule};
use redeal::unit::{BucketCount, WorkerCount};

fn even_rules() -> [DealingRule; 6] {
    [
        DealingRule::Contiguous,
        DealingRule::ContiguousFirstLarger,
        DealingRule::Modulo,
        DealingRule::KafkaHighAvailability { threads: Vec::new() },
        DealingRule::SortedAsText,
        DealingRule::FewestMoves,
    ]
}

fn any_rule() -> impl Strategy<Value = DealingRule> {
    prop_oneof![
        prop::sample::select(even_rules().to_vec()),
        vec(0..5_u32, 0..6).prop_map(|threads| DealingRule::KafkaHighAvailability { threads }),
        Just(DealingRule::ListScheduling),
        Just(DealingRule::LeastLoaded),
        Just(DealingRule::FloatRanges),
        Just(DealingRule::Drawn),
        Just(DealingRule::Halving),
        (0..200_u32).prop_map(|points| DealingRule::HashRing { points }),
        (vec(0..9_u32, 0..6), any::<u32>()).prop_map(|(weights, job)| DealingRule::RisingWaveWeighted { weights, job }),
    ]
}

/// Mostly small loads, so that ties are common; now and then the largest there are.
fn any_loads() -> impl Strategy<Value = Vec<u64>> {
    vec(prop_oneof![4 => 0..4_u64, 2 => 0..1000_u64, 1 => Just(u64::MAX)], 0..80)
}

fn deal(rule: &DealingRule, buckets: u64, workers: u64, loads: &[u64]) -> Assignment {
    rule.deal(BucketCount::new(buckets).unwrap(), WorkerCount::new(workers).unwrap(), loads)
}

/// List scheduling word for word: walk over the buckets, look at all workers.
fn naive_list_schedule(buckets: u64, workers: u64, loads: &[u64]) -> Vec<u32> {
    let mut busy_until = vec![(0_u128, 0_u32); usize::try_from(workers).unwrap()];
    let mut owners = Vec::new();
    for bucket in 0..usize::try_from(buckets).unwrap() {
        let (first, _) = busy_until.iter().enumerate().min_by_key(|&(worker, until)| (*until, worker)).unwrap();
        busy_until[first].0 += u128::from(loads.get(bucket).copied().unwrap_or(0));
        busy_until[first].1 += 1;
        owners.push(u32::try_from(first).unwrap());
    }
    owners
}

/// The least that the busiest worker can get, found by trying every assignment.
fn best_peak(loads: &[u64], sums: &mut [u64]) -> u64 {
    let Some((&load, rest)) = loads.split_first() else { return *sums.iter().max().unwrap() };
    let mut best = u64::MAX;
    for worker in 0..sums.len() {
        sums[worker] += load;
        best = best.min(best_peak(rest, sums));
        sums[worker] -= load;
    }
    best
}

proptest! {
    #[test]
    fn every_bucket_has_one_owner_below_the_width(
        rule in any_rule(), buckets in 1..80_u64, workers in 1..100_u64, loads in any_loads()
    ) {
        let dealt = deal(&rule, buckets, workers, &loads);
        prop_assert_eq!(dealt.owners().len() as u64, buckets);
        prop_assert!(dealt.owners().iter().all(|&owner| u64::from(owner) < workers));
        prop_assert_eq!(dealt.bucket_counts().iter().map(|&count| u64::from(count)).sum::<u64>(), buckets);
        prop_assert_eq!(deal(&rule, buckets, workers, &loads), dealt);
    }

    #[test]
    fn even_rules_differ_by_at_most_one_bucket(buckets in 1..300_u64, workers in 1..400_u64) {
        for rule in even_rules() {
            let counts = deal(&rule, buckets, workers, &[]).bucket_counts();
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            prop_assert!(most - least <= 1, "{:?}: {} to {}", rule, least, most);
        }
    }

    /// A worker that joins takes buckets, and nothing moves between the others.
    #[test]
    fn only_a_newcomers_buckets_move(buckets in 1..300_u64, workers in 1..100_u64, points in 1..120_u32) {
        let rules = [
            DealingRule::FewestMoves,
            DealingRule::Drawn,
            DealingRule::HashRing { points },
            DealingRule::Halving,
        ];
        for rule in rules {
            let (before, after) = (deal(&rule, buckets, workers, &[]), deal(&rule, buckets, workers + 1, &[]));
            for (old, new) in before.owners().iter().zip(after.owners()) {
                prop_assert!(old == new || u64::from(*new) == workers, "{:?}", rule);
            }
        }
    }

    #[test]
    fn ranges_are_ranges(buckets in 1..300_u64, workers in 1..400_u64) {
        prop_assert!(deal(&DealingRule::Contiguous, buckets, workers, &[]).is_contiguous());
        let dealt = deal(&DealingRule::ContiguousFirstLarger, buckets, workers, &[]);
        prop_assert!(dealt.is_contiguous());
        prop_assert!(dealt.bucket_counts().is_sorted_by(|a, b| a >= b));
        prop_assert!(deal(&DealingRule::FloatRanges, buckets, workers, &[]).is_contiguous());
    }

    #[test]
    fn without_loads_the_rules_that_look_at_them_go_round(buckets in 1..80_u64, workers in 1..100_u64) {
        let round = deal(&DealingRule::Modulo, buckets, workers, &[]);
        prop_assert_eq!(&deal(&DealingRule::ListScheduling, buckets, workers, &[]), &round);
        prop_assert_eq!(&deal(&DealingRule::LeastLoaded, buckets, workers, &[]), &round);
    }

    #[test]
    fn list_scheduling_is_its_definition(buckets in 1..80_u64, workers in 1..20_u64, loads in any_loads()) {
        let dealt = deal(&DealingRule::ListScheduling, buckets, workers, &loads);
        prop_assert_eq!(dealt.owners(), naive_list_schedule(buckets, workers, &loads));
    }

    /// Graham 1969: the heaviest first is at most 4/3 − 1/(3p) of the best there is.
    #[test]
    fn least_loaded_is_within_a_third_of_the_best(loads in vec(0..30_u64, 1..8), workers in 1..4_u64) {
        let dealt = deal(&DealingRule::LeastLoaded, loads.len() as u64, workers, &loads);
        let peak = *dealt.sum(&loads).iter().max().unwrap();
        let best = best_peak(&loads, &mut vec![0; dealt.workers().len()]);
        prop_assert!(3 * workers * peak <= (4 * workers - 1) * best, "{} against {}", peak, best);
    }

    #[test]
    fn kafka_threads_of_one_instance_differ_by_at_most_one(buckets in 1..80_u64, threads in vec(1..6_u32, 1..6)) {
        let workers = u64::from(threads.iter().sum::<u32>());
        let rule = DealingRule::KafkaHighAvailability { threads: threads.clone() };
        let mut counts = deal(&rule, buckets, workers, &[]).bucket_counts();
        for count in threads {
            let of_instance: Vec<u32> = counts.drain(..count as usize).collect();
            prop_assert!(of_instance.iter().max().unwrap() - of_instance.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn every_risingwave_actor_has_a_vnode(
        buckets in 1..80_u64, workers in 1..100_u64, weights in vec(0..9_u32, 0..6), job in any::<u32>()
    ) {
        let counts = deal(&DealingRule::RisingWaveWeighted { weights, job }, buckets, workers, &[]).bucket_counts();
        let owning = counts.iter().take_while(|&&count| count > 0).count() as u64;
        prop_assert_eq!(owning, buckets.min(workers));
    }
}

/// The assignor's balancing pair by pair, every pair looked at: tasks of each instance, lowest first.
fn plainly_balanced(tasks: usize, threads: &[u32]) -> Vec<Vec<usize>> {
    let mut held = vec![Vec::new(); threads.len()];
    (0..tasks).for_each(|task| held[task % threads.len()].push(task));
    loop {
        let mut moved = false;
        for source in 0..threads.len() {
            for taker in (0..threads.len()).filter(|&taker| taker != source) {
                // (source - 1) / its threads >= (taker + 1) / its threads
                while held[source].len().checked_sub(1).is_some_and(|after| {
                    after * threads[taker] as usize >= (held[taker].len() + 1) * threads[source] as usize
                }) {
                    let task = held[source].remove(0);
                    held[taker].push(task);
                    held[taker].sort_unstable();
                    moved = true;
                }
            }
        }
        if !moved {
            return held;
        }
    }
}

proptest! {
    /// The next taker is looked up, not searched for: the outcome is that of looking at every pair.
    #[test]
    fn kafka_instances_are_balanced_as_pair_by_pair(tasks in 1..120_u64, threads in vec(1..30_u32, 1..14)) {
        let placed = redeal::deal::kafka_streams::place_stateful(BucketCount::new(tasks).unwrap(), &threads, 0);
        let found: Vec<Vec<usize>> = placed.iter().map(|i| i.active().iter().map(|task| task.index()).collect()).collect();
        prop_assert_eq!(found, plainly_balanced(usize::try_from(tasks).unwrap(), &threads));
    }
}

/// Ten thousand instances of very unlike sizes and a million tasks: nobody waits minutes, as for every pair of instances.
#[test]
fn many_unlike_instances_are_quick_enough_to_be_tested() {
    let threads: Vec<u32> = (0..9999).map(|i| if i % 2 == 0 { 1 } else { 200 }).collect();
    let workers = u64::from(threads.iter().sum::<u32>());
    let rule = DealingRule::KafkaHighAvailability { threads };
    let counts = deal(&rule, 1 << 20, workers, &[]).bucket_counts();
    assert!(counts.iter().all(|&count| count <= 2), "about one task a thread");
}

#[test]
fn the_widest_deals_are_quick_enough_to_be_tested() {
    let loads: Vec<u64> = (0..32_768).map(|bucket| bucket % 97).collect();
    for rule in even_rules().into_iter().chain([DealingRule::ListScheduling, DealingRule::LeastLoaded]) {
        for workers in [1, 1000, 32_768] {
            assert_eq!(deal(&rule, 32_768, workers, &loads).owners().len(), 32_768);
        }
    }
}
