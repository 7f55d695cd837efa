//! What running Flink 1.20.0 and 2.3.0 clusters did, predicted: restores, refusals and bytes. See `data/real-flink/README.md`.

use redeal::engine::{
    Engine, FlinkBackend, FlinkOptions, FlinkScheduler, FlinkSnapshot, FlinkState, FlinkType, FlinkVersion, Outcome,
    SnapshotCost, SnapshotInput, Start, StartRequest,
};
use redeal::keys::Value;
use redeal::unit::{BucketCount, WorkerCount};
use serde::Deserialize;

const FILES: [(&str, FlinkVersion); 2] = [
    (include_str!("data/real-flink/engine-1.20.0.jsonl"), FlinkVersion::V1_20),
    (include_str!("data/real-flink/engine-2.3.0.jsonl"), FlinkVersion::V2_3),
];

/// One start of a job, first or restore.
#[derive(Deserialize)]
struct Restore {
    from: String,
    backend: String,
    parallelism: u64,
    max_parallelism_configured: Option<u64>,
    phase2_keys: u64,
    phase2_c: u64,
    note: String,
    ok: bool,
    actual_parallelism: Option<u32>,
    actual_max_parallelism: Option<u32>,
    /// Index, first group, last group, keys restored, records.
    #[serde(default)]
    subtasks: Vec<[u64; 5]>,
    #[serde(default)]
    errors: Vec<String>,
}

/// One checkpoint or savepoint.
#[derive(Deserialize)]
struct Snapshot {
    backend: String,
    kind: String,
    max_parallelism: u64,
    parallelism: u64,
    states: u32,
    keys: u64,
    inline_threshold: u64,
    metadata_bytes: u64,
    referenced_file_bytes: u64,
    referenced_files: u64,
    total_bytes: u64,
    total_files: u64,
}

