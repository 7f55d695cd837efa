//! Kafka Streams deals tasks twice: to instances, then to the threads inside one.
//!
//! Source: Kafka 4.0 (1eb7644, 2024-10-25), `HighAvailabilityTaskAssignor` with `DefaultStandbyTaskAssignor`, then
//! `StreamsPartitionAssignor.assignTasksToThreads`. Only the first assignment is here, where nobody holds state yet;
//! rack awareness is off, as by default. Instances are in the order of their process ids, threads in that of their names.
//!
//! One thing is tidier here than there: with three or more tasks left over inside an instance, the engine hands the last
//! round out in the array order of a Java priority queue that was filled from a hash set. Here it goes in task order.
//! The number of tasks a thread gets is the same.

use super::Assignment;
use super::pace::{Check, Pace};
use crate::unit::{BucketCount, BucketId, WorkerCount};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::convert::Infallible;

/// One Kafka Streams instance and the tasks it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    threads: u32,
    active: BTreeSet<BucketId>,
    standby: BTreeSet<BucketId>,
}

impl Instance {
    /// How many stream threads it runs, at least 1.
    #[must_use]
    pub const fn threads(&self) -> u32 {
        self.threads
    }

    /// The tasks it works on.
    #[must_use]
    pub const fn active(&self) -> &BTreeSet<BucketId> {
        &self.active
    }

    /// The tasks whose state it keeps a copy of, working on none of them.
    ///
    /// A report counts copies and does not place them; this is here to be held against the engine's own runs.
    #[must_use]
    pub const fn standby(&self) -> &BTreeSet<BucketId> {
        &self.standby
    }

    /// The active tasks of each thread. They are dealt round the threads, so that two threads differ by at most one task.
    #[must_use]
    pub fn thread_tasks(&self) -> Vec<Vec<BucketId>> {
        let mut tasks = vec![Vec::new(); self.threads as usize];
        for (turn, &task) in self.active.iter().enumerate() {
            tasks[turn % self.threads as usize].push(task);
        }
        tasks
    }

    fn load(&self) -> Load {
        Load { tasks: self.active.len() + self.standby.len(), threads: self.threads }
    }

    fn holds(&self, task: BucketId) -> bool {
        self.active.contains(&task) || self.standby.contains(&task)
    }

    fn tasks_mut(&mut self, kind: Kind) -> &mut BTreeSet<BucketId> {
        match kind {
            Kind::Active => &mut self.active,
            Kind::Standby => &mut self.standby,
        }
    }
}

/// Which of an instance's tasks are being dealt.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Active,
    Standby,
}

/// Tasks per thread, compared exactly.
#[derive(Debug, Clone, Copy)]
struct Load {
    tasks: usize,
    threads: u32,
}

impl Load {
    const fn with_one_more(self) -> Self {
        Self { tasks: self.tasks + 1, ..self }
    }

    /// `None` where there is no task to give away.
    fn with_one_less(self) -> Option<Self> {
        self.tasks.checked_sub(1).map(|tasks| Self { tasks, ..self })
    }
}

impl Ord for Load {
    fn cmp(&self, other: &Self) -> Ordering {
        let cross = |a: Self, b: Self| a.tasks as u128 * u128::from(b.threads);
        cross(*self, *other).cmp(&cross(*other, *self))
    }
}

