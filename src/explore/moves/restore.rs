//! What the new workers read at a restart before they can go on, by the way each engine keeps its state.

use crate::deal::Assignment;
use crate::engine::{
    CustomOptions, Engine, FlinkSnapshot, FlinkSqlOptions, KafkaStreamsOptions, SparkOptions, SparkStore,
};
use crate::unit::float;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How far figures of a restore can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trust {
    /// Follows from the two deals and the engine's format.
    Exact,
    /// Reasoned: what is left out is said.
    Model,
}

/// What one new worker reads, or all together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct WorkerReads {
    /// The new worker; 0 in a total.
    pub worker: u32,
    /// State files opened. A file that two workers open counts twice in a total.
    pub files: u64,
    /// Jumps inside files to a bucket's place.
    pub seeks: u64,
    /// Bytes of keys and values read.
    pub bytes_read: u64,
    /// Bytes of these that stay with the worker; the rest is thrown away.
    pub bytes_kept: u64,
}

/// What a restart reads of the state.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RestoreReads {
    /// One entry a new worker, by worker.
    pub workers: Vec<WorkerReads>,
    /// Their sum.
    pub total: WorkerReads,
    /// Rounds of warm-ups that are needed at least; null where an engine has none.
    pub rounds: Option<u64>,
    /// Trust in files, seeks and rounds.
    pub counts: Trust,
    /// Trust in bytes.
    pub bytes: Trust,
    /// How it goes, and what is left out.
    pub sentence: &'static str,
}

impl RestoreReads {
    /// Bytes read for each byte kept; `None` where nothing is kept.
    #[must_use]
    pub fn factor(&self) -> Option<f64> {
        (self.total.bytes_kept > 0).then(|| float(self.total.bytes_read) / float(self.total.bytes_kept))
    }

    /// How many new workers read as much as the one that reads most.
    #[must_use]
    pub fn as_busy(&self) -> u64 {
        let most = self.busiest().map(|most| most.bytes_read);
        most.map_or(0, |most| self.workers.iter().filter(|worker| worker.bytes_read == most).count() as u64)
    }

    /// The new worker that reads most, the lowest id of several; `None` where nothing is read.
    #[must_use]
    pub fn busiest(&self) -> Option<WorkerReads> {
        self.workers.iter().rev().copied().max_by_key(|worker| worker.bytes_read).filter(|most| most.bytes_read > 0)
    }
}

/// Most warm-ups at once over a whole application: `max.warmup.replicas`, Kafka 2.6 and later.
const MAX_WARMUPS: u64 = 2;
/// Files of an incremental handle beside its SST files: MANIFEST, OPTIONS, CURRENT and the backend's own metadata.
const HANDLE_FILES: u64 = 4;

const HASHMAP: &str = "Each new subtask opens every old state file whose range overlaps its own and seeks to each of its own key \
     groups there, empty ones too. All state is read anew, moved or not. File headers are left out.";
const CANONICAL: &str = "Each new subtask opens every old state file whose range overlaps its own and seeks to its own key groups \
     that hold keys. All state is read anew, moved or not. File headers are left out.";
const ROCKSDB: &str = "Each new subtask takes every file of each old handle that overlaps its range, whole, and cuts its own range \
     out. A model: one SST file a state and old subtask; compression, compaction and copies kept on local disks are left out.";
const SPARK: &str = "The first batch loads a state partition, whole, on a core that did not hold it before. A model: one full file \
     set a store, without the deltas written since; cores of one executor share their stores, and new executors load every partition.";
const KAFKA: &str = "A task that comes to another instance is replayed from its changelog there. This is the target, not the \
     rebalance's path: tasks stay with their caught-up owner while at most 2 warm up at once (max.warmup.replicas), and a probing \
     rebalance looks again every 10 minutes. Standbys and records not yet compacted away are left out.";
const RISINGWAVE: &str = "Nothing is read: state lies in shared storage, and an actor reads a vnode's rows there when it needs them. \
     Caches start cold.";
const MAPREDUCE: &str = "Nothing is read: no state is kept from one run to the next.";
const SAMZA: &str = "A task that comes to another container is restored from its changelog there. A model: no local copy is found again \
     (host affinity), and records not yet compacted away are left out.";