fn rows<T: serde::de::DeserializeOwned>(text: &str, row: &str) -> Vec<T> {
    let wanted = format!("{{\"row\":\"{row}\"");
    text.lines().filter(|l| l.starts_with(&wanted)).map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn buckets(count: u64) -> BucketCount {
    BucketCount::new(count).unwrap()
}

impl Restore {
    /// The number after a one-letter mark of the snapshot's tag; `None` for a first start.
    fn tag(&self, mark: char) -> Option<u64> {
        self.from.split('_').find_map(|part| part.strip_prefix(mark)?.parse().ok())
    }

    fn scheduler(&self) -> FlinkScheduler {
        let slots = |name| self.note.strip_prefix(name)?.split_once(" slots)")?.0.parse().ok();
        match (slots("adaptive("), slots("reactive(")) {
            (Some(slots), _) => FlinkScheduler::Adaptive { slots },
            (_, Some(slots)) => FlinkScheduler::Reactive { slots },
            _ => FlinkScheduler::Default,
        }
    }

    fn engine(&self) -> Engine {
        let (snapshot, restore_backend) = self.snapshot_and_backend();
        Engine::Flink(FlinkOptions {
            scheduler: self.scheduler(),
            snapshot,
            restore_backend,
            ..FlinkOptions::default()
        })
    }

    /// What is restored, and on which backend where that is another than wrote it.
    fn snapshot_and_backend(&self) -> (FlinkSnapshot, FlinkBackend) {
        let mut parts = self.from.split('_').skip(1);
        let wrote = parts.next().unwrap_or("");
        let snapshot = match parts.next() {
            Some("savepoint-canonical") => FlinkSnapshot::CanonicalSavepoint,
            _ if wrote == "rocksdb" => FlinkSnapshot::RocksdbIncremental,
            Some("savepoint-native") => FlinkSnapshot::HashmapNativeSavepoint,
            _ => FlinkSnapshot::HashmapCheckpoint,
        };
        let backend = match self.backend.as_str() {
            reads if reads == wrote => FlinkBackend::Same,
            "rocksdb" => FlinkBackend::Rocksdb,
            _ => FlinkBackend::Hashmap,
        };
        (snapshot, backend)
    }

    fn start(&self) -> Start {
        self.engine().profile().start(&StartRequest {
            recorded: self.tag('m').map(buckets),
            configured: self.max_parallelism_configured.map(buckets),
            width: WorkerCount::new(self.parallelism).unwrap(),
            input_pieces: 1,
        })
    }
}

/// Sums `load(k)` of the keys `user-1` to `user-n` by bucket.
fn by_bucket(engine: &Engine, n: u64, buckets: BucketCount, load: impl Fn(u64) -> u64) -> Vec<u64> {
    let mut sums = vec![0; buckets.len()];
    for k in 1..=n {
        let bucket = engine.profile().hashing().bucket(&Value::Text(format!("user-{k}")), buckets).unwrap();
        sums[bucket.index()] += load(k);
    }
    sums
}

#[test]
fn every_restore_that_ran_is_predicted_subtask_by_subtask() {
    let (mut checked, mut subtasks) = (0, 0);
    for row in FILES.iter().flat_map(|(text, _)| rows::<Restore>(text, "restore")).filter(|row| row.ok) {
        let engine = row.engine();
        let start = row.start();
        let what = format!("{} at {}: {}", row.from, row.parallelism, row.note);
        assert!(matches!(start.outcome, Outcome::Runs | Outcome::Capped), "{what}: {start:?}");
        assert_eq!(start.outcome == Outcome::Capped, narrower(&row), "{what}: {start:?}");
        assert_eq!(Some(start.buckets.get()), row.actual_max_parallelism, "{what}");
        assert_eq!(Some(start.workers.get()), row.actual_parallelism, "{what}");

        let deal = engine.profile().dealing(start.workers).deal(start.buckets, start.workers, &[]);
        let restored = deal.sum(&by_bucket(&engine, row.tag('k').unwrap_or(0), start.buckets, |_| 1));
        let records = deal.sum(&by_bucket(&engine, row.phase2_keys, start.buckets, |k| row.phase2_c / k));
        let predicted: Vec<[u64; 5]> = deal
            .bucket_lists()
            .iter()
            .enumerate()
            .map(|(i, list)| {
                let (first, last) = (*list.first().unwrap(), *list.last().unwrap());
                assert_eq!(last - first + 1, u32::try_from(list.len()).unwrap(), "{what}: one range each");
                [i as u64, first.into(), last.into(), restored[i], records[i]]
            })
            .collect();
        assert_eq!(predicted, row.subtasks, "{what}");
        checked += 1;
        subtasks += predicted.len();
    }
    assert_eq!((checked, subtasks), (138, 2440));
}

/// Whether a job ran with fewer subtasks than asked for, or left slots of reactive mode unused.
fn narrower(row: &Restore) -> bool {
    let actual = row.actual_parallelism.unwrap();
    let left = matches!(row.scheduler(), FlinkScheduler::Reactive { slots } if slots > actual);
    u64::from(actual) < row.parallelism || left
}

#[test]
fn every_refusal_has_the_engines_own_text() {
    let (mut checked, mut out_of_bounds) = (0, 0);
    for row in FILES.iter().flat_map(|(text, _)| rows::<Restore>(text, "restore")).filter(|row| !row.ok) {
        let said = row.errors.last().unwrap();
        let facts = row.engine().facts();
        if let Some(text) = row.max_parallelism_configured.and_then(|count| facts.refuses_count(count)) {
            assert_eq!(*said, format!("java.lang.IllegalArgumentException: {text}"), "{}", row.note);
            out_of_bounds += 1;
            continue;
        }
        let start = row.start();
        assert_eq!(start.outcome, Outcome::Refused, "{}", row.note);
        let text = start.message.unwrap();
        let class = match text.as_str() {
            text if text.starts_with("java.io.") => "",
            text if text.starts_with("Vertex") => JOB_EXCEPTION,
            _ => ILLEGAL_STATE,
        };
        assert_eq!(*said, format!("{class}{text}"), "{}", row.note);
        checked += 1;
    }
    assert_eq!((checked, out_of_bounds), (42, 2));
}

const JOB_EXCEPTION: &str = "org.apache.flink.runtime.JobException: ";
const ILLEGAL_STATE: &str = "java.lang.IllegalStateException: ";

/// The three states of the recorded job and the bytes of their values. Of a key's r records the last leaves "v" and the count
/// before it (or "vnull") in `last` and r in `count`; records go in turn into entries 0 and 1 of `byday`.
fn recorded_states(keys: u64) -> (Vec<FlinkState>, u64) {
    let (mut entries, mut value_bytes) = (0, 0);
    for records in (1..=keys).map(|key| keys / key) {
        let last = if records == 1 { "vnull".to_owned() } else { format!("v{}", records - 1) };
        let of_map = records.min(2);
        entries += of_map;
        value_bytes += 1 + last.len() as u64 + 8 + (4 + 1 + 8) * of_map;
    }
    let per_key = f64::from(u32::try_from(entries).unwrap()) / f64::from(u32::try_from(keys).unwrap());
    let kinds = vec![
        FlinkState::Value { name: "last".to_owned(), of: FlinkType::String },
        FlinkState::Value { name: "count".to_owned(), of: FlinkType::Long },
        FlinkState::Map {
            name: "byday".to_owned(),
            key: FlinkType::Int,
            value: FlinkType::Long,
            entries_per_key: per_key,
        },
    ];
    (kinds, value_bytes)
}

impl Snapshot {
    fn predicted(&self, version: FlinkVersion) -> Option<SnapshotCost> {
        let snapshot = match (self.backend.as_str(), self.kind.as_str()) {
            ("hashmap", "checkpoint" | "checkpoint-2nd") => FlinkSnapshot::HashmapCheckpoint,
            ("hashmap", "savepoint-native") => FlinkSnapshot::HashmapNativeSavepoint,
            (_, "savepoint-canonical") => FlinkSnapshot::CanonicalSavepoint,
            ("rocksdb", "checkpoint-incremental") => FlinkSnapshot::RocksdbIncremental,
            _ => return None,
        };
        let states = recorded_states(self.keys);
        let (kinds, value_bytes) = if self.states == 3 { states } else { (Vec::new(), 8 * self.keys) };
        let options = FlinkOptions { snapshot, version, states: self.states, kinds, ..FlinkOptions::default() };
        let engine = Engine::Flink(options);
        let m = buckets(self.max_parallelism);
        let occupied = by_bucket(&engine, self.keys, m, |_| 1).iter().filter(|keys| **keys > 0).count();
        let key_bytes =
            (1..=self.keys).map(|k| engine.profile().serialized_key_bytes(&Value::Text(format!("user-{k}"))));
        Some(engine.profile().snapshot(&SnapshotInput {
            buckets: m,
            workers: WorkerCount::new(self.parallelism).unwrap(),
            owners: u32::try_from(self.parallelism).unwrap(),
            occupied: u32::try_from(occupied).unwrap(),
            keys: self.keys,
            key_bytes: key_bytes.sum(),
            value_bytes,
        }))
    }

    fn is_full(&self) -> bool {
        self.kind != "checkpoint-incremental"
    }
}

#[test]
fn hashmap_and_canonical_snapshots_are_predicted_to_the_byte() {
    let mut checked = [0, 0];
    for (text, version) in FILES {
        // Only where each subtask's state is a file of its own; smaller state lies inside _metadata.
        let in_files = |row: &Snapshot| row.is_full() && row.referenced_files == row.parallelism;
        for row in rows::<Snapshot>(text, "snapshot").iter().filter(|row| in_files(row)) {
            let Some(cost) = row.predicted(version) else { continue };
            let what = format!("{} {} m={} p={}", row.backend, row.kind, row.max_parallelism, row.parallelism);
            assert_eq!(cost.metadata_bytes, row.metadata_bytes, "{what}");
            assert_eq!((cost.files, cost.ranges), (row.total_files, row.parallelism), "{what}");
            assert_eq!(cost.data_bytes, row.referenced_file_bytes, "{what} S={}", row.states);
            checked[usize::from(row.states == 3)] += 1;
        }
    }
    assert_eq!(checked, [152, 62], "with one state, with three");
}

#[test]
fn rocksdb_snapshots_are_estimated_within_the_stated_errors() {
    let (mut small, mut large) = (0, 0);
    for (text, version) in FILES {
        let rows = rows::<Snapshot>(text, "snapshot");
        for row in rows.iter().filter(|row| row.backend == "rocksdb" && !row.is_full()) {
            let cost = row.predicted(version).unwrap();
            let what =
                format!("{version:?} m={} p={} k={} S={}", row.max_parallelism, row.parallelism, row.keys, row.states);
            let float = |bytes: u64| f64::from(u32::try_from(bytes).unwrap());
            let error = |predicted, measured| (float(predicted) / float(measured) - 1.0) * 100.0;
            if row.inline_threshold == 0 {
                // With 8 keys in 8 groups a subtask may hold none, and then writes no SST file.
                let every_subtask_has_keys = row.referenced_files == row.parallelism * (4 + u64::from(row.states));
                if !every_subtask_has_keys {
                    continue;
                }
                assert_eq!(cost.metadata_bytes, row.metadata_bytes, "{what}");
                assert_eq!(cost.files, row.total_files, "{what}");
                let off = error(cost.data_bytes, row.referenced_file_bytes);
                assert!(off.abs() <= 2.0, "{what}: {off} %");
                small += 1;
            } else if row.keys == 20_000 {
                let off = error(cost.metadata_bytes + cost.data_bytes, row.total_bytes);
                let low = if version == FlinkVersion::V1_20 { -5.0 } else { -22.0 };
                assert!((low..=5.0).contains(&off), "{what}: {off} %");
                large += 1;
            }
        }
    }
    assert_eq!((small, large), (16, 18));
}