impl PartialOrd for Load {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Load {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Load {}

/// What a task takes on its way into a tree or out of one, in about nanoseconds.
const TREE_STEP: usize = 256;

/// Places the tasks of a job with state, and `standbys` copies of each where there are instances enough to keep them apart.
///
/// `threads` holds the thread count of each instance; one without threads takes no part. Empty where none is left. A deal
/// needs the active tasks alone; the copies are here to be held against the engine's own runs.
#[must_use]
pub fn place_stateful(tasks: BucketCount, threads: &[u32], standbys: u32) -> Vec<Instance> {
    let Ok(instances) = place(tasks, threads, standbys, &|| Ok::<(), Infallible>(()));
    instances
}

fn place<E>(tasks: BucketCount, threads: &[u32], standbys: u32, check: &Check<'_, E>) -> Result<Vec<Instance>, E> {
    let mut pace = Pace::new(check);
    let mut instances = empty_instances(threads);
    let count = instances.len();
    if count == 0 {
        return Ok(instances);
    }
    for (turn, task) in tasks.range().enumerate() {
        instances[turn % count].active.insert(BucketId(task));
        pace.step(TREE_STEP)?;
    }
    balance(&mut instances, Kind::Active, &mut pace)?;
    if standbys > 0 {
        place_standbys(&mut instances, tasks, standbys);
        balance(&mut instances, Kind::Standby, &mut pace)?;
    }
    Ok(instances)
}

/// Places the tasks of a job without state: each to the instance with the fewest tasks a thread, then the lowest number.
///
/// `threads` is as for [`place_stateful`]. Jobs here have state; this is public to be held against the engine's own runs.
#[must_use]
pub fn place_stateless(tasks: BucketCount, threads: &[u32]) -> Vec<Instance> {
    let mut instances = empty_instances(threads);
    let mut queue = by_load(&instances);
    for task in tasks.range() {
        if let Some((_, lightest)) = queue.pop_first() {
            instances[lightest].active.insert(BucketId(task));
            queue.insert((instances[lightest].load(), lightest));
        }
    }
    instances
}

fn empty_instances(threads: &[u32]) -> Vec<Instance> {
    let instance = |&threads: &u32| Instance { threads, active: BTreeSet::new(), standby: BTreeSet::new() };
    threads.iter().filter(|&&threads| threads > 0).map(instance).collect()
}

fn by_load(instances: &[Instance]) -> BTreeSet<(Load, usize)> {
    instances.iter().enumerate().map(|(i, instance)| (instance.load(), i)).collect()
}

/// Each copy goes to the least loaded instance that does not hold the task yet; where there is none, it is left out.
fn place_standbys(instances: &mut [Instance], tasks: BucketCount, standbys: u32) {
    let mut queue = by_load(instances);
    for task in tasks.range().map(BucketId) {
        for _ in 0..standbys {
            let Some(entry) = queue.iter().copied().find(|&(_, i)| !instances[i].holds(task)) else { break };
            queue.remove(&entry);
            let i = entry.1;
            instances[i].standby.insert(task);
            queue.insert((instances[i].load(), i));
        }
    }
}

/// Evens out the tasks a thread, pair by ordered pair and round after round, until a round moves nothing.
///
/// # Design
/// With many instances most pairs have nothing to give, and looking at every pair would take minutes: the next instance that
/// may take a task from a source is looked up in a tree of loads.
fn balance<E>(instances: &mut [Instance], kind: Kind, pace: &mut Pace<'_, E>) -> Result<(), E> {
    let mut takers = Takers::new(instances);
    loop {
        let mut moved = false;
        for source in 0..instances.len() {
            pace.step(TREE_STEP)?;
            let mut from = 0;
            // No source is its own taker: with a task more it has more than with a task less.
            while let Some(taker) = takers.next(from, instances[source].load()) {
                if shift(instances, source, taker, kind, pace)? {
                    takers.set(source, instances[source].load());
                    takers.set(taker, instances[taker].load());
                    moved = true;
                }
                from = taker + 1;
            }
        }
        if !moved {
            return Ok(());
        }
    }
}

/// What each instance would have a thread with one more task, and the least of them over ranges of instances: a binary
/// tree whose node i has the children 2i and 2i + 1.
struct Takers {
    least: Vec<Load>,
    leaves: usize,
}

impl Takers {
    fn new(instances: &[Instance]) -> Self {
        let leaves = instances.len().next_power_of_two();
        let nobody = Load { tasks: usize::MAX, threads: 1 };
        let mut takers = Self { least: vec![nobody; 2 * leaves], leaves };
        for (i, instance) in instances.iter().enumerate() {
            takers.least[leaves + i] = instance.load().with_one_more();
        }
        for node in (1..leaves).rev() {
            takers.add_up(node);
        }
        takers
    }

    fn add_up(&mut self, node: usize) {
        self.least[node] = self.least[2 * node].min(self.least[2 * node + 1]);
    }

    fn set(&mut self, instance: usize, load: Load) {
        let mut node = self.leaves + instance;
        self.least[node] = load.with_one_more();
        while node > 1 {
            node /= 2;
            self.add_up(node);
        }
    }

    /// The first instance from number `from` on that may take a task from a source of this load.
    fn next(&self, from: usize, source: Load) -> Option<usize> {
        if from >= self.leaves {
            return None;
        }
        let takes = |node: usize| may_give(source, self.least[node]);
        let mut node = self.leaves + from;
        while !takes(node) {
            // Up until there is a range to the right, then into it.
            while node % 2 == 1 {
                node /= 2;
            }
            if node == 0 {
                return None;
            }
            node += 1;
        }
        while node < self.leaves {
            node = if takes(2 * node) { 2 * node } else { 2 * node + 1 };
        }
        Some(node - self.leaves)
    }
}

/// Whether a source that gives a task away still has at least as many a thread as the taker then has: the engine never
/// turns an imbalance round.
fn may_give(source: Load, taker_after: Load) -> bool {
    source.with_one_less().is_some_and(|after| after >= taker_after)
}

/// Moves tasks, lowest first, while the source may give; passes over those that the destination already holds.
fn shift<E>(
    instances: &mut [Instance],
    source: usize,
    destination: usize,
    kind: Kind,
    pace: &mut Pace<'_, E>,
) -> Result<bool, E> {
    let may_still_give =
        |instances: &[Instance]| may_give(instances[source].load(), instances[destination].load().with_one_more());
    let mut moved = false;
    let mut next = BucketId(0);
    while may_still_give(instances) {
        let Some(&task) = instances[source].tasks_mut(kind).range(next..).next() else { break };
        next = BucketId(task.0 + 1);
        pace.step(TREE_STEP)?;
        if !instances[destination].holds(task) {
            instances[source].tasks_mut(kind).remove(&task);
            instances[destination].tasks_mut(kind).insert(task);
            moved = true;
        }
    }
    Ok(moved)
}

pub(super) fn deal<E>(
    buckets: BucketCount,
    workers: WorkerCount,
    threads: &[u32],
    check: &Check<'_, E>,
) -> Result<Assignment, E> {
    let fits = threads.iter().map(|&threads| u64::from(threads)).sum::<u64>() == u64::from(workers.get());
    let single = vec![1; if fits { 0 } else { workers.len() }];
    let instances = place(buckets, if fits { threads } else { &single }, 0, check)?;
    let mut owner = vec![0; buckets.len()];
    for (worker, tasks) in (0..).zip(instances.iter().flat_map(Instance::thread_tasks)) {
        for task in tasks {
            owner[task.index()] = worker;
        }
    }
    Ok(Assignment::new(workers, owner))
}
