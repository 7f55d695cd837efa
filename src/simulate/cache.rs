//! Populations of the last simulations, so that a change of width alone hashes nothing again.

use super::{Job, Population, SimulateError, Watch, populate};
use crate::hash::HashingRule;
use crate::keys::KeySource;
use crate::unit::BucketCount;
use std::sync::Arc;

/// Populations of the last simulations, by everything that they depend on.
#[derive(Debug, Default)]
pub struct Cache {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    keys: KeySource,
    rule: HashingRule,
    buckets: BucketCount,
    seed: u64,
    population: Arc<Population>,
}

impl Entry {
    fn is_of(&self, job: &Job, rule: HashingRule, buckets: BucketCount) -> bool {
        (self.rule, self.buckets, self.seed) == (rule, buckets, job.seed) && same(&self.keys, &job.keys)
    }
}

impl Cache {
    /// Bucket counts are few in one job; older ones are of no use.
    const MOST: usize = 4;

    /// The job's population in so many buckets, hashed where it is not known yet.
    pub(super) fn population(
        &mut self,
        job: &Job,
        buckets: BucketCount,
        watch: &dyn Watch,
    ) -> Result<Arc<Population>, SimulateError> {
        let rule = job.engine.profile().hashing();
        if let Some(known) = self.entries.iter().find(|entry| entry.is_of(job, rule, buckets)) {
            return Ok(Arc::clone(&known.population));
        }
        let population = Arc::new(populate(&job.keys, rule, buckets, job.seed, watch)?);
        self.entries.truncate(Self::MOST - 1);
        let (keys, seed) = (job.keys.clone(), job.seed);
        self.entries.insert(0, Entry { keys, rule, buckets, seed, population: Arc::clone(&population) });
        Ok(population)
    }
}

/// Whether two sources are of the same keys. One list held twice need not be read: it may be of millions.
fn same(a: &KeySource, b: &KeySource) -> bool {
    match (a, b) {
        (KeySource::Listed(a), KeySource::Listed(b)) => Arc::ptr_eq(a, b) || a == b,
        (a, b) => a == b,
    }
}
