//! Kafka Streams: a task for each input partition; surplus threads idle; another count is refused by the internal topics.

use super::{
    Accuracy, Cause, CostLine, CountQuery, Facts, Profile, SnapshotCost, SnapshotInput, Source, Start, StartRequest,
    Words, product,
};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// Kafka Streams' options that change dealing, texts or cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KafkaStreamsOptions {
    /// `num.stream.threads`: threads of each instance, 1 to 10 000. The last instance has the rest.
    pub threads_per_instance: u32,
    /// State stores of each task, 1 to 1000.
    pub stores: u32,
    /// `num.standby.replicas`, 0 to 100. Copies for which there is no further instance are left out.
    pub standbys: u32,
    /// Replication factor of the changelog topics, 1 to 100.
    pub replication: u32,
    /// `application.id`, the first part of the internal topics' names.
    pub app: String,
    /// Name of the state store, the second part of its changelog topic's name.
    pub store_name: String,
}

impl Default for KafkaStreamsOptions {
    fn default() -> Self {
        Self {
            threads_per_instance: 1,
            stores: 1,
            standbys: 0,
            replication: 3,
            app: "app".to_owned(),
            store_name: "store".to_owned(),
        }
    }
}

static FACTS: Facts = Facts {
    id: "kafka-streams",
    name: "Kafka Streams",
    versions: "4.0 (commit 1eb7644)",
    words: Words {
        bucket: "task",
        buckets: "tasks",
        bucket_count: "partitions of the input or repartition topic",
        worker: "stream thread",
        workers: "stream threads",
        width: "threads",
        first_start: "creation",
        restart: "rebalance",
        snapshot: "changelog and checkpoint file",
    },
    min_buckets: 1,
    max_buckets: None,
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "partitions of the input topic",
    hashing: "murmur2 of the serialised key, sign bit dropped, remainder by N",
    dealing: "sorted tasks round robin over instances, then balanced by tasks a thread; round robin over an instance's threads",
    past_ceiling: "starts; threads past N idle and take over when another fails",
    change_of_count: "refused: the changelog and repartition topics keep their partitions",
    sources: &[
        Source {
            fact: "Key → partition",
            source: "BuiltInPartitioner.partitionForKey and Utils.murmur2, Kafka 4.0, run",
        },
        Source {
            fact: "A task for each partition of the widest source topic; a changelog partition for each task and store",
            source: "PartitionGrouper and ChangelogTopics, Kafka 4.0, run with topics of 4 and 6 partitions",
        },
        Source {
            fact: "Tasks → instances → threads at a fresh start",
            source: "HighAvailabilityTaskAssignor and StreamsPartitionAssignor.assignTasksToThreads (KIP-441), 14 runs",
        },
        Source {
            fact: "Surplus threads join and own nothing",
            source: "run with 4 tasks on 6 instances: 1, 1, 1, 1, 0, 0",
        },
        Source {
            fact: "Another partition count stops a stateful application",
            source: "InternalTopicManager.validateTopics, Kafka 4.0, run 8 → 12 and 12 → 8",
        },
        Source {
            fact: "Cost of a store",
            source: "RocksDBStore with rocksdbjni 9.8.4, 1 to 512 stores of 100 small records, 2 shared cores",
        },
    ],
};

