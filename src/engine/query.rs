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

/// The query that counts this engine's buckets; `None` where the engine offers nothing of the kind.
///
/// Sources of the rules: Spark `HashPartitioning` (`pmod(hash(…), n)`), Flink `KeyGroupRangeAssignment.assignToKeyGroup`,
/// Kafka's `GetOffsetShell` and `kafka-log-dirs`, RisingWave's `rw_vnode`.
#[must_use]
pub fn count_query(engine: &Engine, buckets: BucketCount) -> Option<CountQuery> {
    let n = buckets.get();
    let (how, text) = match engine.facts().id {
        "spark" => (
            "Spark SQL, over the input or a day of it: put the grouping columns, in the order of the query, in place of key, \
             and the table in place of events.",
            format!(
                "SELECT pmod(hash(key), {n}) AS bucket, count(*) AS records, count(DISTINCT key) AS keys\nFROM events\nGROUP \
                 BY pmod(hash(key), {n})\nORDER BY bucket"
            ),
        ),
        "flink" => (
            "A scalar function for Flink SQL or Table API over the same records. The key must have the type that keyBy sees in \
             the job: its hashCode() decides.",
            format!(
                "public class KeyGroup extends org.apache.flink.table.functions.ScalarFunction {{\n    public int eval(String \
                 key) {{\n        return org.apache.flink.runtime.state.KeyGroupRangeAssignment.assignToKeyGroup(key, {n});\n    \
                 }}\n}}\n\n-- CREATE FUNCTION key_group AS 'KeyGroup';\nSELECT key_group(key) AS bucket, count(*) AS records, \
                 count(DISTINCT key) AS keys\nFROM events\nGROUP BY key_group(key)"
            ),
        ),
        "kafka-streams" => (
            "Messages of each partition of the input topic: the newest offsets less the oldest ones. A compacted topic holds \
             fewer.",
            "kafka-get-offsets.sh --bootstrap-server HOST:9092 --topic TOPIC --time latest\nkafka-get-offsets.sh \
             --bootstrap-server HOST:9092 --topic TOPIC --time earliest\n# Each line is topic:partition:offset. The table is \
             bucket,messages: partition, latest less earliest."
                .to_owned(),
        ),
        "risingwave" => (
            "SQL on the cluster itself: put the distribution key's columns in place of key.",
            format!(
                "SELECT rw_vnode({n}, key) AS bucket, count(*) AS records, count(DISTINCT key) AS keys\nFROM events\nGROUP BY \
                 rw_vnode({n}, key)"
            ),
        ),
        _ => return None,
    };
    Some(CountQuery { how: how.to_owned(), text })
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
