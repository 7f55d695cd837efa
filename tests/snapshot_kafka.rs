//! Listings of Kafka's tools, read and added up. See `data/kafka-listings/README.md`.

#[path = "support/data.rs"]
mod data;
#[path = "snapshot_kafka/groups.rs"]
mod groups;
#[path = "snapshot_kafka/log_dirs.rs"]
mod log_dirs;
#[path = "snapshot_kafka/parts.rs"]
mod parts;

/// Names, as a caller gives them.
fn names(of: &[&str]) -> Vec<String> {
    of.iter().map(ToString::to_string).collect()
}
