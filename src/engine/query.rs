//! How a job counts the load of its buckets on its own cluster, where the keys outgrow one machine.

use super::Engine;
use crate::unit::BucketCount;

/// What to run, ready to be copied; its result is a table of buckets and their sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountQuery {
    /// What it is, and what must be filled in, in a sentence.
    pub how: String,
    /// The text to copy.
    pub text: String,
}

impl CountQuery {
    pub(super) fn new(how: &str, text: impl Into<String>) -> Self {
        Self { how: how.to_owned(), text: text.into() }
    }
}

/// The query that counts this engine's buckets, as its [`Profile::count_query`](super::Profile::count_query) has it; `None` where the
/// engine offers nothing of the kind.
#[must_use]
pub fn count_query(engine: &Engine, buckets: BucketCount) -> Option<CountQuery> {
    engine.profile().count_query(buckets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_counts_under_the_count_asked_for() {
        let at = |id: &str| count_query(&Engine::named(id).unwrap(), BucketCount::clamped(720));
        assert!(at("spark").unwrap().text.contains("pmod(hash(key), 720) AS bucket"));
        assert!(at("flink").unwrap().text.contains("assignToKeyGroup(key, 720)"));
        assert!(at("risingwave").unwrap().text.contains("rw_vnode(720, key)"));
        assert!(at("kafka-streams").unwrap().text.contains("--time earliest"));
        assert_eq!(at("mapreduce"), None);
    }
}