impl Profile for KafkaStreamsOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: HashFn::KafkaMurmur2, reduction: Reduction::MaskMod }
    }

    fn default_buckets(&self, _first_width: WorkerCount, input_pieces: u32) -> Option<u64> {
        Some(u64::from(input_pieces))
    }

    /// Instances of `threads_per_instance` threads; the last has what is left.
    fn dealing(&self, workers: WorkerCount) -> DealingRule {
        let each = self.threads_per_instance.max(1);
        let (full, rest) = (workers.len() / each as usize, workers.get() % each);
        let mut threads = vec![each; full];
        if rest > 0 {
            threads.push(rest);
        }
        DealingRule::KafkaHighAvailability { threads }
    }

    /// Another count than the internal topics have is refused; threads past the tasks idle.
    fn start(&self, request: &StartRequest) -> Start {
        let pieces = BucketCount::clamped(u64::from(request.input_pieces));
        let buckets = request.recorded.or(request.configured).unwrap_or(pieces);
        if let (Some(actual), Some(expected)) = (request.recorded, request.configured)
            && actual != expected
        {
            let message = format!(
                "Existing internal topic {}-{}-changelog has invalid partitions: expected: {expected}; actual: {actual}. Use \
                 'org.apache.kafka.tools.StreamsResetter' tool to clean up invalid topics before processing.",
                self.app, self.store_name
            );
            return Start::refused(buckets, request.width, Cause::CountChanged).saying(message);
        }
        Start::idle_past(buckets, request.width)
    }

    /// What lies on the instances' disks, standby copies included.
    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let tasks = u64::from(input.buckets.get());
        // An instance holds a task's state once: further copies have no place, and Kafka Streams leaves them out.
        let copies = (u64::from(self.standbys) + 1).min(self.instances(input.workers));
        let stores = product(&[tasks, u64::from(self.stores)]);
        let local = stores.saturating_mul(copies);
        let empty_stores = local.saturating_mul(STORE_BYTES);
        let checkpoints = self.checkpoint_bytes(input).saturating_mul(copies);
        let entries = product(&[input.key_bytes, u64::from(self.stores)]).saturating_add(input.value_bytes);
        SnapshotCost {
            is_counted: true,
            metadata_bytes: checkpoints,
            data_bytes: empty_stores.saturating_add(entries.saturating_mul(copies)),
            files: local.saturating_mul(STORE_FILES) + tasks * copies,
            ranges: tasks,
            buckets_per_worker: input.buckets.as_f64() / input.workers.as_f64(),
            accuracy: Accuracy::Estimated,
            kind: "local RocksDB stores with a .checkpoint file a task, restored from changelog topics".to_owned(),
            bytes_of_buckets: empty_stores.saturating_add(checkpoints),
            detail: self.detail(stores, local, tasks),
        }
    }

    /// Source: `GetOffsetShell`, as `kafka-get-offsets.sh` runs it.
    fn count_query(&self, _buckets: BucketCount) -> Option<CountQuery> {
        Some(CountQuery::new(
            "Messages of each partition of the input topic: the newest offsets less the oldest ones. A compacted topic holds \
             fewer.",
            "kafka-get-offsets.sh --bootstrap-server HOST:9092 --topic TOPIC --time latest\nkafka-get-offsets.sh \
             --bootstrap-server HOST:9092 --topic TOPIC --time earliest\n# Each line is topic:partition:offset. The table is \
             bucket,messages: partition, latest less earliest.",
        ))
    }

    fn check(&self) -> Result<(), String> {
        let within = |field: &str, found: u32, low: u32, high: u32| {
            if (low..=high).contains(&found) {
                Ok(())
            } else {
                Err(format!("{field} is {found}: allowed are {low} to {high}"))
            }
        };
        within("threads_per_instance", self.threads_per_instance, 1, 10_000)?;
        within("stores", self.stores, 1, 1000)?;
        within("standbys", self.standbys, 0, 100)?;
        within("replication", self.replication, 1, 100)?;
        for (field, text) in [("app", &self.app), ("store_name", &self.store_name)] {
            if text.is_empty() || text.len() > 100 {
                return Err(format!("{field} is {} bytes long: allowed are 1 to 100", text.len()));
            }
        }
        Ok(())
    }
}

/// Bytes, files, descriptors and memory of one almost empty `RocksDB` store.
const STORE_BYTES: u64 = 20_429;
const STORE_FILES: u64 = 8;
const STORE_DESCRIPTORS: u64 = 7;
const STORE_RSS_BYTES: u64 = 250 * 1024;
/// 50 MiB of block cache and three write buffers of 16 MiB.
const STORE_CACHE_BYTES: u64 = 98 * 1024 * 1024;
/// Middle of the 42 to 66 ms it took.
const STORE_OPEN_MS: u64 = 54;

const MEASURED: &str = "measured on 1 to 512 almost empty stores, rocksdbjni 9.8.4, 2 shared cores";
const TOPICS: &str =
    "ChangelogTopics: one partition a task and store, on as many brokers as the replication factor says";
const CACHES: &str = "RocksDBStore's defaults: an upper bound unless a RocksDBConfigSetter shares the cache";
const PROTOCOL: &str = "line through 1 to 1024 tasks on one host, Kafka 4.0: 50 + 18 a task held";

impl KafkaStreamsOptions {
    /// How many instances the threads of this width are on.
    fn instances(&self, workers: WorkerCount) -> u64 {
        u64::from(workers.get().div_ceil(self.threads_per_instance.max(1)))
    }

    /// Bytes of every task's `.checkpoint` file: version, count, then "topic partition offset" a store, as text.
    ///
    /// The offset is taken as the task's mean number of keys.
    fn checkpoint_bytes(&self, input: &SnapshotInput) -> u64 {
        let offset = digits(input.keys / u64::from(input.buckets.get()));
        let topic = self.app.len() as u64 + self.store_name.len() as u64 + "--changelog".len() as u64;
        let head = 2 + digits(u64::from(self.stores)) + 1;
        input
            .buckets
            .range()
            .map(|task| head + u64::from(self.stores) * (topic + digits(u64::from(task)) + offset + 3))
            .sum()
    }

    fn detail(&self, stores: u64, local: u64, tasks: u64) -> Vec<CostLine> {
        let replicas = stores.saturating_mul(u64::from(self.replication));
        let estimated = |label, value, unit, source| CostLine::of(label, value, unit, Accuracy::Estimated, source);
        vec![
            CostLine::of("changelog partitions", stores, "partitions", Accuracy::Exact, TOPICS),
            CostLine::of("changelog replicas on the brokers", replicas, "partitions", Accuracy::Exact, TOPICS),
            estimated(
                "file descriptors of all stores",
                local.saturating_mul(STORE_DESCRIPTORS),
                "descriptors",
                MEASURED,
            ),
            estimated("resident memory of all stores", local.saturating_mul(STORE_RSS_BYTES), "bytes", MEASURED),
            estimated("caches and write buffers at most", local.saturating_mul(STORE_CACHE_BYTES), "bytes", CACHES),
            estimated("time to open all stores one by one", local.saturating_mul(STORE_OPEN_MS), "ms", MEASURED),
            CostLine::of("subscription that names every task", 50 + 18 * tasks, "bytes", Accuracy::Fitted, PROTOCOL),
        ]
    }
}

/// Decimal digits of a number.
fn digits(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or(0)) + 1
}