const STORE: &str = "What moves is copied, whole, to its new owner while the cluster goes on; the rest stays where it is. A model: backups \
     and replicas, which may save a copy, are left out.";
const PEKKO: &str = "Nothing is copied: the entities of a shard that moves are stopped, and started elsewhere when a message comes. What \
     persistent entities replay then is left out.";
const PULSAR: &str = "Nothing is read: the messages lie in the brokers' storage, and a consumer goes on where its partition or slot stood.";
const CUSTOM: &str = "A model of an engine with one state file a worker, or files for each bucket where it says so: each new worker \
     reads its own buckets, moved or not.";

/// What a restart from one deal to another reads. Shape: `state_bytes` has one entry a bucket.
///
/// Sources: Flink `KeyGroupsStateHandle.getIntersection` (full handles) and `IncrementalRemoteKeyedStateHandle` (whole files, then
/// clipped), 1.20 and 2.3; Spark `StateStoreRDD` and `StateStoreCoordinator`, 4.x; Kafka `HighAvailabilityTaskAssignor` (KIP-441).
///
/// # Panics
/// Where the two deals and the bytes are not of the same buckets.
#[must_use]
pub fn restore_reads(engine: &Engine, before: &Assignment, after: &Assignment, state_bytes: &[u64]) -> RestoreReads {
    let n = before.owners().len();
    assert!(n == after.owners().len() && n == state_bytes.len(), "a restore compares deals of the same buckets");
    let restore = Restore { before, after, state_bytes };
    match engine {
        Engine::Flink(options) | Engine::FlinkSql(FlinkSqlOptions(options)) => match options.snapshot {
            FlinkSnapshot::HashmapCheckpoint | FlinkSnapshot::HashmapNativeSavepoint => {
                told(restore.own_buckets(|_| 1), Trust::Exact, Trust::Exact, HASHMAP)
            }
            FlinkSnapshot::CanonicalSavepoint => {
                told(restore.own_buckets(|bytes| u64::from(bytes > 0)), Trust::Exact, Trust::Exact, CANONICAL)
            }
            FlinkSnapshot::RocksdbIncremental => {
                told(restore.whole_handles(options.states.into()), Trust::Model, Trust::Model, ROCKSDB)
            }
        },
        Engine::Spark(options) => told(restore.spark(options), Trust::Model, Trust::Model, SPARK),
        Engine::KafkaStreams(options) => restore.kafka_streams(options),
        Engine::RisingWave(_) => told(restore.nothing(), Trust::Exact, Trust::Exact, RISINGWAVE),
        Engine::MapReduce(_) => told(restore.nothing(), Trust::Exact, Trust::Exact, MAPREDUCE),
        Engine::Samza(_) => told(restore.arrivals(0, |old, new| old != new), Trust::Model, Trust::Model, SAMZA),
        Engine::Hazelcast(_)
        | Engine::RedisCluster(_)
        | Engine::Elasticsearch(_)
        | Engine::Couchbase(_)
        | Engine::Ignite(_) => told(restore.arrivals(0, |old, new| old != new), Trust::Model, Trust::Model, STORE),
        Engine::Pekko(_) => told(restore.nothing(), Trust::Model, Trust::Model, PEKKO),
        Engine::Pulsar(_) => told(restore.nothing(), Trust::Exact, Trust::Exact, PULSAR),
        Engine::Custom(options) => told(restore.custom(options), Trust::Model, Trust::Model, CUSTOM),
    }
}

fn told(workers: Vec<WorkerReads>, counts: Trust, bytes: Trust, sentence: &'static str) -> RestoreReads {
    let total = workers.iter().fold(WorkerReads::default(), |sum, one| WorkerReads {
        worker: 0,
        files: sum.files.saturating_add(one.files),
        seeks: sum.seeks.saturating_add(one.seeks),
        bytes_read: sum.bytes_read.saturating_add(one.bytes_read),
        bytes_kept: sum.bytes_kept.saturating_add(one.bytes_kept),
    });
    RestoreReads { workers, total, rounds: None, counts, bytes, sentence }
}

struct Restore<'a> {
    before: &'a Assignment,
    after: &'a Assignment,
    state_bytes: &'a [u64],
}

