//! Apache Samza: a task for each input partition; more containers than tasks are refused; a stateful job follows its input only
//! by whole multiples.

use super::{
    Accuracy, Cause, CostLine, Facts, Outcome, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest,
    Words, product,
};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Samza's options that change cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SamzaOptions {
    /// State stores of each task, each with a changelog partition, 1 to 1000.
    pub stores: u32,
}

impl Default for SamzaOptions {
    fn default() -> Self {
        Self { stores: 1 }
    }
}

static FACTS: Facts = Facts {
    id: "samza",
    name: "Samza",
    versions: "commit 23f52e9",
    words: Words {
        bucket: "task",
        buckets: "tasks",
        bucket_count: "partitions of the input",
        worker: "container",
        workers: "containers",
        width: "job.container.count",
        first_start: "first start",
        restart: "restart",
        snapshot: "changelog",
    },
    min_buckets: 1,
    max_buckets: None,
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "partitions of the widest input",
    hashing: "the producer's: Kafka's murmur2 of the serialised key, sign bit dropped, remainder by N; job.elasticity.factor, which \
              cuts a partition further, is left out",
    dealing: "task names sorted as text (Partition 10 before Partition 2), round robin over containers",
    past_ceiling: "refuses to start: no container without a task",
    change_of_count: "a whole multiple is taken, task t going on from task t mod the old count; any other count is refused",
    sources: &[
        Source {
            fact: "Tasks → containers, and the refusal of more containers than tasks",
            source: "GroupByContainerCount, commit 23f52e9, run with 1 to 128 tasks",
        },
        Source {
            fact: "Key → partition",
            source: "Kafka's producer: BuiltInPartitioner.partitionForKey, Kafka 4.0, run",
        },
        Source {
            fact: "A stateful job grows with its input by whole multiples",
            source: "SEP-5 and HashSystemStreamPartitionMapper, commit 23f52e9, read; the monitor looks every 300 s and fails a stateful \
                     job that it cannot map",
        },
        Source {
            fact: "A store has a changelog partition for each task",
            source: "docs/learn/documentation/versioned/container, commit 23f52e9",
        },
    ],
};

impl Profile for SamzaOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::KafkaMurmur2, reduction: Reduction::MaskMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, input_pieces: u32) -> Option<u64> {
        Some(u64::from(input_pieces))
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        DealingRule::SortedAsText
    }

    /// Another count than the recorded one is taken where it is a multiple of it; containers past the tasks are refused.
    fn start(&self, request: &StartRequest) -> Start {
        let pieces = BucketCount::clamped(u64::from(request.input_pieces));
        let (mut buckets, mut note) = (request.recorded.or(request.configured).unwrap_or(pieces), None);
        if let (Some(before), Some(now)) = (request.recorded, request.configured)
            && before != now
        {
            if now.get() % before.get() != 0 {
                let message =
                    format!("New partition count: {now} should be a multiple of previous partition count: {before}.");
                return Start::refused(buckets, request.width, Cause::CountChanged).saying(message);
            }
            buckets = now;
            note = Some(format!(
                "Each of the {now} tasks goes on from the state of the task with its number mod {before}, and keeps keys there that \
                 are no longer its own."
            ));
        }
        if request.width.get() > buckets.get() {
            let message = format!(
                "Your container count ({}) is larger than your task count ({buckets}). Can't have containers with nothing to do, so \
                 aborting.",
                request.width
            );
            return Start::refused(buckets, request.width, Cause::Width).saying(message).noting(note);
        }
        Start::of(buckets, Outcome::Runs, request.width).noting(note)
    }

    /// Nothing was measured but what follows from the tasks.
    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let changelogs = product(&[input.buckets.get().into(), self.stores.into()]);
        let line = CostLine::of("changelog partitions", changelogs, "partitions", Accuracy::Exact, CHANGELOGS);
        SnapshotCost::not_modelled(input, "stores on the containers' disks, restored from changelog topics", vec![line])
    }

    fn check(&self) -> Result<(), String> {
        if (1..=1000).contains(&self.stores) {
            Ok(())
        } else {
            Err(format!("stores is {}: allowed are 1 to 1000", self.stores))
        }
    }
}

const CHANGELOGS: &str = "a changelog topic a store, one partition of it a task";
