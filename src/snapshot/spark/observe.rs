//! From a checkpoint to what was observed of a job.

use super::{Operator, Provider, SparkCheckpoint, SparkError, Store};
use crate::engine::{Engine, SparkOptions, SparkStore, SparkVersion};
use crate::keys::{Counted, LoadUnit};
use crate::numerals::{bytes, counted, grouped};
use crate::plain::{excerpt, visible};
use crate::snapshot::{Fact, Observation};

/// Rows stand for the load where the widest and the narrowest count of them are no further apart than this share of the former:
/// one in so many.
const NARROW: u64 = 10;

impl SparkCheckpoint {
    /// One store of one operator as an observation.
    ///
    /// The load is the rows of each partition where they are known, the most of them where a narrow range is known, else bytes.
    /// The state's bytes are those that a load of the committed version reads. Nobody owns a partition: Spark gives them to
    /// cores as these come free.
    ///
    /// # Errors
    /// [`SparkError`]: nothing committed, or no such operator or store.
    pub fn observation(&self, operator: u64, store: &str) -> Result<Observation, SparkError> {
        if self.committed_batch.is_none() {
            return Err(SparkError::NothingCommitted);
        }
        let operator = self.operator(operator)?;
        let found = operator.stores.iter().find(|own| own.name == store);
        let store = found.ok_or_else(|| SparkError::NoStore {
            operator: operator.id,
            asked: visible(&excerpt(store)).into_owned(),
            known: listed(operator.stores.iter().map(|store| visible(&store.name).into_owned())),
        })?;
        let (load, unit) = load(store);
        let exact: Option<Vec<u64>> = store.parts.iter().map(|part| part.rows.exact()).collect();
        let keys = exact.filter(|_| operator.stores.len() == 1 && !store.is_of_several);
        let about = |trap: &&super::Trap| match trap.about() {
            None => true,
            Some((own, name)) => own == operator.id && name.is_none_or(|name| name == visible(&store.name)),
        };
        Ok(Observation {
            name: format!("{}, store {} of {}", told(operator), visible(&store.name), visible(&self.name)),
            engine: Engine::Spark(SparkOptions {
                store: match self.provider {
                    Provider::HdfsBacked | Provider::Other(_) => SparkStore::HdfsBacked,
                    Provider::RocksDb => SparkStore::RocksDb,
                    Provider::RocksDbChangelog => SparkStore::RocksDbChangelog,
                },
                stores: u32::try_from(operator.stores.len()).unwrap_or(u32::MAX).clamp(1, 100),
                version: if self.is_recent { SparkVersion::V4_2 } else { SparkVersion::V4_0 },
            }),
            buckets: operator.partitions,
            workers: None,
            counted: Counted {
                buckets: operator.partitions,
                keys,
                load,
                unit,
                state_bytes: Some(store.parts.iter().map(|part| part.load_bytes).collect()),
                recorded: None,
            },
            estimate: None,
            owners: None,
            facts: self.facts(operator, store),
            cautions: self.traps.iter().filter(about).map(super::Trap::sentence).collect(),
        })
    }

    fn operator(&self, asked: u64) -> Result<&Operator, SparkError> {
        let found = self.operators.iter().find(|operator| operator.id == asked);
        found.ok_or_else(|| SparkError::NoOperator {
            asked,
            known: listed(self.operators.iter().map(|operator| operator.id.to_string())),
        })
    }

    fn facts(&self, operator: &Operator, store: &Store) -> Vec<Fact> {
        let fact = |name: &str, value: String| Fact { name: name.to_owned(), value };
        let batch = self.committed_batch.map_or_else(|| "none".to_owned(), |batch| batch.to_string());
        let files = store.parts.iter().map(|part| part.load_files).sum();
        let size = store.parts.iter().fold(0u64, |sum, part| sum.saturating_add(part.load_bytes));
        let query = self.partitions.map_or_else(|| "not recorded".to_owned(), |count| grouped(u64::from(count.get())));
        vec![
            fact("Checkpoint", visible(&self.name).into_owned()),
            fact("Last committed batch", batch.clone()),
            fact("State version", self.state_version.to_string()),
            fact("State partitions of the query", format!("{query}, from offsets/{batch}")),
            fact("Operator", told(operator)),
            fact("Store", format!("{}, one of {}", visible(&store.name), operator.stores.len())),
            fact("State store", self.provider.name().to_owned()),
            fact("Codec", visible(&excerpt(self.codec.name())).into_owned()),
            fact("Partition folders", grouped(operator.folders)),
            fact("A load reads", format!("{}, {}", counted(files, "file", "files"), bytes(size))),
        ]
    }
}

impl Provider {
    /// What it is, in words.
    pub fn name(&self) -> &str {
        match self {
            Self::HdfsBacked => "HDFS-backed",
            Self::RocksDb => "RocksDB",
            Self::RocksDbChangelog => "RocksDB with changelog",
            Self::Other(class) => class,
        }
    }
}

/// `operator 0 (stateStoreSave)`.
pub(super) fn told(operator: &Operator) -> String {
    match &operator.name {
        Some(name) => format!("operator {} ({})", operator.id, visible(&excerpt(name))),
        None => format!("operator {}", operator.id),
    }
}

fn load(store: &Store) -> (Vec<u64>, LoadUnit) {
    let bounds: Option<Vec<(u64, u64)>> = store.parts.iter().map(|part| part.rows.bounds()).collect();
    if let Some(bounds) = bounds {
        let (least, most) = bounds
            .iter()
            .fold((0u128, 0u128), |(least, most), (low, high)| (least + u128::from(*low), most + u128::from(*high)));
        if (most - least) * u128::from(NARROW) <= most {
            return (bounds.iter().map(|(_, most)| *most).collect(), LoadUnit::Rows);
        }
    }
    (store.parts.iter().map(|part| part.load_bytes).collect(), LoadUnit::Bytes)
}

fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