impl Restore<'_> {
    fn nothing(&self) -> Vec<WorkerReads> {
        self.after.workers().range().map(|worker| WorkerReads { worker, ..WorkerReads::default() }).collect()
    }

    /// Old owner, new owner and bytes of each bucket.
    fn buckets(&self) -> impl Iterator<Item = (u32, u32, u64)> {
        let owners = self.before.owners().iter().zip(self.after.owners());
        owners.zip(self.state_bytes).map(|((&old, &new), &bytes)| (old, new, bytes))
    }

    /// Old and new workers that share a bucket.
    fn overlaps(&self) -> BTreeSet<(u32, u32)> {
        self.buckets().map(|(old, new, _)| (old, new)).collect()
    }

    /// Every new worker reads its own buckets, out of each old worker's file that holds one of them.
    fn own_buckets(&self, seeks: impl Fn(u64) -> u64) -> Vec<WorkerReads> {
        let mut reads = self.nothing();
        for (_, new, bytes) in self.buckets() {
            let read = &mut reads[new as usize];
            read.seeks += seeks(bytes);
            read.bytes_read += bytes;
            read.bytes_kept += bytes;
        }
        for (_, new) in self.overlaps() {
            reads[new as usize].files += 1;
        }
        reads
    }

    /// Every new worker reads all that each old worker with a bucket of its own has written.
    fn whole_handles(&self, states: u64) -> Vec<WorkerReads> {
        let mut reads = self.nothing();
        let written = self.before.sum(self.state_bytes);
        for (old, new) in self.overlaps() {
            let bytes = written[old as usize];
            let read = &mut reads[new as usize];
            read.files += HANDLE_FILES + if bytes > 0 { states } else { 0 };
            read.bytes_read = read.bytes_read.saturating_add(bytes);
        }
        for (read, kept) in reads.iter_mut().zip(self.after.sum(self.state_bytes)) {
            read.bytes_kept = kept;
        }
        reads
    }

    /// The buckets that come to another place are read whole, each with as many files.
    fn arrivals(&self, files: u64, is_elsewhere: impl Fn(u32, u32) -> bool) -> Vec<WorkerReads> {
        let mut reads = self.nothing();
        for (_, new, bytes) in self.buckets().filter(|&(old, new, _)| is_elsewhere(old, new)) {
            let read = &mut reads[new as usize];
            read.files = read.files.saturating_add(files);
            read.bytes_read += bytes;
            read.bytes_kept += bytes;
        }
        reads
    }

    /// A snapshot file a store, or a zip and an SST file.
    fn spark(&self, options: &SparkOptions) -> Vec<WorkerReads> {
        let a_store = match options.store {
            SparkStore::HdfsBacked => 1,
            SparkStore::RocksDb | SparkStore::RocksDbChangelog => 2,
        };
        self.arrivals(u64::from(options.stores) * a_store, |old, new| old != new)
    }

    /// Threads of one instance share its state directory: only a task of another instance is replayed.
    fn kafka_streams(&self, options: &KafkaStreamsOptions) -> RestoreReads {
        let instance = |thread: u32| thread / options.threads_per_instance.max(1);
        let is_elsewhere = |old, new| instance(old) != instance(new);
        let replayed = self.buckets().filter(|&(old, new, _)| is_elsewhere(old, new)).count() as u64;
        let reads = self.arrivals(0, is_elsewhere);
        let rounds = Some(replayed.div_ceil(MAX_WARMUPS));
        RestoreReads { rounds, ..told(reads, Trust::Model, Trust::Model, KAFKA) }
    }

    fn custom(&self, options: &CustomOptions) -> Vec<WorkerReads> {
        let mut reads = self.own_buckets(|_| 1);
        if options.files_per_bucket > 0 {
            let mut owned: BTreeMap<u32, u64> = BTreeMap::new();
            for &new in self.after.owners() {
                *owned.entry(new).or_default() += 1;
            }
            for (new, buckets) in owned {
                let read = &mut reads[new as usize];
                (read.files, read.seeks) = (buckets * u64::from(options.files_per_bucket), 0);
            }
        }
        reads
    }
}
